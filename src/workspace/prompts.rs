//! The Prompt place: template sets, few-shot choice, and the messages of one question.
//!
//! Deliberately absent: sending anything; the editors. What is kept over a reload is [`SavedPrompts`], everything else is
//! computed from it and the dataset in use.

mod adopting;
mod edit;
mod finding;
mod listed;
mod notices;
mod prepared;
mod totals;
mod values_box;
mod view;

pub use totals::Totals;

use super::Workspace;
use crate::dataset::{Dataset, Task};
use crate::prompt::library::with_plain_line_ends;
use crate::prompt::{FewShot, Library, PromptSource, TemplateSet, difference};
use crate::protocol::{DifferenceLine, Go, PromptEdit, PromptView};
use crate::report::PromptFacts;
pub(super) use adopting::Pending;
use prepared::{Parsed, Prepared};
use serde::{Deserialize, Serialize};

/// What is kept of the Prompt place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedPrompts {
    /// The sets and the chosen one.
    #[serde(default)]
    pub library: Library,
    /// Which examples are shown to the model.
    #[serde(default)]
    pub few_shot: FewShot,
    /// Whether an undefined variable is an error.
    #[serde(default)]
    pub is_strict: bool,
    /// The text of the values box.
    #[serde(default)]
    pub values: String,
    /// The shown question.
    #[serde(default)]
    pub index: u32,
    /// Marks of the dataset that index and chosen examples belong to.
    #[serde(default)]
    pub dataset: String,
}

/// The Prompt place at work.
#[derive(Default)]
pub(super) struct Prompts {
    pub(super) kept: SavedPrompts,
    /// Dropped templates that are not in a set yet.
    pending: Vec<Pending>,
    prepared: Prepared,
    /// What the page's editors show: the task type and both sources.
    shown: (String, String, String),
    revision: u32,
}

impl Prompts {
    /// Nothing kept any more; revisions go on counting, so that the page notices.
    pub(super) fn emptied(&self) -> Self {
        Self {
            revision: self.revision,
            ..Self::default()
        }
    }

    /// The same when all files are closed.
    pub(super) fn without_files(&mut self) -> Self {
        let mut kept = std::mem::take(self);
        kept.pending.clear();
        kept
    }
}

impl Workspace {
    /// Changes what prompts are made from, and shows the prompt of one question.
    ///
    /// ```
    /// use marksheet::{protocol::{Go, PromptEdit}, workspace::Workspace};
    /// let mut workspace = Workspace::default();
    /// let view = workspace.prompt(1, PromptEdit::Choose("mcqa".into()), Go::Stay);
    /// assert_eq!(view.task_type, "mcqa");
    /// assert!(view.user.text.contains("A) the altimeter"));
    /// ```
    pub fn prompt(&mut self, ticket: u32, edit: PromptEdit, go: Go) -> PromptView {
        let refused = self.edit_prompts(edit);
        self.prepare_prompts();
        let is_not_found = self.go(&go);
        self.show_sources();
        let mut view = self.prompt_view();
        view.refused = refused;
        view.ticket = ticket;
        view.is_not_found = is_not_found;
        view
    }

    /// [`prompt`](Self::prompt) without the messages and all that follows from them: for when making them broke something.
    pub fn prompt_sources(&mut self, ticket: u32, edit: PromptEdit, go: &Go) -> PromptView {
        let refused = self.edit_prompts(edit);
        if let Go::To(index) = go {
            self.prompts.kept.index = *index;
        }
        self.show_sources();
        PromptView {
            ticket,
            refused,
            ..self.sources_view()
        }
    }

    /// How the selected templates differ from those the set came with; nothing for a person's own set.
    pub fn difference(&self) -> Vec<DifferenceLine> {
        let set = self.selected_set();
        let original = Library::default();
        let Some(known) = original.get(&set.task_type) else {
            return Vec::new();
        };
        let pairs = [
            ("system", &known.system, &set.system),
            ("user", &known.user, &set.user),
        ];
        let mut lines = Vec::new();
        for (template, old, new) in pairs {
            let new = with_plain_line_ends(new);
            let of_template = difference(old, &new);
            lines.extend(of_template.into_iter().map(|line| DifferenceLine {
                template: template.to_owned(),
                side: line.side,
                text: line.text.to_owned(),
            }));
        }
        lines
    }

    /// The selected set, or all, as files in a folder for each task type: path and content.
    pub fn template_files(&self, is_all: bool) -> Vec<(String, String)> {
        let selected = self.selected_set();
        let is_wanted = |set: &&TemplateSet| is_all || set.task_type == selected.task_type;
        let sets = self.prompts.kept.library.sets().iter().filter(is_wanted);
        let files = |set: &TemplateSet| {
            let path = |name: &str| format!("{}/{name}.jinja2", set.task_type);
            [
                (path("system"), set.system.clone()),
                (path("user"), set.user.clone()),
            ]
        };
        sets.flat_map(files).collect()
    }

    /// The question whose prompt is shown, from 0.
    pub fn prompt_index(&self) -> u32 {
        self.prompts.kept.index
    }

    /// What prompts are made from at present.
    pub(super) fn prompt_source(&self) -> PromptSource {
        let set = self.selected_set();
        let kept = &self.prompts.kept;
        PromptSource {
            task_type: set.task_type.clone(),
            system: set.system.clone(),
            user: set.user.clone(),
            few_shot: kept.few_shot.clone(),
            is_strict: kept.is_strict,
        }
    }

    /// The prompts as a result zip keeps them.
    pub(super) fn prompt_facts(&self) -> PromptFacts {
        let kept = &self.prompts.kept;
        PromptFacts {
            task_type: self.selected_set().task_type.clone(),
            few_shot: kept.few_shot.clone(),
            is_strict: kept.is_strict,
            files: self.template_files(false),
        }
    }

    fn data(&self) -> Option<&Dataset> {
        self.dataset.as_ref().map(|(_, dataset)| &**dataset)
    }

    /// The set in use.
    pub(super) fn selected_set(&self) -> &TemplateSet {
        let prompts = &self.prompts;
        let task_of = |set: &TemplateSet| prompts.prepared.task_of(set);
        prompts.kept.library.selected(self.data(), task_of)
    }

    /// What prompts are made for: what the dataset asks, or else what the set is for.
    fn prompt_task(&self) -> Option<Task> {
        let of_set = || self.prompts.prepared.task_of(self.selected_set());
        self.data().map(|dataset| dataset.task).or_else(of_set)
    }

    /// Notes what the editors show, and counts up if it is not what they showed.
    fn show_sources(&mut self) {
        let set = self.selected_set();
        let sources = (
            set.task_type.clone(),
            with_plain_line_ends(&set.system).into_owned(),
            with_plain_line_ends(&set.user).into_owned(),
        );
        if sources != self.prompts.shown {
            self.prompts.revision = self.prompts.revision.wrapping_add(1);
            self.prompts.shown = sources;
        }
    }
}
