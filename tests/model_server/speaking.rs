//! The page's own requests, on every wire: taken to the last field, answered, and read back.

use crate::asking::{exam, exchange, prompt, request as raw};
use crate::model_server::config::Forms;
use crate::model_server::faults::{Fault, Share, parse};
use crate::model_server::wire::WireName;
use crate::model_server::{Class, Client, Config, Server};
use marksheet::outcome::Outcome;
use marksheet::provider::http::{HttpReply, HttpRequest};
use marksheet::provider::{
    Adapted, Asking, Key, ModelConfig, Next, PROVIDERS, Parameter, Prediction, Prompt, Provider,
    Reply, Rung, Sent, Stop, Structure, Wanted, models, read, request,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const KEY: &str = "sk-0123456789abcdef";

/// The wire a provider is tested on.
fn wire(provider: &Provider) -> WireName {
    match provider.key {
        "custom" => WireName::OpenAi,
        "ollama" => WireName::OllamaNative,
        key => WireName::named(key).unwrap(),
    }
}

fn start(provider: &Provider, change: impl FnOnce(&mut Config)) -> Server {
    exam(|config| {
        config.wire = wire(provider);
        change(config);
    })
}

/// A server that wants a key, where its provider may get one.
fn with_key(provider: &Provider) -> Server {
    start(provider, |config| {
        config.key = (provider.key != "tgi").then(|| KEY.to_owned());
    })
}

fn key(server: &Server) -> Option<Arc<Key>> {
    let key = Key::for_origin(KEY.to_owned(), &server.base_url()).unwrap();
    key.map(Arc::new)
}

/// Sends a request as a page does.
fn send(server: &Server, request: &HttpRequest) -> HttpReply {
    let (_, path) = request
        .url()
        .split_once(&server.address().to_string())
        .unwrap();
    let headers: String = request
        .headers_to_send()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let headers = format!("{headers}Origin: http://page.test\r\n");
    let bytes = raw(request.method(), path, &headers, request.body());
    let got = exchange(server.address(), &bytes);
    let head = got.raw.split("\r\n\r\n").next().unwrap_or("");
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    HttpReply {
        status: got.status,
        headers: headers
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: got.body,
        duration: Duration::ZERO,
    }
}

/// How a question is asked.
#[derive(Clone, Copy)]
struct How<'a> {
    structure: Structure<'a>,
    adapted: Adapted,
    is_bare: bool,
    model: &'a str,
}

const PLAINLY: How<'static> = How {
    structure: Structure::Plain,
    adapted: Adapted {
        max_field: None,
        is_without_temperature: false,
        is_without_seed: false,
        structure: None,
    },
    is_bare: false,
    model: "marksheet-test",
};

/// Asks about an item and reads what comes.
fn ask(
    provider: &Provider,
    server: &Server,
    id: &str,
    how: How<'_>,
) -> (Sent, Result<Reply, marksheet::provider::Fault>) {
    let config = ModelConfig {
        provider: provider.key.into(),
        base_url: server.base_url(),
        model: how.model.into(),
        temperature: (!how.is_bare).then_some(0.5),
        max_tokens: 512,
        seed: (!how.is_bare).then_some(7),
    };
    let system = if how.is_bare { "" } else { "Answer." };
    let prompt = Prompt {
        system: system.to_owned(),
        user: prompt(server, id),
    };
    let key = key(server);
    let asking = Asking {
        config: &config,
        prompt: &prompt,
        key: key.as_ref(),
        adapted: how.adapted,
        structure: how.structure,
    };
    let (request, sent) = request(provider, &asking).unwrap();
    let reply = send(server, &request);
    let wanted = Wanted::from_typed("answer");
    let now = std::time::SystemTime::now();
    let now = now.duration_since(std::time::UNIX_EPOCH).unwrap();
    (
        sent,
        read(provider, &reply, &sent, &wanted, key.as_deref(), now),
    )
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": ["A", "B", "C", "D"]}},
        "required": ["answer"],
        "additionalProperties": false,
    })
}

