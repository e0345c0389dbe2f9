//! What follows from a call that failed: another try, a wait, a suspicion, the end of the run, or the item's record.
//!
//! Deliberately absent: what a status or a message means; that is decided in `provider::fault`.

use super::Engine;
use super::refusals::{Refusals, told};
use crate::problem::Problem;
use crate::provider::{Next, Stop};
use crate::run::connection::{Held, Link, Shown};
use crate::run::pace::backoff;
use crate::run::record::ItemRecord;
use crate::run::{Answerer, Event, Host};
use core::time::Duration;

/// Tries without any reply, of one item.
const N_UNSENT_TRIES: u32 = 2;
/// Rate limits an item may meet beyond its tries: they say little about the item.
const N_MORE_SLOWED: u32 = 4;
/// Longest wait for one item, whatever its server asks for.
const MAX_WAIT: Duration = Duration::from_secs(15 * 60);

/// What to tell of a connection that is not there.
fn lost(has_reply: bool) -> Problem {
    match has_reply {
        true => Problem::warning("connection lost; the run goes on by itself when it is back")
            .hint("nothing is lost; \"Resume\" looks at once"),
        false => Problem::warning("nothing answers at this address so far; the run goes on by itself when something does")
            .hint("check that the server is started and the base URL is right; \"Stop\" ends the run, \"Resume\" looks at once"),
    }
}

