//! The test of a connection against a server, with a client that keeps to a browser's rules of what a page may read.

use crate::asking::{Got, exam, exchange, request as raw};
use crate::model_server::config::{Cors, MaxTokens};
use crate::model_server::wire::WireName;
use crate::model_server::{Config, Server};
use core::time::Duration;
use marksheet::problem::Problem;
use marksheet::provider::connection::{Browser, Found, KeyTyped, Place, Verdict};
use marksheet::provider::http::{HttpReply, HttpRequest, Unsent};
use marksheet::provider::{Key, PROVIDERS, Provider, find};
use marksheet::run::{Host, ItemRecord, probe};
use std::net::{SocketAddr, TcpStream};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

const KEY: &str = "sk-0123456789abcdef";

const PAGE: &str = "http://page.test";

/// A page in a browser.
struct Page {
    address: SocketAddr,
}

impl Page {
    fn exchange(&self, method: &str, path: &str, headers: &str, body: &str) -> Option<Got> {
        TcpStream::connect(self.address).ok()?;
        let headers = format!("{headers}Origin: {PAGE}\r\n");
        Some(exchange(self.address, &raw(method, path, &headers, body)))
    }
}

fn is_readable(got: &Got) -> bool {
    let origin = got.header("access-control-allow-origin");
    origin.is_some_and(|origin| origin == "*" || origin == PAGE)
}

impl Host for Page {
    async fn send(&self, request: HttpRequest, _: Duration) -> Result<HttpReply, Unsent> {
        let failed = || Unsent::Network("Failed to fetch".to_owned());
        let address = self.address.to_string();
        let (_, path) = request.url().split_once(&address).unwrap();
        let names: Vec<&str> = request.headers_to_send().map(|(name, _)| name).collect();
        if !names.is_empty() {
            let asked = format!(
                "Access-Control-Request-Method: {}\r\nAccess-Control-Request-Headers: {}\r\n",
                request.method(),
                names.join(",")
            );
            let got = self
                .exchange("OPTIONS", path, &asked, "")
                .ok_or_else(failed)?;
            let allowed = got.header("access-control-allow-headers").unwrap_or("");
            let allowed = allowed.to_lowercase();
            let is_allowed = |name: &&str| allowed.contains('*') || allowed.contains(*name);
            if got.status >= 300 || !is_readable(&got) || !names.iter().all(is_allowed) {
                return Err(failed());
            }
        }
        let headers: String = request
            .headers_to_send()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let got = self.exchange(request.method(), path, &headers, request.body());
        let got = got.filter(is_readable).ok_or_else(failed)?;
        Ok(HttpReply {
            status: got.status,
            headers: Vec::new(),
            body: got.body,
            duration: Duration::ZERO,
        })
    }

    async fn probe(&self, _: &str) -> bool {
        TcpStream::connect(self.address).is_ok()
    }

    async fn sleep(&self, _: Duration) {}

    fn now(&self) -> Duration {
        Duration::from_secs(1_785_000_000)
    }

    fn random(&self) -> f64 {
        0.0
    }

    async fn store(&self, _: &[ItemRecord]) -> Result<(), Problem> {
        Ok(())
    }
}

fn start(provider: &Provider, change: impl FnOnce(&mut Config)) -> Server {
    exam(|config| {
        config.wire = match provider.key {
            "custom" => WireName::OpenAi,
            "ollama" => WireName::OllamaNative,
            key => WireName::named(key).unwrap(),
        };
        config.key = (provider.key != "tgi").then(|| KEY.to_owned());
        change(config);
    })
}

/// Where a server is.
struct At {
    base_url: String,
    address: SocketAddr,
}

impl At {
    fn of(server: &Server) -> Self {
        Self {
            base_url: server.base_url(),
            address: server.address(),
        }
    }

