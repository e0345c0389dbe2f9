//! Pydantic classes as JSON Schema, read as text: what `model_json_schema()` of Pydantic 2 gives for them.
//!
//! Deliberately absent: running Python. What would have to be run (validators, computed defaults, generic models) is
//! said with its line, and the rest still converts.

use super::Schema;
use crate::problem::{Problem, cut, some_ids};
use rustc_hash::FxHashSet;
use serde_json::{Map, Value, json};

mod constraint;
mod emit;
mod expr;
mod file;
mod library;
mod shape;
mod token;
mod types;
mod value;
mod world;

use file::Class;
use world::{Kind, World};

/// Longer texts are not class definitions.
const MAX_BYTES: usize = 1 << 20;

/// What was read from the text of classes.
#[derive(Clone, Debug, PartialEq)]
pub struct PydanticRead {
    /// The schema of the class that no other class uses, under its name.
    pub schema: Schema,
    /// What was not understood, with lines, and which class was taken where several could be meant.
    pub notes: Vec<Problem>,
}

/// Reads the text of Pydantic classes.
///
/// The last model that no other class uses is the one that is asked for. Names for types, docstrings, comments, imports
/// and classes within classes are understood; see the module for what is not.
///
/// # Errors
/// If the text has no class that inherits from `BaseModel`, if a bracket or a text in it never ends, or if it is longer
/// than 1 MiB.
///
/// ```
/// use marksheet::schema::{pydantic, tail_number_response};
/// let text = "from pydantic import BaseModel\nclass TailNumberResponse(BaseModel):\n    tail_numbers: list[str]\n";
/// assert_eq!(pydantic::read(text).unwrap().schema, tail_number_response());
/// ```
pub fn read(text: &str) -> Result<PydanticRead, Problem> {
    if text.len() > MAX_BYTES {
        return Err(Problem::error("the text is too long to be classes")
            .hint("paste only the classes of the reply"));
    }
    let tokens = token::tokens(text)?;
    let file = file::read(&tokens);
    let mut world = World::new(&file);
    let (root, others) = root(&mut world)?;
    world.count_anew();
    let value = document(&mut world, root);
    if let Some(problem) = world.too_large() {
        return Err(problem);
    }
    let mut notes = world.into_notes();
    if !others.is_empty() {
        let names = some_ids(others.iter().map(|class| class.name.as_str()), 5);
        let message = format!(
            "the class {} is taken, as the last that no other uses; not used: {names}",
            cut(&root.name, 40)
        );
        notes.push(
            Problem::info(message)
                .on_line(root.line)
                .hint("put the class you mean last"),
        );
    }
    let schema = Schema {
        name: allowed_name(&root.name),
        value,
    };
    Ok(PydanticRead { schema, notes })
}

/// Providers allow 64 letters, digits, `_` and `-`; Python allows more.
fn allowed_name(name: &str) -> String {
    let allowed = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '_'
        }
    };
    name.chars().take(64).map(allowed).collect()
}

/// The class that is asked for, and the other models that none uses.
fn root<'f>(world: &mut World<'f>) -> Result<(&'f Class, Vec<&'f Class>), Problem> {
    let is_model = |class: &&Class| matches!(world.kind(class), Kind::Model | Kind::Root);
    let models: Vec<&Class> = world.file.classes.iter().filter(is_model).collect();
    let current = |class: &&Class| {
        world
            .classes
            .get(class.name.as_str())
            .is_some_and(|known| std::ptr::eq(*known, *class))
    };
    let models: Vec<&Class> = models.into_iter().filter(current).collect();
    let Some(last) = models.last().copied() else {
        let problem = Problem::error("no class that inherits from BaseModel is in the text");
        return Err(problem.hint("a class looks like this: class Answer(BaseModel):, and below it, indented: answer: str"));
    };
    let used = used(world, &models);
    let free: Vec<&Class> = models
        .into_iter()
        .filter(|class| !used.contains(class.name.as_str()))
        .collect();
    let root = free.last().copied().unwrap_or(last);
    let others = free
        .into_iter()
        .filter(|class| class.name != root.name)
        .collect();
    Ok((root, others))
}

/// The names of the classes that others inherit from or refer to. Every class is looked at once.
fn used<'f>(world: &mut World<'f>, models: &[&'f Class]) -> FxHashSet<&'f str> {
    let mut used = FxHashSet::default();
    let mut open = models.to_vec();
    let mut seen: FxHashSet<&str> = open.iter().map(|class| class.name.as_str()).collect();
    let mark = world.mark();
    while let Some(class) = open.pop() {
        let bases: Vec<&Class> = world.own_bases(class).collect();
        for base in bases {
            used.insert(base.name.as_str());
            // Fields come from bases that are no models too.
            if seen.insert(&base.name) {
                open.push(base);
            }
        }
        let names = emit::own_references(world, class).into_iter();
        let classes = names.filter_map(|name| world.class(&name));
        let others = classes.filter(|other| other.name != class.name);
        used.extend(others.map(|other| other.name.as_str()));
    }
    world.forget(mark);
    used
}

/// The root's schema with all it refers to, directly or not.
fn document(world: &mut World<'_>, root: &Class) -> Value {
    let mut definitions = Map::new();
    let schema = emit::class(world, root);
    let mut open = emit::references(&schema);
    while let Some(name) = open.pop() {
        if definitions.contains_key(&name) {
            continue;
        }
        let Some(class) = world.class(&name) else {
            continue;
        };
        let schema = emit::class(world, class);
        open.extend(emit::references(&schema));
        definitions.insert(name, schema);
    }
    let is_recursive = definitions.contains_key(&root.name);
    definitions.sort_keys();
    let mut whole = Map::new();
    if !definitions.is_empty() {
        whole.insert("$defs".to_owned(), Value::Object(definitions));
    }
    match (is_recursive, schema) {
        (false, Value::Object(schema)) => whole.extend(schema),
        _ => whole.extend([("$ref".to_owned(), json!(format!("#/$defs/{}", root.name)))]),
    }
    let mut whole = Value::Object(whole);
    sort(&mut whole, 0);
    whole
}

/// Keywords in the order of the alphabet, as Pydantic writes them; properties keep the order of the class.
fn sort(value: &mut Value, depth: usize) {
    if depth > 200 {
        return;
    }
    match value {
        Value::Array(members) => members
            .iter_mut()
            .for_each(|member| sort(member, depth + 1)),
        Value::Object(members) => {
            members.sort_keys();
            for (key, value) in members.iter_mut() {
                match (key.as_str(), value) {
                    ("default" | "examples" | "const" | "enum", _) => {}
                    ("properties", Value::Object(properties)) => {
                        properties
                            .values_mut()
                            .for_each(|property| sort(property, depth + 1));
                    }
                    (_, value) => sort(value, depth + 1),
                }
            }
        }
        _ => {}
    }
}
