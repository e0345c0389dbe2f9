//! Jinja2's filters: what may stand after `|`.

mod group;
pub(super) mod html;
mod layout;
mod number;
mod pretty;
mod select;
mod sequence;
mod text;
mod url;

use super::error::{Error, Res};
use super::machine::Machine;
use super::macros::Given;
use super::python_text::str_of;
use super::value::Value;
use super::words::nearest;
use std::rc::Rc;

const FILTERS: &[&str] = &[
    "abs",
    "attr",
    "batch",
    "capitalize",
    "center",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "filesizeformat",
    "first",
    "float",
    "forceescape",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "random",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "string",
    "striptags",
    "sum",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "upper",
    "urlencode",
    "urlize",
    "wordcount",
    "wordwrap",
    "xmlattr",
];

/// Whether Jinja2 has a filter of this name.
pub(super) fn is_filter(name: &str) -> bool {
    FILTERS.binary_search(&name).is_ok()
}

/// What to say of a filter Jinja2 does not have.
pub(super) fn unknown(name: &str) -> (String, Option<String>) {
    let hint = match name {
        "to_json" | "json" | "dump" | "json_encode" | "json_dumps" => "write |tojson".to_owned(),
        "strip" => "write |trim, or .strip()".to_owned(),
        "split" => "write .split(…)".to_owned(),
        "startswith" | "endswith" | "splitlines" | "zfill" | "ljust" | "rjust" | "keys"
        | "values" => format!("write .{name}(…)"),
        "size" | "len" => "write |length".to_owned(),
        "str" => "write |string".to_owned(),
        "dict2items" => "write |items".to_owned(),
        "uppercase" => "write |upper".to_owned(),
        "lowercase" => "write |lower".to_owned(),
        "append" | "concat" => "join texts with ~".to_owned(),
        "enumerate" => "use loop.index in a {% for %}".to_owned(),
        _ => match nearest(name, FILTERS.iter().copied()) {
            Some(known) => format!("did you mean {known}?"),
            None => {
                "Jinja2 has no such filter; a method such as .strip() may do the same".to_owned()
            }
        },
    };
    (format!("there is no filter named {name}"), Some(hint))
}

impl Machine<'_> {
    /// `value|name(…)`.
    pub fn apply(&self, name: &str, value: &Value, given: Given) -> Res<Value> {
        self.charge(4)?;
        if !is_filter(name) {
            let (message, hint) = unknown(name);
            let error = Error::new(message);
            return Err(hint.into_iter().fold(error, Error::hint));
        }
        let what = format!("the filter {name}");
        match name {
            "default" | "d" => {
                let [default, is_any] = given.bind(&what, ["default_value", "boolean"], 0)?;
                let is_missing = value.is_undefined()
                    || (is_any.is_some_and(|is_any| is_any.is_true()) && !value.is_true());
                Ok(if is_missing {
                    default.unwrap_or_else(|| Value::text(""))
                } else {
                    value.clone()
                })
            }
            "abs" | "filesizeformat" | "float" | "int" | "round" => {
                number::apply(self, name, value, given)
            }
            "attr" => {
                let [attribute] = given.bind(&what, ["name"], 1)?;
                let attribute = attribute.unwrap_or(Value::None);
                self.attribute_only(value, &attribute)
            }
            "batch" | "dictsort" | "groupby" | "slice" | "sort" | "unique" | "min" | "max"
            | "sum" | "reverse" | "items" | "first" | "last" | "list" | "length" | "count"
            | "join" => sequence::apply(self, name, value, given),
            "map" | "select" | "reject" | "selectattr" | "rejectattr" => {
                select::apply(self, name, value, given)
            }
            "e" | "escape" | "forceescape" | "safe" | "striptags" | "xmlattr" => {
                html::apply(self, name, value, given)
            }
            "urlencode" | "urlize" => url::apply(self, name, value, given),
            "indent" | "truncate" | "wordwrap" => layout::apply(self, name, value, given),
            "tojson" => {
                let [indent] = given.bind(&what, ["indent"], 0)?;
                let indent = match indent {
                    None | Some(Value::None) => None,
                    Some(indent) => Some(match indent.as_text() {
                        Some(text) => text.to_string(),
                        None => " ".repeat(super::methods::size(self, &indent, &what)?),
                    }),
                };
                super::json_text::to_json(self, value, indent.as_deref())
                    .map(|text| Value::Markup(Rc::from(text)))
            }
            "pprint" => {
                given.bind(&what, [], 0)?;
                pretty::pretty(self, value).map(Value::text)
            }
            "random" => Err(Error::new(
                "the filter random gives another prompt each time, so it is not supported",
            )
            .hint("pick by position, as in items[0]")),
            _ => text::apply(self, name, value, given),
        }
    }

    /// `value|attr(name)`: the attribute, never an item.
    fn attribute_only(&self, value: &Value, name: &Value) -> Res<Value> {
        if let Value::Undefined(undefined) = value {
            return Err(self.undefined_error(undefined));
        }
        let Some(name) = name.as_text() else {
            return Err(Error::new("the filter attr needs a name"));
        };
        match self.own_attribute(value, name)? {
            Some(found) => Ok(found),
            None => Ok(Value::undefined(format!(
                "{} has no attribute {name}",
                value.plain_name()
            ))),
        }
    }
}

/// Whether a setting was given and is true.
fn is_on(value: &Option<Value>) -> bool {
    value.as_ref().is_some_and(Value::is_true)
}

/// A setting that was given and is not `None`.
fn set(value: Option<Value>) -> Option<Value> {
    value.filter(|value| !matches!(value, Value::None))
}

/// `soft_str`: text stays as it is, also when it is HTML.
fn soft(machine: &Machine, value: &Value) -> Res<(Rc<str>, bool)> {
    Ok((str_of(machine, value)?, matches!(value, Value::Markup(_))))
}

/// Text that is HTML again if it was.
fn again(text: impl Into<Rc<str>>, is_html: bool) -> Value {
    if is_html {
        Value::Markup(text.into())
    } else {
        Value::Text(text.into())
    }
}
