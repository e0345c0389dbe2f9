//! Finds a text in a context in time proportional to the context, and says where in the original it stands.
//!
//! Deliberately absent: regular expressions, and any search whose time depends on what is searched for.

use super::MAX_NEEDLES;
use crate::explain::characters::is_invisible;
use crate::explain::members;
use crate::normalize::characters::is_dash;
use std::cell::OnceCell;
use std::ops::Range;

/// The most places given for one text; more marks than that show nothing.
const MAX_PLACES: usize = 1_000;

/// A context prepared for several searches.
pub(in crate::explain) struct Searched<'a> {
    context: &'a str,
    exact: OnceCell<Folded>,
    loose: OnceCell<Folded>,
}

impl<'a> Searched<'a> {
    pub(in crate::explain) fn new(context: &'a str) -> Self {
        Self {
            context,
            exact: OnceCell::new(),
            loose: OnceCell::new(),
        }
    }

    /// Whether the text stands anywhere, as a whole or every member of it, ignoring case, spaces, hyphens and what
    /// cannot be seen.
    pub(in crate::explain) fn has_all_of(&self, text: &str) -> bool {
        self.has(text) || {
            let members = members(text);
            let n_members = members.len();
            (1..=MAX_NEEDLES).contains(&n_members) && members.iter().all(|member| self.has(member))
        }
    }

    /// Whether the text as a whole stands anywhere.
    pub(in crate::explain) fn has(&self, text: &str) -> bool {
        let needle = Folded::of(text, true);
        !needle.text.is_empty() && self.loose().text.contains(&needle.text)
    }

    /// Where the text stands, in bytes of the context: as whole words, else ignoring spaces and hyphens, else inside words.
    pub(super) fn find(&self, text: &str) -> Vec<Range<usize>> {
        let needle = Folded::of(text.trim(), false).text;
        let places = self.whole_words(self.exact(), &needle);
        if !places.is_empty() {
            return places;
        }
        let bare = Folded::of(text, true).text;
        let places = self.whole_words(self.loose(), &bare);
        if !places.is_empty() {
            return places;
        }
        // One or two Latin letters stand inside every other word; a CJK character is a word.
        if needle.is_ascii() && needle.len() < 3 {
            return Vec::new();
        }
        let places = self.exact().places(&needle);
        places.take(MAX_PLACES).collect()
    }

    fn exact(&self) -> &Folded {
        self.exact.get_or_init(|| Folded::of(self.context, false))
    }

    fn loose(&self) -> &Folded {
        self.loose.get_or_init(|| Folded::of(self.context, true))
    }

    fn whole_words(&self, folded: &Folded, needle: &str) -> Vec<Range<usize>> {
        let places = folded.places(needle);
        places
            .filter(|place| self.is_whole(place))
            .take(MAX_PLACES)
            .collect()
    }

    /// Whether no word goes on beyond the place.
    fn is_whole(&self, place: &Range<usize>) -> bool {
        let before = self.context.get(..place.start).unwrap_or_default();
        let inside = self.context.get(place.clone()).unwrap_or_default();
        let after = self.context.get(place.end..).unwrap_or_default();
        let goes_on = |left: Option<char>, right: Option<char>| {
            left.is_some_and(char::is_alphanumeric) && right.is_some_and(char::is_alphanumeric)
        };
        !goes_on(before.chars().next_back(), inside.chars().next())
            && !goes_on(inside.chars().next_back(), after.chars().next())
    }
}

/// A text in lower case with white space as single spaces, or loosely: without white space, hyphens and what
/// cannot be seen. Each of its bytes knows its character in the original.
struct Folded {
    text: String,
    origin: Vec<Range<u32>>,
}

impl Folded {
    fn of(text: &str, is_loose: bool) -> Self {
        let mut folded = Folded {
            text: String::with_capacity(text.len()),
            origin: Vec::with_capacity(text.len()),
        };
        for (start, c) in text.char_indices() {
            let origin = offset(start)..offset(start + c.len_utf8());
            if c.is_whitespace() {
                if !is_loose && !folded.text.ends_with(' ') {
                    folded.push(' ', &origin);
                }
            } else if !(is_loose && (is_dash(c) || is_invisible(c))) {
                for lower in c.to_lowercase() {
                    // A sigma is written otherwise at the end of a word.
                    let lower = if lower == 'ς' { 'σ' } else { lower };
                    folded.push(lower, &origin);
                }
            }
        }
        folded
    }

    fn push(&mut self, c: char, origin: &Range<u32>) {
        self.text.push(c);
        let n_bytes = c.len_utf8();
        self.origin
            .extend(std::iter::repeat_n(origin.clone(), n_bytes));
    }

    /// Where the needle, folded alike, stands in the original.
    fn places(&self, needle: &str) -> impl Iterator<Item = Range<usize>> {
        let matches = (!needle.is_empty()).then(|| self.text.match_indices(needle));
        matches.into_iter().flatten().filter_map(|(at, found)| {
            let first = self.origin.get(at)?;
            let last = self.origin.get((at + found.len()).checked_sub(1)?)?;
            Some(first.start as usize..last.end as usize)
        })
    }
}

/// Contexts are far below 4 GiB: a page could not hold one.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
