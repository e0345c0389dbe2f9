//! What stands around a letter or a text: what leads to it, what follows, what is said about it.
//!
//! Deliberately absent: the decision between several statements; [`statements`](super::statements) makes it.

use super::Reply;
use super::phrases::{self, Role};
use super::tokens::{Kind, Token};

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

/// What is said about a letter right after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Said {
    /// Nothing that decides.
    Nothing,
    /// *is correct*.
    Right,
    /// *is wrong*, *is not*.
    Wrong,
}

/// How much may follow a letter for it to be the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Follow {
    /// The clause must end or give a reason.
    Strict,
    /// A verb may follow, and for letters that are no words anything may.
    Lenient,
}

/// How many words are looked at before a letter, in each of the steps.
const REACH: usize = 10;

const CLAUSE_VERBS: &[&str] = &[
    "is",
    "was",
    "are",
    "would",
    "should",
    "has",
    "seems",
    "looks",
    "describes",
    "states",
    "says",
    "matches",
    "fits",
    "explains",
    "makes",
    "provides",
    "gives",
    "remains",
    "follows",
    "ist",
    "war",
    "wäre",
    "est",
    "serait",
    "es",
    "é",
    "è",
    "jest",
    "är",
    "er",
    "being",
    "lautet",
];
const PLURAL_VERBS: &[&str] = &[
    "are", "were", "sind", "sont", "son", "são", "sono", "seem", "both",
];
const GUESSES: &[&str] = &[
    "maybe",
    "perhaps",
    "possibly",
    "probably",
    "even",
    "also",
    "vielleicht",
];
const PRONOUNS: &[&str] = &[
    "it", "that", "this", "which", "es", "das", "ce", "cela", "это", "mine",
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

fn is_break(token: &Token) -> bool {
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
    tokens[at].text == super::tokens::ANSWER_MARK
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
                    self.has_word = true;
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

/// What is said right after `end`: *is correct*, *cannot be right*, *✓*.
pub(super) fn said(tokens: &[Token], end: usize) -> Said {
    if let Some(role) = phrases::signs_after(tokens, end) {
        return if role == Role::Wrong {
            Said::Wrong
        } else {
            Said::Right
        };
    }
    let is_elliptic = tokens.get(end).is_some_and(|verb| verb.text == "is")
        && tokens.get(end + 1).is_none_or(|next| next.is_punct('.'));
    if is_elliptic {
        return Said::Right;
    }
    let mut is_negated = false;
    for at in end..(end + 7).min(tokens.len()) {
        let token = &tokens[at];
        if is_break(token) || token.letter().is_some_and(|letter| letter.is_upper) {
            break;
        }
        let begins_clause = at > end
            && ["because", "since", "and", "but", "so", "if", "while", "as"]
                .contains(&&*token.text);
        if begins_clause {
            break;
        }
        let is_first = at == end;
        if is_first && is_adjective_of_article(tokens, end) {
            return Said::Nothing;
        }
        if phrases::is(token, Role::Wrong) {
            return if is_negated {
                Said::Nothing
            } else {
                Said::Wrong
            };
        }
        if is_first && !may_begin_verdict(token) {
            return Said::Nothing;
        }
        if phrases::is(token, Role::Not) {
            is_negated = true;
        } else if let Some(length) = right_at(tokens, at, end) {
            return match (is_negated, is_limited(tokens, at + length)) {
                (true, _) => Said::Wrong,
                (_, true) => Said::Nothing,
                _ => Said::Right,
            };
        }
    }
    if is_negated && !phrases::is(&tokens[end], Role::And) && tokens[end].text != "not" {
        Said::Wrong
    } else {
        Said::Nothing
    }
}

/// *A better*, *A wrong turn*: an adjective right after a letter that may be the article, with more to come.
fn is_adjective_of_article(tokens: &[Token], end: usize) -> bool {
    let letter = end.checked_sub(1).and_then(|last| tokens[last].letter());
    let is_article =
        letter.is_some_and(|letter| matches!(letter.letter, 'A' | 'I') && !letter.is_enclosed);
    let is_adjective =
        phrases::is(&tokens[end], Role::Right) || phrases::is(&tokens[end], Role::Wrong);
    let is_verb = [
        "fits", "works", "wins", "matches", "applies", "remains", "it", "it's", "fails",
    ]
    .contains(&&*tokens[end].text);
    is_article && is_adjective && !is_verb && tokens.get(end + 1).is_some_and(Token::is_wordlike)
}

/// Whether a single word at `at` is a whole verdict: *correct.*, *wrong because…*, a tick or a cross.
pub(super) fn is_bare_verdict(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|token| token.letter().is_none()) else {
        return false;
    };
    let is_verdict = phrases::is(token, Role::Right) || phrases::is(token, Role::Wrong);
    let ends = tokens.get(at + 1).is_none_or(|next| {
        !next.is_wordlike() || ["because", "since", "as", "and"].contains(&&*next.text)
    });
    is_verdict
        && (ends
            || token.kind == Kind::Word
                && matches!(&*token.text, super::tokens::TICK | super::tokens::CROSS))
}

pub(super) fn may_begin_verdict(token: &Token) -> bool {
    let verbs = [
        "can",
        "cannot",
        "can't",
        "could",
        "couldn't",
        "may",
        "might",
        "does",
        "doesn't",
        "did",
        "do",
        "don't",
        "looks",
        "fits",
        "works",
        "wins",
        "matches",
        "applies",
        "remains",
        "it",
        "it's",
        "for",
        "stimmt",
        "passt",
        "trifft",
        "isn't",
        "wasn't",
        "aren't",
        "won't",
        "wouldn't",
        "shouldn't",
        "scheidet",
        "not",
        "kann",
        "ne",
        "n'est",
        "no",
        "não",
        "non",
        "не",
        "makes",
        "describes",
        "sounds",
        "feels",
        "gets",
    ];
    verbs.contains(&&*token.text)
        || phrases::is(token, Role::Link)
        || (phrases::is(token, Role::Right) && token.letter().is_none())
}

/// The length of what says *correct* at `at`; *answer* and *best* only after *the* or *my*.
fn right_at(tokens: &[Token], at: usize, end: usize) -> Option<usize> {
    let phrase_end = phrases::phrase_after(tokens, at, Role::Right)?;
    let token = &tokens[at];
    let is_noun = ["answer", "choice", "winner"].contains(&&*token.text);
    let before = at
        .checked_sub(1)
        .filter(|before| *before >= end)
        .map(|before| &*tokens[before].text);
    let has_article =
        before.is_some_and(|word| ["the", "my", "our", "correct", "right", "best"].contains(&word));
    let is_first_pronoun = at == end && ["it", "it's"].contains(&&*token.text);
    let is_elided = is_first_pronoun && tokens.get(phrase_end).is_some_and(|next| !is_break(next));
    ((!is_noun || has_article) && !is_elided).then_some(phrase_end - at)
}

/// *Correct only if*, *right about*.
fn is_limited(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        [
            "only", "if", "when", "about", "except", "at", "but", "unless",
        ]
        .contains(&&*token.text)
    })
}

