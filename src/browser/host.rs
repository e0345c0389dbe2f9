//! Where a run really runs: requests by the browser, its clock, its store.
//!
//! Deliberately absent: any decision; the engine takes them all.

use super::clock;
use super::store::Store;
use crate::problem::Problem;
use crate::provider::address::is_http_1;
use crate::provider::http::{HttpReply, HttpRequest, MAX_REPLY, N_CONNECTIONS, REDIRECTED, Unsent};
use crate::run::{Host, ItemRecord};
use core::time::Duration;
use futures::future::{Either, select};
use js_sys::{Reflect, Uint8Array};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache,
    RequestCredentials, RequestInit, RequestMode, RequestRedirect, Response, WorkerGlobalScope,
};

/// A probe that has no answer after so long has none.
const PROBE: Duration = Duration::from_secs(5);

/// A browser's timer holds no more than this, some 24 days.
const LONGEST_SLEEP: i32 = i32::MAX;

/// The browser as a host. Records go into the run with this key.
pub struct BrowserHost {
    store: Option<Rc<Store>>,
    run: u32,
    line: Line,
}

impl BrowserHost {
    /// A host that keeps records of the run `run` in `store`, where there is one.
    pub fn new(store: Option<Rc<Store>>, run: u32) -> Self {
        Self {
            store,
            run,
            line: Line::default(),
        }
    }

    /// Keeps what the run is about.
    ///
    /// # Errors
    /// When there is no store, or it refuses.
    pub async fn put_header(&self, header: &str) -> Result<(), Problem> {
        let store = self.store.as_ref().ok_or_else(no_store)?;
        let stored = store.put_header(self.run, header).await;
        stored.map_err(|error| refused(&error.to_string()))
    }
}

fn no_store() -> Problem {
    refused("it has no store")
}

fn refused(error: &str) -> Problem {
    Problem::warning(format!("the browser does not keep the answers: {error}")).hint(
        "the run goes on, but a reload forgets it: download the zip when it is done. Private windows, full disks, and \
         another tab with an older version of this page are the usual causes",
    )
}

impl Host for BrowserHost {
    async fn send(&self, request: HttpRequest, time_limit: Duration) -> Result<HttpReply, Unsent> {
        let aborting = Aborting::new().map_err(|error| Unsent::Network(said(&error)))?;
        // Over TLS servers speak HTTP/2, with hardly an exception, and a browser sends all at once.
        let is_queued = is_http_1(request.url());
        let place = self.line.stand();
        let since = Cell::new(self.now());
        let fetching = pin!(fetch(&request, &aborting));
        // The limit counts from the moment at which the browser can be expected to send.
        let limit = pin!(async {
            if is_queued {
                place.is_served().await;
                since.set(self.now());
            }
            self.sleep(time_limit).await;
        });
        match select(fetching, limit).await {
            Either::Left((fetched, _)) => {
                let (status, headers, body) = fetched?;
                Ok(HttpReply {
                    status,
                    headers,
                    body,
                    duration: self.now().saturating_sub(since.get()),
                })
            }
            Either::Right(_) => Err(Unsent::Timeout),
        }
    }

    async fn probe(&self, url: &str) -> bool {
        let Ok(aborting) = Aborting::new() else {
            return false;
        };
        let init = bare(&aborting);
        init.set_mode(RequestMode::NoCors);
        let Some(promise) = scope().map(|scope| scope.fetch_with_str_and_init(url, &init)) else {
            return false;
        };
        let asked = pin!(JsFuture::from(promise));
        match select(asked, pin!(self.sleep(PROBE))).await {
            Either::Left((answer, _)) => answer.is_ok(),
            Either::Right(_) => false,
        }
    }

    async fn sleep(&self, duration: Duration) {
        // Rounded up: a timer that ends early would only be set again.
        let milliseconds = duration.as_nanos().div_ceil(1_000_000);
        clock::sleep(i32::try_from(milliseconds).unwrap_or(LONGEST_SLEEP)).await;
    }

    fn now(&self) -> Duration {
        clock::since_1970()
    }

    fn random(&self) -> f64 {
        js_sys::Math::random()
    }

    async fn store(&self, records: &[ItemRecord]) -> Result<(), Problem> {
        let store = self.store.as_ref().ok_or_else(no_store)?;
        let line = |record: &ItemRecord| (record.index, record.to_line());
        let lines: Vec<(u32, String)> = records.iter().map(line).collect();
        let stored = store.put_records(self.run, &lines).await;
        stored.map_err(|error| refused(&error.to_string()))
    }
}

/// What every request has in common: nothing of this site goes along, nothing is cached.
fn bare(aborting: &Aborting) -> RequestInit {
    let init = RequestInit::new();
    init.set_credentials(RequestCredentials::Omit);
    init.set_cache(RequestCache::NoStore);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(&aborting.controller.signal()));
    init
}

type Fetched = (u16, Vec<(String, String)>, String);

