//! The questions the server can answer, and what it says to each when right and when wrong.
//!
//! Reads ALUE's two shapes (SQuAD's articles; multiple choice with `input` and `output`). Deliberately absent: every
//! other shape, and any use of the reader under test.

use super::find::{self, Index};
use serde_json::{Value, json};
use std::sync::Arc;

/// A list of questions; copies are cheap.
#[derive(Clone, Default)]
pub struct Items {
    items: Arc<Vec<Item>>,
    index: Arc<Index>,
}

/// One question.
#[derive(Clone, Debug)]
pub struct Item {
    /// The id as text; the number of the item in its file, from 1, where it has none.
    pub id: String,
    /// The passage, white space collapsed; empty in multiple choice.
    pub context: String,
    /// The question, in multiple choice the whole `input`; white space collapsed.
    pub question: String,
    /// What is said when right.
    pub right: Said,
    /// What is said when wrong: shares no word with a gold answer, or is another letter.
    pub wrong: Said,
}

/// One answer in its two forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// As plain text: `B`, `[N52WL, C-GQRS]`, a span; empty where there is no answer.
    pub text: String,
    /// As the value of a field: a text, or a list of texts where the gold answer is a list.
    pub json: Value,
}

impl Items {
    /// Reads a dataset file's text.
    ///
    /// # Errors
    /// If it is not JSON, has no `data`, or has not one question in a shape that is known here.
    pub fn read(text: &str) -> Result<Items, String> {
        let file: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|e| format!("not JSON: {e}"))?;
        let Some(data) = file.get("data").and_then(Value::as_array) else {
            return Err("no list named data".to_owned());
        };
        let mut items = Vec::new();
        for entry in data {
            match entry.get("paragraphs").and_then(Value::as_array) {
                Some(paragraphs) => paragraphs.iter().for_each(|p| spans(p, &mut items)),
                None => items.extend(choice(entry, items.len() + 1)),
            }
        }
        if items.is_empty() {
            return Err(
                "no question in data: wanted articles with paragraphs, or input and output"
                    .to_owned(),
            );
        }
        Ok(Items::of(items))
    }

    /// These and those.
    pub fn and(&self, others: &Items) -> Items {
        Items::of(self.all().iter().chain(others.all()).cloned().collect())
    }

    fn of(items: Vec<Item>) -> Items {
        let index = Arc::new(Index::of(&items));
        Items {
            items: Arc::new(items),
            index,
        }
    }

    /// All of them, in file order.
    pub fn all(&self) -> &[Item] {
        &self.items
    }

    /// The item that a user message asks about: the one whose texts stand last in it, of several the longest.
    pub fn asked(&self, message: &str) -> Option<&Item> {
        self.index.find(&self.items, &find::collapsed(message))
    }
}

/// The questions of one paragraph.
fn spans(paragraph: &Value, items: &mut Vec<Item>) {
    let context = string(paragraph.get("context"));
    let questions = paragraph.get("qas").and_then(Value::as_array);
    for qa in questions.into_iter().flatten() {
        let golds = golds(qa.get("answers"));
        items.push(Item {
            id: id(qa).unwrap_or_else(|| (items.len() + 1).to_string()),
            context: find::collapsed(&context),
            question: find::collapsed(&string(qa.get("question"))),
            right: right_span(golds.first().map_or("", String::as_str)),
            wrong: wrong_span(&context, &golds),
        });
    }
}

/// `answers` as a list of objects, or as `{"text": […]}`.
fn golds(answers: Option<&Value>) -> Vec<String> {
    let texts = |list: &Vec<Value>| -> Vec<String> {
        let text = |value: &Value| {
            value
                .get("text")
                .unwrap_or(value)
                .as_str()
                .map(str::to_owned)
        };
        list.iter().filter_map(text).collect()
    };
    match answers {
        Some(Value::Array(list)) => texts(list),
        Some(Value::Object(fields)) => fields
            .get("text")
            .and_then(Value::as_array)
            .map_or(Vec::new(), texts),
        _ => Vec::new(),
    }
}

