//! Whether an answer occurs in its context at all, ignoring case, spaces, hyphens and what cannot be seen.
//!
//! The count and the detail view both ask here, so that they never contradict each other. Deliberately absent: where it
//! occurs.

use crate::normalize::characters::{is_dash, is_invisible, is_space};
use crate::normalize::list_text;

/// More members of one list than anybody writes; a text of commas must not be searched for comma by comma.
const MAX_MEMBERS: usize = 64;

/// Looks answers up in contexts; the last context is kept ready, because questions about one passage follow each other.
#[derive(Default)]
pub(crate) struct Finder {
    /// Which context `squeezed` was made from.
    context_idx: Option<u32>,
    squeezed: String,
    answer: String,
}

impl Finder {
    /// Whether `answer` occurs in `context`: as a whole, of a bracketed list any member, of a list without brackets all
    /// members. Blank answers do.
    pub(crate) fn has(&mut self, context_idx: u32, context: &str, answer: &str) -> bool {
        let is_bracketed = list_text::is_bracketed(answer);
        if !is_bracketed && self.holds(context_idx, context, answer) {
            return true;
        }
        if !is_bracketed && !answer.contains(',') {
            return false;
        }
        let members = list_text::members(answer);
        let mut held = members.iter().take(MAX_MEMBERS).map(|member| {
            let member = member.trim_matches(['\'', '"']);
            self.holds(context_idx, context, member)
        });
        match is_bracketed {
            true => members.is_empty() || held.any(|is_held| is_held),
            false => held.all(|is_held| is_held),
        }
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
        if let Some(c) = chars
            .next()
            .filter(|c| !is_space(*c) && !is_dash(*c) && !is_invisible(*c))
        {
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
