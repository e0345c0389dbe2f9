//! The Prompt place as the page shows it.
//!
//! Deliberately absent: changing anything.

use super::prepared::{self, Parsed};
use super::{Workspace, notices};
use crate::dataset::Task;
use crate::prompt::{Fault, Known, Rendered, TemplateSet, Values, approximate_tokens, known};
use crate::protocol::{MessageView, PromptView, SetView, ValuesFrom, VariableView};

impl Workspace {
    /// The sets, the selected sources and what was chosen.
    pub(super) fn sources_view(&self) -> PromptView {
        let prompts = &self.prompts;
        let (task_type, system_source, user_source) = prompts.shown.clone();
        PromptView {
            revision: prompts.revision,
            sets: self.set_views(),
            task_type,
            system_source,
            user_source,
            undo: prompts.kept.library.undo_words().map(str::to_owned),
            few_shot: prompts.kept.few_shot.clone(),
            is_strict: prompts.kept.is_strict,
            values: prompts.kept.values.clone(),
            index: prompts.kept.index,
            ..PromptView::default()
        }
    }

    pub(super) fn prompt_view(&self) -> PromptView {
        let prompts = &self.prompts;
        let prepared = &prompts.prepared;
        let (source, values) = self.preview_values();
        let (system, undefined_in_system) = self.message(&prepared.system, &values);
        let (user, undefined_in_user) = self.message(&prepared.user, &values);
        let boxed = prepared.boxed.problem();
        let is_boxed = source == ValuesFrom::Box;
        let mut notices = self.prompt_notices(is_boxed, &[undefined_in_system, undefined_in_user]);
        notices.extend(notices::about_length(system.n_tokens + user.n_tokens));
        let item = self
            .data()
            .and_then(|data| data.items.get(prompts.kept.index as usize));
        PromptView {
            n_examples: prepared.listed.n as u32,
            examples: prepared.listed.views(&prepared.indices),
            values_problem: boxed.cloned(),
            source,
            n_items: self.data().map_or(0, |data| data.items.len() as u32),
            id: item.map(|item| item.id.clone()).unwrap_or_default(),
            system,
            user,
            notices,
            variables: self.variable_views(),
            ..self.sources_view()
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
        let rendered = template.render(values, self.prompts.kept.is_strict);
        let (text, undefined) = match rendered {
            Ok(Rendered { text, undefined }) => (text, undefined),
            Err(fault) => (Err(fault.clone()), Vec::new()),
        };
        (text.map_or_else(failed, made), undefined)
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
        let view = |known: Known| VariableView {
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

fn made(text: String) -> MessageView {
    MessageView {
        n_chars: text.chars().count() as u32,
        n_tokens: approximate_tokens(&text) as u32,
        text,
        fault: None,
    }
}

fn failed(fault: Fault) -> MessageView {
    MessageView {
        fault: Some(fault),
        ..MessageView::default()
    }
}
