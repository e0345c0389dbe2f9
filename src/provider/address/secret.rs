//! Keys, passwords and users' names that were typed into an address, so that they are neither kept nor shown.
//!
//! Deliberately absent: keys that stand in a path without a name; nothing tells them from a path.

use core::net::Ipv4Addr;
use std::borrow::Cow;

/// Parts of a parameter's name that say by themselves that its value is a secret.
const WORDS: [&str; 17] = [
    "key",
    "keys",
    "apikey",
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "signature",
    "sig",
    "credential",
    "credentials",
    "authorization",
    "bearer",
    "jwt",
];

/// What stands before such a word where a name is written without a break: `accesstoken`.
const BEFORE: [&str; 15] = [
    "api",
    "access",
    "account",
    "app",
    "auth",
    "client",
    "id",
    "master",
    "my",
    "private",
    "refresh",
    "secret",
    "session",
    "subscription",
    "user",
];

/// Keys that open nothing: `sort_key`.
const PLAIN_KEYS: [&str; 9] = [
    "cache",
    "foreign",
    "group",
    "idempotency",
    "order",
    "partition",
    "primary",
    "public",
    "sort",
];

/// An address without what stands behind `?` or `#`, where some servers want a key, and without secrets before that.
///
/// ```
/// use marksheet::provider::address::shown;
/// assert_eq!(shown("https://a.b/v1?api-version=1"), "https://a.b/v1");
/// assert_eq!(shown("https://me:pw@a.b/v1#x"), "https://a.b/v1");
/// ```
pub fn shown(url: &str) -> Cow<'_, str> {
    let until_query = |text: &str| text.find(['?', '#']).unwrap_or(text.len());
    match without_secrets(url.trim()) {
        Cow::Borrowed(url) => Cow::Borrowed(url.get(..until_query(url)).unwrap_or_default()),
        Cow::Owned(mut url) => {
            url.truncate(until_query(&url));
            Cow::Owned(url)
        }
    }
}

/// An address as it may be kept: without a user's name, a password or a key that was typed into it. What is left goes to the
/// same server; where that cannot be told, nothing is left.
///
/// ```
/// use marksheet::provider::address::without_secrets;
/// assert_eq!(without_secrets("https://a.b/v1?api-version=2&key=sk-1"), "https://a.b/v1?api-version=2");
/// assert_eq!(without_secrets("https://a.b/v1#access_token=sk-1"), "https://a.b/v1");
/// assert_eq!(without_secrets("http://me:se/cr?et@a.b/v1"), "http://a.b/v1");
/// assert_eq!(without_secrets("me:secret@a.b/v1"), "a.b/v1");
/// assert_eq!(without_secrets("http://localhost:8000/v1?tokenizer=x"), "http://localhost:8000/v1?tokenizer=x");
/// ```
pub fn without_secrets(url: &str) -> Cow<'_, str> {
    let (scheme, rest) = match url.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, url),
    };
    let user_end = end_of_user(rest);
    if user_end.is_none() && !has_key(rest) {
        return Cow::Borrowed(url);
    }
    if user_end.is_some() && (is_asked(rest) || has_second_user(rest)) {
        return Cow::Borrowed("");
    }
    let rest = rest.get(user_end.unwrap_or(0)..).unwrap_or_default();
    // What would be left of it is another server.
    if has_key(authority(rest)) {
        return Cow::Borrowed("");
    }
    let (rest, fragment) = parted(rest, '#');
    let (path, query) = parted(rest, '?');
    let mut kept = scheme.map_or_else(String::new, |scheme| format!("{scheme}://"));
    kept.push_str(before_key(path));
    let query = query.map(|query| {
        let harmless = query.split('&').filter(|parameter| !has_key(parameter));
        harmless.collect::<Vec<_>>().join("&")
    });
    if let Some(query) = query.filter(|query| !query.is_empty()) {
        kept.push('?');
        kept.push_str(&query);
    }
    if let Some(fragment) = fragment.filter(|fragment| !has_key(fragment)) {
        kept.push('#');
        kept.push_str(fragment);
    }
    Cow::Owned(kept)
}

