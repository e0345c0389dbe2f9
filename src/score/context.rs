//! Whether an answer occurs in its context at all, ignoring case, spaces and hyphens.
//!
//! Deliberately absent: where it occurs.

use crate::normalize::characters::{is_dash, is_space};
use crate::normalize::list_text;

/// Looks answers up in contexts; the last context is kept ready, because questions about one passage follow each other.
#[derive(Default)]
pub(super) struct Finder {
    /// Which context `squeezed` was made from.
    context_idx: Option<u32>,
    squeezed: String,
    answer: String,
}

impl Finder {
    /// Whether `answer` occurs in `context`; of a bracketed list, whether any member does. Blank answers do.
    pub(super) fn has(&mut self, context_idx: u32, context: &str, answer: &str) -> bool {
        if list_text::is_bracketed(answer) {
            let members = list_text::members(answer);
            let mut members = members
                .into_iter()
                .map(|member| member.trim_matches(['\'', '"']));
            return members.clone().next().is_none()
                || members.any(|member| self.holds(context_idx, context, member));
        }
        self.holds(context_idx, context, answer)
    }

    fn holds(&mut self, context_idx: u32, context: &str, answer: &str) -> bool {
        // Most answers are copied as they stand, and then nothing needs to be prepared.
        if context.contains(answer) {
            return true;
        }
        if self.context_idx != Some(context_idx) {
            squeeze(context, &mut self.squeezed);
            self.context_idx = Some(context_idx);
        }
        squeeze(answer, &mut self.answer);
        self.squeezed.contains(self.answer.as_str())
    }
}

/// `text` in lower case without spaces and hyphens.
fn squeeze(text: &str, out: &mut String) {
    let mut bytes = std::mem::take(out).into_bytes();
    bytes.clear();
    let mut rest = text;
    while !rest.is_empty() {
        let n_ascii = rest
            .bytes()
            .position(|byte| !byte.is_ascii())
            .unwrap_or(rest.len());
        let (ascii, after) = rest.split_at(n_ascii);
        squeeze_ascii(ascii.as_bytes(), &mut bytes);
        let mut chars = after.chars();
        if let Some(c) = chars.next().filter(|c| !is_space(*c) && !is_dash(*c)) {
            let lower = c.to_lowercase();
            lower.for_each(|c| bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()));
        }
        rest = chars.as_str();
    }
    *out = String::from_utf8(bytes).unwrap_or_default();
}

/// ASCII in lower case; 0 for what is dropped: white space, the hyphen, NUL.
const SQUEEZED: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b' ' | b'-' | b'\t'..=b'\r' | 0x1C..=0x1F => 0,
            _ => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
};

/// Writes every byte and only moves on behind those that are kept, which is faster than deciding whether to write.
fn squeeze_ascii(ascii: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + ascii.len(), 0);
    let mut n_kept = start;
    for byte in ascii {
        let lower = SQUEEZED.get(usize::from(*byte)).copied().unwrap_or(0);
        if let Some(place) = out.get_mut(n_kept) {
            *place = lower;
        }
        n_kept += usize::from(lower != 0);
    }
    out.truncate(n_kept);
}
