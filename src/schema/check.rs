//! What is wrong with a schema that a person typed.
//!
//! Deliberately absent: what one provider does not take; [`adapt`](super::adapt()) tells that with its changes.

use super::{Schema, pattern, pointer};
use crate::json;
use crate::problem::{Problem, Severity, cut, some_ids};
use serde_json::{Map, Value};

mod keyword;
mod places;

use keyword::Want;

/// More problems are not listed.
const MAX_PROBLEMS: usize = 50;
/// Schemas within schemas that are looked at; deeper ones are said to be too deep.
const MAX_DEPTH: usize = 60;
/// Schemas in all that are looked at.
const MAX_SCHEMAS: usize = 20_000;

/// What is wrong with a schema: no object at the root, keywords that are unknown or have a value they cannot have,
/// references to nowhere, patterns that cannot be read, and rules that contradict each other. Empty: nothing.
///
/// Problems have their place in the schema as [`item`](crate::problem::Place::item): `#/properties/answer`. Total on any
/// value, at most 50 problems; errors are what would make the check of replies pointless.
///
/// ```
/// use marksheet::schema::{Schema, check};
/// let schema = Schema::new("A", serde_json::json!({"type": "object", "properties": {"a": {}}, "requierd": ["a"]})).unwrap();
/// assert_eq!(check(&schema)[0].message, "the keyword \"requierd\" is not known");
/// ```
pub fn check(schema: &Schema) -> Vec<Problem> {
    let mut checker = Checker {
        root: &schema.value,
        found: Vec::new(),
    };
    checker.root();
    checker.walk();
    checker.found
}

/// Reads a schema from text, with all that [`check`] finds and the lines of it.
///
/// # Errors
/// If `name` is no name for a schema, or `text` is not JSON; then with line and column.
///
/// ```
/// use marksheet::schema::typed;
/// let (_, problems) = typed("A", "{\n  \"type\": \"object\",\n  \"properties\": {\"a\": {\"type\": \"strng\"}}\n}").unwrap();
/// assert_eq!(problems[0].place.line, Some(3));
/// assert_eq!(typed("A", "{\n  \"type\": }").unwrap_err().place.line, Some(2));
/// ```
pub fn typed(name: &str, text: &str) -> Result<(Schema, Vec<Problem>), Problem> {
    let parsed =
        json::parse(text).map_err(|problem| match problem.message.contains("looks cut off") {
            // It is typed, and no file.
            true => problem.hint("type on, or close its brackets and quotes"),
            false => problem,
        })?;
    let schema = Schema::new(name, parsed.value.to_value())?;
    let mut problems = parsed.problems;
    let places = places::of(text);
    problems.extend(check(&schema).into_iter().map(|problem| {
        let place = problem
            .place
            .item
            .as_deref()
            .and_then(|item| places.get(item));
        match place {
            Some((line, column)) => problem.at(*line, *column),
            None => problem,
        }
    }));
    Ok((schema, problems))
}

struct Checker<'s> {
    root: &'s Value,
    found: Vec<Problem>,
}

