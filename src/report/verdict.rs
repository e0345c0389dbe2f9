//! The sentence at the top of the page: what the numbers say, in plain words.
//!
//! Deliberately absent: intervals, comparisons, and any opinion on whether a result is good.

use crate::dataset::Task;
use crate::outcome::Outcome;
use crate::rounding::percent;
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
    let partly = match count(scored, Outcome::Partial) {
        0 => None,
        1 => Some("1 more was partly right.".to_owned()),
        n => Some(format!("{n} more were partly right.")),
    };
    partly.into_iter().chain(kinds_of_wrong(scored)).collect()
}

/// Number, what the model did, and the same said of one answer and of all of them.
type Kind = (u32, &'static str, &'static str, &'static str);

/// What the wrong and the empty answers are. The parts add up to them, or are left out.
#[rustfmt::skip]
fn kinds_of_wrong(scored: &Scored) -> Option<String> {
    let facts = scored.facts;
    let kinds: [Kind; 4] = [
        (facts.n_invented, "invented", "is invented: the key says none", "are invented: the key says none"),
        (facts.n_missed, "missed", "is a miss: the key has an answer", "are misses: the key has an answer"),
        (facts.n_other, "gave another in", "is not the one in the key", "are not those in the key"),
        (facts.n_said_none, "said in other words that there is none in",
            "says that there is none in other words than the key", "say that there is none in other words than the key"),
    ];
    let (n_wrong, n_empty) = (count(scored, Outcome::Wrong), count(scored, Outcome::Empty));
    let n_told: u64 = kinds.iter().map(|(n, ..)| u64::from(*n)).sum();
    let kinds: Vec<_> = kinds.into_iter().filter(|(n, ..)| *n > 0).collect();
    let parts: Vec<_> = kinds.iter().map(|(n, verb, ..)| format!("{verb} {n}")).collect();
    let named = wrong_and_empty(n_wrong, n_empty);
    match (n_wrong + n_empty, kinds.as_slice()) {
        (0, _) => None,
        (n, _) if n != n_told => Some(format!("It gave {named}.")),
        (1, [(_, _, one, _)]) => Some(format!("Its {named} {one}.")),
        (_, [(_, _, _, all)]) => Some(format!("Its {named} {all}.")),
        _ => Some(format!("Of its {named} it {}.", joined(&parts))),
    }
}

/// `6 wrong answers and 1 empty one`, by the classes of the page.
fn wrong_and_empty(n_wrong: u64, n_empty: u64) -> String {
    let answers = |n: u64, kind: &str| match n {
        1 => format!("one {kind} answer"),
        n => format!("{n} {kind} answers"),
    };
    match (n_wrong, n_empty) {
        (n, 0) => answers(n, "wrong"),
        (0, n) => answers(n, "empty"),
        (n, 1) => format!("{} and 1 empty one", answers(n, "wrong")),
        (n, m) => format!("{} and {m} empty ones", answers(n, "wrong")),
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
