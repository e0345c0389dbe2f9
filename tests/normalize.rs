//! Normalizers and the reading of values, through the public API.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use marksheet::dataset::Task;
use marksheet::json::Json;
use marksheet::normalize::field::{Found, of_text};
use marksheet::normalize::list_text::{gold, is_none_word, members, strings};
use marksheet::normalize::markdown::stripped;
use marksheet::normalize::no_answer::{NO_ANSWER_PHRASES, Phrases};
use marksheet::normalize::squad::{Preparation, answer};
use marksheet::normalize::{CATALOG, Chain, key, literal, tail_numbers};
use marksheet::predictions::value::{How, Kind, Status, after_thinking, read};
use marksheet::problem::Severity;
use marksheet::settings::{Normalizer, Profile};

const ALUE: How = How {
    task: Task::Extractive,
    profile: Profile::Alue,
    field: None,
};

/// A value as a JSON text writes it; numbers that matter are given by hand.
fn value(text: &str) -> Json<'static> {
    fn owned(value: Json) -> Json<'static> {
        match value {
            Json::Null => Json::Null,
            Json::Bool(value) => Json::Bool(value),
            Json::Number(written) => Json::Number(written.into_owned().into()),
            Json::Text(text) => Json::Text(text.into_owned().into()),
            Json::List(members) => Json::List(members.into_iter().map(owned).collect()),
            Json::Object(entries) => Json::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| (key.into_owned().into(), owned(value)))
                    .collect(),
            ),
        }
    }
    owned(literal::parse(text).unwrap_or_else(|| panic!("no value: {text}")))
}

fn through(
    normalizers: &[Normalizer],
    value: &Json,
    how: How,
) -> (String, Vec<&'static str>, bool) {
    let (chain, problems) = Chain::new(normalizers);
    assert!(problems.is_empty(), "{problems:?}");
    let normalized = chain.apply(value, read(value, how), how, &[]);
    (
        normalized.text.into_owned(),
        normalized.rules,
        normalized.is_unfit,
    )
}

fn tail(text: &str) -> String {
    through(&[Normalizer::TailNumbers], &value(text), ALUE).0
}

fn tail_text(text: &str) -> String {
    through(
        &[Normalizer::TailNumbers],
        &Json::Text(text.to_owned().into()),
        ALUE,
    )
    .0
}

#[test]
fn the_pinned_facts_of_the_preparation_hold() {
    for (text, alue, squad) in [
        ("$1,200.50", "120050", "120050"),
        ("U.S.A.", "usa", "usa"),
        ("N-123 AB", "n-123 ab", "n123 ab"),
        ("“the", "“", "“"),
        ("the_x", "thex", "thex"),
        ("años a ñ", "años ñ", "años ñ"),
        ("a-the-b", "- -b", "atheb"),
        ("the\u{903}x", "\u{903}x", "\u{903}x"),
        ("A\u{1F}B\u{85}C\u{A0}D\u{3000}E", "b c d e", "b c d e"),
        (
            "x\u{200B}y\u{FEFF}",
            "x\u{200B}y\u{FEFF}",
            "x\u{200B}y\u{FEFF}",
        ),
        ("İ", "i\u{307}", "i\u{307}"),
        ("ΟΔΟΣ", "οδος", "οδος"),
        ("The, an; A!", "", ""),
        ("-", "-", ""),
        ("", "", ""),
    ] {
        assert_eq!(answer(text, Profile::Alue), alue, "{text:?}");
        assert_eq!(answer(text, Profile::SquadV2), squad, "{text:?}");
        assert_eq!(answer(text, Profile::SquadV11), squad, "{text:?}");
    }
}

#[test]
fn unicode_preparation_composes_and_drops_marks_of_every_script() {
    let mut out = String::new();
    let mut with = |text: &str, profile| {
        Preparation::new(profile, true).write(text, &mut out);
        out.clone()
    };
    assert_eq!(with("“Ｎ１２３”", Profile::SquadV2), "n123");
    assert_eq!(with("C\u{2011}GABC", Profile::Alue), "c-gabc");
    assert_eq!(with("C\u{2011}GABC", Profile::SquadV2), "cgabc");
    assert_eq!(
        with("e\u{301}", Profile::SquadV2),
        with("é", Profile::SquadV2)
    );
}

