//! Scoring through the public API: the case collection, classes, figures, messages.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

mod score {
    mod cases;
    mod classes;
    mod figures;
    mod letters;
    mod made;
    mod messages;
}
