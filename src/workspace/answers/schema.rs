//! The schema that stands in the fields of the Answers place: read, laid out, adapted to the chosen provider, recommended.
//!
//! Deliberately absent: which item is asked for which form; that is in `answers/forms.rs`.

use super::forms::{in_words, letter_sets};
use super::plan::{Who, who_of_form};
use crate::dataset::{Dataset, Task};
use crate::json;
use crate::problem::{Problem, Severity, some_ids};
use crate::prompt::library::suggested;
use crate::protocol::{AskForm, FieldRow, SchemaChoice, SchemaView};
use crate::provider::Wanted;
use crate::schema::form::{FormField, FormKind, from_schema, to_schema};
use crate::schema::{
    Dialect, Schema, adapt, check, fields, mcqa_response, pydantic, tail_number_response, typed,
};
use crate::workspace::Workspace;
use crate::workspace::open_file::{Content, OpenFile};
use serde_json::Value;

/// The name of a schema that has none of its own.
const NAMELESS: &str = "Answer";

/// Fields of a schema that the small form shows; more are edited as text.
const MAX_ROWS: usize = 60;
/// Changes that are told one by one.
const MAX_CHANGES: usize = 50;
/// Fields that are named.
const MAX_FIELDS: usize = 200;

/// Golds that are looked at.
const N_LOOKED_AT: usize = 20;

/// What is chosen, ready to be asked for.
pub(super) enum Chosen {
    /// The same for every item.
    Fixed(Schema),
    /// `MCQAResponse`, with the letters of each question.
    Letters,
}

/// What is chosen in the fields; `None` for plain text.
///
/// # Errors
/// What is wrong with the schema, where it cannot be used.
pub(super) fn chosen(form: &AskForm) -> Result<Option<Chosen>, Vec<Problem>> {
    match form.schema {
        SchemaChoice::None => Ok(None),
        SchemaChoice::TailNumberResponse => Ok(Some(Chosen::Fixed(tail_number_response()))),
        SchemaChoice::MCQAResponse => Ok(Some(Chosen::Letters)),
        SchemaChoice::Custom => {
            let read = ReadSchema::of(&form.schema_text);
            let is_error = |problem: &Problem| problem.severity == Severity::Error;
            match read.schema {
                // Errors of classes concern what was left out of them.
                Some(schema) if read.is_pydantic || !read.problems.iter().any(is_error) => {
                    Ok(Some(Chosen::Fixed(schema)))
                }
                _ => Err(read.problems.into_iter().filter(is_error).collect()),
            }
        }
    }
}

/// A schema as a person gave it: JSON Schema, or the text of Pydantic classes.
pub(in crate::workspace) struct ReadSchema {
    pub(in crate::workspace) schema: Option<Schema>,
    pub(in crate::workspace) problems: Vec<Problem>,
    pub(in crate::workspace) is_pydantic: bool,
}

impl ReadSchema {
    pub(in crate::workspace) fn of(text: &str) -> Self {
        let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let mut is_pydantic = false;
        let read = if start.is_empty() {
            let problem = Problem::error("there is no schema yet");
            Err(problem.hint("type a JSON Schema, paste Pydantic classes, or build one"))
        } else if start.starts_with(['{', '[']) || json::parse(start).is_ok() {
            let inner = unwrapped(start);
            let text = inner.as_deref().unwrap_or(start);
            typed(NAMELESS, text).map(|(schema, mut problems)| {
                problems.extend(inner.is_some().then(|| {
                    Problem::info("the schema is taken out of what a request wraps it in; lines are counted from its own beginning")
                }));
                (named(schema), problems)
            })
        } else {
            is_pydantic = true;
            pydantic::read(start).map(|read| {
                let mut notes = read.notes;
                notes.extend(check(&read.schema));
                (read.schema, notes)
            })
        };
        let (schema, problems) = match read {
            Ok((schema, problems)) => (Some(schema), problems),
            Err(problem) => (None, vec![problem]),
        };
        Self {
            schema,
            problems,
            is_pydantic,
        }
    }
}

/// The schema within what OpenAI's documents show: `{"type": "json_schema", "json_schema": {"name": …, "schema": {…}}}`, or
/// the inner part of that. Its name becomes the title where it has none.
fn unwrapped(text: &str) -> Option<String> {
    let mut whole: Value = serde_json::from_str(text).ok()?;
    let mut wrapped = &mut whole;
    let mut is_wrapping = false;
    for name in ["response_format", "json_schema"] {
        if wrapped.get(name).is_some_and(Value::is_object) {
            wrapped = wrapped.get_mut(name)?;
            is_wrapping = true;
        }
    }
    is_wrapping |= wrapped.get("name").is_some() || wrapped.get("strict").is_some();
    let is_schema = wrapped.get("properties").is_some() || wrapped.get("$ref").is_some();
    if !is_wrapping || is_schema {
        return None;
    }
    let name = wrapped.get("name").cloned();
    let schema = wrapped.get_mut("schema")?.as_object_mut()?;
    if let Some(name) = name.filter(Value::is_string) {
        schema.entry("title").or_insert(name);
    }
    serde_json::to_string_pretty(schema).ok()
}

