//! A request that a provider would not take, or that a page has no business sending, gets the provider's error.

use crate::asking::{body, exam, exchange, post, post_with, prompt, request};
use crate::model_server::Config;
use crate::model_server::config::{MaxTokens, Temperature};
use crate::model_server::wire::WireName;
use serde_json::{Value, json};

/// The status and body for a request about the first question, changed.
pub fn refused(config: impl FnOnce(&mut Config), change: impl FnOnce(&mut Value)) -> (u16, Value) {
    let server = exam(config);
    let mut body = body(&prompt(&server, "1"));
    change(&mut body);
    let got = post(&server, &body);
    let n_rejected: u32 = server.counts().rejected.values().sum();
    assert_eq!(n_rejected, u32::from(got.status != 200));
    (got.status, got.json())
}

pub fn as_openai(change: impl FnOnce(&mut Value)) -> (u16, Value) {
    refused(|_| {}, change)
}

pub fn wire(wire: WireName, change: impl FnOnce(&mut Value)) -> (u16, Value) {
    refused(|config| config.wire = wire, change)
}

#[test]
fn a_plain_request_is_answered_by_every_provider() {
    for (name, wire_name) in crate::model_server::wire::WIRES {
        if matches!(
            wire_name,
            WireName::Anthropic | WireName::Gemini | WireName::OllamaNative
        ) {
            continue;
        }
        let server = exam(|config| config.wire = wire_name);
        let mut body = body(&prompt(&server, "1"));
        body["temperature"] = json!(0.5);
        body["max_tokens"] = json!(512);
        body["stream"] = json!(false);
        let got = post_with(&server, &body, "Accept: */*\r\nSec-Fetch-Mode: cors\r\n");
        assert_eq!(
            (got.status, got.said().as_str()),
            (200, "A"),
            "{name}: {}",
            got.raw
        );
        assert_eq!(got.json()["choices"][0]["finish_reason"], "stop");
        assert!(got.json()["usage"]["prompt_tokens"].as_u64().unwrap() > 40);
    }
}

#[test]
fn an_unknown_field_is_named() {
    let (status, body) = as_openai(|body| body["tempreture"] = json!(1));
    assert_eq!(status, 400);
    let wanted = json!({"message": "Unknown parameter: 'tempreture'.", "type": "invalid_request_error",
        "param": "tempreture", "code": "unknown_parameter"});
    assert_eq!(body["error"], wanted);
    let (_, body) = as_openai(|body| body["messages"][1]["id"] = json!(1));
    assert_eq!(body["error"]["param"], "messages[1].id");
}

#[test]
fn mistral_answers_422_for_fields_it_does_not_know() {
    for field in ["seed", "max_completion_tokens"] {
        let (status, body) = wire(WireName::Mistral, |body| body[field] = json!(5));
        assert_eq!(status, 422);
        let wanted = json!([{"type": "extra_forbidden", "loc": ["body", field],
            "msg": "Extra inputs are not permitted", "input": 5}]);
        assert_eq!(body["detail"], wanted);
    }
    assert_eq!(
        wire(WireName::Mistral, |body| body["random_seed"] = json!(5)).0,
        200
    );
    assert_eq!(
        wire(WireName::Mistral, |body| body["temperature"] = json!(1.6)).0,
        422
    );
}

#[test]
fn ollama_and_tgi_know_their_own_fields_only() {
    let (status, _) = wire(WireName::Ollama, |body| {
        body["max_completion_tokens"] = json!(5)
    });
    assert_eq!(status, 400);
    let (status, body) = wire(WireName::Tgi, |body| body["top_k"] = json!(5));
    assert_eq!((status, &body["error_type"]), (422, &json!("validation")));
}

