//! The lines in which two texts differ.
//!
//! Deliberately absent: differences within a line. Ours and not a crate's: one short algorithm, where the usual crate adds
//! several kilobytes to the worker for granularities that are not asked for.

/// A line of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Only in the old text (-1), in both (0), or only in the new one (1).
    pub side: i8,
    /// The line, without its line end.
    pub text: &'a str,
}

/// Texts that differ in more lines than this are shown as replaced: comparing takes time and memory in proportion to
/// its square.
const MOST: usize = 1_000;

/// The shortest way from the old text to the new one in whole lines, with what stays between (Myers, "An O(ND)
/// Difference Algorithm", 1986, <https://doi.org/10.1007/BF01840446>). Line ends are not compared.
///
/// ```
/// use marksheet::prompt::difference;
/// let lines = difference("a\nb\nc\n", "a\nc\nd\n");
/// let shown: Vec<_> = lines.iter().map(|line| (line.side, line.text)).collect();
/// assert_eq!(shown, [(0, "a"), (-1, "b"), (0, "c"), (1, "d")]);
/// ```
pub fn difference<'a>(old: &'a str, new: &'a str) -> Vec<Line<'a>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let n_head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (head, old) = old.split_at(n_head);
    let (_, new) = new.split_at(n_head);
    let pairs = old.iter().rev().zip(new.iter().rev());
    let n_tail = pairs.take_while(|(a, b)| a == b).count();
    let (old, tail) = old.split_at(old.len() - n_tail);
    let (new, _) = new.split_at(new.len() - n_tail);
    let mut lines: Vec<Line<'a>> = all(0, head).collect();
    match furthest(old, new) {
        Some(trace) => lines.extend(walked_back(old, new, &trace)),
        None => lines.extend(all(-1, old).chain(all(1, new))),
    }
    lines.extend(all(0, tail));
    lines
}

fn all<'a>(side: i8, lines: &[&'a str]) -> impl Iterator<Item = Line<'a>> {
    lines.iter().map(move |text| Line { side, text })
}

/// For each number of differing lines `d`, how far into the old text each diagonal from `-d` to `d` comes; `None`
/// where more than [`MOST`] lines differ.
fn furthest(old: &[&str], new: &[&str]) -> Option<Vec<Vec<usize>>> {
    let mut trace: Vec<Vec<usize>> = Vec::new();
    for d in 0..=MOST.min(old.len() + new.len()) {
        let mut reached = vec![0; 2 * d + 1];
        for step in 0..=d {
            let i = 2 * step;
            let diagonal = i as isize - d as isize;
            let mut x = match trace.last() {
                None => 0,
                Some(last) => before(last, i).0,
            };
            let mut y = x.wrapping_add_signed(-diagonal);
            while x < old.len() && y < new.len() && old.get(x) == new.get(y) {
                x += 1;
                y += 1;
            }
            if let Some(place) = reached.get_mut(i) {
                *place = x;
            }
            if x >= old.len() && y >= new.len() {
                trace.push(reached);
                return Some(trace);
            }
        }
        trace.push(reached);
    }
    None
}

/// Where a step onto diagonal `i` (counted from the lowest one) starts: the old lines passed after it, and whether it
/// adds a new line rather than takes an old one out.
fn before(last: &[usize], i: usize) -> (usize, bool) {
    // The diagonals of the step before begin one higher, so the one above is at `i` and the one below at `i - 2`.
    let adding = last.get(i).copied();
    let taking = i.checked_sub(2).and_then(|i| last.get(i)).map(|x| x + 1);
    match (adding, taking) {
        (Some(adding), Some(taking)) if taking > adding => (taking, false),
        (Some(adding), _) => (adding, true),
        (None, taking) => (taking.unwrap_or(0), false),
    }
}

fn walked_back<'a>(old: &[&'a str], new: &[&'a str], trace: &[Vec<usize>]) -> Vec<Line<'a>> {
    let (mut x, mut y) = (old.len(), new.len());
    let mut lines = Vec::new();
    let line = |side, text: Option<&&'a str>| text.map(|text| Line { side, text });
    for (d, last) in trace
        .iter()
        .take(trace.len().saturating_sub(1))
        .enumerate()
        .rev()
    {
        let i = (x as isize - y as isize + d as isize + 1).max(0) as usize;
        let (start, is_adding) = before(last, i);
        while x > start && y > 0 {
            x -= 1;
            y -= 1;
            lines.extend(line(0, old.get(x)));
        }
        if is_adding {
            y = y.saturating_sub(1);
            lines.extend(line(1, new.get(y)));
        } else {
            x = x.saturating_sub(1);
            lines.extend(line(-1, old.get(x)));
        }
    }
    while x > 0 {
        x -= 1;
        lines.extend(line(0, old.get(x)));
    }
    lines.reverse();
    lines
}
