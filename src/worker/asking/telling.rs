//! How the Answers place stands, told to the page now and then.
//!
//! Deliberately absent: anything that changes a run.

use super::{Asking, Desk, Latest, N_LATEST, say};
use crate::browser::clock;
use crate::outcome::Outcome;
use crate::problem::{Problem, cut};
use crate::protocol::{
    AnsweredView, AnswersView, AskForm, AskedView, FileKey, HandView, Mode, Reply, RunKey, Stage,
};
use crate::provider::{Prediction, address};
use crate::run::{ItemRecord, Progress, RunState};
use crate::workspace::{Live, cost};
use core::time::Duration;
use serde_json::Value;

/// Milliseconds between two tellings of a run in which something happens: often enough to look alive, seldom enough to
/// cost nothing.
const EVERY: f64 = 150.0;

/// The same where nothing happens but time.
const SELDOM: f64 = 1_000.0;

/// So long it is told that the server wanted fewer requests.
const SLOW: Duration = Duration::from_secs(60);

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
    pub(super) fn judge(&self, asking: &mut Asking) {
        let Some(state) = self.workspace.answers(asking.run) else {
            return;
        };
        let unjudged = std::mem::take(&mut asking.unjudged);
        let records = unjudged.iter().filter_map(|index| state.records.get(index));
        let records: Vec<&ItemRecord> = records.collect();
        let outcomes = self.workspace.judge(asking.run, &records, &mut asking.live);
        let outcomes = outcomes.into_iter().chain(std::iter::repeat(None));
        // Only the last of them are shown.
        let n_before = records.len().saturating_sub(N_LATEST);
        for (record, outcome) in records.into_iter().zip(outcomes).skip(n_before) {
            let is_other = |(other, _): &(ItemRecord, _)| other.index != record.index;
            asking.latest.retain(is_other);
            asking.latest.push_front((record.clone(), outcome));
            asking.latest.truncate(N_LATEST);
        }
    }

    /// The settings are others: what was judged so far is judged again.
    pub(in crate::worker) fn judge_anew(&mut self) {
        if let Some(last) = &mut self.last {
            last.live = None;
        }
        let Some(asking) = &mut self.asking else {
            return;
        };
        if let Some(state) = self.workspace.answers(asking.run) {
            asking.live = Live::default();
            asking.unjudged = state.records.keys().copied().collect();
            asking.is_newer = true;
        }
    }

    /// The run under way.
    fn running(&self, asking: &Asking) -> Option<AskedView> {
        let state = self.workspace.answers(asking.run)?;
        let now = clock::since_1970();
        let mode = self.workspace.form().mode;
        let waits = asking.not_before.saturating_sub(now);
        let stage = match () {
            () if asking.control.is_paused() => Stage::Paused,
            () if asking.lost.is_some() => Stage::Lost,
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
            told: told(asking, now),
            live: (mode == Mode::Both).then(|| asking.live.view()),
            latest: lines(&asking.latest, mode),
            ..asked_view(asking.run, state, &asking.progress, self.workspace.form())
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
            told: all_failed(state)
                .into_iter()
                .chain(last.map(|last| last.told.clone()).unwrap_or_default())
                .collect(),
            live: last
                .and_then(|last| last.live)
                .or_else(|| self.workspace.live_of(run))
                .filter(|_| mode == Mode::Both),
            other_dataset: self.workspace.other_dataset_of(run),
            latest: match last {
                Some(last) => lines(&last.latest, mode),
                None => lines(&self.last_records(run), mode),
            },
            ..asked_view(run, state, &progress, self.workspace.form())
        })
    }

    /// The last records of a run of which nothing else is remembered, as after a reload.
    fn last_records(&self, run: FileKey) -> Latest {
        let Some(state) = self.workspace.answers(run) else {
            return Latest::new();
        };
        let records: Vec<&ItemRecord> = state.records.values().rev().take(N_LATEST).collect();
        let outcomes = self.workspace.judge(run, &records, &mut Live::default());
        let outcomes = outcomes.into_iter().chain(std::iter::repeat(None));
        records.into_iter().cloned().zip(outcomes).collect()
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

/// What is to be told, the gravest first.
pub(super) fn told(asking: &Asking, now: Duration) -> Vec<Problem> {
    let mut told = asking.told.clone();
    told.extend(asking.lost.clone());
    // For a while after the server asked for it; then the run has found its pace again.
    let is_slow = now < asking.not_before + SLOW;
    told.extend(asking.slowed_to.filter(|_| is_slow).map(|n_parallel| {
        Problem::info(format!(
            "the server asks for fewer requests: at most {n_parallel} at once for now"
        ))
    }));
    if asking.n_without_field > 0 {
        let problem = Problem::warning(format!(
            "{} of the replies do not have the field that is wanted, and are taken whole",
            asking.n_without_field
        ));
        told.push(problem.hint("check the names under \"JSON field with the answer\""));
    }
    told.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
    told
}

/// Why no call came to anything, where none did: what the first of them met.
fn all_failed(state: &RunState) -> Option<Problem> {
    let mut records = state.records.values();
    let first = records.next().filter(|record| record.has_failed())?;
    let is_whole = state.records.len() >= state.facts.n_items as usize;
    let has_all = is_whole && records.all(ItemRecord::has_failed);
    let error = first.error.as_deref().unwrap_or_default();
    has_all.then(|| {
        let message = format!(
            "no question was answered; the first met this: {}",
            cut(error, 300)
        );
        Problem::error(message)
            .hint("\"Test connection\" tells more; mend it, then press \"Retry failed\"")
    })
}

/// What is the same of a run whether it is under way or not.
fn asked_view(run: FileKey, state: &RunState, progress: &Progress, form: &AskForm) -> AskedView {
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
        mode: form.mode,
        n_items: progress.n_items() as u32,
        n_done: progress.n_done() as u32,
        n_failed: progress.n_failed() as u32,
        has_answer: state.records.values().any(ItemRecord::is_answer),
        n_tokens: (n_in as f64, n_out as f64),
        n_counted: (progress.n_with_tokens() as u32, progress.n_answers() as u32),
        cost: cost(progress, &state.model, form),
        ..AskedView::default()
    }
}

