//! Whether the connection is there, judged by requests that got no reply.
//!
//! Three items in a row without a reply, or one that used up its tries, raise a suspicion; a probe decides. Items that
//! used up their tries are held until then, since a lost connection costs no item its tries. Deliberately absent: sending
//! the probe.

use crate::outcome::Outcome;
use crate::provider::Fault;
use crate::provider::Sent;
use core::time::Duration;
use std::collections::BTreeMap;

/// So many items in a row without a reply raise the suspicion.
const N_SUSPICIOUS: usize = 3;
/// Time between two probes of a lost connection.
const PROBE_EVERY: Duration = Duration::from_secs(5);
/// So many items in a row that end without a reply although the server is there: it is not worth going on.
const N_HOPELESS: usize = 20;

/// What is known of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    Up,
    /// A probe is on its way; nothing new is sent meanwhile.
    Suspected,
    /// The server is there, and no reply was read yet: what is on its way decides. Nothing new is sent meanwhile.
    Doubted,
    /// A probe failed; the next one at this time.
    Lost(Duration),
}

/// An item that used up its tries without a reply.
pub(super) struct Held {
    pub(super) position: usize,
    pub(super) fault: Fault,
    pub(super) sent: Sent,
    pub(super) duration: Duration,
}

/// What a probe showed.
pub(super) enum Shown {
    /// Nobody answers: the connection is lost, and was not known to be.
    Lost,
    /// Nobody answers still.
    StillLost,
    /// It is back: these are asked again as if nothing had happened.
    Back(Vec<Held>),
    /// It was there all the time: these end without a reply.
    Fine(Vec<Held>),
    /// It was there all the time, but no reply was ever read.
    Blocked,
}

/// The connection of a run.
pub(super) struct Connection {
    link: Link,
    /// Items in a row without a reply, with the class they would end in.
    row: BTreeMap<usize, Outcome>,
    held: Vec<Held>,
    has_reply: bool,
    /// Items that ended without a reply since the last reply.
    n_ended: usize,
}

impl Connection {
    /// `has_reply`: whether the server answered in an earlier part of the run.
    pub(super) fn new(has_reply: bool) -> Self {
        Self {
            link: Link::Up,
            row: BTreeMap::new(),
            held: Vec::new(),
            has_reply,
            n_ended: 0,
        }
    }

    /// Whether the server ever answered anything.
    pub(super) fn has_reply(&self) -> bool {
        self.has_reply
    }

    pub(super) fn link(&self) -> Link {
        self.link
    }

    pub(super) fn has_held(&self) -> bool {
        !self.held.is_empty()
    }

    /// A reply came, whatever it says: the connection is there. Returns whether it was known to be lost, and what was held.
    pub(super) fn replied(&mut self) -> (bool, Vec<Held>) {
        let was_lost = matches!(self.link, Link::Lost(_));
        self.link = Link::Up;
        self.has_reply = true;
        self.n_ended = 0;
        self.row.clear();
        (was_lost, std::mem::take(&mut self.held))
    }

    /// An item got no reply.
    pub(super) fn failed(&mut self, position: usize, class: Outcome) {
        self.row.insert(position, class);
        if self.row.len() >= N_SUSPICIOUS {
            self.suspect();
        }
    }

    /// An item used up its tries.
    pub(super) fn hold(&mut self, held: Held) {
        self.held.push(held);
        self.suspect();
    }

    fn suspect(&mut self) {
        if self.link == Link::Up {
            self.link = Link::Suspected;
        }
    }

    /// Looks for a lost connection at once.
    pub(super) fn hurry(&mut self) {
        if let Link::Lost(next) = &mut self.link {
            *next = Duration::ZERO;
        }
    }

    /// Whether a probe is due.
    pub(super) fn wants_probe(&self, now: Duration) -> bool {
        match self.link {
            Link::Up | Link::Doubted => false,
            Link::Suspected => true,
            Link::Lost(next) => next <= now,
        }
    }

    /// A probe has come back, with `n_in_flight` requests still on their way.
    pub(super) fn probed(&mut self, is_there: bool, now: Duration, n_in_flight: usize) -> Shown {
        match (self.link, is_there) {
            (Link::Up | Link::Doubted, _) => Shown::Fine(Vec::new()),
            (Link::Suspected, false) => {
                self.link = Link::Lost(now + PROBE_EVERY);
                Shown::Lost
            }
            (Link::Lost(_), false) => {
                self.link = Link::Lost(now + PROBE_EVERY);
                Shown::StillLost
            }
            (Link::Lost(_), true) => {
                self.link = Link::Up;
                self.row.clear();
                Shown::Back(std::mem::take(&mut self.held))
            }
            (Link::Suspected, true) if n_in_flight > 0 && self.is_never_read() => {
                self.link = Link::Doubted;
                Shown::Fine(Vec::new())
            }
            (Link::Suspected, true) => self.was_there(),
        }
    }

    /// The last request on its way has ended.
    pub(super) fn rests(&mut self) -> Shown {
        match self.link {
            Link::Doubted => self.was_there(),
            _ => Shown::Fine(Vec::new()),
        }
    }

    /// Whether it looks as if no reply could be read at all.
    fn is_never_read(&self) -> bool {
        let classes = self.row.values();
        let n_network = classes.filter(|class| **class == Outcome::Network).count();
        !self.has_reply && n_network >= N_SUSPICIOUS
    }

    fn was_there(&mut self) -> Shown {
        self.link = Link::Up;
        let is_network = |held: &&Held| held.fault.class == Outcome::Network;
        self.n_ended += self.held.iter().filter(is_network).count();
        if self.is_never_read() || self.n_ended >= N_HOPELESS {
            return Shown::Blocked;
        }
        self.row.clear();
        Shown::Fine(std::mem::take(&mut self.held))
    }
}
