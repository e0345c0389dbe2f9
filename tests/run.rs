//! The run engine against a scripted host with a clock of its own: every path, no waiting.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "run/baselines.rs"]
mod baselines;
#[path = "run/connection.rs"]
mod connection;
#[path = "run/faults.rs"]
mod faults;
#[path = "run/keeping.rs"]
mod keeping;
#[path = "run/made.rs"]
mod made;
#[path = "run/pace.rs"]
mod pace;
#[path = "run/properties.rs"]
mod properties;
#[path = "run/refusals.rs"]
mod refusals;
#[path = "run/schemas.rs"]
mod schemas;
#[path = "run/steering.rs"]
mod steering;
#[path = "run/structures.rs"]
mod structures;
#[path = "run/world.rs"]
mod world;
