//! Replies that repeat the choices one after the other, and the one marked right among them.
//!
//! Deliberately absent: a single line that starts with a choice; [`lines`](super::lines) reads that.

use std::ops::Range;

use super::phrases::{self, Role};
use super::tokens::{CROSS, TICK};
use super::{Reply, lines};

/// The lines that repeat the choices one after the other: `A) …` followed by `B) …`. Token ranges, in order.
pub(super) fn lists(reply: &Reply) -> Vec<Range<usize>> {
    let starts: Vec<_> = reply
        .lines
        .iter()
        .map(|line| lines::choice_at(reply, line).map(|(letter, _)| letter))
        .collect();
    let follows = |at: usize| match (starts.get(at), starts.get(at + 1)) {
        (Some(Some(this)), Some(Some(next))) => *this as u32 + 1 == *next as u32,
        _ => false,
    };
    (0..starts.len())
        .filter(|at| follows(*at) || (*at > 0 && follows(*at - 1)))
        .map(|at| reply.lines[at].clone())
        .collect()
}

/// Whether the token is in such a list, at the head of its line.
pub(super) fn is_in_list(reply: &Reply, at: usize) -> bool {
    let nth = reply.lists.partition_point(|line| line.end <= at);
    reply
        .lists
        .get(nth)
        .is_some_and(|line| line.contains(&at) && at < line.start + 6)
}

/// A list of the choices in which exactly one is marked right.
pub(super) fn marked_right(reply: &Reply) -> Option<(char, Range<usize>)> {
    let mut right = None;
    for line in reply
        .lines
        .iter()
        .filter(|line| is_in_list(reply, line.start))
    {
        let Some((letter, start)) = lines::choice_at(reply, line) else {
            continue;
        };
        if list_verdict(reply, line, letter, start) == Some(true) {
            if right.is_some() {
                return None;
            }
            right = Some((letter, line.clone()));
        }
    }
    right
}

/// Whether a line of such a list calls its choice right or wrong; its own text is not looked at.
fn list_verdict(reply: &Reply, line: &Range<usize>, letter: char, start: usize) -> Option<bool> {
    let before = reply.tokens.get(line.start..start)?;
    let own = reply
        .text_from(start)
        .find(|text| text.letter == letter)
        .map_or(start, |text| text.end);
    let after = reply.tokens.get(own..line.end).unwrap_or_default();
    before
        .iter()
        .chain(after)
        .find_map(|token| match &*token.text {
            TICK | "correct" | "right" | "best" | "richtig" | "correcta" | "correcte" | "верно"
            | "正确" => Some(true),
            CROSS => Some(false),
            _ if phrases::is(token, Role::Wrong) || phrases::is(token, Role::Not) => Some(false),
            _ => None,
        })
}
