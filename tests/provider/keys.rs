//! The key: where it may go, and that it is taken out wherever it comes back.

use crate::{read_chat, read_of, reply, sent};
use marksheet::provider::{Key, PROVIDERS, Wanted};
use serde_json::json;

const TEXT: &str = "sk-proj-aaaabbbbccccdddd";

fn key() -> Key {
    Key::for_origin(TEXT.into(), "https://api.example.com/v1")
        .unwrap()
        .unwrap()
}

#[test]
fn a_key_belongs_to_its_origin() {
    let key = key();
    assert_eq!(key.origin(), "https://api.example.com");
    for url in ["https://api.example.com", "https://API.EXAMPLE.com:443/x"] {
        assert!(key.fits(url), "{url}");
    }
    for url in [
        "http://api.example.com",
        "https://api.example.com:444",
        "https://api.example.com.evil.org",
        "https://example.com",
        "https://api.example.com\\@evil.org",
        "",
    ] {
        assert!(!key.fits(url), "{url}");
    }
}

#[test]
fn a_pasted_key_loses_white_space_and_a_blank_one_is_none() {
    let made = |text: &str| Key::for_origin(text.into(), "https://a.b");
    assert!(made(" \n").unwrap().is_none() && made("").unwrap().is_none());
    assert_eq!(
        made(&format!(" {TEXT}\r\n")).unwrap().unwrap().redact(TEXT),
        "[key]"
    );
    for text in ["sk a", "schlüssel", "a\u{200b}b", "a\nb"] {
        assert!(made(text).is_err(), "{text:?}");
    }
}

#[test]
fn the_key_and_long_beginnings_of_it_are_taken_out_of_any_text() {
    let key = key();
    for (text, expected) in [
        (format!("a {TEXT} b {TEXT}"), "a [key] b [key]"),
        (TEXT[..15].to_owned(), "[key]"),
        (format!("{TEXT}{TEXT}"), "[key][key]"),
        (format!("é{TEXT}é"), "é[key]é"),
        (format!("{}é", &TEXT[..13]), "[key]é"),
        ("sk-proj-aaaa".to_owned(), "[key]"),
        ("sk-proj-aaa".to_owned(), "sk-proj-aaa"),
        (String::new(), ""),
    ] {
        assert_eq!(key.redact(&text), expected, "{text}");
    }
}

#[test]
fn a_placeholder_key_changes_no_answer() {
    let key = Key::for_origin("B".into(), "http://localhost:1")
        .unwrap()
        .unwrap();
    assert_eq!(key.redact_reply("B or C"), "B or C");
    // Found in half of all words, it would only spoil what is said.
    assert_eq!(key.redact("a Bad key B"), "a Bad key B");
    let key = Key::for_origin("test".into(), "http://localhost:1")
        .unwrap()
        .unwrap();
    assert_eq!(key.redact("key test"), "key [key]");
}

#[test]
fn every_place_a_server_can_echo_the_key_in_is_clean() {
    let key = key();
    let bodies = [
        json!({"error": {"message": TEXT, "code": "x"}}).to_string(),
        json!({"error": TEXT}).to_string(),
        json!({"detail": [{"loc": [TEXT], "msg": TEXT, "type": "x"}]}).to_string(),
        json!({"message": {"deep": TEXT}}).to_string(),
        json!({"error": {"message": format!("{}{TEXT}", "x".repeat(285))}}).to_string(),
        json!({"error": {"metadata": {"raw": TEXT}, "message": "a", "failed_generation": TEXT}}).to_string(),
        format!("<html><title>{TEXT}</title></html>"),
        format!("{{\"broken\": \"{TEXT}"),
        format!("{{\"broken\": \"{}{TEXT}", "x".repeat(56)),
        TEXT.to_owned(),
        json!({"choices": [{"message": {"content": TEXT, "reasoning_content": TEXT, "refusal": TEXT}, "finish_reason": TEXT}], "model": TEXT}).to_string(),
        json!({"choices": [{"message": {"content": format!("<think>{TEXT}</think>{{\"answer\": \"{TEXT}\"}}")}}]}).to_string(),
        json!({"choices": [{"error": {"message": TEXT}}]}).to_string(),
    ];
    for body in bodies {
        for status in [200, 400, 401, 429, 500] {
            let wanted = Wanted::Fields(vec!["answer".into()]);
            let read = format!(
                "{:?}",
                read_chat(&reply(status, &body), &wanted, Some(&key))
            );
            assert!(!read.contains(&TEXT[..12]), "{status} {body}: {read}");
        }
    }
}

#[test]
fn the_same_holds_for_every_format() {
    let key = key();
    let text = json!({"type": "text", "text": TEXT});
    let bodies = [
        json!({"content": [text, {"type": "thinking", "thinking": TEXT}], "stop_reason": TEXT, "model": TEXT}),
        json!({"content": [], "stop_reason": "refusal", "error": {"type": TEXT, "message": TEXT}}),
        json!({"candidates": [{"content": {"parts": [{"text": TEXT}, {"text": TEXT, "thought": true}]}, "finishReason": TEXT}], "modelVersion": TEXT}),
        json!({"promptFeedback": {"blockReason": TEXT, "blockReasonMessage": TEXT}}),
        json!({"message": {"content": TEXT, "thinking": TEXT}, "done_reason": TEXT, "model": TEXT}),
    ];
    for provider in PROVIDERS {
        for body in &bodies {
            for status in [200, 400, 429] {
                let reply = reply(status, &body.to_string());
                let sent = sent(provider.key);
                let read = read_of(provider.key, &sent, &reply, &Wanted::Text, Some(&key));
                let read = format!("{read:?}");
                assert!(!read.contains(&TEXT[..12]), "{status} {body}: {read}");
            }
        }
    }
}

#[test]
fn what_people_copy_along_with_a_key_is_taken_off() {
    for typed in [
        "sk-0123456789",
        " \"sk-0123456789\"\n",
        "'sk-0123456789'",
        "Bearer sk-0123456789",
        "\"bearer  sk-0123456789\"",
    ] {
        let key = Key::for_origin(typed.into(), "https://a.b").unwrap();
        assert_eq!(
            key.unwrap().redact("x sk-0123456789 y"),
            "x [key] y",
            "{typed}"
        );
    }
    for blank in ["", " ", "\"\"", " ' '"] {
        let key = Key::for_origin(blank.into(), "https://a.b").unwrap();
        assert!(key.is_none(), "{blank:?}");
    }
}