/// Whether the letters that end right before `end` stand alone, so that they can be an answer.
pub(super) fn stands(reply: &Reply, end: usize, follow: Follow) -> bool {
    let tokens = &reply.tokens;
    let Some(letter) = tokens[end - 1].letter() else {
        return false;
    };
    if letter.is_enclosed {
        return true;
    }
    let Some(next) = tokens.get(end) else {
        return true;
    };
    let is_own_text = || {
        reply
            .text_from(end)
            .any(|text| text.letter == letter.letter)
    };
    let is_pronoun = letter.letter == 'I';
    match next.kind {
        Kind::NewLine => true,
        Kind::Punct(c) => {
            ends_clause(tokens, end, c) && !(is_pronoun && c == ',') || is_own_text_over(reply, end)
        }
        Kind::Sign => !letter.is_mapped,
        Kind::Number => {
            is_own_text()
                || tokens.get(end + 1).is_some_and(|sign| sign.is_punct('%'))
                || (follow == Follow::Lenient
                    && letter.letter != 'A'
                    && letter.is_upper
                    && !next.is_glued)
        }
        Kind::Word | Kind::Letter(_) => {
            let is_verb = CLAUSE_VERBS.contains(&&*next.text);
            let is_reason = ["because", "since"].contains(&&*next.text)
                || (is_verb && follow == Follow::Lenient && next.text == "is");
            let is_after = phrases::is(next, Role::After)
                && !(is_verb && follow == Follow::Strict)
                && (!is_pronoun || is_reason);
            let is_no_word =
                letter.is_upper && !letter.is_mapped && !matches!(letter.letter, 'A' | 'I');
            is_own_text()
                || is_after
                || (follow == Follow::Lenient && is_no_word)
                || next.text == super::tokens::TICK
        }
    }
}

