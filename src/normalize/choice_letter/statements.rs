//! Stated answers anywhere in a reply, and which of them counts: the last.
//!
//! Deliberately absent: letters at the start of a line that nothing leads to; [`lines`](super::lines) reads those.

use super::full_text::Occurrence;
use super::lead::{self, Lead};
use super::phrases::{self, Role};
use super::standing::{self, Follow};
use super::tokens::{Kind, Letter};
use super::verdict::{self, Said};
use super::{Found, Reply, choice_text, lines, lists};

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
            Claim::Letter(letter) if choice_text::contradicts(reply, self.end, letter) => {
                Some(Err(super::CONTRADICTS))
            }
            Claim::Letter(letter) => Some(Ok(letter)),
            Claim::Text(text) => Some(choice_text::letter_of(reply, text)),
            Claim::Several => Some(Err(super::SEVERAL)),
            Claim::Unoffered => Some(Err(super::UNOFFERED)),
            Claim::NoAnswer => Some(Err(super::NO_ANSWER)),
        }
    }
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
                    && lead::leads_to_letter(&reply.tokens, at) =>
            {
                at + 1
            }
            Some(_) if reply.is_inside_text(at) => at + 1,
            Some(letter) => {
                let (letters, end) = standing::group(&reply.tokens, at);
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
    found.extend(lists::marked_right(reply).map(|(letter, line)| Statement {
        start: line.start,
        end: line.end,
        claim: Claim::Letter(letter),
        is_firm: true,
    }));
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
        || lists::is_in_list(reply, start)
    {
        return None;
    }
    let is_colon = |at: usize| tokens.get(at).is_some_and(|next| next.is_punct(':'));
    if letters.len() > 1
        && tokens.get(end).is_some_and(|next| next.is_punct(')'))
        && is_colon(end + 1)
    {
        return None; // `Answer (A, B or C):` names the choices.
    }
    let is_unoffered = letters.len() == 1 && !reply.offers(letters[0]);
    let lead = lead::lead(tokens, start);
    let said = verdict::said_of(reply, end, letters[0]);
    if said == Said::Wrong || matches!(lead, Lead::Not | Lead::If) {
        return None;
    }
    let is_plain = first.is_upper || first.is_enclosed;
    let follow = match lead {
        Lead::Answer if is_plain && !is_unoffered => Follow::Lenient,
        _ => Follow::Strict,
    };
    let is_asked = tokens.get(end).is_some_and(|next| next.is_punct('?'));
    let stands = standing::stands(reply, end, follow);
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
        [letter] if standing::is_joined_over_text(reply, end, *letter) => Claim::Several,
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
            .all(|token| matches!(token.kind, Kind::Sign | Kind::Punct('.' | '!' | ')')))
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
    before(5, &['.', ',', ';', ':', '!', '?']).any(|token| {
        phrases::is(token, Role::If)
            || (phrases::is(token, Role::Not) && !phrases::is(token, Role::Wrong))
    }) || (is_would_be
        && before(14, &['.', ';', ':', '!', '?']).any(|token| phrases::is(token, Role::If)))
}

fn of_text(reply: &Reply, text: Occurrence) -> Option<Statement> {
    let tokens = &reply.tokens;
    let lead = lead::lead(tokens, text.start);
    let said = verdict::said(tokens, text.end);
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
        .filter(|()| !is_letter && !lists::is_in_list(reply, text.start))?;
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
    let is_stated = !is_text && lead::lead(&reply.tokens, start) == Lead::Answer;
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
    let is_plain = reply.offers(letter) && !lists::is_in_list(reply, last.start);
    is_plain.then_some(Statement {
        start: last.start,
        end: last.end,
        claim: Claim::Letter(letter),
        is_firm: true,
    })
}
