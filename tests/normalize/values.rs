//! Values of every kind read as text, tail numbers, JSON fields.

use marksheet::dataset::Task;
use marksheet::json::Json;
use marksheet::normalize::field::{Found, of_text};
use marksheet::normalize::tail_numbers;
use marksheet::predictions::value::{How, Kind, Status, after_thinking, read};
use marksheet::settings::{Normalizer, Profile};

use super::{ALUE, tail, tail_text, through, value};

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
        ("[THINK]a[/THINK]b", Some("b")),
        ("<Scratchpad>a</Scratchpad> b", Some("b")),
        ("b<reasoning>a</reasoning>", Some("b")),
        ("[think, N1]", Some("[think, N1]")),
    ] {
        let after = after_thinking(text);
        let text_left = (!after.is_cut_off).then(|| after.text.into_owned());
        assert_eq!(text_left.as_deref(), left, "{text}");
    }
    for (text, left) in [
        ("<think>a", ""),
        ("a</think>b<think>c", "b"),
        ("b <THINK>c", "b"),
    ] {
        let after = after_thinking(text);
        assert!(after.is_cut_off && after.text == left, "{text}: {after:?}");
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
