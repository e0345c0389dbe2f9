//! The bundled samples in `data/` are what `data/README.md` says they are.
//!
//! Deliberately absent: the project's own readers and scorer. The classes are worked out here by a second, smaller
//! scorer that knows only the forms these two files use, so that a fault in the first cannot hide in the counts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

const README: &str = include_str!("../data/README.md");
const TAIL_DATASET: &str = include_str!("../data/tail-numbers/dataset.json");
const TAIL_PREDICTIONS: &str = include_str!("../data/tail-numbers/predictions.json");
const EXAM_DATASET: &str = include_str!("../data/aviation-exam/dataset.json");
const EXAM_PREDICTIONS: &str = include_str!("../data/aviation-exam/predictions.json");

type Classes = BTreeMap<&'static str, usize>;

struct Report {
    id: String,
    context: String,
    gold: Vec<String>,
}

struct Question {
    id: String,
    input: String,
    choices: Vec<(char, String)>,
    gold: char,
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// `['N1AB', 'C-GABC']` as its members; no member of the sample contains a quote.
fn members(list: &str) -> Vec<String> {
    serde_json::from_str(&list.replace('\'', "\"")).unwrap()
}

fn reports() -> Vec<Report> {
    let dataset = json(TAIL_DATASET);
    let paragraphs = dataset["data"][0]["paragraphs"].as_array().unwrap();
    let report = |paragraph: &Value| {
        let qas = paragraph["qas"].as_array().unwrap();
        assert_eq!(qas.len(), 1);
        let answers = qas[0]["answers"].as_array().unwrap();
        assert_eq!(answers.len(), 1);
        Report {
            id: text(&qas[0]["id"]),
            context: text(&paragraph["context"]),
            gold: members(answers[0]["text"].as_str().unwrap()),
        }
    };
    paragraphs.iter().map(report).collect()
}

fn choices(input: &str) -> Vec<(char, String)> {
    let choice = |line: &str| {
        let (letter, text) = line.split_once(") ")?;
        Some((letter.parse().ok()?, text.to_owned()))
    };
    input
        .lines()
        .skip(1)
        .map(|line| choice(line).unwrap())
        .collect()
}

fn questions(part: &str) -> Vec<Question> {
    let question = |item: &Value| Question {
        id: item["id"].as_u64().unwrap().to_string(),
        input: text(&item["input"]),
        choices: choices(item["input"].as_str().unwrap()),
        gold: item["output"].as_str().unwrap().parse().unwrap(),
    };
    json(EXAM_DATASET)[part]
        .as_array()
        .unwrap()
        .iter()
        .map(question)
        .collect()
}

/// The classes of replies that are no answer at all; the rest is for the caller.
fn class_without_reading(reply: Option<&Value>) -> Option<&'static str> {
    match reply {
        None => Some("missing"),
        Some(Value::String(text)) if text == "ERROR" => Some("http_error"),
        Some(Value::String(text)) if text.contains("<think>") && !text.contains("</think>") => {
            Some("truncated")
        }
        Some(Value::String(text)) if text.trim().is_empty() => Some("empty"),
        Some(_) => None,
    }
}

/// ALUE's preparation: lower case, no ASCII punctuation but the hyphen, no articles.
fn tokens(text: &str) -> Vec<String> {
    let kept = |c: &char| *c == '-' || !c.is_ascii_punctuation();
    let plain: String = text.to_lowercase().chars().filter(kept).collect();
    let words = plain
        .split_whitespace()
        .filter(|word| !["a", "an", "the"].contains(word));
    words.map(str::to_owned).collect()
}

fn tail_class(gold: &[String], reply: Option<&Value>) -> &'static str {
    if let Some(class) = class_without_reading(reply) {
        return class;
    }
    let prediction = match reply.unwrap() {
        Value::Array(list) if list.is_empty() => "NONE".to_owned(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        other => text(other),
    };
    let (gold, prediction) = (tokens(&gold.join(", ")), tokens(&prediction));
    match prediction.iter().any(|token| gold.contains(token)) {
        _ if prediction == gold => "correct",
        true => "partial",
        false => "wrong",
    }
}

