//! The model server that other tests run against: every fault shows what it should, every strict check refuses what it
//! should, and what it says beforehand is what is served.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "model_server/asking.rs"]
mod asking;
#[path = "model_server/control.rs"]
mod control;
#[path = "model_server/cors.rs"]
mod cors;
#[path = "model_server/counting.rs"]
mod counting;
#[path = "model_server/faults.rs"]
mod faults;
#[path = "model_server/finding.rs"]
mod finding;
#[path = "model_server/formats.rs"]
mod formats;
#[path = "../xtask/src/model_server.rs"]
mod model_server;
#[path = "model_server/probing.rs"]
mod probing;
#[path = "model_server/refusing.rs"]
mod refusing;
#[path = "model_server/speaking.rs"]
mod speaking;
#[path = "model_server/telling.rs"]
mod telling;
#[path = "model_server/wording.rs"]
mod wording;
