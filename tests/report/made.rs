//! Runs made by hand, without readers or scorer.

use marksheet::dataset::{About, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::Entry;
use marksheet::report::run_record::RunRecord;
use marksheet::report::{self, ResultFile, Run, RunFacts};
use marksheet::score::{Comparison, Facts, Gold, ItemScore, ListScore, Scored};
use marksheet::settings::{Normalizer, Profile, Settings};
use std::borrow::Cow;

/// A run under construction.
pub struct Made {
    pub dataset: Dataset,
    pub entries: Vec<Option<Entry>>,
    pub scored: Scored,
    pub facts: RunFacts,
}

impl Made {
    pub fn new(task: Task) -> Self {
        Self {
            dataset: Dataset {
                file: "dev.json".into(),
                task,
                shape: "made by hand",
                about: About::default(),
                has_alue_marks: true,
                contexts: Vec::new(),
                items: Vec::new(),
                examples: Vec::new(),
            },
            entries: Vec::new(),
            scored: Scored {
                settings: Settings {
                    profile: Profile::Alue,
                    normalizers: vec![Normalizer::ChoiceLetter],
                    field_to_extract: None,
                    n_questions: None,
                    unicode: false,
                },
                items: Vec::new(),
                metrics: Vec::new(),
                counts: [0; 11],
                as_alue: Vec::new(),
                facts: Facts::default(),
                problems: Vec::new(),
            },
            facts: RunFacts::default(),
        }
    }

    /// Adds a question with its prediction and result, and brings the figures up to date.
    pub fn add(&mut self, item: Item, entry: Option<Entry>, outcome: Outcome, f1: f64) {
        self.dataset.items.push(item);
        self.entries.push(entry);
        self.scored.items.push(score(outcome, f1));
        let place = Outcome::ALL.iter().position(|class| *class == outcome);
        self.scored.counts[place.unwrap()] += 1;
        let total = self.scored.items.len() as f64;
        let n_correct = f64::from(self.scored.counts[0]);
        let f1s = self.scored.items.last().map_or(0.0, |_| f1);
        self.scored.metrics = match self.dataset.task {
            Task::Extractive => {
                let sum = self.sum_f1(f1s);
                vec![
                    ("exact", 100.0 * n_correct / total),
                    ("f1", 100.0 * sum / total),
                    ("total", total),
                ]
            }
            Task::MultipleChoice => vec![
                ("accuracy", n_correct / total),
                ("correct", n_correct),
                ("total", total),
            ],
        };
    }

    /// The sum so far, kept in the metric so that building 130,000 questions is not quadratic.
    fn sum_f1(&self, added: f64) -> f64 {
        let before = self.scored.items.len() as f64 - 1.0;
        let mean = self.scored.metrics.iter().find(|(key, _)| *key == "f1");
        mean.map_or(0.0, |(_, mean)| mean * before / 100.0) + added
    }

    pub fn with_run<T>(&self, use_run: impl FnOnce(&Run<'_>) -> T) -> T {
        let entries: Vec<_> = self.entries.iter().map(Option::as_ref).collect();
        let compare = |item_idx: usize| self.compare(item_idx);
        use_run(&Run::new(
            &self.dataset,
            &entries,
            &self.scored,
            &self.facts,
            &compare,
        ))
    }

    fn compare(&self, item_idx: usize) -> Comparison {
        let item = &self.dataset.items[item_idx];
        let read = match self.entries[item_idx].as_ref().map(|entry| &entry.value) {
            Some(Json::Text(text)) => text.to_string(),
            _ => String::new(),
        };
        comparison(&item.answers, &read, self.scored.items[item_idx])
    }

    pub fn files(&self) -> Vec<ResultFile> {
        self.with_run(report::files)
    }

    pub fn file(&self, name: &str) -> String {
        self.with_run(|run| report::file(run, name)).unwrap().text
    }

    pub fn record(&self) -> RunRecord {
        self.with_run(RunRecord::of)
    }

    pub fn zip(&self, dropped: Option<(&str, &[u8])>) -> Vec<u8> {
        let zip = self.with_run(|run| report::zip(run, dropped, &mut |_, _| {}));
        zip.unwrap()
    }
}

pub fn item(id: &str, answers: &[&str]) -> Item {
    Item {
        id: id.to_owned(),
        question: format!("What is {id}?"),
        answers: answers.iter().map(ToString::to_string).collect(),
        ..Item::default()
    }
}

pub fn entry(id: &str, value: Json<'static>) -> Entry {
    Entry {
        id: id.to_owned(),
        value,
        no_answer_probability: None,
        failure: None,
    }
}

pub fn text(text: &str) -> Json<'static> {
    Json::Text(Cow::Owned(text.to_owned()))
}

pub fn number(digits: &str) -> Json<'static> {
    Json::Number(Cow::Owned(digits.to_owned()))
}

/// A value from JSON text; numbers with a fraction get two decimals, as the tests write them.
pub fn json(source: &str) -> Json<'static> {
    fn from(value: serde_json::Value) -> Json<'static> {
        match value {
            serde_json::Value::Null => Json::Null,
            serde_json::Value::Bool(value) => Json::Bool(value),
            serde_json::Value::Number(n) => number(&format!("{:.2}", n.as_f64().unwrap())),
            serde_json::Value::String(value) => text(&value),
            serde_json::Value::Array(values) => Json::List(values.into_iter().map(from).collect()),
            serde_json::Value::Object(map) => Json::Object(
                map.into_iter()
                    .map(|(key, value)| (Cow::Owned(key), from(value)))
                    .collect(),
            ),
        }
    }
    from(serde_json::from_str(source).unwrap())
}

fn score(outcome: Outcome, f1: f64) -> ItemScore {
    ItemScore {
        outcome,
        exact: if outcome == Outcome::Correct {
            1.0
        } else {
            0.0
        },
        f1,
        list: ListScore::default(),
        best_gold: 0,
        is_flagged: false,
    }
}

fn comparison(answers: &[String], read: &str, score: ItemScore) -> Comparison {
    let golds = answers.iter().map(|gold| Gold {
        written: gold.clone(),
        prepared: gold.clone(),
        compared: gold.to_lowercase(),
        exact: score.exact,
        f1: score.f1,
    });
    Comparison {
        read: read.to_owned(),
        normalized: read.to_owned(),
        compared: read.to_owned(),
        golds: golds.collect(),
        score,
        rules: vec!["made by hand".to_owned()],
        notes: Vec::new(),
    }
}
