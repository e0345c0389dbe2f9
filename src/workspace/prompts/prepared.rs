//! What a keystroke needs not do again: parsed templates, the examples' values, the examples as listed.
//!
//! Deliberately absent: decisions. Everything here follows from the dataset and what is kept.

use super::SavedPrompts;
use super::listed::Listed;
use super::values_box::ValuesBox;
use crate::dataset::{Dataset, Item, Task};
use crate::problem::cut;
use crate::prompt::library::with_plain_line_ends;
use crate::prompt::{
    Fault, FewShot, Pick, Rendered, Template, TemplateSet, Values, Variable, invented, of_examples,
    of_item,
};
use crate::workspace::Workspace;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::sync::Arc;

/// More fields of examples than this are not told apart.
const MOST_FIELDS: usize = 30;

#[derive(Default)]
pub(super) struct Prepared {
    dataset: Option<Arc<Dataset>>,
    few_shot: Option<FewShot>,
    /// The examples shown, in order.
    pub(super) indices: Vec<usize>,
    /// The fields they have.
    pub(super) example_fields: Vec<String>,
    /// The values that are the same for all questions.
    examples: Option<Values>,
    pub(super) listed: Listed,
    pub(super) system: Parsed,
    pub(super) user: Parsed,
    pub(super) boxed: ValuesBox,
    /// What a person's own sets are for, with the texts that say so.
    tasks: FxHashMap<String, (TemplateSet, Option<Task>)>,
}

/// A template as it was last parsed.
#[derive(Default)]
pub(super) struct Parsed {
    source: String,
    template: Option<Result<Template, Fault>>,
    pub(super) variables: Vec<Variable>,
}

impl Parsed {
    fn prepare(&mut self, name: &str, source: &str) {
        let source = with_plain_line_ends(source);
        if self.template.is_some() && self.source == source {
            return;
        }
        let template = Template::parse(name, &source);
        self.variables = template
            .as_ref()
            .map(Template::variables)
            .unwrap_or_default();
        self.template = Some(template);
        self.source = source.into_owned();
    }

    /// The message, or why there can be none.
    pub(super) fn render(&self, values: &Values, is_strict: bool) -> Result<Rendered, &Fault> {
        match &self.template {
            Some(Ok(template)) => Ok(template.render(values, is_strict)),
            Some(Err(fault)) => Err(fault),
            None => Ok(Rendered {
                text: Ok(String::new()),
                undefined: Vec::new(),
            }),
        }
    }

    pub(super) fn is_readable(&self) -> bool {
        matches!(self.template, Some(Ok(_)))
    }
}

impl Prepared {
    /// Whether it was made for this dataset.
    pub(super) fn is_for(&self, dataset: &Dataset) -> bool {
        let own = self.dataset.as_deref();
        own.is_some_and(|own| std::ptr::eq(own, dataset))
    }

    /// What a set is for, as last found out.
    pub(super) fn task_of(&self, set: &TemplateSet) -> Option<Task> {
        match self.tasks.get(&set.task_type) {
            Some((known, task)) if known == set => *task,
            _ => set.task(),
        }
    }

    /// Whether one of the templates uses a variable.
    pub(super) fn uses(&self, name: &str) -> bool {
        let variables = self.system.variables.iter().chain(&self.user.variables);
        variables.into_iter().any(|variable| variable.name == name)
    }

    /// The values of one question.
    pub(super) fn values_of(&self, dataset: &Dataset, item_idx: usize) -> Values {
        let mut values = match &self.examples {
            Some(values) => values.clone(),
            None => Values::of(&Map::new()),
        };
        for (name, value) in of_item(dataset, item_idx) {
            values.set(name, &value);
        }
        values
    }

    fn prepare_dataset(&mut self, dataset: Option<&Arc<Dataset>>) {
        let is_same = match (&self.dataset, dataset) {
            (None, None) => true,
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            _ => false,
        };
        if !is_same {
            self.dataset = dataset.cloned();
            self.few_shot = None;
            self.listed = dataset.map(|data| Listed::of(data)).unwrap_or_default();
        }
    }

