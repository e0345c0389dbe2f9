//! The classes of a file and what they are: models, Enums, or neither.
//!
//! Deliberately absent: Python's order of bases beyond "the later class has the last word".

use super::expr::Expr;
use super::file::{Class, Field, File, cleaned};
use super::value;
use crate::problem::{Problem, cut};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// Classes that one class inherits from, directly or not; the fields of more are not read.
const MAX_LINE: usize = 200;
/// Fields of all classes in a schema, inherited ones counted with each class. A request with more is never answered.
const MAX_FIELDS: usize = 20_000;
/// Bytes of descriptions and defaults in a schema, which inheritance copies too.
const MAX_BYTES: usize = 4 << 20;
/// Notes beyond this say nothing new.
const MAX_NOTES: usize = 50;
/// Types within types that are read in one file; names for types can double their size with each line.
const MAX_TYPES: usize = 50_000;

/// What a class is for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Model,
    /// A model that is one value: `RootModel[…]`.
    Root,
    Enum,
    Other,
}

pub(super) struct World<'f> {
    pub file: &'f File,
    pub classes: FxHashMap<&'f str, &'f Class>,
    pub notes: Vec<Problem>,
    /// The line that is being read, for notes.
    pub line: u32,
    /// What each class is, by its name.
    kinds: FxHashMap<&'f str, Kind>,
    /// The line of the class that was asked for last: most questions are about the same.
    last_line: RefCell<Option<Line<'f>>>,
    /// The members of the Enum that was asked for last.
    last_members: Option<Members<'f>>,
    n_types: usize,
    n_fields: usize,
    n_bytes: usize,
    n_more_notes: usize,
}

