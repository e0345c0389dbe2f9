//! One question in full, and how letters were mistaken.

use super::Workspace;
use crate::explain;
use crate::explain::{Mark, Segment, Word};
use crate::json::Json;
use crate::problem::cut;
use crate::protocol::{GoldView, ItemView, LettersView, SegmentView};
use crate::score;
use crate::score::{Comparer, Gold};

/// Characters of one text that the detail view shows; nobody reads more, and the page must stay quick.
const LONGEST: usize = 20_000;

impl Workspace {
    /// Everything about one question, by its position among the asked ones.
    pub fn item(&self, index: u32) -> Option<ItemView> {
        let shown = self.shown()?;
        let i = index as usize;
        let item = shown.dataset.items.get(i)?;
        let score = *shown.scored.items.get(i)?;
        let entry = shown.entries.get(i).copied().flatten();
        let compared = Comparer::new(shown.dataset, &shown.scored.settings).compare(i, entry)?;
        let context = item
            .context
            .and_then(|c| shown.dataset.contexts.get(c as usize));
        let context = context.map(String::as_str);
        let failure = entry.and_then(|entry| entry.failure.as_ref());
        let reasons = explain::reasons(shown.dataset.task, item, context, failure, &compared);
        let best = compared.golds.get(score.best_gold as usize);
        let overlap = explain::overlap(best.map_or("", |gold| &gold.compared), &compared.compared);
        Some(ItemView {
            index,
            n_items: shown.scored.items.len() as u32,
            id: item.id.clone(),
            outcome: score.outcome,
            is_flagged: score.is_flagged,
            exact: score.exact,
            f1: score.f1,
            question: cut(&item.question, LONGEST),
            context: context.map_or(Vec::new(), |context| {
                let is_long = context.len() > LONGEST;
                let segments = explain::marks(context, &compared).into_iter();
                segments.map(|piece| segment(piece, is_long)).collect()
            }),
            reasons: reasons
                .into_iter()
                .map(|reason| (reason.title, reason.detail))
                .collect(),
            raw: entry.map(|entry| match &entry.value {
                Json::Text(text) => cut(text, LONGEST),
                value => cut(&value.to_string(), LONGEST),
            }),
            read: cut(&compared.read, LONGEST),
            normalized: cut(&compared.normalized, LONGEST),
            compared: cut(&compared.compared, LONGEST),
            best_gold: score.best_gold,
            golds: compared.golds.iter().map(gold).collect(),
            tokens: (words(overlap.gold), words(overlap.prediction)),
            rules: compared.rules,
            notes: compared.notes,
            record: self.record(shown.predictions_file, index).map(Box::new),
        })
    }
}

impl Workspace {
    /// The position of the first asked question with this id.
    pub fn index_of(&self, id: &str) -> Option<u32> {
        let shown = self.shown()?;
        let mut asked = shown.dataset.items.iter().take(shown.scored.items.len());
        let index = asked.position(|item| item.id == id)?;
        u32::try_from(index).ok()
    }
}

impl Workspace {
    /// What the accuracy of the shown run is to be read against; `None` unless multiple choice is scored.
    pub fn letters(&self) -> Option<LettersView> {
        let shown = self.shown()?;
        let facts = score::letters(shown.dataset, &shown.entries, &shown.scored.settings)?;
        Some(LettersView {
            chance: facts.chance,
            majority: facts.majority,
        })
    }
}

/// Characters kept before and after a mark of a context too long to be read.
const AROUND: usize = 1_500;

fn segment(segment: Segment, is_long: bool) -> SegmentView {
    let is_marked = segment.mark.is_some();
    SegmentView {
        is_gold: matches!(segment.mark, Some(Mark::Gold | Mark::Both)),
        is_prediction: matches!(segment.mark, Some(Mark::Prediction | Mark::Both)),
        text: if is_long && !is_marked {
            without_middle(segment.text)
        } else {
            segment.text
        },
    }
}

/// The beginning and the end of a long text, and how much was left out between them.
fn without_middle(text: String) -> String {
    let n = text.chars().count();
    if n <= 2 * AROUND {
        return text;
    }
    let start: String = text.chars().take(AROUND).collect();
    let end: String = text.chars().skip(n - AROUND).collect();
    format!("{start} [… {} characters left out …] {end}", n - 2 * AROUND)
}

fn gold(gold: &Gold) -> GoldView {
    GoldView {
        written: cut(&gold.written, LONGEST),
        prepared: cut(&gold.prepared, LONGEST),
        compared: cut(&gold.compared, LONGEST),
        exact: gold.exact,
        f1: gold.f1,
    }
}

/// Words as the page takes them; a wall of them helps nobody.
fn words(words: Vec<Word>) -> Vec<(String, bool)> {
    words
        .into_iter()
        .take(400)
        .map(|word| (word.text, word.is_shared))
        .collect()
}
