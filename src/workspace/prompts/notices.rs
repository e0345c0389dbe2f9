//! What to tell of templates and examples.
//!
//! Deliberately absent: faults that keep a message from being made; they are the message's own.

use super::super::Workspace;
use super::prepared::Parsed;
use crate::dataset::Task;
use crate::problem::{Problem, cut, some_ids};
use crate::prompt::{Known, Variable, known, notices};

/// Above this most models need a special setting, or fail.
const LONG: u32 = 100_000;

/// Ids and names in one message.
const N_NAMED: usize = 5;

/// The templates, as messages name them.
const FILES: [&str; 2] = ["system.jinja2", "user.jinja2"];

impl Workspace {
    /// Everything there is to tell. With values from the box, variables of any name are right.
    pub(super) fn prompt_notices(
        &self,
        is_boxed: bool,
        undefined: &[Vec<String>; 2],
    ) -> Vec<Problem> {
        let mut told = Vec::new();
        // Names of which enough is said: being undefined follows from it.
        let mut named: Vec<String> = Vec::new();
        match self.other_task().filter(|_| !is_boxed) {
            Some(problem) => {
                told.push(problem);
                let all = [Task::Extractive, Task::MultipleChoice].map(known);
                named.extend(all.iter().flatten().map(|known| known.name.to_owned()));
            }
            None if is_boxed => {}
            None => self.about_variables(&mut told, &mut named),
        }
        for (file, undefined) in FILES.into_iter().zip(undefined) {
            let is_new = |expression: &&String| !named.iter().any(|name| is_of(expression, name));
            let undefined = undefined.iter().filter(is_new).map(String::as_str);
            told.extend(undefined_values(undefined.collect()).map(|problem| problem.in_file(file)));
        }
        told.extend(self.about_examples());
        let (_, system, user) = &self.prompts.shown;
        for (file, source) in FILES.into_iter().zip([system, user]) {
            told.extend(notices(file, source));
        }
        told
    }

    fn about_variables(&self, told: &mut Vec<Problem>, named: &mut Vec<String>) {
        let prepared = &self.prompts.prepared;
        let task = self.prompt_task().unwrap_or(Task::Extractive);
        let variables = known(task);
        let templates = [&prepared.system, &prepared.user];
        if templates.iter().all(|template| template.is_readable()) {
            let is_missing = |known: &&Known| known.is_required && !prepared.uses(known.name);
            told.extend(variables.iter().filter(is_missing).map(not_used));
        }
        for (file, template) in FILES.into_iter().zip(templates) {
            for variable in unknown(template, &variables) {
                told.push(unknown_variable(variable, task, &variables).in_file(file));
                named.push(variable.name.clone());
            }
            for field in self.unknown_fields(template) {
                told.push(self.unknown_field(field).in_file(file));
                named.push(format!(".{field}"));
            }
        }
    }

    /// What to say of a set that is for another task than the dataset's.
    fn other_task(&self) -> Option<Problem> {
        let words = |task| match task {
            Task::Extractive => "extractive questions",
            Task::MultipleChoice => "multiple choice",
        };
        let asked = self.data()?.task;
        let set = self.selected_set();
        let task = self.prompts.prepared.task_of(set)?;
        (task != asked).then(|| {
            Problem::warning(format!(
                "the templates of {} are for {}, and the dataset has {}",
                set.task_type,
                words(task),
                words(asked)
            ))
            .hint(format!(
                "choose {}",
                crate::prompt::library::suggested(self.data())
            ))
        })
    }

    /// Fields of examples that no shown example has; none where no examples are shown, for then nobody knows.
    fn unknown_fields<'p>(&self, template: &'p Parsed) -> Vec<&'p str> {
        let fields = &self.prompts.prepared.example_fields;
        let all = template.variables.iter();
        let used = all.filter(|variable| variable.name == "examples");
        used.flat_map(|variable| &variable.fields)
            .filter(|field| !fields.is_empty() && !fields.contains(field) && !is_method(field))
            .map(String::as_str)
            .collect()
    }

    fn unknown_field(&self, field: &str) -> Problem {
        let fields = || {
            self.prompts
                .prepared
                .example_fields
                .iter()
                .map(String::as_str)
        };
        let hint = match nearest(field, fields()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("they have {}", some_ids(fields(), 8)),
        };
        let field = cut(field, 40);
        Problem::warning(format!("no shown example has the field {field}")).hint(hint)
    }

    fn about_examples(&self) -> Vec<Problem> {
        let prepared = &self.prompts.prepared;
        let mut told = Vec::new();
        if !prepared.indices.is_empty()
            && !prepared.uses("examples")
            && prepared.system.is_readable()
            && prepared.user.is_readable()
        {
            let message = "few-shot examples are chosen, and neither template shows them";
            told.push(
                Problem::warning(message).hint(
                    "add a loop over examples to the user template, or set their number to 0",
                ),
            );
        }
        let same: Vec<&str> = prepared
            .indices
            .iter()
            .filter_map(|index| prepared.listed.same_as.get(index))
            .map(String::as_str)
            .collect();
        if !same.is_empty() {
            let n = same.len();
            let (are, them) = if n == 1 {
                ("is a test question", "its answer")
            } else {
                ("are test questions", "their answers")
            };
            let message = format!(
                "{n} of {} shown examples {are} too, so the model is shown {them}: {}",
                prepared.indices.len(),
                some_ids(same, N_NAMED)
            );
            told.push(
                Problem::warning(message)
                    .hint("choose other examples, or leave these questions out of the score"),
            );
        }
        let n_left_out = prepared.listed.n_left_out();
        if n_left_out > 0 {
            let message = format!(
                "{} examples; the last {n_left_out} are not listed",
                prepared.listed.n
            );
            told.push(Problem::info(message).hint("picking at random takes from all of them"));
        }
        told
    }
}

