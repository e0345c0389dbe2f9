#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! The reply that is asked for: as schemas, adapted, checked, read from Pydantic classes, built from a form.

#[path = "schema/adapting.rs"]
mod adapting;
#[path = "schema/checking.rs"]
mod checking;
#[path = "schema/forms.rs"]
mod forms;
#[path = "schema/made.rs"]
mod made;
#[path = "schema/pydantic.rs"]
mod pydantic;
#[path = "schema/rules.rs"]
mod rules;
#[path = "schema/validating.rs"]
mod validating;