/// The schema under its title, as far as a name may have it.
fn named(schema: Schema) -> Schema {
    let title = schema.value.get("title").and_then(Value::as_str);
    let title = title.unwrap_or_default().trim().chars().take(64);
    let allowed = |c: char| match c {
        c if c.is_ascii_alphanumeric() || c == '_' || c == '-' => c,
        _ => '_',
    };
    let title: String = title.map(allowed).collect();
    let has_letters = title.chars().any(|c| c.is_ascii_alphanumeric());
    match Schema::new(title, schema.value.clone()) {
        Ok(named) if has_letters => named,
        _ => schema,
    }
}

impl Workspace {
    /// A dropped schema becomes the custom one on Answers. A field that it does not have is no longer looked for.
    pub(in crate::workspace) fn adopt_schema(&mut self, file: &OpenFile) {
        let text = file
            .parts
            .iter()
            .rev()
            .find_map(|part| match &part.content {
                Content::Schema(text) => Some(text),
                _ => None,
            });
        let Some(text) = text else { return };
        self.form.schema = SchemaChoice::Custom;
        self.form.schema_text.clone_from(text);
        let read = ReadSchema::of(text).schema;
        let fields = read.as_ref().map(|schema| fields(&schema.value));
        let fields = fields.unwrap_or_default();
        let has = |name: &String| fields.contains(&name.as_str());
        match (
            Wanted::from_typed(&self.form.field_to_extract),
            fields.as_slice(),
        ) {
            (Wanted::Fields(names), _) if names.iter().all(has) => {}
            (_, [only]) => (*only).clone_into(&mut self.form.field_to_extract),
            _ => self.form.field_to_extract.clear(),
        }
    }

    /// What the schema in the fields comes to, for the dataset in use and the provider in the fields.
    pub fn schema_view(&self, edit: u32, form: &AskForm) -> SchemaView {
        let dataset = self.dataset.as_ref().map(|(_, dataset)| &**dataset);
        let recommended = recommended(dataset);
        let mut view = SchemaView {
            edit,
            recommended: recommended.filter(|choice| *choice != form.schema),
            ..SchemaView::default()
        };
        let schema = match form.schema {
            SchemaChoice::None => None,
            SchemaChoice::TailNumberResponse => Some(tail_number_response()),
            SchemaChoice::MCQAResponse => Some(of_letters(dataset, &mut view.problems)),
            SchemaChoice::Custom => {
                let read = ReadSchema::of(&form.schema_text);
                view.is_pydantic = read.is_pydantic;
                view.problems = read.problems;
                read.schema
            }
        };
        if let Some(schema) = schema {
            fill(&mut view, &schema, form);
        }
        view
    }
}

fn fill(view: &mut SchemaView, schema: &Schema, form: &AskForm) {
    view.name.clone_from(&schema.name);
    view.text = laid_out(&schema.value);
    let fields = fields(&schema.value);
    view.fields = fields
        .iter()
        .take(MAX_FIELDS)
        .map(|field| (*field).to_owned())
        .collect();
    let rows = from_schema(&schema.value).filter(|rows| rows.len() <= MAX_ROWS);
    view.rows = rows.and_then(|rows| rows.into_iter().map(row).collect());
    if let Some(Who::Model(provider)) = who_of_form(form) {
        let adapted = adapt(&schema.value, provider.dialect);
        let changes = adapted.changes.iter().take(MAX_CHANGES);
        view.changes = changes.map(in_words).collect();
        // Other servers speak OpenAI's format too, and are not OpenAI.
        if provider.key != "openai" && provider.dialect == Dialect::OpenAi {
            for change in &mut view.changes {
                *change = change.replace("OpenAI", "this server's format");
            }
        }
        let n_more = adapted.changes.len().saturating_sub(MAX_CHANGES);
        view.changes
            .extend((n_more > 0).then(|| format!("and {n_more} more")));
        view.adapted = (adapted.value != schema.value).then(|| laid_out(&adapted.value));
    }
    if let Wanted::Fields(names) = Wanted::from_typed(&form.field_to_extract) {
        let is_unknown = |name: &&String| !fields.contains(&name.as_str());
        let unknown: Vec<&str> = names
            .iter()
            .filter(is_unknown)
            .map(String::as_str)
            .collect();
        if !unknown.is_empty() && !fields.is_empty() {
            let message = format!("the schema has no field {}", unknown.join(", "));
            let hint = format!("its fields: {}", some_ids(fields.iter().copied(), 20));
            view.problems.push(Problem::warning(message).hint(hint));
        }
    }
}