impl<A: Answerer, H: Host> Engine<'_, A, H> {
    /// Decides what follows from a failed call.
    pub(super) fn faulted(&mut self, held: Held, sent_at: Duration) {
        let n_tries = self.job.config.n_tries.max(1);
        match held.fault.next {
            Next::Adapt(parameter) => {
                let before = self.adapted;
                if !self.adapted.learn(parameter, &held.sent) {
                    return self.finish(held);
                }
                if self.adapted != before {
                    self.events.push(Event::Adapted(self.adapted));
                }
                self.queue.again(held.position, Duration::ZERO);
            }
            Next::Stop(stop) => self.stopped(stop, held),
            Next::Never => self.finish(held),
            // The run is stopping: the item is left for the time it goes on.
            _ if self.closing.is_some() => {}
            Next::Reconnect => self.unsent(held),
            Next::Again(_) if held.fault.status.is_none() => self.unsent(held),
            Next::Again(asked) => {
                let tries = self.queue.tries(held.position);
                tries.n_failed += 1;
                let n_failed = tries.n_failed;
                self.again_or_finish(held, n_failed < n_tries, n_failed, asked);
            }
            Next::Slower(asked) => {
                self.slow_down(sent_at, asked);
                let tries = self.queue.tries(held.position);
                tries.n_slowed += 1;
                let n_slowed = tries.n_slowed;
                self.again_or_finish(held, n_slowed < n_tries + N_MORE_SLOWED, n_slowed, asked);
            }
        }
    }

    fn again_or_finish(
        &mut self,
        held: Held,
        is_worth_it: bool,
        n_failed: u32,
        asked: Option<Duration>,
    ) {
        if !is_worth_it {
            return self.finish(held);
        }
        let delay = asked.unwrap_or_else(|| backoff(n_failed, self.job.host.random()));
        let time = self.job.host.now() + delay.min(MAX_WAIT);
        self.queue.again(held.position, time);
    }

    fn slow_down(&mut self, sent_at: Duration, asked: Option<Duration>) {
        let random = self.job.host.random();
        let before = self.pace.not_before();
        self.pace
            .slow_down(self.job.host.now(), sent_at, asked, random);
        if self.pace.not_before() > before {
            self.events.push(Event::Slowed {
                n_parallel: self.pace.n_allowed(),
                until: self.pace.not_before(),
            });
        }
    }

    /// No reply at all: the item's fault, or the connection's.
    fn unsent(&mut self, held: Held) {
        if matches!(self.connection.link(), Link::Lost(_)) {
            return self.queue.again(held.position, Duration::ZERO);
        }
        self.connection.failed(held.position, held.fault.class);
        let tries = self.queue.tries(held.position);
        tries.n_unsent += 1;
        if tries.n_unsent >= N_UNSENT_TRIES.min(self.job.config.n_tries.max(1)) {
            self.connection.hold(held);
        } else {
            let delay = backoff(1, self.job.host.random());
            self.queue.again(held.position, self.job.host.now() + delay);
        }
    }

    pub(super) fn replied(&mut self) {
        let (was_lost, held) = self.connection.replied();
        self.probing = None;
        if was_lost {
            self.back(held);
        } else {
            held.into_iter().for_each(|held| self.finish(held));
        }
    }

    pub(super) fn probed(&mut self, is_there: bool) {
        let now = self.job.host.now();
        let shown = self.connection.probed(is_there, now, self.in_flight.len());
        self.shown(shown);
    }

    /// Nothing is on its way any more.
    pub(super) fn rests(&mut self) {
        let shown = self.connection.rests();
        self.shown(shown);
    }

    fn shown(&mut self, shown: Shown) {
        match shown {
            Shown::Lost => {
                self.events
                    .push(Event::Lost(lost(self.connection.has_reply())));
            }
            Shown::StillLost => {}
            Shown::Back(held) => self.back(held),
            Shown::Fine(held) => held.into_iter().for_each(|held| self.finish(held)),
            Shown::Blocked => self.close(Stop::Blocked, ""),
        }
    }

    /// The connection is back: what failed without it is asked as if for the first time.
    fn back(&mut self, held: Vec<Held>) {
        self.events.push(Event::Back);
        self.queue.forgive();
        for held in held {
            self.queue.again(held.position, Duration::ZERO);
        }
    }

    /// The server says that no item can be asked. A wrong address, or what is forbidden, stops only a run in which nothing
    /// was answered: otherwise it is a matter of this item.
    fn stopped(&mut self, stop: Stop, held: Held) {
        let is_certain = matches!(stop, Stop::WrongKey | Stop::NoCredit | Stop::Quota);
        if !is_certain && self.has_answer {
            return self.finish(held);
        }
        let is_first = self.closing.is_none();
        self.close(stop, &held.fault.said);
        // Forbidden could still be this one item, which must not stop the run each time it is resumed.
        if stop == Stop::Forbidden && is_first {
            self.record(held);
        }
    }

    fn close(&mut self, stop: Stop, said: &str) {
        if self.closing.is_none() {
            self.closing = Some(stop);
            self.events.push(Event::Stopping(stop, stop.problem(said)));
        }
    }

    /// Something was answered: what was refused before was a matter of these items.
    pub(super) fn answered(&mut self) {
        self.has_answer = true;
        self.let_go();
    }

    /// The run ends: what was refused is recorded, so that the next one gets further. Where nothing was answered at all, and no
    /// person ended it, something is wrong that is no matter of these items: they are asked again.
    pub(super) fn end(&mut self) {
        match self.has_answer || self.closing.is_none() {
            true => self.let_go(),
            false => drop(self.refusals.take()),
        }
    }

    pub(super) fn let_go(&mut self) {
        for held in self.refusals.take() {
            self.record(held);
        }
    }

    /// The item is not asked again, unless it was refused as one after another is, in a run that stops for that.
    fn finish(&mut self, held: Held) {
        if !Refusals::is_one(&held.fault) {
            return self.record(held);
        }
        if self.closing.is_some() {
            return;
        }
        let said = told(&held.fault).to_owned();
        let is_of_any = self.queue.tries(held.position).is_of_any;
        let is_all = self.refusals.hold(held, is_of_any, self.has_answer);
        // Where all were asked already, a stop would save nothing.
        if is_all && !self.queue.is_empty() {
            self.close(Stop::AllRefused, &said);
        }
    }

    /// The item ends without an answer.
    fn record(&mut self, held: Held) {
        let Held {
            position,
            fault,
            sent,
            duration,
        } = held;
        let tries = self.queue.finish(position);
        if !fault.class.has_reply() {
            self.failed.insert(position);
        }
        if let Some(ask) = self.job.asks.get(position) {
            self.saving
                .add(ItemRecord::failed(ask, fault, sent, duration, tries));
        }
    }
}