fn is_own_text_over(reply: &Reply, end: usize) -> bool {
    let letter = reply.tokens[end - 1].letter().map(|letter| letter.letter);
    reply
        .text_from(end + 1)
        .any(|text| Some(text.letter) == letter)
}

/// Whether a mark ends the clause: not the hyphen of `C-130`, the points of `A.M.`, the stroke of `A/C`.
fn ends_clause(tokens: &[Token], at: usize, mark: char) -> bool {
    let is_glued = tokens[at].is_glued;
    let next = tokens.get(at + 1).filter(|next| next.is_glued);
    match mark {
        '=' | '+' | '%' | '@' | '<' => false,
        '&' | '/' => !is_glued,
        '-' => !(is_glued && next.is_some_and(Token::is_wordlike)),
        '.' => !(is_glued && next.is_some_and(|next| next.letter().is_some())),
        _ => true,
    }
}

/// The letters named together from `start` on (`A and B`, `A, B`), each once, and where they end.
pub(super) fn group(tokens: &[Token], start: usize) -> (Vec<char>, usize) {
    let mut letters = Vec::new();
    let mut end = start;
    let mut next = Some(start);
    while let Some(at) = next {
        let Some(letter) = tokens.get(at).and_then(Token::letter) else {
            break;
        };
        if !letters.contains(&letter.letter) {
            letters.push(letter.letter);
        }
        end = at + 1;
        next = joined(tokens, end);
    }
    (letters, end)
}

/// Where the next letter of a group is, if `end` is followed by one.
fn joined(tokens: &[Token], end: usize) -> Option<usize> {
    let mut at = end;
    while at < end + 3 {
        let token = tokens.get(at)?;
        let is_hyphen = token.is_punct('-')
            && token.is_glued
            && tokens.get(at + 1).is_some_and(|next| next.is_glued);
        let joins = is_hyphen
            || matches!(token.kind, Kind::Punct(',' | '/' | '&' | '+'))
            || (phrases::is(token, Role::And)
                && token.letter().is_none_or(|letter| !letter.is_upper))
            || phrases::is_joining_sign(token)
            || (at > end && (phrases::is(token, Role::Choice) || GUESSES.contains(&&*token.text)));
        if !joins {
            break;
        }
        at += 1;
    }
    let letter = tokens.get(at)?.letter()?;
    let Some(after) = tokens.get(at + 1) else {
        return Some(at);
    };
    let ends = match after.kind {
        Kind::NewLine => true,
        Kind::Punct(c) => ends_clause(tokens, at + 1, c) && !(c == ':' && at > end + 1),
        Kind::Sign => true,
        _ => {
            phrases::is(after, Role::And)
                || PLURAL_VERBS.contains(&&*after.text)
                || after
                    .letter()
                    .is_some_and(|after| after.is_upper && after.letter != 'I')
        }
    };
    ((letter.is_upper
        || letter.is_enclosed
        || tokens[end - 1]
            .letter()
            .is_some_and(|first| !first.is_upper))
        && (ends || letter.is_enclosed))
        .then_some(at)
}