    fn test(&self, provider: &Provider, key: &str, model: &str) -> (Verdict, Vec<String>) {
        let key = Key::for_origin(key.to_owned(), &self.base_url).unwrap();
        let key = key.map(Arc::new);
        let place = Place {
            provider: find(provider.key).unwrap(),
            base_url: &self.base_url,
            model,
            page_origin: PAGE,
            browser: Browser::Firefox,
            permission: None,
            is_offline: false,
            key: if key.is_some() {
                KeyTyped::Fits
            } else {
                KeyTyped::None
            },
        };
        let page = Page {
            address: self.address,
        };
        let limit = Duration::from_secs(9);
        let test = pin!(probe(&page, &place, key.as_ref(), limit, |_, _| {}));
        // The page waits for nothing.
        let Poll::Ready((verdict, steps)) = test.poll(&mut Context::from_waker(Waker::noop()))
        else {
            panic!("the test waits");
        };
        for text in steps.iter().chain([&verdict.cause, &verdict.fix]) {
            assert!(!text.contains(KEY), "{text}");
        }
        (verdict, steps)
    }
}

fn found(provider: &Provider, change: impl FnOnce(&mut Config), key: &str, model: &str) -> Found {
    let server = start(provider, change);
    At::of(&server).test(provider, key, model).0.found
}

#[test]
fn each_provider_is_found_to_be_well_closed_down_or_without_that_model_key_or_credit() {
    for provider in PROVIDERS {
        let name = provider.key;
        let test =
            |change: fn(&mut Config), key: &str, model: &str| found(provider, change, key, model);
        let well = |_: &mut Config| {};
        assert_eq!(test(well, KEY, "marksheet-test"), Found::Ok, "{name}");
        let closed = |config: &mut Config| config.cors = Cors::Closed;
        assert_eq!(test(closed, KEY, "marksheet-test"), Found::Cors, "{name}");
        if !["tgi", "llamacpp"].contains(&name) {
            assert_eq!(
                test(well, KEY, "marksheet-tset"),
                Found::UnknownModel,
                "{name}"
            );
        }
        if name != "tgi" {
            let wrong = "sk-wrong-0123456789";
            assert_eq!(
                test(well, wrong, "marksheet-test"),
                Found::WrongKey,
                "{name}"
            );
            assert_eq!(test(well, "", "marksheet-test"), Found::WrongKey, "{name}");
        }
        let spent = |config: &mut Config| config.has_credit = false;
        if ["openai", "anthropic", "openrouter", "custom"].contains(&name) {
            assert_eq!(
                test(spent, KEY, "marksheet-test"),
                Found::NoCredit,
                "{name}"
            );
        }
    }
}

#[test]
fn a_server_that_is_gone_is_unreachable() {
    for provider in PROVIDERS {
        let server = start(provider, |_| {});
        let at = At::of(&server);
        drop(server);
        let (verdict, steps) = at.test(provider, KEY, "marksheet-test");
        assert_eq!(
            (verdict.found, steps.len()),
            (Found::Unreachable, 2),
            "{}",
            provider.key
        );
    }
}

#[test]
fn a_wrong_key_whose_refusal_a_page_may_not_read_is_named_as_a_cause() {
    let custom = find("custom").unwrap();
    let server = start(custom, |config| config.cors = Cors::NotOnErrors);
    let (verdict, steps) = At::of(&server).test(custom, "sk-wrong-0123456789", "marksheet-test");
    assert_eq!((verdict.found, steps.len()), (Found::Cors, 3));
    assert!(verdict.cause.contains("CORS") && verdict.cause.contains("refuses the key"));
    assert!(verdict.fix.contains("check the key"), "{}", verdict.fix);
    // A list that everyone may read shows that it is not the settings.
    let router = find("openrouter").unwrap();
    let not_on_errors = |config: &mut Config| config.cors = Cors::NotOnErrors;
    let found = found(
        router,
        not_on_errors,
        "sk-wrong-0123456789",
        "marksheet-test",
    );
    assert_eq!(found, Found::WrongKey);
}

#[test]
fn an_unlisted_model_whose_refusal_a_page_may_not_read_is_found_by_the_list() {
    let not_on_errors = |config: &mut Config| config.cors = Cors::NotOnErrors;
    let found = found(
        find("custom").unwrap(),
        not_on_errors,
        KEY,
        "marksheet-tset",
    );
    assert_eq!(found, Found::UnknownModel);
}

#[test]
fn one_token_is_asked_for_and_under_the_name_the_model_takes() {
    let custom = find("custom").unwrap();
    let server = start(custom, |config| config.max_tokens = MaxTokens::New);
    let (verdict, steps) = At::of(&server).test(custom, KEY, "marksheet-test");
    assert_eq!((verdict.found, steps.len()), (Found::Ok, 3), "{steps:?}");
}
