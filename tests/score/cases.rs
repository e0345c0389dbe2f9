//! The numbers of the case collection, computed by the Python scripts, for every profile that has one.

use std::fs;
use std::path::Path;

use marksheet::dataset::{About, Choice, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::predictions::Entry;
use marksheet::score::{Scored, default_settings, score};
use marksheet::settings::{Normalizer, Profile, Settings};
use serde_json::Value;

/// Cases whose files cannot or must not be scored as they are: the readers refuse or repair them first.
const NOT_SCORED: [&str; 3] = ["14", "19", "31"];

fn json(value: &Value) -> Json<'static> {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => Json::Number(number.to_string().into()),
        Value::String(text) => Json::Text(text.clone().into()),
        Value::Array(members) => Json::List(members.iter().map(json).collect()),
        Value::Object(entries) => Json::Object(
            entries
                .iter()
                .map(|(key, value)| (key.clone().into(), json(value)))
                .collect(),
        ),
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

pub fn dataset(value: &Value) -> Option<Dataset> {
    let mut dataset = Dataset {
        file: "dataset.json".into(),
        task: Task::Extractive,
        shape: "test",
        about: About::default(),
        has_alue_marks: false,
        contexts: Vec::new(),
        items: Vec::new(),
        examples: Vec::new(),
    };
    for article in value["data"].as_array()? {
        dataset.has_alue_marks |= article.get("task").is_some();
        if let Some(input) = article.get("input").or_else(|| article.get("question")) {
            dataset.task = Task::MultipleChoice;
            dataset.items.push(choice_item(article, &text(input)));
        }
        for paragraph in article["paragraphs"].as_array().into_iter().flatten() {
            dataset.contexts.push(text(&paragraph["context"]));
            for qa in paragraph["qas"].as_array().unwrap() {
                dataset.items.push(Item {
                    id: text(&qa["id"]),
                    question: text(&qa["question"]),
                    context: Some(dataset.contexts.len() as u32 - 1),
                    answers: qa["answers"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|answer| text(&answer["text"]))
                        .collect(),
                    choices: Vec::new(),
                });
            }
        }
    }
    Some(dataset)
}

fn choice_item(article: &Value, input: &str) -> Item {
    let choices = input.lines().filter_map(|line| {
        let (letter, rest) = line.trim().split_once(')')?;
        let letter = letter.chars().next().filter(|_| letter.len() == 1)?;
        Some(Choice {
            letter,
            text: rest.trim().to_owned(),
        })
    });
    Item {
        id: text(&article["id"]),
        question: input.to_owned(),
        answers: vec![text(article.get("output").unwrap_or(&article["answer"]))],
        choices: choices.collect(),
        context: None,
    }
}

pub fn entries(predictions: &Value) -> Vec<Entry> {
    let entry = |(id, value): (&String, &Value)| Entry {
        id: id.clone(),
        value: json(value),
        no_answer_probability: None,
        failure: None,
    };
    predictions.as_object().unwrap().iter().map(entry).collect()
}

pub fn scored(dataset: &Dataset, entries: &[Entry], settings: &Settings) -> Scored {
    let joined: Vec<_> = dataset
        .items
        .iter()
        .map(|item| entries.iter().rev().find(|entry| entry.id == item.id))
        .collect();
    score(dataset, &joined, settings, &mut |_| {})
}

pub struct Case {
    pub dataset: Dataset,
    pub entries: Vec<Entry>,
    /// What a tolerant reader ends up with under the `alue` profile; the scripts were run on these.
    pub effective: Vec<Entry>,
    pub expect: Value,
}

/// The data set, predictions and expectations of a case, where they are plain enough to be walked without the readers.
pub fn case(number: &str) -> Option<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases");
    let load = |name: String| -> Option<Value> {
        let text = fs::read_to_string(folder.join(name)).ok()?;
        serde_json::from_str(text.trim_start_matches('\u{FEFF}')).ok()
    };
    let case = load(format!("{number}.json"))?;
    let or_file = |key: &str| {
        case.get(key)
            .cloned()
            .or_else(|| load(text(&case[format!("{key}_file")])))
    };
    let effective = load(format!("files/{number}.effective_predictions.json"));
    let predictions = case
        .get("predictions")
        .cloned()
        .or_else(|| effective.clone());
    let predictions = predictions.or_else(|| load(text(&case["predictions_file"])))?;
    let dataset = self::dataset(&or_file("dataset")?)?;
    let expect = load(format!("{number}.expect.json"))?;
    let effective = entries(effective.as_ref().unwrap_or(&predictions));
    Some(Case {
        dataset,
        entries: entries(&predictions),
        effective,
        expect,
    })
}

