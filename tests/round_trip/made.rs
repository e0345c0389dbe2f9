//! Datasets and predictions of either task, made at random from texts that have caused trouble.

use super::each::each;
use marksheet::settings::{Normalizer, Profile, Settings};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Ids with other spellings of each other among them, and one that a spreadsheet would change.
const IDS: &[&str] = &[
    "1",
    "01",
    "1.0",
    "q1",
    "Q1",
    "9007199254740993",
    "a b",
    "é",
    "=1+1",
    "x\"y",
];

/// Texts of golds and replies.
const TEXTS: &[&str] = &[
    "",
    " ",
    "Runway 27",
    "runway 27",
    "the runway",
    "27",
    "N12AB",
    "[N12AB]",
    "['N12AB', 'N34CD']",
    "[N12AB, N34CD]",
    "[NONE]",
    "NONE",
    "none",
    "ERROR",
    "The",
    "a",
    "B",
    "**B**",
    "(C)",
    "I think B",
    "not mentioned",
    "crème brûlée",
    "line one\nline two",
    "tab\there",
    "\"quoted\"",
    "<b>bold</b>",
    "=SUM(A1)",
    "{{ query }}",
    "null",
    "{\"answer\": \"B\"}",
    "<think>hm</think> B",
    "<think>hm",
    "ＮＯＮＥ",
    "İstanbul",
    "\u{200b}B",
    "1976",
    "3.50",
];

/// A dataset with its predictions, before they are written.
#[derive(Clone, Debug)]
pub struct Made {
    questions: Vec<Value>,
    predictions: Vec<(String, Value)>,
    /// Each row's failure or probability; only in the list form.
    extras: Vec<Map<String, Value>>,
    is_exam: bool,
    is_list: bool,
    pub n_questions: Option<usize>,
    profile: Profile,
    /// `None` for those the dataset suggests.
    normalizers: Option<Vec<Normalizer>>,
}

fn normalizers() -> impl Strategy<Value = Option<Vec<Normalizer>>> {
    let mut steps = each();
    steps.extend([
        Normalizer::JsonField {
            field: "tail".into(),
        },
        Normalizer::NoAnswerPhrases {
            phrases: vec!["not mentioned".into(), "=SUM(A1)".into()],
        },
        Normalizer::Regex {
            pattern: "(?i)(n\\w+)".into(),
            group: 1,
        },
        Normalizer::Regex {
            pattern: "(".into(),
            group: 7,
        },
    ]);
    let step = prop::sample::select(steps);
    prop::option::of(prop::collection::vec(step, 0..3))
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => prop::sample::select(TEXTS).prop_map(str::to_owned), 1 => ".{0,12}"]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => text().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => (-5i64..2000).prop_map(Value::from),
        1 => prop::sample::select(vec![0.5, 3.25, 118.1, -2.0, 1e21]).prop_map(Value::from),
        1 => prop::collection::vec(text(), 0..3).prop_map(Value::from),
        1 => text().prop_map(|text| json!({ "answer": text, "sure": true })),
        1 => (text(), text()).prop_map(|(a, b)| json!({ "tail": a, "other": [b] })),
    ]
}

fn extra() -> impl Strategy<Value = Map<String, Value>> {
    prop_oneof![
        3 => Just(json!({})),
        1 => (0u32..=10).prop_map(|tenths| json!({ "no_answer_probability": f64::from(tenths) / 10.0 })),
        1 => Just(json!({ "error": "rate limit exceeded" })),
    ]
    .prop_map(|value| value.as_object().cloned().unwrap_or_default())
}

