//! What goes wrong while a template runs, before it has a place.

use super::node::Span;

/// A message in our words; the place is filled in by the innermost expression that has one.
#[derive(Debug)]
pub(super) struct Error {
    pub message: String,
    pub hint: Option<String>,
    pub span: Option<Span>,
}

pub(super) type Res<T> = Result<T, Box<Error>>;

impl Error {
    pub fn new(message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            hint: None,
            span: None,
        })
    }

    pub fn hint(mut self: Box<Self>, hint: impl Into<String>) -> Box<Self> {
        self.hint.get_or_insert_with(|| hint.into());
        self
    }

    pub fn at(mut self: Box<Self>, span: Span) -> Box<Self> {
        self.span.get_or_insert(span);
        self
    }
}

/// A value of the wrong type.
pub(super) fn wrong_type<T>(message: impl Into<String>) -> Res<T> {
    Err(Error::new(message))
}

/// A value of the right type that is not allowed.
pub(super) fn wrong_value<T>(message: impl Into<String>) -> Res<T> {
    Err(Error::new(message))
}
