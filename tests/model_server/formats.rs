//! Anthropic's, Gemini's and Ollama's own formats: what they refuse, and in which words.

use crate::asking::{Got, exam, exchange, request};
use crate::model_server::Server;
use crate::model_server::wire::WireName;
use serde_json::{Value, json};

const ANTHROPIC: &str = "x-api-key: k\r\nanthropic-version: 2023-06-01\r\nanthropic-dangerous-direct-browser-access: true\r\n";
const GEMINI: &str = "x-goog-api-key: k\r\n";

/// A request that each takes.
fn plain(wire: WireName) -> (&'static str, &'static str, Value) {
    match wire {
        WireName::Anthropic => (
            "/v1/messages",
            ANTHROPIC,
            json!({"model": "marksheet-test", "max_tokens": 9, "messages": [{"role": "user", "content": "Say OK"}]}),
        ),
        WireName::Gemini => (
            "/v1beta/models/marksheet-test:generateContent",
            GEMINI,
            json!({"contents": [{"role": "user", "parts": [{"text": "Say OK"}]}], "generationConfig": {}}),
        ),
        _ => (
            "/api/chat",
            "",
            json!({"model": "marksheet-test", "stream": false, "messages": [{"role": "user", "content": "Say OK"}], "options": {}}),
        ),
    }
}

const ALL: [WireName; 3] = [
    WireName::Anthropic,
    WireName::Gemini,
    WireName::OllamaNative,
];

fn server(wire: WireName) -> Server {
    exam(|config| config.wire = wire)
}

fn post(server: &Server, path: &str, headers: &str, body: &Value) -> Got {
    let headers =
        format!("Content-Type: application/json\r\nOrigin: http://page.test\r\n{headers}");
    let bytes = request("POST", path, &headers, &body.to_string());
    exchange(server.address(), &bytes)
}

/// Status and message of a request that was changed.
fn refused(wire: WireName, change: impl FnOnce(&mut Value)) -> (u16, String) {
    let server = server(wire);
    let (path, headers, mut body) = plain(wire);
    change(&mut body);
    let got = post(&server, path, headers, &body);
    let n_rejected: u32 = server.counts().rejected.values().sum();
    assert_eq!(n_rejected, u32::from(got.status != 200), "{}", got.raw);
    let error = got.error();
    let message = error["message"].as_str().or(error.as_str());
    (got.status, message.unwrap_or_default().to_owned())
}

#[test]
fn a_plain_request_is_answered_in_the_own_shape() {
    for (wire, at) in [
        (WireName::Anthropic, "/content/0/text"),
        (WireName::Gemini, "/candidates/0/content/parts/0/text"),
        (WireName::OllamaNative, "/message/content"),
    ] {
        let server = server(wire);
        let (path, headers, body) = plain(wire);
        let got = post(&server, path, headers, &body);
        assert_eq!(got.status, 200, "{}", got.raw);
        assert_eq!(got.json().pointer(at), Some(&json!("OK")), "{}", got.body);
    }
}

#[test]
fn an_unknown_field_is_named_at_every_depth() {
    for (wire, status, message) in [
        (
            WireName::Anthropic,
            400,
            "seed: Extra inputs are not permitted",
        ),
        (
            WireName::Gemini,
            400,
            "Invalid JSON payload received. Unknown name \"seed\": Cannot find field.",
        ),
        (WireName::OllamaNative, 400, "Unknown parameter: 'seed'."),
    ] {
        let refused = refused(wire, |body| body["seed"] = json!(1));
        assert_eq!(refused, (status, message.to_owned()));
    }
    let (_, message) = refused(WireName::Gemini, |body| {
        body["generationConfig"]["max_tokens"] = json!(1);
    });
    assert!(message.contains("Unknown name \"max_tokens\" at 'generationConfig'"));
    let (_, message) = refused(WireName::OllamaNative, |body| {
        body["options"]["max_tokens"] = json!(1);
    });
    assert!(message.contains("options.max_tokens"), "{message}");
    let (_, message) = refused(WireName::Anthropic, |body| {
        body["messages"][0]["name"] = json!("x");
    });
    assert!(message.contains("messages.0.name"), "{message}");
}

