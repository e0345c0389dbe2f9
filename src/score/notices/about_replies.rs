//! Messages about predictions.

use super::{FAILED, Notices, Sources, counted};
use crate::dataset::Task;
use crate::outcome::Outcome;
use crate::problem::{Problem, cut};

impl Notices {
    pub(super) fn tell_of_replies(&self, sources: &Sources, out: &mut Vec<Problem>) {
        self.tell_of_missing(sources, out);
        self.tell_of_failures(sources, out);
        self.tell_of_unreadable(sources, out);
        self.tell_of_kinds(sources, out);
        self.tell_of_letters(sources, out);
        if sources.dataset.task == Task::Extractive && !self.changed.is_empty() {
            out.push(Problem::info(format!(
                "the normalizers changed {} of {}: {}",
                self.changed.len(),
                counted(sources.n_asked, "prediction", "predictions"),
                sources.ids(&self.changed)
            )));
        }
        if !self.refusals.is_empty() {
            let look = counted(self.refusals.len(), "prediction looks", "predictions look");
            let were = if self.refusals.len() == 1 {
                "was"
            } else {
                "were"
            };
            out.push(
                Problem::warning(format!(
                    "{look} like a written refusal ({}) and {were} scored wrong: {}",
                    sources.quoted(&self.refusals),
                    sources.ids(&self.refusals)
                ))
                .hint("the normalizer no-answer phrases turns such replies into empty text"),
            );
        }
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
        if !self.error_words.is_empty() {
            out.push(
                Problem::warning(format!(
                    "{} exactly \"ERROR\" (ALUE writes that when the model call failed): {}; {} and left out of the answered figures",
                    counted(self.error_words.len(), "prediction is", "predictions are"),
                    sources.ids(&self.error_words),
                    sources.counted_as()
                ))
                .hint("ask the model again for these questions"),
            );
        }
        for (idxs, class) in self
            .failed
            .iter()
            .zip(FAILED)
            .filter(|(idxs, _)| !idxs.is_empty())
        {
            let what = match class {
                Outcome::Network => counted(
                    idxs.len(),
                    "call did not reach the server",
                    "calls did not reach the server",
                ),
                Outcome::Timeout => {
                    counted(idxs.len(), "call took too long", "calls took too long")
                }
                Outcome::Refused => {
                    counted(idxs.len(), "reply is a refusal", "replies are refusals")
                }
                _ => counted(
                    idxs.len(),
                    "call failed with an error",
                    "calls failed with an error",
                ),
            };
            let detail = idxs.iter().find_map(|idx| {
                let entry = sources.predictions.get(*idx).copied().flatten()?;
                let detail = entry.failure.as_ref()?.detail.trim();
                (!detail.is_empty()).then(|| format!(" (\"{}\")", cut(detail, 80)))
            });
            out.push(Problem::warning(format!(
                "{what}{}: {}; {}",
                detail.unwrap_or_default(),
                sources.ids(idxs),
                sources.counted_as()
            )));
        }
    }

    fn tell_of_unreadable(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let ids = |idxs: &[usize]| sources.ids(idxs);
        if !self.n_best.is_empty() {
            out.push(
                Problem::error(format!(
                    "{} a list of texts with scores (n-best), and none of the texts was chosen: {}",
                    counted(self.n_best.len(), "prediction is", "predictions are each"),
                    ids(&self.n_best)
                ))
                .hint("use the file with one text per question, such as predictions.json"),
            );
        }
        if !self.no_field.is_empty() {
            out.push(
                Problem::warning(format!(
                    "{} without a field that could be the answer: {}; {}",
                    counted(
                        self.no_field.len(),
                        "prediction is an object",
                        "predictions are objects"
                    ),
                    ids(&self.no_field),
                    sources.counted_as()
                ))
                .hint("name the field under \"field to extract\""),
            );
        }
        if !self.truncated.is_empty() {
            out.push(
                Problem::warning(format!(
                    "{} cut off before the answer: {}; {}",
                    counted(self.truncated.len(), "reply was", "replies were"),
                    ids(&self.truncated),
                    sources.counted_as()
                ))
                .hint("allow more tokens for the reply"),
            );
        }
        if !self.cut_but_readable.is_empty() {
            out.push(Problem::info(format!(
                "{} cut off but readable, and scored as written: {}",
                counted(self.cut_but_readable.len(), "reply was", "replies were"),
                ids(&self.cut_but_readable)
            )));
        }
        if !self.with_reasoning.is_empty() {
            out.push(Problem::info(format!(
                "{} reasoning before the answer; only what follows it was scored: {}",
                counted(self.with_reasoning.len(), "reply has", "replies have"),
                ids(&self.with_reasoning)
            )));
        }
    }

    fn tell_of_kinds(&self, sources: &Sources, out: &mut Vec<Problem>) {
        if !self.nulls.is_empty() {
            let were = if self.nulls.len() == 1 { "was" } else { "were" };
            out.push(Problem::warning(format!(
                "{} null and {were} treated as empty: {}",
                counted(self.nulls.len(), "prediction is", "predictions are"),
                sources.ids(&self.nulls)
            )));
        }
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
            if !self.unparsed.is_empty() {
                out.push(Problem::warning(format!(
                    "{} the JSON field that was asked for: {}; counted as wrong",
                    counted(
                        self.unparsed.len(),
                        "reply does not have",
                        "replies do not have"
                    ),
                    sources.ids(&self.unparsed)
                )));
            }
            return;
        }
        if !self.unparsed.is_empty() {
            out.push(Problem::warning(format!(
                "{} with none of the offered letters to be read: {}; counted as not correct, nothing is guessed",
                counted(self.unparsed.len(), "reply", "replies"),
                sources.ids(&self.unparsed)
            )));
        }
        if !self.invisible.is_empty() {
            out.push(
                Problem::warning(format!(
                    "{} from a letter only by invisible characters or spaces: {}",
                    counted(self.invisible.len(), "reply differs", "replies differ"),
                    sources.ids(&self.invisible)
                ))
                .hint("the normalizer choice letter reads them"),
            );
        }
        if !self.noted.is_empty() {
            out.push(Problem::info(format!(
                "{} a remark on how the letter was read ({}): {}",
                counted(self.noted.len(), "reply has", "replies have"),
                self.notes.join("; "),
                sources.ids(&self.noted)
            )));
        }
    }
}
