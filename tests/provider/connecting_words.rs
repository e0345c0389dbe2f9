//! What a person reads at the end of a test of the connection.

use crate::connecting::{CHROME, World, place, says, silent, tried, unheard, well};
use marksheet::provider::Fault;
use marksheet::provider::connection::{Browser, Found, KeyTyped, Permission, Place};
use marksheet::provider::http::{REDIRECTED, Unsent};
use std::fmt::Write;

/// What a person reads, of each cause in one of its places.
#[test]
#[rustfmt::skip]
fn every_cause_reads_like_this() {
    let custom = || place("custom", "https://models.example.com/v1");
    let answer = |status, body| World {
        answer: Err(says(status, body)),
        ..well()
    };
    let redirected = || Fault::unsent(&Unsent::Network(REDIRECTED.to_owned()), None);
    let local = "http://192.168.0.7:8000/v1";
    let mut shown = String::new();
    let mut show = |name: &str, place: &Place<'_>, world: &World| {
        let (verdict, _) = tried(place, world);
        let (found, cause, fix) = (verdict.found.key(), &verdict.cause, &verdict.fix);
        for text in [cause, fix] {
            assert!(text.ends_with('.') && !text.contains(".."), "{text}");
        }
        writeln!(shown, "{name}: {found}\n  {cause}\n  {fix}").unwrap();
        for (what, command) in &verdict.commands {
            writeln!(shown, "  [{what}]\n    {}", command.replace('\n', "\n    ")).unwrap();
        }
        shown.push('\n');
    };
    show("all well", &custom(), &well());
    show("no base URL", &Place { base_url: "", ..custom() }, &well());
    show("no key", &Place { key: KeyTyped::None, ..place("openai", "") }, &well());
    show("another server's key", &Place { key: KeyTyped::Elsewhere("https://api.openai.com"), ..custom() }, &well());
    show("wrong key", &place("openai", ""), &answer(401, r#"{"error": {"message": "Incorrect API key provided.", "code": "invalid_api_key"}}"#));
    show("key wanted", &Place { key: KeyTyped::None, ..place("vllm", "") }, &answer(401, r#"{"error": "Unauthorized"}"#));
    show("key wanted by TGI", &place("tgi", ""), &answer(401, r#"{"error": "Unauthorized"}"#));
    show("no credit", &place("openrouter", ""), &answer(402, r#"{"error": {"code": 402, "message": "Insufficient credits. Add more."}}"#));
    show("quota", &place("gemini", ""), &answer(429, r#"{"error": {"message": "Quota per day exceeded"}}"#));
    show("unknown model", &Place { model: "m1", ..place("openai", "") }, &answer(404, r#"{"error": {"message": "The model `m1` does not exist"}}"#));
    show("unknown model of Ollama", &Place { model: "llama9", ..place("ollama", "") }, &answer(404, r#"{"error": "model 'llama9' not found"}"#));
    show("no model named", &Place { model: "", ..custom() }, &well());
    show("blocked", &place("anthropic", ""), &answer(401, r#"{"error": {"message": "CORS requests are not allowed for this Organization"}}"#));
    show("blocked, behind a gateway", &custom(), &answer(403, r#"{"error": {"message": "Browser requests are not allowed for this organization"}}"#));
    show("server of files", &custom(), &answer(501, "<html><title>Error response</title></html>"));
    show("busy", &custom(), &answer(429, r#"{"error": {"message": "Please try again in 2s."}}"#));
    show("wrong path", &place("vllm", ""), &answer(404, r#"{"detail": "Not Found"}"#));
    show("loading", &place("llamacpp", ""), &answer(503, r#"{"error": {"message": "Loading model"}}"#));
    show("redirected", &custom(), &World { models: Err(redirected()), answer: Err(redirected()), ..well() });
    let slow = Fault::unsent(&Unsent::Timeout, None);
    show("too slow", &place("ollama", ""), &World { answer: Err(slow), ..well() });
    show("errors unreadable, key", &custom(), &World { answer: Err(unheard()), ..well() });
    show("errors unreadable, model", &Place { model: "m1", ..custom() }, &World { answer: Err(unheard()), ..well() });
    for provider in [
        "openai",
        "anthropic",
        "ollama",
        "vllm",
        "tgi",
        "lmstudio",
        "llamacpp",
    ] {
        show(&format!("closed, {provider}"), &place(provider, ""), &silent(true));
    }
    show("closed, llamacpp without a key", &Place { key: KeyTyped::None, ..place("llamacpp", "") }, &silent(true));
    show("closed, custom", &custom(), &silent(true));
    show("closed, custom without a key, page from a file", &Place { key: KeyTyped::None, page_origin: "null", ..custom() }, &silent(true));
    for provider in ["openai", "ollama", "vllm", "tgi", "lmstudio", "llamacpp"] {
        show(&format!("down, {provider}"), &place(provider, ""), &silent(false));
    }
    show("down, custom", &custom(), &silent(false));
    show("down in the network", &Place { page_origin: "http://localhost:8080", ..place("vllm", local) }, &silent(false));
    show("https typed for plain http", &place("vllm", "https://localhost:8000/v1"), &silent(false));
    show("offline", &Place { is_offline: true, ..place("openai", "") }, &silent(false));
    show("mixed", &place("vllm", local), &silent(false));
    show("mixed, Safari", &Place { browser: Browser::Safari, ..place("ollama", "") }, &silent(false));
    let chrome = |permission| Place {
        browser: CHROME,
        permission: Some(permission),
        ..place("ollama", "")
    };
    show("permission refused", &chrome(Permission::Denied), &silent(false));
    show("permission not given", &chrome(Permission::Prompt), &silent(false));
    show("permission impossible", &Place { page_origin: "http://a.example.com", ..chrome(Permission::Prompt) }, &silent(false));
    insta::assert_snapshot!(shown);
}

#[test]
fn commands_hold_nothing_that_a_shell_takes_for_more_than_a_name() {
    let odd = Place {
        model: "a'; reboot; '",
        ..place("vllm", "http://localhost:8000/v1")
    };
    let (verdict, _) = tried(&odd, &silent(true));
    assert!(
        verdict.commands[0].1.contains(r"'a'\''; reboot; '\'''"),
        "{}",
        verdict.commands[0].1
    );
    let odd = place("custom", "http://$(reboot).example.com/v1");
    let (verdict, _) = tried(&odd, &silent(false));
    assert_eq!(
        (verdict.found, verdict.commands.len()),
        (Found::MixedContent, 0)
    );
}
