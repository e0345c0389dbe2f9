//! Whether two texts say the same: the only differences that never change a meaning.
//!
//! They are: upper and lower case, articles, the amount of white space, a space between a number and its unit, quotation
//! marks and punctuation at the edges of words, and Unicode forms (full-width letters, curly quotes, accented letters
//! stored as one character or as two, invisible characters). Deliberately absent: signs, operators, hyphens, superscripts,
//! accents, letters of other alphabets and the order of words, each of which can make another answer of it.

use unicode_normalization::UnicodeNormalization;

/// Whether two texts are the same but for differences that never change a meaning (listed in the module's docs).
///
/// Two texts without anything but punctuation are not the same unless they are equal.
pub(super) fn says_the_same(one: &str, other: &str) -> bool {
    one == other || plain(one) == plain(other)
}

/// The text without all that never changes its meaning.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter_map(plain_form).nfc().collect();
    let mut open = Vec::new();
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| bare(word, &mut open).to_lowercase())
        .collect();
    let mut out = String::with_capacity(text.len());
    let mut last = "";
    for (at, word) in words.iter().enumerate() {
        let is_article = word == "the" || (at == 0 && matches!(word.as_str(), "a" | "an"));
        if is_article && at + 1 < words.len() {
            continue;
        }
        let is_unit = is_number(last) && word.chars().all(char::is_alphabetic);
        if !out.is_empty() && !is_unit {
            out.push(' ');
        }
        out.push_str(word);
        last = word;
    }
    out
}

/// A character in its common form; `None` for one that leaves nothing on the screen.
fn plain_form(c: char) -> Option<char> {
    match c {
        '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}' => {
            None
        }
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '‘' | '’' | 'ʼ' => Some('\''),
        '“' | '”' | '„' => Some('"'),
        '\u{2010}' | '\u{2011}' => Some('-'),
        _ => Some(c),
    }
}

/// A word without quotation marks, brackets and punctuation at its edges; `open` are the marks not closed yet.
///
/// Beside a digit only what ends a sentence is left out: `.5`, `(5)`, `5'` and `5!` are other numbers than `5`.
fn bare<'a>(word: &'a str, open: &mut Vec<char>) -> &'a str {
    let core = word.trim_start_matches(|c| closing_of(c).is_some());
    let mut word = word;
    // A mark before a digit or a sign belongs to it.
    if core.starts_with(char::is_alphabetic) {
        let marks = word.strip_suffix(core).unwrap_or_default();
        open.extend(marks.chars().filter_map(closing_of));
        word = core;
    }
    let core = word.trim_end_matches(is_end).chars().next_back();
    let is_text = core.is_some_and(char::is_alphanumeric);
    let is_letter = core.is_some_and(char::is_alphabetic);
    while let Some(last) = word.chars().next_back() {
        let is_closing = is_text && open.last() == Some(&last);
        let is_left_out = match last {
            '.' | ',' | ';' | ':' | '?' | '…' => is_text,
            '!' => is_letter,
            _ => is_closing,
        };
        if !is_left_out {
            break;
        }
        if is_closing {
            open.pop();
        }
        word = word.strip_suffix(last).unwrap_or_default();
    }
    word
}

/// The mark that closes what `c` opens.
fn closing_of(c: char) -> Option<char> {
    match c {
        '"' | '\'' => Some(c),
        '«' => Some('»'),
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Whether a character can stand after the last letter of a word.
fn is_end(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | ';' | ':' | '?' | '!' | '…' | '"' | '\'' | '»' | ')' | ']' | '}'
    )
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

#[cfg(test)]
mod tests {
    use super::says_the_same;

    #[test]
    fn what_never_changes_a_meaning_is_the_same() {
        for (one, other) in [
            ("Eiffel Tower", " the  eiffel tower."),
            ("An Eiffel Tower", "eiffel\u{a0}tower"),
            ("60 percent", "60percent"),
            ("don't", "don’t"),
            ("“Eiffel Tower”", "Eiffel Tower!"),
            ("[N1, N2]", "N1, N2"),
            ("(Paris).", "Paris"),
            ("Ｎ１２３", "N123"),
            ("café", "cafe\u{301}"),
            ("N123\u{200b}AB", "N123AB"),
            ("5.", "5"),
        ] {
            assert!(says_the_same(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn what_can_change_a_meaning_is_not() {
        for (one, other) in [
            ("≥5", "≤5"),
            ("5 €", "5 £"),
            ("-5", "5"),
            ("−5", "5"),
            ("+5", "5"),
            ("10²", "102"),
            (".5", "5"),
            ("5%", "5"),
            ("5'", "5"),
            ("5!", "5"),
            ("(5)", "5"),
            ("!a", "a"),
            ("1.5", "15"),
            ("1 2", "12"),
            ("N1 N2", "N1N2"),
            ("not able", "notable"),
            ("C-FQXZ", "CFQXZ"),
            ("C#", "C"),
            ("año", "ano"),
            ("5 µm", "5 mm"),
            ("N123AВ", "N123AB"),
            ("1\u{2063}2", "12"),
            ("f'", "f"),
            ("vitamin A", "vitamin"),
            ("not Paris", "Paris"),
            ("from Rome to Paris", "from Paris to Rome"),
            (".", "!"),
            ("", "."),
        ] {
            assert!(!says_the_same(one, other), "{one} / {other}");
        }
    }
}