/// `MCQAResponse` with the letters that most questions offer.
fn of_letters(dataset: Option<&Dataset>, problems: &mut Vec<Problem>) -> Schema {
    let mut sets = dataset.map(letter_sets).unwrap_or_default();
    sets.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    if let [_, _, ..] = sets.as_slice() {
        let told = sets.iter().take(4);
        let told: Vec<_> = told
            .map(|(letters, n)| match n {
                1 => format!("{letters} in 1 question"),
                n => format!("{letters} in {n} questions"),
            })
            .collect();
        let more = if sets.len() > 4 { ", and others" } else { "" };
        let message = format!(
            "each question is asked with its own letters: {}{more}",
            told.join(", ")
        );
        problems.push(Problem::info(message));
    }
    let letters = sets.first().map(|(letters, _)| letters.as_str());
    let letters: Vec<char> = letters.unwrap_or_default().chars().collect();
    // Of questions of the other kind the page says so by itself.
    let is_to_come = dataset.is_none_or(|dataset| dataset.task == Task::MultipleChoice);
    if letters.is_empty() && is_to_come {
        let problem = Problem::warning("no letters are known, so any text is allowed");
        problems.push(problem.hint("it is for multiple choice: open such a dataset on Data"));
    }
    mcqa_response(&letters)
}

/// The schema that suits the task: letters for multiple choice, a list where tail numbers are asked for and come as lists.
fn recommended(dataset: Option<&Dataset>) -> Option<SchemaChoice> {
    let dataset = dataset?;
    if dataset.task == Task::MultipleChoice {
        return Some(SchemaChoice::MCQAResponse);
    }
    let mut golds = dataset.items.iter().flat_map(|item| &item.answers);
    let has_lists = dataset.has_alue_marks
        || golds
            .by_ref()
            .take(N_LOOKED_AT)
            .any(|gold| gold.starts_with('['));
    (has_lists && suggested(Some(dataset)) == "extract_tail_number")
        .then_some(SchemaChoice::TailNumberResponse)
}

fn laid_out(value: &Value) -> String {
    // A value with text keys always serializes.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A field as the small form shows it; `None` for lists within lists.
fn row(field: FormField) -> Option<FieldRow> {
    let (kind, is_list) = match field.kind {
        FormKind::List(kind) => (*kind, true),
        kind => (kind, false),
    };
    let (kind, choices) = match kind {
        FormKind::Text => ("text", Vec::new()),
        FormKind::Whole => ("whole", Vec::new()),
        FormKind::Number => ("number", Vec::new()),
        FormKind::YesNo => ("yes_no", Vec::new()),
        FormKind::Choice(choices) => ("choice", choices),
        FormKind::List(_) => return None,
    };
    Some(FieldRow {
        name: field.name,
        kind: kind.to_owned(),
        is_list,
        is_optional: field.is_optional,
        description: field.description,
        choices,
    })
}

/// The text of a schema that was made with the small form, under its name as title.
///
/// # Errors
/// What is wrong with a field, or the name.
///
/// ```
/// use marksheet::{protocol::FieldRow, workspace::build_schema};
/// let row = FieldRow { name: "tail".into(), kind: "text".into(), is_list: true, ..FieldRow::default() };
/// assert!(build_schema("Reply", &[row]).unwrap().contains("\"title\": \"Reply\""));
/// assert!(build_schema("Reply", &[]).is_err());
/// ```
pub fn build_schema(name: &str, rows: &[FieldRow]) -> Result<String, Problem> {
    let name = match name.trim() {
        "" => NAMELESS,
        name => name,
    };
    let fields: Vec<FormField> = rows.iter().map(field).collect::<Result<_, _>>()?;
    let mut schema = to_schema(name, &fields)?;
    if let Some(members) = schema.value.as_object_mut() {
        members.shift_insert(0, "title".to_owned(), Value::from(name));
    }
    Ok(laid_out(&schema.value))
}

fn field(row: &FieldRow) -> Result<FormField, Problem> {
    let kind = match row.kind.as_str() {
        "text" => FormKind::Text,
        "whole" => FormKind::Whole,
        "number" => FormKind::Number,
        "yes_no" => FormKind::YesNo,
        "choice" => {
            let choices = row.choices.iter().map(|choice| choice.trim());
            let choices = choices.filter(|choice| !choice.is_empty());
            FormKind::Choice(choices.map(str::to_owned).collect())
        }
        other => {
            let message = format!("a field cannot hold {other}");
            let hint = "choose text, whole, number, yes_no or choice";
            return Err(Problem::error(message).hint(hint));
        }
    };
    Ok(FormField {
        name: row.name.trim().to_owned(),
        kind: match row.is_list {
            true => FormKind::List(Box::new(kind)),
            false => kind,
        },
        is_optional: row.is_optional,
        description: row.description.trim().to_owned(),
    })
}
