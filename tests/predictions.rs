#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! Rules of reading predictions that one fixture would show badly; the shapes themselves are in `fixtures/predictions/`.

use marksheet::intake::{Intake, Understood, read};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::Predictions;

fn predictions(text: &str) -> (Predictions, Intake) {
    let intake = read("p", text.as_bytes());
    match intake.understood.clone() {
        Understood::Predictions(predictions) => (predictions, intake),
        Understood::IdTexts(texts) => (texts.into_predictions(), intake),
        other => panic!("{other:?} {:?}", intake.problems),
    }
}

fn messages(intake: &Intake) -> String {
    intake
        .problems
        .iter()
        .map(|problem| format!("[{}] {problem}", problem.severity.word()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_answer_is_found_under_every_usual_name() {
    for name in [
        "prediction_text",
        "prediction",
        "pred",
        "predicted_answer",
        "answer",
        "text",
        "reply",
        "response",
        "output",
        "completion",
        "generated_text",
        "Prediction",
    ] {
        let (found, _) = predictions(&format!(
            "[{{\"id\": \"q1\", \"{name}\": \"red\"}}, {{\"id\": \"q2\", \"{name}\": null}}]"
        ));
        assert_eq!(found.entries[0].value, Json::Text("red".into()), "{name}");
        assert_eq!(found.entries[1].value, Json::Null, "{name}");
    }
}

#[test]
fn a_prediction_wins_over_the_gold_beside_it() {
    let (found, _) = predictions(
        "[{\"id\": 1, \"question\": \"Which?\", \"answer\": \"gold\", \"prediction\": \"said\"}]",
    );
    assert_eq!(found.entries[0].value, Json::Text("said".into()));
}

#[test]
fn ids_are_text_exactly_as_written() {
    let (found, _) = predictions(
        "[{\"id\": 1, \"prediction\": \"a\"}, {\"id\": \"01\", \"prediction\": \"b\"}, {\"id\": 9007199254740993, \"prediction\": \"c\"}, {\"id\": 2.0, \"prediction\": \"d\"}]",
    );
    let ids: Vec<_> = found
        .entries
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    assert_eq!(ids, ["1", "01", "9007199254740993", "2.0"]);
}

#[test]
fn duplicate_ids_are_named_with_both_places() {
    let (_, lines) = predictions(
        "{\"id\": \"a\", \"prediction\": \"x\"}\n\n{\"id\": \"a\", \"prediction\": \"y\"}",
    );
    assert!(
        messages(&lines).contains("[error]")
            && messages(&lines).contains("duplicate id \"a\": lines 1 and 3")
    );
    let (_, list) = predictions(
        "[{\"id\": \"a\", \"prediction\": \"x\"}, {\"id\": \"b\", \"prediction\": \"y\"}, {\"id\": \"a\", \"prediction\": \"z\"}]",
    );
    assert!(messages(&list).contains("entries 1 and 3"));
    let (_, table) = predictions("id,answer\na,x\na,y\n");
    assert!(messages(&table).contains("lines 2 and 3"));
    let (found, map) = predictions("{\"a\": \"x\",\n\"a\": \"y\"}");
    assert_eq!(found.entries.len(), 2);
    assert!(
        messages(&map).contains("duplicate key \"a\": on line 1 and again on line 2")
            && map.problems.len() == 1
    );
}

#[test]
fn batch_lines_in_any_order_keep_their_ids() {
    let line = |id: &str, text: &str| {
        format!(
            "{{\"custom_id\": \"{id}\", \"response\": {{\"status_code\": 200, \"body\": {{\"choices\": [{{\"message\": {{\"content\": \"{text}\"}}}}]}}}}}}"
        )
    };
    let (found, intake) =
        predictions(&[line("b", "two"), line("a", "one"), line("b", "three")].join("\n"));
    let read: Vec<_> = found
        .entries
        .iter()
        .map(|entry| format!("{}={}", entry.id, entry.value))
        .collect();
    assert_eq!(read, ["a=\"one\"", "b=\"three\""]);
    assert!(
        messages(&intake)
            .contains("two different answers in this file: 1 (b); the last one counts")
    );
    let (single, _) = predictions(&line("a", "one"));
    assert_eq!(single.entries.len(), 1);
}

/// The class of each entry, all of which failed.
fn outcomes(found: &Predictions) -> Vec<Outcome> {
    let failures = found.entries.iter().map(|entry| entry.failure.as_ref());
    failures.map(|failure| failure.unwrap().outcome).collect()
}

#[test]
fn failed_calls_are_kept_apart_from_answers() {
    let (found, _) = predictions(
        "{\"custom_id\": \"a\", \"response\": {\"status_code\": 504, \"body\": {}}}\n{\"custom_id\": \"b\", \"response\": null, \"error\": \"no connection\"}\n{\"custom_id\": \"c\", \"response\": {\"status_code\": 500, \"body\": \"oops\"}}",
    );
    let outcomes = outcomes(&found);
    assert_eq!(
        outcomes,
        [Outcome::Timeout, Outcome::HttpError, Outcome::HttpError]
    );
    assert_eq!(
        found.entries[1].failure.as_ref().unwrap().detail,
        "no connection"
    );
}

#[test]
fn an_error_line_of_a_batch_has_the_class_a_run_gives_it() {
    let line = |status: &str, error: &str| {
        format!(
            "{{\"custom_id\": \"a{status}{}\", \"response\": {{\"status_code\": {status}, \"body\": {{\"error\": {error}}}}}}}",
            error.len()
        )
    };
    let whole = r#"{"custom_id": "late", "response": null, "error": {"code": "batch_expired", "message": "not run in time"}}"#;
    let text = [
        line(
            "400",
            r#"{"code": "content_filter", "message": "filtered"}"#,
        ),
        line(
            "400",
            r#"{"code": "json_validate_failed", "message": "Failed to generate JSON."}"#,
        ),
        line(
            "400",
            r#"{"code": "json_validate_failed", "message": "max completion tokens reached before generating a valid document"}"#,
        ),
        line(
            "429",
            r#"{"code": "rate_limit_exceeded", "message": "slower"}"#,
        ),
        line(
            "422",
            r#"{"message": "the model's output does not fit the JSON schema"}"#,
        ),
        whole.to_owned(),
    ];
    let (found, _) = predictions(&text.join("\n"));
    let outcomes = outcomes(&found);
    assert_eq!(
        outcomes,
        [
            Outcome::Refused,
            Outcome::Unparsed,
            Outcome::Truncated,
            Outcome::HttpError,
            Outcome::Unparsed,
            Outcome::Timeout
        ]
    );
}

#[test]
fn results_json_is_joined_by_question_or_refused() {
    for text in [
        "{\"predictions\": [\"a\"], \"ground_truth\": [\"a\"]}",
        "{\"predictions\": [\"a\"], \"questions\": [{}], \"ground_truth\": [\"a\"]}",
        "{\"predictions\": [], \"questions\": [], \"ground_truth\": []}",
    ] {
        let intake = read("p", text.as_bytes());
        assert_eq!(intake.understood, Understood::Nothing, "{text}");
        assert!(
            messages(&intake).contains("predictions.json"),
            "{text}: {}",
            messages(&intake)
        );
    }
}

#[test]
fn an_empty_file_is_marked_as_such() {
    for text in [
        "{}",
        "[]",
        "{\"predictions\": {}}",
        "{\"predictions\": []}",
        " { } ",
    ] {
        let intake = read("p", text.as_bytes());
        assert!(
            intake.facts.is_empty && intake.understood == Understood::Nothing,
            "{text}"
        );
        assert!(
            messages(&intake).contains("the predictions file is empty"),
            "{text}"
        );
    }
}

#[test]
fn only_numbers_from_zero_to_one_are_probabilities() {
    let is_probabilities = |text: &str| {
        matches!(
            read("p", text.as_bytes()).understood,
            Understood::Probabilities(_)
        )
    };
    for text in [
        "{\"a\": 0.5}",
        "{\"a\": 0, \"b\": 1.0}",
        "[{\"id\": 1, \"na_prob\": 0.5}]",
        "id,no_answer_probability\n1,0.5\n",
    ] {
        assert!(is_probabilities(text), "{text}");
    }
    for text in [
        "{\"a\": 1976}",
        "{\"a\": 0.5, \"b\": 2}",
        "{\"a\": \"0.5\"}",
        "{\"a\": 0, \"b\": 1}",
        "{\"a\": 0.5, \"b\": null}",
        "{\"a\": -0.5}",
    ] {
        assert!(!is_probabilities(text), "{text}");
    }
}

#[test]
fn what_decides_makes_a_file_definite() {
    let is_open = |text: &str| {
        matches!(
            read("p", text.as_bytes()).understood,
            Understood::IdTexts(_)
        )
    };
    for text in [
        "{\"a\": \"x\"}",
        "{\"a\": [\"x\"]}",
        "{\"a\": null}",
        "[{\"id\": 1, \"answer\": \"x\"}]",
        "{\"id\": 1, \"answer\": \"x\"}\n{\"id\": 2, \"answer\": \"y\"}",
        "id;answer\n1;x\n",
    ] {
        assert!(is_open(text), "{text}");
    }
    for text in [
        "{\"a\": {\"answer\": \"x\"}}",
        "[{\"id\": 1, \"prediction\": \"x\"}]",
        "[{\"id\": 1, \"answers\": [\"x\"]}]",
        "[{\"id\": 1, \"answer\": \"x\", \"no_answer_probability\": 0.1}]",
        "{\"predictions\": {\"a\": \"x\"}}",
    ] {
        assert!(
            !is_open(text) && !matches!(read("p", text.as_bytes()).understood, Understood::Nothing),
            "{text}"
        );
    }
}

#[test]
fn one_pair_of_id_and_answer_on_each_line_is_one_map() {
    let text = "{\"q1\": \"N1\"}\n{\"q2\": [\"N2\"]}\n\n{\"q3\": \"\"}\n";
    let Understood::IdTexts(texts) = read("p.jsonl", text.as_bytes()).understood else {
        panic!("{text}")
    };
    assert_eq!(texts.ids().collect::<Vec<_>>(), ["q1", "q2", "q3"]);
    let repeated = "{\"answer\": \"N1\"}\n{\"answer\": \"N2\"}\n";
    let read = read("p.jsonl", repeated.as_bytes());
    assert!(
        matches!(read.understood, Understood::Nothing),
        "a name on every line is no id: {read:?}"
    );
}
