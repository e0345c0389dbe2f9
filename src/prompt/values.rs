//! What fills a template: the values of one question, and the examples before it.
//!
//! Deliberately absent: which examples (see [`few_shot`](super::few_shot)), and rendering.

use crate::dataset::{Dataset, Task, example};
use serde_json::{Map, Value, json};

/// The list for `examples`: each of `indices` that exists, in that order, with every field as the file has it, and with
/// ALUE's names for what it has under others; see [`example::completed`].
///
/// ```
/// use marksheet::{dataset::squad, json::parse, prompt::of_examples};
/// let article = parse(r#"{"examples": [{"question": "Who?", "answer": ["N1", 2]}],
///     "paragraphs": [{"context": "N1 flew.", "qas": [{"id": "a", "question": "Who flew?", "answers": []}]}]}"#).unwrap();
/// let dataset = squad::read("dev.json", [article.value]).unwrap().dataset;
/// assert_eq!(of_examples(&dataset, &[0, 7]), serde_json::json!([{"question": "Who?", "answer": ["N1", 2]}]));
/// ```
pub fn of_examples(dataset: &Dataset, indices: &[usize]) -> Value {
    indices
        .iter()
        .filter_map(|index| dataset.examples.get(*index))
        .map(|value| example::completed(value, dataset.task, None))
        .collect()
}

/// The values of one question: `query` and `context`, or `input`, which holds the choices too. Texts are as in the file,
/// line ends included; a question without a context has an empty one. Nothing where there is no such question.
pub fn of_item(dataset: &Dataset, item_idx: usize) -> Vec<(&'static str, Value)> {
    let Some(item) = dataset.items.get(item_idx) else {
        return Vec::new();
    };
    let question = Value::String(item.question.clone());
    match dataset.task {
        Task::MultipleChoice => vec![("input", question)],
        Task::Extractive => {
            let context = item
                .context
                .and_then(|index| dataset.contexts.get(index as usize));
            let context = context.cloned().unwrap_or_default();
            vec![("query", question), ("context", Value::String(context))]
        }
    }
}

/// Invented values, so that a template shows something without a dataset.
pub fn invented(task: Task) -> Map<String, Value> {
    let values = match task {
        Task::Extractive => json!({
            "query": "Which aircraft was damaged?",
            "context": "While taxiing to the fuel pump, a Cessna 172, N4417Q, struck the wing tip of a parked Piper PA-28. \
                The Cessna's propeller was bent; the Piper was not damaged. Nobody was hurt.",
            "examples": [
                {
                    "question": "Which aircraft made the emergency landing?",
                    "transcript": "Twenty minutes after takeoff the oil pressure of the motor glider D-KLMN dropped. The pilot shut the engine down and landed in a field.",
                    "answer": "D-KLMN"
                },
                {
                    "question": "Which aircraft struck the fence?",
                    "transcript": "N52WL rolled past the end of the wet runway and stopped in the fence. The tow plane, N811TP, was parked.",
                    "answer": "N52WL"
                }
            ]
        }),
        Task::MultipleChoice => json!({
            "input": "Which instrument shows an airplane's height above a set pressure level?\nA) the altimeter\nB) the airspeed indicator\nC) the turn coordinator",
            "examples": [
                {
                    "input": "Which control surface mainly rolls an airplane?\nA) the rudder\nB) the ailerons\nC) the elevator",
                    "output": "B"
                },
                {
                    "input": "A runway numbered 27 points about\nA) north\nB) east\nC) west",
                    "output": "C"
                }
            ]
        }),
    };
    match values {
        Value::Object(values) => values,
        _ => Map::new(),
    }
}
