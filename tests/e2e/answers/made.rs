//! Datasets of any size, the same each time: every question has its own number, so that no two texts are alike.

use marksheet::random::Random;
use serde_json::{Value, json};

const OWNERS: [&str; 8] = [
    "Ada Lindqvist",
    "Boris Okafor",
    "Clara Nakamura",
    "Dmitri Valdez",
    "Esther Quill",
    "Farid Halloran",
    "Greta Moreau",
    "Hugo Petrenko",
];
const TYPES: [&str; 6] = [
    "glider",
    "biplane",
    "seaplane",
    "helicopter",
    "tow plane",
    "motor glider",
];
const COLORS: [&str; 5] = ["white", "yellow", "red", "blue", "silver"];
const PARTS: [&str; 8] = [
    "aileron", "elevator", "rudder", "flap", "spoiler", "trim tab", "slat", "winglet",
];

/// The number of the first few-shot example's part.
pub const FIRST_EXAMPLE: u32 = 9001;

/// A dataset for a test: its file's name, its text, and the number of its questions.
pub struct Made {
    /// The file's name.
    pub name: &'static str,
    /// The file's text.
    pub text: String,
    /// How many questions it has.
    pub n_items: u32,
    /// The headline: `exact` of 0 to 100, or `accuracy` of 0 to 1.
    pub metric: &'static str,
    /// What the metric is when all is right.
    pub most: f64,
}

/// Questions with a passage each; every tenth has no answer.
pub fn extractive(n_items: u32) -> Made {
    let mut random = Random::new(41);
    let paragraphs: Vec<Value> = (0..n_items).map(|n| passage(n, &mut random)).collect();
    let dataset = json!({
        "version": "e2e",
        "data": [{"title": "hangars", "paragraphs": paragraphs}],
    });
    Made {
        name: "hangars.json",
        text: dataset.to_string(),
        n_items,
        metric: "exact",
        most: 100.0,
    }
}

fn passage(n: u32, random: &mut Random) -> Value {
    let mut pick = |words: &'static [&'static str]| -> &'static str {
        let n = u32::try_from(words.len()).unwrap_or(1);
        words[random.below(n) as usize]
    };
    let (owner, kind, color) = (pick(&OWNERS), pick(&TYPES), pick(&COLORS));
    let has_answer = n % 10 != 9;
    let who = if has_answer { owner } else { "nobody known" };
    let context = format!(
        "Hangar {n} holds one {color} {kind}. It belongs to {who} and was last flown in week {}.",
        n % 52 + 1
    );
    let start = context.find(owner).unwrap_or_default();
    let answers = match has_answer {
        true => json!([{"text": owner, "answer_start": start}]),
        false => json!([]),
    };
    let question = json!({
        "id": format!("h-{n:04}"),
        "question": format!("Who owns the aircraft in hangar {n}?"),
        "answers": answers,
        "is_impossible": !has_answer,
    });
    json!({"context": context, "qas": [question]})
}

/// Multiple choice with four letters.
pub fn exam(n_items: u32) -> Made {
    exam_with_examples(n_items, 0)
}

/// The same with few-shot examples, which are about the numbers from [`FIRST_EXAMPLE`] on.
pub fn exam_with_examples(n_items: u32, n_examples: u32) -> Made {
    let mut random = Random::new(42);
    let items: Vec<Value> = (0..n_items).map(|n| choice(n, &mut random)).collect();
    let examples = FIRST_EXAMPLE..FIRST_EXAMPLE + n_examples;
    let examples: Vec<Value> = examples.map(|n| choice(n, &mut random)).collect();
    let dataset = json!({
        "task_info": {"task_type": "mcqa", "task_name": "parts"},
        "examples": examples,
        "data": items,
    });
    Made {
        name: "parts.json",
        text: dataset.to_string(),
        n_items,
        metric: "accuracy",
        most: 1.0,
    }
}

fn choice(n: u32, random: &mut Random) -> Value {
    let mut parts = PARTS;
    random.shuffle(&mut parts);
    let lines: Vec<String> = ["A", "B", "C", "D"]
        .iter()
        .zip(parts)
        .map(|(letter, part)| format!("{letter}) the {part}"))
        .collect();
    let gold = ["A", "B", "C", "D"][random.below(4) as usize];
    json!({
        "id": format!("p-{n:04}"),
        "input": format!("Which part is meant by number {n} of the drawing?\n{}", lines.join("\n")),
        "output": gold,
    })
}
