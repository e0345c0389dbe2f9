//! Prompts: Jinja2 templates, what fills them, and the sets they are kept in.
//!
//! Flow: template source → [`Template`] (parsed once); question and few-shot examples → values; both → the message a
//! model gets, byte for byte as Python's Jinja2 makes it with ALUE's settings. Deliberately absent: models, replies.

pub mod difference;
pub mod few_shot;
pub mod highlight;
mod known;
pub mod library;
mod maker;
pub mod notices;
pub mod template;
mod tokens;
mod values;

pub use difference::{Line, difference};
pub use few_shot::{FewShot, Pick, repeated};
pub use highlight::{TokenKind, highlight};
pub use known::{Known, known};
pub use library::{Library, TemplateSet};
pub use maker::{PromptMaker, PromptSource};
pub use notices::notices;
pub use template::{Fault, Rendered, Template, Values, Variable};
pub use tokens::approximate_tokens;
pub use values::{invented, of_examples, of_item};
