//! A chart's filter in an address: `letters:A:C`, `context:100:200`.

use super::percent;
use crate::charts::{Answers, F1Bin, Filter};
use crate::metrics::choice::Read;
use crate::outcome::Outcome;

/// No question has more tokens or takes longer; a larger number would fit no message.
const LARGEST: u64 = 10_000_000_000_000;

pub(super) fn write(filter: &Filter) -> String {
    let range = |from: &u64, below: &Option<u64>| {
        let below = below.map_or_else(String::new, |below| below.to_string());
        format!("{from}:{below}")
    };
    match filter {
        Filter::Outcome(outcome) => format!("class:{}", outcome.key()),
        Filter::F1(bin) => format!("f1:{}", bin_key(*bin)),
        Filter::Answers(answers) => format!("key:{}", answers_key(*answers)),
        Filter::Gold(letter) => format!("gold:{}", written(*letter)),
        Filter::Letters(gold, read) => {
            let read = match read {
                Read::Letter(letter) => written(*letter),
                Read::Unparsed => "unparsed".to_owned(),
                Read::NoReply => "no_reply".to_owned(),
            };
            format!("letters:{}:{read}", written(*gold))
        }
        Filter::ContextLength(from, to) => format!("context:{from}:{to}"),
        Filter::TokensIn(from, below) => format!("tokens_in:{}", range(from, below)),
        Filter::TokensOut(from, below) => format!("tokens_out:{}", range(from, below)),
        Filter::Duration(from, below) => format!("duration:{}", range(from, below)),
        Filter::Given(None) => "given:".to_owned(),
        Filter::Given(Some(threshold)) => format!("given:{threshold}"),
        Filter::Probability(answers, at) => format!("probability:{}:{at}", answers_key(*answers)),
    }
}

/// The filter; `None` for anything that is none.
pub(super) fn read(text: &str) -> Option<Filter> {
    let (name, value) = text.split_once(':')?;
    let parts = || value.split_once(':');
    let range = || -> Option<(u64, Option<u64>)> {
        let (from, below) = parts()?;
        let below = match below {
            "" => None,
            below => Some(number(below)?),
        };
        Some((number(from)?, below))
    };
    Some(match name {
        "class" => Filter::Outcome(Outcome::ALL.into_iter().find(|one| one.key() == value)?),
        "f1" => Filter::F1(bin(value)?),
        "key" => Filter::Answers(answers(value)?),
        "gold" => Filter::Gold(letter(value)?),
        "letters" => {
            let (gold, read) = parts()?;
            let read = match read {
                "unparsed" => Read::Unparsed,
                "no_reply" => Read::NoReply,
                other => Read::Letter(letter(other)?),
            };
            Filter::Letters(letter(gold)?, read)
        }
        "context" => {
            let (from, to) = parts()?;
            Filter::ContextLength(from.parse().ok()?, to.parse().ok()?)
        }
        "tokens_in" => range().map(|(from, below)| Filter::TokensIn(from, below))?,
        "tokens_out" => range().map(|(from, below)| Filter::TokensOut(from, below))?,
        "duration" => range().map(|(from, below)| Filter::Duration(from, below))?,
        "given" if value.is_empty() => Filter::Given(None),
        "given" => Filter::Given(Some(value.parse().ok().filter(|n: &f64| n.is_finite())?)),
        "probability" => {
            let (which, at) = parts()?;
            let at = at.parse().ok().filter(|at: &u8| *at < 20)?;
            Filter::Probability(answers(which)?, at)
        }
        _ => return None,
    })
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|n| *n <= LARGEST)
}

fn written(letter: char) -> String {
    percent::encoded(letter.encode_utf8(&mut [0; 4]))
}

fn letter(text: &str) -> Option<char> {
    let text = percent::decoded(text);
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn bin_key(bin: F1Bin) -> String {
    match bin {
        F1Bin::NoReply => "no_reply".to_owned(),
        F1Bin::Zero => "zero".to_owned(),
        F1Bin::Tenth(n) => n.to_string(),
        F1Bin::Exact => "exact".to_owned(),
    }
}

fn bin(key: &str) -> Option<F1Bin> {
    match key {
        "no_reply" => Some(F1Bin::NoReply),
        "zero" => Some(F1Bin::Zero),
        "exact" => Some(F1Bin::Exact),
        tenth => tenth.parse().ok().filter(|n| *n < 10).map(F1Bin::Tenth),
    }
}

fn answers_key(answers: Answers) -> &'static str {
    match answers {
        Answers::Some => "some",
        Answers::None => "none",
        Answers::NoneStated => "none_stated",
    }
}

fn answers(key: &str) -> Option<Answers> {
    let all = [Answers::Some, Answers::None, Answers::NoneStated];
    all.into_iter().find(|one| answers_key(*one) == key)
}
