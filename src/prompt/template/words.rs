//! Words for messages: what someone may have meant.

/// How many letters must change to get from one word to another; large for words longer than 40 letters.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().max(b.len()) > 40 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (j, y) in b.iter().enumerate() {
            let up = row.get(j + 1).copied().unwrap_or(0);
            let best = (diagonal + usize::from(x != y)).min(up + 1).min(left + 1);
            diagonal = up;
            if let Some(cell) = row.get_mut(j) {
                *cell = left;
            }
            left = best;
        }
        if let Some(cell) = row.last_mut() {
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// The nearest of some words, when it is near.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known
        .into_iter()
        .map(|other| (distance(word, other), other));
    let limit = if word.chars().count() > 4 { 2 } else { 1 };
    near.filter(|(n, _)| *n <= limit)
        .min()
        .map(|(_, other)| other)
}