#[test]
fn fields_that_have_to_be_there_are_missed() {
    for (wire, field) in [
        (WireName::Anthropic, "max_tokens"),
        (WireName::Anthropic, "model"),
        (WireName::Anthropic, "messages"),
        (WireName::Gemini, "contents"),
        (WireName::OllamaNative, "model"),
        (WireName::OllamaNative, "messages"),
    ] {
        let (status, message) = refused(wire, |body| {
            body.as_object_mut().unwrap().remove(field);
        });
        assert_eq!(status, 400);
        assert!(message.contains(field), "{wire:?}: {message}");
    }
    // Without it a real server streams.
    let (status, message) = refused(WireName::OllamaNative, |body| {
        body.as_object_mut().unwrap().remove("stream");
    });
    assert!(status == 400 && message.contains("stream"), "{message}");
}

#[test]
fn a_system_message_and_other_roles_stand_where_the_format_has_them() {
    let system = json!({"role": "system", "content": "x"});
    let user = json!({"role": "user", "content": "x"});
    let both = json!([system, user]);
    let (status, _) = refused(WireName::Anthropic, |body| body["messages"] = both.clone());
    assert_eq!(status, 400);
    let (status, _) = refused(WireName::Anthropic, |body| body["system"] = json!("x"));
    assert_eq!(status, 200);
    let (status, _) = refused(WireName::Anthropic, |body| body["system"] = json!(""));
    assert_eq!(status, 400);
    let (status, _) = refused(WireName::OllamaNative, |body| body["messages"] = both);
    assert_eq!(status, 200);
    let (status, _) = refused(WireName::Gemini, |body| {
        body["contents"][0]["role"] = json!("assistant");
    });
    assert_eq!(status, 400);
    let (status, _) = refused(WireName::Gemini, |body| {
        body["systemInstruction"] = json!({"parts": [{"text": "x"}]});
    });
    assert_eq!(status, 200);
}

#[test]
fn a_missing_header_and_an_extra_one_are_refused() {
    let (path, _, body) = plain(WireName::Anthropic);
    let server = server(WireName::Anthropic);
    for (left_out, status, message) in [
        (
            "anthropic-version",
            400,
            "anthropic-version: header is required",
        ),
        (
            "anthropic-dangerous-direct-browser-access",
            401,
            "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
        ),
    ] {
        let headers: String = ANTHROPIC
            .split_inclusive("\r\n")
            .filter(|line| !line.starts_with(left_out))
            .collect();
        let got = post(&server, path, &headers, &body);
        assert_eq!(got.status, status);
        assert_eq!(got.error()["message"], message);
    }
    for wire in ALL {
        let server = self::server(wire);
        let (path, headers, body) = plain(wire);
        for extra in ["x-stainless-lang: js\r\n", "openai-beta: x\r\n"] {
            let got = post(&server, path, &format!("{headers}{extra}"), &body);
            assert_eq!(got.status, 400, "{wire:?} {extra}");
        }
        let is_ollama = wire == WireName::OllamaNative;
        let bearer = format!("{headers}Authorization: Bearer k\r\n");
        let got = post(&server, path, &bearer, &body);
        assert_eq!(got.status == 200, is_ollama, "{wire:?}");
    }
}

#[test]
fn a_key_in_the_address_is_refused() {
    let server = server(WireName::Gemini);
    let (path, _, body) = plain(WireName::Gemini);
    let got = post(&server, &format!("{path}?key=k"), "", &body);
    assert_eq!(got.status, 400);
    let got = post(&server, &format!("{path}?alt=json"), GEMINI, &body);
    assert_eq!(got.status, 200);
}

#[test]
fn preflights_allow_the_headers_that_are_needed() {
    for (wire, names) in [
        (
            WireName::Anthropic,
            vec!["x-api-key", "anthropic-version", "anthropic-dangerous"],
        ),
        (WireName::Gemini, vec!["x-goog-api-key"]),
        (WireName::OllamaNative, vec!["authorization"]),
    ] {
        let server = server(wire);
        let (path, ..) = plain(wire);
        let asked = "Origin: http://page.test\r\nAccess-Control-Request-Method: POST\r\n";
        let got = exchange(server.address(), &request("OPTIONS", path, asked, ""));
        let allowed = got.header("access-control-allow-headers").unwrap();
        let allowed = allowed.to_lowercase();
        assert!(allowed.contains("content-type"));
        assert!(names.iter().all(|name| allowed.contains(name)), "{allowed}");
    }
}

