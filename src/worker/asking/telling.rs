//! How the Answers place stands, told to the page now and then.
//!
//! Deliberately absent: anything that changes a run.

use super::{Asking, Desk, Last, Latest, N_LATEST, say};
use crate::browser::clock;
use crate::outcome::Outcome;
use crate::problem::cut;
use crate::protocol::{
    AnsweredView, AnswersView, AskedView, FileKey, HandView, Mode, Reply, RunKey, Stage,
};
use crate::provider::{Prediction, address};
use crate::run::{ItemRecord, Progress, RunState};
use crate::workspace::Live;
use core::time::Duration;

/// Milliseconds between two tellings of a run in which something happens: often enough to look alive, seldom enough to
/// cost nothing.
const EVERY: f64 = 150.0;

/// The same where nothing happens but time.
const SELDOM: f64 = 1_000.0;

/// Characters of a prediction or an error in a line.
const LINE: usize = 160;

impl Desk {
    /// Milliseconds until the page is to be told again; `None` while nothing goes on.
    pub(in crate::worker) fn until_telling(&self) -> Option<f64> {
        let asking = self.asking.as_ref()?;
        let is_still = asking.control.is_paused() || asking.hand.is_some();
        let every = match (asking.is_newer, is_still) {
            (true, _) => EVERY,
            (false, false) => SELDOM,
            (false, true) => return None,
        };
        Some((self.told_at + every - clock::now()).max(0.0))
    }

    /// Tells how the Answers place stands.
    pub(in crate::worker) fn tell_answers(&mut self) {
        self.told_at = clock::now();
        let asking = self.asking.take();
        let view = match asking {
            Some(mut asking) => {
                self.judge(&mut asking);
                asking.is_newer = false;
                let run = self.running(&asking);
                let hand = self.hand(&asking);
                self.asking = Some(asking);
                self.answers_view(run, hand)
            }
            None => {
                let run = self.resting();
                self.answers_view(run, None)
            }
        };
        say(&Reply::Answers(Box::new(view)));
    }

    fn answers_view(&self, run: Option<AskedView>, hand: Option<HandView>) -> AnswersView {
        AnswersView {
            edit: self.edit,
            form: self.workspace.form().clone(),
            refused: self.refused.clone(),
            run,
            hand,
        }
    }

    /// Scores what finished since the last telling.
    fn judge(&mut self, asking: &mut Asking) {
        let records = std::mem::take(&mut asking.unjudged);
        let outcomes = self.workspace.judge(asking.run, &records, &mut asking.live);
        let outcomes = outcomes
            .into_iter()
            .map(Some)
            .chain(std::iter::repeat(None));
        push_latest(&mut asking.latest, records.into_iter().zip(outcomes));
    }

    /// The settings are others: what was judged so far is judged again.
    pub(in crate::worker) fn judge_anew(&mut self) {
        let Some(asking) = &mut self.asking else {
            return;
        };
        let Some(state) = self.workspace.answers(asking.run) else {
            return;
        };
        asking.live = Live::default();
        asking.unjudged = state.records.values().cloned().collect();
        asking.is_newer = true;
    }

    /// The last items of a run that has ended.
    pub(super) fn judge_latest(&self, last: &mut Last, records: Vec<ItemRecord>) {
        let mut live = Live::default();
        let outcomes = self.workspace.judge(last.run, &records, &mut live);
        let outcomes = outcomes
            .into_iter()
            .map(Some)
            .chain(std::iter::repeat(None));
        push_latest(&mut last.latest, records.into_iter().zip(outcomes));
    }

    /// The run under way.
    fn running(&self, asking: &Asking) -> Option<AskedView> {
        let state = self.workspace.answers(asking.run)?;
        let now = clock::since_1970();
        let mode = self.workspace.form().mode;
        let waits = asking.not_before.saturating_sub(now);
        let stage = match () {
            () if asking.control.is_paused() => Stage::Paused,
            () if asking.is_lost => Stage::Lost,
            () => Stage::Running,
        };
        Some(AskedView {
            stage,
            rate: asking.progress.rate(now),
            seconds_left: asking
                .progress
                .time_left(now)
                .map(|left| left.as_secs_f64()),
            waits: (!waits.is_zero()).then_some(waits.as_secs_f64()),
            told: asking.told.clone(),
            live: (mode == Mode::Both).then(|| asking.live.view()),
            latest: lines(&asking.latest, mode),
            ..asked_view(asking.run, state, &asking.progress, mode)
        })
    }

    /// The last run, when none is under way.
    fn resting(&self) -> Option<AskedView> {
        let run = self.workspace.newest_answers()?;
        let state = self.workspace.answers(run)?;
        let mode = self.workspace.form().mode;
        let n_items = state.facts.n_items as usize;
        let stage = match () {
            () if state.records.len() >= n_items => Stage::Done,
            () if state.is_ended => Stage::Ended,
            () => Stage::Interrupted,
        };
        let progress = Progress::new(n_items, state.records.values());
        let last = self.last.as_ref().filter(|last| last.run == run);
        Some(AskedView {
            stage,
            told: last.map(|last| last.told.clone()).unwrap_or_default(),
            latest: last
                .map(|last| lines(&last.latest, mode))
                .unwrap_or_default(),
            ..asked_view(run, state, &progress, mode)
        })
    }

    /// By hand: the prompt of the question that waits.
    fn hand(&self, asking: &Asking) -> Option<HandView> {
        let hand = asking.hand.as_ref()?;
        let ask = hand.left.front()?;
        let (messages, problem) = match super::prompt(&hand.going, ask) {
            Ok(prompt) => (prompt, None),
            Err(problem) => (crate::provider::Prompt::default(), Some(problem)),
        };
        Some(HandView {
            index: ask.index,
            id: ask.id.clone(),
            system: messages.system,
            user: messages.user,
            problem,
        })
    }
}

fn push_latest(latest: &mut Latest, new: impl Iterator<Item = (ItemRecord, Option<Outcome>)>) {
    for item in new {
        latest.retain(|(record, _)| record.index != item.0.index);
        latest.push_front(item);
        latest.truncate(N_LATEST);
    }
}

/// What is the same of a run whether it is under way or not.
fn asked_view(run: FileKey, state: &RunState, progress: &Progress, mode: Mode) -> AskedView {
    let (n_in, n_out) = progress.n_tokens();
    let host = address::origin(&state.model.base_url).ok();
    AskedView {
        key: Some(RunKey { file: run, part: 0 }),
        name: state.facts.name.clone(),
        who: match &host {
            Some(origin) => format!("{} at {origin}", state.model.model),
            None => state.model.model.clone(),
        },
        is_model: host.is_some(),
        mode,
        n_items: progress.n_items() as u32,
        n_done: progress.n_done() as u32,
        n_failed: progress.n_failed() as u32,
        n_tokens: (n_in as f64, n_out as f64),
        ..AskedView::default()
    }
}

fn lines(latest: &Latest, mode: Mode) -> Vec<AnsweredView> {
    let line = |(record, outcome): &(ItemRecord, Option<Outcome>)| AnsweredView {
        index: record.index,
        id: cut(&record.id, 60),
        // What failed is told in every mode; whether an answer is right only where it is asked.
        outcome: record.class.or(outcome.filter(|_| mode == Mode::Both)),
        text: match (&record.prediction, &record.error) {
            (Some(Prediction::Text(text) | Prediction::Json(text)), _) => cut(text, LINE),
            (None, Some(error)) => cut(error, LINE),
            (None, None) => cut(&record.reply, LINE),
        },
        seconds: Duration::as_secs_f64(&record.duration),
    };
    latest.iter().map(line).collect()
}