/// A prediction as people read it: of an object with one field what is in it, of a list of texts the texts.
fn plainly(json: &str) -> String {
    let value: Value = match serde_json::from_str(json) {
        Ok(Value::Object(members)) if members.len() == 1 => members
            .into_iter()
            .map(|(_, value)| value)
            .next()
            .unwrap_or_default(),
        Ok(value) => value,
        Err(_) => return json.to_owned(),
    };
    match &value {
        Value::String(text) => text.clone(),
        Value::Array(members) if !members.is_empty() && members.iter().all(Value::is_string) => {
            let texts: Vec<&str> = members.iter().filter_map(Value::as_str).collect();
            texts.join(", ")
        }
        value => value.to_string(),
    }
}

fn lines(latest: &Latest, mode: Mode) -> Vec<AnsweredView> {
    let line = |(record, outcome): &(ItemRecord, Option<Outcome>)| AnsweredView {
        index: record.index,
        id: cut(&record.id, 60),
        // What failed is told in every mode; whether an answer is right only where it is asked.
        outcome: record.class.or(outcome.filter(|_| mode == Mode::Both)),
        text: match (&record.prediction, &record.error) {
            (Some(Prediction::Text(text)), _) => cut(text, LINE),
            (Some(Prediction::Json(text)), _) => cut(&plainly(text), LINE),
            (None, Some(error)) => cut(error, LINE),
            (None, None) => cut(&record.reply, LINE),
        },
        seconds: Duration::as_secs_f64(&record.duration),
    };
    latest.iter().map(line).collect()
}
