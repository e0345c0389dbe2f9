//! What a run comes to is told beforehand, and is what happens.

use crate::asking::{EXAM, Got, TAILS, ask, start};
use crate::model_server::faults::{Fault, parse};
use crate::model_server::wire::WireName;
use crate::model_server::{Class, Client, Expected, Server};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

const CLIENT: Client = Client {
    n_tries: 3,
    n_network_tries: 2,
    n_timeout_tries: 1,
    n_unreadable_tries: 1,
    is_page: false,
    has_schema: false,
};

/// What one try of a plain client ends as, and whether it would try again.
fn class(server: &Server, told: &Expected, got: &Got) -> (Class, u32) {
    let choice = got.json()["choices"][0].clone();
    let is_whole = got.length == Some(got.body.len());
    if !is_whole {
        return (Class::Network, CLIENT.n_network_tries);
    }
    if got.status == 429 && !got.body.contains("quota") || [500, 503, 529].contains(&got.status) {
        return (Class::HttpError, CLIENT.n_tries);
    }
    if got.status != 200 || choice.is_null() {
        return (Class::HttpError, 1);
    }
    let message = &choice["message"];
    if message["refusal"].is_string() || choice["finish_reason"] == "content_filter" {
        return (Class::Refused, 1);
    }
    let content = match &message["content"] {
        Value::Array(chunks) => chunks
            .iter()
            .filter_map(|chunk| chunk["text"].as_str())
            .collect(),
        content => content.as_str().unwrap_or("").to_owned(),
    };
    let text = content.rsplit("</think>").next().unwrap_or("").trim();
    if choice["finish_reason"] == "length" {
        return (Class::Truncated, 1);
    }
    let items = server.config().items;
    let item = items.all().iter().find(|item| item.id == told.id).unwrap();
    let text = match text
        .strip_prefix("```json\n")
        .and_then(|text| text.strip_suffix("\n```"))
    {
        Some(json) => {
            let value: Value = serde_json::from_str(json).unwrap();
            let wanted = if told.is_right {
                &item.right
            } else {
                &item.wrong
            };
            assert_eq!(value["answer"], wanted.json);
            wanted.text.clone()
        }
        None => text.to_owned(),
    };
    match text.as_str() {
        "ERROR" => (Class::HttpError, 1),
        text if text == item.right.text => (Class::Correct, 1),
        "" => (Class::Empty, 1),
        _ => (Class::Wrong, 1),
    }
}

/// Runs over all items with retries and compares each with what was told.
fn runs_as_told(dataset: &str, faults: &str) -> BTreeMap<Class, usize> {
    let server = start(dataset, |config| {
        config.faults = parse(faults).unwrap();
        config.right = 0.7;
        config.delay = Duration::ZERO;
    });
    let told = server.expected(&CLIENT);
    let mut classes = BTreeMap::new();
    for told in &told {
        let mut n_requests = 0;
        let ended = loop {
            n_requests += 1;
            let (class, n_tries) = class(&server, told, &ask(&server, &told.id));
            if n_requests >= n_tries {
                break class;
            }
        };
        assert_eq!(
            (ended, n_requests),
            (told.class, told.n_requests),
            "{told:?}"
        );
        assert_eq!(server.counts().item(&told.id).asked, told.n_requests);
        *classes.entry(ended).or_default() += 1;
    }
    assert_eq!(
        server.counts().requests,
        told.iter().map(|told| told.n_requests).sum::<u32>()
    );
    classes
}

#[test]
fn a_run_without_faults_is_right_as_often_as_told() {
    let classes = runs_as_told(EXAM, "");
    let n_right = classes[&Class::Correct];
    assert_eq!(n_right + classes[&Class::Wrong], 104);
    assert!((62..=84).contains(&n_right), "{n_right}");
}