fn question(id: &'static str, is_exam: bool) -> impl Strategy<Value = Value> {
    let extractive = (text(), prop::collection::vec(text(), 0..3)).prop_map(move |(context, golds)| {
        let answers: Vec<_> = golds.into_iter().map(|text| json!({ "text": text })).collect();
        json!({ "context": context, "qas": [{ "id": id, "question": format!("What of {id}?"), "answers": answers }] })
    });
    let exam = (0usize..3, prop::collection::vec(text(), 3)).prop_map(move |(right, texts)| {
        let letters = ["A", "B", "C"];
        let flat = |text: &String| text.replace('\n', " ");
        let lines: Vec<_> = letters.iter().zip(&texts).map(|(letter, text)| format!("{letter}) {}", flat(text))).collect();
        json!({ "id": id, "input": format!("What of {id}?\n{}", lines.join("\n")), "output": letters[right] })
    });
    if is_exam {
        exam.boxed()
    } else {
        extractive.boxed()
    }
}

/// Any dataset with any predictions, some ids missing on either side.
pub fn run() -> impl Strategy<Value = Made> {
    let ids = || prop::sample::subsequence(IDS.to_vec(), 1..=IDS.len());
    (
        any::<bool>(),
        any::<bool>(),
        ids(),
        ids(),
        prop::option::of(0usize..6),
        (prop::sample::select(Profile::ALL.to_vec()), normalizers()),
    )
        .prop_flat_map(|(is_exam, is_list, asked, answered, n_questions, chosen)| {
            let questions: Vec<_> = asked.into_iter().map(|id| question(id, is_exam)).collect();
            let n = answered.len();
            let values = (
                prop::collection::vec(value(), n),
                prop::collection::vec(extra(), n),
            );
            (questions, values).prop_map(move |(questions, (values, extras))| Made {
                questions,
                predictions: answered
                    .iter()
                    .map(|id| (*id).to_owned())
                    .zip(values)
                    .collect(),
                extras,
                is_exam,
                is_list,
                n_questions,
                profile: chosen.0,
                normalizers: chosen.1.clone(),
            })
        })
}

impl Made {
    pub fn dataset(&self) -> String {
        let data = if self.is_exam {
            json!({ "task_info": { "task_name": "made" }, "examples": [], "data": self.questions })
        } else {
            json!({ "version": "v2.0", "data": [{ "title": "made", "paragraphs": self.questions }] })
        };
        data.to_string()
    }

    pub fn predictions(&self) -> String {
        if !self.is_list {
            let map: Map<String, Value> = self.predictions.iter().cloned().collect();
            return Value::Object(map).to_string();
        }
        let row = |((id, value), extra): (&(String, Value), &Map<String, Value>)| {
            let mut row = Map::new();
            row.insert("id".to_owned(), json!(id));
            row.insert("prediction".to_owned(), value.clone());
            row.extend(extra.clone());
            Value::Object(row)
        };
        let rows = self.predictions.iter().zip(&self.extras).map(row);
        Value::Array(rows.collect()).to_string()
    }

    /// The settings to score with, where the dataset suggests some.
    pub fn settings(&self, suggested: Settings) -> Settings {
        Settings {
            profile: self.profile,
            n_questions: self.n_questions,
            normalizers: self.normalizers.clone().unwrap_or(suggested.normalizers),
            ..suggested
        }
    }

    /// Takes out what only `run.json` can hold.
    pub fn without_failures(&mut self) {
        self.extras.iter_mut().for_each(Map::clear);
    }

    /// The same questions and predictions in another order.
    pub fn shuffled(&self, seed: u64) -> Self {
        let mut other = self.clone();
        shuffle(&mut other.questions, seed);
        let mut rows: Vec<_> = other.predictions.into_iter().zip(other.extras).collect();
        shuffle(&mut rows, seed.rotate_left(17));
        (other.predictions, other.extras) = rows.into_iter().unzip();
        other
    }
}

/// Orders things by a hash of their place.
fn shuffle<T>(things: &mut Vec<T>, seed: u64) {
    let mut keyed: Vec<_> = std::mem::take(things).into_iter().enumerate().collect();
    keyed.sort_by_key(|(i, _)| {
        (*i as u64 ^ seed)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(23)
    });
    things.extend(keyed.into_iter().map(|(_, thing)| thing));
}
