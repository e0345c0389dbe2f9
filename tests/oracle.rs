//! Our scores against those of a plain Python implementation, recorded by `tests/oracle/generate.py` under Python 3.13.
//!
//! Remaining differences, all outside what is recorded: letters that got a lower case after Unicode 15.1 (about fifty, see
//! `NEWER`) are lowered here as newer Pythons do; in gold lists, `\/` is `/`, a pair of surrogate escapes is one character,
//! and lists with `\N{…}` or members in parentheses stay text.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use marksheet::dataset::{About, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::metrics::squad::{exact_match, f1};
use marksheet::normalize::list_text::strings;
use marksheet::normalize::squad::{Preparation, answer};
use marksheet::predictions::Entry;
use marksheet::score::{default_settings, score};
use marksheet::settings::{Profile, Settings};
use serde_json::Value;

fn checksum<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut value = 0xCBF2_9CE4_8422_2325_u64;
    for text in texts {
        for byte in text.bytes().chain([0]) {
            value = (value ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
    format!("{:08x}", (value >> 32) ^ (value & 0xFFFF_FFFF))
}

fn is_newer(code: u32) -> bool {
    const NEWER: [u32; 8] = [
        0x1C89, 0xA7CB, 0xA7CC, 0xA7CE, 0xA7D2, 0xA7D4, 0xA7DA, 0xA7DC,
    ];
    NEWER.contains(&code)
        || (0x10D50..0x10D66).contains(&code)
        || (0x16EA0..0x16EB9).contains(&code)
}

#[test]
fn nasty_pairs_are_prepared_and_scored_as_python_does() {
    let letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@^_~{|}";
    let (pieces, pairs) = include_str!("oracle/pairs.tsv").split_once('\n').unwrap();
    let pieces: Vec<String> = serde_json::from_str(pieces.strip_prefix('=').unwrap()).unwrap();
    let text = |codes: &str| -> String {
        codes
            .chars()
            .map(|code| pieces[letters.find(code).unwrap()].as_str())
            .collect()
    };
    let mut n_pairs = 0;
    for line in pairs.lines() {
        let columns: Vec<_> = line.split('\t').collect();
        let [left, right, expected] = columns.as_slice() else {
            panic!("{line}")
        };
        let (left, right) = (text(left), text(right));
        let mut answers = Vec::new();
        for profile in Profile::ALL {
            let (a, b) = (answer(&left, profile), answer(&right, profile));
            let exact = format!("{}", exact_match(&a, &b));
            let f1 = format!("{:.12}", f1(&a, &b, profile));
            answers.extend([a, b, exact, f1]);
        }
        let ours = checksum(answers.iter().map(String::as_str));
        assert_eq!(ours, *expected, "{left:?} and {right:?} give {answers:?}");
        n_pairs += 1;
    }
    assert!(n_pairs >= 20_000);
}

#[test]
fn every_character_is_a_word_space_or_mark_as_in_python() {
    let preparations =
        [Profile::Alue, Profile::SquadV2].map(|profile| Preparation::new(profile, false));
    let mut out = String::new();
    for line in include_str!("oracle/blocks.tsv").lines() {
        let (start, expected) = line.split_once('\t').unwrap();
        let start = u32::from_str_radix(start, 16).unwrap();
        let mut texts = Vec::new();
        for c in (start..start + 256)
            .filter(|code| !is_newer(*code))
            .filter_map(char::from_u32)
        {
            let text = format!("{c}A the{c} {c} an{c}AN x{c}y");
            for preparation in &preparations {
                preparation.write(&text, &mut out);
                texts.push(out.clone());
            }
        }
        assert_eq!(
            checksum(texts.iter().map(String::as_str)),
            expected,
            "block {start:X}"
        );
    }
}

#[test]
fn gold_lists_are_read_as_python_evaluates_them() {
    let mut n_lists = 0;
    for line in include_str!("oracle/literals.jsonl").lines() {
        let (text, expected): (String, Option<Vec<String>>) = serde_json::from_str(line).unwrap();
        assert_eq!(strings(&text), expected, "{text}");
        n_lists += usize::from(expected.is_some());
    }
    assert!(n_lists > 1000);
}

#[test]
fn totals_of_whole_files_are_those_of_python() {
    let datasets: Vec<Value> = serde_json::from_str(include_str!("oracle/datasets.json")).unwrap();
    for recorded in &datasets {
        let mut items = Vec::new();
        let mut entries = Vec::new();
        for (idx, question) in recorded["questions"].as_array().unwrap().iter().enumerate() {
            let answers = question[1].as_array().unwrap().iter();
            let answers = answers
                .map(|gold| gold.as_str().unwrap().to_owned())
                .collect();
            items.push(Item {
                id: idx.to_string(),
                answers,
                ..Item::default()
            });
            entries.push(question[0].as_str().map(|text| Entry {
                id: idx.to_string(),
                value: Json::Text(text.to_owned().into()),
                no_answer_probability: None,
                failure: None,
            }));
        }
        let dataset = Dataset {
            file: "generated.json".into(),
            task: Task::Extractive,
            shape: "generated",
            about: About::default(),
            has_alue_marks: false,
            contexts: Vec::new(),
            items,
            examples: Vec::new(),
        };
        let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
        for profile in Profile::ALL {
            let settings = Settings {
                profile,
                ..default_settings(&dataset)
            };
            let scored = score(&dataset, &joined, &settings, &mut |_| {});
            for (key, expected) in recorded["totals"][profile.key()].as_object().unwrap() {
                let ours = scored.metric(key).unwrap();
                assert!(
                    (ours - expected.as_f64().unwrap()).abs() < 1e-9,
                    "{profile:?} {key}: {ours} != {expected}"
                );
            }
        }
    }
}