#[test]
fn a_run_with_faults_in_the_text_ends_as_told() {
    let faults = "refusal=0.1,content_filter=0.1,empty_length=0.1,think=0.1,think_open=0.1,think_close=0.1,\
                  fenced=0.1,chunks=0.1,null=0.1,error_text=0.1";
    let classes = runs_as_told(EXAM, faults);
    assert!(
        classes[&Class::Refused] > 5
            && classes[&Class::Truncated] > 5
            && classes[&Class::Empty] > 2
    );
    runs_as_told(TAILS, faults);
}

#[test]
fn a_run_with_failing_calls_ends_as_told() {
    let once = "cut=0.1,cut_body=0.1,short_body=0.1,status_500=0.1,status_503=0.1,status_529=0.1,rate_text=0.1,\
                rate_retry_after=0.1,error_in_200=0.1,html=0.1";
    let classes = runs_as_told(EXAM, once);
    assert!(!classes.contains_key(&Class::Network) && classes[&Class::HttpError] > 5);
    let longer =
        "cut=0.2x2,short_body=0.2x*,status_500=0.2x3,rate_bare=0.2x2,status_413=0.1,echo_key=0.1";
    let classes = runs_as_told(EXAM, longer);
    assert!(classes[&Class::Network] > 20 && classes[&Class::HttpError] > 20);
}

#[test]
fn a_page_cannot_read_what_has_no_cors_headers() {
    let server = start(EXAM, |config| {
        config.faults = parse("cors=0.5x*,wrong_key_cors=0.5").unwrap()
    });
    let page = Client {
        is_page: true,
        ..CLIENT
    };
    assert!(
        server
            .expected(&page)
            .iter()
            .all(|told| told.class == Class::Network && told.n_requests == 2)
    );
    for told in server.expected(&CLIENT) {
        let is_key = told.fault == Some(Fault::WrongKeyCors);
        assert_eq!(
            (told.stops_run, told.class == Class::HttpError),
            (is_key, is_key)
        );
    }
    server
        .change(|config| config.set("cors", "not_on_errors").unwrap())
        .unwrap();
    server
        .change(|config| config.faults = parse("status_500=1x*").unwrap())
        .unwrap();
    assert!(
        server
            .expected(&page)
            .iter()
            .all(|told| told.class == Class::Network)
    );
}

#[test]
fn time_limits_and_quotas_are_told_apart() {
    let server = start(EXAM, |config| {
        config.faults = parse("hang=0.3,drip=0.3x*,quota_daily=0.4").unwrap()
    });
    for told in server.expected(&CLIENT) {
        let is_quota = told.class == Class::HttpError;
        assert_eq!(told.stops_run, is_quota);
        assert!(is_quota || told.class == Class::Timeout && told.n_requests == 1);
    }
    let patient = Client {
        n_timeout_tries: 2,
        ..CLIENT
    };
    for told in server
        .expected(&patient)
        .iter()
        .filter(|told| told.fault == Some(Fault::Hang))
    {
        assert_eq!((told.class, told.n_requests), (Class::Correct, 2));
    }
}

#[test]
fn order_and_seed_decide_as_they_should() {
    let told = |seed: u64| {
        let server = start(EXAM, |config| (config.right, config.seed) = (0.5, seed));
        let told = server.expected(&CLIENT);
        told.iter().map(|told| told.is_right).collect::<Vec<_>>()
    };
    assert_eq!(told(1), told(1));
    assert_ne!(told(1), told(2));
}

#[test]
fn a_refusal_without_a_field_of_its_own_is_words_and_fits_no_schema() {
    let by_schema = Client {
        has_schema: true,
        ..CLIENT
    };
    for (wire, client, class) in [
        (WireName::OpenAi, by_schema, Class::Refused),
        (WireName::OllamaNative, CLIENT, Class::Wrong),
        (WireName::OllamaNative, by_schema, Class::Unparsed),
    ] {
        let server = start(EXAM, |config| {
            config.wire = wire;
            config.faults = parse("refusal=1").unwrap();
        });
        let told = server.expected(&client);
        assert!(told.iter().all(|told| told.class == class));
    }
}
