//! Steps in order, expressions, the catalog, texts made to take long.

use marksheet::json::Json;
use marksheet::normalize::list_text::{gold, strings};
use marksheet::normalize::squad::Preparation;
use marksheet::normalize::{self, CATALOG, Chain, key};
use marksheet::problem::Severity;
use marksheet::settings::{Normalizer, Profile};

use super::each::each;
use super::{ALUE, through};

#[test]
fn steps_apply_in_their_order_and_only_changes_are_named() {
    let strip = Normalizer::StripMarkdown;
    let regex = Normalizer::Regex {
        pattern: r"^answer: (?P<it>.+)$".into(),
        group: 1,
    };
    let reply = Json::Text("**answer: N1**".into());
    let (text, rules, _) = through(&[strip.clone(), regex.clone()], &reply, ALUE);
    assert_eq!((text.as_str(), rules.len()), ("N1", 2));
    let (text, rules, _) = through(&[regex, strip], &reply, ALUE);
    assert_eq!((text.as_str(), rules.len()), ("answer: N1", 1));
    assert!(
        through(&[Normalizer::None, Normalizer::Strict], &reply, ALUE)
            .1
            .is_empty()
    );
}

#[test]
fn unusable_expressions_are_reported_and_left_out() {
    for (pattern, group) in [
        ("(", 0),
        ("a", 1),
        ("(?=a)b", 0),
        ("[", 3),
        ("a{9999}{9999}", 0),
        ("(?P<x", 0),
    ] {
        let (chain, problems) = Chain::new(&[Normalizer::Regex {
            pattern: pattern.into(),
            group,
        }]);
        assert_eq!(problems.len(), 1, "{pattern}");
        assert_eq!(problems[0].severity, Severity::Error);
        assert!(problems[0].hint.is_some());
        assert!(chain.is_empty());
    }
}

#[test]
fn long_and_deep_texts_take_no_long_time() {
    let n = 60_000;
    for text in [
        "[".repeat(n),
        "{\"a\":".repeat(n / 5),
        "{'".repeat(n / 2),
        "'a,".repeat(n / 3),
        "\"a,".repeat(n / 3),
        "*a ".repeat(n / 3),
        "**a_b__c".repeat(n / 8),
        "](".repeat(n / 2),
        "[a](b".repeat(n / 5),
        "```".repeat(n / 3),
        "\\".repeat(n),
        "<think>".repeat(n / 7),
        "[true,".repeat(n / 6),
        format!("[{}", "true,".repeat(n / 5)),
        "['a' ".repeat(n / 5),
        "1. a\n".repeat(n / 5),
        "\u{301}".repeat(n),
    ] {
        let reply = Json::Text(text.clone().into());
        let all = [
            Normalizer::TailNumbers,
            Normalizer::StripMarkdown,
            Normalizer::JsonField {
                field: String::new(),
            },
            Normalizer::NoAnswerPhrases {
                phrases: vec!["none".into()],
            },
        ];
        for normalizer in all {
            through(&[normalizer], &reply, ALUE);
        }
        strings(&text);
        gold(&text);
        let mut out = String::new();
        Preparation::new(Profile::Alue, true).write(&text, &mut out);
    }
}

#[test]
fn the_catalog_lists_every_normalizer_once_under_its_key() {
    let all = each();
    let keys: Vec<_> = all.iter().map(key).collect();
    assert_eq!(CATALOG.map(|entry| entry.key).to_vec(), keys);
    for normalizer in &all {
        let written = serde_json::to_value(normalizer).unwrap();
        assert_eq!(written["name"], key(normalizer));
    }
}

#[test]
fn a_step_that_cannot_be_used_says_so_before_it_is_tried() {
    let said = |pattern: &str, group| {
        let pattern = pattern.to_owned();
        let fault = normalize::fault(&Normalizer::Regex { pattern, group });
        fault.map(|fault| (fault.message, fault.hint.is_some()))
    };
    assert_eq!(said("(a)", 1), None);
    let (unread, is_hinted) = said("[", 0).unwrap();
    assert!(unread.contains("cannot be read") && is_hinted, "{unread}");
    let (groupless, is_hinted) = said("(a)", 9).unwrap();
    assert!(groupless.contains("1 group") && is_hinted, "{groupless}");
    // Nothing is left out while nothing is applied.
    assert!(!unread.contains("left out") && !groupless.contains("left out"));
    for entry in CATALOG {
        let fresh = normalize::of_key(entry.key).unwrap();
        assert_eq!(normalize::fault(&fresh), None, "{}", entry.key);
    }
}

#[test]
fn a_chain_of_nothing_is_an_empty_chain() {
    let none = || Normalizer::None;
    assert_eq!(normalize::effective(&[none(), none()]), []);
    let kept = normalize::effective(&[none(), Normalizer::StripMarkdown, none()]);
    assert_eq!(kept, [Normalizer::StripMarkdown]);
}
