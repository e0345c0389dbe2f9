//! The variables a template of each task can use: ALUE's.
//!
//! Deliberately absent: their values.

use crate::dataset::{Task, example};

/// A variable that every prompt of a task has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// What it holds, in words.
    pub about: &'static str,
    /// What to write to use it.
    pub snippet: &'static str,
    /// For a list of examples: the fields of its entries.
    pub fields: &'static [&'static str],
    /// Whether a template without it makes no sense.
    pub is_required: bool,
}

/// The variables of a task, the required ones first.
///
/// ```
/// use marksheet::{dataset::Task, prompt::known};
/// let names: Vec<_> = known(Task::Extractive).iter().map(|known| known.name).collect();
/// assert_eq!(names, ["query", "context", "examples"]);
/// ```
pub fn known(task: Task) -> Vec<Known> {
    let fields = example::fields(task);
    match task {
        Task::Extractive => vec![
            text("query", "the question", "{{ query }}"),
            text("context", "the text to answer from", "{{ context }}"),
            Known {
                fields,
                snippet: "{% for example in examples %}\n{{ example.transcript }}\n{{ example.question }}\n{{ example.answer }}\n{% endfor %}",
                ..EXAMPLES
            },
        ],
        Task::MultipleChoice => vec![
            text("input", "the question with its choices", "{{ input }}"),
            Known {
                fields,
                snippet: "{% for example in examples %}\n{{ example.input }}\n{{ example.output }}\n{% endfor %}",
                ..EXAMPLES
            },
        ],
    }
}

const EXAMPLES: Known = Known {
    name: "examples",
    about: "the few-shot examples, a list",
    snippet: "",
    fields: &[],
    is_required: false,
};

const fn text(name: &'static str, about: &'static str, snippet: &'static str) -> Known {
    Known {
        name,
        about,
        snippet,
        fields: &[],
        is_required: true,
    }
}
