//! Stated answers anywhere in a reply, and which of them counts: the last.
//!
//! Deliberately absent: letters at the start of a line that nothing leads to; [`lines`](super::lines) reads those.

use std::ops::Range;

use super::context::{self, Follow, Lead, Said};
use super::full_text::Occurrence;
use super::phrases::{self, Role};
use super::tokens::{CROSS, Kind, Letter, TICK, Token};
use super::{Found, Reply, lines};

/// One place where the reply says what the answer is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Statement {
    start: usize,
    end: usize,
    claim: Claim,
    /// Not hedged: *is*, not *might be*.
    is_firm: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Claim {
    /// A letter the question offers.
    Letter(char),
    /// The full text of a choice.
    Text(Occurrence),
    /// Two letters or more.
    Several,
    /// A letter the question does not offer.
    Unoffered,
    /// *None of the above* and the like.
    NoAnswer,
}

/// The last stated answer. A hedged one (*might be B*) counts only if nothing else is stated.
pub(super) fn last_stated(reply: &Reply) -> Found {
    let all = all(reply);
    let firm: Vec<&Statement> = all.iter().filter(|statement| statement.is_firm).collect();
    let Some((last, earlier)) = firm.split_last() else {
        return guessed(&all);
    };
    let has_rival = earlier
        .iter()
        .rev()
        .take_while(|rival| shares_sentence(reply, rival, last))
        .any(|rival| rival.letter() != last.letter());
    if has_rival && last.letter().is_some() {
        return Some(Err(super::SEVERAL));
    }
    last.read(reply)
}

/// Whether the last stated answer takes back what was said before it: *wait*, *no*, *actually*.
pub(super) fn takes_back(reply: &Reply) -> bool {
    let all = all(reply);
    let Some(last) = all.iter().rev().find(|statement| statement.is_firm) else {
        return false;
    };
    let from = last.start.saturating_sub(14);
    reply.tokens[from..last.start].iter().any(|token| {
        [
            "wait",
            "no",
            "actually",
            "correction",
            "sorry",
            "mistake",
            "scratch",
            "instead",
            "correcting",
        ]
        .contains(&&*token.text)
    })
}

/// Hedged statements, if all of them agree.
fn guessed(all: &[Statement]) -> Found {
    let first = all.first()?.letter()?;
    all.iter()
        .all(|statement| statement.letter() == Some(first))
        .then_some(Ok(first))
}

impl Statement {
    fn letter(&self) -> Option<char> {
        match self.claim {
            Claim::Letter(letter) => Some(letter),
            Claim::Text(text) => Some(text.letter),
            _ => None,
        }
    }

    fn read(&self, reply: &Reply) -> Found {
        match self.claim {
            Claim::Letter(letter) if contradicts(reply, self.end, letter) => {
                Some(Err(super::CONTRADICTS))
            }
            Claim::Letter(letter) => Some(Ok(letter)),
            Claim::Text(text) => Some(letter_of(reply, text)),
            Claim::Several => Some(Err(super::SEVERAL)),
            Claim::Unoffered => Some(Err(super::UNOFFERED)),
            Claim::NoAnswer => Some(Err(super::NO_ANSWER)),
        }
    }
}

/// The letter of a text, unless two choices share it or another letter is put to it (`the rotor (B)`).
pub(super) fn letter_of(reply: &Reply, text: Occurrence) -> Result<char, &'static str> {
    if reply.texts.iter().any(|other| {
        other.start == text.start && other.end == text.end && other.letter != text.letter
    }) {
        return Err(super::SEVERAL);
    }
    let rest = &reply.tokens[text.end..];
    let skipped = rest.iter().take(4).take_while(|token| {
        matches!(token.kind, Kind::Punct('(' | ':' | '-' | ',' | '→'))
            || phrases::is(token, Role::Choice)
    });
    let at = text.end + skipped.count();
    let letter = reply.tokens.get(at).and_then(|token| token.letter());
    let is_put = letter.is_some_and(|letter| {
        letter.is_upper
            && reply.offers(letter.letter)
            && context::stands(reply, at + 1, Follow::Strict)
            && (at > text.end || letter.is_enclosed)
            && reply
                .tokens
                .get(at + 1)
                .is_none_or(|next| matches!(next.kind, Kind::NewLine | Kind::Punct(_)))
            && context::said(&reply.tokens, at + 1) != Said::Wrong
    });
    match letter {
        Some(letter) if is_put && letter.letter != text.letter => Err(super::CONTRADICTS),
        _ => Ok(text.letter),
    }
}

