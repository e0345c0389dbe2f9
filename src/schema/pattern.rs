//! Patterns of a schema, in the spelling of ECMAScript and Python, for our small engine.
//!
//! Deliberately absent: look-around and back references, which the engine does not have.

use regex_lite::Regex;

/// What a pattern of a schema matches. It may match anywhere in the text.
///
/// # Errors
/// In words, if the pattern is none, or needs what the engine does not have.
pub(super) fn compile(pattern: &str) -> Result<Regex, String> {
    for (mark, what) in [
        ("(?=", "look-ahead"),
        ("(?!", "look-ahead"),
        ("(?<=", "look-behind"),
        ("(?<!", "look-behind"),
    ] {
        if pattern.contains(mark) {
            return Err(format!("{what} `{mark}` is not understood here"));
        }
    }
    let pattern = pattern.replace("\\Z", "\\z").replace("\\/", "/");
    Regex::new(&pattern).map_err(|error| error.to_string())
}
