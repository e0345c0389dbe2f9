//! A schema on its way from a type: still known as a union, so that limits reach the member they are meant for.
//!
//! Deliberately absent: which limits there are; see `constraint.rs`.

use rustc_hash::FxHashSet;
use serde_json::{Map, Value, json};

/// A type's schema. Texts about it (`description`, `title`, …) lie in `extra`, or in the schema itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Plain(Map<String, Value>),
    /// A class of the file.
    Ref {
        name: String,
        extra: Map<String, Value>,
    },
    /// Several types without null.
    Union {
        members: Vec<Shape>,
        extra: Map<String, Value>,
    },
    /// The type or null.
    Nullable {
        inner: Box<Shape>,
        extra: Map<String, Value>,
    },
}

impl Shape {
    pub fn of(schema: Value) -> Self {
        match schema {
            Value::Object(schema) => Shape::Plain(schema),
            _ => Shape::any(),
        }
    }

    /// A schema of these keywords; their values are not copied, which `json!` would do at every level.
    pub fn with<const N: usize>(keywords: [(&str, Value); N]) -> Self {
        let keywords = keywords
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Shape::Plain(keywords.collect())
    }

    /// The schema, without a copy where there is only one.
    pub fn into_schema(self) -> Value {
        match self {
            Shape::Plain(schema) => Value::Object(schema),
            other => other.schema(),
        }
    }

    /// Any value at all.
    pub fn any() -> Self {
        Shape::Plain(Map::new())
    }

    /// The type of several; unions within it are opened, null comes last.
    pub fn union(members: Vec<Shape>) -> Self {
        let (mut found, mut has_null) = (Vec::new(), false);
        for member in members {
            flatten(member, &mut found, &mut has_null);
        }
        let mut seen = FxHashSet::default();
        found.retain(|member: &Shape| seen.insert(member.schema().to_string()));
        let mut members = found;
        let inner = match (members.len(), has_null) {
            (0, _) => return Shape::of(json!({"type": "null"})),
            (1, _) => members.remove(0),
            _ => Shape::Union {
                members,
                extra: Map::new(),
            },
        };
        match has_null {
            true => Shape::Nullable {
                inner: Box::new(inner),
                extra: Map::new(),
            },
            false => inner,
        }
    }

    /// Where texts about the type belong.
    pub fn extra(&mut self) -> &mut Map<String, Value> {
        match self {
            Shape::Plain(extra)
            | Shape::Ref { extra, .. }
            | Shape::Union { extra, .. }
            | Shape::Nullable { extra, .. } => extra,
        }
    }

    /// Whether a title made of the field's name would stand beside a class that has one.
    pub fn has_own_title(&self) -> bool {
        match self {
            Shape::Ref { .. } => true,
            Shape::Nullable { inner, .. } => inner.has_own_title(),
            _ => false,
        }
    }

    pub fn schema(&self) -> Value {
        let (mut schema, extra) = match self {
            Shape::Plain(schema) => return Value::Object(schema.clone()),
            Shape::Ref { name, extra } => (json!({"$ref": format!("#/$defs/{name}")}), extra),
            Shape::Union { members, extra } => {
                let members: Vec<Value> = members.iter().map(Shape::schema).collect();
                (json!({"anyOf": members}), extra)
            }
            Shape::Nullable { inner, extra } => {
                let mut members = match &**inner {
                    Shape::Union { members, extra } if extra.is_empty() => {
                        members.iter().map(Shape::schema).collect()
                    }
                    inner => vec![inner.schema()],
                };
                members.push(json!({"type": "null"}));
                (json!({"anyOf": members}), extra)
            }
        };
        if let Some(schema) = schema.as_object_mut() {
            schema.extend(extra.clone());
        }
        schema
    }
}

fn flatten(member: Shape, found: &mut Vec<Shape>, has_null: &mut bool) {
    match member {
        Shape::Union { members, extra } if extra.is_empty() => {
            members
                .into_iter()
                .for_each(|member| flatten(member, found, has_null));
        }
        Shape::Nullable { inner, extra } if extra.is_empty() => {
            *has_null = true;
            flatten(*inner, found, has_null);
        }
        Shape::Plain(schema)
            if schema.len() == 1 && schema.get("type") == Some(&Value::from("null")) =>
        {
            *has_null = true
        }
        other => found.push(other),
    }
}
