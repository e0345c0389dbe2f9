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

impl Workspace {
    /// Everything there is to tell. With values from the box, variables of any name are right.
    pub(super) fn prompt_notices(
        &self,
        is_boxed: bool,
        undefined: &[Vec<String>; 2],
    ) -> Vec<Problem> {
        let prepared = &self.prompts.prepared;
        let messages = [
            ("system.jinja2", &prepared.system),
            ("user.jinja2", &prepared.user),
        ];
        let mut told = Vec::new();
        let mut unknown: Vec<String> = Vec::new();
        if let Some(problem) = self.other_task() {
            told.push(problem);
        } else if !is_boxed {
            let task = self.prompt_task().unwrap_or(Task::Extractive);
            let variables = known(task);
            if messages.iter().all(|(_, parsed)| parsed.is_readable()) {
                let missing = variables
                    .iter()
                    .filter(|known| known.is_required && !prepared.uses(known.name));
                told.extend(missing.map(not_used));
            }
            for (file, parsed) in messages {
                for variable in self.unknown(parsed, &variables) {
                    told.push(unknown_variable(variable, task, &variables).in_file(file));
                    unknown.push(variable.name.clone());
                }
                told.extend(
                    self.unknown_fields(parsed)
                        .into_iter()
                        .map(|problem| problem.in_file(file)),
                );
            }
        }
        for ((file, _), undefined) in messages.iter().zip(undefined) {
            let is_new = |expression: &&String| !unknown.contains(&root(expression).to_owned());
            let undefined: Vec<&str> = undefined
                .iter()
                .filter(is_new)
                .map(String::as_str)
                .collect();
            told.extend(undefined_values(&undefined).map(|problem| problem.in_file(*file)));
        }
        told.extend(self.about_examples());
        let (_, system, user) = &self.prompts.shown;
        told.extend(notices("system.jinja2", system));
        told.extend(notices("user.jinja2", user));
        told
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

    fn unknown<'p>(
        &self,
        parsed: &'p Parsed,
        variables: &[Known],
    ) -> impl Iterator<Item = &'p Variable> {
        let names: Vec<&str> = variables.iter().map(|known| known.name).collect();
        let is_unknown = move |variable: &&Variable| {
            !variable.is_optional && !names.contains(&variable.name.as_str())
        };
        parsed.variables.iter().filter(is_unknown)
    }

    /// Fields of examples that no shown example has; told only where examples are shown, for otherwise nobody knows.
    fn unknown_fields(&self, parsed: &Parsed) -> Vec<Problem> {
        let fields = &self.prompts.prepared.example_fields;
        if fields.is_empty() {
            return Vec::new();
        }
        let of_examples = parsed
            .variables
            .iter()
            .filter(|variable| variable.name == "examples");
        let used = of_examples.flat_map(|variable| &variable.fields);
        used.filter(|field| !fields.contains(field) && !is_method(field))
            .map(|field| {
                let message = format!("no shown example has the field {}", cut(field, 40));
                let near = nearest(field, fields.iter().map(String::as_str));
                let hint = match near {
                    Some(near) => format!("did you mean {near}?"),
                    None => format!(
                        "they have {}",
                        some_ids(fields.iter().map(String::as_str), 8)
                    ),
                };
                Problem::warning(message).hint(hint)
            })
            .collect()
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
        "{} is not one of the variables: nothing stands in its place",
        cut(name, 40)
    ))
    .hint(hint)
}

fn undefined_values(undefined: &[&str]) -> Option<Problem> {
    let is = match undefined {
        [] => return None,
        [_] => "is undefined: nothing stands in its place",
        _ => "are undefined: nothing stands in their place",
    };
    let named = some_ids(undefined.iter().copied(), N_NAMED);
    Some(Problem::warning(format!("{named} {is}")))
}

/// The variable an expression starts with.
fn root(expression: &str) -> &str {
    expression
        .split(['.', '[', ' ', '|', '('])
        .next()
        .unwrap_or(expression)
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
