//! The forms that a run asks replies for in: one schema, or one for each set of letters that its questions offer.
//!
//! Each is adapted to the provider once, however many items it is for. Deliberately absent: which schema stands in the
//! fields; that is in `answers/schema.rs`.

use super::begin::Going;
use super::plan::Who;
use super::schema::{self, Chosen};
use crate::dataset::{Dataset, Item};
use crate::problem::Problem;
use crate::protocol::AskForm;
use crate::provider::{Adapted, Reply, Rung, Structure, Wanted};
use crate::run::{Ask, RunSchema, SchemaForm};
use crate::schema::{Change, Dialect, Effect, Schema, adapt, mcqa_response};
use rustc_hash::FxHashMap;
use serde_json::Value;

/// Values within values of a schema: more could not be read back from what is kept of a run.
const MAX_DEPTH: usize = 100;

/// The forms of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Forms {
    schema: RunSchema,
    /// Of each item the form; empty where all have the first.
    of_items: Vec<u32>,
}

impl Forms {
    /// The forms of a run that is begun with these fields, and how it is asked from the start: a schema that the provider
    /// takes in no form is asked for in words.
    ///
    /// # Errors
    /// When the schema cannot be used.
    pub(super) fn begun(
        form: &AskForm,
        who: Who,
        dataset: &Dataset,
    ) -> Result<(Option<Self>, Adapted), Vec<Problem>> {
        let Who::Model(provider) = who else {
            return Ok((None, Adapted::default()));
        };
        let dialect = provider.dialect;
        let (name, forms) = match schema::chosen(form)? {
            None => return Ok((None, Adapted::default())),
            Some(Chosen::Letters) => {
                let sets = letter_sets(dataset).into_iter();
                let of_set = |(letters, _): (String, usize)| {
                    let all: Vec<char> = letters.chars().collect();
                    let schema = mcqa_response(&all);
                    (schema.name.clone(), made(&schema, dialect, Some(letters)))
                };
                let forms: Vec<_> = sets.map(of_set).collect();
                let name = forms.first().map(|(name, _)| name.clone());
                let forms = forms.into_iter().map(|(_, form)| form).collect();
                (name.unwrap_or_default(), forms)
            }
            Some(Chosen::Fixed(schema)) => {
                let form = made(&schema, dialect, None);
                (schema.name, vec![form])
            }
        };
        let is_refused = |(_, is_accepted): &(SchemaForm, bool)| !is_accepted;
        let adapted = Adapted {
            structure: forms.iter().any(is_refused).then_some(Rung::JsonObject),
            ..Adapted::default()
        };
        let forms: Vec<SchemaForm> = forms.into_iter().map(|(form, _)| form).collect();
        let is_deep = |form: &SchemaForm| is_deep(&form.original) || is_deep(&form.adapted);
        if forms.iter().any(is_deep) {
            let problem = Problem::error("the schema has too many objects and lists within others");
            return Err(vec![problem.hint("ask for fewer levels")]);
        }
        Ok((Some(Self::of(RunSchema { name, forms }, dataset)), adapted))
    }

    /// The forms of a run as they were kept with it.
    pub(super) fn of(schema: RunSchema, dataset: &Dataset) -> Self {
        let by_letters: FxHashMap<&str, u32> = schema
            .forms
            .iter()
            .zip(0..)
            .filter_map(|(form, at)| Some((form.letters.as_deref()?, at)))
            .collect();
        let of_items = match by_letters.is_empty() {
            true => Vec::new(),
            false => {
                let golds = gold_letters(dataset);
                let form = |item| by_letters.get(letters(item, &golds).as_str()).copied();
                let forms = dataset.items.iter().map(form);
                forms.map(|form| form.unwrap_or(u32::MAX)).collect()
            }
        };
        Self { schema, of_items }
    }

    /// As it is kept.
    pub(super) fn schema(&self) -> &RunSchema {
        &self.schema
    }

