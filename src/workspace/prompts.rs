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

pub use totals::Totals;

use super::Workspace;
use crate::dataset::{Dataset, Task};
use crate::problem::Problem;
use crate::prompt::library::with_plain_line_ends;
use crate::prompt::{
    FewShot, Library, Rendered, TemplateSet, Values, approximate_tokens, difference, known,
};
use crate::protocol::{
    DifferenceLine, Go, MessageView, PromptEdit, PromptView, SetView, ValuesFrom, VariableView,
};
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

    /// Only what a newly opened file cannot change.
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
        let mut view = self.prompt_view(refused);
        view.ticket = ticket;
        view.is_not_found = is_not_found;
        view
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

    fn prompt_view(&self, refused: Option<Problem>) -> PromptView {
        let prompts = &self.prompts;
        let prepared = &prompts.prepared;
        let (source, values) = self.preview_values();
        let (system, undefined_in_system) = self.message(&prepared.system, &values);
        let (user, undefined_in_user) = self.message(&prepared.user, &values);
        let boxed = prepared.boxed.problem();
        let mut notices: Vec<Problem> = refused.into_iter().collect();
        let is_boxed = source == ValuesFrom::Box;
        notices.extend(self.prompt_notices(is_boxed, &[undefined_in_system, undefined_in_user]));
        notices.extend(notices::about_length(system.n_tokens + user.n_tokens));
        let (task_type, system_source, user_source) = prompts.shown.clone();
        let item = self
            .data()
            .and_then(|data| data.items.get(prompts.kept.index as usize));
        PromptView {
            revision: prompts.revision,
            sets: self.set_views(),
            task_type,
            system_source,
            user_source,
            undo: prompts.kept.library.undo_words().map(str::to_owned),
            few_shot: prompts.kept.few_shot.clone(),
            n_examples: prepared.listed.n as u32,
            examples: prepared.listed.views(&prepared.indices),
            is_strict: prompts.kept.is_strict,
            values: prompts.kept.values.clone(),
            values_problem: boxed.cloned(),
            source,
            index: prompts.kept.index,
            n_items: self.data().map_or(0, |data| data.items.len() as u32),
            id: item.map(|item| item.id.clone()).unwrap_or_default(),
            system,
            user,
            notices,
            variables: self.variable_views(),
            ..PromptView::default()
        }
    }

    /// Where the previewed values come from, and these.
    fn preview_values(&self) -> (ValuesFrom, Values) {
        let prepared = &self.prompts.prepared;
        if let Some(values) = prepared.boxed.values() {
            return (ValuesFrom::Box, values.clone());
        }
        let index = self.prompts.kept.index as usize;
        match self.data() {
            Some(data) if !data.items.is_empty() => {
                (ValuesFrom::Dataset, prepared.values_of(data, index))
            }
            _ => {
                let few_shot = &self.prompts.kept.few_shot;
                (
                    ValuesFrom::Invented,
                    prepared::invented_values(self.prompt_task(), few_shot),
                )
            }
        }
    }

    /// One message, and what was undefined in it.
    fn message(&self, template: &Parsed, values: &Values) -> (MessageView, Vec<String>) {
        match template.render(values, self.prompts.kept.is_strict) {
            Ok(Rendered {
                text: Ok(text),
                undefined,
            }) => {
                let view = MessageView {
                    n_chars: text.chars().count() as u32,
                    n_tokens: approximate_tokens(&text) as u32,
                    text,
                    fault: None,
                };
                (view, undefined)
            }
            Ok(Rendered {
                text: Err(fault),
                undefined,
            }) => (
                MessageView {
                    fault: Some(fault),
                    ..MessageView::default()
                },
                undefined,
            ),
            Err(fault) => (
                MessageView {
                    fault: Some(fault.clone()),
                    ..MessageView::default()
                },
                Vec::new(),
            ),
        }
    }

    fn set_views(&self) -> Vec<SetView> {
        let library = &self.prompts.kept.library;
        let view = |set: &TemplateSet| SetView {
            task_type: set.task_type.clone(),
            task: self.prompts.prepared.task_of(set),
            is_built_in: library.is_built_in(&set.task_type),
            is_changed: library.is_changed(&set.task_type),
        };
        library.sets().iter().map(view).collect()
    }

    fn variable_views(&self) -> Vec<VariableView> {
        let task = self.prompt_task().unwrap_or(Task::Extractive);
        let view = |known: crate::prompt::Known| VariableView {
            name: known.name.to_owned(),
            about: known.about.to_owned(),
            snippet: known.snippet.to_owned(),
            fields: self.fields_of(known.name, known.fields),
            is_required: known.is_required,
            is_used: self.prompts.prepared.uses(known.name),
        };
        known(task).into_iter().map(view).collect()
    }

    /// A variable's usual fields, and for examples what else the shown ones have.
    fn fields_of(&self, name: &str, usual: &[&str]) -> Vec<String> {
        let mut fields: Vec<String> = usual.iter().map(|field| (*field).to_owned()).collect();
        if name == "examples" {
            let own = &self.prompts.prepared.example_fields;
            fields.extend(
                own.iter()
                    .filter(|own| !usual.contains(&own.as_str()))
                    .cloned(),
            );
        }
        fields
    }
}
