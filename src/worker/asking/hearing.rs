//! What a run tells the desk, and what the desk does about it.
//!
//! Deliberately absent: what the page is told of it; that is in `telling.rs`.

use super::{Desk, Incoming, Latest};
use crate::browser::clock;
use crate::problem::Problem;
use crate::protocol::{FileKey, LiveView};
use crate::run::{Ending, Event, RunState};
use futures::channel::mpsc::UnboundedSender;

/// What a run tells the desk.
pub(in crate::worker) struct Told {
    run: FileKey,
    what: What,
}

pub(super) enum What {
    Event(Event),
    Ended(Ending),
    /// It could not begin.
    Failed(Problem),
}

/// A run that has ended, as far as it is still told of.
pub(in crate::worker) struct Last {
    pub(super) run: FileKey,
    pub(super) told: Vec<Problem>,
    pub(super) latest: Latest,
    /// Its score; `None` once other settings or another dataset would give another.
    pub(super) live: Option<LiveView>,
}

/// Hands what a run tells to the desk.
pub(super) struct Teller {
    run: FileKey,
    to: UnboundedSender<Incoming>,
}

impl Teller {
    pub(super) fn new(run: FileKey, to: UnboundedSender<Incoming>) -> Self {
        Self { run, to }
    }

    pub(super) fn say(&self, what: What) {
        let told = Told {
            run: self.run,
            what,
        };
        // The desk lives as long as the worker.
        let _ = self.to.unbounded_send(Incoming::Told(told));
    }
}

impl Desk {
    /// Hears what a run tells; of one that is no longer under way only that it has ended counts.
    pub(in crate::worker) async fn hear(&mut self, told: Told) {
        match told.what {
            What::Event(event) => self.heard(told.run, event).await,
            What::Ended(ending) => self.ended(told.run, Some(ending)).await,
            What::Failed(problem) => {
                self.refused = vec![problem];
                self.ended(told.run, None).await;
            }
        }
    }

    pub(super) async fn heard(&mut self, run: FileKey, event: Event) {
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.run == run) else {
            return;
        };
        asking.is_newer = true;
        match event {
            Event::Finished(record) => {
                asking.progress.add(&record, clock::since_1970());
                asking.note_rule(&record);
                asking.unjudged.push(record.index);
                self.workspace.add_record(run, *record);
            }
            Event::Adapted(adapted) => {
                asking.note_adapted(&adapted.in_words());
                self.workspace.adapt(run, adapted);
                self.keep_header(run).await;
            }
            Event::Slowed { n_parallel, until } => {
                asking.not_before = until;
                asking.slowed_to = Some(n_parallel);
            }
            Event::Lost(problem) => {
                asking.lost = Some(problem);
                asking.progress.interrupted();
            }
            Event::Back => asking.lost = None,
            Event::StoreFailed(problem) | Event::Stopping(_, problem) => asking.tell_once(problem),
        }
    }

    /// The run has come to an end: everything is scored, shown and kept, and only then said to be over. `None`: it could not
    /// begin.
    pub(super) async fn ended(&mut self, run: FileKey, ending: Option<Ending>) {
        let Some(state) = self.workspace.answers(run) else {
            return self.forget_leftovers(run).await;
        };
        let is_whole = state.records.len() >= state.facts.n_items as usize;
        let Some(mut asking) = self.asking.take_if(|asking| asking.run == run) else {
            return;
        };
        // When only failed items were asked again, others may be unfinished still.
        let is_ended = match ending {
            Some(Ending::Stopped) => true,
            Some(Ending::Done) => !is_whole && asking.was_ended,
            Some(Ending::GaveUp(_)) | None => false,
        };
        self.workspace.set_ended(run, is_ended);
        self.judge(&mut asking);
        self.last = Some(Last {
            run,
            told: super::telling::told(&asking, clock::since_1970()),
            live: Some(asking.live.view()),
            latest: asking.latest,
        });
        self.keep_header(run).await;
        self.workspace.show_run(run);
        self.settle(self.turn, true).await;
    }

    /// A run whose file was closed is not asked any further.
    pub(in crate::worker) fn end_removed(&mut self) {
        let workspace = &self.workspace;
        let removed = self
            .asking
            .take_if(|asking| workspace.answers(asking.run).is_none());
        if let Some(asking) = removed {
            asking.control.stop();
        }
    }

    /// What a run still wrote after it was closed.
    async fn forget_leftovers(&self, run: FileKey) {
        if let Some(store) = &self.store
            && let Err(error) = store.forget_run(run).await
        {
            self.tell_store(&error.to_string());
        }
    }

    async fn keep_header(&self, run: FileKey) {
        let header = self.workspace.answers(run).map(RunState::header);
        if let (Some(store), Some(header)) = (&self.store, header)
            && let Err(error) = store.put_header(run, &header).await
        {
            self.tell_store(&error.to_string());
        }
    }
}
