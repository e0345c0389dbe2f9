//! The Prompt place as the page shows it: template sets, few-shot choice, and the messages of one question.

use crate::dataset::Task;
use crate::problem::Problem;
use crate::prompt::{Fault, FewShot};
use serde::{Deserialize, Serialize};

/// A change of what the prompts are made from. Each acts on the selected set unless it names another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum PromptEdit {
    /// Nothing changes; only the preview is asked for.
    #[default]
    Nothing,
    /// What stands in the two editors.
    Write {
        /// The set they show.
        task_type: String,
        /// The system template.
        system: String,
        /// The user template.
        user: String,
    },
    /// Shows another set.
    Choose(String),
    /// Begins a set of this name, with the templates of the neutral set for the task.
    New(String),
    /// Copies the selected set under this name and selects the copy.
    Duplicate(String),
    /// Gives the selected set another name.
    Rename(String),
    /// Deletes the selected set; of a built-in one, what was changed.
    Delete,
    /// Puts the built-in templates back.
    Reset,
    /// Takes back the last deletion, reset or replacement by a dropped file.
    Undo,
    /// Which examples are shown to the model.
    FewShot(FewShot),
    /// Whether an undefined variable is an error.
    Strict(bool),
    /// The text of the values box; blank: values come from the dataset.
    Values(String),
}

/// Which question's prompt is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Go {
    /// The same as before.
    #[default]
    Stay,
    /// So many further; stops at both ends.
    Step(i32),
    /// This one, from 0.
    To(u32),
    /// The next one after the present whose id, question or context has this text, ignoring case; from the start
    /// again after the last.
    Find(String),
    /// The first one, the present included, that has this text.
    FindFrom(String),
}

/// The Prompt place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptView {
    /// The request's.
    pub ticket: u32,
    /// Counts up whenever the sources below are not what the page last wrote: the editors then take them over.
    pub revision: u32,
    /// All sets, built-in ones first.
    pub sets: Vec<SetView>,
    /// The selected one's name: its task type.
    pub task_type: String,
    /// The system template's source.
    pub system_source: String,
    /// The user template's source.
    pub user_source: String,
    /// Whether the last deletion, reset or replacement can be taken back; in words what.
    pub undo: Option<String>,
    /// Why the last change was not made: a name that cannot be.
    pub refused: Option<Problem>,
    /// Which examples are shown to the model.
    pub few_shot: FewShot,
    /// How many examples the dataset gives.
    pub n_examples: u32,
    /// The first hundred of them, in file order.
    pub examples: Vec<ExampleView>,
    /// Whether an undefined variable is an error.
    pub is_strict: bool,
    /// The text of the values box.
    pub values: String,
    /// What is wrong with it.
    pub values_problem: Option<Problem>,
    /// Where the values come from.
    pub source: ValuesFrom,
    /// Of the shown question: its index from 0; of how many.
    pub index: u32,
    /// How many questions there are.
    pub n_items: u32,
    /// Its id.
    pub id: String,
    /// Whether the last search found nothing.
    pub is_not_found: bool,
    /// The system message.
    pub system: MessageView,
    /// The user message.
    pub user: MessageView,
    /// What to tell of the templates and the examples that belongs to no one place in them.
    pub notices: Vec<Problem>,
    /// The variables a template of this task can use, with the fields of what they hold.
    pub variables: Vec<VariableView>,
}

/// Where the previewed values come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValuesFrom {
    /// A question of the dataset in use.
    Dataset,
    /// The values box.
    Box,
    /// Neither is there: invented ones, so that something can be seen.
    #[default]
    Invented,
}

/// One template set in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetView {
    /// Its name: the task type.
    pub task_type: String,
    /// What its variables are those of; `None` where that cannot be told.
    pub task: Option<Task>,
    /// Whether it comes with the page.
    pub is_built_in: bool,
    /// Whether a built-in one was changed.
    pub is_changed: bool,
}

/// One few-shot example of the dataset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExampleView {
    /// Its question, cut.
    pub question: String,
    /// Its answer, cut.
    pub answer: String,
    /// Its place among those shown to the model, from 0; `None`: it is not shown.
    pub shown: Option<u32>,
    /// The id of the test question it is the same as.
    pub same_as: Option<String>,
}

/// One of the two messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MessageView {
    /// Exactly as it will be sent; empty while there is a fault.
    pub text: String,
    /// Its length in characters.
    pub n_chars: u32,
    /// About how many tokens.
    pub n_tokens: u32,
    /// Why it cannot be made.
    pub fault: Option<Fault>,
}

/// A variable a template can use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableView {
    /// Its name.
    pub name: String,
    /// What it holds, in words.
    pub about: String,
    /// What clicking it inserts: `{{ query }}`, or a loop for a list.
    pub snippet: String,
    /// For a list of examples: the fields of its entries.
    pub fields: Vec<String>,
    /// Whether a template without it makes no sense.
    pub is_required: bool,
    /// Whether one of the two templates uses it.
    pub is_used: bool,
}

/// What all prompts of a run come to; counted in slices, so it arrives in parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TotalsView {
    /// The ticket of the [`PromptView`] they belong to.
    pub ticket: u32,
    /// Questions counted so far.
    pub n_done: u32,
    /// Of how many.
    pub n_items: u32,
    /// Characters of both messages, over all counted.
    pub n_chars: f64,
    /// About how many tokens.
    pub n_tokens: f64,
    /// The longest prompt: its question's index from 0, and its characters.
    pub longest: Option<(u32, u32)>,
    /// How many prompts cannot be made, and the first: its index and id.
    pub failed: Option<(u32, u32, String)>,
}

/// A line of the difference from the built-in template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceLine {
    /// Which template: `system` or `user`.
    pub template: String,
    /// Only in the built-in one (-1), in both (0), or only in the changed one (1).
    pub side: i8,
    /// The line, without its line end.
    pub text: String,
}
