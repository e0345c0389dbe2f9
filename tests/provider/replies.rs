//! Replies: one fixture each, with what is read from it.

use crate::{read_chat, read_of, reply, sent};
use marksheet::provider::{Fault, PROVIDERS, Prediction, Reply, Rule, Sent, Wanted};
use serde_json::json;
use std::fmt::Write;

/// What is read from every reply in a folder of fixtures, for a snapshot.
fn all_in(folder: &str, provider: &str) -> String {
    let folder = format!("tests/fixtures/provider/{folder}");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut shown = String::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let body = std::fs::read_to_string(&path).unwrap();
        let wanted = Wanted::from_typed(if name.starts_with("field_") {
            "answer"
        } else {
            ""
        });
        let sent = Sent {
            n_context: (provider == "ollama").then_some(8192),
            ..sent(provider)
        };
        let read = read_of(provider, &sent, &reply(200, &body), &wanted, None);
        assert_eq!(read.is_err(), name.starts_with("err_"), "{name}");
        writeln!(shown, "## {name}\n{}", outline(&read)).unwrap();
    }
    shown
}

#[test]
fn every_reply_reads_as_recorded() {
    insta::assert_snapshot!(all_in("chat_completions", "custom"));
}

#[test]
fn every_reply_of_a_provider_with_its_own_format_reads_as_recorded() {
    for name in ["anthropic", "gemini", "ollama"] {
        insta::assert_snapshot!(name, all_in(name, name));
    }
}

/// What is read, without the fields that are not there.
fn outline(read: &Result<Reply, Fault>) -> String {
    match read {
        Ok(reply) => {
            let lines = format!("{reply:#?}");
            let is_there = |line: &&str| !line.ends_with(": None,") && !line.ends_with(": false,");
            lines
                .lines()
                .filter(is_there)
                .collect::<Vec<_>>()
                .join("\n")
        }
        Err(fault) => format!("{}: {}", fault.class.key(), fault.message),
    }
}

/// The class, or the prediction and its rule, of a message's content.
fn read_content(content: &str, wanted: &Wanted) -> (Option<Prediction>, Rule) {
    let body = json!({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]})
        .to_string();
    let read = read_chat(&reply(200, &body), wanted, None).unwrap();
    assert_eq!(read.raw, content);
    (read.prediction, read.rule)
}

