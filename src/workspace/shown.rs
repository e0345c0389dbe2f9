//! What the shown numbers were made from, for resampling, and the shown run as the result files need it.
//!
//! Deliberately absent: writing the result files; see [`report`].

use super::Workspace;
use super::answers::sent;
use super::open_file::{Content, OpenFile, Part};
use crate::dataset::Dataset;
use crate::predictions::{Entry, Predictions};
use crate::protocol::{AskForm, FileKey};
use crate::report;
use crate::report::archive;
use crate::report::run_record::{InputFile, RunRecord};
use crate::report::{PromptFacts, RunFacts};
use crate::run::{self, RunState};
use crate::score::{Comparer, Scored};

/// What the shown numbers were made from, for exports and resampling.
pub struct Shown<'a> {
    /// The dataset in use.
    pub dataset: &'a Dataset,
    /// The file it came from.
    pub dataset_file: FileKey,
    /// The shown run's predictions.
    pub predictions: &'a Predictions,
    /// The file they came from.
    pub predictions_file: FileKey,
    /// Its size.
    pub n_bytes: usize,
    /// Each question's prediction.
    pub entries: Vec<Option<&'a Entry>>,
    /// The scores.
    pub scored: &'a Scored,
}

/// What is known of a run that was asked from here.
fn asked_facts(state: &RunState, form: &AskForm) -> RunFacts {
    let facts = &state.facts;
    let temperature = |record: &run::ItemRecord| record.sent.temperature;
    let prompt = state.prompts.as_ref().map(|source| {
        let path = |name: &str| format!("{}/{name}.jinja2", source.task_type);
        PromptFacts {
            task_type: source.task_type.clone(),
            few_shot: source.few_shot.clone(),
            is_strict: source.is_strict,
            files: vec![
                (path("system"), source.system.clone()),
                (path("user"), source.user.clone()),
            ],
        }
    });
    RunFacts {
        name: facts.name.clone(),
        task_type: facts.task_type.clone(),
        num_examples: facts.n_examples,
        temperature: state.records.values().find_map(temperature),
        prompt,
        sent: Some(sent(state, form)),
        ..RunFacts::default()
    }
}

