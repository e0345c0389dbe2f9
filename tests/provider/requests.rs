//! The exact request of every provider; a header more than the allowed ones fails.

use marksheet::provider::{
    Adapted, Asking, Format, HttpRequest, Key, KeyUse, MaxField, ModelConfig, PROVIDERS, Prompt,
    Provider, Structure, request,
};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;

fn config(provider: &Provider) -> ModelConfig {
    let base_url = match provider.base_url {
        "" => "http://192.168.0.9:9000/v1/",
        base_url => base_url,
    };
    ModelConfig {
        provider: provider.key.into(),
        base_url: base_url.into(),
        model: "some-model".into(),
        temperature: Some(0.0),
        max_tokens: 1024,
        seed: Some(42),
    }
}

fn prompt() -> Prompt {
    Prompt {
        system: "You read reports.".into(),
        user: "Which tail number?\n\"N1\" – or {{ N2 }}".into(),
    }
}

fn made(
    provider: &Provider,
    config: &ModelConfig,
    key: Option<&Arc<Key>>,
    adapted: Adapted,
) -> HttpRequest {
    let prompt = prompt();
    let asking = Asking {
        config,
        prompt: &prompt,
        key,
        adapted,
        structure: Structure::Plain,
    };
    request(provider, &asking).unwrap().0
}

#[test]
fn every_provider_gets_exactly_this_request() {
    let mut shown = String::new();
    for provider in PROVIDERS {
        let config = config(provider);
        let key = Key::for_origin("sk-some-secret-key".into(), &config.base_url)
            .unwrap()
            .map(Arc::new);
        let request = made(provider, &config, key.as_ref(), Adapted::default());
        writeln!(shown, "## {}\n{}\n", provider.key, request.shown()).unwrap();
    }
    assert!(!shown.contains("secret"));
    insta::assert_snapshot!(shown);
}

#[test]
fn every_provider_gets_this_with_a_schema_and_this_with_nothing_set() {
    let schema = json!({"type": "object", "properties": {"answer": {"type": "string"}}});
    let mut shown = String::new();
    for provider in PROVIDERS {
        let full = config(provider);
        let bare = ModelConfig {
            temperature: None,
            seed: None,
            ..full.clone()
        };
        let user = Prompt {
            system: String::new(),
            ..prompt()
        };
        let structure = Structure::Schema {
            name: "Reply",
            schema: &schema,
            original: &schema,
        };
        let key = Key::for_origin("sk-some-secret-key".into(), &full.base_url)
            .unwrap()
            .map(Arc::new);
        for (config, prompt, key, structure) in [
            (&full, &prompt(), key.as_ref(), structure),
            (&bare, &user, None, Structure::Plain),
        ] {
            let asking = Asking {
                config,
                prompt,
                key,
                adapted: Adapted::default(),
                structure,
            };
            let (request, _) = request(provider, &asking).unwrap();
            writeln!(shown, "## {}\n{}\n", provider.key, request.shown()).unwrap();
        }
    }
    assert!(!shown.contains("secret"));
    insta::assert_snapshot!(shown);
}

#[test]
fn no_provider_gets_a_header_beyond_the_allowed_ones() {
    for provider in PROVIDERS {
        let config = config(provider);
        let key = Key::for_origin("sk-some-secret-key".into(), &config.base_url)
            .unwrap()
            .map(Arc::new);
        for key in [key.as_ref(), None] {
            let request = made(provider, &config, key, Adapted::default());
            let headers: Vec<_> = request.headers_to_send().collect();
            let mut allowed = vec![("content-type", "application/json")];
            if key.is_some() && provider.key_use != KeyUse::Never {
                allowed.push(match provider.format {
                    Format::ChatCompletions | Format::Ollama => {
                        ("authorization", "Bearer sk-some-secret-key")
                    }
                    Format::Anthropic => ("x-api-key", "sk-some-secret-key"),
                    Format::Gemini => ("x-goog-api-key", "sk-some-secret-key"),
                });
            }
            if provider.format == Format::Anthropic {
                allowed.push(("anthropic-version", "2023-06-01"));
                allowed.push(("anthropic-dangerous-direct-browser-access", "true"));
            }
            let headers: Vec<_> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_ref()))
                .collect();
            assert_eq!(headers, allowed, "{}", provider.key);
        }
    }
}

#[test]
fn only_what_was_set_is_sent() {
    let provider = marksheet::provider::find("vllm").unwrap();
    let config = ModelConfig {
        temperature: None,
        seed: None,
        ..config(provider)
    };
    let body = made(provider, &config, None, Adapted::default())
        .body()
        .to_owned();
    assert!(
        !body.contains("temperature")
            && !body.contains("seed")
            && body.contains("\"max_tokens\":1024"),
        "{body}"
    );
    let prompt = Prompt {
        system: String::new(),
        user: "a".into(),
    };
    let asking = Asking {
        config: &config,
        prompt: &prompt,
        key: None,
        adapted: Adapted::default(),
        structure: Structure::Plain,
    };
    assert!(
        !request(provider, &asking)
            .unwrap()
            .0
            .body()
            .contains("system")
    );
}

#[test]
fn what_was_learned_about_a_model_changes_the_request() {
    let provider = marksheet::provider::find("openai").unwrap();
    let adapted = Adapted {
        max_field: Some(MaxField::MaxTokens),
        is_without_temperature: true,
        is_without_seed: true,
        ..Adapted::default()
    };
    let body = made(provider, &config(provider), None, adapted)
        .body()
        .to_owned();
    assert!(
        body.contains("\"max_tokens\":1024")
            && !body.contains("temperature")
            && !body.contains("seed"),
        "{body}"
    );
}

#[test]
fn a_request_that_makes_no_sense_is_not_made() {
    let provider = marksheet::provider::find("custom").unwrap();
    let prompt = prompt();
    let refused = |base_url: &str, model: &str, key: Option<&Arc<Key>>| {
        let config = ModelConfig {
            base_url: base_url.into(),
            model: model.into(),
            ..config(provider)
        };
        let asking = Asking {
            config: &config,
            prompt: &prompt,
            key,
            adapted: Adapted::default(),
            structure: Structure::Plain,
        };
        request(provider, &asking)
            .err()
            .map(|problem| problem.message)
            .unwrap_or_default()
    };
    assert_eq!(refused("", "m", None), "no base URL");
    assert!(refused("localhost:8000/v1", "m", None).contains("no address"));
    assert_eq!(
        refused("http://localhost/v1", " ", None),
        "no model is named"
    );
    let key = Key::for_origin("sk-some-secret-key".into(), "https://a.example")
        .unwrap()
        .map(Arc::new);
    assert!(refused("https://b.example/v1", "m", key.as_ref()).contains("https://a.example"));
}

#[test]
fn the_table_is_whole() {
    let mut keys: Vec<_> = PROVIDERS.iter().map(|provider| provider.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), PROVIDERS.len());
    for provider in PROVIDERS {
        assert!(
            !provider.label.is_empty() && !provider.note.is_empty(),
            "{}",
            provider.key
        );
        assert!(!provider.base_url.ends_with('/'));
    }
}
