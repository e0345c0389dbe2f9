//! String literals with backslashes, read as Jinja2 has Python read them.

/// The text of one or more literals written one after the other, quotation marks included.
pub(super) fn text(written: &str) -> Result<String, &'static str> {
    let mut text = String::new();
    let mut chars = written.chars().peekable();
    while let Some(quote) = chars.next() {
        if quote != '"' && quote != '\'' {
            continue;
        }
        while let Some(c) = chars.next() {
            match c {
                '\\' => escape(&mut chars, &mut text)?,
                c if c == quote => break,
                c => text.push(c),
            }
        }
    }
    Ok(text)
}

type Chars<'s> = std::iter::Peekable<std::str::Chars<'s>>;

fn escape(chars: &mut Chars, text: &mut String) -> Result<(), &'static str> {
    let Some(c) = chars.next() else {
        return Err("a \\ at the end of a text");
    };
    match c {
        '\n' => {}
        '\\' | '\'' | '"' => text.push(c),
        'a' => text.push('\x07'),
        'b' => text.push('\x08'),
        'f' => text.push('\x0c'),
        'n' => text.push('\n'),
        'r' => text.push('\r'),
        't' => text.push('\t'),
        'v' => text.push('\x0b'),
        '0'..='7' => {
            let mut code = c.to_digit(8).unwrap_or(0);
            for _ in 0..2 {
                let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else {
                    break;
                };
                code = code * 8 + digit;
                chars.next();
            }
            text.extend(char::from_u32(code));
        }
        'x' => text.push(hex(
            chars,
            2,
            "\\x needs two hexadecimal digits, as in \\x41",
        )?),
        'u' => text.push(hex(
            chars,
            4,
            "\\u needs four hexadecimal digits of a character, as in \\u00e9",
        )?),
        'U' => text.push(hex(
            chars,
            8,
            "\\U needs eight hexadecimal digits of a character, as in \\U0001f600",
        )?),
        'N' => return Err("characters by name (\\N{…}) are not supported"),
        // Jinja2 writes such characters as escapes first, so the backslash meets another one.
        c if !c.is_ascii() => {
            let code = u32::from(c);
            text.push_str(&match code {
                0..0x100 => format!("\\x{code:02x}"),
                0x100..0x1_0000 => format!("\\u{code:04x}"),
                _ => format!("\\U{code:08x}"),
            });
        }
        c => {
            text.push('\\');
            text.push(c);
        }
    }
    Ok(())
}

fn hex(chars: &mut Chars, n: usize, message: &'static str) -> Result<char, &'static str> {
    let mut code = 0;
    for _ in 0..n {
        let digit = chars.peek().and_then(|c| c.to_digit(16)).ok_or(message)?;
        code = code * 16 + digit;
        chars.next();
    }
    char::from_u32(code).ok_or(message)
}