#[test]
fn gold_lists_become_their_members_and_other_brackets_stay_text() {
    for (written, text) in [
        ("['N1', 'N2']", "N1, N2"),
        ("[\"N1\"]", "N1"),
        ("['N7' 'N8']", "N7N8"),
        ("[NONE]", "None"),
        ("['NONE']", "NONE"),
        ("[]", ""),
        ("[r'a\\n', u'b']", "a\\n, b"),
        ("['O\\'Hare', \"O'Hare\"]", "O'Hare, O'Hare"),
        ("['\\ud83d\\ude00']", "😀"),
    ] {
        let read = gold(written);
        assert_eq!(
            (read.text.as_ref(), read.is_bracketed_text),
            (text, false),
            "{written}"
        );
    }
    for written in [
        "[N1, N2]",
        "[27, 9]",
        "['O'Hare']",
        "[['N1']]",
        "['a', None]",
        "[b'a']",
        "[f'a']",
        "['a' b'b']",
    ] {
        let read = gold(written);
        assert_eq!(
            (read.text.as_ref(), read.is_bracketed_text),
            (written, true),
            "{written}"
        );
    }
    for written in ["['N9ZZ'", "N1, N2", "", "('a', 'b')"] {
        assert!(!gold(written).is_bracketed_text, "{written}");
        assert_eq!(gold(written).text, written);
    }
}

#[test]
fn tail_numbers_follow_the_table() {
    for (given, bracketed) in [
        ("[]", "[NONE]"),
        ("'N66372'", "[N66372]"),
        ("['N66372']", "[N66372]"),
        ("['N1AB', 'N2CD']", "[N1AB, N2CD]"),
        ("null", "[NONE]"),
        ("['NONE']", "[NONE]"),
        ("{'tail_numbers': ['N1AB']}", "[N1AB]"),
        ("[null]", "[NONE]"),
        ("['', 'N1']", "[N1]"),
        ("['N1', 'N2', 'N1']", "[N1, N2]"),
        ("[['N1'], ['N2']]", "[N1, N2]"),
        ("[{'tail_number': 'N1'}]", "[N1]"),
        (
            "{'reasoning': 'x, y', 'tail_numbers': ['N1', 'N2'], 'confidence': 0.9}",
            "[N1, N2]",
        ),
        ("{'answer': 'N1'}", "[N1]"),
        ("{'tail_numbers': []}", "[NONE]"),
        ("123", "[123]"),
    ] {
        assert_eq!(tail(given), bracketed, "{given}");
    }
    for (given, bracketed) in [
        ("[NONE]", "[NONE]"),
        ("[N66372]", "[N66372]"),
        ("['N1AB', 'N2CD']", "[N1AB, N2CD]"),
        ("[N1AB,N2CD]", "[N1AB, N2CD]"),
        ("", "[NONE]"),
        ("  ", "[NONE]"),
        ("none", "[NONE]"),
        ("None.", "[NONE]"),
        ("N/A", "[NONE]"),
        ("[]", "[NONE]"),
        ("['none']", "[NONE]"),
        ("```json\n[\"N1AB\"]\n```", "[N1AB]"),
        ("```\nN1AB\n```", "[N1AB]"),
        ("```json\n{\"tail_numbers\": [\"N1AB\"]}\n```", "[N1AB]"),
        ("{\"tail_numbers\": [\"N1AB\"]}", "[N1AB]"),
        ("\"[\\\"N1AB\\\"]\"", "[N1AB]"),
        ("{'tail_numbers': None}", "[NONE]"),
        ("Sure: {\"tail_numbers\": [\"N1\", \"N2\"]} ok?", "[N1, N2]"),
        ("Here: ['N1']", "[N1]"),
        ("\"N1AB\"", "[N1AB]"),
        ("`N1AB`", "[N1AB]"),
        ("N1AB, N1AB", "[N1AB]"),
        ("['N9ZZ'", "[N9ZZ]"),
        (
            "The tail number is N1, not N2.",
            "[The tail number is N1, not N2.]",
        ),
        ("<think>N2?</think>\n[N1]", "[N1]"),
    ] {
        assert_eq!(tail_text(given), bracketed, "{given:?}");
    }
    assert!(tail_numbers::members(&Json::Number("3.50".into()), None) == ["3.50"]);
}

