//! Numbers as format strings want them: `%5.2f`, `{:,}`, `{:>8}`, `{:x}`, `{:.1%}`.

use super::error::{Res, wrong_value};

/// A number in two parts, so that zeros can go between.
pub(super) struct Number {
    /// Sign and `0x`.
    pub prefix: String,
    pub digits: String,
}

/// How a text is filled up.
pub(super) struct Padding {
    pub fill: char,
    /// `<`, `>`, `^` or `=` (between sign and digits).
    pub align: char,
}

impl Number {
    pub fn padded(&self, padding: &Padding, width: usize) -> String {
        let n = self.prefix.chars().count() + self.digits.chars().count();
        let missing = width.saturating_sub(n);
        if padding.align == '=' {
            let fill: String = std::iter::repeat_n(padding.fill, missing).collect();
            return format!("{}{fill}{}", self.prefix, self.digits);
        }
        pad(&format!("{}{}", self.prefix, self.digits), padding, width)
    }
}

/// Text filled up to a width in characters.
pub(super) fn pad(text: &str, padding: &Padding, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    let (left, right) = match padding.align {
        '<' => (0, missing),
        '^' => (missing / 2, missing - missing / 2),
        _ => (missing, 0),
    };
    let fill = |n| std::iter::repeat_n(padding.fill, n).collect::<String>();
    format!("{}{text}{}", fill(left), fill(right))
}

fn signed(is_negative: bool, sign: char) -> String {
    match (is_negative, sign) {
        (true, _) => "-".to_owned(),
        (false, '-') => String::new(),
        (false, sign) => sign.to_string(),
    }
}

/// A whole number in base 10, 16, 8 or 2 by `kind`: `d`, `x`, `X`, `o`, `b`.
pub(super) fn integer_text(
    n: i128,
    kind: char,
    sign: char,
    is_alternate: bool,
    precision: Option<usize>,
) -> Number {
    let size = n.unsigned_abs();
    let (mut digits, mark) = match kind {
        'x' => (format!("{size:x}"), "0x"),
        'X' => (format!("{size:X}"), "0X"),
        'o' => (format!("{size:o}"), "0o"),
        'b' => (format!("{size:b}"), "0b"),
        _ => (size.to_string(), ""),
    };
    if let Some(precision) = precision {
        digits = "0".repeat(precision.saturating_sub(digits.len())) + &digits;
    }
    let mut prefix = signed(n < 0, sign);
    if is_alternate {
        prefix.push_str(mark);
    }
    Number { prefix, digits }
}

/// A float by `kind`: `e`, `f`, `g` (and capitals); `r` without precision is Python's `str`.
pub(super) fn float_text(
    x: f64,
    kind: char,
    sign: char,
    is_alternate: bool,
    precision: Option<usize>,
) -> Number {
    let size = x.abs();
    let is_negative = x.is_sign_negative() && !x.is_nan();
    let precision_or = |default| precision.unwrap_or(default);
    let mut digits = if size.is_nan() {
        "nan".to_owned()
    } else if size.is_infinite() {
        "inf".to_owned()
    } else {
        match kind {
            'f' | 'F' => fixed(size, precision_or(6), is_alternate),
            'e' | 'E' => scientific(size, precision_or(6), is_alternate),
            'g' | 'G' => general(size, precision_or(6).max(1), is_alternate, false),
            _ => match precision {
                Some(n) => general(size, n.max(1), is_alternate, true),
                None => super::python_text::float(size),
            },
        }
    };
    if kind.is_ascii_uppercase() {
        digits = digits.to_uppercase();
    }
    Number {
        prefix: signed(is_negative, sign),
        digits,
    }
}

/// The most digits after the point that are written.
const MAX_PRECISION: usize = 60_000;

fn fixed(x: f64, precision: usize, is_alternate: bool) -> String {
    let text = format!("{x:.*}", precision.min(MAX_PRECISION));
    if is_alternate && precision == 0 {
        text + "."
    } else {
        text
    }
}

fn scientific(x: f64, precision: usize, is_alternate: bool) -> String {
    let text = format!("{x:.*e}", precision.min(MAX_PRECISION));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if is_alternate && precision == 0 {
        "."
    } else {
        ""
    };
    format!(
        "{digits}{point}e{}{:02}",
        if exponent < 0 { '-' } else { '+' },
        exponent.abs()
    )
}

/// `%g`: so many significant digits, without zeros at the end, in whichever form is shorter.
fn general(x: f64, precision: usize, is_alternate: bool, is_str: bool) -> String {
    let precision = precision.min(MAX_PRECISION);
    let rounded = format!("{x:.*e}", precision - 1);
    let exponent: i32 = rounded
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    let limit = precision as i32 - i32::from(is_str);
    let mut text = if exponent < -4 || exponent >= limit {
        scientific(x, precision - 1, is_alternate)
    } else {
        format!("{x:.*}", (precision as i32 - 1 - exponent).max(0) as usize)
    };
    if !is_alternate {
        let (digits, tail) = match text.split_once('e') {
            Some((digits, exponent)) => (digits.to_owned(), format!("e{exponent}")),
            None => (text, String::new()),
        };
        let digits = if digits.contains('.') {
            digits
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned()
        } else {
            digits
        };
        let needs_point = is_str && tail.is_empty() && !digits.contains('.');
        text = format!("{digits}{}{tail}", if needs_point { ".0" } else { "" });
    }
    text
}

/// How many digits stand before the point, the exponent or the per cent sign.
pub(super) fn whole_digits(digits: &str) -> usize {
    digits.find(['.', 'e', 'E', '%']).unwrap_or(digits.len())
}

/// Puts a separator between groups of three digits (four for `x` and `b`).
pub(super) fn grouped(digits: &str, separator: char, size: usize) -> String {
    let (whole, rest) = digits.split_at(whole_digits(digits));
    let n = whole.len();
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (n - i) % size == 0 && whole.is_ascii() {
            out.push(separator);
        }
        out.push(c);
    }
    out + rest
}

/// Python's `round` of a float: the nearest number of so many digits, the even one of two as near.
pub(super) fn round(x: f64, digits: i128) -> Res<f64> {
    if !x.is_finite() || digits > 300 {
        return Ok(x);
    }
    if digits < -308 {
        return Ok(0.0_f64.copysign(x));
    }
    if digits >= 0 {
        // Written out exactly and read back, as Python does.
        let text = format!("{x:.*}", digits as usize);
        return Ok(text.parse().unwrap_or(x));
    }
    let power = 10_f64.powi((-digits) as i32);
    let scaled = x / power;
    let mut rounded = scaled.round();
    if (scaled - scaled.trunc()).abs() == 0.5 {
        rounded = 2.0 * (scaled / 2.0).round();
    }
    let result = rounded * power;
    if result.is_infinite() {
        wrong_value("this number is too large to be rounded")
    } else {
        Ok(result)
    }
}