#[test]
fn every_provider_takes_the_pages_request_in_every_form_and_the_answer_reads_back() {
    let schema = schema();
    let by_schema = Structure::Schema {
        name: "MCQAResponse",
        schema: &schema,
        original: &schema,
    };
    for provider in PROVIDERS {
        let server = with_key(provider);
        for structure in [Structure::Plain, Structure::JsonObject, by_schema] {
            for is_bare in [false, true] {
                let how = How {
                    structure,
                    is_bare,
                    ..PLAINLY
                };
                let (_, read) = ask(provider, &server, "1", how);
                let reply = read.unwrap_or_else(|fault| {
                    panic!("{} {structure:?}: {}", provider.key, fault.message)
                });
                let answer = Some(Prediction::Text("A".to_owned()));
                assert_eq!(reply.prediction, answer, "{} {structure:?}", provider.key);
                assert!(reply.n_tokens_in.unwrap() > 40 && reply.n_tokens_out.is_some());
                assert_eq!(reply.model.as_deref(), Some("marksheet-test"));
                assert_eq!(reply.cost.is_some(), provider.key == "openrouter");
                assert!(!reply.is_prompt_cut && !reply.is_cut_off);
            }
        }
        assert_eq!(server.counts().rejected.len(), 0);
        assert_eq!(server.counts().answered, 6);
    }
}

#[test]
fn thoughts_are_kept_apart_where_a_provider_has_a_field_for_them() {
    for provider in PROVIDERS {
        let server = start(provider, |config| config.has_reasoning = true);
        let reply = ask(provider, &server, "1", PLAINLY).1.unwrap();
        let has_field = !["openai", "custom", "mistral", "tgi"].contains(&provider.key);
        assert_eq!(reply.reasoning.is_some(), has_field, "{}", provider.key);
        assert_eq!(reply.prediction, Some(Prediction::Text("A".to_owned())));
    }
}

#[test]
fn the_models_are_listed_to_the_page() {
    for provider in PROVIDERS {
        let server = with_key(provider);
        let key = key(&server);
        let listed = models::request(provider, &server.base_url(), key.as_ref()).unwrap();
        let reply = send(&server, &listed.unwrap());
        let names = models::read(provider, &reply, key.as_deref()).unwrap();
        assert_eq!(names, ["marksheet-test"], "{}", provider.key);
    }
}

#[test]
fn a_form_the_model_does_not_take_leads_down_to_one_it_takes() {
    let schema = schema();
    let by_schema = Structure::Schema {
        name: "MCQAResponse",
        schema: &schema,
        original: &schema,
    };
    for provider in PROVIDERS {
        for (forms, ends) in [
            (Forms::All, Rung::Schema),
            (Forms::Json, Rung::JsonObject),
            (Forms::None, Rung::Plain),
        ] {
            let server = start(provider, |config| config.forms = forms);
            let mut adapted = Adapted::default();
            let reply = loop {
                let how = How {
                    structure: by_schema,
                    adapted,
                    ..PLAINLY
                };
                let (sent, read) = ask(provider, &server, "1", how);
                let fault = match read {
                    Ok(reply) => break (sent, reply),
                    Err(fault) => fault,
                };
                let Next::Adapt(parameter) = fault.next else {
                    panic!("{}: {:?} {}", provider.key, fault.next, fault.message);
                };
                // A router does not say which parameter is too much: the form goes last.
                let is_form = parameter == Parameter::Structure;
                assert!(is_form || provider.key == "openrouter");
                assert!(adapted.learn(parameter, &sent));
            };
            // Where JSON mode is a schema or nothing but words, there is one step less.
            let ends = match (provider.key, ends) {
                ("anthropic", Rung::JsonObject) => Rung::Plain,
                ("lmstudio" | "tgi", Rung::JsonObject) => Rung::Plain,
                (_, ends) => ends,
            };
            assert_eq!(reply.0.structure, ends, "{} {forms:?}", provider.key);
            let answer = Some(Prediction::Text("A".to_owned()));
            assert_eq!(reply.1.prediction, answer, "{} {forms:?}", provider.key);
        }
    }
}

