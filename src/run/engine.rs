//! The engine: starts what may be started, waits for whatever happens first, and draws the consequence.
//!
//! One loop on one thread, so that every decision is in order and can be replayed by a test. Deliberately absent: rules of
//! pace and of the connection, which have files of their own; what follows from a failed call is in `engine/faults.rs`.

use super::connection::{Connection, Held, Link};
use super::pace::Pace;
use super::queue::Queue;
use super::record::ItemRecord;
use super::saving::Saving;
use super::{Answerer, Ending, Event, Host, Job, Tried};
use crate::problem::Problem;
use crate::provider::{Adapted, Fault, Sent, Stop};
use core::time::Duration;
use futures::future::{LocalBoxFuture, poll_fn};
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use std::collections::BTreeSet;
use std::task::{Context, Poll};

mod faults;
mod refusals;

use refusals::Refusals;

/// Nothing is asked while so many finished items wait to be stored.
const MAX_UNSAVED: usize = 1_000;

/// Asks the items of a job until each has its record, a person stops it, or no item can be asked any more.
///
/// Every item that is finished is stored before [`Event::Finished`] tells of it, and is not asked again. A run that ends
/// otherwise than [`Ending::Done`] is resumed by a new job with [`RunState::start`](super::RunState::start) and a new
/// [`Control`](super::Control).
pub async fn run<A: Answerer, H: Host>(job: Job<'_, A, H>, mut tell: impl FnMut(Event)) -> Ending {
    let mut engine = Engine::new(&job);
    loop {
        engine.obey();
        if engine.is_stopped {
            break;
        }
        engine.start();
        engine.settle();
        engine.saving.start();
        engine.events.drain(..).for_each(&mut tell);
        if engine.is_done() {
            break;
        }
        let woken = engine.next().await;
        engine.follow(woken);
    }
    // Dropping a request aborts it.
    engine.in_flight.clear();
    engine.probing = None;
    engine.end();
    engine.events.drain(..).for_each(&mut tell);
    while !engine.saving.is_idle() {
        engine.saving.start();
        let told = poll_fn(|context| engine.saving.poll(context)).await;
        told.into_iter().for_each(&mut tell);
    }
    match engine.closing {
        Some(stop) => Ending::GaveUp(stop),
        None if engine.is_stopped => Ending::Stopped,
        None => Ending::Done,
    }
}

/// A request that has ended.
struct Ended {
    position: usize,
    sent_at: Duration,
    tried: Tried,
}

/// What happened first.
enum Woken {
    Ordered,
    Stored(Vec<Event>),
    Probed(bool),
    Ended(Box<Ended>),
    Slept,
}

struct Engine<'a, A, H> {
    job: &'a Job<'a, A, H>,
    queue: Queue,
    pace: Pace,
    connection: Connection,
    saving: Saving<'a, H>,
    in_flight: FuturesUnordered<LocalBoxFuture<'a, Ended>>,
    probing: Option<LocalBoxFuture<'a, bool>>,
    /// The wait under way, and until when it lasts.
    sleeping: Option<(Duration, LocalBoxFuture<'a, ()>)>,
    adapted: Adapted,
    has_answer: bool,
    /// What was refused since the last answer.
    refusals: Refusals,
    /// Positions that ended in a failed call.
    failed: BTreeSet<usize>,
    is_paused: bool,
    is_stopped: bool,
    closing: Option<Stop>,
    events: Vec<Event>,
}

impl<'a, A: Answerer, H: Host> Engine<'a, A, H> {
    fn new(job: &'a Job<'a, A, H>) -> Self {
        let start = &job.start;
        let known = |position: &&usize| **position < job.asks.len();
        Self {
            job,
            queue: Queue::new(start.todo.iter().filter(known).copied()),
            pace: Pace::new(job.config.n_parallel, job.config.requests_per_minute),
            connection: Connection::new(start.has_answer),
            saving: Saving::new(job.host),
            in_flight: FuturesUnordered::new(),
            probing: None,
            sleeping: None,
            adapted: start.adapted,
            has_answer: start.has_answer,
            refusals: Refusals::default(),
            failed: start.failed.iter().filter(known).copied().collect(),
            is_paused: false,
            is_stopped: false,
            closing: None,
            events: Vec::new(),
        }
    }

    fn obey(&mut self) {
        let orders = self.job.control.take();
        self.is_paused = orders.is_paused;
        self.is_stopped = orders.is_stopped;
        if let Some(n_parallel) = orders.n_parallel {
            self.pace.set_cap(n_parallel);
        }
        if orders.is_resumed {
            self.connection.hurry();
        }
        if orders.is_retrying {
            self.queue.add(std::mem::take(&mut self.failed).into_iter());
        }
    }