    fn form(&self, index: u32) -> Option<&SchemaForm> {
        let at = match self.of_items.is_empty() {
            true => 0,
            false => *self.of_items.get(index as usize)?,
        };
        // Letters may have changed since the run was begun: then the widest form is the least wrong.
        let n_letters = |form: &&SchemaForm| form.letters.as_ref().map(String::len);
        let forms = &self.schema.forms;
        forms
            .get(at as usize)
            .or_else(|| forms.iter().max_by_key(n_letters))
    }

    /// What the item at `index` is asked for in.
    pub fn structure(&self, index: u32) -> Structure<'_> {
        match self.form(index) {
            Some(form) => Structure::Schema {
                name: &self.schema.name,
                schema: &form.adapted,
                original: &form.original,
            },
            None => Structure::Plain,
        }
    }

    /// The reply as it counts beside the schema it was asked for by; see [`Reply::checked`].
    pub fn checked(&self, index: u32, reply: Reply, wanted: &Wanted) -> Reply {
        match self.form(index) {
            Some(form) => reply.checked(&form.original, wanted),
            None => reply,
        }
    }
}

impl Going {
    /// What an item is asked for in.
    pub fn structure(&self, ask: &Ask) -> Structure<'_> {
        let forms = self.forms.as_ref();
        forms.map_or(Structure::Plain, |forms| forms.structure(ask.index))
    }

    /// An item's reply as it counts beside the schema it was asked for by.
    pub fn checked(&self, ask: &Ask, reply: Reply) -> Reply {
        match &self.forms {
            Some(forms) => forms.checked(ask.index, reply, &self.wanted),
            None => reply,
        }
    }
}

/// A schema for one dialect, and whether the provider takes it; where it does not, the original is told in words.
fn made(schema: &Schema, dialect: Dialect, letters: Option<String>) -> (SchemaForm, bool) {
    let adapted = adapt(&schema.value, dialect);
    let is_accepted = adapted.is_accepted();
    let form = SchemaForm {
        letters,
        original: schema.value.clone(),
        changes: adapted.changes.iter().map(in_words).collect(),
        adapted: match is_accepted {
            true => adapted.value,
            false => schema.value.clone(),
        },
    };
    (form, is_accepted)
}

/// A change in words, with its place and what follows from it.
pub(super) fn in_words(change: &Change) -> String {
    let place = match change.place.as_str() {
        "#" | "" => String::new(),
        place => format!(" at {place}"),
    };
    let follows = match change.effect {
        Effect::Reworded => "",
        Effect::Looser => "; replies are still checked for it",
        Effect::Narrower => "; some replies that fit cannot be given any more",
        Effect::Refused => {
            ": the schema is not sent as one, it stands in the system message instead"
        }
    };
    format!("{}{place}{follows}", change.message)
}

/// The sets of letters that questions offer, with the number of questions of each, in the order they first occur.
pub(super) fn letter_sets(dataset: &Dataset) -> Vec<(String, usize)> {
    let golds = gold_letters(dataset);
    let mut sets: Vec<(String, usize)> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for item in &dataset.items {
        let letters = letters(item, &golds);
        let at = *known.entry(letters).or_insert_with_key(|letters| {
            sets.push((letters.clone(), 0));
            sets.len() - 1
        });
        if let Some((_, n)) = sets.get_mut(at) {
            *n += 1;
        }
    }
    sets
}

fn letters(item: &Item, golds: &str) -> String {
    match item.choices.is_empty() {
        true => golds.to_owned(),
        false => item.choices.iter().map(|choice| choice.letter).collect(),
    }
}

fn gold_letters(dataset: &Dataset) -> String {
    dataset.gold_letters().into_iter().collect()
}

fn is_deep(value: &Value) -> bool {
    let mut open = vec![(value, 0_usize)];
    while let Some((value, depth)) = open.pop() {
        if depth > MAX_DEPTH {
            return true;
        }
        match value {
            Value::Array(members) => open.extend(members.iter().map(|value| (value, depth + 1))),
            Value::Object(members) => {
                open.extend(members.values().map(|value| (value, depth + 1)));
            }
            _ => {}
        }
    }
    false
}
