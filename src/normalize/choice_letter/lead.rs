//! What leads to a letter or a text: *the answer is*, *so*, *not*, or nothing.
//!
//! Deliberately absent: what follows it; [`verdict`](super::verdict) and [`standing`](super::standing) look at that.

use super::phrases::{self, Role};
use super::tokens::{self, Kind, Token};

/// What leads to a letter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lead {
    /// Nothing that makes it an answer.
    Nothing,
    /// *The answer is*, *Answer:*, `\boxed`.
    Answer,
    /// *Answer*, directly before it.
    Name,
    /// *I choose*.
    Verb,
    /// *So*, *leaving*, *it's*.
    So,
    /// *Might be*; some other sentence with *is*, or a colon.
    Guess,
    /// *Not*, *except*.
    Not,
    /// *If*, *whether*.
    If,
}

/// How many words are looked at before a letter, in each of the steps.
const REACH: usize = 10;

const PRONOUNS: &[&str] = &[
    "it", "that", "this", "which", "es", "das", "ce", "cela", "это", "mine",
];

/// Words that may stand beside a link but are none.
const PASSED: &[&str] = &[
    "to",
    "as",
    "therefore",
    "thus",
    "hence",
    "likely",
    "probably",
    "indeed",
    "clearly",
    "obviously",
    "por",
    "lo",
    "tanto",
];

/// What leads to the token at `start`: the strongest lead found while passing over *the*, *option*, *definitely*.
pub(super) fn lead(tokens: &[Token], start: usize) -> Lead {
    let mut at = start;
    let mut weaker = Lead::Nothing;
    if at > 0 && tokens[at - 1].kind == Kind::NewLine {
        at -= 1;
        return match lead_over_line(tokens, at) {
            true => lead_at(tokens, at),
            false => Lead::Nothing,
        };
    }
    for _ in 0..REACH {
        match lead_at(tokens, at) {
            Lead::Nothing => {}
            found @ (Lead::So | Lead::Guess) => {
                if weaker == Lead::Nothing || found == Lead::So {
                    weaker = found;
                }
            }
            found => return found,
        }
        let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else {
            break;
        };
        if !(before.is_punct('(') || is_filler(tokens, at - 1)) {
            break;
        }
        at -= 1;
    }
    weaker
}

/// Whether a line end may stand between what leads and the letter: after a colon, *is*, or the word *answer* alone.
fn lead_over_line(tokens: &[Token], at: usize) -> bool {
    let Some(last) = at.checked_sub(1).map(|last| &tokens[last]) else {
        return false;
    };
    last.is_punct(':')
        || last.is_punct('→')
        || phrases::is(last, Role::Link)
        || phrases::is(last, Role::Answer)
}

fn is_filler(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let is_word = match token.letter() {
        None => true,
        Some(letter) => !letter.is_upper && !letter.is_enclosed && leads_to_letter(tokens, at),
    };
    is_word
        && (phrases::is(token, Role::Filler) || phrases::is(token, Role::Choice))
        && !phrases::is(token, Role::Other)
        || token.kind == Kind::Sign && phrases::signs_before(tokens, at + 1) == Some(Role::Choice)
}

/// Whether a lower-case letter is an article before a letter or *option* (Portuguese `a B`, `a letra B`).
pub(super) fn leads_to_letter(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|next| match next.letter() {
        Some(next) => next.is_upper || next.is_enclosed,
        None => phrases::is(next, Role::Choice),
    })
}

/// What leads to the token at `end`, with nothing passed over.
fn lead_at(tokens: &[Token], end: usize) -> Lead {
    let Some(last) = end.checked_sub(1).map(|last| &tokens[last]) else {
        return Lead::Nothing;
    };
    if last.kind == Kind::Sign {
        return match phrases::signs_before(tokens, end) {
            Some(Role::Answer) => Lead::Answer,
            Some(Role::Verb) => Lead::Verb,
            Some(Role::So) => Lead::So,
            Some(Role::Choice) => Lead::Name,
            Some(Role::Not) => Lead::Not,
            Some(Role::If | Role::Hedge) => Lead::If,
            _ => Lead::Nothing,
        };
    }
    if last.is_punct(')') && name_at(tokens, end - 1, Role::Answer).is_some() {
        return Lead::Answer;
    }
    if last.is_punct(',') || last.is_punct('.') {
        return lead_over_pause(tokens, end);
    }
    if phrases::phrase_before(tokens, end, Role::Not).is_some() {
        return Lead::Not;
    }
    if let Some(start) = phrases::phrase_before(tokens, end, Role::Verb) {
        return qualified(tokens, start, Lead::Verb);
    }
    let linked = linked(tokens, end);
    if linked != Lead::Nothing {
        return linked;
    }
    if let Some(start) = phrases::phrase_before(tokens, end, Role::So) {
        let is_but = ["all", "anything", "everything"]
            .iter()
            .any(|word| last.text == "but" && start > 0 && tokens[start - 1].text == *word);
        return if is_but {
            Lead::Not
        } else {
            qualified(tokens, start, Lead::So)
        };
    }
    Lead::Nothing
}

