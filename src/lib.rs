//! Marksheet marks a model's answers against an answer key, entirely inside a web page.
//!
//! Flow: **file → [`text`] → [`json`] / [`table`] → [`intake`] → [`dataset`] and [`predictions`] →
//! [`normalize`] → [`metrics`] → [`score`] → [`report`] → download.** Every arrow is a pure function;
//! [`workspace`] holds what a person has opened and is just as pure. The page (`app`) talks to a worker
//! (`bin/worker.rs`) in the words of [`protocol`]; only `browser` touches the browser.
//!
//! Invariants, each kept by a test in `tests/layers.rs`:
//! - The core does no I/O and knows no browser: it compiles and is tested natively.
//! - Scores are fractions from 0.0 to 1.0; only result files and the page multiply by 100.
//! - Reading is total: what can be read is, and each thing that cannot is a [`problem::Problem`].
//! - Nothing leaves the machine but requests to an address the user typed or chose.

pub mod problem;

pub mod json;

pub mod dataset;
pub mod predictions;

pub mod outcome;
pub mod settings;

pub mod metrics;
pub mod normalize;

pub mod score;
