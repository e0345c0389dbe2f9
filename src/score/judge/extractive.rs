//! Extractive questions: best exact match, F1 and list figures over the gold answers.
//!
//! Deliberately absent: multiple choice.

use super::{
    Gold, Judge, Marks, Verdict, has_text, is_blank, trace_prediction, without_reply, zero,
};
use crate::dataset::Item;
use crate::metrics::{lists, squad::exact_match};
use crate::normalize::squad::Preparation;
use crate::normalize::{Normalized, list_text, no_answer};
use crate::outcome::Outcome;
use crate::predictions::Entry;
use crate::predictions::value::Status;
use crate::score::{self, Comparison, ItemScore, ListScore};
use crate::settings::Profile;

/// The prediction as it meets the gold answers.
struct Side<'n> {
    /// After the chain; strict equality looks at this.
    text: &'n str,
    /// Prepared members, once they were needed.
    members: Option<Vec<String>>,
    given_members: Option<&'n [String]>,
}

/// The best figures so far.
struct Best {
    exact: f64,
    f1: f64,
    list: ListScore,
    gold_idx: u32,
    has_any: bool,
}

impl Best {
    /// Below every score, so that the first gold answer is better.
    fn none() -> Self {
        let list = ListScore {
            f1: -1.0,
            ..ListScore::default()
        };
        Self {
            exact: 0.0,
            f1: -1.0,
            list,
            gold_idx: 0,
            has_any: false,
        }
    }
}

impl Judge<'_> {
    pub(super) fn extractive(
        &mut self,
        item: &Item,
        entry: Option<&Entry>,
        mut trace: Option<&mut Comparison>,
    ) -> Verdict {
        let mut marks = Marks {
            is_none_stated: item
                .answers
                .iter()
                .all(|gold| list_text::is_none_word(gold)),
            has_key: !item.answers.iter().all(|gold| no_answer::says_none(gold)),
            ..Marks::default()
        };
        let reading = entry.map(|entry| self.read(entry, item, &mut marks));
        let read = reading
            .as_ref()
            .map(|reading| reading.text.clone())
            .unwrap_or_default();
        let normalized = entry
            .zip(reading)
            .map(|(entry, reading)| self.normalized(entry, reading, &[], &mut marks));
        let best = self.best(item, normalized.as_ref(), &mut marks, trace.as_deref_mut());
        if let Some(trace) = trace {
            trace_prediction(trace, &read, normalized.as_ref(), &marks);
            trace.compared.clone_from(&self.prediction);
        }
        let score = verdict(entry, &read, normalized.as_ref(), &best, &marks);
        if let Some(text) = normalized
            .as_ref()
            .map(|normalized| normalized.text.as_ref())
        {
            self.mark_text(item, text, &score, &mut marks);
        }
        Verdict {
            score,
            as_alue: entry
                .filter(|entry| has_text(entry) && marks.status == Some(Status::Readable))
                .map(|_| (best.exact, best.f1)),
            letter: None,
            marks,
        }
    }

    /// What the text shows beyond its score.
    fn mark_text(&mut self, item: &Item, text: &str, score: &ItemScore, marks: &mut Marks) {
        marks.says_no_answer = no_answer::says_none(text);
        if matches!(score.outcome, Outcome::Wrong | Outcome::Partial) {
            marks.is_written_refusal = !marks.has_key && self.refusals.holds(text);
            marks.is_denial = !marks.has_key && no_answer::is_denial(text, &item.question);
        }
        if marks.says_no_answer || !score.outcome.has_reply() {
            return;
        }
        let context = item.context.and_then(|idx| {
            let context = self.dataset.contexts.get(usize::try_from(idx).ok()?)?;
            Some((idx, context))
        });
        if let (Some(finder), Some((idx, context))) = (&mut self.finder, context) {
            marks.is_not_in_context = !finder.has(idx, context, text);
        }
    }

    /// The best figures over the gold answers that count; zeros without a prediction.
    fn best(
        &mut self,
        item: &Item,
        normalized: Option<&Normalized>,
        marks: &mut Marks,
        mut trace: Option<&mut Comparison>,
    ) -> Best {
        let mut side = normalized.map(|normalized| Side {
            text: &normalized.text,
            members: None,
            given_members: normalized.members.as_deref(),
        });
        match &side {
            Some(side) => self.preparation.write(side.text, &mut self.prediction),
            None => self.prediction.clear(),
        }
        let mut best = Best::none();
        for (idx, written) in item.answers.iter().enumerate() {
            let gold = Gold::new(written, self.how.profile);
            self.preparation.write(&gold.prepared, &mut self.gold);
            marks.n_bracketed_golds += u32::from(gold.is_bracketed_text);
            marks.n_golds_of_nothing += u32::from(self.gold.is_empty());
            let is_dropped = self.how.profile == Profile::SquadV2 && self.gold.is_empty();
            self.meet(
                &mut best,
                idx,
                &gold,
                side.as_mut(),
                is_dropped,
                trace.as_deref_mut(),
            );
        }
        if !best.has_any {
            self.gold.clear();
            let gold = Gold::new("", self.how.profile);
            let trace = trace.filter(|trace| trace.golds.is_empty());
            self.meet(&mut best, 0, &gold, side.as_mut(), false, trace);
        }
        best.f1 = best.f1.max(0.0);
        best.list.f1 = best.list.f1.max(0.0);
        best
    }

    /// Scores the prediction against one gold answer, whose prepared text is in `self.gold`.
    fn meet(
        &mut self,
        best: &mut Best,
        idx: usize,
        gold: &Gold,
        side: Option<&mut Side>,
        is_dropped: bool,
        trace: Option<&mut Comparison>,
    ) {
        let (mut exact, mut f1) = (0.0, 0.0);
        if let Some(side) = side.filter(|_| !is_dropped) {
            exact = match self.chain.is_strict() {
                true => f64::from(u8::from(
                    side.text == gold.written || side.text == gold.prepared,
                )),
                false => exact_match(&self.prediction, &self.gold),
            };
            f1 = self
                .f1
                .score(&self.prediction, &self.gold, self.how.profile);
            let list = self.list(side, gold);
            if list.f1 > best.list.f1 {
                best.list = list;
            }
            if f1 > best.f1 || (f1 == best.f1 && exact > best.exact) {
                best.gold_idx = u32::try_from(idx).unwrap_or(u32::MAX);
            }
            best.exact = best.exact.max(exact);
            best.f1 = best.f1.max(f1);
        }
        best.has_any |= !is_dropped;
        if let Some(trace) = trace {
            trace.golds.push(score::Gold {
                written: gold.written.to_owned(),
                prepared: gold.prepared.to_string(),
                compared: self.gold.clone(),
                exact,
                f1,
            });
        }
    }

    fn list(&mut self, side: &mut Side, gold: &Gold) -> ListScore {
        let is_single = |members: Option<usize>, text: &str| match members {
            Some(n) => n <= 1 && !text.contains(','),
            None => !text.contains(','),
        };
        if is_single(side.given_members.map(<[_]>::len), side.text)
            && is_single(gold.members.as_ref().map(Vec::len), &gold.prepared)
        {
            return lists::compare_single(&self.prediction, &self.gold);
        }
        let prediction = side.members.get_or_insert_with(|| {
            prepared_members(self.preparation, side.given_members, side.text)
        });
        let mut golds = prepared_members(self.preparation, gold.members.as_deref(), &gold.prepared);
        lists::compare(prediction, &mut golds)
    }
}

