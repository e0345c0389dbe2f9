//! Messages about predictions.

use super::{FAILED, Notices, Sources, counted, was};
use crate::dataset::Task;
use crate::outcome::Outcome;
use crate::predictions::batch::EXPIRED;
use crate::problem::{Problem, cut};

impl Notices {
    pub(super) fn tell_of_replies(&self, sources: &Sources, out: &mut Vec<Problem>) {
        self.tell_of_missing(sources, out);
        self.tell_of_failures(sources, out);
        self.tell_of_unreadable(sources, out);
        self.tell_of_cut_offs(sources, out);
        self.tell_of_kinds(sources, out);
        self.tell_of_letters(sources, out);
        if sources.dataset.task == Task::Extractive && !self.changed.is_empty() {
            out.push(Problem::info(format!(
                "the normalisers changed {} of {}: {}",
                self.changed.len(),
                counted(self.n_replies, "prediction", "predictions"),
                sources.ids(&self.changed)
            )));
        }
        let rest = format!(
            "like a written refusal ({}) and {} scored wrong",
            sources.quoted(&self.refusals),
            was(self.refusals.len())
        );
        let told = sources.about(
            &self.refusals,
            "prediction looks",
            "predictions look",
            &rest,
        );
        let hint = "the normaliser no-answer phrases turns such replies into empty text";
        out.extend(told.map(|told| Problem::warning(told).hint(hint)));
    }

    fn tell_of_missing(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let (n, n_asked) = (self.missing.len(), sources.n_asked);
        if n == 0 {
            return;
        }
        let ids = sources.ids(&self.missing);
        let counted_as = sources.counted_as();
        out.push(if n == n_asked {
            Problem::error(format!("none of the {n_asked} questions has a prediction ({ids}): {counted_as}"))
                .hint("check that the predictions belong to this dataset: the ids must be the same, character for character")
        } else {
            let have = if n == 1 { "has" } else { "have" };
            Problem::warning(format!("{n} of {n_asked} questions {have} no prediction ({ids}): {counted_as}"))
                .hint("the answered figures leave them out")
        });
    }

    fn tell_of_failures(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let counted_as = sources.counted_as();
        let rest = format!(
            "exactly \"ERROR\" (ALUE writes that when the model call failed), {counted_as} and left out of the answered figures"
        );
        let told = sources.about(&self.error_words, "prediction is", "predictions are", &rest);
        out.extend(
            told.map(|told| Problem::warning(told).hint("ask the model again for these questions")),
        );
        let is_expired = |idx: &usize| {
            let entry = sources.predictions.get(*idx).copied().flatten();
            let failure = entry.and_then(|entry| entry.failure.as_ref());
            failure.is_some_and(|failure| failure.detail == EXPIRED)
        };
        for (idxs, class) in self.failed.iter().zip(FAILED) {
            let (expired, idxs): (Vec<usize>, Vec<usize>) =
                idxs.iter().partition(|idx| is_expired(idx));
            let idxs = &idxs;
            let rest = format!(
                "asked before the batch ended and {} {counted_as}",
                was(expired.len())
            );
            let told = sources.about(&expired, "question was not", "questions were not", &rest);
            out.extend(told.map(|told| {
                Problem::warning(told).hint(
                    "put what is missing in a next batch, and drop its output beside this one",
                )
            }));
            let (one, many) = match class {
                Outcome::Network => (
                    "call did not reach the server",
                    "calls did not reach the server",
                ),
                Outcome::Timeout => ("call took too long", "calls took too long"),
                Outcome::Refused => ("reply is a refusal", "replies are refusals"),
                _ => ("call failed with an error", "calls failed with an error"),
            };
            let detail = idxs.iter().find_map(|idx| {
                let entry = sources.predictions.get(*idx).copied().flatten()?;
                let detail = entry.failure.as_ref()?.detail.trim();
                (!detail.is_empty()).then(|| format!("(\"{}\") ", cut(detail, 80)))
            });
            let rest = format!(
                "{}and {} {counted_as}",
                detail.unwrap_or_default(),
                was(idxs.len())
            );
            out.extend(sources.about(idxs, one, many, &rest).map(Problem::warning));
        }
    }

