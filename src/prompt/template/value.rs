//! What a template computes with: Python's values as far as a template can meet them.
//!
//! Lists and dicts are shared and can change, as in Python (`{% set _ = list.append(1) %}`); what comes from outside is
//! copied before a rendering, so that no template changes the next one. Deliberately absent: integers beyond 128 bits
//! (they are an error), bytes, sets, and everything named `__…__`.

use super::dict::Dict;
use super::macros::Macro;
use super::scope::Scope;
use super::shared::Shared;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A value. Cheap to clone.
#[derive(Clone)]
pub(super) enum Value {
    Undefined(Rc<Undefined>),
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(Rc<str>),
    /// Text that is already HTML (`|safe`, `|e`, `|tojson`); adding other text to it escapes that text.
    Markup(Rc<str>),
    List(Rc<Shared<Vec<Value>>>),
    Tuple(Rc<Tuple>),
    Dict(Rc<Shared<Dict>>),
    Object(Rc<Object>),
}

/// A tuple; what `groupby` gives has names for its two members.
pub(super) struct Tuple {
    pub items: Vec<Value>,
    pub is_group: bool,
}

/// Something that was not there, and what to say of it.
pub(super) struct Undefined {
    /// `'contxt' is undefined`, in our words.
    pub message: String,
    /// The expression as written, when it is known.
    pub written: Option<Rc<str>>,
}

impl Undefined {
    /// What stands for the missing `else` of `{{ a if b }}`: never an error, nor worth a note.
    pub fn is_left_out(&self) -> bool {
        self.written.as_deref() == Some("")
    }
}

/// The kinds of objects a template can get hold of.
pub(super) enum Object {
    Range {
        start: i128,
        step: i128,
        len: usize,
    },
    /// Something that can be gone through once.
    Once(RefCell<std::vec::IntoIter<Value>>),
    View {
        kind: View,
        dict: Rc<Shared<Dict>>,
    },
    Macro(Macro),
    Method {
        of: Value,
        name: &'static str,
    },
    Function(Function),
    Loop(Loop),
    Namespace(Shared<Dict>),
    Cycler {
        items: Vec<Value>,
        position: Cell<usize>,
    },
    Joiner {
        separator: Value,
        is_used: Cell<bool>,
    },
    /// `self` in a template with blocks.
    Blocks,
    /// `self.name`, which renders when called.
    Block(usize),
}

/// What of a dict is gone through.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum View {
    Keys,
    Values,
    Items,
}

/// The global functions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Function {
    Range,
    Dict,
    Namespace,
    Cycler,
    Joiner,
    Lipsum,
}

/// The `loop` of a `{% for %}`.
pub(super) struct Loop {
    pub items: RefCell<Vec<Value>>,
    pub index0: Cell<usize>,
    pub depth0: usize,
    pub last_changed: RefCell<Option<Vec<Value>>>,
    /// The loop's node and where it stands, for `loop(children)`.
    pub recurse: Option<(usize, Rc<Scope>)>,
    /// Whether it is among what the rendering empties at its end.
    pub is_kept: Cell<bool>,
}

impl Value {
    pub fn text(text: impl Into<Rc<str>>) -> Self {
        Value::Text(text.into())
    }

    pub fn list(items: Vec<Value>) -> Self {
        Value::List(Rc::new(Shared::of(items)))
    }

    pub fn tuple(items: Vec<Value>) -> Self {
        Value::Tuple(Rc::new(Tuple {
            items,
            is_group: false,
        }))
    }

    pub fn dict(dict: Dict) -> Self {
        Value::Dict(Rc::new(Shared::of(dict)))
    }

    pub fn object(object: Object) -> Self {
        Value::Object(Rc::new(object))
    }

    /// A generator, in Python's words; it can be gone through once.
    pub fn once(items: Vec<Value>) -> Self {
        Value::object(Object::Once(RefCell::new(items.into_iter())))
    }

