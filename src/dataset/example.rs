//! Few-shot examples under ALUE's field names, whatever names their file has for them.
//!
//! Deliberately absent: changing what is there. Fields are only added.

use super::flat::{self, Question};
use super::{NumberBase, Task, exam, golds, letters};
use crate::json::Json;
use crate::rows::Rows;
use serde_json::Value;

/// The fields a template can count on in an example of this task.
///
/// ```
/// use marksheet::dataset::{Task, example};
/// assert_eq!(example::fields(Task::MultipleChoice), ["input", "output"]);
/// ```
pub fn fields(task: Task) -> &'static [&'static str] {
    match task {
        Task::Extractive => &["question", "transcript", "answer"],
        Task::MultipleChoice => &["input", "output"],
    }
}

/// The example with the fields of [`fields`], added where the file says the same under another name; everything else as it
/// is in the file. `base` says what a number as right answer means; without it a number stays a number.
///
/// ```
/// use marksheet::dataset::{Task, example};
/// use serde_json::json;
/// let shipped = json!({"question": "Which?\nA) x\nB) y", "correct_answer": {"selected_option": "B"}});
/// let completed = example::completed(&shipped, Task::MultipleChoice, None);
/// assert_eq!(completed["input"], "Which?\nA) x\nB) y");
/// assert_eq!(completed["output"], "B");
/// assert_eq!(completed["correct_answer"], shipped["correct_answer"]);
/// ```
pub fn completed(example: &Value, task: Task, base: Option<NumberBase>) -> Value {
    let Value::Object(entries) = example else {
        return example.clone();
    };
    if fields(task).iter().all(|name| entries.contains_key(*name)) {
        return example.clone();
    }
    let rows = Rows::from_list(vec![Json::of_value(example)]);
    let Some(row) = rows.rows.first() else {
        return example.clone();
    };
    let question = flat::question(row, &rows);
    let mut entries = entries.clone();
    for name in fields(task) {
        if entries.contains_key(*name) {
            continue;
        }
        let found = match *name {
            "input" => input(&question),
            "output" => output(&question, base),
            "question" => filled(question.text.to_string()),
            "transcript" => question.context.as_ref().map(|text| text.to_string()),
            _ => answer(&question),
        };
        if let Some(text) = found {
            entries.insert((*name).to_owned(), Value::String(text));
        }
    }
    Value::Object(entries)
}

/// The value's text; of a list of texts the first. For showing an example, never for a template.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(list) => list.first().map(text).unwrap_or_default(),
        other => other.to_string(),
    }
}

fn filled(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}

fn input(question: &Question<'_, '_>) -> Option<String> {
    let choices = &question.offered.choices;
    filled(exam::asked(question, choices, !choices.is_empty()))
}

fn output(question: &Question<'_, '_>, base: Option<NumberBase>) -> Option<String> {
    let gold = question.gold?;
    match letters::gold(gold, &question.offered) {
        letters::Gold::Letter { letter, .. } => Some(letter.to_string()),
        letters::Gold::Number {
            by_text: Some(letter),
            ..
        } if base.is_none() => Some(letter.to_string()),
        letters::Gold::Number { number, .. } => Some(
            base.and_then(|base| letters::of_number(number, base))
                .map_or_else(|| number.to_string(), |letter| letter.to_string()),
        ),
        _ => answer(question),
    }
}

/// The first gold answer; empty where the file says that there is none.
fn answer(question: &Question<'_, '_>) -> Option<String> {
    let golds = golds::read(question.gold?)?;
    Some(golds.texts.into_iter().next().unwrap_or_default())
}