/// Whether the letter that ends right before `end` is followed by the full text of another choice.
pub(super) fn contradicts(reply: &Reply, end: usize, letter: char) -> bool {
    let tokens = &reply.tokens;
    let marks = tokens[end..]
        .iter()
        .take(3)
        .take_while(|token| matches!(token.kind, Kind::Punct(')' | '.' | ':' | '-' | ',' | '(')));
    let at = end + marks.count();
    let mut others = reply.text_from(at).peekable();
    others
        .peek()
        .is_some_and(|text| ends_part(reply, text.end) && text.letter != letter)
        && others.all(|text| text.letter != letter)
}

/// Whether nothing but words of the same sentence stand between two statements, none of them a turn.
fn shares_sentence(reply: &Reply, first: &Statement, second: &Statement) -> bool {
    reply
        .tokens
        .get(first.end..second.start)
        .unwrap_or_default()
        .iter()
        .all(|token| {
            !matches!(
                token.kind,
                Kind::NewLine | Kind::Punct('.' | '!' | '?' | ';')
            ) && !phrases::is(token, Role::Turn)
        })
}

/// Every statement, in order.
fn all(reply: &Reply) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < reply.tokens.len() {
        let end = match reply.tokens[at].letter() {
            Some(letter)
                if !letter.is_upper
                    && !letter.is_enclosed
                    && context::leads_to_letter(&reply.tokens, at) =>
            {
                at + 1
            }
            Some(letter) => {
                let (letters, end) = context::group(&reply.tokens, at);
                found.extend(of_letters(reply, letter, &letters, at, end));
                end
            }
            None => {
                found.extend(of_no_answer(reply, at));
                at + 1
            }
        };
        at = end;
    }
    found.extend(reply.texts.iter().filter_map(|text| of_text(reply, *text)));
    found.extend(of_last_line(reply));
    found.extend(of_list(reply));
    found.sort_by_key(|statement| (statement.start, statement.end));
    found
}

fn of_letters(
    reply: &Reply,
    first: Letter,
    letters: &[char],
    start: usize,
    end: usize,
) -> Option<Statement> {
    let tokens = &reply.tokens;
    let before = start.checked_sub(1).map(|before| &tokens[before]);
    if before.is_some_and(|before| phrases::is(before, Role::Other))
        || lines::is_in_list(reply, start)
    {
        return None;
    }
    let is_unoffered = letters.len() == 1 && !reply.offers(letters[0]);
    let lead = context::lead(tokens, start);
    let said = said_of(reply, end, letters[0]);
    if said == Said::Wrong || matches!(lead, Lead::Not | Lead::If) {
        return None;
    }
    let is_plain = first.is_upper || first.is_enclosed;
    let follow = match lead {
        Lead::Answer if is_plain && !is_unoffered => Follow::Lenient,
        _ => Follow::Strict,
    };
    let is_asked = tokens.get(end).is_some_and(|next| next.is_punct('?'));
    let stands = context::stands(reply, end, follow);
    let is_firm = match lead {
        Lead::Answer | Lead::Verb if stands && !is_asked => true,
        Lead::So | Lead::Name if (stands || said == Said::Right) && !is_asked && !is_unoffered => {
            true
        }
        Lead::Verb if said == Said::Right && !is_asked => true,
        Lead::Answer if stands && before.is_some_and(|before| before.is_punct(':')) => false,
        Lead::Guess if stands && !is_asked && !is_unoffered && !follows_text(reply, start) => false,
        Lead::Nothing if is_plain && !is_unoffered && ends_line(reply, start, end) => false,
        Lead::Guess | Lead::Nothing
            if said == Said::Right && is_plain && !is_asked && !is_doubted(reply, start, end) =>
        {
            true
        }
        _ => return None,
    };
    if first.letter == 'I' && is_unoffered {
        return None;
    }
    let claim = match letters {
        [letter] if reply.offers(*letter) => Claim::Letter(*letter),
        [_] => Claim::Unoffered,
        _ if letters.iter().all(|letter| !reply.offers(*letter)) => Claim::Unoffered,
        _ => Claim::Several,
    };
    Some(Statement {
        start,
        end,
        claim,
        is_firm,
    })
}