/// The members of one side, each prepared by the profile.
fn prepared_members(preparation: Preparation, given: Option<&[String]>, text: &str) -> Vec<String> {
    let prepared = |text: &str| {
        let mut out = String::new();
        preparation.write(text, &mut out);
        out
    };
    match given {
        Some(members) => members.iter().map(|member| prepared(member)).collect(),
        None => list_text::members(text).into_iter().map(prepared).collect(),
    }
}

/// The class and the score of a question, in the order the classes are defined in.
fn verdict(
    entry: Option<&Entry>,
    read: &str,
    normalized: Option<&Normalized>,
    best: &Best,
    marks: &Marks,
) -> ItemScore {
    if let Some(outcome) = without_reply(entry, marks) {
        return zero(outcome);
    }
    // Asked of the text as read: a normalizer can make `[NONE]` of nothing.
    let made = normalized.filter(|_| marks.is_made_readable);
    let is_empty = is_blank(made.map_or(read, |made| &made.text));
    if marks.is_cut_off && is_empty {
        return zero(Outcome::Truncated);
    }
    let is_unfit = normalized.is_some_and(|normalized| normalized.is_unfit);
    if is_unfit || marks.status != Some(Status::Readable) {
        return zero(Outcome::Unparsed);
    }
    let outcome = if best.exact == 1.0 {
        Outcome::Correct
    } else if is_empty {
        Outcome::Empty
    } else if best.f1 > 0.0 {
        Outcome::Partial
    } else {
        Outcome::Wrong
    };
    ItemScore {
        outcome,
        exact: best.exact,
        f1: best.f1,
        list: best.list,
        best_gold: best.gold_idx,
        is_flagged: marks.is_cut_off || !marks.notes.is_empty(),
    }
}