impl<'s> Checker<'s> {
    fn say(&mut self, place: &str, problem: Problem) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem.of_part(place));
        }
    }

    fn root(&mut self) {
        let Value::Object(_) = self.root else {
            let problem = Problem::error("a schema is an object in curly brackets");
            return self.say(
                "#",
                problem.hint("start with {\"type\": \"object\", \"properties\": {…}}"),
            );
        };
        // A root that refers to a definition is an object if that is one.
        let mut root = self.root;
        for _ in 0..10 {
            let target = root.get("$ref").and_then(Value::as_str);
            match target.and_then(|target| pointer::resolve(self.root, target)) {
                Some(target) => root = target,
                None => break,
            }
        }
        if root.get("type").and_then(Value::as_str) != Some("object") {
            let problem = Problem::error(
                "the schema describes no object: replies are objects with named fields",
            );
            self.say(
                "#",
                problem.hint(
                    "put \"type\": \"object\" at the top, and the fields into \"properties\"",
                ),
            );
        } else if root
            .get("properties")
            .and_then(Value::as_object)
            .is_none_or(Map::is_empty)
        {
            let problem = Problem::warning("the schema names no fields, so any object fits");
            self.say(
                "#",
                problem.hint("add \"properties\": {\"answer\": {\"type\": \"string\"}}"),
            );
        }
    }

    /// Every schema in the schema, in the order of the text.
    fn walk(&mut self) {
        let mut open = vec![(self.root, "#".to_owned(), 0)];
        let mut n_seen = 0;
        while let Some((value, place, depth)) = open.pop() {
            n_seen += 1;
            if depth > MAX_DEPTH || n_seen > MAX_SCHEMAS {
                self.say(
                    &place,
                    Problem::warning(
                        "the schema is too deep or too large from here, and is not looked at",
                    ),
                );
                continue;
            }
            match value {
                Value::Object(schema) => {
                    let mut inner = Vec::new();
                    for (key, value) in schema {
                        self.keyword(key, value, &place, depth, &mut inner);
                    }
                    self.together(schema, &place);
                    open.extend(inner.into_iter().rev());
                }
                Value::Bool(_) => {}
                _ => self.say(
                    &place,
                    Problem::error(
                        "a schema belongs here: an object in curly brackets, true or false",
                    ),
                ),
            }
        }
    }

    fn keyword(
        &mut self,
        key: &str,
        value: &'s Value,
        place: &str,
        depth: usize,
        inner: &mut Vec<(&'s Value, String, usize)>,
    ) {
        let here = pointer::join(place, key);
        let Some(want) = keyword::want(key) else {
            let problem =
                Problem::warning(format!("the keyword \"{}\" is not known", cut(key, 40)));
            let hint = match keyword::nearest(key) {
                Some(meant) => format!("is \"{meant}\" meant?"),
                None => {
                    "it says nothing about replies; fields belong into \"properties\"".to_owned()
                }
            };
            return self.say(&here, problem.hint(hint));
        };
        if want == Want::Unchecked {
            let problem = Problem::warning(format!(
                "{key} is not understood here: replies are not held to it"
            ));
            return self.say(&here, problem);
        }
        if let Some(fault) = keyword::fault(want, key, value) {
            let problem = Problem::error(fault);
            return self.say(
                &here,
                match keyword::hint(key, value) {
                    Some(hint) => problem.hint(hint),
                    None => problem,
                },
            );
        }
        match (want, value) {
            (Want::Schema, value) => inner.push((value, here, depth + 1)),
            (Want::Schemas, Value::Array(members)) => {
                let members = members.iter().enumerate();
                inner
                    .extend(members.map(|(n, value)| {
                        (value, pointer::join(&here, &n.to_string()), depth + 1)
                    }));
            }
            (Want::NamedSchemas, Value::Object(members)) => {
                if key == "patternProperties" {
                    members
                        .keys()
                        .for_each(|name| self.pattern(name, &pointer::join(&here, name)));
                }
                inner.extend(
                    members
                        .iter()
                        .map(|(name, value)| (value, pointer::join(&here, name), depth + 1)),
                );
            }
            (Want::Pattern, Value::String(text)) => self.pattern(text, &here),
            (Want::Reference, Value::String(target)) => self.reference(target, &here),
            _ => {}
        }
    }

    fn pattern(&mut self, text: &str, place: &str) {
        if let Err(reason) = pattern::compile(text) {
            let reason = reason.lines().last().unwrap_or_default();
            let problem = Problem::error(format!(
                "the pattern {} cannot be read: {reason}",
                cut(text, 60)
            ));
            self.say(
                place,
                problem.hint("no run can ask for it; use a plain regular expression"),
            );
        }
    }

    fn reference(&mut self, target: &str, place: &str) {
        if !target.starts_with('#') {
            let problem = Problem::error(format!(
                "the reference {} leads out of the schema",
                cut(target, 60)
            ));
            return self.say(
                place,
                problem.hint("put what it refers to into \"$defs\" and write \"#/$defs/Name\""),
            );
        }
        // References that lead to references: a circle of them never comes to a rule.
        let mut seen = vec![target];
        let mut at = target;
        loop {
            let Some(schema) = pointer::resolve(self.root, at) else {
                let names = self.root.get("$defs").and_then(Value::as_object);
                let names = names
                    .map(|names| some_ids(names.keys().map(String::as_str), 5))
                    .unwrap_or_default();
                let problem =
                    Problem::error(format!("the reference {} leads nowhere", cut(at, 60)));
                let hint = match names.is_empty() {
                    true => "there is nothing in \"$defs\"".to_owned(),
                    false => format!("in \"$defs\" are: {names}"),
                };
                return self.say(place, problem.hint(hint));
            };
            let Some(next) = schema.get("$ref").and_then(Value::as_str) else {
                return;
            };
            if seen.contains(&next) {
                return self.say(place, Problem::error("the references lead in a circle"));
            }
            if seen.len() > 20 {
                return;
            }
            seen.push(next);
            at = next;
        }
    }

    /// Keywords that do not go together.
    fn together(&mut self, schema: &Map<String, Value>, place: &str) {
        const PAIRS: &[(&str, &str)] = &[
            ("minimum", "maximum"),
            ("minLength", "maxLength"),
            ("minItems", "maxItems"),
            ("minProperties", "maxProperties"),
        ];
        for (low, high) in PAIRS {
            let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
            if let (Some(a), Some(b)) = (limit(low), limit(high))
                && a > b
            {
                self.say(
                    &pointer::join(place, low),
                    Problem::error(format!("{low} is more than {high}: nothing fits")),
                );
            }
        }
        let (Some(Value::Array(required)), Some(Value::Object(named))) =
            (schema.get("required"), schema.get("properties"))
        else {
            return;
        };
        let unnamed: Vec<&str> = required
            .iter()
            .filter_map(Value::as_str)
            .filter(|name| !named.contains_key(*name))
            .collect();
        if !unnamed.is_empty() {
            let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
            let severity = if is_closed {
                Severity::Error
            } else {
                Severity::Warning
            };
            let message = format!(
                "required, but not among the properties: {}",
                some_ids(unnamed, 3)
            );
            let mut problem = Problem::warning(message)
                .hint("describe it in \"properties\", or correct the name");
            problem.severity = severity;
            self.say(&pointer::join(place, "required"), problem);
        }
    }
}
