//! Pause, resume, stop: what a person may do while a run goes on.
//!
//! Deliberately absent: doing it; the engine looks here before every step and is woken by every order.

use futures::task::AtomicWaker;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

/// A handle to a run; clones steer the same run.
#[derive(Clone, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    orders: Mutex<Orders>,
    waker: AtomicWaker,
}

/// What was ordered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Orders {
    pub(super) is_paused: bool,
    pub(super) is_stopped: bool,
    pub(super) n_parallel: Option<usize>,
    /// Ordered since the engine last looked.
    pub(super) is_retrying: bool,
    pub(super) is_resumed: bool,
    is_new: bool,
}

impl Control {
    /// Sends nothing more until [`Control::resume`]; replies on their way still count.
    pub fn pause(&self) {
        self.order(|orders| orders.is_paused = true);
    }

    /// Goes on; with a lost connection, looks for it at once.
    pub fn resume(&self) {
        self.order(|orders| {
            orders.is_paused = false;
            orders.is_resumed = true;
        });
    }

    /// Ends the run: requests in flight are aborted, finished items are stored, the rest stays unfinished.
    pub fn stop(&self) {
        self.order(|orders| orders.is_stopped = true);
    }

    /// Asks the items again whose calls failed so far.
    pub fn retry_failed(&self) {
        self.order(|orders| orders.is_retrying = true);
    }

    /// Changes how many requests may be in flight; at least 1.
    pub fn set_n_parallel(&self, n_parallel: usize) {
        self.order(|orders| orders.n_parallel = Some(n_parallel.max(1)));
    }

    /// Whether the run is paused by a person.
    pub fn is_paused(&self) -> bool {
        self.lock().is_paused
    }

    fn order(&self, order: impl FnOnce(&mut Orders)) {
        let mut orders = self.lock();
        order(&mut orders);
        orders.is_new = true;
        drop(orders);
        self.shared.waker.wake();
    }

    /// The orders; those that count once are taken.
    pub(super) fn take(&self) -> Orders {
        let mut orders = self.lock();
        let taken = *orders;
        orders.is_retrying = false;
        orders.is_resumed = false;
        orders.is_new = false;
        taken
    }

    /// Whether there are orders not taken yet; if not, `waker` is woken by the next.
    pub(super) fn has_orders(&self, waker: &Waker) -> bool {
        self.shared.waker.register(waker);
        self.lock().is_new
    }

    fn lock(&self) -> MutexGuard<'_, Orders> {
        // Plain values: a panic elsewhere cannot leave them half written.
        self.shared
            .orders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