fn peer<'v>(expect: &'v Value, names: &[&str]) -> Option<&'v Value> {
    let peers = expect.get("peers")?;
    let effective = peers.get("on_effective_predictions");
    let found = |of: &'v Value| {
        let mut found = names.iter().filter_map(|name| of.get(name));
        found.find(|peer| peer.get("error").is_none() || peer.get("total").is_some())
    };
    effective.and_then(found).or_else(|| found(peers))
}

#[test]
fn every_case_with_numbers_of_a_script_has_ours() {
    let peers: [(Profile, &[&str]); 3] = [
        (Profile::Alue, &["alue_safe", "alue_main"]),
        (Profile::SquadV2, &["official_v2"]),
        (Profile::SquadV11, &["official_v11"]),
    ];
    let mut n_compared = 0;
    for number in (1..=50)
        .map(|n| format!("{n:02}"))
        .filter(|n| !NOT_SCORED.contains(&n.as_str()))
    {
        let Some(Case {
            dataset,
            entries,
            effective,
            expect,
        }) = case(&number)
        else {
            continue;
        };
        for (profile, names) in peers {
            let Some(peer) = peer(&expect, names) else {
                continue;
            };
            let settings = Settings {
                profile,
                ..default_settings(&dataset)
            };
            let entries = if profile == Profile::Alue {
                &entries
            } else {
                &effective
            };
            let scored = scored(&dataset, entries, &settings);
            for (key, expected) in peer.as_object().unwrap() {
                let (Some(expected), Some(ours)) = (expected.as_f64(), scored.metric(key)) else {
                    continue;
                };
                n_compared += 1;
                assert!(
                    (ours - expected).abs() < 1e-9,
                    "case {number}, {profile:?}, {key}: {ours} != {expected}"
                );
            }
            for (id, pair) in peer
                .get("per_question")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                let idx = dataset
                    .items
                    .iter()
                    .position(|item| item.id == *id)
                    .unwrap();
                let ours = scored.items[idx];
                assert!(
                    (ours.exact - pair[0].as_f64().unwrap()).abs() < 1e-9,
                    "case {number}, {id}"
                );
                assert!(
                    (ours.f1 - pair[1].as_f64().unwrap()).abs() < 1e-9,
                    "case {number}, {id}"
                );
            }
        }
    }
    assert!(n_compared > 150, "only {n_compared} figures compared");
}

#[test]
fn strict_equality_figures_of_the_multiple_choice_cases_are_ours() {
    let mut n_compared = 0;
    for number in (51..=69).map(|n| n.to_string()) {
        let Some(Case {
            dataset,
            entries,
            expect,
            ..
        }) = case(&number)
        else {
            continue;
        };
        let Some(strict) = expect["expected"].get("strict_equality") else {
            continue;
        };
        for normalizers in [
            vec![Normalizer::Strict],
            vec![Normalizer::None],
            vec![Normalizer::ChoiceLetter],
        ] {
            let settings = Settings {
                normalizers: normalizers.clone(),
                ..default_settings(&dataset)
            };
            let scored = scored(&dataset, &entries, &settings);
            let is_strict = normalizers != [Normalizer::ChoiceLetter];
            let pairs = [
                ("strict_accuracy", "accuracy"),
                ("strict_correct", "correct"),
                ("total", "total"),
            ];
            for (ours, theirs) in pairs
                .into_iter()
                .chain(is_strict.then_some(("accuracy", "accuracy")))
            {
                assert_eq!(
                    scored.metric(ours),
                    strict[theirs].as_f64(),
                    "case {number}, {ours}"
                );
                n_compared += 1;
            }
        }
    }
    assert!(n_compared >= 60, "only {n_compared} figures compared");
}
