//! What in a template may not do what its author expects.

use crate::problem::Problem;

/// Single braces that look like a variable, and chat markup that is sent as text; each with line and column.
pub fn notices(_source_name: &str, _source: &str) -> Vec<Problem> {
    Vec::new()
}
