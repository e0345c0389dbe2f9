//! The preparation of texts that are ASCII throughout, which nearly all are: one pass over bytes, nothing looked up twice.
//!
//! Deliberately absent: every other character; [`squad`](super) has the general way, which must agree with this one.

/// Punctuation: dropped without a trace, so that what stands on both sides becomes one word.
pub(super) const DROPPED: u8 = 0;
/// White space.
pub(super) const SPACE: u8 = 1;
/// A control character, or the hyphen: kept, though no part of a word.
pub(super) const KEPT: u8 = 2;

/// What becomes of a byte: one of the above, or else it is part of a word and this is its lower case.
pub(super) fn class(byte: u8, keeps_hyphen: bool) -> u8 {
    table(keeps_hyphen)
        .get(usize::from(byte))
        .copied()
        .unwrap_or(KEPT)
}

/// Replaces `out` by the prepared `text`.
pub(super) fn write(text: &[u8], keeps_hyphen: bool, out: &mut String) {
    let mut bytes = std::mem::take(out).into_bytes();
    bytes.clear();
    // What is written is never longer than the text: a space takes the place of a space or an article.
    bytes.resize(text.len(), 0);
    let n_kept = fill(text, table(keeps_hyphen), &mut bytes);
    bytes.truncate(n_kept);
    *out = String::from_utf8(bytes).unwrap_or_default();
}

/// Writes the prepared text to the start of `out` and returns its length.
fn fill(text: &[u8], classes: &[u8; 256], out: &mut [u8]) -> usize {
    let put = |out: &mut [u8], at: usize, byte: u8| {
        if let Some(place) = out.get_mut(at) {
            *place = byte;
        }
        at + 1
    };
    let (mut n, mut run_start) = (0, 0);
    let (mut is_in_run, mut is_apart) = (false, false);
    for &byte in text {
        let class = classes.get(usize::from(byte)).copied().unwrap_or(KEPT);
        if class == DROPPED {
            continue;
        }
        if class <= KEPT && is_in_run {
            is_in_run = false;
            let n_before = n;
            n = without_article(out, run_start, n);
            is_apart |= n != n_before;
        }
        if class == SPACE {
            is_apart = true;
            continue;
        }
        if is_apart && !is_in_run {
            is_apart = false;
            if n > 0 {
                n = put(out, n, b' ');
            }
        }
        if class > KEPT {
            if !is_in_run {
                is_in_run = true;
                run_start = n;
            }
            n = put(out, n, class);
        } else {
            n = put(out, n, byte);
        }
    }
    if is_in_run {
        without_article(out, run_start, n)
    } else {
        n
    }
}

/// The length without the run that ends at `n`, and the space before it, if that run is an article; else `n`.
fn without_article(out: &[u8], run_start: usize, n: usize) -> usize {
    if n - run_start > 3 || !matches!(out.get(run_start..n), Some(b"a" | b"an" | b"the")) {
        return n;
    }
    match run_start.checked_sub(1).and_then(|before| out.get(before)) {
        Some(b' ') => run_start - 1,
        _ => run_start,
    }
}

fn table(keeps_hyphen: bool) -> &'static [u8; 256] {
    static WITH_HYPHEN: [u8; 256] = classes(true);
    static WITHOUT_HYPHEN: [u8; 256] = classes(false);
    if keeps_hyphen {
        &WITH_HYPHEN
    } else {
        &WITHOUT_HYPHEN
    }
}

const fn classes(keeps_hyphen: bool) -> [u8; 256] {
    let mut table = [KEPT; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = if byte.is_ascii_alphanumeric() {
            byte.to_ascii_lowercase()
        } else if byte.is_ascii_punctuation() && !(byte == b'-' && keeps_hyphen) {
            DROPPED
        } else if matches!(byte, b'\t'..=b'\r' | 0x1C..=0x1F | b' ') {
            SPACE
        } else {
            KEPT
        };
        byte += 1;
    }
    table
}
