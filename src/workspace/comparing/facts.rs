//! In what two runs differ beside their answers: who was asked, how, and with which templates.
//!
//! Deliberately absent: what is the same in both, and the settings that both are measured with, which are the same for all runs here.

use super::Workspace;
use crate::normalize;
use crate::problem::cut;
use crate::protocol::RunKey;
use crate::report::run_record::RunRecord;
use crate::run::{self, RunState};
use crate::settings::Settings;
use serde_json::Value;
use std::collections::BTreeSet;

/// Characters of one value.
const CUT: usize = 2_000;

/// What is known of a run, by what it is called; in the order in which it is shown.
type Facts = Vec<(&'static str, String)>;

impl Workspace {
    /// What differs between two runs: what it is called, the first's, the second's. Nothing is `—`.
    pub(super) fn differences(
        &self,
        first: RunKey,
        second: RunKey,
    ) -> Vec<(String, String, String)> {
        let (first, second) = (self.facts_of(first), self.facts_of(second));
        let value = |facts: &Facts, name: &str| {
            let found = facts.iter().find(|(known, _)| *known == name);
            found
                .map(|(_, value)| value.clone())
                .filter(|value| !value.is_empty())
        };
        let mut names: Vec<&str> = first.iter().chain(&second).map(|(name, _)| *name).collect();
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        let shown =
            |value: Option<String>| value.map_or("—".to_owned(), |value| cut(&value, CUT));
        names
            .into_iter()
            .map(|name| (name, value(&first, name), value(&second, name)))
            .filter(|(_, first, second)| first != second)
            .map(|(name, first, second)| (name.to_owned(), shown(first), shown(second)))
            .collect()
    }

    fn facts_of(&self, run: RunKey) -> Facts {
        let Some(file) = self.file(run.file) else {
            return Facts::new();
        };
        if let Some(answers) = file.answers() {
            return of_state(&answers.state);
        }
        match (file.record(), self.predictions(run)) {
            (Some(record), _) => of_record(record),
            (None, Some(predictions)) => vec![("Model", text(predictions.model.clone()))],
            (None, None) => Facts::new(),
        }
    }
}

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn of_state(state: &RunState) -> Facts {
    let mut facts = of_sent(&run::summary(state));
    facts.push(("Questions asked", state.facts.n_items.to_string()));
    if let Some(source) = &state.prompts {
        facts.extend([
            ("Templates", source.task_type.clone()),
            ("Few-shot examples", text(state.facts.n_examples)),
            ("System template", source.system.clone()),
            ("User template", source.user.clone()),
        ]);
    }
    facts
}

fn of_record(record: &RunRecord) -> Facts {
    let mut facts = record.sent.as_ref().map(of_sent).unwrap_or_default();
    if facts.is_empty() {
        facts.push(("Model", text(record.model.clone())));
    }
    facts.push(("Templates", text(record.task_type.clone())));
    facts.push(("Few-shot examples", text(record.num_examples)));
    let saved = record.settings.as_ref();
    facts.push((
        "Scored in its zip as",
        saved.map_or_else(String::new, scored_as),
    ));
    facts
}

/// Profile and normalizers by their keys, as `run.json` has them.
fn scored_as(settings: &Settings) -> String {
    let mut words = vec![settings.profile.key()];
    words.extend(settings.normalizers.iter().map(normalize::key));
    words.join(", ")
}

/// What was really sent, as `run.json` has it.
fn of_sent(sent: &Value) -> Facts {
    let at = |path: &str| match sent.pointer(path) {
        Some(Value::String(text)) => text.clone(),
        None | Some(Value::Null) => String::new(),
        Some(value) => value.to_string(),
    };
    [
        ("Model", "/model"),
        ("Provider", "/provider"),
        ("Base URL", "/base_url"),
        ("Temperature", "/parameters/0/sent/temperature"),
        ("Longest reply, in tokens", "/parameters/0/sent/max_tokens"),
        ("Seed", "/parameters/0/sent/seed"),
        ("Schema", "/schema/name"),
        ("Field taken out", "/field_to_extract"),
    ]
    .map(|(name, path)| (name, at(path)))
    .to_vec()
}
