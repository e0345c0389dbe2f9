//! Runs made by hand, and their comparison drawn to its end.

use marksheet::compare::{self, Compared, Comparing, Mark, Measure};
use marksheet::dataset::{About, Choice, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{default_settings, score};

pub fn dataset(task: Task, items: Vec<Item>) -> Dataset {
    Dataset {
        file: "made.json".into(),
        task,
        shape: "made",
        about: About::default(),
        has_alue_marks: false,
        contexts: vec!["A passage.".into(); 1000],
        items,
        examples: Vec::new(),
    }
}

pub fn item(is_letter: bool) -> Item {
    let letters = if is_letter { "ABCD" } else { "" };
    let choice = |letter| Choice {
        letter,
        text: String::new(),
    };
    Item {
        choices: letters.chars().map(choice).collect(),
        ..Item::default()
    }
}

/// `n` extractive questions whose answer is `wing`, each about a context of its own or `n_by_context` about one.
pub fn wings(n: u32, n_by_context: Option<u32>) -> Dataset {
    let question = |at| Item {
        answers: vec!["wing".into()],
        context: n_by_context.map(|n| at / n),
        ..item(false)
    };
    dataset(Task::Extractive, (0..n).map(question).collect())
}

/// A run with these answers; `!` is a call that failed.
pub fn run(dataset: &Dataset, answers: &[Option<String>]) -> Vec<Mark> {
    let entry = |text: &String| Entry {
        id: String::new(),
        value: Json::Text(text.clone().into()),
        no_answer_probability: None,
        failure: (text == "!").then(|| Failure {
            outcome: Outcome::Timeout,
            detail: "60 seconds".into(),
        }),
    };
    let entries: Vec<Option<Entry>> = answers
        .iter()
        .map(|text| text.as_ref().map(entry))
        .collect();
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    compare::marks(&score(
        dataset,
        &joined,
        &default_settings(dataset),
        &mut |_| {},
    ))
}

/// A run of which each letter is an answer: `w` wing, `h` half of it right, `x` wrong, `-` missing, `!` failed.
pub fn marks(dataset: &Dataset, marks: &str) -> Vec<Mark> {
    let answer = |mark| match mark {
        'w' => Some("wing"),
        'h' => Some("wing tip"),
        'x' => Some("rudder"),
        '!' => Some("!"),
        _ => None,
    };
    let answers: Vec<_> = marks
        .chars()
        .map(|mark| answer(mark).map(str::to_owned))
        .collect();
    run(dataset, &answers)
}

pub fn compared(dataset: &Dataset, first: &[Mark], second: &[Mark], measure: Measure) -> Compared {
    let mut comparing = Comparing::new(dataset, first, second, measure);
    while !comparing.is_done() {
        comparing.step(250);
    }
    comparing.finish()
}
