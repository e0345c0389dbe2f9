//! The prompts of a run: made one by one from templates and examples as they were when it began.
//!
//! Deliberately absent: editing and previewing; sending.

use super::{FewShot, Template, Values, of_examples, of_item};
use crate::dataset::Dataset;
use crate::problem::Problem;
use crate::prompt::library::with_plain_line_ends;
use serde::{Deserialize, Serialize};
use serde_json::Map;
use std::sync::Arc;

/// What prompts are made from beside the dataset. A run keeps it, so that it goes on asking in the same words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptSource {
    /// The name of the templates.
    pub task_type: String,
    /// The system template.
    pub system: String,
    /// The user template.
    pub user: String,
    /// Which examples are shown.
    pub few_shot: FewShot,
    /// Whether an undefined variable is an error.
    #[serde(default)]
    pub is_strict: bool,
}

/// Makes the prompts of one dataset from one source.
pub struct PromptMaker {
    dataset: Arc<Dataset>,
    system: Template,
    user: Template,
    /// The values that are the same for all questions.
    examples: Values,
    n_examples: usize,
    is_strict: bool,
}

impl PromptMaker {
    /// Parses the templates and prepares the examples.
    ///
    /// # Errors
    /// When one of the templates cannot be parsed.
    pub fn new(dataset: Arc<Dataset>, source: &PromptSource) -> Result<Self, Problem> {
        let parse = |name, text: &str| {
            Template::parse(name, &with_plain_line_ends(text)).map_err(|fault| fault.problem)
        };
        let indices = source.few_shot.indices(dataset.examples.len());
        let examples = of_examples(&dataset, &indices);
        Ok(Self {
            system: parse("system.jinja2", &source.system)?,
            user: parse("user.jinja2", &source.user)?,
            examples: Values::of(&Map::from_iter([("examples".to_owned(), examples)])),
            n_examples: indices.len(),
            is_strict: source.is_strict,
            dataset,
        })
    }

    /// How many examples each prompt shows.
    pub fn n_examples(&self) -> usize {
        self.n_examples
    }

    /// The system and the user message of the question at `item_idx`, exactly as they are to be sent.
    ///
    /// # Errors
    /// When a template fails on this question, or both messages are blank.
    ///
    /// ```
    /// use marksheet::dataset::{About, Dataset, Item, Task};
    /// use marksheet::prompt::{PromptMaker, PromptSource};
    /// let item = Item { id: "1".into(), question: "Who?".into(), ..Item::default() };
    /// let dataset = Dataset { file: "a.json".into(), task: Task::Extractive, shape: "", about: About::default(),
    ///     has_alue_marks: false, contexts: vec![], items: vec![item], examples: vec![] };
    /// let source = PromptSource { user: "Q: {{ query }}".into(), ..PromptSource::default() };
    /// let maker = PromptMaker::new(dataset.into(), &source).unwrap();
    /// assert_eq!(maker.messages(0).unwrap(), (String::new(), "Q: Who?".to_owned()));
    /// ```
    pub fn messages(&self, item_idx: usize) -> Result<(String, String), Problem> {
        let mut values = self.examples.clone();
        for (name, value) in of_item(&self.dataset, item_idx) {
            values.set(name, &value);
        }
        let make = |template: &Template| {
            let rendered = template.render(&values, self.is_strict);
            rendered.text.map_err(|fault| fault.problem)
        };
        let (system, user) = (make(&self.system)?, make(&self.user)?);
        if system.trim().is_empty() && user.trim().is_empty() {
            let problem = Problem::error("both messages are blank");
            return Err(problem.hint("write a template on Prompt"));
        }
        Ok((system, user))
    }
}
