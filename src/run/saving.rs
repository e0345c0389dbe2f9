//! Finished items on their way to storage: told only when they are there.
//!
//! One write at a time; what finishes meanwhile goes into the next. Deliberately absent: storage itself.

use super::{Event, Host, ItemRecord};
use crate::problem::Problem;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use std::task::{Context, Poll};

/// A write under way: its records come back with its result.
type Writing<'a> = LocalBoxFuture<'a, (Vec<ItemRecord>, Result<(), Problem>)>;

/// What is finished and not yet told.
pub(super) struct Saving<'a, H> {
    host: &'a H,
    unsaved: Vec<ItemRecord>,
    writing: Option<Writing<'a>>,
    has_failed: bool,
}

impl<'a, H: Host> Saving<'a, H> {
    pub(super) fn new(host: &'a H) -> Self {
        Self {
            host,
            unsaved: Vec::new(),
            writing: None,
            has_failed: false,
        }
    }

    pub(super) fn add(&mut self, record: ItemRecord) {
        self.unsaved.push(record);
    }

    /// Records that wait for the write under way.
    pub(super) fn n_waiting(&self) -> usize {
        self.unsaved.len()
    }

    pub(super) fn is_idle(&self) -> bool {
        self.unsaved.is_empty() && self.writing.is_none()
    }

    /// Starts to write what is finished, unless a write is under way.
    pub(super) fn start(&mut self) {
        if self.writing.is_some() || self.unsaved.is_empty() {
            return;
        }
        let records = std::mem::take(&mut self.unsaved);
        let host = self.host;
        let write = async move {
            let result = host.store(&records).await;
            (records, result)
        };
        self.writing = Some(Box::pin(write));
    }

    /// What can be told now that a write has ended.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Vec<Event>> {
        let Some(writing) = &mut self.writing else {
            return Poll::Pending;
        };
        let Poll::Ready((records, result)) = writing.poll_unpin(context) else {
            return Poll::Pending;
        };
        self.writing = None;
        let mut events = Vec::new();
        if let Err(problem) = result
            && !std::mem::replace(&mut self.has_failed, true)
        {
            events.push(Event::StoreFailed(problem));
        }
        events.extend(
            records
                .into_iter()
                .map(|record| Event::Finished(Box::new(record))),
        );
        Poll::Ready(events)
    }
}