/// The letter a reply names, in the forms the sample uses.
fn letter(reply: &Value, choices: &[(char, String)]) -> Option<char> {
    let reply = match reply {
        Value::Object(fields) => text(
            fields
                .get("answer")
                .or(fields.get("selected_option"))
                .unwrap(),
        ),
        other => text(other),
    };
    let reply = reply
        .rsplit("</think>")
        .next()
        .unwrap()
        .replace("```json", "")
        .replace('`', "");
    if let Ok(fields @ Value::Object(_)) = serde_json::from_str(&reply) {
        return letter(&fields, choices);
    }
    let plain = reply
        .replace("\\boxed", "")
        .replace(['*', '{', '}', '(', '.'], "")
        .trim()
        .to_owned();
    if let Some((letter, _)) = choices
        .iter()
        .find(|(_, text)| text.trim_end_matches('.') == plain)
    {
        return Some(*letter);
    }
    let anchors = ["nswer is ", "nswer: ", "I pick ", "go with ", "Option "];
    let anchored = anchors
        .iter()
        .find_map(|anchor| plain.rsplit_once(anchor))
        .map(|(_, rest)| rest);
    let mut rest = anchored.unwrap_or(&plain).chars();
    let named = rest.next()?.to_ascii_uppercase();
    let alone = matches!(rest.next(), None | Some(')')) || anchored.is_some();
    (alone && choices.iter().any(|(letter, _)| *letter == named)).then_some(named)
}

fn exam_class(question: &Question, reply: Option<&Value>) -> &'static str {
    if let Some(class) = class_without_reading(reply) {
        return class;
    }
    match letter(reply.unwrap(), &question.choices) {
        None => "unparsed",
        Some(letter) if letter == question.gold => "correct",
        Some(_) => "wrong",
    }
}

fn tally(classes: impl Iterator<Item = &'static str>) -> Classes {
    let mut counts = Classes::new();
    classes.for_each(|class| *counts.entry(class).or_default() += 1);
    counts
}

fn assert_all_differ<T: std::hash::Hash + Eq>(what: &str, values: impl Iterator<Item = T>) {
    let mut seen = HashSet::new();
    for (i, value) in values.enumerate() {
        assert!(seen.insert(value), "{what} {i} occurs before");
    }
}

/// `N4718K`: N, one to five characters without I and O, no leading zero, letters (at most two) only at the end.
fn is_us_registration(text: &str) -> bool {
    let plain: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let rest = plain.strip_prefix('N').unwrap_or_default();
    let letters = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = rest.len() - letters.len();
    let letter = |c: char| c.is_ascii_uppercase() && c != 'I' && c != 'O';
    let sizes_fit = (1..=5).contains(&n_digits) && letters.len() <= 2 && rest.len() <= 5;
    sizes_fit && !rest.starts_with('0') && letters.chars().all(letter)
}

#[test]
fn the_files_are_small_enough_to_bundle() {
    let datasets = [TAIL_DATASET, EXAM_DATASET];
    let others = [TAIL_PREDICTIONS, EXAM_PREDICTIONS, README];
    assert!(
        datasets
            .iter()
            .chain(&others)
            .all(|file| file.len() < 300_000)
    );
}

#[test]
fn reports_have_alue_shape_unique_ids_and_a_readable_length() {
    let (dataset, reports) = (json(TAIL_DATASET), reports());
    assert_eq!(dataset["data"].as_array().unwrap().len(), 1);
    assert_eq!(reports.len(), 48);
    assert_all_differ("id", reports.iter().map(|report| &report.id));
    assert_all_differ("context", reports.iter().map(|report| &report.context));
    for report in &reports {
        let n_words = report.context.split_whitespace().count();
        assert!(
            (60..=250).contains(&n_words),
            "{}: {n_words} words",
            report.id
        );
    }
    let examples = dataset["data"][0]["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let (transcript, answer) = (text(&example["transcript"]), text(&example["answer"]));
        assert_eq!(
            example["question"],
            dataset["data"][0]["paragraphs"][0]["qas"][0]["question"]
        );
        assert!(reports.iter().all(|report| report.context != transcript));
        for member in answer.trim_matches(['[', ']']).split(", ") {
            assert!(member == "NONE" || transcript.contains(member), "{member}");
        }
    }
}

#[test]
fn every_gold_registration_stands_in_its_report_in_that_order() {
    let (mut n_none, mut n_several) = (0, 0);
    for Report { id, context, gold } in reports() {
        assert_all_differ(&id, gold.iter());
        if gold == ["NONE"] {
            n_none += 1;
            continue;
        }
        n_several += usize::from(gold.len() > 1);
        let places: Vec<_> = gold
            .iter()
            .map(|number| context.find(number.as_str()))
            .collect();
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{id}: {gold:?}"
        );
        for number in gold.iter().filter(|number| number.starts_with('N')) {
            assert!(is_us_registration(number), "{id}: {number}");
        }
    }
    assert_eq!((n_none, n_several), (11, 10));
}

