#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! JSON as it is written, and what is said where it is not JSON.

#[path = "long/times.rs"]
mod long;

use marksheet::json::{Json, MAX_DEPTH, parse, parse_on_line};
use proptest::prelude::*;
use std::borrow::Cow;

fn value(text: &str) -> Json<'_> {
    parse(text).unwrap().value
}

fn warnings(text: &str) -> Vec<String> {
    let problems = parse(text).unwrap().problems;
    problems
        .iter()
        .map(|problem| format!("[{}] {problem}", problem.severity.word()))
        .collect()
}

/// The message for a text that is not JSON must contain all of `parts`.
#[track_caller]
fn check_error(text: &str, place: (u32, u32), parts: &[&str]) {
    let problem = parse(text).unwrap_err();
    let shown = problem.to_string();
    assert_eq!(
        (problem.place.line, problem.place.column),
        (Some(place.0), Some(place.1)),
        "{shown}"
    );
    for part in parts {
        assert!(shown.contains(part), "{part:?} is missing in {shown:?}");
    }
    assert!(problem.hint.is_some(), "no hint: {shown}");
}

#[test]
fn numbers_keep_their_digits() {
    let text = "[7, 3.50, -0, 1E+5, 12345678901234567890123, 2.0]";
    assert_eq!(value(text).to_json_text(), text);
}

#[test]
fn texts_without_escapes_are_borrowed() {
    let Json::List(texts) = value(r#"["plain ✓", "line\nbreak"]"#) else {
        panic!()
    };
    assert!(matches!(&texts[0], Json::Text(Cow::Borrowed("plain ✓"))));
    assert!(matches!(&texts[1], Json::Text(Cow::Owned(text)) if text == "line\nbreak"));
}

#[test]
fn escapes_are_resolved() {
    assert_eq!(
        value(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\udee9""#),
        Json::Text("\"\\/\u{8}\u{c}\n\r\té🛩".into())
    );
}

#[test]
fn what_is_written_reads_back_equal() {
    let text = r#"{"a": [null, true, false, "q\"\\\n\u0001é"], "b": {"a": 1.0}}"#;
    let first = value(text);
    let again = first.to_json_text();
    assert_eq!(value(&again), first);
    assert_eq!(first.clone().into_owned(), first);
}

#[test]
fn values_for_templates_keep_every_number() {
    let text = "[9007199254740993, 18446744073709551615, 18446744073709551616, 2.50, 1e999, -5]";
    assert_eq!(
        value(text).to_value(),
        serde_json::json!([
            9007199254740993_i64,
            18446744073709551615_u64,
            "18446744073709551616",
            2.5,
            "1e999",
            -5
        ])
    );
}

#[test]
fn nan_is_null_and_an_error_with_its_place() {
    let text = "{\n \"q1\": \"x\",\n \"q2\": NaN,\n \"q3\": -Infinity\n}";
    assert_eq!(value(text).get("q2"), Some(&Json::Null));
    let said = warnings(text);
    assert_eq!(said.len(), 2);
    assert!(
        said[0].starts_with("[error] line 3, column 8"),
        "{}",
        said[0]
    );
    assert!(
        said[0].contains("NaN at line 3")
            && said[0]
                .contains("Python writes NaN for a missing value; replace it by null or \"\"")
    );
    assert!(said[1].contains("-Infinity at line 4"));
}

#[test]
fn many_nans_are_one_message_with_their_number() {
    let text = format!("[{}1]", "NaN,\n".repeat(40));
    let said = warnings(&text);
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("40 times") && said[0].contains("lines 1, 2, 3"));
}

#[test]
fn duplicate_keys_are_named_with_both_lines() {
    let said = warnings("{\n\"q1\": \"a\",\n\"q2\": \"b\",\n\"q1\": \"c\"\n}");
    assert_eq!(said.len(), 1);
    assert!(
        said[0].starts_with("[error]")
            && said[0].contains("\"q1\"")
            && said[0].contains("line 2 and again on line 4"),
        "{said:?}"
    );
    assert_eq!(
        value("{\"q1\": \"a\", \"q1\": \"c\"}").get("q1"),
        Some(&Json::Text("c".into()))
    );
    let same = warnings("{\"q1\": \"a\", \"q1\": \"a\"}");
    assert!(same[0].starts_with("[warning]") && same[0].contains("same value"));
    assert!(warnings("[{\"a\": 1}, {\"a\": 2}, {\"b\": {\"a\": 1}, \"a\": 1}]").is_empty());
}

