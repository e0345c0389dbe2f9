//! Replies and the letter a careful reader sees in them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "long/times.rs"]
mod long;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use marksheet::dataset::Choice;
use marksheet::normalize::choice_letter::{LetterReading, offered, read};
use serde_json::Value;

fn json_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "json")
    });
    files.sort();
    files
}

fn parse(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn choices_of(value: &Value) -> Vec<Choice> {
    let entries = value.as_object().unwrap().iter();
    entries
        .map(|(letter, text)| Choice {
            letter: letter.chars().next().unwrap(),
            text: text.as_str().unwrap().to_owned(),
        })
        .collect()
}

fn letters(letters: &str) -> Vec<Choice> {
    letters
        .chars()
        .map(|letter| Choice {
            letter,
            text: String::new(),
        })
        .collect()
}

fn abc() -> Vec<Choice> {
    offered(
        "What now?\nA) Continue the approach\nB) Go around and inform the tower\nC) Switch off the radio",
    )
}

/// Lists every reply read differently, so that one run shows all.
fn check(differences: &[String], n_read: usize) {
    assert!(
        differences.is_empty(),
        "{} of {n_read} differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

#[test]
fn every_reply_of_the_table_reads_as_recorded() {
    let mut differences = Vec::new();
    let mut n_read = 0;
    for file in json_files("choice_letter") {
        let table = parse(&file);
        for entry in table["replies"].as_array().unwrap() {
            let choices = choices_of(entry.get("choices").unwrap_or(&table["choices"]));
            let reply = entry["reply"].as_str().unwrap();
            let expected = entry["letter"]
                .as_str()
                .and_then(|letter| letter.chars().next());
            let reading = read(reply, &choices);
            n_read += 1;
            if reading.letter != expected {
                let name = file.file_stem().unwrap().to_string_lossy().into_owned();
                differences.push(format!(
                    "{name}: {reply:?}: expected {expected:?}, read {:?} ({})",
                    reading.letter, reading.rule
                ));
            }
        }
    }
    check(&differences, n_read);
    assert!(n_read >= 200, "only {n_read} replies");
}

#[test]
fn every_reply_of_the_case_collection_reads_as_a_reader_sees_it() {
    let mut differences = Vec::new();
    let mut n_read = 0;
    for file in json_files("cases") {
        let case = parse(&file);
        let expected = file.with_extension("").with_extension("expect.json");
        if !expected.exists() || !case["dataset"]["data"].is_array() {
            continue;
        }
        let expected = parse(&expected);
        let Some(per_question) = expected["peers"]["per_question"].as_object() else {
            continue;
        };
        for item in case["dataset"]["data"].as_array().unwrap() {
            let Some(seen) = per_question
                .get(&item["id"].to_string())
                .filter(|seen| seen.get("a_reader_sees").is_some())
            else {
                continue;
            };
            let reply = match &seen["prediction"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let reading = read(&reply, &offered(item["input"].as_str().unwrap()));
            n_read += 1;
            if reading.letter
                != seen["a_reader_sees"]
                    .as_str()
                    .and_then(|letter| letter.chars().next())
            {
                differences.push(format!("{}: {reply:?}: {reading:?}", case["id"]));
            }
        }
    }
    check(&differences, n_read);
    assert!(n_read > 60, "only {n_read} replies");
}

#[test]
fn a_reply_that_never_stops_thinking_is_truncated() {
    assert!(read("<think>It is A, the answer is A", &abc()).is_truncated);
    assert!(!read("<think></think>", &abc()).is_truncated);
    assert!(!read("<think>A</think>B", &abc()).is_truncated);
}

#[test]
fn mapped_letters_and_invisible_characters_are_noted_with_their_code_points() {
    let notes = |reply: &str| read(reply, &abc()).notes.join("; ");
    assert_eq!(notes("Ответ: В"), "read В (U+0412, Cyrillic) as B");
    assert_eq!(notes("B\u{200b}"), "removed the invisible character U+200B");
    assert_eq!(
        notes("\u{202a}B\u{202c}"),
        "removed the invisible character U+202A; removed the invisible character U+202C"
    );
    assert_eq!(notes("Ｂ"), "read Ｂ (U+FF22, full-width) as B");
    assert_eq!(notes("The answer is B."), "");
}

#[test]
fn a_letter_that_is_not_offered_is_never_read() {
    for reply in [
        "D",
        "Answer: D",
        "(D)",
        "{\"answer\": \"D\"}",
        "The answer is D.",
        "I choose D",
    ] {
        assert_eq!(read(reply, &letters("ABC")).letter, None, "{reply}");
        assert_eq!(read(reply, &letters("ABCD")).letter, Some('D'), "{reply}");
    }
    assert_eq!(read("B", &[]).letter, None);
}

#[test]
fn offered_choices_are_found_in_every_written_form() {
    let shown = |input: &str| {
        offered(input)
            .iter()
            .map(|choice| format!("{}={}", choice.letter, choice.text))
            .collect::<Vec<_>>()
            .join("|")
    };
    assert_eq!(shown("Q\nA) one\nB) two\nC) three"), "A=one|B=two|C=three");
    assert_eq!(shown("Q\r\nA. one\r\nB. two\r\n"), "A=one|B=two");
    assert_eq!(shown("Q\nA: one\nB: two"), "A=one|B=two");
    assert_eq!(shown("Q\n  (A) one\n  (B) two"), "A=one|B=two");
    assert_eq!(
        shown("Q\nA) one\ngoes on\nB) two\nand on\n\nAnswer:"),
        "A=one\ngoes on|B=two\nand on"
    );
    assert_eq!(
        shown("A. Smith said so. Who was it?\nA. the pilot\nB. the crew"),
        "A=the pilot|B=the crew"
    );
    assert_eq!(shown("A. Smith said so."), "");
    assert_eq!(shown("What?\nB) two\nC) three"), "");
    assert_eq!(
        shown("Example\nA) x\nB) y\n\nQuestion\nA) one\nB) two\nC) three"),
        "A=one|B=two|C=three"
    );
    assert_eq!(shown("Q\nA)\nB)\nC)"), "A=|B=|C=");
    assert_eq!(shown("no lines"), "");
}

#[test]
fn any_text_is_read_without_a_panic() {
    let pieces = [
        "A",
        "b",
        "\\",
        "\\boxed{",
        "}",
        "<",
        "<think>",
        "</think>",
        "**",
        "(",
        ")",
        "[x]",
        "{",
        "\"",
        "'",
        ":",
        "答案",
        "В",
        "é",
        "\u{301}",
        "\n",
        "answer",
        "is",
        "not",
        ",",
        "-",
        "1",
        ".5",
        "🅱",
        "\u{200b}",
        "<|channel|>",
        "final<|message|>",
        "I",
        "go around",
        "정답",
        "ب",
        "N/A",
    ];
    let odd_texts = ["A", "go around answer", "\\n b", ", is not", "1 .5"];
    let odd: Vec<Choice> = odd_texts
        .iter()
        .zip('A'..)
        .map(|(text, letter)| Choice {
            letter,
            text: (*text).to_owned(),
        })
        .collect();
    let mut state = 7_u64;
    for _ in 0..long::times(4000) {
        let mut reply = String::new();
        for _ in 0..12 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            reply.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            if state >> 60 < 6 {
                reply.push(' ');
            }
        }
        let reading = read(&reply, &abc());
        assert!(
            reading.letter.is_none_or(|letter| "ABC".contains(letter)),
            "{reply:?}: {reading:?}"
        );
        let _ = (read(&reply, &odd), offered(&reply));
    }
}

#[test]
fn long_replies_are_read_in_time_that_grows_with_their_length() {
    let mut choices = abc();
    choices[0].text = "a ".repeat(20_000);
    let patterns = [
        "A ",
        "answer is A ",
        "(",
        "<",
        "\\",
        "{\"",
        "A)\n",
        "B or ",
        "not not ",
        "the the ",
        "答案",
        "<think>",
        "go around ",
        "[",
        "```",
        "a, ",
    ];
    for pattern in patterns {
        let reply = pattern.repeat(150_000 / pattern.len());
        let start = Instant::now();
        let LetterReading { .. } = read(&reply, &choices);
        let _ = offered(&reply);
        // Generous for a debug build on a busy machine; it takes at most a second, with a quadratic step minutes.
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{pattern:?} took {:?}",
            start.elapsed()
        );
    }
}
