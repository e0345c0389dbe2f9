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
    let kinds = [facts.n_invented, facts.n_missed, facts.n_other];
    let n_wrong: u32 = kinds.iter().sum();
    let mut sentences = Vec::new();
    let n_plainly_wrong = count(scored, Outcome::Wrong) + count(scored, Outcome::Empty);
    // An invented answer can share a word with NONE; it is told once, with the wrong ones.
    let n_told = u64::from(n_wrong).saturating_sub(n_plainly_wrong);
    match count(scored, Outcome::Partial).saturating_sub(n_told) {
        0 => {}
        1 => sentences.push("1 more was partly right.".to_owned()),
        n => sentences.push(format!("{n} more were partly right.")),
    }
    let told = [
        (
            facts.n_invented,
            "invented",
            "is invented: the key says none",
            "are invented: the key says none",
        ),
        (
            facts.n_missed,
            "missed",
            "is a miss: the key has an answer",
            "are misses: the key has an answer",
        ),
        (
            facts.n_other,
            "gave another in",
            "is another than the key's",
            "are others than the key's",
        ),
    ];
    let told: Vec<_> = told.into_iter().filter(|(n, ..)| *n > 0).collect();
    sentences.extend(match told.as_slice() {
        [] => None,
        [(1, _, one, _)] => Some(format!("Its one wrong answer {one}.")),
        [(n, _, _, all)] => Some(format!("Its {n} wrong answers {all}.")),
        several => {
            let parts: Vec<_> = several
                .iter()
                .map(|(n, verb, ..)| format!("{verb} {n}"))
                .collect();
            let parts = joined(&parts);
            Some(format!("Of its {n_wrong} wrong answers it {parts}."))
        }
    });
    sentences
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
    let told = [
        (
            count(Outcome::Missing),
            "question has no prediction",
            "questions have no prediction",
        ),
        (n_failed, "call failed", "calls failed"),
        (
            count(Outcome::Unparsed),
            "reply could not be read",
            "replies could not be read",
        ),
        (n_blank, "reply was blank", "replies were blank"),
        (
            count(Outcome::Refused),
            "answer was declined",
            "answers were declined",
        ),
        (
            count(Outcome::Truncated),
            "reply was cut off",
            "replies were cut off",
        ),
    ];
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