/// What is said about a letter, its own text and a closing mark passed over (`A) the rotor is wrong`, `A: wrong`).
pub(super) fn said_of(reply: &Reply, end: usize, letter: char) -> Said {
    let tokens = &reply.tokens;
    let marks = tokens[end..]
        .iter()
        .take(2)
        .take_while(|token| is_mark(token));
    let at = end + marks.count();
    if let Some(own) = reply.text_from(at).find(|text| text.letter == letter) {
        let is_closed = tokens
            .get(own.end)
            .is_some_and(|next| is_mark(next) && !next.is_punct('.'));
        return context::said(tokens, own.end + usize::from(is_closed));
    }
    // `B) Wrong altitude` is a choice, `B) wrong.` and `B) is wrong` are verdicts.
    let is_verdict = at == end
        || context::is_bare_verdict(tokens, at)
        || (at == end + 1
            && tokens[end].is_punct(')')
            && tokens.get(at).is_some_and(|next| {
                context::may_begin_verdict(next) && !phrases::is(next, Role::Right)
            }));
    if is_verdict {
        context::said(tokens, at)
    } else {
        Said::Nothing
    }
}

fn is_mark(token: &Token) -> bool {
    matches!(token.kind, Kind::Punct(')' | '.' | ':' | '-' | '('))
}

/// A letter that ends the line after a pause, as in `Sure, B.`: not stated, but all there is.
fn ends_line(reply: &Reply, start: usize, end: usize) -> bool {
    let tokens = &reply.tokens;
    let is_paused = start.checked_sub(1).is_some_and(|before| {
        matches!(
            tokens[before].kind,
            Kind::Punct(',' | '.' | '!' | ';' | '-')
        )
    });
    let rest = tokens[end..]
        .iter()
        .take_while(|token| token.kind != Kind::NewLine);
    is_paused
        && rest
            .take(4)
            .all(|token| matches!(token.kind, Kind::Punct('.' | '!' | ')')))
}

/// Whether the full text of a choice stands right before, as in `the rotor: B`.
fn follows_text(reply: &Reply, start: usize) -> bool {
    let end = start
        - reply.tokens[..start]
            .iter()
            .rev()
            .take(2)
            .take_while(|token| !token.is_wordlike())
            .count();
    let first = reply.texts.partition_point(|text| text.end < end);
    reply.texts.get(first).is_some_and(|text| text.end == end)
}

/// *If B is correct*, *I doubt that B is correct*, *if it were so, B would be correct*.
fn is_doubted(reply: &Reply, start: usize, end: usize) -> bool {
    let is_would_be = reply
        .tokens
        .get(end)
        .is_some_and(|next| next.text == "would");
    let before = |n: usize, marks: &'static [char]| {
        let clause = reply.tokens[start.saturating_sub(n)..start].iter().rev();
        clause.take_while(move |token| match token.kind {
            Kind::Punct(c) => !marks.contains(&c),
            kind => kind != Kind::NewLine,
        })
    };
    before(5, &['.', ',', ';', ':', '!', '?'])
        .any(|token| phrases::is(token, Role::If) || phrases::is(token, Role::Not))
        || (is_would_be
            && before(14, &['.', ';', ':', '!', '?']).any(|token| phrases::is(token, Role::If)))
}

fn of_text(reply: &Reply, text: Occurrence) -> Option<Statement> {
    let tokens = &reply.tokens;
    let lead = context::lead(tokens, text.start);
    let said = context::said(tokens, text.end);
    let ends = tokens
        .get(text.end)
        .is_none_or(|next| !next.is_wordlike() && !next.is_punct('?'));
    let is_stated = match lead {
        _ if said == Said::Wrong => false,
        Lead::Answer | Lead::Verb => ends || text.is_telling,
        Lead::So | Lead::Name => ends,
        Lead::Nothing => said == Said::Right && !is_doubted(reply, text.start, text.end),
        _ => false,
    };
    // A text that is itself a letter is read as one.
    let is_letter = tokens[text.start].letter().is_some() && text.end == text.start + 1;
    is_stated
        .then_some(())
        .filter(|()| !is_letter && !lines::is_in_list(reply, text.start))?;
    Some(Statement {
        start: text.start,
        end: text.end,
        claim: Claim::Text(text),
        is_firm: true,
    })
}