/// Puts a schema where the format has it.
fn with_schema(wire: WireName, body: &mut Value, schema: &Value) {
    match wire {
        WireName::Anthropic => {
            body["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
        }
        WireName::Gemini => {
            body["generationConfig"] =
                json!({"responseMimeType": "application/json", "responseJsonSchema": schema});
        }
        WireName::OllamaNative => body["format"] = schema.clone(),
        _ => {
            let inner = json!({"name": "R", "schema": schema, "strict": true});
            body["response_format"] = json!({"type": "json_schema", "json_schema": inner});
        }
    }
}

#[test]
fn a_schema_has_to_keep_the_rules_of_its_provider() {
    let good = json!({
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": false,
    });
    let changed = |at: &str, name: &str, value: Value| {
        let mut schema = good.clone();
        schema.pointer_mut(at).unwrap()[name] = value;
        schema
    };
    let open = changed("", "additionalProperties", json!(true));
    let optional = changed("", "required", json!([]));
    let unique = changed("/properties/answer", "uniqueItems", json!(true));
    let dialect = changed("", "$schema", json!("x"));
    let one_of = changed("/properties/answer", "oneOf", json!([{"type": "string"}]));
    let many = changed("/properties/answer", "minItems", json!(2));
    let long = changed("/properties/answer", "minLength", json!(2));
    let list = json!({"type": "array", "items": {"type": "string"}});
    use WireName::{Anthropic, Gemini, OllamaNative, OpenAi};
    for (what, schema, takers) in [
        ("good", &good, vec![OpenAi, Anthropic, Gemini, OllamaNative]),
        ("open", &open, vec![Gemini, OllamaNative]),
        ("optional", &optional, vec![Anthropic, Gemini, OllamaNative]),
        ("uniqueItems", &unique, vec![OllamaNative]),
        ("$schema", &dialect, vec![OllamaNative]),
        ("oneOf", &one_of, vec![Gemini, OllamaNative]),
        ("minItems", &many, vec![OpenAi, Gemini, OllamaNative]),
        ("minLength", &long, vec![OpenAi, OllamaNative]),
        ("list", &list, vec![Anthropic, Gemini, OllamaNative]),
    ] {
        for wire in [OpenAi, Anthropic, Gemini, OllamaNative] {
            let (status, message) = match wire {
                OpenAi => {
                    let mut body = crate::asking::body("Say OK");
                    with_schema(wire, &mut body, schema);
                    let got = crate::asking::post(&server(wire), &body);
                    let error = got.error();
                    (
                        got.status,
                        error["message"].as_str().unwrap_or_default().to_owned(),
                    )
                }
                _ => refused(wire, |body| with_schema(wire, body, schema)),
            };
            assert_eq!(
                status == 200,
                takers.contains(&wire),
                "{wire:?} {what}: {status} {message}"
            );
            assert!(status == 200 || message.to_lowercase().contains("schema"));
        }
    }
}

#[test]
fn a_prompt_longer_than_its_room_is_cut_or_refused() {
    let long = "a".repeat(40_000);
    let (status, _) = refused(WireName::OllamaNative, |body| {
        body["messages"][0]["content"] = json!(long);
    });
    assert_eq!(status, 200);
    let refused_as = |room: Option<u64>| {
        refused(WireName::OllamaNative, |body| {
            body["messages"][0]["content"] = json!(long);
            body["truncate"] = json!(false);
            if let Some(room) = room {
                body["options"]["num_ctx"] = json!(room);
            }
        })
    };
    let (status, message) = refused_as(None);
    assert_eq!(status, 400);
    assert_eq!(message, "the input length exceeds the context length");
    assert_eq!(refused_as(Some(16_384)).0, 200);
}