    fn start(&mut self) {
        if self.is_paused || self.closing.is_some() {
            return;
        }
        let now = self.job.host.now();
        if self.probing.is_none() && self.connection.wants_probe(now) {
            self.probing = Some(Box::pin(self.job.answerer.probe()));
        }
        while self.has_room() && self.pace.ready_at() <= now {
            let is_of_any = self.refusals.are_doubtful();
            let taken = match is_of_any {
                true => self.queue.take_any(now, self.job.host.random()),
                false => self.queue.take(now),
            };
            let Some(position) = taken else {
                break;
            };
            self.pace.sent(now);
            let tries = self.queue.tries(position);
            tries.n_sent += 1;
            tries.is_of_any |= is_of_any;
            let asking = ask(self.job, position, self.adapted, now);
            self.in_flight.push(Box::pin(asking));
        }
    }

    fn has_room(&self) -> bool {
        self.connection.link() == Link::Up
            && self.in_flight.len() < self.pace.n_allowed()
            && self.saving.n_waiting() < MAX_UNSAVED
    }

    /// Nothing is left that could be answered: what was refused is refused.
    fn settle(&mut self) {
        let has_more = !self.queue.is_empty() || self.connection.has_held();
        if self.closing.is_none() && self.in_flight.is_empty() && !has_more {
            self.let_go();
        }
    }

    fn is_done(&self) -> bool {
        let has_more = !self.queue.is_empty() || self.connection.has_held();
        let is_over = self.closing.is_some() || !has_more;
        is_over && self.in_flight.is_empty() && self.saving.is_idle()
    }

    /// When there is something to do even if nothing happens.
    fn wake_at(&self) -> Option<Duration> {
        if self.is_paused || self.closing.is_some() {
            return None;
        }
        if let (Link::Lost(next), None) = (self.connection.link(), &self.probing) {
            return Some(next);
        }
        let ready = self.queue.ready_at().filter(|_| self.has_room())?;
        Some(ready.max(self.pace.ready_at()))
    }

    async fn next(&mut self) -> Woken {
        let wake_at = self.wake_at();
        match (&self.sleeping, wake_at) {
            (_, None) => self.sleeping = None,
            (Some((until, _)), Some(time)) if *until == time => {}
            (_, Some(time)) => {
                let wait = time.saturating_sub(self.job.host.now());
                self.sleeping = Some((time, Box::pin(self.job.host.sleep(wait))));
            }
        }
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Woken> {
        if self.job.control.has_orders(context.waker()) {
            return Poll::Ready(Woken::Ordered);
        }
        if let Poll::Ready(told) = self.saving.poll(context) {
            return Poll::Ready(Woken::Stored(told));
        }
        if let Poll::Ready(Some(ended)) = self.in_flight.poll_next_unpin(context) {
            return Poll::Ready(Woken::Ended(Box::new(ended)));
        }
        if let Some(Poll::Ready(is_there)) =
            self.probing.as_mut().map(|probe| probe.poll_unpin(context))
        {
            self.probing = None;
            return Poll::Ready(Woken::Probed(is_there));
        }
        if let Some((_, sleep)) = &mut self.sleeping
            && sleep.poll_unpin(context).is_ready()
        {
            self.sleeping = None;
            return Poll::Ready(Woken::Slept);
        }
        Poll::Pending
    }

    fn follow(&mut self, woken: Woken) {
        match woken {
            Woken::Ordered | Woken::Slept => {}
            Woken::Stored(told) => self.events.extend(told),
            Woken::Probed(is_there) => self.probed(is_there),
            Woken::Ended(ended) => self.ended(*ended),
        }
    }

    fn ended(&mut self, ended: Ended) {
        let Ended {
            position,
            sent_at,
            tried,
        } = ended;
        let Tried {
            sent,
            result,
            duration,
        } = tried;
        let duration = duration.unwrap_or_else(|| self.job.host.now().saturating_sub(sent_at));
        match result {
            Ok(reply) => {
                self.replied();
                self.pace.succeeded(sent_at);
                self.answered();
                let tries = self.queue.finish(position);
                if let Some(ask) = self.job.asks.get(position) {
                    self.saving
                        .add(ItemRecord::answered(ask, reply, sent, duration, tries));
                }
            }
            Err(fault) => {
                if fault.status.is_some() {
                    self.replied();
                    self.queue.tries(position).n_unsent = 0;
                }
                self.faulted(
                    Held {
                        position,
                        fault,
                        sent,
                        duration,
                    },
                    sent_at,
                );
            }
        }
        if self.in_flight.is_empty() {
            self.rests();
        }
    }
}

async fn ask<A: Answerer, H>(
    job: &Job<'_, A, H>,
    position: usize,
    adapted: Adapted,
    sent_at: Duration,
) -> Ended {
    let tried = match job.asks.get(position) {
        Some(ask) => job.answerer.ask(ask, adapted).await,
        None => Tried {
            sent: Sent::default(),
            result: Err(Fault::unasked(&Problem::error("there is no such item"))),
            duration: None,
        },
    };
    Ended {
        position,
        sent_at,
        tried,
    }
}