#[test]
fn a_run_ends_on_every_wire_as_told() {
    let client = Client {
        n_tries: 1,
        n_network_tries: 1,
        n_timeout_tries: 1,
        n_unreadable_tries: 1,
        is_page: true,
        has_schema: false,
    };
    let faults = "refusal=0.1,content_filter=0.1,empty_length=0.1,think=0.1,think_open=0.1,think_close=0.1,\
                  fenced=0.1,chunks=0.1,null=0.1,error_in_200=0.05x*,html=0.05x*";
    for provider in PROVIDERS {
        let server = start(provider, |config| {
            config.faults = parse(faults).unwrap();
            config.right = 0.7;
        });
        for told in server.expected(&client) {
            let items = server.config().items;
            let item = items.all().iter().find(|item| item.id == told.id).unwrap();
            let read = ask(provider, &server, &told.id, PLAINLY).1;
            let class = match read {
                Err(fault) => {
                    assert_eq!(fault.class, Outcome::HttpError);
                    Class::HttpError
                }
                Ok(reply) => match (reply.class, reply.prediction) {
                    (Some(Outcome::Refused), _) => Class::Refused,
                    (Some(Outcome::Truncated), _) => Class::Truncated,
                    (Some(_), _) => Class::Empty,
                    (None, Some(Prediction::Text(text))) if text == item.right.text => {
                        Class::Correct
                    }
                    (None, _) => Class::Wrong,
                },
            };
            assert_eq!(class, told.class, "{} {told:?}", provider.key);
        }
    }
}

#[test]
fn keys_credit_models_and_limits_lead_to_the_same_on_every_wire() {
    for provider in PROVIDERS {
        let next = |change: fn(&mut Config), model: &str| {
            let server = start(provider, change);
            let how = How { model, ..PLAINLY };
            ask(provider, &server, "1", how).1.unwrap_err().next
        };
        let usual = "marksheet-test";
        let key = provider.key;
        if key != "tgi" {
            let wrong = next(|config| config.key = Some("sk-other".to_owned()), usual);
            assert_eq!(wrong, Next::Stop(Stop::WrongKey), "{key}");
        }
        let credit = next(|config| config.has_credit = false, usual);
        // Local servers have none, and Gemini says the same as for any limit.
        if ["openai", "anthropic", "mistral", "groq", "openrouter"].contains(&key) {
            assert_eq!(credit, Next::Stop(Stop::NoCredit), "{key}");
        }
        let model = next(|_| {}, "gpt-0");
        assert_eq!(model, Next::Stop(Stop::NotFound), "{key}");
        let daily = next(
            |config| config.faults = parse("quota_daily=1").unwrap(),
            usual,
        );
        if key != "tgi" {
            assert_eq!(daily, Next::Stop(Stop::Quota), "{key}");
        }
        for (fault, status) in [
            (Fault::Status(529), 529),
            (Fault::named("rate_text").unwrap(), 429),
            (Fault::named("rate_retry_after").unwrap(), 429),
        ] {
            let server = start(provider, |config| {
                config.faults = vec![Share::of(fault, 1.0)];
                config.delay = Duration::from_secs(2);
            });
            let found = ask(provider, &server, "1", PLAINLY).1.unwrap_err();
            assert_eq!(found.status, Some(status), "{key}");
            let delay = (status == 429).then_some(Duration::from_secs(2));
            assert_eq!(found.next, Next::Slower(delay), "{key} {fault}");
        }
    }
}

#[test]
fn a_temperature_that_is_refused_is_learned_on_every_wire() {
    for provider in PROVIDERS {
        for name in ["only_one", "unsupported", "deprecated"] {
            let server = start(provider, |config| config.set("temperature", name).unwrap());
            let (sent, read) = ask(provider, &server, "1", PLAINLY);
            // Ollama's own models take any.
            if provider.key == "ollama" && name != "unsupported" {
                assert!(read.is_ok());
                continue;
            }
            let next = read.unwrap_err().next;
            assert_eq!(
                next,
                Next::Adapt(Parameter::Temperature),
                "{}",
                provider.key
            );
            let mut adapted = Adapted::default();
            assert!(adapted.learn(Parameter::Temperature, &sent));
            let how = How { adapted, ..PLAINLY };
            assert!(ask(provider, &server, "1", how).1.is_ok());
        }
    }
}