/// The gold answer, a list in the form the templates ask for: `['N1', 'N2']` becomes `[N1, N2]`.
fn right_span(gold: &str) -> Said {
    match members(gold) {
        Some(members) => list(&members),
        None => Said {
            text: gold.to_owned(),
            json: json!(gold),
        },
    }
}

fn list(members: &[&str]) -> Said {
    Said {
        text: format!("[{}]", members.join(", ")),
        json: json!(members),
    }
}

/// The members of a bracketed list whose members hold neither comma nor quote.
fn members(gold: &str) -> Option<Vec<&str>> {
    let inside = gold.trim().strip_prefix('[')?.strip_suffix(']')?;
    let quotes: &[char] = &['\'', '"'];
    let members = inside
        .split(',')
        .map(|part| part.trim().trim_matches(quotes));
    Some(members.filter(|member| !member.is_empty()).collect())
}

/// Two neighboring words of the passage (or one, or words from nowhere) that no gold answer has.
fn wrong_span(context: &str, golds: &[String]) -> Said {
    let taken: Vec<String> = golds.iter().flat_map(|gold| words(gold)).collect();
    let is_other = |word: &&str| {
        let parts = words(word);
        !parts.is_empty() && parts.iter().all(|part| !taken.contains(part))
    };
    let all: Vec<&str> = context.split_whitespace().collect();
    let pair = all.windows(2).find(|pair| pair.iter().all(is_other));
    let text = match (pair, all.iter().find(|word| is_other(word))) {
        (Some(pair), _) => pair.join(" "),
        (None, Some(word)) => (*word).to_owned(),
        (None, None) => "xyzzy plugh".to_owned(),
    };
    let text = text
        .trim_matches(|c: char| !c.is_alphanumeric())
        .replace(',', "");
    if golds.first().is_some_and(|gold| members(gold).is_some()) {
        return list(&[&text]);
    }
    Said {
        json: json!(text),
        text,
    }
}

/// The words that scoring may see in a text: lower case, articles left out, hyphens both kept and dropped.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.to_lowercase().split_whitespace() {
        let joined: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
        words.push(joined);
        words.extend(
            word.split(|c: char| !c.is_alphanumeric())
                .map(str::to_owned),
        );
    }
    words.retain(|word| !["", "a", "an", "the"].contains(&word.as_str()));
    words
}

/// A multiple-choice question, also with the keys `question` and `answer`.
fn choice(entry: &Value, number: usize) -> Option<Item> {
    let input = entry.get("input").or(entry.get("question"))?.as_str()?;
    let gold = entry
        .get("output")
        .or(entry.get("answer"))?
        .as_str()?
        .trim();
    let mut letters = letters(input);
    if letters.len() < 2 {
        letters = vec!['A', 'B', 'C', 'D'];
    }
    // The one after the right one: wrong letters are as evenly spread as right ones.
    let is_gold = |letter: &char| gold.eq_ignore_ascii_case(&letter.to_string());
    let at = letters.iter().position(is_gold).unwrap_or(0);
    let wrong = letters[(at + 1) % letters.len()].to_string();
    let said = |text: &str| Said {
        text: text.to_owned(),
        json: json!(text),
    };
    Some(Item {
        id: id(entry).unwrap_or_else(|| number.to_string()),
        context: String::new(),
        question: find::collapsed(input),
        right: said(gold),
        wrong: said(&wrong),
    })
}

/// The letters of lines such as `A) wing`, `(B) tail`, `C. rudder`.
fn letters(input: &str) -> Vec<char> {
    let letter = |line: &str| {
        let mut chars = line.trim().trim_start_matches('(').chars();
        let letter = chars.next().filter(char::is_ascii_uppercase)?;
        chars
            .next()
            .filter(|sign| ")].:".contains(*sign))
            .map(|_| letter)
    };
    input.lines().filter_map(letter).collect()
}

fn id(entry: &Value) -> Option<String> {
    match entry.get("id")? {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

fn string(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or("").to_owned()
}
