//! The sentence at the top of the page: what the numbers say, in plain words.
//!
//! Deliberately absent: intervals, comparisons, and any opinion on whether a result is good.

use super::percent;
use crate::dataset::Task;
use crate::outcome::Outcome;
use crate::score::Scored;
use crate::settings::Normalizer;

/// The result in one to four sentences. Missing, failed and unreadable answers are always named.
///
/// The percentage is rounded half up from the exact ratio, see [`percent`].
pub fn verdict(task: Task, scored: &Scored) -> String {
    let n_items = scored.items.len() as u64;
    if n_items == 0 {
        return "No question was scored.".to_owned();
    }
    let count = |outcome| count(scored, outcome);
    if count(Outcome::Missing) == n_items {
        return match n_items {
            1 => "The one question has no prediction.".to_owned(),
            n => format!("None of the {n} questions has a prediction."),
        };
    }
    let n_correct = count(Outcome::Correct);
    let action = match task {
        Task::Extractive => "gave exactly the right answer",
        Task::MultipleChoice => "chose the right letter",
    };
    let mut sentences = vec![format!(
        "The model {action} in {n_correct} of {} ({} %).",
        questions(n_items),
        percent(n_correct, n_items)
    )];
    match task {
        Task::Extractive => sentences.extend(wrong_answers(scored)),
        Task::MultipleChoice => sentences.extend(wrong_letters(scored)),
    }
    sentences.extend(without_answer(task, scored));
    sentences.join(" ")
}

fn count(scored: &Scored, outcome: Outcome) -> u64 {
    let counted = Outcome::ALL.iter().zip(scored.counts);
    counted
        .filter(|(class, _)| **class == outcome)
        .map(|(_, n)| u64::from(n))
        .sum()
}

fn wrong_answers(scored: &Scored) -> Vec<String> {
    let facts = scored.facts;
    let n_told = u64::from(facts.n_invented + facts.n_missed + facts.n_other);
    let n_plainly_wrong = count(scored, Outcome::Wrong) + count(scored, Outcome::Empty);
    // An invented answer can share a word with NONE; it is told once, with the wrong ones.
    let n_told_partial = n_told.saturating_sub(n_plainly_wrong);
    let n_partial = count(scored, Outcome::Partial).saturating_sub(n_told_partial);
    let partly = match n_partial {
        0 => None,
        1 => Some("1 more was partly right.".to_owned()),
        n => Some(format!("{n} more were partly right.")),
    };
    let wrong = kinds_of_wrong(scored, n_told.max(n_plainly_wrong));
    partly.into_iter().chain(wrong).collect()
}

/// Number, what the model did, and the same said of one wrong answer and of all of them.
type Kind = (u32, &'static str, &'static str, &'static str);

#[rustfmt::skip]
fn kinds_of_wrong(scored: &Scored, n_wrong: u64) -> Option<String> {
    let facts = scored.facts;
    let kinds: [Kind; 3] = [
        (facts.n_invented, "invented", "is invented: the key says none", "are invented: the key says none"),
        (facts.n_missed, "missed", "is a miss: the key has an answer", "are misses: the key has an answer"),
        (facts.n_other, "gave another in", "is another than the key's", "are others than the key's"),
    ];
    let kinds: Vec<_> = kinds.into_iter().filter(|(n, ..)| *n > 0).collect();
    let parts: Vec<_> = kinds.iter().map(|(n, verb, ..)| format!("{verb} {n}")).collect();
    match (n_wrong, kinds.as_slice()) {
        (0, _) => None,
        (1, []) => Some("1 answer was wrong.".to_owned()),
        (_, []) => Some(format!("{n_wrong} answers were wrong.")),
        (1, [(_, _, one, _)]) => Some(format!("Its one wrong answer {one}.")),
        (_, [(n, _, _, all)]) if u64::from(*n) == n_wrong => Some(format!("Its {n} wrong answers {all}.")),
        _ => Some(format!("Of its {n_wrong} wrong answers it {}.", joined(&parts))),
    }
}

fn wrong_letters(scored: &Scored) -> Option<String> {
    let n_wrong = count(scored, Outcome::Wrong) + count(scored, Outcome::Partial);
    let reads_letters = scored
        .settings
        .normalizers
        .contains(&Normalizer::ChoiceLetter);
    match n_wrong {
        0 => None,
        n if reads_letters => Some(format!("It chose another in {n}.")),
        // Compared as they are, `B.` and `B` differ: that is no other choice.
        n => Some(format!("In {n} its reply is not just the key's letter.")),
    }
}

/// What is not an answer at all, class by class, and that it counts.
fn without_answer(task: Task, scored: &Scored) -> Vec<String> {
    let count = |outcome| count(scored, outcome);
    let n_failed = count(Outcome::HttpError) + count(Outcome::Network) + count(Outcome::Timeout);
    // In extractive data blank replies are told as missed answers.
    let n_blank = match task {
        Task::Extractive => 0,
        Task::MultipleChoice => count(Outcome::Empty),
    };
    let told = told(&count, n_failed, n_blank);
    let n_told: u64 = told.iter().map(|(n, ..)| n).sum();
    let parts: Vec<_> = told
        .iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, one, many)| format!("{n} {}", if *n == 1 { one } else { many }))
        .collect();
    match n_told {
        0 => Vec::new(),
        1 => vec![format!("{}; it counts as not right.", joined(&parts))],
        _ => vec![format!("{}; they count as not right.", joined(&parts))],
    }
}

/// Number, and what is said of one and of several.
type Told = (u64, &'static str, &'static str);

#[rustfmt::skip]
fn told(count: &dyn Fn(Outcome) -> u64, n_failed: u64, n_blank: u64) -> [Told; 6] {
    [
        (count(Outcome::Missing), "question has no prediction", "questions have no prediction"),
        (n_failed, "call failed", "calls failed"),
        (count(Outcome::Unparsed), "reply could not be read", "replies could not be read"),
        (n_blank, "reply was blank", "replies were blank"),
        (count(Outcome::Refused), "answer was declined", "answers were declined"),
        (count(Outcome::Truncated), "reply was cut off", "replies were cut off"),
    ]
}

fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn questions(n: u64) -> String {
    if n == 1 {
        "1 question".to_owned()
    } else {
        format!("{n} questions")
    }
}
