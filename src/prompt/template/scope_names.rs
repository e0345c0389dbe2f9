//! Names every program has, by number.

use super::node::Name;

/// The names with fixed numbers.
pub(super) const FIXED: &[&str] = &["loop", "self", "super", "caller", "varargs", "kwargs"];

pub(super) const LOOP: Name = 0;
pub(super) const SELF: Name = 1;
pub(super) const SUPER: Name = 2;
pub(super) const CALLER: Name = 3;
pub(super) const VARARGS: Name = 4;
pub(super) const KWARGS: Name = 5;
