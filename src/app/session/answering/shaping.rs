//! The form replies are asked for in: what the choice comes to, and the rows a schema is built from.
//!
//! Deliberately absent: reading and adapting schemas, which the worker does.

use crate::app::session::Session;
use crate::protocol::{FieldRow, Request, SchemaChoice, SchemaView};
use leptos::prelude::*;
use std::sync::Arc;

/// A row of the small form, named so that its fields keep the cursor while others come and go.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Never given twice.
    pub id: u32,
    /// What stands in it.
    pub field: FieldRow,
}

/// What decides what a schema comes to; nothing else is worth asking anew.
type Asked = (SchemaChoice, [String; 4]);

/// The handles of the schema.
#[derive(Clone, Copy)]
pub struct Shaping {
    /// As the worker last told it.
    pub view: RwSignal<Arc<SchemaView>>,
    /// The small form, which may be ahead of the text: a row without a name builds nothing.
    pub rows: RwSignal<Vec<Row>>,
    next_id: StoredValue<u32>,
    /// The text the rows were last built into: rows of that text are the ones that stand there.
    built: StoredValue<String>,
    /// The field that was filled in by itself last: what a person typed in its place stays.
    filled: StoredValue<String>,
    /// Whether the schema was chosen or written here, and not brought back.
    is_ours: StoredValue<bool>,
    /// Built texts still to come.
    n_building: StoredValue<u32>,
    asked: StoredValue<Option<Asked>>,
    /// The number of the edit that was asked about.
    asked_edit: StoredValue<u32>,
}

impl Shaping {
    /// No schema.
    pub fn new() -> Self {
        Self {
            view: RwSignal::new(Arc::new(SchemaView::default())),
            rows: RwSignal::new(Vec::new()),
            next_id: StoredValue::new(0),
            built: StoredValue::new(String::new()),
            filled: StoredValue::new(String::new()),
            is_ours: StoredValue::new(false),
            n_building: StoredValue::new(0),
            asked: StoredValue::new(None),
            asked_edit: StoredValue::new(0),
        }
    }

    /// Why nothing is built from the rows as they stand; followed where it is asked.
    pub fn why_not_built(self) -> Option<&'static str> {
        self.rows.with(|rows| {
            let names = || rows.iter().map(|row| row.field.name.trim());
            let is_twice = |(i, name): (usize, &str)| names().take(i).any(|before| before == name);
            let is_empty_choice =
                |row: &Row| row.field.kind == "choice" && row.field.choices.is_empty();
            match () {
                () if names().any(str::is_empty) => Some("Every field needs a name."),
                () if names().enumerate().any(is_twice) => Some("Two fields have the same name."),
                () if rows.iter().any(is_empty_choice) => {
                    Some("A choice needs something to choose.")
                }
                () => None,
            }
        })
    }

    fn row(self, field: FieldRow) -> Row {
        let id = self.next_id.get_value();
        self.next_id.set_value(id + 1);
        Row { id, field }
    }

    /// A new worker knows nothing of what the old one was asked.
    pub(super) fn restart(self) {
        self.asked.set_value(None);
        self.asked_edit.set_value(0);
        self.n_building.set_value(0);
    }

    pub(super) fn forget(self) {
        self.restart();
        self.view.set(Arc::new(SchemaView::default()));
        self.rows.set(Vec::new());
        self.built.set_value(String::new());
        self.filled.set_value(String::new());
        self.is_ours.set_value(false);
    }
}

impl Session {
    /// Asks what the schema comes to, where that may have changed since it was last asked.
    pub(super) fn ask_for_schema(self, edit: u32) {
        let (form, shaping) = (self.answers.form, self.answers.shaping);
        let asked = form.with_untracked(|form| {
            let texts = [
                &form.schema_text,
                &form.field_to_extract,
                &form.provider,
                &form.base_url,
            ];
            (form.schema, texts.map(String::clone))
        });
        if shaping
            .asked
            .with_value(|before| before.as_ref() == Some(&asked))
        {
            return;
        }
        shaping.asked.set_value(Some(asked));
        shaping.asked_edit.set_value(edit);
        self.ask(&Request::Schema {
            edit,
            form: Box::new(form.get_untracked()),
        });
    }

