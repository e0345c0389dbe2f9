//! What a page may read, by provider and setting.

use crate::asking::{Got, body, exam, exchange, post, post_with, request};
use crate::model_server::Server;
use crate::model_server::config::Cors;
use crate::model_server::wire::WireName;
use serde_json::json;

fn preflight(server: &Server) -> Got {
    let headers = "Origin: http://page.test\r\nAccess-Control-Request-Method: POST\r\n\
                   Access-Control-Request-Headers: authorization,content-type\r\n";
    exchange(
        server.address(),
        &request("OPTIONS", "/v1/chat/completions", headers, ""),
    )
}

fn server(wire: WireName, cors: Cors) -> Server {
    exam(|config| {
        config.wire = wire;
        config.cors = cors;
        config.key = Some("sk-test".to_owned());
    })
}

const ORIGIN: &str = "Access-Control-Allow-Origin";

#[test]
fn a_preflight_allows_the_headers_of_the_provider() {
    for (wire, origin, headers) in [
        (WireName::OpenAi, "*", "Authorization, Content-Type"),
        (WireName::Tgi, "*", "content-type"),
        (WireName::LlamaCpp, "http://page.test", "*"),
        (
            WireName::Ollama,
            "http://page.test",
            "Authorization,Content-Type,User-Agent,Accept,X-Requested-With,OpenAI-Beta",
        ),
    ] {
        let server = server(wire, Cors::Open);
        let got = preflight(&server);
        assert_eq!((got.status, got.header(ORIGIN)), (204, Some(origin)));
        assert_eq!(got.header("Access-Control-Allow-Headers"), Some(headers));
        assert_eq!(
            (server.counts().preflights, server.counts().requests),
            (1, 0)
        );
    }
}

#[test]
fn closed_means_what_it_means_there() {
    let openai = server(WireName::OpenAi, Cors::Closed);
    assert_eq!(
        (preflight(&openai).status, preflight(&openai).header(ORIGIN)),
        (204, None)
    );
    let got = post(&openai, &body("Say OK"));
    assert_eq!((got.status, got.header(ORIGIN)), (200, None));
    let ollama = server(WireName::Ollama, Cors::Closed);
    assert_eq!(preflight(&ollama).status, 403);
    assert_eq!(post(&ollama, &body("Say OK")).status, 403);
    let no_origin = post_with(
        &ollama,
        &body("Say OK"),
        "Authorization: Bearer sk-test\r\n",
    );
    assert_eq!(no_origin.status, 200);
    let lmstudio = server(WireName::LmStudio, Cors::Closed);
    let got = preflight(&lmstudio);
    assert_eq!(
        (got.status, got.json()),
        (200, json!({"error": "'messages' field is required"}))
    );
    assert_eq!(got.header(ORIGIN), None);
}

#[test]
fn errors_can_be_the_only_replies_a_page_cannot_read() {
    for (cors, origin) in [(Cors::Open, Some("*")), (Cors::NotOnErrors, None)] {
        let server = server(WireName::OpenAi, cors);
        assert_eq!(post(&server, &body("Say OK")).header(ORIGIN), Some("*"));
        let wrong = "Authorization: Bearer sk-wrong\r\nOrigin: http://page.test\r\n";
        let got = post_with(&server, &body("Say OK"), wrong);
        assert_eq!((got.status, got.header(ORIGIN)), (401, origin));
        assert_eq!(preflight(&server).header(ORIGIN), Some("*"));
    }
}

#[test]
fn a_page_reads_the_headers_that_are_exposed() {
    let name = "Access-Control-Expose-Headers";
    let server = server(WireName::OpenAi, Cors::Open);
    assert_eq!(
        post(&server, &body("Say OK")).header(name),
        Some("X-Request-ID")
    );
    server
        .change(|config| config.exposed_headers = Some("Retry-After".to_owned()))
        .unwrap();
    assert_eq!(
        post(&server, &body("Say OK")).header(name),
        Some("Retry-After")
    );
    server
        .change(|config| (config.wire, config.exposed_headers) = (WireName::Groq, None))
        .unwrap();
    assert_eq!(post(&server, &body("Say OK")).header(name), None);
}

#[test]
fn pages_can_be_told_in_words_that_they_may_not_ask() {
    let server = server(WireName::Anthropic, Cors::Refused);
    assert_eq!(preflight(&server).header(ORIGIN), Some("*"));
    let headers = "x-api-key: sk-test\r\nanthropic-version: 2023-06-01\r\n";
    let from_page = format!(
        "{headers}Origin: http://page.test\r\nanthropic-dangerous-direct-browser-access: true\r\n"
    );
    let asked = |headers: &str, method: &str, path: &str, body: &str| {
        exchange(server.address(), &request(method, path, headers, body))
    };
    let message = json!({
        "model": "marksheet-test",
        "max_tokens": 5,
        "messages": [{"role": "user", "content": "Say OK"}],
    });
    let json = "Content-Type: application/json\r\n";
    for got in [
        asked(&from_page, "GET", "/v1/models", ""),
        asked(
            &format!("{from_page}{json}"),
            "POST",
            "/v1/messages",
            &message.to_string(),
        ),
    ] {
        assert_eq!((got.status, got.header(ORIGIN)), (401, Some("*")));
        let told = got.json()["error"]["message"].to_string();
        assert!(told.contains("CORS requests are not allowed"), "{told}");
    }
    // Whoever is no page may ask.
    assert_eq!(asked(headers, "GET", "/v1/models", "").status, 200);
    let got = asked(
        &format!("{headers}{json}"),
        "POST",
        "/v1/messages",
        &message.to_string(),
    );
    assert_eq!(got.status, 200);
}