    pub fn undefined(message: impl Into<String>) -> Self {
        Value::Undefined(Rc::new(Undefined {
            message: message.into(),
            written: None,
        }))
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self, Value::Undefined(_))
    }

    /// The text of a `str`, marked as HTML or not.
    pub fn as_text(&self) -> Option<&Rc<str>> {
        match self {
            Value::Text(text) | Value::Markup(text) => Some(text),
            _ => None,
        }
    }

    /// An integer; `True` and `False` are 1 and 0, as in Python.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(n) => Some(*n),
            Value::Bool(b) => Some(i128::from(*b)),
            _ => None,
        }
    }

    /// A number as a float.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Value::Float(x) => Some(*x),
            _ => self.as_int().map(|n| n as f64),
        }
    }

    /// What to call it in a message to someone who does not program.
    pub fn plain_name(&self) -> &'static str {
        match self {
            Value::Undefined(_) => "something undefined",
            Value::None => "None",
            Value::Bool(_) => "True or False",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Text(_) | Value::Markup(_) => "text",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Dict(_) => "a mapping",
            Value::Object(object) => object.plain_name(),
        }
    }

    /// Python's truth, without an error for something undefined.
    pub fn is_true(&self) -> bool {
        match self {
            Value::Undefined(_) | Value::None => false,
            Value::Bool(b) => *b,
            Value::Int(n) => *n != 0,
            Value::Float(x) => *x != 0.0,
            Value::Text(text) | Value::Markup(text) => !text.is_empty(),
            Value::List(items) => !items.borrow().is_empty(),
            Value::Tuple(tuple) => !tuple.items.is_empty(),
            Value::Dict(dict) => !dict.borrow().is_empty(),
            Value::Object(object) => match &**object {
                Object::Range { len, .. } => *len > 0,
                Object::View { dict, .. } => !dict.borrow().is_empty(),
                Object::Loop(state) => !state.items.borrow().is_empty(),
                _ => true,
            },
        }
    }

    /// Python's `len`, where there is one.
    pub fn len(&self) -> Option<usize> {
        Some(match self {
            Value::Undefined(_) => 0,
            Value::Text(text) | Value::Markup(text) => text.chars().count(),
            Value::List(items) => items.borrow().len(),
            Value::Tuple(tuple) => tuple.items.len(),
            Value::Dict(dict) => dict.borrow().len(),
            Value::Object(object) => match &**object {
                Object::Range { len, .. } => *len,
                Object::View { dict, .. } => dict.borrow().len(),
                Object::Loop(state) => state.items.borrow().len(),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether it is the very same value (`is sameas`).
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            // Small integers are shared in Python; larger ones are only the same object by chance.
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Text(a), Value::Text(b)) | (Value::Markup(a), Value::Markup(b)) => {
                Rc::ptr_eq(a, b) || a == b
            }
            (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b),
            (Value::Tuple(a), Value::Tuple(b)) => {
                Rc::ptr_eq(a, b) || (a.items.is_empty() && b.items.is_empty())
            }
            (Value::Dict(a), Value::Dict(b)) => Rc::ptr_eq(a, b),
            (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
            (Value::Undefined(a), Value::Undefined(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Whether Python's `callable` says so.
    pub fn is_callable(&self) -> bool {
        match self {
            // It has a `__call__`, which raises.
            Value::Undefined(_) => true,
            Value::Object(object) => matches!(
                &**object,
                Object::Macro(_)
                    | Object::Method { .. }
                    | Object::Function(_)
                    | Object::Loop(_)
                    | Object::Joiner { .. }
                    | Object::Block(_)
            ),
            _ => false,
        }
    }
}

impl Object {
    fn plain_name(&self) -> &'static str {
        match self {
            Object::Range { .. } => "a range",
            Object::Once(_) => "a sequence that can be gone through once",
            Object::View { .. } => "a view of a mapping",
            Object::Macro(_) => "a macro",
            Object::Method { .. } => "a method without its parentheses",
            Object::Function(_) => "a function without its parentheses",
            Object::Loop(_) => "the loop",
            Object::Namespace(_) => "a namespace",
            Object::Cycler { .. } => "a cycler",
            Object::Joiner { .. } => "a joiner",
            Object::Blocks | Object::Block(_) => "a block",
        }
    }
}
