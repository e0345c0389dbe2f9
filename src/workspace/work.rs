//! How much work was done: what must not be done twice is counted, so that tests can tell without a clock.
//!
//! Deliberately absent: times.

use std::cell::Cell;

thread_local! {
    static PASSES: Cell<u64> = const { Cell::new(0) };
}

/// How often a dataset or a file of predictions was gone through whole on this thread, to find out what of the one belongs
/// to what of the other.
///
/// ```
/// use marksheet::workspace::{Workspace, passes};
/// let mut workspace = Workspace::default();
/// workspace.settle();
/// assert_eq!(passes(), 0);
/// ```
pub fn passes() -> u64 {
    PASSES.get()
}

/// Notes that one is gone through.
pub(super) fn note_pass() {
    PASSES.set(PASSES.get() + 1);
}