#[test]
fn many_duplicate_keys_are_one_message() {
    let entries: Vec<_> = (0..30).map(|i| format!("\"k{}\": {i}", i % 15)).collect();
    let text = format!("{{{}}}", entries.join(",\n"));
    let said = warnings(&text);
    assert_eq!(said.len(), 1);
    assert!(
        said[0].contains("15 keys")
            && said[0].contains("\"k0\" (lines 1 and 16)")
            && said[0].contains("and 10 more"),
        "{said:?}"
    );
}

#[test]
fn half_characters_and_raw_tabs_are_read_and_said() {
    assert_eq!(value(r#""a\ud83dz""#), Json::Text("a\u{fffd}z".into()));
    assert!(
        warnings(r#"["\udc00", "\ud83d\ud83d"]"#)[0].contains("3 were")
            || warnings(r#"["\udc00", "\ud83d\ud83d"]"#)[0].contains("3 halves")
    );
    assert_eq!(value("\"a\tb\""), Json::Text("a\tb".into()));
    assert!(warnings("\"a\tb\"")[0].contains("1 raw tab"));
}

#[test]
fn cut_off_files_are_recognized_wherever_they_end() {
    check_error(
        "{\n \"q1\": \"240 at 12\",\n \"q2\": \"18 kno",
        (3, 8),
        &["ends in the middle of a text at line 3", "looks cut off"],
    );
    check_error(
        "{\n \"q1\": \"240 at 12\",\n \"q2\": \"18 kno\n",
        (3, 15),
        &["ends in the middle of a text at line 3", "looks cut off"],
    );
    check_error("[1, 2", (1, 6), &["middle of a list", "cut off"]);
    check_error("[1, 2,\n", (2, 1), &["middle of a list", "cut off"]);
    check_error("{\"a\"", (1, 5), &["middle of an object", "cut off"]);
    check_error("{\"a\": ", (1, 7), &["middle of an object", "cut off"]);
    check_error("{\"a\": 1,", (1, 9), &["middle of an object", "cut off"]);
    check_error("[tru", (1, 2), &["middle of a value", "cut off"]);
    check_error("[\"a\\", (1, 2), &["middle of a text", "cut off"]);
    check_error("[\"a\\u00", (1, 2), &["middle of a text", "cut off"]);
    check_error("[-", (1, 2), &["middle of a value", "cut off"]);
}

#[test]
fn a_web_page_saved_as_json_is_named_with_its_title() {
    check_error(
        "\n<!DOCTYPE html>\n<html><head><title>404 Not Found</title>",
        (2, 1),
        &["web page", "404 Not Found", "download"],
    );
    check_error("<?xml version=\"1.0\"?><a/>", (1, 1), &["XML"]);
}

#[test]
fn a_python_printout_is_recognized() {
    for text in [
        "{'q1': 'a'}",
        "{\"q1\": None}",
        "[True]",
        "[False, 1]",
        "{\"q1\": ('a', 'b')}",
        "[nan]",
    ] {
        let message = parse(text).unwrap_err().to_string();
        assert!(
            message.contains("Python") && message.contains("json.dump"),
            "{message}"
        );
    }
}

#[test]
fn common_slips_are_explained_with_their_place() {
    check_error(
        "[1, 2,]",
        (1, 7),
        &["comma before the closing \"]\"", "remove"],
    );
    check_error("{\"a\": 1,\n}", (2, 1), &["comma before the closing \"}\""]);
    check_error(
        "{\"a\": \"x\"\n \"b\": \"y\"}",
        (2, 2),
        &["comma is missing"],
    );
    check_error("[{\"a\": 1} {\"a\": 2}]", (1, 11), &["comma is missing"]);
    check_error("[1,, 2]", (1, 4), &["a comma where"]);
    check_error("{\"a\": 1 // one\n}", (1, 9), &["comment"]);
    check_error("/* head */ {}", (1, 1), &["comment"]);
    check_error("[1,\n# two\n2]", (2, 1), &["comment"]);
    check_error(
        "{\"a\": \"first\nsecond\"}",
        (1, 13),
        &["line break inside a text", "\\n"],
    );
    check_error(
        "{\"a\": 1}\n{\"a\": 2}",
        (2, 1),
        &["two JSON values", "JSON Lines"],
    );
    check_error("{\"a\": 1}}", (1, 9), &["closing bracket too many"]);
    check_error("{\"a\": 1}\u{feff}{}", (1, 9), &["byte order mark"]);
    check_error("{“a”: 1}", (1, 2), &["typographic quote", "straight"]);
    check_error("{\"a\": “x”}", (1, 7), &["typographic quote"]);
    check_error("{a: 1}", (1, 2), &["\"a\" is not in quotes"]);
    check_error("{\"a\": yes}", (1, 7), &["\"yes\" is not in quotes"]);
    check_error("{1: \"a\"}", (1, 2), &["\"1\" is not in quotes"]);
    check_error("[007]", (1, 2), &["\"007\" is no number"]);
    check_error("[1.]", (1, 2), &["no number"]);
    check_error(
        "{\"a\": \"he said \"no\" again\"}",
        (1, 17),
        &["quote inside it", "\\\""],
    );
    check_error("{\"a\" \"b\"}", (1, 6), &["colon is missing"]);
    check_error("[\"a\": 1]", (1, 5), &["colon within a list"]);
    check_error("[1}", (1, 3), &["closes what another bracket opened"]);
    check_error("[\"C:\\data\"]", (1, 5), &["backslash"]);
}

#[test]
fn the_text_around_is_shown_and_kept_short() {
    let text = format!("{{\"{}\": 1 \"b\": 2}}", "ü".repeat(500));
    let message = parse(&text).unwrap_err().message;
    assert!(
        message.contains("near ‹…") && message.chars().count() < 160,
        "{message}"
    );
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    for text in [
        "[".repeat(10_000),
        "{\"a\":".repeat(10_000),
        "[".repeat(1_000_000),
    ] {
        let message = parse(&text).unwrap_err().to_string();
        assert!(message.contains("nested more than 128 deep"), "{message}");
    }
    let deepest = format!("{}1{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    let read = value(&deepest);
    assert_eq!(read.to_json_text(), deepest);
    drop(read.clone().into_owned().to_value());
}

/// Half of what a web worker has; unoptimized code needs the most.
#[test]
fn the_deepest_file_fits_a_small_stack() {
    let read_and_use = || {
        let deepest = format!(
            "{}1{}",
            "[{\"a\":".repeat(MAX_DEPTH / 2),
            "}]".repeat(MAX_DEPTH / 2)
        );
        let read = value(&deepest).into_owned();
        assert_eq!(read.to_value().to_string().len(), deepest.len());
        assert!(read.to_json_text().len() > deepest.len());
    };
    let thread = std::thread::Builder::new().stack_size(1 << 19);
    thread.spawn(read_and_use).unwrap().join().unwrap();
}

#[test]
fn lines_count_from_where_the_text_starts() {
    assert_eq!(
        parse_on_line("{\"a\" 1}", 7).unwrap_err().place.line,
        Some(7)
    );
}

/// JSON made of the values people have in files.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec((".{0,4}", inner), 0..20)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: long::times(256), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_serde_json(value in any_json(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        prop_assert_eq!(parse(&text).unwrap().value.to_value(), value);
    }

    #[test]
    fn accepts_what_serde_json_accepts(text in r#"[\[\]{}",:0-9eE+.\\ntu a-]{0,24}"#) {
        if serde_json::from_str::<serde_json::Value>(&text).is_ok() {
            prop_assert!(parse(&text).is_ok());
        }
    }

    #[test]
    fn never_panics(text in any::<String>()) {
        let _ = parse(&text);
    }

    #[test]
    fn never_panics_on_near_json(text in r#"[\[\]{}",:0-9\\u‹“'é\n a-]{0,40}"#) {
        let _ = parse(&text);
    }
}
