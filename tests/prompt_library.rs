//! Template sets: the built-in ones, a person's own, names, dropped files, and that no text is lost.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "prompts/adopting.rs"]
mod adopting;
#[path = "prompts/built_in.rs"]
mod built_in;
#[path = "prompts/differences.rs"]
mod differences;
#[path = "prompts/few_shots.rs"]
mod few_shots;
#[path = "long/times.rs"]
mod long;
#[path = "prompts/sets.rs"]
mod sets;
#[path = "prompts/token_counts.rs"]
mod token_counts;
#[path = "prompts/values.rs"]
mod values;
