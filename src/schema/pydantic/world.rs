//! The classes of a file and what they are: models, Enums, or neither.
//!
//! Deliberately absent: Python's order of bases beyond "the later class has the last word".

use super::expr::Expr;
use super::file::{Class, Field, File, cleaned};
use super::value;
use crate::problem::{Problem, cut};
use rustc_hash::FxHashMap;
use serde_json::Value;

/// Bases of bases that are followed; also the end of classes that inherit from themselves.
const MAX_DEPTH: usize = 30;
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
    n_types: usize,
}

impl<'f> World<'f> {
    pub fn new(file: &'f File) -> Self {
        let mut world = Self {
            file,
            classes: FxHashMap::default(),
            notes: file.notes.clone(),
            line: 1,
            n_types: 0,
        };
        for class in &file.classes {
            if let Some(before) = world.classes.insert(&class.name, class) {
                let message = format!(
                    "the class {} is there twice; the one on line {} is left out",
                    cut(&class.name, 40),
                    before.line
                );
                world
                    .notes
                    .push(Problem::warning(message).on_line(class.line));
            }
        }
        world
    }

    /// Something that was not understood on the present line.
    pub fn warn(&mut self, message: String) {
        let problem = Problem::warning(message).on_line(self.line);
        if self.notes.len() < 200 && !self.notes.contains(&problem) {
            self.notes.push(problem);
        }
    }

    /// Starts counting types anew.
    pub fn count_anew(&mut self) {
        self.n_types = 0;
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
        self.kind_within(class, 0)
    }

    fn kind_within(&self, class: &Class, depth: usize) -> Kind {
        for base in &class.bases {
            let Some(name) = base.name() else {
                continue;
            };
            let of_own = self
                .class(name)
                .filter(|base| depth < MAX_DEPTH && base.name != class.name);
            let kind = match of_own {
                Some(base) => self.kind_within(base, depth + 1),
                None => match self.plain(name) {
                    "BaseModel" => Kind::Model,
                    "RootModel" => Kind::Root,
                    "Enum" | "IntEnum" | "StrEnum" => Kind::Enum,
                    _ => Kind::Other,
                },
            };
            if kind != Kind::Other {
                return kind;
            }
        }
        Kind::Other
    }

    /// The classes a class inherits from that are in the file, the farthest first, itself last.
    pub fn line_of(&self, class: &'f Class) -> Vec<&'f Class> {
        let mut found = Vec::new();
        self.collect_line(class, 0, &mut found);
        found
    }

    fn collect_line(&self, class: &'f Class, depth: usize, found: &mut Vec<&'f Class>) {
        let is_known = found.iter().any(|known| known.name == class.name);
        if depth > MAX_DEPTH || is_known || found.len() > 200 {
            return;
        }
        for base in class.bases.iter().rev().filter_map(Expr::name) {
            if let Some(base) = self.class(base).filter(|base| base.name != class.name) {
                self.collect_line(base, depth + 1, found);
            }
        }
        found.push(class);
    }

    /// The fields of a model, those of its bases first; one that is written again keeps its place.
    pub fn fields(&self, class: &'f Class) -> Vec<&'f Field> {
        let mut fields: Vec<&Field> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for class in self.line_of(class) {
            let own = class
                .fields
                .iter()
                .filter(|field| !field.name.starts_with('_') && field.name != "model_config");
            for field in own.filter(|field| !self.is_of_class(field)) {
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
        self.line_of(class).into_iter().rev().find_map(given)
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
    pub fn members(&mut self, class: &'f Class) -> Vec<(&'f str, Value)> {
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
