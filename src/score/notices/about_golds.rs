//! Messages about gold answers and about what the settings mean for the figures.

use super::{Notices, Sources, counted, was};
use crate::dataset::Task;
use crate::normalize::list_text;
use crate::problem::{Problem, cut};
use crate::settings::Profile;

impl Notices {
    pub(super) fn tell_of_golds(&self, sources: &Sources, out: &mut Vec<Problem>) {
        if sources.dataset.task != Task::Extractive {
            return;
        }
        self.tell_of_lists(sources, out);
        self.tell_of_nothing(sources, out);
        self.tell_of_no_answers(sources, out);
        if sources.is_unspaced() {
            out.push(
                Problem::warning(
                    "most gold answers are in a script without spaces (Chinese, Japanese, Thai, …): F1 counts words between spaces and is not meaningful here",
                )
                .hint("look at exact match, or compare with tools that count characters"),
            );
        }
        if sources.settings.unicode {
            out.push(Problem::warning(
                "Unicode normalisation is on: these figures are not comparable with published SQuAD numbers",
            ));
        }
    }

    fn tell_of_lists(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let example = self.bracketed.iter().find_map(|idx| {
            let golds = &sources.dataset.items.get(*idx)?.answers;
            golds
                .iter()
                .find(|gold| list_text::gold(gold).is_bracketed_text)
        });
        if let Some(example) = example {
            let n = self.n_bracketed as usize;
            let look = counted(
                n,
                "gold answer looks like a list but is not one",
                "gold answers look like a list but are not one",
            );
            out.push(
                Problem::warning(format!(
                    "{look}, such as {}, and {} compared as plain text: {}",
                    cut(example, 40),
                    was(n),
                    sources.ids(&self.bracketed)
                ))
                .hint("a list has quotes around its members: ['N1', 'N2']"),
            );
        }
    }

    fn tell_of_nothing(&self, sources: &Sources, out: &mut Vec<Problem>) {
        if self.n_of_nothing == 0 {
            return;
        }
        let then = match sources.settings.profile {
            Profile::SquadV2 => "dropped, as SQuAD 2.0's script does",
            Profile::Alue | Profile::SquadV11 => "kept: an empty answer is right there",
        };
        let n = self.n_of_nothing as usize;
        let have = counted(n, "gold answer has nothing", "gold answers have nothing");
        out.push(Problem::info(format!(
            "{have} left when punctuation and articles are taken out, and {} {then}: {}",
            was(n),
            sources.ids(&self.of_nothing)
        )));
    }

    fn tell_of_no_answers(&self, sources: &Sources, out: &mut Vec<Problem>) {
        let n = self.unanswerable.len();
        if n > 0 {
            let problem = Problem::info(format!(
                "no-answer questions: {n} of {} ({}); only an empty answer is right there",
                sources.n_asked,
                sources.ids(&self.unanswerable)
            ));
            out.push(match sources.settings.profile {
                Profile::SquadV11 => problem
                    .hint("SQuAD 1.1's own script stops at such questions; scoring them is ours"),
                Profile::Alue | Profile::SquadV2 => problem,
            });
        }
        if sources.is_alue() && !self.none_stated.is_empty() {
            out.push(Problem::info(format!(
                "{} NONE as gold answer (none stated): {}; ALUE counts NONE as an answer, so it is under HasAns",
                counted(self.none_stated.len(), "question has", "questions have"),
                sources.ids(&self.none_stated)
            )));
        }
    }
}
