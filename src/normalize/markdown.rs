//! Takes Markdown marks off a reply: `**N1**`, `` `N1` ``, `# Answer`, `- N1`, `> N1`, code fences, links.
//!
//! Deliberately absent: tables, HTML, LaTeX. Marks inside words (`snake_case`, `2*3`) are text and stay.

mod emphasis;

/// `text` without Markdown marks and without white space around it.
///
/// Ordered list marks (`1.`) go only where at least two lines carry one, because `5. Mai` is an answer.
///
/// ```
/// use marksheet::normalize::markdown::stripped;
/// assert_eq!(stripped("## Answer\n- **N1_A**"), "Answer\nN1_A");
/// assert_eq!(stripped("2*3 snake_case"), "2*3 snake_case");
/// ```
pub fn stripped(text: &str) -> String {
    let has_marks = |c: char| "*_`~#>-+[]\\".contains(c) || c.is_ascii_digit();
    if !text.contains(has_marks) {
        return text.trim().to_owned();
    }
    let is_ordered = text
        .lines()
        .filter(|line| ordered_mark(line.trim_start()).is_some())
        .count()
        >= 2;
    let mut out = String::with_capacity(text.len());
    for line in text.trim().lines() {
        let line = line.trim_end();
        if is_fence(line) || is_rule(line) {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&emphasis::stripped(&without_links(block_content(
            line, is_ordered,
        ))));
    }
    unquoted(out.trim()).to_owned()
}

/// The line behind its quote, heading and list marks.
fn block_content(line: &str, is_ordered: bool) -> &str {
    let mut rest = line.trim_start();
    // Marks nest (`> - # x`), but never deeper than a person writes.
    for _ in 0..8 {
        let after = if let Some(after) = rest.strip_prefix('>') {
            after
        } else if let Some(after) = heading(rest).or_else(|| bullet(rest)) {
            after
        } else if let Some(after) = ordered_mark(rest).filter(|_| is_ordered) {
            after
        } else {
            break;
        };
        rest = after.trim_start();
    }
    rest
}

fn heading(line: &str) -> Option<&str> {
    let after = line.trim_start_matches('#');
    let n_marks = line.len() - after.len();
    let is_heading = (1..=6).contains(&n_marks) && after.starts_with(' ');
    is_heading.then(|| after.trim().trim_end_matches('#').trim_end())
}

fn bullet(line: &str) -> Option<&str> {
    let after = line.strip_prefix(['-', '*', '+', '•'])?;
    after.starts_with([' ', '\t']).then_some(after)
}

fn ordered_mark(line: &str) -> Option<&str> {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = line.len() - after.len();
    let after = after.strip_prefix(['.', ')'])?;
    ((1..=3).contains(&n_digits) && after.starts_with(' ')).then_some(after)
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    ["```", "~~~"].iter().any(|fence| {
        line.strip_prefix(fence).is_some_and(|info| {
            info.trim()
                .chars()
                .all(|c| c.is_alphanumeric() || "+-_.".contains(c))
        })
    })
}

/// A line of dashes or stars only.
fn is_rule(line: &str) -> bool {
    let marks = line.trim();
    marks.len() >= 3
        && ['-', '*', '_']
            .iter()
            .any(|mark| marks.chars().all(|c| c == *mark))
}

/// `[text](address)` becomes its text.
fn without_links(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(middle) = rest.find("](") {
        let (before, after) = rest.split_at(middle);
        let Some((open, end)) = before.rfind('[').zip(after.find(')')) else {
            break;
        };
        out.push_str(before.get(..open).unwrap_or("").trim_end_matches('!'));
        out.push_str(before.get(open + 1..).unwrap_or(""));
        rest = after.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// `text` without one pair of straight or curly quotes around all of it.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 4] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»')];
    PAIRS
        .iter()
        .find_map(|(open, close)| {
            let inside = text.strip_prefix(*open)?.strip_suffix(*close)?;
            (!inside.contains([*open, *close])).then_some(inside)
        })
        .map_or(text, str::trim)
}
