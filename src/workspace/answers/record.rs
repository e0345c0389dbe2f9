//! All that is kept of one item of a run, for people.
//!
//! Deliberately absent: scores.

use crate::problem::cut;
use crate::prompt::PromptMaker;
use crate::protocol::{FileKey, RecordView};
use crate::provider::{Prediction, Rung, Sent};
use crate::run::ItemRecord;
use crate::workspace::Workspace;

/// Characters of one text that are shown; nobody reads more, and the page must stay quick.
const LONGEST: usize = 20_000;

impl Workspace {
    /// All that is kept of an item; its prompt is made again from what the run was begun with.
    pub fn record(&self, key: FileKey, index: u32) -> Option<RecordView> {
        let state = self.answers(key)?;
        let record = state.records.get(&index)?;
        let (_, dataset) = self.dataset.clone()?;
        // Beside another dataset it would be shown as another question's.
        if !super::is_of(&dataset, record) {
            return None;
        }
        let prompt = state.prompts.as_ref().and_then(|source| {
            let maker = PromptMaker::new(dataset, source).ok()?;
            let (system, user) = maker.messages(index as usize).ok()?;
            Some((cut(&system, LONGEST), cut(&user, LONGEST)))
        });
        Some(RecordView {
            prompt,
            ..RecordView::of(record)
        })
    }
}

impl RecordView {
    /// A record for people, without its prompt.
    pub fn of(record: &ItemRecord) -> Self {
        Self {
            index: record.index,
            id: record.id.clone(),
            reply: cut(&record.reply, LONGEST),
            reasoning: record.reasoning.as_ref().map(|text| cut(text, LONGEST)),
            prediction: record.prediction.as_ref().map(|prediction| {
                let (Prediction::Text(text) | Prediction::Json(text)) = prediction;
                cut(text, LONGEST)
            }),
            rule: record.rule.in_words().to_owned(),
            facts: facts(record),
            error: record.error.clone(),
            prompt: None,
        }
    }
}

/// How it was asked and what it took, a fact a line.
fn facts(record: &ItemRecord) -> Vec<String> {
    let mut facts = Vec::new();
    let tokens = |n: Option<u64>, what: &str| n.map(|n| format!("{n} tokens {what}"));
    let counted = [
        tokens(record.n_tokens_in, "of prompt"),
        tokens(record.n_tokens_out, "of reply"),
    ];
    let counted: Vec<_> = counted.into_iter().flatten().collect();
    if !counted.is_empty() {
        facts.push(counted.join(", "));
    }
    if record.n_tries > 0 {
        let tries = match record.n_tries {
            1 => "1 request".to_owned(),
            n => format!("{n} requests"),
        };
        let seconds = record.duration.as_secs_f64();
        facts.push(format!("{tries}, the last took {seconds:.1} s"));
    }
    if let Some(reason) = &record.finish_reason {
        let cut_off = if record.is_cut_off { ": cut off" } else { "" };
        facts.push(format!("the model stopped with \"{reason}\"{cut_off}"));
    }
    if let Some(model) = &record.model {
        facts.push(format!("answered by {model}"));
    }
    if let Some(cost) = record.cost {
        facts.push(format!("cost {cost} US dollars, as the server says"));
    }
    facts.extend(sent(&record.sent));
    facts.extend(form(&record.sent));
    if let Some(n) = record.sent.n_context {
        let cut = match record.is_prompt_cut {
            true => ": the prompt filled it and was most likely cut",
            false => "",
        };
        facts.push(format!("asked for room for {n} tokens{cut}"));
    }
    facts
}

/// The form that was asked for, where it was one.
fn form(sent: &Sent) -> Option<String> {
    let added = sent.added.map(|added| format!(", {}", added.in_words()));
    if sent.structure == Rung::Plain && added.is_none() {
        return None;
    }
    let structure = sent.structure.in_words();
    Some(format!(
        "asked for {structure}{}",
        added.unwrap_or_default()
    ))
}

/// The parameters as they were sent.
fn sent(sent: &Sent) -> Option<String> {
    let mut parts = Vec::new();
    match (sent.max_field, sent.max_tokens) {
        (Some(field), Some(n)) => parts.push(format!("{} {n}", field.name())),
        (None, Some(n)) => parts.push(format!("at most {n} tokens")),
        (_, None) => {}
    }
    if let Some(temperature) = sent.temperature {
        parts.push(format!("temperature {temperature}"));
    }
    if let Some(seed) = sent.seed {
        parts.push(format!("seed {seed}"));
    }
    (!parts.is_empty()).then(|| format!("sent with {}", parts.join(", ")))
}