impl Workspace {
    /// The dataset, predictions and scores shown, when there are any.
    pub fn shown(&self) -> Option<Shown<'_>> {
        let run = self.run.as_ref()?;
        let scored = run.scored.as_ref()?;
        let file = self.file(run.of.key.file)?;
        Some(Shown {
            dataset: &run.dataset,
            dataset_file: self.dataset.as_ref().map(|(key, _)| *key)?,
            predictions: &run.predictions,
            predictions_file: run.of.key.file,
            n_bytes: file.n_bytes,
            entries: run.entries(),
            scored,
        })
    }

    /// What is known of the shown run beside its numbers. Of its files only what a result zip says of the predictions
    /// that were first dropped; `predictions.json` in the zip holds the same answers.
    pub fn facts(&self) -> RunFacts {
        let Some(run) = &self.run else {
            return RunFacts::default();
        };
        let record = self.file(run.of.key.file).and_then(OpenFile::record);
        let name = self.runs.iter().find(|known| known.key == run.of.key);
        let name = name.map(|run| run.name.clone());
        let file = self.dataset.as_ref().and_then(|(key, _)| self.file(*key));
        let number_base = file.and_then(|file| {
            let record = file.record().and_then(|record| record.number_base);
            file.decided.number_base.or(record)
        });
        let stem = |name: String| {
            name.rsplit_once('.')
                .map_or(name.clone(), |(stem, _)| stem.to_owned())
        };
        let answers = self.answers(run.of.key.file);
        if let Some(state) = answers {
            return RunFacts {
                number_base,
                model: run.predictions.model.clone(),
                cost_per_question: self.question_costs(run),
                ..asked_facts(state, self.form())
            };
        }
        RunFacts {
            name: record.map_or_else(
                || name.map(stem).unwrap_or_default(),
                |record| record.name.clone(),
            ),
            model: run.predictions.model.clone(),
            number_base,
            dataset: None,
            prompt: Some(self.prompt_facts()),
            ..record.map(RunRecord::facts).unwrap_or_default()
        }
    }

    /// Hands the shown run, ready to be written, to `write`; `None` when nothing is scored. `created` is the time in ISO
    /// 8601 (UTC); `dataset` and `predictions` are name and bytes of what [`input`](Self::input) gave for
    /// [`Shown::dataset_file`] and [`Shown::predictions_file`], as far as they are at hand.
    ///
    /// ```
    /// use marksheet::{report, workspace::Workspace};
    /// let mut workspace = Workspace::default();
    /// let key = r#"[{"id": "a", "question": "Who?", "context": "N1.", "answers": ["N1"]}]"#;
    /// workspace.open("key.json", key.as_bytes());
    /// workspace.open("run.json", br#"{"a": "N1"}"#);
    /// workspace.settle();
    /// workspace.score(&mut |_| {});
    /// let names = workspace.export("2026-03-01T12:00:00Z", None, None, |run| {
    ///     report::files(run).iter().map(|file| file.name).collect::<Vec<_>>()
    /// });
    /// assert_eq!(names.unwrap_or_default().first(), Some(&"predictions.json"));
    /// ```
    pub fn export<T>(
        &self,
        created: &str,
        dataset: Option<(&str, &[u8])>,
        predictions: Option<(&str, &[u8])>,
        write: impl FnOnce(&report::Run<'_>) -> T,
    ) -> Option<T> {
        let described = |input: Option<(&str, &[u8])>, is_dataset| {
            let (name, bytes) = input?;
            self.described(is_dataset, name, bytes)
        };
        let files = [described(dataset, true), described(predictions, false)];
        self.export_of(created, files, write)
    }

    /// What the result files say of a file that the shown numbers come from. Its checksum takes a while, so whoever asks
    /// may keep it for as long as the workspace stays as it is.
    pub fn described(&self, is_dataset: bool, name: &str, bytes: &[u8]) -> Option<InputFile> {
        let shown = self.shown()?;
        let shape = match is_dataset {
            true => shown.dataset.shape,
            false => shown.predictions.shape,
        };
        Some(InputFile::of(name, shape, bytes))
    }

    /// [`export`](Self::export) of a run whose dataset and predictions are [described](Self::described) already.
    pub fn export_of<T>(
        &self,
        created: &str,
        [dataset, predictions]: [Option<InputFile>; 2],
        write: impl FnOnce(&report::Run<'_>) -> T,
    ) -> Option<T> {
        let shown = self.shown()?;
        let known = self.facts();
        // One checksum would say of a batch in several files that it came from the first alone.
        let is_one_file = self.run.as_ref().is_some_and(|run| run.of.parts.len() == 1);
        let is_reopened = self.file(shown.predictions_file);
        let is_reopened = is_reopened.is_some_and(|file| file.record().is_some());
        let facts = RunFacts {
            created: created.to_owned(),
            dataset,
            // What a zip says of them, if anything: inside it they only have the name that ALUE gives them.
            predictions: known
                .predictions
                .clone()
                .or(predictions.filter(|_| !is_reopened))
                .filter(|_| is_one_file),
            doubtful_keys: self.doubtful_keys(),
            ..known
        };
        let comparer = Comparer::new(shown.dataset, &shown.scored.settings);
        let compare = |i: usize| {
            let entry = shown.entries.get(i).copied().flatten();
            comparer.compare(i, entry).unwrap_or_default()
        };
        let found = self.run.as_ref().map(|run| run.findings.found());
        let run = report::Run::new(
            shown.dataset,
            &shown.entries,
            shown.scored,
            &facts,
            &compare,
        );
        Some(write(&run.knowing(found.unwrap_or_default())))
    }

    /// The name and bytes of what a file brought, from the bytes of the file as it was dropped: the file itself, or
    /// the dataset (or predictions) inside a zip.
    pub fn input(
        &self,
        key: FileKey,
        is_dataset: bool,
        bytes: Vec<u8>,
    ) -> Option<(String, Vec<u8>)> {
        let file = self.file(key)?;
        let is_wanted = |part: &&Part| match &part.content {
            Content::Dataset(_) => is_dataset,
            Content::Predictions(_) => !is_dataset,
            _ => false,
        };
        let part = file.parts.iter().find(is_wanted)?;
        if !bytes.starts_with(b"PK") {
            return Some((file.name.clone(), bytes));
        }
        match archive::open_run(archive::read(&file.name, bytes).ok()?) {
            Ok(run) if is_dataset => run.dataset,
            Ok(run) => Some((part.name.clone(), run.predictions)),
            Err(archive) => archive
                .files
                .into_iter()
                .find(|(name, _)| *name == part.name),
        }
    }
}
