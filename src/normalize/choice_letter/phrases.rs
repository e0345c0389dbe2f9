//! What words and phrases do in a sentence about a letter, looked up in the tables of [`languages`](super::languages).
//!
//! Deliberately absent: the words themselves.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::languages::{LANGUAGES, SIGNS_AFTER, SIGNS_AND, SIGNS_BEFORE};
use super::tokens::{Kind, Token};

/// What a word or phrase does in a sentence about a letter. Values are bits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u16)]
pub(super) enum Role {
    /// Names the answer: *answer*, *solution*. States one with a link, or directly before the letter.
    Answer = 1,
    /// Names a choice: *option*. States an answer only with a link; otherwise it is passed over.
    Choice = 1 << 1,
    /// Joins name and letter: *is*, *would be*.
    Link = 1 << 2,
    /// Takes the letter as its object: *choose*, *go with*.
    Verb = 1 << 3,
    /// Leads to the letter: *so*, *leaving*, *no*, *actually*. The letter must end the clause.
    So = 1 << 4,
    /// Rules out: *not*, *except*, *neither*.
    Not = 1 << 5,
    /// Says that what came before it holds: *correct*.
    Right = 1 << 6,
    /// Says that it does not: *wrong*.
    Wrong = 1 << 7,
    /// May stand between: *the*, *definitely*.
    Filler = 1 << 8,
    /// May follow the letter A where a noun would make it an article: *because*, *is*.
    After = 1 << 9,
    /// Joins letters: *and*, *or*.
    And = 1 << 10,
    /// Makes a statement a guess or another's: *might*, *some*.
    Hedge = 1 << 11,
    /// Makes a statement a condition: *if*.
    If = 1 << 12,
    /// Says that there is no answer: *none*, *cannot be determined*.
    NoAnswer = 1 << 13,
    /// Takes back what was said: *wait*, *actually*. Lets a later statement in the same sentence win.
    Turn = 1 << 14,
    /// Makes the letter after it the name of something else: *class B*.
    Other = 1 << 15,
}

/// Phrases by their last word: the words before it, from the last to the first, and the roles as bits.
type Table = FxHashMap<&'static str, Vec<(Vec<&'static str>, u16)>>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    let rows = LANGUAGES.iter().flat_map(|language| language.phrases);
    for (role, phrase) in
        rows.flat_map(|(role, list)| list.split('|').map(move |phrase| (*role, phrase)))
    {
        let mut words: Vec<_> = phrase
            .split(' ')
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .collect();
        let Some(last) = words.pop() else { continue };
        words.reverse();
        let entries = table.entry(last).or_default();
        match entries.iter_mut().find(|(rest, _)| *rest == words) {
            Some((_, roles)) => *roles |= role as u16,
            None => entries.push((words, role as u16)),
        }
    }
    for entries in table.values_mut() {
        entries.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
    }
    table
});

/// Whether the single word can play the role.
pub(super) fn is(token: &Token, role: Role) -> bool {
    matches!(token.kind, Kind::Word | Kind::Letter(_))
        && TABLE
            .get(&*token.text)
            .and_then(|entries| entries.iter().find(|(rest, _)| rest.is_empty()))
            .is_some_and(|(_, roles)| roles & role as u16 != 0)
}

/// The start of the longest phrase with the role that ends right before `end`, if there is one.
pub(super) fn phrase_before(tokens: &[Token], end: usize, role: Role) -> Option<usize> {
    let last = end.checked_sub(1)?;
    let token = tokens.get(last)?;
    if !matches!(token.kind, Kind::Word | Kind::Letter(_)) {
        return None;
    }
    let entries = TABLE.get(&*token.text)?;
    entries
        .iter()
        .filter(|(_, roles)| roles & role as u16 != 0)
        .find(|(rest, _)| {
            rest.len() <= last
                && rest
                    .iter()
                    .zip((0..last).rev())
                    .all(|(word, at)| tokens[at].text == *word)
        })
        .map(|(rest, _)| last - rest.len())
}

/// The end of a phrase with the role that starts at `start`; at most five words.
pub(super) fn phrase_after(tokens: &[Token], start: usize, role: Role) -> Option<usize> {
    (start + 1..=start + 5)
        .take_while(|end| *end <= tokens.len() && tokens[*end - 1].kind != Kind::NewLine)
        .filter(|end| phrase_before(tokens, *end, role) == Some(start))
        .last()
}

/// The role of the signs that end right before `end`.
pub(super) fn signs_before(tokens: &[Token], end: usize) -> Option<Role> {
    let run: Vec<&str> = tokens[..end]
        .iter()
        .rev()
        .take(12)
        .map_while(sign)
        .collect();
    let text: String = run.into_iter().rev().collect();
    if text.is_empty() {
        return None;
    }
    let stem = text.trim_end_matches(['是', '为', '為', 'は', '은', '는']);
    let stem = stem.trim_end_matches(['应', '该', '應', '該']);
    let has = |text: &str, list: &str| list.split('|').any(|phrase| text.ends_with(phrase));
    if let Some((role, _)) = SIGNS_BEFORE.iter().find(|(role, list)| {
        has(&text, list)
            || (matches!(role, Role::Answer | Role::Choice)
                && (has(stem, list) || text.ends_with("คำตอบคือ")))
    }) {
        return Some(*role);
    }
    let names_answer = ["答案", "正解", "答え", "정답"]
        .iter()
        .any(|name| text.contains(name));
    (names_answer && stem.len() < text.len()).then_some(Role::Answer)
}

/// The role of the signs that start at `start`.
pub(super) fn signs_after(tokens: &[Token], start: usize) -> Option<Role> {
    let text: String = tokens
        .get(start..)?
        .iter()
        .take(8)
        .map_while(sign)
        .collect();
    let role = SIGNS_AFTER
        .iter()
        .find(|(_, list)| list.split('|').any(|phrase| text.starts_with(phrase)));
    role.map(|(role, _)| *role)
}

/// Whether the token joins two letters, as `和` does.
pub(super) fn is_joining_sign(token: &Token) -> bool {
    token.kind == Kind::Sign && SIGNS_AND.contains(&*token.text)
}

fn sign<'t>(token: &'t Token) -> Option<&'t str> {
    (token.kind == Kind::Sign).then_some(&*token.text)
}
