//! Which question's prompt is shown: the next, the previous, one that has a text.

use super::super::Workspace;
use crate::dataset::Dataset;
use crate::protocol::Go;

impl Workspace {
    /// Goes to another question; whether a search found none.
    pub(super) fn go(&mut self, go: &Go) -> bool {
        let Some(data) = self.data().filter(|data| !data.items.is_empty()) else {
            return false;
        };
        let n = u32::try_from(data.items.len()).unwrap_or(u32::MAX);
        let now = self.prompts.kept.index;
        let found = match go {
            Go::Stay => Some(now),
            Go::Step(step) => Some(now.saturating_add_signed(*step).min(n - 1)),
            Go::To(index) => Some((*index).min(n - 1)),
            Go::Find(text) => find(data, text, now, 1),
            Go::FindFrom(text) => find(data, text, now, 0),
        };
        if let Some(index) = found {
            self.prompts.kept.index = index;
        }
        found.is_none()
    }
}

/// The first question that has the text, ignoring case, `ahead` places after `now` and on from there, around the end. A
/// blank text is everywhere.
fn find(data: &Dataset, text: &str, now: u32, ahead: usize) -> Option<u32> {
    let needle = text.trim().to_lowercase();
    if needle.is_empty() {
        return Some(now);
    }
    let has = |text: &str| text.to_lowercase().contains(&needle);
    let mut contexts: Vec<Option<bool>> = vec![None; data.contexts.len()];
    let mut context_has = |index: usize| {
        let known = contexts.get(index).copied().flatten();
        known.unwrap_or_else(|| {
            let is_in = data.contexts.get(index).is_some_and(|text| has(text));
            if let Some(place) = contexts.get_mut(index) {
                *place = Some(is_in);
            }
            is_in
        })
    };
    let n = data.items.len();
    let order = (0..n).map(|step| (now as usize + ahead + step) % n);
    for index in order {
        let item = data.items.get(index)?;
        let is_found = has(&item.id)
            || has(&item.question)
            || item
                .context
                .is_some_and(|context| context_has(context as usize));
        if is_found {
            return u32::try_from(index).ok();
        }
    }
    None
}
