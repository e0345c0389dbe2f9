//! One quoted string of a literal, with Python's prefixes and escapes.
//!
//! Deliberately absent: byte strings, f-strings and `\N{…}`; a text with them is no literal.

use std::borrow::Cow;

/// Reads one string from the start of `rest` and moves `rest` behind it.
///
/// The outer `None` when no string starts here; the inner when one starts but is broken.
#[allow(clippy::option_option)]
pub(super) fn read<'a>(rest: &mut &'a str) -> Option<Option<Cow<'a, str>>> {
    let quote_idx = rest
        .bytes()
        .take(3)
        .position(|byte| matches!(byte, b'"' | b'\''))?;
    let (prefix, quoted) = (rest.get(..quote_idx)?, rest.get(quote_idx..)?);
    let is_raw = match prefix {
        "" | "u" | "U" => false,
        "r" | "R" => true,
        "b" | "B" | "f" | "F" | "br" | "rb" | "fr" | "rf" => return Some(None),
        _ => return None,
    };
    Some(body(quoted, is_raw).map(|(text, after)| {
        *rest = after;
        text
    }))
}

/// The content of the string that starts with its quote at the start of `quoted`, and what follows it.
fn body(quoted: &str, is_raw: bool) -> Option<(Cow<'_, str>, &str)> {
    let quote = quoted.get(..1)?;
    let triple = if quote == "'" { "'''" } else { "\"\"\"" };
    let is_triple = quoted.starts_with(triple);
    let close = if is_triple { triple } else { quote };
    let inside = quoted.get(close.len()..)?;
    let mut from = 0;
    let mut has_escapes = false;
    loop {
        let rest = inside.get(from..)?;
        let idx = from
            + rest.find(|c: char| matches!(c, '\\' | '\n' | '\r' | '\0') || quote.contains(c))?;
        let at = inside.get(idx..)?;
        if at.starts_with(close) {
            let text = inside.get(..idx)?;
            let after = at.get(close.len()..)?;
            let text = match has_escapes && !is_raw {
                true => Cow::Owned(unescaped(text)?),
                false => Cow::Borrowed(text),
            };
            return Some((text, after));
        }
        let c = at.chars().next()?;
        from = idx + c.len_utf8();
        match c {
            '\\' => {
                has_escapes = true;
                from += inside.get(from..)?.chars().next()?.len_utf8();
            }
            '\0' => return None,
            '\n' | '\r' if !is_triple => return None,
            _ => {}
        }
    }
}

/// `text` with its escapes resolved as Python does it; unknown ones stay as written. `None` for a malformed one.
///
/// Two differences, both for JSON's sake: `\/` is `/`, and a surrogate pair is one character (a lone one is U+FFFD).
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('\\') {
        out.push_str(plain);
        let c = after.chars().next()?;
        rest = after.get(c.len_utf8()..)?;
        match c {
            '\n' => {}
            '\r' => rest = rest.strip_prefix('\n').unwrap_or(rest),
            '\\' | '\'' | '"' | '/' => out.push(c),
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{C}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{B}'),
            'x' => out.push(char::from_u32(hex(&mut rest, 2)?)?),
            'u' => out.push(unicode(&mut rest)?),
            'U' => {
                let code = hex(&mut rest, 8)?;
                let is_surrogate = (0xD800..0xE000).contains(&code);
                out.push(if is_surrogate {
                    '\u{FFFD}'
                } else {
                    char::from_u32(code)?
                });
            }
            'N' => return None,
            '0'..='7' => out.push(octal(c, &mut rest)?),
            _ => out.extend(['\\', c]),
        }
    }
    out.push_str(rest);
    Some(out)
}

/// Exactly `n` hexadecimal digits.
fn hex(rest: &mut &str, n: usize) -> Option<u32> {
    let digits = rest.get(..n)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    *rest = rest.get(n..)?;
    u32::from_str_radix(digits, 16).ok()
}

/// Four hexadecimal digits, and the second half of a surrogate pair where one follows.
fn unicode(rest: &mut &str) -> Option<char> {
    let high = hex(rest, 4)?;
    if !(0xD800..0xE000).contains(&high) {
        return char::from_u32(high);
    }
    let mut after = rest.strip_prefix("\\u").unwrap_or("");
    let low = hex(&mut after, 4).filter(|low| (0xDC00..0xE000).contains(low));
    match low {
        Some(low) if high < 0xDC00 => {
            *rest = after;
            char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => Some('\u{FFFD}'),
    }
}

/// One to three octal digits, the first of which is `c`.
fn octal(c: char, rest: &mut &str) -> Option<char> {
    let mut code = c.to_digit(8)?;
    for _ in 0..2 {
        let Some(digit) = rest.chars().next().and_then(|c| c.to_digit(8)) else {
            break;
        };
        code = code * 8 + digit;
        *rest = rest.get(1..)?;
    }
    char::from_u32(code)
}