#[test]
fn the_prediction_of_a_wanted_field_follows_the_first_rule_that_holds() {
    let wanted = Wanted::from_typed("answer");
    let text = |text: &str| Some(Prediction::Text(text.into()));
    let json = |text: &str| Some(Prediction::Json(text.into()));
    for (content, prediction, rule) in [
        (r#"{"answer": "N1"}"#, text("N1"), Rule::Json),
        (
            r#"{"answer": ["N1", "N2"]}"#,
            json(r#"["N1", "N2"]"#),
            Rule::Json,
        ),
        (r#"{"answer": null}"#, json("null"), Rule::Json),
        (r#"{"answer": 3.50}"#, json("3.50"), Rule::Json),
        (
            "```json\n{\"answer\": \"N1\"}\n```",
            text("N1"),
            Rule::FencedJson,
        ),
        (
            "Sure! {\"answer\": \"N1\"} as asked",
            text("N1"),
            Rule::FirstObject,
        ),
        (
            "<think>{\"answer\": \"N9\"}</think>{\"answer\": \"N1\"}",
            text("N1"),
            Rule::Json,
        ),
        (
            r#"{"other": "N1"}"#,
            json(r#"{"other": "N1"}"#),
            Rule::NoField,
        ),
        ("N1", text("N1"), Rule::NoObject),
        ("<think>so</think> N1", text("N1"), Rule::NoObject),
    ] {
        assert_eq!(
            read_content(content, &wanted),
            (prediction, rule),
            "{content}"
        );
    }
    let several = Wanted::from_typed("answer, why");
    let content = r#"{"why": "seen", "x": 1, "answer": "N1"}"#;
    assert_eq!(
        read_content(content, &several),
        (json(r#"{"answer": "N1", "why": "seen"}"#), Rule::Json)
    );
}

#[test]
fn without_a_wanted_field_json_stays_as_the_model_wrote_it() {
    let content = "Here: {\"answer\": \"N1\"}";
    assert_eq!(
        read_content(content, &Wanted::Text),
        (Some(Prediction::Text(content.into())), Rule::Whole)
    );
}

#[test]
fn a_list_of_models_is_read_in_every_form_and_errors_in_it_are_faults() {
    use marksheet::provider::{Key, find, models};
    use std::sync::Arc;
    let provider = find("openai").unwrap();
    let names = |status, body: &str| models::read(provider, &reply(status, body), None);
    let two = ["a", "b"].map(str::to_owned).to_vec();
    for body in [
        r#"{"data": [{"id": "a"}, {"id": "b", "name": "B"}, {"id": "a"}]}"#,
        r#"{"models": [{"name": "a"}, {"name": "b"}, {"x": 1}, null]}"#,
        r#"[{"id": "a"}, "b", {"id": " "}]"#,
    ] {
        assert_eq!(names(200, body), Ok(two.clone()), "{body}");
    }
    assert_eq!(names(200, "{\"data\": []}"), Ok(vec![]));
    for (status, body) in [
        (401, "{}"),
        (404, ""),
        (200, ""),
        (200, "<html>"),
        (200, r#"{"error": {"code": 401, "message": "no"}}"#),
    ] {
        assert!(names(status, body).is_err(), "{status} {body}");
    }
    let key = Key::for_origin("sk-0123456789".into(), provider.base_url)
        .unwrap()
        .map(Arc::new);
    let request = models::request(provider, provider.base_url, key.as_ref())
        .unwrap()
        .unwrap();
    assert_eq!(
        request.shown(),
        "GET https://api.openai.com/v1/models\nauthorization: Bearer [key]\n\n"
    );
    let elsewhere = models::request(provider, "https://evil.example/v1", key.as_ref())
        .unwrap()
        .unwrap();
    assert_eq!(elsewhere.headers_to_send().count(), 0);
    let echo = models::read(
        provider,
        &reply(401, "{\"error\": \"sk-0123456789\"}"),
        key.as_deref(),
    )
    .unwrap_err();
    assert!(!format!("{echo:?}").contains("0123"));
}

#[test]
fn no_body_panics() {
    let shapes = [
        "null",
        "1",
        "\"text\"",
        "[]",
        "[[]]",
        "{}",
        "{\"choices\": 1}",
        "{\"choices\": []}",
        "{\"choices\": [null]}",
        "{\"choices\": [{}]}",
        "{\"choices\": [{\"message\": 1}]}",
        "{\"choices\": [{\"message\": {\"content\": {\"a\": 1}}}]}",
        "{\"choices\": [{\"message\": {\"content\": [1, null, {\"text\": []}, {\"type\": \"thinking\", \"thinking\": [1]}]}}]}",
        "{\"error\": []}",
        "{\"error\": {}}",
        "{\"error\": null}",
        "{\"detail\": [1]}",
        "{\"detail\": {\"message\": 1}}",
        "{\"error\": {\"details\": [1, {\"violations\": [1]}], \"metadata\": 1}}",
        "\u{0}",
        "<html",
        "{\"usage\": {\"prompt_tokens\": -1.5}}",
        "{\"content\": [1, null, {\"type\": \"thinking\"}, {\"type\": \"text\"}], \"usage\": []}",
        "{\"candidates\": [1]}",
        "{\"candidates\": [{\"content\": {\"parts\": [1, null, {\"text\": []}, {\"thought\": true}]}}]}",
        "{\"candidates\": [], \"promptFeedback\": {\"blockReason\": []}}",
        "{\"usageMetadata\": {\"candidatesTokenCount\": 18446744073709551615, \"thoughtsTokenCount\": 1}, \"candidates\": [{}]}",
        "{\"message\": 1}",
        "{\"message\": {\"content\": [1], \"thinking\": 1}, \"done_reason\": []}",
    ];
    for body in shapes {
        for status in [0, 200, 204, 302, 400, 422, 429, 599, 999] {
            for provider in PROVIDERS {
                let sent = sent(provider.key);
                let wanted = Wanted::from_typed("a");
                let _ = read_of(provider.key, &sent, &reply(status, body), &wanted, None);
            }
        }
    }
}
