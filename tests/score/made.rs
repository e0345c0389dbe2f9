//! Small datasets and predictions made by hand.

use marksheet::dataset::{About, Choice, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{Scored, score};
use marksheet::settings::Settings;

pub fn dataset(task: Task, items: Vec<Item>) -> Dataset {
    Dataset {
        file: "made.json".into(),
        task,
        shape: "made",
        about: About::default(),
        has_alue_marks: false,
        contexts: Vec::new(),
        items,
        examples: Vec::new(),
    }
}

pub fn extractive(id: &str, golds: &[&str]) -> Item {
    Item {
        id: id.into(),
        answers: golds.iter().map(|gold| (*gold).to_owned()).collect(),
        ..Item::default()
    }
}

pub fn choice(id: &str, gold: &str) -> Item {
    Item {
        choices: ['A', 'B', 'C']
            .map(|letter| Choice {
                letter,
                text: String::new(),
            })
            .to_vec(),
        ..extractive(id, &[gold])
    }
}

pub fn entry(value: Json<'static>) -> Option<Entry> {
    Some(Entry {
        id: String::new(),
        value,
        no_answer_probability: None,
        failure: None,
    })
}

pub fn text(text: &str) -> Option<Entry> {
    entry(Json::Text(text.to_owned().into()))
}

pub fn failed(reply: &str, outcome: Outcome) -> Option<Entry> {
    let failure = Some(Failure {
        outcome,
        detail: "status 500".into(),
    });
    text(reply).map(|entry| Entry { failure, ..entry })
}

pub fn scored(dataset: &Dataset, entries: &[Option<Entry>], settings: &Settings) -> Scored {
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    score(dataset, &joined, settings, &mut |_| {})
}