#[test]
fn values_of_the_wrong_kind_and_missing_ones_are_named() {
    let changes: [(&str, Value); 11] = [
        ("messages", json!([])),
        ("messages", json!("Who?")),
        ("messages", json!([{"role": "tool", "content": "x"}])),
        (
            "messages",
            json!([{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]),
        ),
        ("temperature", json!("0")),
        ("temperature", json!(2.5)),
        ("max_tokens", json!(0)),
        ("seed", json!(1.5)),
        ("n", json!(2)),
        ("stream", json!(true)),
        ("model", json!(null)),
    ];
    for (field, value) in changes {
        let (status, body) = as_openai(|body| body[field] = value.clone());
        assert_eq!(status, 400, "{field}: {value}");
        let param = body["error"]["param"].as_str().unwrap();
        assert!(param.starts_with(field), "{field}: {value}: {param}");
    }
    let (_, body) = as_openai(|body| drop(body.as_object_mut().unwrap().remove("messages")));
    assert_eq!(body["error"]["code"], "missing_required_parameter");
    let (status, _) = as_openai(|body| *body = json!([1]));
    assert_eq!(status, 400);
}

#[test]
fn the_wrong_limit_of_length_is_unsupported_and_names_the_right_one() {
    for (known, sent, right) in [
        (MaxTokens::New, "max_tokens", "max_completion_tokens"),
        (MaxTokens::Old, "max_completion_tokens", "max_tokens"),
    ] {
        let (status, body) = refused(
            |config| config.max_tokens = known,
            |body| body[sent] = json!(9),
        );
        assert_eq!(status, 400);
        assert_eq!(
            (&body["error"]["code"], &body["error"]["param"]),
            (&json!("unsupported_parameter"), &json!(sent))
        );
        assert!(body["error"]["message"].as_str().unwrap().contains(right));
        assert_eq!(
            refused(
                |config| config.max_tokens = known,
                |body| body[right] = json!(9)
            )
            .0,
            200
        );
    }
    let (status, _) = as_openai(|body| {
        body["max_tokens"] = json!(9);
        body["max_completion_tokens"] = json!(9);
    });
    assert_eq!(status, 400);
}

#[test]
fn a_temperature_is_refused_in_each_form() {
    let with = |temperature: Temperature, value: f64| {
        refused(
            |config| config.temperature = temperature,
            |body| body["temperature"] = json!(value),
        )
    };
    let (status, body) = with(Temperature::OnlyOne, 0.2);
    assert_eq!(
        (status, &body["error"]["code"]),
        (400, &json!("unsupported_value"))
    );
    assert_eq!(with(Temperature::OnlyOne, 1.0).0, 200);
    let (_, body) = with(Temperature::Unsupported, 1.0);
    assert_eq!(body["error"]["code"], "unsupported_parameter");
    assert_eq!(body["error"]["param"], "temperature");
    let (status, body) = with(Temperature::Deprecated, 0.2);
    assert_eq!(
        (status, &body["error"]["param"], &body["error"]["code"]),
        (400, &Value::Null, &Value::Null)
    );
    assert_eq!(
        body["error"]["message"],
        "`temperature` is deprecated for this model."
    );
    for temperature in [
        Temperature::OnlyOne,
        Temperature::Unsupported,
        Temperature::Deprecated,
    ] {
        assert_eq!(
            refused(|config| config.temperature = temperature, |_| {}).0,
            200
        );
    }
}

#[test]
fn a_header_that_no_browser_adds_is_refused() {
    let server = exam(|_| {});
    let body = body("Say OK");
    for header in [
        "X-Stainless-Lang: js",
        "OpenAI-Beta: x",
        "HTTP-Referer: x",
        "x-api-key: k",
    ] {
        let got = post_with(&server, &body, &format!("{header}\r\n"));
        let name = header.split(':').next().unwrap().to_lowercase();
        assert_eq!(got.status, 400, "{header}");
        assert!(
            got.body.contains(&format!("Unexpected header: '{name}'")),
            "{}",
            got.body
        );
    }
    assert_eq!(server.counts().rejected["unknown_header"], 4);
    let server = exam(|config| config.wire = WireName::Tgi);
    assert_eq!(
        post_with(&server, &body, "Authorization: Bearer x\r\n").status,
        400
    );
    assert_eq!(post_with(&server, &body, "").status, 200);
}

#[test]
fn a_body_that_is_not_called_json_is_refused() {
    let server = exam(|_| {});
    let text = body("Say OK").to_string();
    for (headers, status) in [
        ("", 415),
        ("Content-Type: text/plain\r\n", 415),
        ("Content-Type: application/json; charset=utf-8\r\n", 200),
    ] {
        let got = exchange(
            server.address(),
            &request("POST", "/v1/chat/completions", headers, &text),
        );
        assert_eq!(got.status, status, "{headers}");
    }
}

#[test]
fn a_response_format_is_taken_in_the_providers_form_only_and_answered_in_it() {
    let schema = json!({"type": "object", "properties": {"letter": {"enum": ["A", "B", "C", "D"]}}, "required": ["letter"], "additionalProperties": false});
    let openai = json!({"type": "json_schema", "json_schema": {"name": "Reply", "schema": schema, "strict": true}});
    let llama = json!({"type": "json_schema", "schema": schema});
    let tgi = json!({"type": "json_object", "value": schema});
    let taken = |wire_name: WireName, format: &Value| {
        wire(wire_name, |body| body["response_format"] = format.clone())
    };
    for (name, formats) in [
        (WireName::OpenAi, vec![&openai]),
        // What its documents say, its code passes over in silence.
        (WireName::LlamaCpp, vec![&openai]),
        (WireName::Tgi, vec![&tgi]),
    ] {
        for format in [&openai, &llama, &tgi] {
            let (status, body) = taken(name, format);
            assert_eq!(
                status == 200,
                formats.contains(&format),
                "{name:?}: {format}: {body}"
            );
            if status == 200 {
                assert_eq!(
                    body["choices"][0]["message"]["content"],
                    r#"{"letter":"A"}"#
                );
            }
        }
    }
    let json_mode = json!({"type": "json_object"});
    let (status, body) = taken(WireName::OpenAi, &json_mode);
    assert_eq!((status, &body["error"]["param"]), (400, &json!("messages")));
    let (_, body) = as_openai(|body| {
        body["response_format"] = json_mode;
        body["messages"][0]["content"] = json!("Answer in JSON.");
    });
    assert_eq!(
        body["choices"][0]["message"]["content"],
        r#"{"answer":"A"}"#
    );
    let nameless =
        json!({"type": "json_schema", "json_schema": {"name": "two words", "schema": schema}});
    assert_eq!(taken(WireName::OpenAi, &nameless).0, 400);
}

#[test]
fn what_is_not_http_ends_the_connection() {
    let server = exam(|_| {});
    let long = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
        u64::MAX
    );
    let chunked =
        "POST /v1/chat/completions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    for bytes in [
        "\r\n",
        "nonsense\r\n\r\n",
        "GET / HTTP/1.1\r\nno header\r\n\r\n",
        &long,
        chunked,
    ] {
        assert_eq!(exchange(server.address(), bytes).status, 400, "{bytes}");
    }
}
