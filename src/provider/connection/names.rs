//! Names near a mistyped one.
//!
//! Deliberately absent: choosing one.

/// Longer names are compared as far as this.
const LONGEST: usize = 80;

/// More names than this are not looked through.
const MOST: usize = 5_000;

/// The names nearest to `typed`, the nearest first, at most `n`; none that have little in common with it.
pub(super) fn near<'n>(typed: &str, names: &'n [String], n: usize) -> Vec<&'n str> {
    let typed = folded(typed);
    let allowed = (typed.len() / 3).max(2);
    let mut found: Vec<(usize, &str)> = names
        .iter()
        .take(MOST)
        .filter_map(|name| {
            let other = folded(name);
            let distance = distance(&typed, &other);
            let is_part = holds(&other, &typed) || holds(&typed, &other);
            (is_part || distance <= allowed).then_some((distance, name.as_str()))
        })
        .collect();
    // Of equally near ones the first of the list.
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().take(n).map(|(_, name)| name).collect()
}

/// Letters and digits alone: `GPT-4o mini` and `gpt-4o-mini` are the same.
fn folded(name: &str) -> Vec<char> {
    let chars = name.chars().filter(|c| c.is_alphanumeric());
    chars.flat_map(char::to_lowercase).take(LONGEST).collect()
}

fn holds(whole: &[char], part: &[char]) -> bool {
    part.len() >= 3 && whole.windows(part.len()).any(|window| window == part)
}

/// Letters to change, add or take away.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let least = (*cell + 1)
                .min(left + 1)
                .min(diagonal + usize::from(x != y));
            diagonal = std::mem::replace(cell, least);
            left = least;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}
