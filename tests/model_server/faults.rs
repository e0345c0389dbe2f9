//! Each fault shows on the wire what it should.

use crate::asking::{Got, ask, exam, exchange, request};
use crate::model_server::Server;
use crate::model_server::faults::{DelayIn, Fault, Quota, Share, check, met, parse};
use crate::model_server::wire::WireName;
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A server that meets every item with a fault, as often as is usual for it.
fn with(fault: Fault) -> Server {
    exam(|config| {
        config.faults = vec![Share::of(fault, 1.0)];
        config.drip = Duration::from_millis(40);
    })
}

/// What the first request about a question gets; it is counted as having met the fault.
fn got(fault: Fault) -> Got {
    let server = with(fault);
    let got = ask(&server, "1");
    assert_eq!(server.counts().faults[&fault.to_string()], 1);
    assert_eq!(
        server.counts().answered,
        u32::from(fault.is_in_text() || fault == Fault::Drip)
    );
    got
}

fn choice(fault: Fault) -> Value {
    let got = got(fault);
    assert_eq!(got.status, 200);
    got.json()["choices"][0].clone()
}

#[test]
fn every_fault_has_a_name_that_reads_back() {
    for fault in Fault::all() {
        assert_eq!(Fault::named(&fault.to_string()), Some(fault));
    }
    assert_eq!(Fault::named("status_418"), Some(Fault::Status(418)));
    assert_eq!(
        (
            Fault::named("status_200"),
            Fault::named("status_x"),
            Fault::named("")
        ),
        (None, None, None)
    );
}

#[test]
fn shares_are_read_with_their_tries() {
    let faults = parse("cut=0.1x2, think=0.25,hang=0.1x*,status_503=0").unwrap();
    let tries: Vec<_> = faults
        .iter()
        .map(|share| (share.share, share.tries))
        .collect();
    assert_eq!(
        tries,
        [(0.1, Some(2)), (0.25, None), (0.1, None), (0.0, Some(1))]
    );
    for bad in [
        "cut",
        "cut=x",
        "crash=0.1",
        "cut=0.1x",
        "cut=1.1",
        "cut=-0.1",
        "cut=NaN",
        "cut=0.6,hang=0.6",
    ] {
        assert!(parse(bad).is_err(), "{bad}");
    }
    assert_eq!(parse(""), Ok(Vec::new()));
    let tenths: Vec<Share> = Fault::all()
        .take(10)
        .map(|fault| Share::of(fault, 0.1))
        .collect();
    assert_eq!(check(&tenths), Ok(()));
}

#[test]
fn items_share_faults_out_as_told_and_each_meets_one() {
    let faults = parse("cut=0.2,think=0.3").unwrap();
    let fault = |n: u32| met(&faults, 3, &n.to_string()).map(|share| share.fault);
    let count = |wanted| (0..10_000).filter(|&n| fault(n) == wanted).count();
    assert!((1_900..2_100).contains(&count(Some(Fault::Cut))));
    assert!((2_900..3_100).contains(&count(Some(Fault::Think))));
    assert_eq!(fault(17), fault(17));
}

#[test]
fn a_refusal_is_in_its_field() {
    let choice = choice(Fault::Refusal);
    assert_eq!(choice["message"]["content"], Value::Null);
    assert!(
        choice["message"]["refusal"]
            .as_str()
            .unwrap()
            .contains("cannot help")
    );
}

#[test]
fn a_filter_and_a_length_limit_leave_no_text() {
    let filtered = choice(Fault::ContentFilter);
    assert_eq!(
        (&filtered["message"]["content"], &filtered["finish_reason"]),
        (&json!(""), &json!("content_filter"))
    );
    let long = choice(Fault::EmptyLength);
    assert_eq!(
        (&long["message"]["content"], &long["finish_reason"]),
        (&json!(""), &json!("length"))
    );
}

#[test]
fn thoughts_stand_before_the_answer_or_never_end() {
    let text = |fault| got(fault).said();
    let thought = text(Fault::Think);
    assert!(thought.starts_with("<think>") && thought.ends_with("</think>\n\nA"));
    let closed = text(Fault::ThinkClose);
    assert!(!closed.contains("<think>") && closed.ends_with("</think>\n\nA"));
    let open = text(Fault::ThinkOpen);
    assert!(open.starts_with("<think>") && !open.contains("</think>"));
    assert_eq!(choice(Fault::ThinkOpen)["finish_reason"], "length");
}

