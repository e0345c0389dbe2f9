//! A workspace used as the worker uses it, with the dropped bytes at hand.

use marksheet::outcome::Outcome;
use marksheet::protocol::{Decision, FileKey, FileView, ScoresView, View};
use marksheet::report;
use marksheet::settings::Settings;
use marksheet::workspace::{Saved, Workspace};
use std::collections::BTreeMap;

/// SQuAD 2.0: one passage, three questions, the last without an answer.
pub const SQUAD: &str = r#"{"version": "v2.0", "data": [{"title": "Runways", "paragraphs": [{
    "context": "Runway 27 is 3,000 m long. It was built in 1976 by the Harbor Company.",
    "qas": [{"id": "q1", "question": "How long is runway 27?", "answers": [{"text": "3,000 m", "answer_start": 13}]},
            {"id": "q2", "question": "Who built it?", "answers": [{"text": "the Harbor Company", "answer_start": 52}]},
            {"id": "q3", "question": "Who paid for it?", "is_impossible": true, "answers": []}]}]}]}"#;

/// One right, one partial, one that should have been empty.
pub const ANSWERS: &str = r#"{"q1": "3,000 m", "q2": "the Harbor", "q3": "the city"}"#;

/// Four questions of ALUE's multiple choice.
pub const EXAM: &str = r#"{"task_info": {"task_name": "exam"}, "examples": [], "data": [
    {"id": "1", "input": "What does a flap do?\nA) lift\nB) weight\nC) thrust", "output": "A"},
    {"id": "2", "input": "What is QNH?\nA) heading\nB) pressure\nC) speed", "output": "B"},
    {"id": "3", "input": "What is V1?\nA) a runway\nB) a wind\nC) a speed", "output": "C"},
    {"id": "4", "input": "What is a taxiway?\nA) a way\nB) a wind\nC) a speed", "output": "A"}]}"#;

/// Right, wrong, unparsed; the fourth is missing.
pub const LETTERS: &str = r#"{"1": "A", "2": "C", "3": "no idea"}"#;

/// The page: a workspace, and the files' bytes by key.
#[derive(Default)]
pub struct Page {
    pub workspace: Workspace,
    pub bytes: BTreeMap<FileKey, Vec<u8>>,
}

