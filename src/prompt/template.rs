//! One Jinja2 template: parsed, rendered, and what is wrong with it.

use crate::problem::Problem;
use serde::{Deserialize, Serialize};

/// Why a template cannot be parsed or rendered, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// What is wrong, with line and column, and what to try.
    pub problem: Problem,
    /// The text of that line.
    pub line_text: String,
    /// First byte of the source it is about.
    pub start: u32,
    /// The byte after the last; never before `start`.
    pub end: u32,
}