#[test]
fn an_answer_comes_fenced_in_chunks_as_null_and_as_the_word_error() {
    assert_eq!(
        got(Fault::Fenced).said(),
        "```json\n{\"answer\":\"A\"}\n```"
    );
    let chunks = choice(Fault::Chunks)["message"]["content"].clone();
    assert_eq!(
        chunks,
        json!([{"type": "text", "text": ""}, {"type": "text", "text": "A"}])
    );
    assert_eq!(choice(Fault::Null)["message"]["content"], Value::Null);
    assert_eq!(got(Fault::ErrorText).said(), "ERROR");
}

#[test]
fn status_200_may_hold_an_error_or_a_page() {
    let error = got(Fault::ErrorIn200);
    assert_eq!(
        (error.status, &error.error()["message"]),
        (200, &json!("Provider returned error"))
    );
    assert!(error.json().get("choices").is_none());
    let page = got(Fault::Html);
    assert_eq!(
        (page.status, page.header("Content-Type")),
        (200, Some("text/html"))
    );
    assert!(page.body.starts_with("<!DOCTYPE html>"));
}

#[test]
fn every_status_is_sent_and_gone_at_the_second_try() {
    for status in [408, 409, 500, 502, 503, 504, 524, 529] {
        let server = with(Fault::Status(status));
        assert_eq!(ask(&server, "1").status, status);
        assert_eq!(ask(&server, "1").said(), "A");
        assert_eq!(server.counts().item("1").asked, 2);
    }
    let server = with(Fault::Status(413));
    assert_eq!(
        (ask(&server, "1").status, ask(&server, "1").status),
        (413, 413)
    );
    assert_eq!(got(Fault::Status(529)).error()["type"], "overloaded_error");
}

#[test]
fn a_rate_limit_says_its_delay_in_one_place() {
    let limited = |place| {
        let got = got(Fault::RateLimit(place));
        assert_eq!(
            (got.status, &got.error()["code"]),
            (429, &json!("rate_limit_exceeded"))
        );
        got
    };
    let places = |got: &Got| {
        [
            got.header("Retry-After").map(str::to_owned),
            got.header("Retry-After-Ms").map(str::to_owned),
            got.error()["details"][0]["retryDelay"]
                .as_str()
                .map(str::to_owned),
            got.body
                .contains("try again in 1.5s")
                .then(|| "1.5s".to_owned()),
        ]
    };
    let only = |at: usize, value: &str| {
        let mut wanted = [const { None }; 4];
        wanted[at] = Some(value.to_owned());
        wanted
    };
    assert_eq!(places(&limited(DelayIn::RetryAfter)), only(0, "2"));
    assert_eq!(places(&limited(DelayIn::RetryAfterMs)), only(1, "1500"));
    assert_eq!(places(&limited(DelayIn::RetryInfo)), only(2, "1.5s"));
    assert_eq!(places(&limited(DelayIn::Text)), only(3, "1.5s"));
    assert_eq!(places(&limited(DelayIn::Nowhere)), [const { None }; 4]);
    let reset = limited(DelayIn::Reset);
    assert_eq!(places(&reset), [const { None }; 4]);
    let reset = reset.error()["metadata"]["headers"]["X-RateLimit-Reset"].clone();
    let reset: u128 = reset.as_str().unwrap().parse().unwrap();
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_millis();
    assert!(reset > now && reset <= now + 1500);
}

#[test]
fn used_up_quotas_are_told_by_code_type_or_detail() {
    let quota = |quota| {
        let got = got(Fault::Quota(quota));
        (got.status, got.error())
    };
    for (name, code) in [
        (Quota::Insufficient, "insufficient_quota"),
        (Quota::Credit, "credit_balance_exhausted"),
        (Quota::Project, "project_spend_limit_exceeded"),
        (Quota::Organization, "organization_usage_limit_exceeded"),
    ] {
        let (status, error) = quota(name);
        assert_eq!((status, &error["code"]), (429, &json!(code)));
    }
    let (status, error) = quota(Quota::Billing);
    assert_eq!((status, &error["type"]), (402, &json!("billing_error")));
    let (status, error) = quota(Quota::Enforced);
    assert_eq!(
        (status, &error["details"]["error_code"]),
        (429, &json!("enforced_spend_limit_reached"))
    );
    assert_eq!(quota(Quota::Payment).0, 402);
    let (status, error) = quota(Quota::Daily);
    let id = error["details"][0]["violations"][0]["quotaId"]
        .as_str()
        .unwrap();
    assert!(status == 429 && id.contains("PerDay"));
    // For ever, so that whoever tries again is seen.
    let server = with(Fault::Quota(Quota::Insufficient));
    assert_eq!(
        (ask(&server, "1").status, ask(&server, "1").status),
        (429, 429)
    );
}