#[test]
fn values_are_read_as_text() {
    let text = |text: &str, how| read(&value(text), how).text.into_owned();
    let squad = How {
        profile: Profile::SquadV2,
        ..ALUE
    };
    for (given, expected) in [
        ("null", ""),
        ("true", "true"),
        ("3.50", "3.50"),
        ("12345678901234567890", "12345678901234567890"),
        ("['a', 1.0, false]", "[a, 1.0, false]"),
        ("{'prediction_text': 'x', 'id': 'y'}", "x"),
        ("{'answer': null, 'text': 'x'}", "x"),
        ("{'value': 'x'}", "x"),
        ("{'reason': 'because', 'tail': 'x', 'confidence': 1}", "x"),
        ("{'answer': {'text': 'x'}}", "x"),
        ("{'n': 3}", "3"),
        ("{'answer': 'x', 'error': null}", "x"),
    ] {
        assert_eq!(text(given, ALUE), expected, "{given}");
        assert_eq!(text(given, squad), expected, "{given}");
    }
    assert_eq!(
        (text("[]", ALUE), text("[]", squad)),
        ("[NONE]".into(), String::new())
    );
    assert_eq!(
        text(
            "{'answer': 'x', 'tail': 'y'}",
            How {
                field: Some("tail"),
                ..ALUE
            }
        ),
        "y"
    );
    assert_eq!(
        text(
            "{'answer': 'x', 'tail': 'y'}",
            How {
                field: Some("nose, tail"),
                ..ALUE
            }
        ),
        "y"
    );
    assert_eq!(
        text(
            "{'answer': 'x'}",
            How {
                field: Some("nose"),
                ..ALUE
            }
        ),
        "x"
    );
    let letter = How {
        task: Task::MultipleChoice,
        ..ALUE
    };
    assert_eq!(
        text("{'text': 'long', 'selected_option': 'A'}", letter),
        "A"
    );
}

#[test]
fn values_that_cannot_be_read_say_why() {
    for (given, status) in [
        (
            "{'error': 'Structured generation failed'}",
            Status::CallFailed,
        ),
        (
            "{'error': {'code': 500}, 'status': 500}",
            Status::CallFailed,
        ),
        ("{'error': 'x', 'answer': ''}", Status::CallFailed),
        ("{'error': 'x', 'answer': 'N1'}", Status::Readable),
        ("{'a': 'x', 'b': 'y'}", Status::NoField),
        ("{}", Status::NoField),
        ("[['N1', 0.9], ['N2', 0.1]]", Status::NBest),
        ("[{'text': 'N1', 'probability': 0.9}]", Status::NBest),
        ("['N1', 'N2']", Status::Readable),
    ] {
        assert_eq!(read(&value(given), ALUE).status, status, "{given}");
    }
    assert_eq!(read(&value("{'answer': 'x'}"), ALUE).kind, Kind::Object);
}

#[test]
fn reasoning_is_cut_away_and_reasoning_without_end_leaves_nothing() {
    for (text, left) in [
        ("<think>a</think> b", Some("b")),
        ("a</think>b", Some("b")),
        ("<think>a</think>b<think>c</think>d", Some("d")),
        ("<reasoning>a</reasoning>\nb", Some("b")),
        (
            "<|channel|>analysis<|message|>x<|end|><|channel|>final<|message|>b<|return|>",
            Some("b"),
        ),
        ("plain < text", Some("plain < text")),
        ("<think>a", None),
        ("a</think>b<think>c", None),
    ] {
        let after = after_thinking(text);
        assert_eq!((!after.is_cut_off).then_some(after.text), left, "{text}");
    }
}