/// *So, B*; *no… C*: a pause after a word that leads.
fn lead_over_pause(tokens: &[Token], end: usize) -> Lead {
    let mut at = end;
    while at > 0 && end - at < 4 && (tokens[at - 1].is_punct(',') || tokens[at - 1].is_punct('.')) {
        at -= 1;
    }
    let is_comma = tokens[end - 1].is_punct(',');
    let is_abbreviation = at + 1 == end
        && ["ans", "resp", "rpta", "odp"].contains(&&*tokens[at.saturating_sub(1)].text);
    if is_abbreviation && !is_comma {
        return Lead::Answer;
    }
    let Some(start) = phrases::phrase_before(tokens, at, Role::So) else {
        return Lead::Nothing;
    };
    let turns = [
        "no",
        "wait",
        "actually",
        "hmm",
        "sorry",
        "correction",
        "nein",
        "non",
        "нет",
    ];
    if is_comma || (start + 1 == at && turns.contains(&&*tokens[start].text)) {
        Lead::So
    } else {
        Lead::Nothing
    }
}

/// A lead weakened by *not*, *if*, *might*, *some* in the few words before it.
fn qualified(tokens: &[Token], start: usize, lead: Lead) -> Lead {
    for at in (start.saturating_sub(4)..start).rev() {
        let token = &tokens[at];
        if is_break(token) {
            break;
        }
        if is_condition(tokens, at) {
            return Lead::If;
        }
        if start - at <= 3 && phrases::is(token, Role::Not) && lead != Lead::So {
            return Lead::Not;
        }
        if start - at <= 3 && phrases::is(token, Role::Hedge) && lead == Lead::Verb {
            return Lead::Guess;
        }
    }
    lead
}

pub(super) fn is_break(token: &Token) -> bool {
    matches!(
        token.kind,
        Kind::NewLine | Kind::Punct('.' | '!' | '?' | ';' | ':' | ',')
    )
}

/// *The answer is*, *Answer:*, *it must be*: a link, and what it links to.
fn linked(tokens: &[Token], end: usize) -> Lead {
    let mut at = end;
    let mut link = Link::default();
    while at > 0 && end - at < REACH && link.take(&tokens[at - 1]) {
        at -= 1;
    }
    let is_linked = link.has_word || link.mark.is_some();
    let name = if is_linked {
        name_before(tokens, at)
    } else {
        name_at(tokens, at, Role::Answer).map(|start| (start, Role::Answer))
    };
    if let Some((start, _)) = name {
        let lead = if is_linked { Lead::Answer } else { Lead::Name };
        let lead = if is_mark(tokens, start) {
            Lead::Answer
        } else {
            lead
        };
        return link.weaken(wrong_or_if(tokens, start, lead));
    }
    if !is_linked {
        return Lead::Nothing;
    }
    let subject = at.checked_sub(1).map(|before| &tokens[before]);
    let is_pronoun = subject.is_some_and(|subject| PRONOUNS.contains(&&*subject.text));
    if let Some(start) = phrases::phrase_before(tokens, at, Role::So)
        && link.mark.is_some()
    {
        return link.weaken(qualified(tokens, start, Lead::So));
    }
    if link.mark.is_some()
        && !link.has_word
        && tokens[at..end]
            .iter()
            .any(|token| phrases::is(token, Role::So))
    {
        return link.weaken(Lead::So);
    }
    match (link.has_word, link.mark) {
        (true, _) if is_pronoun => link.weaken(qualified(tokens, at, Lead::So)),
        (true, _) if link.is_negated => Lead::Not,
        (true, _) if phrases::phrase_before(tokens, end, Role::So).is_some() => Lead::Nothing,
        (true, _) => Lead::Guess,
        (_, Some('→')) => Lead::So,
        (_, Some(':'))
            if subject.is_some_and(|subject| matches!(subject.kind, Kind::Word | Kind::Number)) =>
        {
            Lead::Guess
        }
        (_, Some(':')) if subject.is_some_and(|subject| subject.kind == Kind::Sign) => {
            lead_at(tokens, at)
        }
        _ => Lead::Nothing,
    }
}