#[test]
fn keys_are_refused_and_repeated() {
    let origin = "Access-Control-Allow-Origin";
    let readable = got(Fault::WrongKey);
    assert_eq!((readable.status, readable.header(origin)), (401, Some("*")));
    let unreadable = got(Fault::WrongKeyCors);
    assert_eq!((unreadable.status, unreadable.header(origin)), (401, None));
    assert!(!readable.body.contains("sk-test"));
    let echo = got(Fault::EchoKey);
    assert_eq!(echo.status, 400);
    assert!(echo.body.contains("sk-test"));
}

#[test]
fn an_answer_may_come_without_cors_headers() {
    let server = with(Fault::Cors);
    let got = ask(&server, "1");
    assert_eq!(
        (
            got.said().as_str(),
            got.header("Access-Control-Allow-Origin")
        ),
        ("A", None)
    );
    assert_eq!(
        ask(&server, "1").header("Access-Control-Allow-Origin"),
        Some("*")
    );
}

#[test]
fn connections_are_cut_before_and_in_the_middle() {
    assert_eq!(got(Fault::Cut).raw, "");
    let chunked = got(Fault::CutBody);
    assert_eq!(
        (chunked.status, chunked.header("Transfer-Encoding")),
        (200, Some("chunked"))
    );
    assert!(chunked.body.contains("chat.completion") && !chunked.body.ends_with("0\r\n\r\n"));
    let short = got(Fault::ShortBody);
    assert!(short.body.len() < short.length.unwrap() && !short.body.is_empty());
}

#[test]
fn no_connection_is_used_again_where_one_may_be_cut() {
    let server = exam(|config| config.faults = parse("cut=0").unwrap());
    assert_eq!(ask(&server, "1").header("Connection"), Some("close"));
    let server = exam(|_| {});
    assert_eq!(ask(&server, "1").header("Connection"), None);
}

#[test]
fn a_dripping_body_takes_its_time_and_comes_whole() {
    let start = Instant::now();
    let dripped = got(Fault::Drip);
    assert_eq!(dripped.said(), "A");
    assert!(start.elapsed() >= Duration::from_millis(40));
}

#[test]
fn a_hanging_request_ends_when_the_client_or_the_server_does() {
    use std::io::{Read, Write};
    let server = with(Fault::Hang);
    let body = crate::asking::body(&crate::asking::prompt(&server, "1")).to_string();
    let headers = "Content-Type: application/json\r\n";
    let bytes = request("POST", "/v1/chat/completions", headers, &body);
    let hang = || {
        let mut stream = std::net::TcpStream::connect(server.address()).unwrap();
        stream.write_all(bytes.as_bytes()).unwrap();
        stream
    };
    drop(hang());
    while server.counts().abandoned == 0 {
        std::thread::yield_now();
    }
    assert_eq!(server.counts().in_flight, 0);
    // The next try of the same item is answered: by default a hang lasts one.
    assert_eq!(exchange(server.address(), &bytes).said(), "A");
    server
        .change(|config| {
            config.faults = vec![Share {
                tries: None,
                ..Share::of(Fault::Hang, 1.0)
            }]
        })
        .unwrap();
    let mut hanging = hang();
    while server.counts().in_flight == 0 {
        std::thread::yield_now();
    }
    drop(server);
    assert_eq!(hanging.read(&mut [0]).unwrap_or(0), 0);
}

#[test]
fn thoughts_come_in_the_providers_field() {
    for (wire, field) in [
        (WireName::Vllm, Some("reasoning")),
        (WireName::Groq, Some("reasoning")),
        (WireName::LlamaCpp, Some("reasoning_content")),
        (WireName::OpenAi, None),
    ] {
        let server = exam(|config| (config.wire, config.has_reasoning) = (wire, true));
        let reply = ask(&server, "1").json();
        let message = &reply["choices"][0]["message"];
        assert_eq!(message["content"], "A");
        for name in ["reasoning", "reasoning_content"] {
            assert_eq!(message.get(name).is_some(), Some(name) == field);
        }
    }
    let server = exam(|config| (config.wire, config.has_reasoning) = (WireName::OpenRouter, true));
    let usage = ask(&server, "1").json()["usage"].clone();
    assert!(usage["completion_tokens_details"]["reasoning_tokens"].as_u64() > Some(0));
    assert!(usage["cost"].as_f64() > Some(0.0));
}

#[test]
fn errors_can_be_flat_or_nested_whoever_sends_them() {
    for (wire, shape, at) in [
        (WireName::OpenAi, "flat", "/message"),
        (WireName::Mistral, "nested", "/error/message"),
    ] {
        let server = with(Fault::Status(500));
        server.change(|config| config.wire = wire).unwrap();
        server
            .change(|config| config.set("errors", shape).unwrap())
            .unwrap();
        assert!(
            ask(&server, "1")
                .json()
                .pointer(at)
                .is_some_and(Value::is_string)
        );
    }
}
