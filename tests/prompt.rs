//! Templates render byte for byte as Python's Jinja2 renders them, and whatever cannot be rendered says why and where.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "prompt/corpus.rs"]
mod corpus;
#[path = "prompt/editor.rs"]
mod editor;
#[path = "prompt/faults.rs"]
mod faults;
#[path = "prompt/limits.rs"]
mod limits;
#[path = "prompt/random.rs"]
mod random;
#[path = "prompt/speed.rs"]
mod speed;
#[path = "prompt/undefined.rs"]
mod undefined;
