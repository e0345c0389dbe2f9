//! Runs: every item asked until it has its one record, whatever servers and networks do meanwhile.
//!
//! The engine decides; a [`Host`] acts. Requests in flight adapt to the server, rate limits hold everyone, a lost
//! connection pauses and goes on by itself, and a finished item is stored before anyone hears of it. Deliberately absent:
//! clocks, networks and storage (the host's), wire formats ([`provider`](crate::provider)), and scores.

use crate::problem::Problem;
use crate::provider::http::{HttpReply, HttpRequest, Unsent};
use crate::provider::{Adapted, Fault, Reply, Sent, Stop};
use core::time::Duration;
use serde::{Deserialize, Serialize};

mod connection;
mod control;
mod engine;
mod model;
mod pace;
mod predictions;
mod probing;
mod progress;
mod queue;
mod record;
mod saving;
mod schema;
mod state;
mod summary;

pub use control::Control;
pub use engine::run;
pub use model::Model;
pub use predictions::to_predictions;
pub use probing::probe;
pub use progress::Progress;
pub use record::ItemRecord;
pub use schema::{RunSchema, SchemaForm};
pub use state::{FORMAT, FORMAT_VERSION, PlanFacts, RunState, Start, Which};
pub use summary::summary;

/// What a run needs from where it runs: a browser's worker, or a test.
pub trait Host {
    /// Sends a request and waits for the whole reply.
    ///
    /// The time limit counts from when the request is really sent. A browser opens six connections to a host that speaks
    /// HTTP/1.1 and lets the others wait unseen, so the host must not hand over more than it can send, or start the limit
    /// late; [`HttpReply::duration`] counts from the same moment. Dropping the future aborts the request.
    fn send(
        &self,
        request: HttpRequest,
        time_limit: Duration,
    ) -> impl Future<Output = Result<HttpReply, Unsent>>;

    /// Whether anything at all answers at `url`, within a few seconds: in a browser a `no-cors` GET without headers,
    /// which succeeds whatever the answer is. Tells a lost connection from a request that always fails.
    fn probe(&self, url: &str) -> impl Future<Output = bool>;

    /// Waits. Dropping the future ends the wait.
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()>;

    /// The time since 1970, from a clock that never goes back.
    fn now(&self) -> Duration;

    /// A random number from 0.0 to below 1.0, for the jitter of delays.
    fn random(&self) -> f64;

    /// Keeps finished items, so that they are there after a crash; a record replaces an earlier one of the same index.
    fn store(&self, records: &[ItemRecord]) -> impl Future<Output = Result<(), Problem>>;
}

/// Who answers: a model behind a [`Host`] ([`Model`]), or a baseline that needs neither.
pub trait Answerer {
    /// Asks once.
    fn ask(&self, ask: &Ask, adapted: Adapted) -> impl Future<Output = Tried>;

    /// Whether the server can be reached at all.
    fn probe(&self) -> impl Future<Output = bool>;
}

/// One item to ask. Its prompt is made when it is its turn, so that 130,000 of them are never held at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Which question of the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
}

/// What came of asking once.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The parameters that were sent.
    pub sent: Sent,
    /// The answer, or what went wrong.
    pub result: Result<Reply, Fault>,
    /// How long it took, where the host could tell.
    pub duration: Option<Duration>,
}

/// How hard a run may lean on the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunConfig {
    /// Requests in flight at once, at most; at least 1. A run starts with 4 and approaches this while all goes well.
    pub n_parallel: usize,
    /// Tries per item, the first one included; at least 1. Lost connections and refused parameters do not count.
    pub n_tries: u32,
    /// Longest wait for one reply.
    #[serde(with = "milliseconds")]
    pub time_limit: Duration,
    /// Requests per minute, at most; they are spread evenly. `None` means no limit of one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requests_per_minute: Option<u32>,
}

/// What a run tells while it goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An item has its record, and the record is stored (or storing failed, which was told).
    Finished(Box<ItemRecord>),
    /// A parameter was refused; from now on it is asked differently. To be kept with the run.
    Adapted(Adapted),
    /// The server is asked too often.
    Slowed {
        /// Requests in flight from now on.
        n_parallel: usize,
        /// No request before this time (since 1970).
        until: Duration,
    },
    /// The connection is lost; the run goes on by itself.
    Lost(Problem),
    /// The connection is back.
    Back,
    /// Finished items cannot be stored; told once, and the run goes on.
    StoreFailed(Problem),
    /// The run stops, and why; what is in flight is still waited for.
    Stopping(Stop, Problem),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every item has its record.
    Done,
    /// A person stopped it.
    Stopped,
    /// No item could be asked any more; told as [`Event::Stopping`] before.
    GaveUp(Stop),
}

/// What the engine works on.
pub struct Job<'a, A, H> {
    /// The items, each once.
    pub asks: &'a [Ask],
    /// Which of them are asked now, and what is known from before: [`RunState::start`].
    pub start: Start,
    /// Who answers.
    pub answerer: &'a A,
    /// Where it runs.
    pub host: &'a H,
    /// How hard.
    pub config: RunConfig,
    /// Pause, resume, stop.
    pub control: &'a Control,
}

/// Durations as whole milliseconds, which is how they are kept.
mod milliseconds {
    use core::time::Duration;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(duration: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}