/// Sends the request and reads the whole reply.
async fn fetch(request: &HttpRequest, aborting: &Aborting) -> Result<Fetched, Unsent> {
    let response = answered(request, aborting).await.map_err(Unsent::Network)?;
    let (status, headers) = (response.status(), pairs(&response.headers()));
    let text = text_of(&response).await.map_err(Unsent::Network)?;
    let text = text.ok_or(Unsent::TooLong { status })?;
    Ok((status, headers, text))
}

/// Sends the request, and waits until the reply begins; the error is what the browser says.
async fn answered(request: &HttpRequest, aborting: &Aborting) -> Result<Response, String> {
    let promise = {
        let init = bare(aborting);
        init.set_method(request.method());
        init.set_mode(RequestMode::Cors);
        // A key must not travel on to wherever a server points.
        init.set_redirect(RequestRedirect::Manual);
        let headers = Headers::new().map_err(|error| said(&error))?;
        for (name, value) in request.headers_to_send() {
            headers
                .append(name, &value)
                .map_err(|_| format!("the header {name} cannot be sent"))?;
        }
        init.set_headers(&headers);
        if request.method() == "POST" {
            init.set_body(&request.body().into());
        }
        let scope = scope().ok_or("there is no network here")?;
        scope.fetch_with_str_and_init(request.url(), &init)
    };
    let response = JsFuture::from(promise)
        .await
        .map_err(|error| said(&error))?;
    let response: Response = response.dyn_into().map_err(|error| said(&error))?;
    if response.type_() == web_sys::ResponseType::Opaqueredirect {
        return Err(REDIRECTED.to_owned());
    }
    Ok(response)
}

/// The body as text; `None` where it is longer than any reply: a wrong address may serve a file without end.
async fn text_of(response: &Response) -> Result<Option<String>, String> {
    let Some(stream) = response.body() else {
        return Ok(Some(String::new()));
    };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await;
        let piece = piece.map_err(|error| said(&error))?;
        let is_done = Reflect::get(&piece, &"done".into()).is_ok_and(|done| done.is_truthy());
        if is_done {
            break;
        }
        let piece = Reflect::get(&piece, &"value".into()).map_err(|error| said(&error))?;
        let piece: Uint8Array = piece.dyn_into().map_err(|error| said(&error))?;
        let start = bytes.len();
        bytes.resize(start + piece.length() as usize, 0);
        piece.copy_to(bytes.get_mut(start..).unwrap_or_default());
        if bytes.len() > MAX_REPLY {
            return Ok(None);
        }
    }
    // As the browser itself does it: what is not UTF-8 becomes a replacement character.
    let text = String::from_utf8(bytes);
    let text = text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    let bare = text.strip_prefix('\u{feff}').map(str::to_owned);
    Ok(Some(bare.unwrap_or(text)))
}

/// The headers a page may see.
fn pairs(headers: &Headers) -> Vec<(String, String)> {
    let entries = js_sys::try_iter(headers).ok().flatten();
    let pair = |entry: JsValue| {
        let pair: js_sys::Array = entry.dyn_into().ok()?;
        Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
    };
    entries
        .into_iter()
        .flatten()
        .filter_map(|entry| pair(entry.ok()?))
        .collect()
}

/// What the browser says of an error, without its name.
fn said(error: &JsValue) -> String {
    let error: Option<&js_sys::Error> = error.dyn_ref();
    error.map_or_else(String::new, |error| String::from(error.message()))
}

fn scope() -> Option<WorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Aborts its request when it is dropped: one that nobody waits for any more must not go on costing.
struct Aborting {
    controller: AbortController,
}

impl Aborting {
    fn new() -> Result<Self, JsValue> {
        Ok(Self {
            controller: AbortController::new()?,
        })
    }
}

impl Drop for Aborting {
    fn drop(&mut self) {
        // After the reply this does nothing.
        self.controller.abort();
    }
}

/// Requests in the order in which they were handed to the browser: the first six are on their way.
#[derive(Default)]
struct Line {
    standing: Rc<RefCell<Standing>>,
}

#[derive(Default)]
struct Standing {
    next: u64,
    places: VecDeque<(u64, Option<Waker>)>,
}

/// A place in the line, left when it is dropped.
struct Place {
    number: u64,
    standing: Rc<RefCell<Standing>>,
}

impl Line {
    fn stand(&self) -> Place {
        let mut standing = self.standing.borrow_mut();
        let number = standing.next;
        standing.next += 1;
        standing.places.push_back((number, None));
        Place {
            number,
            standing: Rc::clone(&self.standing),
        }
    }
}

impl Place {
    /// Waits until it is among the first six.
    async fn is_served(&self) {
        std::future::poll_fn(|context| {
            let mut standing = self.standing.borrow_mut();
            let mut places = standing.places.iter_mut();
            let at = places.position(|(number, _)| *number == self.number);
            if at.is_none_or(|at| at < N_CONNECTIONS) {
                return Poll::Ready(());
            }
            if let Some((_, waker)) = at.and_then(|at| standing.places.get_mut(at)) {
                *waker = Some(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut standing = self.standing.borrow_mut();
        standing.places.retain(|(number, _)| *number != self.number);
        let next = standing.places.get_mut(N_CONNECTIONS - 1);
        if let Some(waker) = next.and_then(|(_, waker)| waker.take()) {
            waker.wake();
        }
    }
}
