//! Errors: what a server says, and what follows from it.

use crate::{read_chat, read_of, reply, sent};
use core::time::Duration;
use marksheet::provider::http::{HttpReply, Unsent};
use marksheet::provider::{Fault, Next, Rung, Sent, Stop, Wanted, delay};
use marksheet::said::Said;
use serde_json::{Value, json};
use std::fmt::Write;

#[test]
fn every_error_leads_to_this_and_reads_like_this() {
    let text = std::fs::read_to_string("tests/fixtures/provider/errors.jsonl").unwrap();
    let mut shown = String::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let status = u16::try_from(case["status"].as_u64().unwrap()).unwrap();
        let body = match &case["body"] {
            Value::String(text) => text.clone(),
            body => body.to_string(),
        };
        let provider = case["provider"].as_str().unwrap_or("custom");
        let structure = match case["structure"].as_str() {
            None => Rung::Plain,
            Some(name) => serde_json::from_value(name.into()).unwrap(),
        };
        let sent = Sent {
            structure,
            ..sent(provider)
        };
        let fault = read_of(provider, &sent, &reply(status, &body), &Wanted::Text, None);
        let fault = fault.unwrap_err();
        let next = match fault.next {
            Next::Again(delay) => format!("again {}", seconds(delay)),
            Next::Slower(delay) => format!("slower {}", seconds(delay)),
            Next::Adapt(parameter) => format!("adapt {parameter:?}"),
            Next::Stop(stop) => format!("stop {stop:?}"),
            Next::Never => "never".to_owned(),
            Next::Reconnect => "reconnect".to_owned(),
        };
        let name = case["name"].as_str().unwrap();
        writeln!(
            shown,
            "{name}: {}, {next}\n    {}",
            fault.class.key(),
            fault.message
        )
        .unwrap();
    }
    insta::assert_snapshot!(shown);
}

fn seconds(delay: Option<Duration>) -> String {
    delay.map_or("after a delay of ours".to_owned(), |delay| {
        format!("in {} s", delay.as_secs_f64())
    })
}

#[test]
fn only_these_statuses_are_worth_asking_again() {
    for status in 400..600 {
        let fault = read_chat(&reply(status, "{}"), &Wanted::Text, None).unwrap_err();
        let is_again = matches!(fault.next, Next::Again(_) | Next::Slower(_));
        let passes = matches!(status, 408 | 409 | 429 | 500 | 502..=504 | 520..=530);
        assert_eq!(is_again, passes, "{status}");
    }
}

#[test]
fn what_no_answer_can_be_is_not_asked_for_again_and_says_what_it_is() {
    let deep = "[".repeat(100_000);
    let fault = read_chat(&reply(200, &deep), &Wanted::Text, None).unwrap_err();
    assert_eq!(fault.next, Next::Never);
    assert!(
        fault.message.contains("nested too deep"),
        "{}",
        fault.message
    );
    let cut = read_chat(&reply(200, "{\"choices\": ["), &Wanted::Text, None).unwrap_err();
    assert_eq!(cut.next, Next::Again(None));
    let fault = Fault::unsent(&Unsent::TooLong { status: 200 }, None);
    assert_eq!((fault.next, fault.status), (Next::Never, Some(200)));
    assert!(
        fault.message.contains("longer than 4 MB"),
        "{}",
        fault.message
    );
}

#[test]
fn every_code_of_used_up_money_stops_the_run_and_none_is_retried() {
    for code in [
        "insufficient_quota",
        "credit_balance_exhausted",
        "monthly_spend_limit_exceeded",
        "project_spend_limit_exceeded",
        "organization_usage_limit_exceeded",
        "billing_error",
        "enforced_spend_limit_reached",
    ] {
        for body in [
            json!({"error": {"message": "m", "code": code}}),
            json!({"error": {"message": "m", "type": code}}),
            json!({"object": "error", "message": "m", "code": code}),
            json!({"type": "error", "error": {"type": "rate_limit_error", "message": "m", "details": {"error_code": code}}}),
        ] {
            let fault = read_chat(&reply(429, &body.to_string()), &Wanted::Text, None).unwrap_err();
            assert_eq!(fault.next, Next::Stop(Stop::NoCredit), "{body}");
        }
    }
}

