//! An API key: a text that can be sent to the server it was typed for, and nothing else.
//!
//! Deliberately absent: `Debug`, `Display`, `Serialize`, `Clone`, comparison. What cannot be written cannot leak.

use super::address;
use crate::problem::Problem;
use crate::said::Said;
use std::borrow::Cow;

/// What stands where a key stood.
pub const REDACTED: &str = "[key]";

/// Shorter keys (`EMPTY`, `test`) are placeholders of local servers: taking them out of replies would change answers.
const MIN_SECRET: usize = 8;

/// A key of fewer characters hides nothing, and would be found in half of all words.
const MIN_KEY: usize = 4;

/// A beginning of the key at least this long is taken out, too: servers and limits on length cut texts anywhere.
const MIN_PART: usize = 12;

/// An API key, bound to the origin it was typed for.
///
/// Its bytes are overwritten when it is dropped. That is the best that can be done without `unsafe`: copies that the
/// browser or the allocator made on the way here are out of reach. A run under way holds its key until it ends.
///
/// ```compile_fail
/// fn shown(key: &marksheet::provider::Key) -> String { format!("{key:?}") }
/// ```
/// ```compile_fail
/// fn shown(key: &marksheet::provider::Key) -> String { key.to_string() }
/// ```
/// ```compile_fail
/// fn copied(key: &marksheet::provider::Key) -> marksheet::provider::Key { key.clone() }
/// ```
/// ```compile_fail
/// fn kept(key: &marksheet::provider::Key) -> String { serde_json::to_string(key).unwrap() }
/// ```
/// A request carries the key and cannot be printed either:
/// ```compile_fail
/// fn shown(request: &marksheet::provider::HttpRequest) -> String { format!("{request:?}") }
/// ```
pub struct Key {
    bytes: Vec<u8>,
    origin: String,
}

impl Key {
    /// The key `text`, white space, quotes and `Bearer ` around it aside, for the origin of `base_url`; `None` when it is
    /// blank.
    ///
    /// # Errors
    /// When `base_url` has no origin, or the text holds something that cannot be sent in a header.
    ///
    /// ```
    /// use marksheet::provider::Key;
    /// let key = Key::for_origin("sk-123".into(), "https://api.example.com/v1").unwrap().unwrap();
    /// assert!(key.fits("https://api.example.com:443/other"));
    /// assert!(Key::for_origin("\"\"".into(), "https://api.example.com/v1").unwrap().is_none());
    /// assert!(!key.fits("https://example.com/v1"));
    /// ```
    pub fn for_origin(text: String, base_url: &str) -> Result<Option<Self>, Problem> {
        let mut key = Self {
            bytes: text.into_bytes(),
            origin: String::new(),
        };
        key.trim();
        if key
            .bytes
            .get(..7)
            .is_some_and(|start| start.eq_ignore_ascii_case(b"bearer "))
        {
            key.bytes.rotate_left(7);
            key.shorten(key.bytes.len() - 7);
            key.trim();
        }
        if key.bytes.is_empty() {
            return Ok(None);
        }
        if !key.bytes.iter().all(u8::is_ascii_graphic) {
            let problem = Problem::error("the key holds a character that no key has");
            return Err(problem.hint("copy it once more, without spaces, quotes or line ends"));
        }
        key.origin = address::origin(base_url)?;
        Ok(Some(key))
    }

    /// Whether the key may be sent to `url`: it has the origin the key was typed for.
    pub fn fits(&self, url: &str) -> bool {
        address::origin(url).is_ok_and(|origin| origin == self.origin)
    }

    /// The origin the key was typed for: `https://api.example.com`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// `text` with [`REDACTED`] wherever the key, or a long beginning of it, stands. For error texts. A key of less than 4
    /// characters stays: it is found in words that are no key.
    ///
    /// ```
    /// use marksheet::provider::Key;
    /// let key = Key::for_origin("sk-0123456789".into(), "http://localhost:1").unwrap().unwrap();
    /// assert_eq!(key.redact("bad key sk-0123456789!"), "bad key [key]!");
    /// ```
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let key = self.text();
        let n_first = key.len().min(MIN_PART);
        let (first, rest) = key.split_at(n_first);
        if key.len() < MIN_KEY || !text.contains(first) {
            return Cow::Borrowed(text);
        }
        let mut kept = String::with_capacity(text.len());
        let mut left = text;
        while let Some((before, after)) = left.split_once(first) {
            kept.push_str(before);
            kept.push_str(REDACTED);
            let same = after.bytes().zip(rest.bytes());
            let n_same = same.take_while(|(a, b)| a == b).count();
            left = after.get(n_same..).unwrap_or_default();
        }
        kept.push_str(left);
        Cow::Owned(kept)
    }

    /// [`Key::redact`] for what a model said: a key shorter than 8 characters stays, since it may be part of an answer.
    pub fn redact_reply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.bytes.len() < MIN_SECRET {
            true => Cow::Borrowed(text),
            false => self.redact(text),
        }
    }

    /// `text` without the key, where there is one: [`Key::redact`].
    pub(super) fn out_of(key: Option<&Self>, text: String) -> String {
        match key.map(|key| key.redact(&text)) {
            Some(Cow::Owned(redacted)) => redacted,
            _ => text,
        }
    }

    /// What a server said without the key, before anything is cut: half a key is harder to find.
    pub(super) fn out_of_said(key: Option<&Self>, said: Said) -> Said {
        Said {
            message: Self::out_of(key, said.message),
            ..said
        }
    }

    /// The key itself, for the one header that carries it.
    pub(super) fn text(&self) -> &str {
        // Only ASCII is let in.
        std::str::from_utf8(&self.bytes).unwrap_or_default()
    }

    /// Takes off what people copy along: spaces and quotes.
    fn trim(&mut self) {
        let aside = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`');
        let end = self.bytes.iter().rposition(|byte| !aside(byte));
        self.shorten(end.map_or(0, |end| end + 1));
        let start = self.bytes.iter().position(|byte| !aside(byte)).unwrap_or(0);
        self.bytes.rotate_left(start);
        self.shorten(self.bytes.len() - start);
    }

    fn shorten(&mut self, length: usize) {
        if let Some(rest) = self.bytes.get_mut(length..) {
            rest.fill(0);
        }
        self.bytes.truncate(length);
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        self.bytes.fill(0);
        // Keeps the compiler from leaving the writing out, as nothing reads the bytes any more.
        std::hint::black_box(&self.bytes);
    }
}
