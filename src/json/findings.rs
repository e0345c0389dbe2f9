//! What a JSON text holds that can be read but may surprise: repeated keys, NaN, halves of surrogate pairs, raw tabs.
//!
//! Deliberately absent: what stops reading; that is in `explain.rs`.

use super::Json;
use super::explain::Position;
use crate::problem::{Problem, cut};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// How many places of a kind are remembered; of the others only the number.
const N_SHOWN: usize = 5;

/// Up to here comparing all keys with each other is faster than hashing them.
const SMALL: usize = 12;

/// Byte offsets of the first few of a kind, and how many there are.
#[derive(Default)]
pub(super) struct Seen<T> {
    first: Vec<T>,
    n: usize,
}

impl<T> Seen<T> {
    fn push(&mut self, seen: T) {
        self.n += 1;
        if self.first.len() < N_SHOWN {
            self.first.push(seen);
        }
    }
}

/// A key that an object has twice.
#[derive(Default)]
struct Repeated<'a> {
    key: Cow<'a, str>,
    first: usize,
    second: usize,
}

#[derive(Default)]
pub(super) struct Findings<'a> {
    differing: Seen<Repeated<'a>>,
    equal: Seen<Repeated<'a>>,
    not_numbers: Seen<(usize, &'static str)>,
    half_surrogates: Seen<usize>,
    control_characters: Seen<usize>,
}

impl<'a> Findings<'a> {
    pub fn not_a_number(&mut self, at: usize, word: &'static str) {
        self.not_numbers.push((at, word));
    }

    pub fn half_surrogate(&mut self, at: usize) {
        self.half_surrogates.push(at);
    }

    pub fn control_character(&mut self, at: usize) {
        self.control_characters.push(at);
    }

    /// Looks for keys that occur twice among the entries of one object; `offsets` has the place of each key.
    pub fn repeated_keys(&mut self, entries: &[(Cow<'a, str>, Json<'a>)], offsets: &[usize]) {
        if entries.len() <= SMALL {
            for (later, (key, _)) in entries.iter().enumerate().skip(1) {
                let before = entries.iter().take(later);
                if let Some(earlier) = before.clone().rposition(|(other, _)| other == key) {
                    self.repeated(entries, offsets, earlier, later);
                }
            }
            return;
        }
        let mut last: FxHashMap<&str, usize> = FxHashMap::default();
        last.reserve(entries.len());
        for (later, (key, _)) in entries.iter().enumerate() {
            if let Some(earlier) = last.insert(key, later) {
                self.repeated(entries, offsets, earlier, later);
            }
        }
    }

    fn repeated(
        &mut self,
        entries: &[(Cow<'a, str>, Json<'a>)],
        offsets: &[usize],
        earlier: usize,
        later: usize,
    ) {
        let (Some((key, old)), Some((_, new))) = (entries.get(earlier), entries.get(later)) else {
            return;
        };
        let seen = if old == new {
            &mut self.equal
        } else {
            &mut self.differing
        };
        seen.push(Repeated {
            key: key.clone(),
            first: offsets.get(earlier).copied().unwrap_or_default(),
            second: offsets.get(later).copied().unwrap_or_default(),
        });
    }

    /// The findings in words; `line` is the line on which `text` starts.
    pub fn problems(self, text: &str, line: u32) -> Vec<Problem> {
        let position = |at| Position::of(text, at, line);
        let mut problems = Vec::new();
        not_numbers(&self.not_numbers, &position, &mut problems);
        repeated_keys(&self.differing, true, &position, &mut problems);
        repeated_keys(&self.equal, false, &position, &mut problems);
        if let Some(at) = self.half_surrogates.first.first().map(|at| position(*at)) {
            let message = format!(
                "{} were replaced by \u{fffd}",
                count(
                    self.half_surrogates.n,
                    "half of a character (a lone \\ud800 … \\udfff)",
                    "halves of characters (lone \\ud800 … \\udfff)"
                )
            );
            problems.push(
                at.on(Problem::warning(message))
                    .hint("the text was cut within a character before it was written"),
            );
        }
        if let Some(at) = self
            .control_characters
            .first
            .first()
            .map(|at| position(*at))
        {
            let message = format!(
                "{} inside texts, which JSON does not allow; kept as they are",
                count(
                    self.control_characters.n,
                    "raw tab or other control character",
                    "raw tabs or other control characters"
                )
            );
            problems.push(at.on(Problem::warning(message)));
        }
        problems
    }
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn not_numbers(
    seen: &Seen<(usize, &'static str)>,
    position: &impl Fn(usize) -> Position,
    problems: &mut Vec<Problem>,
) {
    let hint = "Python writes NaN for a missing value; replace it by null or \"\"";
    if seen.n > N_SHOWN {
        let places: Vec<_> = seen
            .first
            .iter()
            .map(|(at, _)| position(*at).line.to_string())
            .collect();
        let Some((at, _)) = seen.first.first() else {
            return;
        };
        let message = format!(
            "not valid JSON: NaN or Infinity {} times, first at lines {}; read as null",
            seen.n,
            places.join(", ")
        );
        problems.push(position(*at).on(Problem::error(message)).hint(hint));
        return;
    }
    for (at, word) in &seen.first {
        let at = position(*at);
        let message = format!(
            "not valid JSON: {word} at line {}, column {}; read as null",
            at.line, at.column
        );
        problems.push(at.on(Problem::error(message)).hint(hint));
    }
}

fn repeated_keys(
    seen: &Seen<Repeated<'_>>,
    differ: bool,
    position: &impl Fn(usize) -> Position,
    problems: &mut Vec<Problem>,
) {
    let (new, tail): (fn(String) -> Problem, _) = match differ {
        true => (Problem::error, "with different values; the last one counts"),
        false => (Problem::warning, "with the same value"),
    };
    let hint = "every key (every question id) may occur once; remove or rename one of them";
    let lines = |key: &Repeated<'_>| (position(key.first).line, position(key.second).line);
    if seen.n > N_SHOWN {
        let shown = seen.first.iter().map(|key| {
            let (first, second) = lines(key);
            format!("\"{}\" (lines {first} and {second})", cut(&key.key, 40))
        });
        let shown: Vec<_> = shown.collect();
        let n_more = seen.n - shown.len();
        let message = format!(
            "{} keys occur more than once {tail}: {} and {n_more} more",
            seen.n,
            shown.join(", ")
        );
        let line = seen.first.first().map(|key| lines(key).1);
        problems.extend(line.map(|line| new(message).on_line(line).hint(hint)));
        return;
    }
    for key in &seen.first {
        let (first, second) = (position(key.first), position(key.second));
        let name = cut(&key.key, 40);
        let places = match first.line == second.line {
            true => format!(
                "twice on line {}, in columns {} and {}",
                first.line, first.column, second.column
            ),
            false => format!("on line {} and again on line {}", first.line, second.line),
        };
        let message = format!("duplicate key \"{name}\": {places}, {tail}");
        problems.push(position(key.second).on(new(message)).hint(hint));
    }
}