/// The variables that are none of ours, but for those that may be undefined.
fn unknown<'p>(template: &'p Parsed, variables: &[Known]) -> Vec<&'p Variable> {
    let is_known = |name: &str| variables.iter().any(|known| known.name == name);
    let all = template.variables.iter();
    all.filter(|variable| !variable.is_optional && !is_known(&variable.name))
        .collect()
}

/// What to say of a prompt that is longer than many models read.
pub(super) fn about_length(n_tokens: u32) -> Option<Problem> {
    (n_tokens > LONG).then(|| {
        Problem::info(format!(
            "this prompt is about {n_tokens} tokens, more than many models read at once"
        ))
        .hint("show fewer examples, or check the model's context window")
    })
}

fn not_used(known: &Known) -> Problem {
    Problem::warning(format!(
        "neither template uses {}, {}: the model would not see it",
        known.name, known.about
    ))
    .hint(format!("add {} to the user template", known.snippet))
}

fn unknown_variable(variable: &Variable, task: Task, variables: &[Known]) -> Problem {
    let name = variable.name.as_str();
    let names = || variables.iter().map(|known| known.name);
    let hint = match alias(task, name).or_else(|| nearest(name, names())) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    Problem::warning(format!(
        "unknown variable {}: nothing stands in its place",
        cut(name, 40)
    ))
    .hint(hint)
}

fn undefined_values(undefined: Vec<&str>) -> Option<Problem> {
    let its = match undefined.as_slice() {
        [] => return None,
        [_] => "its",
        _ => "their",
    };
    let named = some_ids(undefined, N_NAMED);
    Some(Problem::warning(format!(
        "undefined: {named}; nothing stands in {its} place"
    )))
}

/// Whether an expression starts with the variable, or ends with the `.field`, of that name.
fn is_of(expression: &str, name: &str) -> bool {
    let root = expression.split(['.', '[', ' ', '|', '(']).next();
    root == Some(name) || (name.starts_with('.') && expression.ends_with(name))
}

/// Methods of Python's dict, which are no fields.
fn is_method(field: &str) -> bool {
    matches!(field, "items" | "keys" | "values" | "get")
}

/// What templates of others call our variables.
fn alias(task: Task, name: &str) -> Option<&'static str> {
    match (task, name.to_ascii_lowercase().as_str()) {
        (Task::Extractive, "question" | "input" | "prompt" | "q") => Some("query"),
        (
            Task::Extractive,
            "transcript" | "passage" | "text" | "document" | "paragraph" | "report" | "narrative",
        ) => Some("context"),
        (Task::MultipleChoice, "question" | "query" | "prompt" | "choices" | "options" | "q") => {
            Some("input")
        }
        (_, "few_shot" | "few_shot_examples" | "fewshot" | "shots" | "demonstrations") => {
            Some("examples")
        }
        _ => None,
    }
}

/// The name that is at most two changes away: a letter more, less, another, or two swapped.
fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let lower = name.to_lowercase();
    let distance = |other: &str| changes(&lower, &other.to_lowercase());
    let mut near: Vec<(usize, &str)> = names.map(|other| (distance(other), other)).collect();
    near.sort_by_key(|(n, _)| *n);
    let most = if name.chars().count() > 4 { 2 } else { 1 };
    near.first()
        .filter(|(n, _)| *n <= most)
        .map(|(_, other)| *other)
}

/// How many changes lead from one word to the other, up to 3.
fn changes(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(40).collect(), b.chars().take(40).collect());
    if a.len().abs_diff(b.len()) > 2 {
        return 3;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
            let mut least = (at(&last, j + 1) + 1)
                .min(at(&row, j) + 1)
                .min(at(&last, j) + usize::from(x != y));
            let is_swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if is_swapped {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(3).min(3)
}