#[test]
fn the_delay_comes_from_the_first_source_that_can_be_read() {
    let all = json!({"error": {
        "message": "Please try again in 6m0.5s",
        "details": [{"@type": "x.RetryInfo", "retryDelay": "33s"}],
        "metadata": {"headers": {"X-RateLimit-Reset": "1785000044000"}},
    }});
    let now = Duration::from_secs(1_785_000_000);
    let asked = |headers: &[(&str, &str)], body: &Value| {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let body = body.to_string();
        let reply = HttpReply {
            status: 429,
            headers,
            body: body.clone(),
            duration: Duration::ZERO,
        };
        delay::asked(&reply, &Said::read(429, &body), now).map(|delay| delay.as_secs_f64())
    };
    assert_eq!(
        asked(&[("Retry-After", "11"), ("retry-after-ms", "1500")], &all),
        Some(1.5)
    );
    assert_eq!(
        asked(&[("Retry-After", "11"), ("retry-after-ms", "soon")], &all),
        Some(11.0)
    );
    assert_eq!(
        asked(&[("retry-after", "Sat, 25 Jul 2026 17:20:07 GMT")], &all),
        Some(7.0)
    );
    assert_eq!(
        asked(&[("retry-after", "Sat, 25 Jul 2020 17:20:00 GMT")], &all),
        Some(0.0)
    );
    assert_eq!(asked(&[("retry-after", "-5")], &all), Some(33.0));
    assert_eq!(asked(&[], &all), Some(33.0));
    let reset = json!({"error": {"message": "m", "metadata": {"headers": {"X-RateLimit-Reset": 1_785_000_044_000_u64}}}});
    assert_eq!(asked(&[], &reset), Some(44.0));
    for (message, expected) in [
        ("Please try again in 5.289s.", Some(5.289)),
        ("Please try again in 250ms", Some(0.25)),
        ("try again in 6m0.5s. Visit", Some(360.5)),
        ("Please retry in 1h2m3s", Some(3723.0)),
        ("retry after 20 seconds", Some(20.0)),
        ("try again in a while", None),
        ("try again in 5 apples", None),
        ("try again in ", None),
        ("try again in 99999999999999999999s", None),
        ("nothing of the kind", None),
    ] {
        assert_eq!(
            asked(&[], &json!({"error": {"message": message}})),
            expected,
            "{message}"
        );
    }
    for value in ["", "NaN", "inf", "1e300", "Mon, 99 Foo 2026", "Sat, 31 Feb"] {
        assert_eq!(
            asked(&[("retry-after", value)], &json!({})),
            None,
            "{value}"
        );
    }
}

#[test]
fn dates_of_http_are_read_to_the_second() {
    let now = Duration::ZERO;
    for (date, expected) in [
        ("Thu, 01 Jan 1970 00:00:01 GMT", 1_u64),
        ("Fri, 02 Jan 1970 00:00:00 GMT", 86_400),
        ("Tue, 03 Mar 1970 00:00:00 GMT", 61 * 86_400),
        ("Thu, 07 Jan 1970 00:00:00 GMT", 6 * 86_400),
    ] {
        let headers = vec![("retry-after".to_owned(), date.to_owned())];
        let reply = HttpReply {
            status: 429,
            headers,
            body: String::new(),
            duration: Duration::ZERO,
        };
        let asked = delay::asked(&reply, &Said::default(), now);
        let expected =
            Some(Duration::from_secs(expected)).filter(|delay| delay.as_secs() <= 7 * 86_400);
        assert_eq!(asked, expected, "{date}");
    }
}