    fn tell_of_unreadable(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let counted_as = sources.counted_as();
        let told = sources.about(
            &self.n_best,
            "prediction is a list",
            "predictions are lists",
            "of texts with scores (n-best), and none of the texts was chosen",
        );
        let hint = "use the file with one text per question, such as predictions.json";
        out.extend(told.map(|told| Problem::error(told).hint(hint)));
        let rest = format!("without a field that could be the answer, {counted_as}");
        let told = sources.about(
            &self.no_field,
            "prediction is an object",
            "predictions are objects",
            &rest,
        );
        out.extend(told.map(|told| {
            Problem::warning(told)
                .hint("choose the normaliser JSON field and name the field that holds the answer")
        }));
    }

    fn tell_of_cut_offs(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let rest = format!("cut off before the answer, {}", sources.counted_as());
        let told = sources.about(&self.truncated, "reply was", "replies were", &rest);
        out.extend(told.map(|told| Problem::warning(told).hint("allow more tokens for the reply")));
        let rest = "cut off but readable, and scored as written";
        let told = sources.about(&self.cut_but_readable, "reply was", "replies were", rest);
        out.extend(told.map(Problem::info));
        let rest = "reasoning beside the answer, which was taken off before scoring";
        let told = sources.about(&self.with_reasoning, "reply has", "replies have", rest);
        out.extend(told.map(Problem::info));
    }

    fn tell_of_kinds(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let rest = format!("null and {} treated as empty", was(self.nulls.len()));
        let told = sources.about(&self.nulls, "prediction is", "predictions are", &rest);
        out.extend(told.map(Problem::warning));
        if self.not_strings.is_empty() {
            return;
        }
        let names = [
            ("number", "numbers"),
            ("true/false", "true/false"),
            ("list", "lists"),
            ("object", "objects"),
        ];
        let kinds = self.n_by_kind.iter().zip(names).filter(|(n, _)| **n > 0);
        let kinds: Vec<_> = kinds
            .map(|(n, (one, many))| counted(*n as usize, one, many))
            .collect();
        out.push(Problem::info(format!(
            "{} ({}): {}; numbers are used as they are written, lists as [a, b], objects by their answer field",
            counted(self.not_strings.len(), "prediction is not a string", "predictions are not strings"),
            kinds.join(", "),
            sources.ids(&self.not_strings)
        )));
    }

    fn tell_of_letters(&self, sources: &Sources, out: &mut Vec<Problem>) {
        if sources.dataset.task == Task::Extractive {
            // What a server or a schema found unfit has its reason with it.
            let (unfit, without): (Vec<usize>, Vec<usize>) = self
                .unparsed
                .iter()
                .partition(|at| sources.misfit(**at).is_some());
            let first = unfit.first().and_then(|at| sources.misfit(*at));
            let rest = format!(
                "the form that was asked for ({}), counted as wrong",
                cut(first.unwrap_or_default(), 120)
            );
            let told = sources.about(&unfit, "reply does not fit", "replies do not fit", &rest);
            out.extend(told.map(Problem::warning));
            let rest = "the JSON field that was asked for, counted as wrong";
            let told = sources.about(&without, "reply does not have", "replies do not have", rest);
            out.extend(told.map(Problem::warning));
            return;
        }
        let rest = "with none of the offered letters to be read, counted as not correct (nothing is guessed)";
        let told = sources.about(&self.unparsed, "reply", "replies", rest);
        out.extend(told.map(Problem::warning));
        let rest = "from a letter only by invisible characters or spaces";
        let told = sources.about(&self.invisible, "reply differs", "replies differ", rest);
        out.extend(
            told.map(|told| Problem::warning(told).hint("the normaliser choice letter reads them")),
        );
        let rest = format!(
            "a remark on how the letter was read ({})",
            self.notes.join("; ")
        );
        let told = sources.about(&self.noted, "reply has", "replies have", &rest);
        out.extend(told.map(Problem::info));
    }
}
