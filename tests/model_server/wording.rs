//! Keys, credit, models and the shape of errors, as each provider has them.

use crate::asking::{body, exam, exchange, post_with, request};
use crate::model_server::wire::WireName;
use crate::refusing::{as_openai, refused, wire};
use serde_json::{Value, json};

#[test]
fn no_key_a_wrong_key_no_credit_and_no_model_are_told_apart() {
    let server = exam(|config| config.key = Some("sk-right".to_owned()));
    let body = body("Say OK");
    assert_eq!(post_with(&server, &body, "").status, 401);
    let got = post_with(&server, &body, "Authorization: Bearer sk-wrong\r\n");
    assert_eq!(
        (got.status, &got.error()["code"]),
        (401, &json!("invalid_api_key"))
    );
    assert_eq!(
        post_with(&server, &body, "Authorization: Bearer sk-right\r\n").said(),
        "OK"
    );
    let (status, body) = as_openai(|body| body["model"] = json!("gpt-0"));
    assert_eq!(
        (status, &body["error"]["code"]),
        (404, &json!("model_not_found"))
    );
    let no_credit = |wire: WireName| {
        refused(
            |config| {
                config.has_credit = false;
                config.wire = wire;
            },
            |_| {},
        )
    };
    let (status, body) = no_credit(WireName::OpenAi);
    assert_eq!(
        (status, &body["error"]["code"]),
        (429, &json!("insufficient_quota"))
    );
    let (status, body) = no_credit(WireName::OpenRouter);
    assert_eq!((status, &body["error"]["code"]), (402, &json!(402)));
}

#[test]
fn each_provider_has_its_own_words_for_a_wrong_key_and_model() {
    for (wire, model, key) in [
        (
            WireName::OpenAi,
            (404, "The model `gpt-0` does not exist or"),
            (401, "Incorrect API key provided: sk-w******rong."),
        ),
        (
            WireName::Ollama,
            (404, "model \\\"gpt-0\\\" not found"),
            (401, "Incorrect API key"),
        ),
        (
            WireName::OpenRouter,
            (400, "gpt-0 is not a valid model ID"),
            (401, "No auth credentials found"),
        ),
        (
            WireName::Mistral,
            (400, "Invalid model: gpt-0"),
            (401, "Unauthorized"),
        ),
        (
            WireName::Vllm,
            (404, "The model `gpt-0` does not exist."),
            (401, "{\"error\":\"Unauthorized\"}"),
        ),
        (
            WireName::LlamaCpp,
            (404, "gpt-0"),
            (401, "authentication_error"),
        ),
    ] {
        let server = exam(|config| (config.wire, config.key) = (wire, Some("sk-right".to_owned())));
        let ask = |key: &str, model: &str| {
            let mut body = body("Say OK");
            body["model"] = json!(model);
            let got = post_with(&server, &body, &format!("Authorization: Bearer {key}\r\n"));
            (got.status, got.body)
        };
        let (status, text) = ask("sk-right", "gpt-0");
        assert!(
            status == model.0 && text.contains(model.1),
            "{wire:?}: {status} {text}"
        );
        let (status, text) = ask("sk-wrong-wrong", "marksheet-test");
        assert!(
            status == key.0 && text.contains(key.1),
            "{wire:?}: {status} {text}"
        );
        assert!(!text.contains("sk-wrong-wrong"));
    }
}

#[test]
fn models_are_listed_to_whoever_may_see_them() {
    for (wire, without_key) in [
        (WireName::OpenAi, 401),
        (WireName::OpenRouter, 200),
        (WireName::Ollama, 200),
    ] {
        let server = exam(|config| {
            config.wire = wire;
            config.key = Some("sk-right".to_owned());
            config.models = vec!["a".to_owned(), "b".to_owned()];
        });
        let get = |headers| exchange(server.address(), &request("GET", "/v1/models", headers, ""));
        assert_eq!(get("").status, without_key);
        let models = get("Authorization: Bearer sk-right\r\n").json();
        let ids: Vec<&Value> = models["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|model| &model["id"])
            .collect();
        assert_eq!(ids, [&json!("a"), &json!("b")]);
    }
}

#[test]
fn errors_have_the_shape_of_their_provider() {
    let shape = |wire_name: WireName| wire(wire_name, |body| body["model"] = json!("gpt-0"));
    let keys = |value: &Value| -> Vec<String> {
        let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    let (_, body) = shape(WireName::Vllm);
    assert_eq!(
        (&body["error"]["type"], &body["error"]["code"]),
        (&json!("NotFoundError"), &json!(404))
    );
    assert_eq!(
        keys(&shape(WireName::Groq).1["error"]),
        ["code", "message", "type"]
    );
    assert_eq!(
        keys(&shape(WireName::OpenRouter).1["error"]),
        ["code", "message"]
    );
    assert_eq!(
        keys(&shape(WireName::LlamaCpp).1["error"]),
        ["code", "message", "type"]
    );
    assert_eq!(
        keys(&shape(WireName::Mistral).1),
        ["code", "message", "object", "param", "type"]
    );
    assert_eq!(keys(&shape(WireName::Tgi).1), ["error", "error_type"]);
    let server = exam(|config| config.wire = WireName::LmStudio);
    let got = exchange(server.address(), &request("POST", "/v1/elsewhere", "", ""));
    assert_eq!(
        (got.status, got.body.as_str()),
        (
            200,
            r#"{"error":"Unexpected endpoint or method. (POST /v1/elsewhere)"}"#
        )
    );
    let server = exam(|_| {});
    assert_eq!(
        exchange(server.address(), &request("POST", "/v1/elsewhere", "", "")).status,
        404
    );
}