#[test]
fn markdown_marks_go_and_text_stays() {
    for (text, left) in [
        ("**N1**", "N1"),
        ("__N1__ and *x* and `y`", "N1 and x and y"),
        ("***N1***", "N1"),
        ("## Answer", "Answer"),
        ("> - **N1**", "N1"),
        ("- a\n- b", "a\nb"),
        ("1. a\n2. b", "a\nb"),
        ("5. Mai", "5. Mai"),
        ("```json\n[1]\n```", "[1]"),
        ("[N1](http://x) and ![pic](y)", "N1 and pic"),
        ("2*3*4 snake_case_x a * b", "2*3*4 snake_case_x a * b"),
        ("\\*N1\\*", "*N1*"),
        ("~~old~~ new", "old new"),
        ("\"N1\"", "N1"),
        ("“N1”", "N1"),
        ("[N1]", "[N1]"),
        ("**unclosed", "**unclosed"),
        ("-5 °C", "-5 °C"),
        ("", ""),
        ("文**字**です", "文字です"),
    ] {
        assert_eq!(stripped(text), left, "{text:?}");
    }
}

#[test]
fn json_fields_are_found_raw_fenced_and_inside_prose() {
    let how = How {
        field: Some("tail"),
        ..ALUE
    };
    for text in [
        "{\"tail\": \"N1\"}",
        "```json\n{\"tail\": \"N1\"}\n```",
        "Well, {\"tail\": \"N1\"} it is {ok}",
        "<think>{\"tail\": \"N2\"}</think>{'tail': 'N1'}",
        "{x} {\"tail\": \"N1\"}",
    ] {
        assert_eq!(of_text(text, how), Found::Text("N1".into()), "{text}");
    }
    assert_eq!(of_text("{\"nose\": \"N1\"}", how), Found::NoField);
    assert_eq!(of_text("N1 {", how), Found::NoObject);
    assert_eq!(
        of_text("{\"tails\": [\"N1\", \"N2\"]}", ALUE),
        Found::Text("[N1, N2]".into())
    );
    let object = value("{'answer': 'x', 'tail': 'y'}");
    let named = |field: &str| {
        through(
            &[Normalizer::JsonField {
                field: field.into(),
            }],
            &object,
            ALUE,
        )
    };
    assert_eq!(named("tail").0, "y");
    assert_eq!(named("").0, "x");
    assert!(named("nose").2);
}

#[test]
fn no_answer_phrases_compare_without_case_and_outer_marks() {
    let phrases = Phrases::new(NO_ANSWER_PHRASES);
    for text in [
        "NONE",
        "[NONE]",
        "n/a",
        "N/A.",
        " Unanswerable ",
        "\"no  answer\"",
        "Not mentioned.",
    ] {
        assert!(phrases.holds(text), "{text}");
    }
    for text in ["", "  ", "nonesuch", "no answer from the tower", "-"] {
        assert!(!phrases.holds(text), "{text}");
    }
    assert!(Phrases::new(["-"]).holds(" - "));
    let normalizer = Normalizer::NoAnswerPhrases {
        phrases: vec!["nix".into()],
    };
    let (text, rules, _) = through(&[normalizer], &Json::Text("Nix!".into()), ALUE);
    assert_eq!((text.as_str(), rules.len()), ("", 1));
}

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
fn members_of_written_lists_split_at_commas_outside_quotes() {
    for (text, expected) in [
        ("[N1, N2]", vec!["N1", "N2"]),
        ("N1,N2,", vec!["N1", "N2"]),
        ("['Smith, John', 'x']", vec!["'Smith, John'", "'x'"]),
        ("O'Hare, 'Midway", vec!["O'Hare", "'Midway"]),
        ("'a' b, c", vec!["'a' b", "c"]),
        ("[]", vec![]),
        ("", vec![]),
        ("one", vec!["one"]),
    ] {
        assert_eq!(members(text), expected, "{text}");
    }
    assert!(is_none_word("None.") && is_none_word("[\"none\"]") && !is_none_word("[]"));
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
    let all = [
        Normalizer::None,
        Normalizer::Strict,
        Normalizer::TailNumbers,
        Normalizer::ChoiceLetter,
        Normalizer::StripMarkdown,
        Normalizer::JsonField {
            field: String::new(),
        },
        Normalizer::NoAnswerPhrases {
            phrases: Vec::new(),
        },
        Normalizer::Regex {
            pattern: String::new(),
            group: 0,
        },
    ];
    let keys: Vec<_> = all.iter().map(key).collect();
    assert_eq!(CATALOG.map(|entry| entry.key).to_vec(), keys);
    for normalizer in &all {
        let written = serde_json::to_value(normalizer).unwrap();
        assert_eq!(written["name"], key(normalizer));
    }
}
