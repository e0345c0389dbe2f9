//! Any text as part of HTML or XML.
//!
//! Deliberately absent: markup of its own; what is shown is text and nothing else.

use std::fmt::Write;

/// `text` for use between tags and in quoted attributes of HTML and XML. Characters that XML forbids become U+FFFD; marks
/// that turn the direction of writing beyond their own letters are shown by their number, so that no text changes how its neighbors read.
///
/// ```
/// use marksheet::markup::escaped;
/// assert_eq!(escaped("<b title='x'>&</b>"), "&lt;b title=&#39;x&#39;&gt;&amp;&lt;/b&gt;");
/// assert_eq!(escaped("a\u{0}b"), "a\u{fffd}b");
/// assert_eq!(escaped("a\u{202e}b"), "a\u{2039}U+202E\u{203a}b");
/// ```
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' => safe.push(c),
            // A lone carriage return would come back as a line break.
            '\r' => safe.push('\n'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\u{2039}U+{:04X}\u{203a}", c as u32);
            }
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c if c.is_control() => safe.push('\u{fffd}'),
            c if (c as u32) & 0xfffe == 0xfffe => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