impl Page {
    /// A page on which these files were dropped, one by one.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let mut page = Self::default();
        for (name, text) in files {
            page.drop(&[(name, text.as_bytes())]);
        }
        page
    }

    /// Drops some files at once.
    pub fn drop(&mut self, files: &[(&str, &[u8])]) -> View {
        let first_new = self.workspace.next_key();
        for (name, bytes) in files {
            if let Some(key) = self.workspace.open(name, bytes) {
                self.bytes.insert(key, bytes.to_vec());
            }
        }
        self.workspace.settle();
        self.workspace.show_newest(first_new);
        self.view()
    }

    /// Drops one file.
    pub fn add(&mut self, name: &str, text: &str) -> View {
        self.drop(&[(name, text.as_bytes())])
    }

    /// Scores what is to be scored, and shows it.
    pub fn view(&mut self) -> View {
        self.workspace.score(&mut |_| {});
        assert_eq!(
            self.workspace.n_to_score(),
            0,
            "everything is scored before it is shown"
        );
        self.workspace.view()
    }

    /// Picks the option of this label, wherever it is asked.
    pub fn answer(&mut self, label: &str) -> View {
        let asks = self.workspace.view().asks;
        let mut options = asks.iter().flat_map(|ask| &ask.options);
        let (_, decision) = options
            .find(|(known, _)| known == label)
            .unwrap_or_else(|| panic!("{label:?} is not among {asks:?}"));
        self.decide(*decision)
    }

    pub fn decide(&mut self, decision: Decision) -> View {
        self.workspace.decide(decision);
        self.view()
    }

    pub fn remove(&mut self, name: &str) -> View {
        let key = file(&self.workspace.view(), name).key;
        self.workspace.remove(key);
        self.view()
    }

    /// Shows the run of that name.
    pub fn select(&mut self, name: &str) -> View {
        let view = self.workspace.view();
        let run = view.runs.iter().find(|run| run.name == name);
        let run = run.unwrap_or_else(|| panic!("{name} is not among {:?}", view.runs));
        self.workspace.select(run.key);
        self.view()
    }

    pub fn set(&mut self, settings: Settings) -> View {
        self.workspace.set(Some(settings));
        self.view()
    }

    /// What a reload makes of it.
    pub fn reloaded(&self) -> Self {
        let saved = serde_json::to_string(&self.workspace.saved()).unwrap();
        let saved: Saved = serde_json::from_str(&saved).unwrap();
        let mut page = Self::default();
        for kept in &saved.files {
            if let Some(state) = self.workspace.answers(kept.key) {
                let text = state.to_text();
                let (header, records) = text.split_once('\n').unwrap_or((&text, ""));
                let reopened = page.workspace.reopen_run(kept, header, records.lines());
                reopened.unwrap();
                continue;
            }
            let bytes = &self.bytes[&kept.key];
            page.workspace.reopen(kept, bytes);
            page.bytes.insert(kept.key, bytes.clone());
        }
        page.workspace.restore(&saved);
        page
    }

    /// The zip of the shown run, and each result file by name.
    pub fn exported(&self, with_dataset: bool) -> (Vec<u8>, BTreeMap<String, String>) {
        let shown = self.workspace.shown().unwrap();
        let input = |key: FileKey, is_dataset| {
            let bytes = self.bytes.get(&key)?.clone();
            self.workspace.input(key, is_dataset, bytes)
        };
        let dataset = input(shown.dataset_file, true);
        let predictions = input(shown.predictions_file, false);
        let dataset = dataset.as_ref().map(named);
        let predictions = predictions.as_ref().map(named);
        let export = |run: &report::Run<'_>| {
            let dropped = dataset.filter(|_| with_dataset);
            let files = report::files(run).into_iter();
            (
                report::zip(run, dropped, &mut |_, _| {}).unwrap(),
                files
                    .map(|file| (file.name.to_owned(), file.text))
                    .collect(),
            )
        };
        let exported = self
            .workspace
            .export("2026-03-01T12:00:00Z", dataset, predictions, export);
        exported.unwrap()
    }
}

/// Name and bytes, borrowed.
fn named((name, bytes): &(String, Vec<u8>)) -> (&str, &[u8]) {
    (name, bytes)
}

pub fn file<'v>(view: &'v View, name: &str) -> &'v FileView {
    let named = |file: &&FileView| file.name == name;
    view.files
        .iter()
        .find(named)
        .unwrap_or_else(|| panic!("{name} is not open: {view:?}"))
}

/// Everything that is said.
pub fn said(view: &View) -> String {
    let of_files = view.files.iter().flat_map(|file| &file.problems);
    of_files
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

pub fn questions(view: &View) -> Vec<&str> {
    view.asks.iter().map(|ask| ask.question.as_str()).collect()
}

pub fn runs(view: &View) -> Vec<&str> {
    view.runs.iter().map(|run| run.name.as_str()).collect()
}

pub fn selected(view: &View) -> Vec<&str> {
    let selected = view.runs.iter().filter(|run| run.is_selected);
    selected.map(|run| run.name.as_str()).collect()
}

pub fn metric(scores: &ScoresView, key: &str) -> Option<f64> {
    let found = scores.metrics.iter().find(|(known, _)| known == key);
    found.map(|(_, value)| *value)
}

/// One figure of the shown scores.
pub fn figure(view: &View, key: &str) -> f64 {
    let scores = view
        .scores
        .as_ref()
        .unwrap_or_else(|| panic!("nothing is scored: {view:?}"));
    metric(scores, key).unwrap_or_else(|| panic!("no {key} in {scores:?}"))
}

pub fn count(view: &View, outcome: Outcome) -> u32 {
    let scores = view.scores.as_ref().unwrap();
    let found = scores.counts.iter().find(|(known, _)| *known == outcome);
    found.unwrap().1
}
