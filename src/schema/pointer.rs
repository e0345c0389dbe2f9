//! Places in a schema: `#/properties/answer`, and what stands there.
//!
//! Deliberately absent: other documents. A schema is sent whole, so all it refers to must be inside it.

use serde_json::Value;
use std::borrow::Cow;

/// What a `$ref` of this document points to: `#` or `#/…`; `None` for anything else and for places that do not exist.
pub(super) fn resolve<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    let path = reference.strip_prefix('#')?;
    root.pointer(&percent_decoded(path))
}

/// `place` and one more step, written as JSON Pointers are.
pub(super) fn join(place: &str, step: &str) -> String {
    let step = match step.contains(['~', '/']) {
        true => Cow::Owned(step.replace('~', "~0").replace('/', "~1")),
        false => Cow::Borrowed(step),
    };
    format!("{place}/{step}")
}

fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let code = (byte == b'%').then(|| {
            let mut ahead = rest.clone();
            let high = char::from(ahead.next()?).to_digit(16)?;
            let low = char::from(ahead.next()?).to_digit(16)?;
            rest = ahead;
            u8::try_from(high * 16 + low).ok()
        });
        bytes.push(code.flatten().unwrap_or(byte));
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}
