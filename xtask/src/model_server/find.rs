//! Which item a prompt asks about.
//!
//! Few-shot examples stand before the question and may be items themselves, so what ends last in the prompt counts, and
//! of texts that end at one place the longest. Deliberately absent: any guess. A prompt without an item's texts, white
//! space aside, has none.

use super::items::Item;
use std::collections::HashMap;

/// So many bytes at an item's end lead to it; a shorter text is its own key.
const KEY: usize = 24;

/// From the end of a text to the items that have it: the passage where there is one, else the question.
#[derive(Default)]
pub struct Index {
    items: HashMap<Box<[u8]>, Vec<usize>>,
    /// The lengths of the keys, each once.
    lengths: Vec<usize>,
}

impl Index {
    /// The index of all items that have a text.
    pub fn of(items: &[Item]) -> Index {
        let mut index = Index::default();
        for (idx, item) in items.iter().enumerate() {
            let bytes = anchor(item).as_bytes();
            let key = &bytes[bytes.len().saturating_sub(KEY)..];
            if key.is_empty() {
                continue;
            }
            index.items.entry(key.into()).or_default().push(idx);
            if !index.lengths.contains(&key.len()) {
                index.lengths.push(key.len());
            }
        }
        index
    }

    /// The item whose texts occur last in `prompt`, whose white space is collapsed.
    pub fn find<'a>(&self, items: &'a [Item], prompt: &str) -> Option<&'a Item> {
        let bytes = prompt.as_bytes();
        for end in (1..=bytes.len()).rev() {
            let before = &bytes[..end];
            let keys = self
                .lengths
                .iter()
                .filter_map(|&n| before.get(end.checked_sub(n)?..));
            let here = keys.filter_map(|key| self.items.get(key)).flatten();
            let here = here.filter_map(|&idx| items.get(idx));
            let fitting = here.filter_map(|item| Some((fit(item, before, &bytes[end..])?, item)));
            // The first of equals: `max_by_key` would take the last.
            let best = fitting.reduce(|best, next| if next.0 > best.0 { next } else { best });
            if let Some((_, item)) = best {
                return Some(item);
            }
        }
        None
    }
}

/// The text that is looked for first.
fn anchor(item: &Item) -> &str {
    if item.context.is_empty() {
        &item.question
    } else {
        &item.context
    }
}

/// How well an item fits a prompt whose part `before` ends with its key: the length of its anchor, where its question
/// ends (outside of the passage), and how long that is. `None` if it does not occur.
fn fit(item: &Item, before: &[u8], after: &[u8]) -> Option<(usize, usize, usize)> {
    let anchor = anchor(item).as_bytes();
    let before = before.strip_suffix(anchor)?;
    if item.context.is_empty() {
        return Some((anchor.len(), 0, 0));
    }
    let question = item.question.as_bytes();
    let end_after = last_end(after, question).map(|end| before.len() + anchor.len() + end);
    let end = end_after.or_else(|| last_end(before, question))?;
    Some((anchor.len(), end, question.len()))
}

/// Where the last occurrence of `part` in `text` ends.
fn last_end(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    let starts = 0..(text.len() + 1).checked_sub(part.len())?;
    starts
        .rev()
        .map(|start| start + part.len())
        .find(|&end| text[..end].ends_with(part))
}

/// A text with each run of white space as one space, and none around it.
pub fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}