/// A class, and those it inherits from.
type Line<'f> = (&'f str, Rc<[&'f Class]>);
/// An Enum, and its members.
type Members<'f> = (&'f str, Rc<[(&'f str, Value)]>);

impl<'f> World<'f> {
    pub fn new(file: &'f File) -> Self {
        let mut world = Self {
            file,
            classes: FxHashMap::default(),
            notes: Vec::new(),
            line: 1,
            kinds: FxHashMap::default(),
            last_line: RefCell::new(None),
            last_members: None,
            n_types: 0,
            n_fields: 0,
            n_bytes: 0,
            n_more_notes: 0,
        };
        for note in &file.notes {
            world.note(note.clone());
        }
        for class in &file.classes {
            if let Some(before) = world.classes.insert(&class.name, class) {
                let message = format!(
                    "the class {} is there twice; the one on line {} is left out",
                    cut(&class.name, 40),
                    before.line
                );
                world.note(Problem::warning(message).on_line(class.line));
            }
        }
        world.find_kinds();
        world
    }

    fn note(&mut self, problem: Problem) {
        match self.notes.len() < MAX_NOTES {
            true if self.notes.contains(&problem) => {}
            true => self.notes.push(problem),
            false => self.n_more_notes += 1,
        }
    }

    /// All notes, and how many there are beside them.
    pub fn into_notes(self) -> Vec<Problem> {
        let mut notes = self.notes;
        if self.n_more_notes > 0 {
            let message = format!("{} more notes are left out", self.n_more_notes);
            notes.push(Problem::info(message));
        }
        notes
    }

    /// What was noted so far, to be gone back to.
    pub fn mark(&self) -> (usize, usize) {
        (self.notes.len(), self.n_more_notes)
    }

    /// Forgets what was noted since.
    pub fn forget(&mut self, (n_notes, n_more): (usize, usize)) {
        self.notes.truncate(n_notes);
        self.n_more_notes = n_more;
    }

    /// Something that was not understood on the present line.
    pub fn warn(&mut self, message: String) {
        self.note(Problem::warning(message).on_line(self.line));
    }

    /// Starts counting types anew.
    pub fn count_anew(&mut self) {
        (self.n_types, self.n_fields, self.n_bytes) = (0, 0, 0);
    }

    /// Counts a field; `false` once the schema is too large to be of use.
    pub fn may_have_field(&mut self) -> bool {
        self.n_fields += 1;
        self.n_fields <= MAX_FIELDS
    }

    /// Counts the bytes of a text; `false` once there are too many.
    pub fn may_have_text(&mut self, text: &str) -> bool {
        self.n_bytes = self.n_bytes.saturating_add(text.len());
        self.n_bytes <= MAX_BYTES
    }

    /// Why the schema is of no use: it is larger than any server takes.
    pub fn too_large(&self) -> Option<Problem> {
        let message = match () {
            () if self.n_fields > MAX_FIELDS => format!(
                "the classes come to more than {MAX_FIELDS} fields, those they inherit counted with each"
            ),
            () if self.n_bytes > MAX_BYTES => {
                "the classes come to more than 4 MB of descriptions and defaults".to_owned()
            }
            () => return None,
        };
        Some(Problem::error(message).hint("paste only the classes of the reply"))
    }

    /// Counts a type; `false` once there are too many.
    pub fn may_go_on(&mut self) -> bool {
        self.n_types += 1;
        if self.n_types == MAX_TYPES {
            self.warn(
                "there are too many types within types; from here any value is allowed".to_owned(),
            );
        }
        self.n_types < MAX_TYPES
    }

    /// The class a name stands for, `Outer.Inner` included.
    pub fn class(&self, name: &str) -> Option<&'f Class> {
        let last = name.rsplit('.').next().unwrap_or(name);
        self.classes.get(last).copied()
    }

    /// The plain name of what a library calls `typing.List`, `t.List` or, imported so, `L`.
    pub fn plain<'n>(&'n self, name: &'n str) -> &'n str {
        let last = name.rsplit('.').next().unwrap_or(name);
        let is_whole = last.len() == name.len();
        let original = self.file.imported_as.get(last).filter(|_| is_whole);
        original.map_or(last, |original| original.as_str())
    }

    pub fn kind(&self, class: &Class) -> Kind {
        let known = self.kinds.get(class.name.as_str());
        known.copied().unwrap_or(Kind::Other)
    }

    /// What each class is: what the first of its bases is that is anything. Every class is looked at once, however its bases
    /// are linked, and a class that inherits from itself is nothing.
    fn find_kinds(&mut self) {
        let classes: Vec<&'f Class> = self.classes.values().copied().collect();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for class in classes {
            let mut open = vec![class];
            while let Some(class) = open.last().copied() {
                let is_new = seen.insert(&class.name);
                let own = self.own_bases(class);
                let unknown = own.filter(|base| !seen.contains(base.name.as_str()));
                let unknown: Vec<&Class> = unknown.collect();
                if is_new && !unknown.is_empty() {
                    open.extend(unknown);
                    continue;
                }
                open.pop();
                if !self.kinds.contains_key(class.name.as_str()) {
                    let kind = self.kind_of(class);
                    self.kinds.insert(&class.name, kind);
                }
            }
        }
    }

    /// Once those of its bases are known.
    fn kind_of(&self, class: &Class) -> Kind {
        let names = class.bases.iter().filter_map(Expr::name);
        let mut kinds = names.map(|name| match self.own_base(class, name) {
            Some(base) => self.kind(base),
            None => match self.plain(name) {
                "BaseModel" => Kind::Model,
                "RootModel" => Kind::Root,
                "Enum" | "IntEnum" | "StrEnum" => Kind::Enum,
                _ => Kind::Other,
            },
        });
        kinds
            .find(|kind| *kind != Kind::Other)
            .unwrap_or(Kind::Other)
    }

    fn own_base(&self, class: &Class, base: &str) -> Option<&'f Class> {
        self.class(base).filter(|base| base.name != class.name)
    }

    /// The classes of the file that a class names as its bases.
    pub fn own_bases<'c>(
        &'c self,
        class: &'c Class,
    ) -> impl DoubleEndedIterator<Item = &'f Class> + 'c {
        let names = class.bases.iter().filter_map(Expr::name);
        names.filter_map(|name| self.own_base(class, name))
    }

    /// The classes a class inherits from that are in the file, the farthest first, itself last.
    pub fn line_of(&self, class: &'f Class) -> Rc<[&'f Class]> {
        if let Some((name, line)) = &*self.last_line.borrow()
            && *name == class.name
        {
            return Rc::clone(line);
        }
        let line: Rc<[&Class]> = self.walked(class).into();
        *self.last_line.borrow_mut() = Some((&class.name, Rc::clone(&line)));
        line
    }

    /// Says so where not all classes are in the line.
    pub fn warn_of_long_line(&mut self, class: &'f Class) {
        if self.line_of(class).len() >= MAX_LINE {
            self.warn(format!(
                "the class {} inherits from more than {MAX_LINE} others: the fields of the farthest are left out",
                cut(&class.name, 40)
            ));
        }
    }

    fn walked(&self, class: &'f Class) -> Vec<&'f Class> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        // Each class is met twice: before and after its bases.
        let mut open = vec![(class, false)];
        while let Some((class, is_after)) = open.pop() {
            if is_after {
                found.push(class);
            } else if seen.len() < MAX_LINE && seen.insert(&class.name) {
                open.push((class, true));
                let bases = self.own_bases(class).take(MAX_LINE);
                open.extend(bases.map(|base| (base, false)));
            }
        }
        found
    }

    /// The fields of a model, those of its bases first; one that is written again keeps its place.
    pub fn fields(&self, class: &'f Class) -> Vec<&'f Field> {
        let mut fields: Vec<&Field> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for class in self.line_of(class).iter() {
            for field in class.fields.iter().filter(|field| self.is_sent(field)) {
                match places
                    .get(field.name.as_str())
                    .and_then(|place| fields.get_mut(*place))
                {
                    Some(known) => *known = field,
                    None => {
                        places.insert(&field.name, fields.len());
                        fields.push(field);
                    }
                }
            }
        }
        fields
    }

    /// Whether a field is one of each reply.
    pub fn is_sent(&self, field: &Field) -> bool {
        !field.name.starts_with('_') && field.name != "model_config" && !self.is_of_class(field)
    }

    /// A value of the class, not of each reply: `ClassVar[int]`, and `Final` with a value.
    fn is_of_class(&self, field: &Field) -> bool {
        let name = field.annotation.name().map(|name| self.plain(name));
        name == Some("ClassVar") || (name == Some("Final") && field.value.is_some())
    }

    /// A setting of `model_config`, `class Config` or the class line, from the nearest class that has it.
    pub fn setting(&self, class: &'f Class, key: &str) -> Option<&'f Expr> {
        let named = |list: &'f [(String, Expr)]| {
            list.iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value)
        };
        let given = |class: &'f Class| {
            let from_block = class
                .config
                .iter()
                .find(|(name, ..)| name == key)
                .map(|(_, value, _)| value);
            let config = class
                .assigned
                .iter()
                .find(|(name, ..)| name == "model_config");
            let from_config = config.and_then(|(_, config, _)| match config {
                Expr::Call { named: given, .. } => named(given),
                Expr::Dict(entries) => {
                    let is_key =
                        |entry: &&(Expr, Expr)| matches!(&entry.0, Expr::Text(name) if name == key);
                    entries.iter().find(is_key).map(|(_, value)| value)
                }
                _ => None,
            });
            from_config.or(from_block)
        };
        self.line_of(class)
            .iter()
            .rev()
            .find_map(|class| given(class))
    }

    /// The docstring as a description.
    pub fn description(&self, class: &Class) -> Option<String> {
        class
            .doc
            .as_deref()
            .map(cleaned)
            .filter(|doc| !doc.is_empty())
    }

    /// The members of an Enum with their values, in order.
    pub fn members(&mut self, class: &'f Class) -> Rc<[(&'f str, Value)]> {
        if let Some((_, members)) = self
            .last_members
            .as_ref()
            .filter(|(name, _)| *name == class.name)
        {
            return Rc::clone(members);
        }
        let members: Rc<[(&str, Value)]> = self.read_members(class).into();
        self.last_members = Some((&class.name, Rc::clone(&members)));
        members
    }

    fn read_members(&mut self, class: &'f Class) -> Vec<(&'f str, Value)> {
        let is_text = self.line_of(class).iter().any(|class| {
            let mut bases = class.bases.iter().filter_map(Expr::name);
            bases.any(|base| matches!(self.plain(base), "str" | "StrEnum"))
        });
        let mut members: Vec<(&str, Value)> = Vec::new();
        for (name, expr, line) in class
            .assigned
            .iter()
            .filter(|(name, ..)| !name.starts_with('_'))
        {
            self.line = *line;
            let is_auto = matches!(expr, Expr::Call { name, .. } if self.plain(name) == "auto");
            let value = match is_auto {
                true if is_text => Some(Value::String(name.to_lowercase())),
                true => {
                    let last = members.iter().rev().find_map(|(_, value)| value.as_i64());
                    Some(Value::from(last.unwrap_or(0).saturating_add(1)))
                }
                false => value::of(self, expr),
            };
            match value {
                Some(value) => members.push((name, value)),
                None => self.warn(format!(
                    "the value of {} is not understood and is left out",
                    cut(name, 40)
                )),
            }
        }
        members
    }
}
