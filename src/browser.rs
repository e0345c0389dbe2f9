//! What the browser can do, as plain Rust functions. Knows the core, never the page's components.

pub mod address;
pub mod clock;
pub mod download;
pub mod fetch;
pub mod file;
pub mod folder;
pub mod host;
pub mod kept;
pub mod lock;
pub mod message;
pub mod notice;
pub mod picture;
pub mod pieces;
pub mod store;
pub mod surroundings;
pub mod typing;
pub mod worker;
