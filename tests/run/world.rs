//! A host in which time passes only when nothing else can happen, and a server that follows a script.

use core::time::Duration;
use marksheet::problem::Problem;
use marksheet::provider::http::{HttpReply, HttpRequest, Unsent};
use marksheet::run::{Host, ItemRecord};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

pub const KEY: &str = "sk-secret-0123456789-abcdef";

/// Status, headers and body.
type Answer = (u16, Vec<(&'static str, String)>, String);

/// What the server does with one request.
#[derive(Clone)]
pub struct Does {
    pub after: Duration,
    pub result: Result<Answer, Unsent>,
}

/// One request as the server sees it.
pub struct Seen<'a> {
    pub id: &'a str,
    /// How often this item was asked before.
    pub n_before: usize,
    pub body: &'a Value,
}

pub fn secs(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

pub fn does(status: u16, body: impl Into<String>) -> Does {
    Does {
        after: secs(0.1),
        result: Ok((status, Vec::new(), body.into())),
    }
}

pub fn says(text: &str) -> Does {
    does(200, content(text))
}

pub fn content(text: &str) -> String {
    let body = json!({
        "choices": [{ "message": { "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 2 },
        "model": "m-2026",
    });
    body.to_string()
}

pub fn error(status: u16, code: &str, message: &str) -> Does {
    does(
        status,
        json!({ "error": { "message": message, "code": code } }).to_string(),
    )
}

pub fn no_network() -> Does {
    Does {
        after: secs(0.05),
        result: Err(Unsent::Network("Failed to fetch".to_owned())),
    }
}

impl Does {
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        if let Ok((_, headers, _)) = &mut self.result {
            headers.push((name, value.to_owned()));
        }
        self
    }

    pub fn after(mut self, seconds: f64) -> Self {
        self.after = secs(seconds);
        self
    }
}

type Script = Box<dyn FnMut(&Seen<'_>) -> Does>;

#[derive(Default)]
struct Inner {
    now: Duration,
    timers: BTreeMap<(Duration, u64), Waker>,
    n_timers: u64,
    n_in_flight: usize,
    most_in_flight: usize,
    sends: Vec<(Duration, String)>,
    /// In flight right after each request was sent.
    in_flight: Vec<usize>,
    asked: HashMap<String, usize>,
    probes: Vec<Duration>,
    /// When the network is down, from and to.
    outages: Vec<(Duration, Duration)>,
    stored: Vec<Vec<ItemRecord>>,
    store_takes: Duration,
    store_fails: bool,
    random: u64,
    n_aborted: usize,
}

pub struct World {
    inner: RefCell<Inner>,
    script: RefCell<Script>,
}

struct Timer<'w> {
    world: &'w World,
    key: (Duration, u64),
}

impl Future for Timer<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut inner = self.world.inner.borrow_mut();
        if inner.now >= self.key.0 {
            return Poll::Ready(());
        }
        inner.timers.insert(self.key, context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Timer<'_> {
    fn drop(&mut self) {
        self.world.inner.borrow_mut().timers.remove(&self.key);
    }
}

/// Counts a request in flight, also when it is dropped.
struct InFlight<'w> {
    world: &'w World,
    is_over: bool,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        let mut inner = self.world.inner.borrow_mut();
        inner.n_in_flight -= 1;
        inner.n_aborted += usize::from(!self.is_over);
    }
}

impl World {
    pub fn new(script: impl FnMut(&Seen<'_>) -> Does + 'static) -> Self {
        let inner = Inner {
            now: secs(1_700_000_000.0),
            store_takes: secs(0.01),
            ..Inner::default()
        };
        Self {
            inner: RefCell::new(inner),
            script: RefCell::new(Box::new(script)),
        }
    }

    /// Takes the network down, in seconds after the start.
    pub fn with_outage(self, from: f64, to: f64) -> Self {
        let start = self.inner.borrow().now;
        self.inner
            .borrow_mut()
            .outages
            .push((start + secs(from), start + secs(to)));
        self
    }

    pub fn with_store(self, takes: f64, fails: bool) -> Self {
        self.inner.borrow_mut().store_takes = secs(takes);
        self.inner.borrow_mut().store_fails = fails;
        self
    }

    pub fn timer(&self, duration: Duration) -> impl Future<Output = ()> + '_ {
        let mut inner = self.inner.borrow_mut();
        inner.n_timers += 1;
        Timer {
            world: self,
            key: (inner.now + duration, inner.n_timers),
        }
    }

    fn is_up(&self) -> bool {
        let inner = self.inner.borrow();
        !inner
            .outages
            .iter()
            .any(|(from, to)| (*from..*to).contains(&inner.now))
    }

    pub fn sends(&self) -> Vec<(Duration, String)> {
        self.inner.borrow().sends.clone()
    }

    pub fn in_flight(&self) -> Vec<usize> {
        self.inner.borrow().in_flight.clone()
    }

    pub fn n_asked(&self, id: &str) -> usize {
        self.inner.borrow().asked.get(id).copied().unwrap_or(0)
    }

    pub fn most_in_flight(&self) -> usize {
        self.inner.borrow().most_in_flight
    }

    pub fn n_aborted(&self) -> usize {
        self.inner.borrow().n_aborted
    }

    pub fn n_probes(&self) -> usize {
        self.inner.borrow().probes.len()
    }

    pub fn stored(&self) -> Vec<Vec<ItemRecord>> {
        self.inner.borrow().stored.clone()
    }

    /// Seconds since the start.
    pub fn elapsed(&self) -> f64 {
        (self.inner.borrow().now - secs(1_700_000_000.0)).as_secs_f64()
    }

    /// Runs a future to its end, or until `is_enough` says so; time jumps to the next timer when nothing else can happen.
    pub fn drive<T>(
        &self,
        future: impl Future<Output = T>,
        mut is_enough: impl FnMut() -> bool,
    ) -> Option<T> {
        struct Flag(AtomicBool);
        impl Wake for Flag {
            fn wake(self: Arc<Self>) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let flag = Arc::new(Flag(AtomicBool::new(false)));
        let waker = Waker::from(Arc::clone(&flag));
        let mut future = pin!(future);
        loop {
            if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return Some(value);
            }
            if is_enough() {
                return None;
            }
            if flag.0.swap(false, Ordering::Relaxed) {
                continue;
            }
            let mut inner = self.inner.borrow_mut();
            let ((time, _), timer) = inner
                .timers
                .pop_first()
                .expect("nothing will ever happen again");
            inner.now = inner.now.max(time);
            drop(inner);
            timer.wake();
        }
    }
}

fn id_in(body: &Value) -> String {
    let messages = body["messages"].as_array().unwrap();
    messages.last().unwrap()["content"]
        .as_str()
        .unwrap()
        .to_owned()
}

impl Host for World {
    async fn send(&self, request: HttpRequest, time_limit: Duration) -> Result<HttpReply, Unsent> {
        let body: Value = serde_json::from_str(request.body()).unwrap();
        let id = id_in(&body);
        let now = self.now();
        let n_before = {
            let mut inner = self.inner.borrow_mut();
            inner.n_in_flight += 1;
            inner.most_in_flight = inner.most_in_flight.max(inner.n_in_flight);
            let n = inner.n_in_flight;
            inner.in_flight.push(n);
            inner.sends.push((now, id.clone()));
            let n_asked = inner.asked.entry(id.clone()).or_insert(0);
            *n_asked += 1;
            *n_asked - 1
        };
        let mut guard = InFlight {
            world: self,
            is_over: false,
        };
        let seen = Seen {
            id: &id,
            n_before,
            body: &body,
        };
        let mut does = if self.is_up() {
            (self.script.borrow_mut())(&seen)
        } else {
            no_network()
        };
        if does.after > time_limit {
            does = Does {
                after: time_limit,
                result: Err(Unsent::Timeout),
            };
        }
        self.timer(does.after).await;
        guard.is_over = true;
        if !self.is_up() {
            return Err(Unsent::Network(String::new()));
        }
        let (status, headers, body) = does.result?;
        let headers = headers
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        Ok(HttpReply {
            status,
            headers,
            body,
            duration: does.after,
        })
    }

    async fn probe(&self, url: &str) -> bool {
        assert_eq!(url, "https://api.example.com/");
        let now = self.now();
        self.inner.borrow_mut().probes.push(now);
        self.timer(secs(0.02)).await;
        self.is_up()
    }

    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> {
        self.timer(duration)
    }

    fn now(&self) -> Duration {
        self.inner.borrow().now
    }

    fn random(&self) -> f64 {
        let mut inner = self.inner.borrow_mut();
        inner.random = inner
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (inner.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    async fn store(&self, records: &[ItemRecord]) -> Result<(), Problem> {
        let takes = self.inner.borrow().store_takes;
        self.timer(takes).await;
        if self.inner.borrow().store_fails {
            return Err(Problem::error("no space is left in this browser's storage"));
        }
        self.inner.borrow_mut().stored.push(records.to_vec());
        Ok(())
    }
}
