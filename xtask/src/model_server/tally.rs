//! What the server counts.
//!
//! Deliberately absent: what the requests were about beyond an item's id; the last one is kept whole, for tests to read.

use super::faults::Fault;
use super::http::Request;
use super::locked;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

/// The counts since the start or the last reset.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Requests for an answer that came in, whatever became of them.
    pub requests: u32,
    /// Answers, right or wrong, that went out whole (faults in their text included).
    pub answered: u32,
    /// Requests for an answer that were not as the provider wants them, by what was wrong.
    pub rejected: BTreeMap<String, u32>,
    /// Requests for an answer about no item of the dataset.
    pub unknown: u32,
    /// Requests that met a fault, by its name.
    pub faults: BTreeMap<String, u32>,
    /// By item id.
    pub items: BTreeMap<String, ItemCounts>,
    /// Requests for the list of models.
    pub models: u32,
    /// Preflights.
    pub preflights: u32,
    /// Requests turned away because the network was cut.
    pub cut: u32,
    /// Requests whose client was gone before its answer.
    pub abandoned: u32,
    /// Requests for an answer that came in before the delay of an earlier 429 had passed.
    pub too_early: u32,
    /// Requests for an answer being worked on now.
    pub in_flight: u32,
    /// The most there were at once. A client that gives up on one and asks again at once may still be counted for both: its
    /// going is noticed within milliseconds, but after the fact.
    pub in_flight_max: u32,
    /// Connections open now.
    pub connections: u32,
    /// The most there were at once.
    pub connections_max: u32,
}

/// How often one item was asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemCounts {
    /// Requests that were as the provider wants them.
    pub asked: u32,
    /// Of these, answers that went out whole.
    pub answered: u32,
}

impl Counts {
    /// One item's counts; none if it was never asked about.
    pub fn item(&self, id: &str) -> ItemCounts {
        self.items.get(id).copied().unwrap_or_default()
    }

    /// As `/control` answers.
    pub fn json(&self) -> Value {
        let items = self.items.iter();
        let items = items.map(|(id, n)| {
            (
                id.clone(),
                json!({"asked": n.asked, "answered": n.answered}),
            )
        });
        json!({
            "requests": self.requests,
            "answered": self.answered,
            "rejected": self.rejected,
            "unknown": self.unknown,
            "faults": self.faults,
            "items": items.collect::<serde_json::Map<_, _>>(),
            "models": self.models,
            "preflights": self.preflights,
            "cut": self.cut,
            "abandoned": self.abandoned,
            "too_early": self.too_early,
            "in_flight": self.in_flight,
            "in_flight_max": self.in_flight_max,
            "connections": self.connections,
            "connections_max": self.connections_max,
        })
    }
}

/// The counts while they grow.
#[derive(Default)]
pub struct Tally(Mutex<State>);

#[derive(Default)]
struct State {
    counts: Counts,
    /// How often each item met its fault.
    met: BTreeMap<String, u32>,
    not_before: Option<Instant>,
    last: Option<Request>,
}

impl Tally {
    /// A copy of the counts.
    pub fn counts(&self) -> Counts {
        locked(&self.0).counts.clone()
    }

    /// Changes counts.
    pub fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut locked(&self.0).counts);
    }

    /// Starts again at zero; what is in flight or connected stays.
    pub fn reset(&self) {
        let mut state = locked(&self.0);
        let (in_flight, connections) = (state.counts.in_flight, state.counts.connections);
        *state = State::default();
        state.counts.in_flight = in_flight;
        state.counts.in_flight_max = in_flight;
        state.counts.connections = connections;
        state.counts.connections_max = connections;
    }

    /// Lets every item meet its fault from the first try again.
    pub fn forget_faults(&self) {
        locked(&self.0).met.clear();
    }

    /// Counts a request for an answer; until the returned value is dropped it is in flight.
    pub fn arrived(&self, request: &Request) -> InFlight<'_> {
        let mut state = locked(&self.0);
        state.last = Some(request.clone());
        let is_early = state.not_before.is_some_and(|until| Instant::now() < until);
        let counts = &mut state.counts;
        counts.too_early += u32::from(is_early);
        counts.requests += 1;
        counts.in_flight += 1;
        counts.in_flight_max = counts.in_flight_max.max(counts.in_flight);
        InFlight(self)
    }

    /// Counts a request for an answer that is not as the provider wants it, by what is wrong.
    pub fn rejected(&self, what: &str) {
        self.count(|counts| *counts.rejected.entry(what.to_owned()).or_default() += 1);
    }

    /// Counts that an item is asked about. Returns whether it meets its fault, which is then counted too.
    pub fn asked(&self, id: &str, fault: Option<(Fault, Option<u32>)>) -> bool {
        let mut state = locked(&self.0);
        state.counts.items.entry(id.to_owned()).or_default().asked += 1;
        let Some((fault, tries)) = fault else {
            return false;
        };
        let met = state.met.entry(id.to_owned()).or_default();
        if tries.is_some_and(|tries| *met >= tries) {
            return false;
        }
        *met += 1;
        *state.counts.faults.entry(fault.to_string()).or_default() += 1;
        true
    }

    /// Counts an answer whose last bytes go out.
    pub fn answered(&self, id: Option<&str>) {
        let counts = &mut locked(&self.0).counts;
        counts.answered += 1;
        if let Some(id) = id {
            counts.items.entry(id.to_owned()).or_default().answered += 1;
        }
    }

    /// Takes back [`Tally::answered`]: the client was gone.
    pub fn not_answered(&self, id: Option<&str>) {
        let counts = &mut locked(&self.0).counts;
        counts.answered -= 1;
        if let Some(item) = id.and_then(|id| counts.items.get_mut(id)) {
            item.answered -= 1;
        }
    }

    /// Nobody is to ask before that time.
    pub fn not_before(&self, until: Instant) {
        let mut state = locked(&self.0);
        state.not_before = state.not_before.max(Some(until));
    }

    /// The last request for an answer.
    pub fn last(&self) -> Option<Request> {
        locked(&self.0).last.clone()
    }

    /// Counts a new connection.
    pub fn connected(&self) {
        self.count(|counts| {
            counts.connections += 1;
            counts.connections_max = counts.connections_max.max(counts.connections);
        });
    }

    /// Counts a connection's end.
    pub fn disconnected(&self) {
        self.count(|counts| counts.connections -= 1);
    }
}

/// One request in flight.
pub struct InFlight<'a>(&'a Tally);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.count(|counts| counts.in_flight -= 1);
    }
}
