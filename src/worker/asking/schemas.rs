//! What the schema in the fields comes to, told when it is asked for and when something it hangs on is another.
//!
//! Deliberately absent: reading and adapting it, which is the workspace's.

use super::{Desk, say};
use crate::dataset::Dataset;
use crate::protocol::{AskForm, FieldRow, Reply, SchemaChoice, SchemaView};
use crate::workspace::build_schema;
use std::sync::Weak;

/// Everything a view of a schema hangs on.
struct Input {
    schema: SchemaChoice,
    text: String,
    provider: String,
    base_url: String,
    field: String,
    /// Known again, but not kept.
    dataset: Option<Weak<Dataset>>,
}

impl Input {
    fn is_as(&self, other: &Self) -> bool {
        let is_same_dataset = match (&self.dataset, &other.dataset) {
            (Some(a), Some(b)) => Weak::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        is_same_dataset
            && self.schema == other.schema
            && self.text == other.text
            && self.provider == other.provider
            && self.base_url == other.base_url
            && self.field == other.field
    }
}

/// The view that was made last, and what of.
pub(in crate::worker) struct LastSchema {
    input: Input,
    view: SchemaView,
}

impl Desk {
    /// Tells what the schema in `form` comes to.
    pub(in crate::worker) fn tell_schema(&mut self, edit: u32, form: &AskForm) {
        self.renew_schema(edit, form);
        if let Some(last) = &mut self.schema {
            last.view.edit = edit;
            say(&Reply::Schema(Box::new(last.view.clone())));
        }
    }

    /// Tells what the schema in the fields comes to, if that can be something else than what was told last.
    pub(in crate::worker) fn tell_schema_if_other(&mut self) {
        let form = self.workspace.form().clone();
        if self.renew_schema(self.edit, &form)
            && let Some(last) = &self.schema
        {
            say(&Reply::Schema(Box::new(last.view.clone())));
        }
    }

    /// Makes the view anew if what it hangs on is another; whether it was.
    fn renew_schema(&mut self, edit: u32, form: &AskForm) -> bool {
        let input = Input {
            schema: form.schema,
            text: form.schema_text.clone(),
            provider: form.provider.clone(),
            base_url: form.base_url.clone(),
            field: form.field_to_extract.clone(),
            dataset: self.workspace.dataset_in_use(),
        };
        let is_other = |last: &LastSchema| !last.input.is_as(&input);
        if !self.schema.as_ref().is_none_or(is_other) {
            return false;
        }
        let view = self.workspace.schema_view(edit, form);
        self.schema = Some(LastSchema { input, view });
        true
    }

    /// Tells the text of a schema that was made with the small form.
    pub(in crate::worker) fn build_schema(&self, name: &str, rows: &[FieldRow]) {
        match build_schema(name, rows) {
            Ok(text) => say(&Reply::BuiltSchema(text)),
            Err(problem) => say(&Reply::OfDeed(problem)),
        }
    }
}