    fn prepare_examples(&mut self, few_shot: &FewShot) {
        if self.few_shot.as_ref() == Some(few_shot) {
            return;
        }
        self.few_shot = Some(few_shot.clone());
        let Some(dataset) = &self.dataset else {
            self.indices = Vec::new();
            self.examples = None;
            self.example_fields = Vec::new();
            return;
        };
        self.indices = few_shot.indices(dataset.examples.len());
        let examples = of_examples(dataset, &self.indices);
        self.example_fields = fields(&examples);
        let values = Map::from_iter([("examples".to_owned(), examples)]);
        self.examples = Some(Values::of(&values));
    }

    fn prepare_tasks(&mut self, sets: &[TemplateSet]) {
        let mut tasks = FxHashMap::default();
        for set in sets {
            let task = self.task_of(set);
            tasks.insert(set.task_type.clone(), (set.clone(), task));
        }
        self.tasks = tasks;
    }
}

/// The fields that entries of a list have.
fn fields(list: &Value) -> Vec<String> {
    let mut fields: Vec<String> = Vec::new();
    let entries = list.as_array().into_iter().flatten();
    for key in entries
        .filter_map(Value::as_object)
        .flat_map(|entry| entry.keys())
    {
        if fields.len() >= MOST_FIELDS {
            break;
        }
        if !fields.contains(key) {
            fields.push(key.clone());
        }
    }
    fields
}

/// Invented values, those of both tasks where it is not known which is meant.
pub(super) fn invented_values(task: Option<Task>, few_shot: &FewShot) -> Values {
    let mut values = match task {
        Some(task) => invented(task),
        None => {
            let mut both = invented(Task::MultipleChoice);
            both.extend(invented(Task::Extractive));
            both
        }
    };
    if let Some(Value::Array(examples)) = values.get_mut("examples") {
        let indices = few_shot.indices(examples.len());
        let picked = indices.iter().filter_map(|i| examples.get(*i).cloned());
        *examples = picked.collect();
    }
    Values::of(&values)
}

/// What tells a dataset from another, short enough to be kept.
fn marks(dataset: &Dataset) -> String {
    let id = |item: Option<&Item>| item.map(|item| cut(&item.id, 40)).unwrap_or_default();
    format!(
        "{} questions, {} examples, {} to {}",
        dataset.items.len(),
        dataset.examples.len(),
        id(dataset.items.first()),
        id(dataset.items.last())
    )
}

impl SavedPrompts {
    /// Beside another dataset than before the first question is shown, and examples that were chosen by hand give way to as
    /// many first ones.
    fn belong_to(&mut self, marks: String) {
        if !self.dataset.is_empty() && self.dataset != marks {
            self.index = 0;
            if let Pick::Chosen(chosen) = &self.few_shot.pick {
                self.few_shot.pick = Pick::First(u32::try_from(chosen.len()).unwrap_or(u32::MAX));
            }
        }
        self.dataset = marks;
    }
}

impl Workspace {
    /// Brings everything up to date that prompts are made from.
    pub(super) fn prepare_prompts(&mut self) {
        if let Some(marks) = self.data().map(marks) {
            self.prompts.kept.belong_to(marks);
        }
        let dataset = self.dataset.as_ref().map(|(_, dataset)| dataset);
        let prompts = &mut self.prompts;
        prompts.prepared.prepare_dataset(dataset);
        prompts.prepared.prepare_examples(&prompts.kept.few_shot);
        prompts.prepared.boxed.prepare(&prompts.kept.values);
        prompts.prepared.prepare_tasks(prompts.kept.library.sets());
        let set = self.selected_set();
        let (system, user) = (set.system.clone(), set.user.clone());
        self.prompts
            .prepared
            .system
            .prepare("system.jinja2", &system);
        self.prompts.prepared.user.prepare("user.jinja2", &user);
        let n_items = self.data().map_or(0, |data| data.items.len());
        let last = u32::try_from(n_items.saturating_sub(1)).unwrap_or(u32::MAX);
        // Without a dataset the index waits for it to come back.
        if n_items > 0 {
            self.prompts.kept.index = self.prompts.kept.index.min(last);
        }
    }
}
