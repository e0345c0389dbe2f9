//! Texts that are written like an aircraft's registration.
//!
//! Deliberately absent: registers of real aircraft, and marks without their hyphen, which look like any other word.

/// Country marks of one letter, and how many letters follow.
const ONE_LETTER: &str = "CDFGI";
/// Country marks of two characters that three letters follow.
const TWO_LETTERS: &[&str] = &[
    "4X", "5B", "5H", "5N", "5X", "5Y", "7T", "9A", "9H", "9K", "9M", "9V", "A6", "A7", "AP", "CC",
    "CN", "CS", "CX", "EC", "EI", "EP", "ES", "ET", "EW", "HA", "HB", "HC", "HS", "HZ", "JY", "LN",
    "LV", "LX", "LY", "LZ", "OD", "OE", "OH", "OK", "OM", "OO", "OY", "PH", "PJ", "PK", "PP", "PR",
    "PS", "PT", "S5", "SE", "SP", "ST", "SU", "SX", "TC", "TF", "TG", "TI", "TS", "UR", "V5", "VH",
    "VP", "VQ", "VT", "XA", "XB", "XC", "YL", "YR", "YU", "YV", "Z3", "ZA", "ZK", "ZP", "ZS", "ZU",
];

/// The registrations in a text, as they are written there, in order, each once.
///
/// American ones (`N4718K`, `N-417QD`, `N 482 KP`; not the engine speeds N1 and N2), those with a country mark and a
/// hyphen (`G-KJVT`, `VH-QWK`, `D-4417`), Japanese and Korean ones (`JA4129`, `HL7534`).
///
/// ```
/// use marksheet::baseline::tail_number::find;
/// assert_eq!(find("A Cessna 172N, N4718K, and G-KJVT's PA-28-140; N1 fell."), ["N4718K", "G-KJVT"]);
/// assert_eq!(find("given as N 482 KP."), ["N 482 KP"]);
/// ```
pub fn find(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found: Vec<String> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut skipped = 0;
    for at in 0..words.len() {
        if skipped > 0 {
            skipped -= 1;
            continue;
        }
        let Some((start, end, n_words)) = mark_at(text, words.get(at..).unwrap_or_default()) else {
            continue;
        };
        skipped = n_words - 1;
        let mark = text.get(start..end).unwrap_or_default();
        if seen.insert(mark) {
            found.push(mark.to_owned());
        }
    }
    found
}

/// Words of ASCII letters, digits and inner hyphens, by where they start and end.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_part(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The registration that starts with the first of some words: where it starts and ends, and of how many words it is.
fn mark_at(text: &str, words: &[(usize, usize)]) -> Option<(usize, usize, usize)> {
    let (start, end) = *words.first()?;
    let word = text.get(start..end)?;
    let bare = word.trim_matches('-');
    if is_american(bare) || has_country_mark(bare) || is_eastern(bare) {
        let start = start + word.find(bare)?;
        return Some((start, start + bare.len(), 1));
    }
    if bare != "N" {
        return None;
    }
    // Written with spaces: the longest that is one.
    (1..=2).rev().find_map(|n_more| {
        let parts = words.get(..=n_more)?;
        let end = parts.last()?.1;
        let written = text.get(start..end)?;
        let is_single_spaced = written.split(' ').count() == n_more + 1;
        let joined: String = written.chars().filter(|c| *c != ' ').collect();
        (is_single_spaced && is_american(&joined)).then_some((start, end, n_more + 1))
    })
}

/// N, up to five characters: a digit from 1 first, at most two letters last, never I or O.
fn is_american(word: &str) -> bool {
    let Some(rest) = word.strip_prefix('N') else {
        return false;
    };
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let letters = rest.get(digits.len()..).unwrap_or_default();
    let is_speed = letters.is_empty() && digits.len() == 1;
    (1..=5).contains(&rest.len())
        && letters.len() <= 2
        && !letters.contains(['I', 'O'])
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.starts_with(|c: char| ('1'..='9').contains(&c))
        && !is_speed
}

fn has_country_mark(word: &str) -> bool {
    let Some((country, rest)) = word.split_once('-') else {
        return false;
    };
    let is_letters =
        |n: usize| rest.len() == n && rest.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_digits = |n: usize| rest.len() == n && rest.bytes().all(|byte| byte.is_ascii_digit());
    match country {
        "D" => is_letters(4) || is_digits(4),
        "B" => is_digits(4) || is_digits(5),
        "HK" | "OB" => is_digits(4),
        "RA" => is_digits(5),
        _ if country.len() == 1 => ONE_LETTER.contains(country) && is_letters(4),
        _ => TWO_LETTERS.contains(&country) && is_letters(3),
    }
}

/// JA or HL, four characters: a digit first.
fn is_eastern(word: &str) -> bool {
    let rest = word.strip_prefix("JA").or_else(|| word.strip_prefix("HL"));
    rest.is_some_and(|rest| {
        rest.len() == 4
            && rest.starts_with(|c: char| c.is_ascii_digit())
            && rest
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
    })
}
