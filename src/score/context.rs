//! Whether an answer occurs in its context at all, ignoring case, spaces and hyphens.
//!
//! Deliberately absent: where it occurs.

use crate::normalize::characters::{is_dash, is_space};
use crate::normalize::list_text;

/// Looks answers up in contexts; the last context is kept ready, because questions about one passage follow each other.
#[derive(Default)]
pub(super) struct Finder {
    context_idx: Option<u32>,
    context: String,
    answer: String,
}

impl Finder {
    /// Whether `answer` occurs in `context`; of a bracketed list, whether any member does. Blank answers do.
    pub(super) fn has(&mut self, context_idx: u32, context: &str, answer: &str) -> bool {
        if self.context_idx != Some(context_idx) {
            squeeze(context, &mut self.context);
            self.context_idx = Some(context_idx);
        }
        if list_text::is_bracketed(answer) {
            let members = list_text::members(answer);
            return members.is_empty()
                || members
                    .into_iter()
                    .any(|member| self.holds(unquoted(member)));
        }
        self.holds(answer)
    }

    fn holds(&mut self, answer: &str) -> bool {
        squeeze(answer, &mut self.answer);
        self.context.contains(self.answer.as_str())
    }
}

fn unquoted(member: &str) -> &str {
    member.trim_matches(['\'', '"'])
}

/// `text` in lower case without spaces and hyphens.
fn squeeze(text: &str, out: &mut String) {
    out.clear();
    if text.is_ascii() {
        let kept = text
            .bytes()
            .filter(|byte| !matches!(byte, b' ' | b'-' | b'\t'..=b'\r' | 0x1C..=0x1F));
        out.extend(kept.map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        let kept = text.chars().filter(|c| !is_space(*c) && !is_dash(*c));
        out.extend(kept.flat_map(char::to_lowercase));
    }
}
