//! Prompts: Jinja2 templates, what fills them, and the sets they are kept in.
//!
//! Flow: template source → [`Template`] (parsed once); question and few-shot examples → values; both → the message a
//! model gets, byte for byte as Python's Jinja2 makes it with ALUE's settings. Deliberately absent: models, replies.

pub mod few_shot;
pub mod highlight;
pub mod notices;
pub mod template;

pub use few_shot::{FewShot, Pick};
pub use highlight::{TokenKind, highlight};
pub use notices::notices;
pub use template::{Fault, Rendered, Template, Values, Variable};
