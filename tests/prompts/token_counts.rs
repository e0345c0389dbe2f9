//! The rule of thumb for tokens.

use marksheet::prompt::approximate_tokens;
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn every_kind_of_character_counts() {
    for (text, n) in [
        ("", 0),
        (" ", 0),
        ("   ", 1),
        ("the", 1),
        ("\n\n", 1),
        ("A)", 2),
        ("N52WL", 3),
        ("3,000 m", 4),
        ("滑走路", 3),
        ("🛩", 1),
    ] {
        assert_eq!(approximate_tokens(text), n, "{text:?}");
    }
}

/// What `o200k_base` makes of the same texts, counted once.
#[test]
fn plain_english_is_within_ten_per_cent_of_a_real_tokenizer() {
    let file = |sample: &str| {
        let text = std::fs::read_to_string(format!("data/{sample}/dataset.json")).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let texts = |values: Vec<&Value>| {
        let texts: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        texts.join("\n\n")
    };
    let (reports, exam) = (file("tail-numbers"), file("aviation-exam"));
    let articles = reports["data"].as_array().unwrap().iter();
    let paragraphs = articles.flat_map(|article| article["paragraphs"].as_array().unwrap());
    let reports = texts(paragraphs.map(|paragraph| &paragraph["context"]).collect());
    let exam = texts(
        exam["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["input"])
            .collect(),
    );
    let license = std::fs::read_to_string("LICENSE").unwrap();
    for (text, counted) in [(reports, 8469.0), (exam, 5617.0), (license, 2262.0)] {
        let ratio = approximate_tokens(&text) as f64 / counted;
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
    }
}

proptest! {
    /// Two texts apart have at most one token more than together, for each of them may end a run.
    #[test]
    fn parts_add_up(a in "\\PC{0,40}", b in "\\PC{0,40}") {
        let (apart, together) = (approximate_tokens(&a) + approximate_tokens(&b), approximate_tokens(&format!("{a}{b}")));
        prop_assert!(together <= apart + 3 && apart <= together + 1, "{a:?} {b:?}: {apart} {together}");
    }

    #[test]
    fn more_text_is_never_fewer_tokens(a in "\\PC{0,40}", b in "\\PC{0,10}") {
        let longer = format!("{a}{b}");
        prop_assert!(approximate_tokens(&longer) >= approximate_tokens(&a));
    }
}