/// N1 and N2 are valid marks, but in these reports they are engine speeds; the C-2 is a type of helicopter.
#[test]
fn no_registration_in_a_report_is_left_out_of_its_gold() {
    let foreign = [
        "C-", "D-", "F-", "G-", "HB-", "LN-", "OE-", "PH-", "SE-", "TF-", "VH-", "XB-", "ZK-",
        "ZS-",
    ];
    for Report { id, context, gold } in reports() {
        for word in context.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            let is_foreign = word != "C-2" && foreign.iter().any(|prefix| word.starts_with(prefix));
            let is_us = is_us_registration(word) && !["N1", "N2"].contains(&word);
            assert!(
                !(is_us || is_foreign) || gold.iter().any(|number| number == word),
                "{id}: {word}"
            );
        }
    }
}

#[test]
fn exam_questions_offer_their_right_letter_among_distinct_choices() {
    let questions = questions("data");
    assert_eq!(questions.len(), 104);
    assert!(
        questions
            .iter()
            .enumerate()
            .all(|(i, question)| question.id == (i + 1).to_string())
    );
    assert_all_differ("question", questions.iter().map(|question| &question.input));
    let mut by_letter: BTreeMap<char, usize> = BTreeMap::new();
    for Question {
        id, choices, gold, ..
    } in &questions
    {
        let letters: String = choices.iter().map(|(letter, _)| *letter).collect();
        assert!(
            ["ABC", "ABCD"].contains(&letters.as_str()),
            "{id}: {letters}"
        );
        assert!(letters.contains(*gold), "{id}: {gold}");
        assert_all_differ(id, choices.iter().map(|(_, text)| text));
        *by_letter.entry(*gold).or_default() += 1;
    }
    let expected = BTreeMap::from([('A', 26), ('B', 25), ('C', 27), ('D', 26)]);
    assert_eq!(by_letter, expected);
}

#[test]
fn exam_examples_are_five_and_none_is_a_question() {
    let (examples, questions) = (questions("examples"), questions("data"));
    assert_eq!(examples.len(), 5);
    for Question {
        id,
        input,
        choices,
        gold,
    } in &examples
    {
        assert!(choices.iter().any(|(letter, _)| letter == gold), "{id}");
        assert!(
            questions
                .iter()
                .all(|question| question.input != *input && question.id != *id),
            "{id}"
        );
    }
    assert_eq!(json(EXAM_DATASET)["task_info"]["task_type"], "mcqa");
}

#[test]
fn predictions_name_only_questions_that_exist() {
    let reports: HashSet<_> = reports().into_iter().map(|report| report.id).collect();
    let questions: HashSet<_> = questions("data")
        .into_iter()
        .map(|question| question.id)
        .collect();
    for (file, ids) in [(TAIL_PREDICTIONS, reports), (EXAM_PREDICTIONS, questions)] {
        let predictions = json(file);
        let predictions = predictions.as_object().unwrap();
        assert!(predictions.keys().all(|id| ids.contains(id)));
        // One reply a line: as many lines as entries means that no id is written twice.
        assert_eq!(
            file.lines().filter(|line| line.starts_with("  \"")).count(),
            predictions.len()
        );
    }
}

#[test]
fn every_class_a_predictions_file_can_express_occurs_as_often_as_the_readme_says() {
    let (tail, exam) = (json(TAIL_PREDICTIONS), json(EXAM_PREDICTIONS));
    let (reports, questions) = (reports(), questions("data"));
    let tail = tally(
        reports
            .iter()
            .map(|item| tail_class(&item.gold, tail.get(&item.id))),
    );
    let exam = tally(
        questions
            .iter()
            .map(|item| exam_class(item, exam.get(&item.id))),
    );
    let shared = [
        "correct",
        "wrong",
        "empty",
        "truncated",
        "http_error",
        "missing",
    ];
    assert!(
        shared
            .iter()
            .all(|class| tail.contains_key(class) && exam.contains_key(class))
    );
    assert!(tail.contains_key("partial") && exam.contains_key("unparsed"));
    for class in shared.into_iter().chain(["partial", "unparsed"]) {
        let count = |classes: &Classes| classes.get(class).copied().unwrap_or(0);
        let row = format!("| {class} | {} | {} |", count(&tail), count(&exam));
        assert!(
            README.lines().any(|line| line == row),
            "the README has no row {row}"
        );
    }
}
