//! The test of the connection: what the browser is, and what is told meanwhile.
//!
//! Deliberately absent: which probes there are and what follows from them.

use super::trying::Trying;
use super::{Desk, key, say};
use crate::browser::host::BrowserHost;
use crate::browser::surroundings;
use crate::problem::Problem;
use crate::protocol::{AskForm, ConnectionView, FileKey, Reply};
use crate::provider::connection::{Found, KeyTyped, Place, Verdict};
use crate::provider::{self, Key, Provider};
use crate::run;
use core::time::Duration;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// Wait for the one token where the field says nothing: a model may have to be loaded first.
const ANSWER: f64 = 120.0;

/// A test under way; ends when dropped.
pub(in crate::worker) struct Testing {
    ticket: u32,
    is_over: Rc<Cell<bool>>,
    _work: Trying,
}

impl Desk {
    /// Tests the connection, and tells at every step how it stands.
    pub(in crate::worker) fn test_connection(
        &mut self,
        ticket: u32,
        form: AskForm,
        key: &JsValue,
        origin: &str,
        page_origin: String,
    ) {
        self.testing = None;
        let Some(provider) = provider::find(&form.provider) else {
            return tell(ended(ticket, "there is no server to test: nothing is sent"));
        };
        let key = match key::read(key, origin) {
            Ok(key) => key,
            Err(problems) => return tell(unusable(ticket, problems)),
        };
        let is_over = Rc::new(Cell::new(false));
        let flag = Rc::clone(&is_over);
        let work = Trying::begin(async move {
            tell(tested(ticket, provider, &form, key, &page_origin).await);
            flag.set(true);
        });
        self.testing = Some(Testing {
            ticket,
            is_over,
            _work: work,
        });
    }

    /// The test under way ends, since the key is forgotten.
    pub(super) fn end_test(&mut self) {
        if let Some(testing) = self.testing.take().filter(|testing| !testing.is_over.get()) {
            tell(ended(
                testing.ticket,
                "the test ended: the key was forgotten",
            ));
        }
    }
}

async fn tested(
    ticket: u32,
    provider: &Provider,
    form: &AskForm,
    key: Option<Arc<Key>>,
    page_origin: &str,
) -> ConnectionView {
    let place = Place {
        provider,
        base_url: form.base_url.trim(),
        model: form.model.trim(),
        page_origin,
        browser: surroundings::browser(),
        permission: surroundings::permission(&form.base_url).await,
        is_offline: surroundings::is_offline(),
        key: match &key {
            None => KeyTyped::None,
            Some(key) if key.fits(&form.base_url) => KeyTyped::Fits,
            Some(key) => KeyTyped::Elsewhere(key.origin()),
        },
    };
    let host = BrowserHost::new(None, FileKey::MAX);
    let seconds = form.time_limit.trim().replace(',', ".").parse().ok();
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limit = limit.filter(|limit| !limit.is_zero());
    let limit = limit.unwrap_or(Duration::from_secs_f64(ANSWER));
    let progress = |doing: String, steps: &[String]| {
        tell(ConnectionView {
            ticket,
            cause: doing,
            steps: steps.to_vec(),
            ..ConnectionView::default()
        });
    };
    let (verdict, steps) = run::probe(&host, &place, key.as_ref(), limit, progress).await;
    ConnectionView {
        steps,
        ..shown(ticket, verdict)
    }
}

fn shown(ticket: u32, verdict: Verdict) -> ConnectionView {
    ConnectionView {
        ticket,
        result: verdict.found.key().to_owned(),
        cause: verdict.cause,
        fix: verdict.fix,
        commands: verdict.commands,
        steps: Vec::new(),
    }
}

/// A test that came to nothing.
fn ended(ticket: u32, why: &str) -> ConnectionView {
    let mut why = why.to_owned();
    if let Some(first) = why.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    ConnectionView {
        ticket,
        result: Found::Unknown.key().to_owned(),
        cause: format!("{why}."),
        ..ConnectionView::default()
    }
}

/// A key that no server takes.
fn unusable(ticket: u32, problems: Vec<Problem>) -> ConnectionView {
    let problem = problems.into_iter().next();
    let problem = problem.unwrap_or_else(|| Problem::error("the key cannot be used"));
    let fix = problem.hint.clone().unwrap_or_default();
    ConnectionView {
        result: Found::WrongKey.key().to_owned(),
        fix,
        ..ended(ticket, &problem.message)
    }
}

fn tell(view: ConnectionView) {
    say(&Reply::Connection(Box::new(view)));
}
