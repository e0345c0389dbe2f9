//! The texts of Python: both quotes, three of them, escapes.
//!
//! Deliberately absent: `\N{…}` names, which stay as they are.

pub(super) struct Read {
    pub text: String,
    /// Quotes included.
    pub n_bytes: usize,
}

/// The text that `rest` starts with, at its quotes; `None` when it never ends.
pub(super) fn read(rest: &str, is_raw: bool) -> Option<Read> {
    let quote = rest.chars().next()?;
    let triple = quote.to_string().repeat(3);
    let is_triple = rest.starts_with(&triple);
    let end = if is_triple { triple } else { quote.to_string() };
    let mut body = rest.get(end.len()..)?;
    let mut text = String::new();
    loop {
        if let Some(after) = body.strip_prefix(end.as_str()) {
            return Some(Read {
                text,
                n_bytes: rest.len() - after.len(),
            });
        }
        let c = body.chars().next()?;
        body = body.get(c.len_utf8()..)?;
        match c {
            '\n' if !is_triple => return None,
            '\r' if body.starts_with('\n') => {}
            '\\' if is_raw => {
                text.push('\\');
                let next = body.chars().next()?;
                text.push(next);
                body = body.get(next.len_utf8()..)?;
            }
            '\\' => body = escape(body, &mut text)?,
            c => text.push(c),
        }
    }
}

/// Resolves what stands after a backslash; gives what is left.
fn escape<'t>(body: &'t str, text: &mut String) -> Option<&'t str> {
    let c = body.chars().next()?;
    let rest = body.get(c.len_utf8()..)?;
    let plain = match c {
        '\n' => return Some(rest),
        '\r' => return Some(rest.strip_prefix('\n').unwrap_or(rest)),
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        '\\' | '\'' | '"' => c,
        'x' => return Some(code(rest, 2, 16, text).unwrap_or_else(|| kept(c, rest, text))),
        'u' => return Some(code(rest, 4, 16, text).unwrap_or_else(|| kept(c, rest, text))),
        'U' => return Some(code(rest, 8, 16, text).unwrap_or_else(|| kept(c, rest, text))),
        '0'..='7' => {
            let n = body
                .bytes()
                .take(3)
                .take_while(|byte| (b'0'..=b'7').contains(byte))
                .count();
            return code(body, n, 8, text);
        }
        _ => return Some(kept(c, rest, text)),
    };
    text.push(plain);
    Some(rest)
}

/// An escape Python does not know stays with its backslash.
fn kept<'t>(c: char, rest: &'t str, text: &mut String) -> &'t str {
    text.push('\\');
    text.push(c);
    rest
}

fn code<'t>(rest: &'t str, n_digits: usize, radix: u32, text: &mut String) -> Option<&'t str> {
    let digits = rest.get(..n_digits)?;
    text.push(char::from_u32(u32::from_str_radix(digits, radix).ok()?)?);
    rest.get(n_digits..)
}