fn of_no_answer(reply: &Reply, start: usize) -> Option<Statement> {
    let end = phrases::phrase_after(&reply.tokens, start, Role::NoAnswer)?;
    let is_text = reply.text_from(start).next().is_some();
    let is_stated = !is_text && context::lead(&reply.tokens, start) == Lead::Answer;
    is_stated.then_some(Statement {
        start,
        end,
        claim: Claim::NoAnswer,
        is_firm: true,
    })
}

/// The last line, if it is a letter alone or a choice with its full text.
fn of_last_line(reply: &Reply) -> Option<Statement> {
    let (last, earlier) = reply.lines.split_last()?;
    let before = earlier.last()?;
    let line = lines::bare(reply, last.clone());
    let rival = lines::bare(reply, before.clone());
    let letter = match line {
        Some(letters) if letters.len() == 1 && rival.is_none_or(|rival| rival == letters) => {
            letters[0]
        }
        Some(_) => return None,
        None => lines::choice_with_text(reply, last.clone())?,
    };
    let is_plain = reply.offers(letter) && !lines::is_in_list(reply, last.start);
    is_plain.then_some(Statement {
        start: last.start,
        end: last.end,
        claim: Claim::Letter(letter),
        is_firm: true,
    })
}

/// A list of the choices in which exactly one is marked right.
fn of_list(reply: &Reply) -> Option<Statement> {
    let mut right = None;
    for line in reply
        .lines
        .iter()
        .filter(|line| lines::is_in_list(reply, line.start))
    {
        let Some((letter, start)) = lines::choice_at(reply, line) else {
            continue;
        };
        if list_verdict(reply, line, letter, start) == Some(true) {
            if right.is_some() {
                return None;
            }
            right = Some(Statement {
                start: line.start,
                end: line.end,
                claim: Claim::Letter(letter),
                is_firm: true,
            });
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

/// The full text of exactly one choice, neither ruled out nor asked about, anywhere in the reply.
///
/// A short text (`4`, `no`) counts only where the reply starts with it.
pub(super) fn only_text(reply: &Reply) -> Found {
    let first_line = reply.lines.first()?;
    let leading = reply
        .text_from(lines::text_start(reply, first_line))
        .find(|text| ends_part(reply, text.end) && !is_ruled_out(reply, text));
    let telling = reply
        .texts
        .iter()
        .filter(|text| text.is_telling && !is_ruled_out(reply, text));
    let mut only = leading;
    for text in telling {
        match only {
            Some(first) if first.letter != text.letter => return Some(Err(super::SEVERAL_TEXTS)),
            Some(_) => {}
            None => only = Some(text),
        }
    }
    only.map(|text| letter_of(reply, *text))
}

/// Whether a text that ends right before `end` is a part of its own: a mark or the line's end follows.
fn ends_part(reply: &Reply, end: usize) -> bool {
    let mut rest = reply
        .tokens
        .get(end..)
        .unwrap_or_default()
        .iter()
        .skip_while(|token| token.is_punct('%'));
    rest.next().is_none_or(|next| {
        matches!(
            next.kind,
            Kind::NewLine | Kind::Punct('.' | ',' | '!' | ';' | ')' | '-' | '(' | ':')
        )
    })
}

fn is_ruled_out(reply: &Reply, text: &Occurrence) -> bool {
    let tokens = &reply.tokens;
    let before = tokens[text.start.saturating_sub(4)..text.start]
        .iter()
        .rev();
    let is_negated = before
        .take_while(|token| {
            !matches!(
                token.kind,
                Kind::NewLine | Kind::Punct('.' | ',' | ';' | ':' | '!' | '?')
            )
        })
        .any(|token| phrases::is(token, Role::Not) || phrases::is(token, Role::If));
    let is_asked = tokens.get(text.end).is_some_and(|next| next.is_punct('?'));
    is_negated || is_asked || context::said(tokens, text.end) == Said::Wrong
}