/// Where a user's name and password end in what follows `://`, their `@` included; `None` where there are none.
///
/// A password may hold `/`, `?` and `#`, which end it for a browser and not for whoever typed it.
pub(super) fn end_of_user(rest: &str) -> Option<usize> {
    let authority = authority(rest);
    if let Some(at) = authority.rfind('@') {
        return Some(at + 1);
    }
    let at = rest.rfind('@')?;
    let (host, port) = authority.rsplit_once(':')?;
    let is_port = port.contains(']') || port.bytes().all(|byte| byte.is_ascii_digit());
    // A name with a dot in it can be a person's.
    let is_host = host == "localhost" || host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    let is_path = is_port && (is_host || is_of_path(rest.get(..at).unwrap_or_default()));
    (!is_path).then_some(at + 1)
}

/// Whether an `@` behind this belongs to a path or a parameter: `…/@org/model`, `…?user=a@b`.
fn is_of_path(before: &str) -> bool {
    let mut parts = before.rsplit(['/', '?', '#', '&']);
    let part = parts.next().unwrap_or_default();
    part.is_empty() || part.contains('=')
}

/// Whether a second `@` can end the password as well as the first: then nothing says which server is meant.
fn has_second_user(rest: &str) -> bool {
    let authority = authority(rest);
    let behind = rest.get(authority.len()..).unwrap_or_default();
    let mut all = behind.match_indices('@');
    match authority.contains('@') {
        true => {
            let is_odd = |(at, _): (usize, &str)| !is_of_path(behind.get(..at).unwrap_or_default());
            authority.contains('\\') || all.any(is_odd)
        }
        false => all.count() > 1,
    }
}

/// What can be a server with its port; what stands before an `@` behind it could then be a path or a password.
fn is_asked(rest: &str) -> bool {
    let authority = authority(rest);
    let port = authority.rsplit_once(':').map_or("", |(_, port)| port);
    !authority.contains('@') && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn authority(rest: &str) -> &str {
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether a parameter with a secret's name and a value is in an address or a part of one.
pub(super) fn has_key(text: &str) -> bool {
    before_key(text).len() < text.len()
}

/// The text up to the first parameter with a secret's name and a value, and without the mark before that.
fn before_key(text: &str) -> &str {
    let mut start = 0;
    for part in text.split(['/', '?', '#', '&', ';']) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if !value.is_empty() && is_secret(name) {
            return text.get(..start.max(1) - 1).unwrap_or_default();
        }
        start += part.len() + 1;
    }
    text
}

/// Whether a parameter of this name carries a secret: `api-key`, `accessToken`, not `tokenizer` or `author`.
fn is_secret(name: &str) -> bool {
    let name = decoded(name);
    let parts = parts(&name);
    let is_word = |part: &String| {
        let part = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_before = |before: &str| {
            let plain = before.strip_prefix('x').unwrap_or_default();
            BEFORE.contains(&before) || BEFORE.contains(&plain)
        };
        WORDS
            .iter()
            .any(|word| part == *word || part.strip_suffix(word).is_some_and(is_before))
    };
    let is_code = match parts.as_slice() {
        [only] => only == "code",
        [before, last] => {
            last == "code" && matches!(before.as_str(), "access" | "auth" | "function" | "x")
        }
        _ => false,
    };
    // `token_limit`, `auth_mode` and `pass_through` are settings: what a value is stands last in its name.
    let Some((last, before)) = parts.split_last() else {
        return false;
    };
    let is_plain = last == "key"
        && before
            .last()
            .is_some_and(|word| PLAIN_KEYS.contains(&word.as_str()));
    let ends_so = matches!(last.as_str(), "auth" | "oauth" | "pass" | "userpass");
    is_code || ends_so || (is_word(last) && !is_plain)
}

/// The words of a name in lower case: split at what is no letter or digit, and where capitals begin a word.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = name.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let begins = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_ascii_digit()
                || (before.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase())));
        if begins || !c.is_alphanumeric() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| c.is_alphanumeric()) {
            part.extend(c.to_lowercase());
        }
        before = c;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A name as a server reads it: `%6Bey` is `key`. Only ASCII matters here.
fn decoded(name: &str) -> Cow<'_, str> {
    if !name.contains('%') {
        return Cow::Borrowed(name);
    }
    let mut pieces = name.split('%');
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                whole.push(char::from(code));
                whole.push_str(piece.get(2..).unwrap_or_default());
            }
            None => {
                whole.push('%');
                whole.push_str(piece);
            }
        }
    }
    Cow::Owned(whole)
}

/// What stands before the first `mark`, and what stands behind it.
fn parted(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark)
        .map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_scheme(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}