    /// What the schema comes to, told by the worker.
    pub(in crate::app::session) fn hear_schema(self, view: SchemaView) {
        let shaping = self.answers.shaping;
        if view.edit < shaping.asked_edit.get_value() {
            return;
        }
        let (choice, text) = self
            .answers
            .form
            .with_untracked(|form| (form.schema, form.schema_text.clone()));
        // Words typed meanwhile will be asked about as well.
        let is_newest = shaping.asked.with_value(|asked| match asked {
            Some((_, [asked, ..])) => *asked == text,
            None => !self.answers.is_fill_due.get_value(),
        });
        let is_built = shaping.built.with_value(|built| *built == text);
        if choice == SchemaChoice::Custom && is_newest && !is_built {
            // From now on these rows are the text, until one of the two is changed.
            shaping.built.set_value(text);
            let rows = view.rows.clone().unwrap_or_default();
            let rows = rows.into_iter().map(|field| shaping.row(field));
            shaping.rows.set(rows.collect());
        }
        if (choice, is_newest) == (SchemaChoice::Custom, true) && shaping.is_ours.get_value() {
            match view.fields.as_slice() {
                // Half a text has none.
                [] => {}
                [only] => self.fill_field(only),
                // Which of several it is, nobody knows.
                _ => self.fill_field(""),
            }
        }
        shaping.view.set(Arc::new(view));
    }

    /// Another form for replies. Where its answer is in one field alone, that is where it is looked for.
    pub fn choose_schema(self, choice: SchemaChoice) {
        let shaping = self.answers.shaping;
        shaping.is_ours.set_value(true);
        let filled = shaping.filled.get_value();
        self.fill(|form| {
            let typed = form.field_to_extract.trim();
            let is_own = typed != filled && typed != form.schema.field();
            if typed.is_empty() || !is_own {
                choice.field().clone_into(&mut form.field_to_extract);
            }
            form.schema = choice;
        });
        shaping.filled.set_value(choice.field().to_owned());
        self.tell_form();
    }

    /// The only field of a schema is where the answer is, unless the person said otherwise or cleared it.
    fn fill_field(self, name: &str) {
        let filled = self.answers.shaping.filled;
        let before = filled.get_value();
        let form = self.answers.form;
        let is_as_filled = form.with_untracked(|form| form.field_to_extract.trim() == before);
        if before != name && is_as_filled {
            filled.set_value(name.to_owned());
            self.fill(|form| name.clone_into(&mut form.field_to_extract));
        }
    }

    /// The text of the schema is typed.
    pub fn write_schema(self, text: String) {
        self.answers.shaping.is_ours.set_value(true);
        // What the rows would have made of it comes too late.
        self.answers.shaping.n_building.set_value(0);
        self.fill(|form| form.schema_text = text);
    }

    /// A new row at the end of the small form.
    pub fn add_row(self) {
        let shaping = self.answers.shaping;
        let row = shaping.row(FieldRow {
            kind: "text".to_owned(),
            ..FieldRow::default()
        });
        shaping.rows.update(|rows| rows.push(row));
    }

    /// Takes a row out of the small form.
    pub fn remove_row(self, id: u32) {
        let shaping = self.answers.shaping;
        shaping.rows.update(|rows| rows.retain(|row| row.id != id));
        if shaping.rows.with_untracked(Vec::is_empty) {
            self.hear_built(String::new());
        } else {
            self.build();
        }
    }

    /// Changes a row of the small form, and builds the schema anew.
    pub fn edit_row(self, id: u32, change: impl FnOnce(&mut FieldRow)) {
        self.answers.shaping.rows.update(|rows| {
            if let Some(row) = rows.iter_mut().find(|row| row.id == id) {
                change(&mut row.field);
            }
        });
        self.build();
    }

    fn build(self) {
        let shaping = self.answers.shaping;
        if untrack(move || shaping.why_not_built()).is_some() {
            return;
        }
        let rows = shaping.rows.with_untracked(|rows| {
            let fields = rows.iter().map(|row| row.field.clone());
            let trimmed = fields.map(|mut field| {
                field.name = field.name.trim().to_owned();
                field
            });
            trimmed.collect()
        });
        let name = shaping.view.with_untracked(|view| view.name.clone());
        let is_named = !name.is_empty();
        shaping.n_building.update_value(|n| *n += 1);
        self.ask(&Request::BuildSchema {
            name: if is_named { name } else { "Reply".to_owned() },
            rows,
        });
    }

    /// The text of the schema that was built; nothing where the person has written another meanwhile.
    pub(in crate::app::session) fn hear_text_built(self, text: String) {
        let n_building = self.answers.shaping.n_building;
        let n = n_building.get_value();
        if n > 0 {
            n_building.set_value(n - 1);
            self.hear_built(text);
        }
    }

    fn hear_built(self, text: String) {
        self.answers.shaping.is_ours.set_value(true);
        self.answers.shaping.built.set_value(text.clone());
        self.fill(|form| form.schema_text = text);
    }
}
