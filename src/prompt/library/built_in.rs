//! The sets that come with the page, and which of them suits a dataset.

use super::TemplateSet;
use super::name;
use crate::dataset::{Dataset, Task, example};

/// A set that comes with the page.
pub(super) struct BuiltIn {
    task_type: &'static str,
    task: Task,
    system: &'static str,
    user: &'static str,
}

macro_rules! built_in {
    ($task_type:literal, $task:expr) => {
        BuiltIn {
            task_type: $task_type,
            task: $task,
            system: include_str!(concat!("../../../templates/", $task_type, "/system.jinja2")),
            user: include_str!(concat!("../../../templates/", $task_type, "/user.jinja2")),
        }
    };
}

/// In the order they are offered.
pub(super) const SETS: &[BuiltIn] = &[
    built_in!("extract_tail_number", Task::Extractive),
    built_in!("aviation_exam", Task::MultipleChoice),
    built_in!("extractive_qa", Task::Extractive),
    built_in!("mcqa", Task::MultipleChoice),
];

impl BuiltIn {
    pub(super) fn set(&self) -> TemplateSet {
        TemplateSet {
            task_type: self.task_type.to_owned(),
            system: self.system.to_owned(),
            user: self.user.to_owned(),
            is_edited: false,
        }
    }
}

fn find(task_type: &str) -> Option<&'static BuiltIn> {
    SETS.iter()
        .find(|known| name::is_same(known.task_type, task_type))
}

/// The set of this name as it comes with the page.
pub(super) fn set(task_type: &str) -> Option<TemplateSet> {
    find(task_type).map(BuiltIn::set)
}

pub(super) fn task(task_type: &str) -> Option<Task> {
    find(task_type).map(|known| known.task)
}

/// The name of the set that suits any data of a task.
///
/// ```
/// use marksheet::{dataset::Task, prompt::library::neutral};
/// assert_eq!(neutral(Task::MultipleChoice), "mcqa");
/// ```
pub fn neutral(task: Task) -> &'static str {
    match task {
        Task::Extractive => "extractive_qa",
        Task::MultipleChoice => "mcqa",
    }
}

/// The name of the set that suits a dataset by what it says about itself and by its questions: tail numbers, an exam on
/// aviation, or else the neutral one. Without a dataset the first.
pub fn suggested(dataset: Option<&Dataset>) -> &'static str {
    let Some(dataset) = dataset else {
        return "extract_tail_number";
    };
    match dataset.task {
        Task::Extractive if is_about_tail_numbers(dataset) => "extract_tail_number",
        Task::MultipleChoice if is_about_aviation(dataset) => "aviation_exam",
        task => neutral(task),
    }
}

/// So many questions and examples are looked at.
const N_LOOKED_AT: usize = 20;

fn is_about_tail_numbers(dataset: &Dataset) -> bool {
    const WORDS: &[&str] = &[
        "tail number",
        "tail_number",
        "tail-number",
        "tailnumber",
        "aircraft registration",
        "registration number",
        "registration mark",
        "n-number",
    ];
    let says = |text: &str| {
        let text = text.to_lowercase();
        WORDS.iter().any(|word| text.contains(word))
    };
    let asked = questions(dataset);
    let n_asked = asked.iter().filter(|text| says(text)).count();
    said(dataset).any(says) || (n_asked > 0 && n_asked * 2 >= asked.len())
}

fn is_about_aviation(dataset: &Dataset) -> bool {
    const WORDS: &[&str] = &[
        "aviation",
        "avionic",
        "aviator",
        "aeronautic",
        "aerodynamic",
        "aerospace",
        "aircraft",
        "airplane",
        "aeroplane",
        "airspace",
        "airport",
        "airspeed",
        "helicopter",
        "rotorcraft",
        "pilot",
        "cockpit",
        "flight",
        "runway",
        "taxiway",
        "altimeter",
        "rudder",
        "aileron",
        "metar",
        "faa",
        "easa",
    ];
    let n_words = |text: &str| {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| WORDS.iter().any(|stem| word.starts_with(stem)))
            .collect();
        words.len()
    };
    let asked = questions(dataset);
    let n_asked = asked.iter().filter(|text| n_words(text) > 0).count();
    said(dataset).any(|text| n_words(text) > 0) || (n_asked > 0 && n_asked * 2 > asked.len())
}

/// What the dataset says about itself.
fn said(dataset: &Dataset) -> impl Iterator<Item = &str> {
    let about = &dataset.about;
    [&about.name, &about.task, &about.description]
        .into_iter()
        .filter_map(Option::as_deref)
        .chain([dataset.file.as_str()])
}

/// The first questions, the examples' included.
fn questions(dataset: &Dataset) -> Vec<String> {
    let name = match dataset.task {
        Task::Extractive => "question",
        Task::MultipleChoice => "input",
    };
    let examples = dataset
        .examples
        .iter()
        .take(N_LOOKED_AT)
        .filter_map(|value| {
            example::completed(value, dataset.task, None)
                .get(name)
                .map(example::text)
        });
    let items = dataset.items.iter().take(N_LOOKED_AT);
    examples
        .chain(items.map(|item| item.question.clone()))
        .collect()
}
