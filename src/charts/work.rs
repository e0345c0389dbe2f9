//! How often questions were looked at for charts, so that tests can tell without a clock that no chart looks at each once for
//! every other.
//!
//! Deliberately absent: times.

use std::cell::Cell;

thread_local! {
    static LOOKED_AT: Cell<u64> = const { Cell::new(0) };
}

/// How often it was asked on this thread whether a question is behind a bar, cell or point.
///
/// ```
/// use marksheet::{charts::{Filter, Question, n_looked_at}, outcome::Outcome};
/// let questions = [Question::default(), Question::default()];
/// Filter::Outcome(Outcome::Missing).questions(&questions);
/// assert_eq!(n_looked_at(), 2);
/// ```
pub fn n_looked_at() -> u64 {
    LOOKED_AT.get()
}

/// Notes that it is asked of one.
pub(super) fn note_look() {
    LOOKED_AT.set(LOOKED_AT.get() + 1);
}
