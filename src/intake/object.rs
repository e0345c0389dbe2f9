//! What one JSON value is: a table of shapes, tried in order.
//!
//! Deliberately absent: rows of records; see `record.rs`. Reading is done in `dataset/` and `predictions/`.

use super::record::{self, Wrapper};
use super::shapes::{WHAT_TO_DROP, single_value};
use super::{IdTexts, Reading, Understood, refused};
use crate::dataset::{key, squad};
use crate::json::Json;
use crate::predictions::{anthropic_batch, batch, id_map, is_n_best, results};
use crate::problem::{Problem, some_ids};
use crate::rows::{Rows, field, text_of};
use std::borrow::Cow;

/// A shape of a JSON object: its name for whoever adds one, how it is recognized, how it is read.
type Shape = (
    &'static str,
    fn(&Json<'_>) -> bool,
    fn(&str, Json<'_>) -> Reading,
);

const SHAPES: &[Shape] = &[
    ("empty", is_empty, |_, _| refused::empty()),
    ("SQuAD", is_squad, read_squad),
    (
        "dataset without questions",
        refused::is_empty_dataset,
        |_, _| refused::empty_dataset(),
    ),
    ("one article", squad::is_article, |file, value| {
        articles(file, vec![value])
    }),
    ("JSON Schema", is_schema, |_, value| {
        Reading::of(Understood::Schema(value.to_json_text()))
    }),
    ("ALUE results.json", results::is_results, read_results),
    ("scores", refused::is_scores, |_, _| refused::scores()),
    (
        "records in a wrapper",
        |value| wrapped_list(value).is_some(),
        read_wrapped,
    ),
    ("predictions in a wrapper", is_wrapped_map, read_wrapped_map),
    ("one record", is_record, |file, value| {
        list(file, vec![value])
    }),
    ("error message", refused::is_error, |_, value| {
        refused::error(&value)
    }),
    ("something else", refused::is_other_kind, |_, value| {
        refused::other_kind(&value)
    }),
    ("ids", |_| true, id_object),
];

/// Says what a JSON value is.
pub(super) fn recognize(file: &str, value: Json<'_>) -> Reading {
    match value {
        Json::List(values) => list(file, values),
        Json::Object(_) => match SHAPES.iter().find(|(_, is, _)| is(&value)) {
            Some((_, _, read)) => read(file, value),
            None => Reading::refused("this object is of no known shape", WHAT_TO_DROP),
        },
        other => single_value(&other),
    }
}

fn is_empty(value: &Json<'_>) -> bool {
    matches!(value, Json::Object(entries) if entries.is_empty())
}

fn is_squad(value: &Json<'_>) -> bool {
    match value.get("data") {
        Some(Json::List(articles)) => articles.iter().any(squad::is_article),
        Some(article) => squad::is_article(article),
        None => matches!(value.get("paragraphs"), Some(Json::List(_))),
    }
}

fn read_squad(file: &str, value: Json<'_>) -> Reading {
    match data(value) {
        Ok(Json::List(list)) => articles(file, list),
        Ok(article) | Err(article) => articles(file, vec![article]),
    }
}

/// What is under `data`; the value itself where it has no such key.
fn data(value: Json<'_>) -> Result<Json<'_>, Json<'_>> {
    match value {
        Json::Object(mut entries) => match entries.iter().rposition(|(key, _)| key == "data") {
            Some(at) => Ok(entries.swap_remove(at).1),
            None => Err(Json::Object(entries)),
        },
        other => Err(other),
    }
}

fn articles(file: &str, list: Vec<Json<'_>>) -> Reading {
    record::dataset(squad::read(file, list))
}

fn is_schema(value: &Json<'_>) -> bool {
    let is_object_type = value.get("type").and_then(text_of).as_deref() == Some("object");
    let has_properties = matches!(value.get("properties"), Some(Json::Object(_)));
    (is_object_type && has_properties) || matches!(value.get("$schema"), Some(Json::Text(_)))
}

fn read_results(file: &str, value: Json<'_>) -> Reading {
    record::predictions(results::read(file, &value))
}

/// Names of a list of records around which a file may have more.
const LISTS: &[&str] = &[
    "data",
    "questions",
    "items",
    "rows",
    "predictions",
    "test",
    "validation",
    "dev",
];

/// The list of records in a wrapper; `predictions` only if it has objects.
fn wrapped_list(value: &Json<'_>) -> Option<&'static str> {
    let is_records = |name: &&&str| matches!(field(value, &[name]), Some(Json::List(list)) if list.iter().any(|entry| matches!(entry, Json::Object(_))));
    LISTS.iter().find(is_records).copied()
}

fn read_wrapped(file: &str, value: Json<'_>) -> Reading {
    let Some(name) = wrapped_list(&value) else {
        return refused::empty();
    };
    let Json::Object(entries) = value else {
        return refused::empty();
    };
    let mut records = Vec::new();
    let mut others = Vec::new();
    for (key, entry) in entries {
        match entry {
            Json::List(list) if key.eq_ignore_ascii_case(name) => records = list,
            entry => others.push((key, entry)),
        }
    }
    let wrapper = Wrapper::of(&Json::Object(others));
    record::recognize(
        file,
        Rows::from_list(records.into_iter().map(record::unwrapped).collect()),
        wrapper,
    )
}

fn is_wrapped_map(value: &Json<'_>) -> bool {
    value.get("predictions").is_some()
}

/// `{"model": …, "predictions": {id: text}}`.
fn read_wrapped_map(file: &str, mut value: Json<'_>) -> Reading {
    let model = field(&value, &["model", "model_name"])
        .and_then(text_of)
        .map(|name| name.into_owned());
    let inner = match &mut value {
        Json::Object(entries) => {
            let mut found = entries.iter_mut().rev();
            found
                .find(|(key, _)| key == "predictions")
                .map(|(_, inner)| std::mem::replace(inner, Json::Null))
        }
        _ => None,
    };
    match inner {
        Some(Json::Object(entries)) if !entries.is_empty() => {
            let entries = entries
                .into_iter()
                .map(|(id, value)| (id.into_owned(), value));
            let mut reading = record::predictions(id_map::read(file, entries));
            if let Understood::Predictions(predictions) = &mut reading.understood {
                predictions.model = model;
            }
            reading
        }
        Some(Json::Object(_) | Json::Null) => refused::empty(),
        Some(Json::List(list)) if list.is_empty() => refused::empty(),
        _ => refused::without_ids(),
    }
}

fn is_record(value: &Json<'_>) -> bool {
    batch::is_output(value)
        || batch::is_input(value)
        || anthropic_batch::is_output(value)
        || record::is_single(value)
}

fn list(file: &str, values: Vec<Json<'_>>) -> Reading {
    if values.is_empty() {
        return refused::empty();
    }
    if values.iter().any(squad::is_article) {
        return articles(file, values);
    }
    if values.iter().any(|value| matches!(value, Json::Object(_))) {
        let records = values.into_iter().map(record::unwrapped).collect();
        return record::recognize(file, Rows::from_list(records), Wrapper::default());
    }
    refused::without_ids()
}

/// An object that maps ids to something.
fn id_object(file: &str, value: Json<'_>) -> Reading {
    let Json::Object(entries) = value else {
        return refused::empty();
    };
    let owned = |(id, value): (Cow<'_, str>, _)| (id.into_owned(), value);
    let entries: Vec<_> = entries.into_iter().map(owned).collect();
    let most = |test: fn(&Json<'_>) -> bool| {
        entries.iter().filter(|(_, value)| test(value)).count() * 2 > entries.len()
    };
    if most(record::is_question_with_gold) {
        return record::recognize(file, record::with_ids(entries), Wrapper::default());
    }
    if most(record::is_gold_alone) {
        let answers = |value| field(value, &["answers"]).unwrap_or(value);
        let pairs = entries
            .iter()
            .map(|(id, value)| (id.clone(), answers(value)));
        return record::dataset(key::read(file, pairs));
    }
    if let Some(values) = numbers_from_zero_to_one(&entries) {
        return numbers(file, &entries, values);
    }
    if let Some(reading) = faulty_probabilities(file, &entries) {
        return reading;
    }
    if entries
        .iter()
        .any(|(_, value)| can_only_be_predicted(value))
    {
        return record::predictions(id_map::read(file, entries));
    }
    Reading::of(Understood::IdTexts(id_texts(
        file,
        "id → text JSON",
        entries,
    )))
}

/// An object whose keys are ids and whose values are predictions, whatever they look like.
pub(super) fn predictions(file: &str, value: Json<'_>) -> Reading {
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            let owned = |(id, value): (Cow<'_, str>, _)| (id.into_owned(), value);
            record::predictions(id_map::read(file, entries.into_iter().map(owned)))
        }
        Json::Object(_) => refused::empty(),
        _ => refused::without_ids(),
    }
}

fn id_texts(file: &str, shape: &'static str, entries: Vec<(String, Json<'_>)>) -> IdTexts {
    let pairs = entries
        .into_iter()
        .map(|(id, value)| (id, value.into_owned()))
        .collect();
    IdTexts {
        file: file.to_owned(),
        shape,
        pairs,
    }
}

/// Whether a value is too deep for an answer key.
fn can_only_be_predicted(value: &Json<'_>) -> bool {
    let is_deep = |entry: &Json<'_>| matches!(entry, Json::List(_) | Json::Object(_));
    match value {
        Json::Object(_) => true,
        Json::List(list) => is_n_best(value) || list.iter().any(is_deep),
        _ => false,
    }
}

/// The values, if they are all numbers from 0 to 1.
fn numbers_from_zero_to_one(entries: &[(String, Json<'_>)]) -> Option<Vec<f64>> {
    let number = |(_, value): &(String, Json<'_>)| match value {
        Json::Number(written) => written
            .parse()
            .ok()
            .filter(|number| (0.0..=1.0).contains(number)),
        _ => None,
    };
    entries.iter().map(number).collect()
}

/// So many probabilities for each value that is none: with fewer, the numbers may be answers.
const LEAST_RIGHT: usize = 9;

/// Ids with numbers that are from 0 to 1 but for a few, or missing: probabilities of which some are wrong, for answers are not
/// such fractions.
fn faulty_probabilities(file: &str, entries: &[(String, Json<'_>)]) -> Option<Reading> {
    let is_number = |value: &Json<'_>| matches!(value, Json::Number(_) | Json::Null);
    let is_fraction = |value: &Json<'_>| matches!(value, Json::Number(written) if written.contains(['.', 'e', 'E']));
    let probability = |value: &Json<'_>| match value {
        Json::Number(written) => {
            let number: Option<f64> = written.parse().ok();
            number.filter(|number| (0.0..=1.0).contains(number))
        }
        _ => None,
    };
    let mut values = Vec::new();
    let mut wrong = Vec::new();
    let mut n_fractions = 0;
    for (id, value) in entries {
        match probability(value) {
            _ if !is_number(value) => return None,
            Some(number) => {
                n_fractions += usize::from(is_fraction(value));
                values.push((id.clone(), number));
            }
            None => wrong.push(id.as_str()),
        }
    }
    let n_right = values.len();
    if 2 * n_fractions <= n_right || n_right < LEAST_RIGHT * wrong.len() {
        return None;
    }
    let problem = Problem::warning(format!(
        "{} of {} values are no numbers from 0 to 1 ({}): left out, the others are {AS_PROBABILITIES}",
        wrong.len(),
        entries.len(),
        some_ids(wrong.iter().copied(), 3)
    ));
    Some(Reading {
        as_answers: Some(id_texts(file, "id → number JSON", entries.to_vec())),
        problems: vec![problem.hint("if they are answers, put them in quotes")],
        ..Reading::of(Understood::Probabilities(values))
    })
}

/// How the message ends that is no longer true once a person calls the numbers answers.
pub(crate) const AS_PROBABILITIES: &str =
    "read as probabilities that there is no answer, not as answers";

/// Ids with numbers from 0 to 1: probabilities, unless all are written as whole numbers.
fn numbers(file: &str, entries: &[(String, Json<'_>)], values: Vec<f64>) -> Reading {
    let shown = some_ids(entries.iter().map(|(id, _)| id.as_str()), 3);
    let n = entries.len();
    let is_whole = |(_, value): &(String, Json<'_>)| matches!(value, Json::Number(written) if matches!(&**written, "0" | "1" | "-0"));
    let texts = id_texts(file, "id → number JSON", entries.to_vec());
    let (reading, problem) = if entries.iter().all(is_whole) {
        let problem = Problem::info(format!(
            "all {n} values are 0 or 1 ({shown}): read as answers; they could also be probabilities that there is no answer"
        ));
        (
            Reading::of(Understood::IdTexts(texts)),
            problem.hint("write probabilities as 0.0 and 1.0"),
        )
    } else {
        let problem = Problem::info(format!(
            "all {n} values are numbers from 0 to 1 ({shown}): {AS_PROBABILITIES}"
        ));
        let ids = entries.iter().map(|(id, _)| id.clone());
        let reading = Reading {
            as_answers: Some(texts),
            ..Reading::of(Understood::Probabilities(ids.zip(values).collect()))
        };
        (
            reading,
            problem.hint("if they are answers, put them in quotes"),
        )
    };
    Reading {
        problems: vec![problem],
        ..reading
    }
}
