//! Whether a value fits a schema, and if not, what is wrong with it in words.
//!
//! Deliberately absent: `format` (an annotation here, as in the draft), `unevaluated…`, `$dynamicRef`, and references to
//! other documents; [`check`](super::check()) says so of schemas that have them.

use super::pointer::resolve;
use crate::json::Json;
use regex_lite::Regex;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::fmt;

mod combine;
mod equal;
mod list;
mod object;
mod scalar;

/// Schemas within schemas, references among them, that are followed before a circle is assumed.
const MAX_DEPTH: usize = 300;
/// Pairs of a schema and a value that are looked at; a schema that doubles at each level would never end.
const MAX_STEPS: usize = 1_000_000;
/// Nobody reads more, and a list of 100,000 wrong items would fill the memory with messages.
const MAX_VIOLATIONS: usize = 100;

/// One rule of a schema that a value breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where in the value: `tail_numbers[0]`; empty for the value as a whole.
    pub place: String,
    /// The keyword that is broken: `required`, `enum`, …; empty when the check could not be finished.
    pub keyword: &'static str,
    /// What is wrong there: `must be a text, but is the number 5`.
    pub message: String,
}

/// `tail_numbers[0] must be a text, but is the number 5`; the value as a whole is called the reply.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.is_empty() {
            true => write!(f, "the reply {}", self.message),
            false => write!(f, "`{}` {}", self.place, self.message),
        }
    }
}

/// What in `instance` does not fit `schema`; empty when all fits. At most 100 violations are listed.
///
/// Follows JSON Schema 2020-12 for the keywords such schemas use: `type`, `enum`, `const`, `properties`, `required`,
/// `additionalProperties`, `patternProperties`, `propertyNames`, `minProperties`, `maxProperties`, `dependentRequired`,
/// `dependentSchemas`, `items`, `prefixItems`, `contains`, `minItems`, `maxItems`, `uniqueItems`, `minimum`, `maximum`,
/// `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`, `minLength`, `maxLength` (in code points), `pattern`, `anyOf`,
/// `oneOf`, `allOf`, `not`, `if`/`then`/`else`, `$ref` within the schema. Numbers are compared by value: `1.0` is a whole
/// number. Total: a keyword that cannot be read, a pattern that is none included, allows everything; a schema that goes
/// round in circles ends in one violation with an empty [`keyword`](Violation::keyword).
///
/// ```
/// use marksheet::{json::parse, schema::{tail_number_response, validate}};
/// let schema = tail_number_response();
/// let fits = parse(r#"{"tail_numbers": ["N1"]}"#).unwrap().value;
/// assert!(validate(&schema.value, &fits).is_empty());
/// let wrong = parse(r#"{"tail_numbers": [5]}"#).unwrap().value;
/// assert_eq!(validate(&schema.value, &wrong)[0].to_string(), "`tail_numbers[0]` must be a text, but is the number 5");
/// ```
pub fn validate(schema: &Value, instance: &Json<'_>) -> Vec<Violation> {
    validate_within(schema, schema, instance)
}

/// [`validate`] by a schema that stands somewhere in `root`, which its references are looked up in.
pub(super) fn validate_within(root: &Value, schema: &Value, instance: &Json<'_>) -> Vec<Violation> {
    let mut checker = Checker {
        root,
        patterns: FxHashMap::default(),
        n_steps: 0,
        n_silent: 0,
        is_exhausted: false,
        found: Vec::new(),
    };
    checker.fits(schema, instance, &Path::Whole, 0);
    if checker.is_exhausted {
        return vec![Violation {
            place: String::new(),
            keyword: "",
            message:
                "could not be checked: the schema goes round in circles, or is too large for it"
                    .to_owned(),
        }];
    }
    checker.found
}

/// Where in the value we are; made into text only when something is wrong.
#[derive(Clone, Copy)]
enum Path<'p> {
    Whole,
    Key(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Whole => Ok(()),
            Path::Key(Path::Whole, key) => f.write_str(key),
            Path::Key(parent, key) => write!(f, "{parent}.{key}"),
            Path::Item(parent, n) => write!(f, "{parent}[{n}]"),
        }
    }
}

struct Checker<'s> {
    root: &'s Value,
    /// Each pattern is compiled once; `None` for those that cannot be read.
    patterns: FxHashMap<&'s str, Option<Regex>>,
    n_steps: usize,
    /// How many branches we are in that are only tried: nothing is recorded there.
    n_silent: usize,
    is_exhausted: bool,
    found: Vec<Violation>,
}

/// What one schema says of one value.
#[derive(Clone, Copy)]
struct Site<'s, 'p> {
    schema: &'s Map<String, Value>,
    path: &'p Path<'p>,
    depth: usize,
}

impl<'s> Checker<'s> {
    fn fits(
        &mut self,
        schema: &'s Value,
        instance: &Json<'_>,
        path: &Path<'_>,
        depth: usize,
    ) -> bool {
        self.n_steps += 1;
        if depth > MAX_DEPTH || self.n_steps > MAX_STEPS {
            self.is_exhausted = true;
        }
        if self.is_exhausted {
            return false;
        }
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => {
                return self.wrong(path, "false", || "must not be there".to_owned());
            }
            _ => return true,
        };
        let site = Site {
            schema,
            path,
            depth,
        };
        let mut is_good = self.fits_reference(site, instance);
        // Once nothing is recorded, the first fault is enough.
        let rules: [fn(&mut Self, Site<'s, '_>, &Json<'_>) -> bool; 5] = [
            Self::fits_scalar_rules,
            Self::fits_list_rules,
            Self::fits_object_rules,
            Self::fits_all_of,
            Self::fits_one_of_several,
        ];
        for rule in rules {
            if !is_good && self.n_silent > 0 {
                return false;
            }
            is_good &= rule(self, site, instance);
        }
        is_good
    }

    fn fits_reference(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let target = site.schema.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|target| resolve(self.root, target));
        target.is_none_or(|target| self.fits(target, instance, site.path, site.depth + 1))
    }

    /// The same, without a record.
    fn would_fit(
        &mut self,
        schema: &'s Value,
        instance: &Json<'_>,
        path: &Path<'_>,
        depth: usize,
    ) -> bool {
        self.n_silent += 1;
        let fits = self.fits(schema, instance, path, depth);
        self.n_silent -= 1;
        fits
    }

    /// Records a violation; always `false`, so that rules can end with it.
    fn wrong(
        &mut self,
        path: &Path<'_>,
        keyword: &'static str,
        message: impl FnOnce() -> String,
    ) -> bool {
        if self.n_silent == 0 && self.found.len() < MAX_VIOLATIONS {
            self.found.push(Violation {
                place: path.to_string(),
                keyword,
                message: message(),
            });
        }
        false
    }

    fn pattern(&mut self, pattern: &'s str) -> Option<&Regex> {
        let compiled = self.patterns.entry(pattern);
        compiled
            .or_insert_with(|| super::pattern::compile(pattern).ok())
            .as_ref()
    }
}

/// A limit that counts: a whole number from 0, `2.0` included.
fn count(schema: &Map<String, Value>, keyword: &str) -> Option<u64> {
    let value = schema.get(keyword)?;
    let whole = value.as_f64().filter(|n| n.fract() == 0.0 && *n >= 0.0);
    value.as_u64().or(whole.map(|n| n as u64))
}

/// How a limit is said: `1 item`, `2 items`.
fn counted(n: u64, noun: &str) -> String {
    match (n, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "property") => format!("{n} properties"),
        _ => format!("{n} {noun}s"),
    }
}