fn is_mark(tokens: &[Token], at: usize) -> bool {
    tokens[at].text == tokens::ANSWER_MARK
}

/// The words and marks between a name and its letter.
#[derive(Default)]
struct Link {
    has_word: bool,
    mark: Option<char>,
    is_negated: bool,
    is_guess: bool,
}

impl Link {
    /// Takes one more token, going backward; false when it does not belong to the link.
    fn take(&mut self, token: &Token) -> bool {
        match token.kind {
            Kind::Punct(c @ (':' | '=' | '-' | '→' | '>')) => {
                self.mark = self.mark.or(Some(c));
                true
            }
            Kind::Word | Kind::Letter(_)
                if token.letter().is_none_or(|letter| !letter.is_upper) =>
            {
                let is_linked = self.has_word || self.mark.is_some();
                if phrases::is(token, Role::Link) && !phrases::is(token, Role::Answer) {
                    self.has_word |= !PASSED.contains(&&*token.text);
                } else if [
                    "might", "may", "could", "can", "könnte", "pourrait", "podría",
                ]
                .contains(&&*token.text)
                {
                    self.is_guess = true;
                } else if is_linked && phrases::is(token, Role::Not) {
                    self.is_negated = true;
                } else {
                    return false;
                }
                true
            }
            _ => false,
        }
    }

    fn weaken(&self, lead: Lead) -> Lead {
        match lead {
            Lead::Not | Lead::If => lead,
            _ if self.is_negated => Lead::Not,
            _ if self.is_guess => Lead::Guess,
            _ => lead,
        }
    }
}

/// The name of the answer that a link ending at `end` links to, and whether it is *answer* or *option*.
fn name_before(tokens: &[Token], end: usize) -> Option<(usize, Role)> {
    let end = before_brackets(tokens, end);
    for at in (end.saturating_sub(REACH)..end).rev() {
        for role in [Role::Answer, Role::Choice] {
            if let Some(start) = name_at(tokens, at + 1, role) {
                return Some((start, role));
            }
        }
        let token = &tokens[at];
        let is_letter = token
            .letter()
            .is_some_and(|letter| letter.is_upper && at + 1 < end);
        let stops = ["depends", "depend", "because", "but", "than", "and"];
        if is_break(token)
            || is_letter
            || phrases::is(token, Role::If)
            || stops.contains(&&*token.text)
        {
            return None;
        }
    }
    None
}

/// Where a bracketed remark that ends right before `end` starts (`Answer (A, B or C):`), or `end`.
fn before_brackets(tokens: &[Token], end: usize) -> usize {
    let is_closed = end
        .checked_sub(1)
        .is_some_and(|last| tokens[last].is_punct(')'));
    let from = end.saturating_sub(2 * REACH);
    let open = tokens[from..end]
        .iter()
        .rposition(|token| token.is_punct('('));
    open.filter(|_| is_closed).map_or(end, |open| from + open)
}

fn name_at(tokens: &[Token], end: usize, role: Role) -> Option<usize> {
    if role == Role::Answer && end > 0 && tokens[end - 1].kind == Kind::Sign {
        return (phrases::signs_before(tokens, end) == Some(Role::Answer)).then_some(end - 1);
    }
    phrases::phrase_before(tokens, end, role)
}

/// *If*, but not the *if* of *if I had to guess*.
fn is_condition(tokens: &[Token], at: usize) -> bool {
    let word = |ahead: usize| tokens.get(at + ahead).map_or("", |token| &*token.text);
    let is_modest = ["forced", "pressed", "needed", "necessary"].contains(&word(1))
        || (word(1) == "i" && ["had", "must", "have", "were"].contains(&word(2)));
    phrases::is(&tokens[at], Role::If) && !is_modest
}

/// *The wrong answer is*, *if the answer is*, *the first answer was*.
fn wrong_or_if(tokens: &[Token], start: usize, lead: Lead) -> Lead {
    for at in (start.saturating_sub(4)..start).rev() {
        let token = &tokens[at];
        if is_break(token) {
            break;
        }
        if is_condition(tokens, at) {
            return Lead::If;
        }
        if start - at <= 2 && phrases::is(token, Role::Wrong) {
            return Lead::Not;
        }
        if start - at <= 2 && phrases::is(token, Role::Hedge) {
            return Lead::Guess;
        }
    }
    lead
}
