//! Emphasis, code and strike-through inside one line.
//!
//! Deliberately absent: CommonMark's rule of three; a run of marks only closes a run of the same marks and length.

/// One run of the same mark: where it is, and what it may do.
struct Run {
    start: usize,
    end: usize,
    mark: char,
    can_open: bool,
    can_close: bool,
    is_removed: bool,
}

/// `line` without paired marks and without the backslash of `\*`.
pub(super) fn stripped(line: &str) -> String {
    let mut runs = runs(line);
    pair(&mut runs);
    let mut out = String::with_capacity(line.len());
    let mut from = 0;
    for run in runs.iter().filter(|run| run.is_removed) {
        push_unescaped(&mut out, line.get(from..run.start).unwrap_or(""));
        from = run.end;
    }
    push_unescaped(&mut out, line.get(from..).unwrap_or(""));
    out
}

fn runs(line: &str) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let mut before = None;
    let mut chars = line.char_indices().peekable();
    while let Some((start, mark)) = chars.next() {
        if mark == '\\' {
            before = chars.next().map(|(_, c)| c);
            continue;
        }
        if !matches!(mark, '*' | '_' | '`' | '~') {
            before = Some(mark);
            continue;
        }
        let mut end = start + mark.len_utf8();
        while chars.next_if(|(_, c)| *c == mark).is_some() {
            end += mark.len_utf8();
        }
        let after = chars.peek().map(|(_, c)| *c);
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        // Between two word characters a mark is part of the word, back quotes aside.
        let is_inside_word =
            mark != '`' && is_word(before) && is_word(after) && (mark == '_' || end - start == 1);
        found.push(Run {
            start,
            end,
            mark,
            can_open: !is_blank(after) && !is_inside_word && (mark != '_' || !is_word(before)),
            can_close: !is_blank(before) && !is_inside_word && (mark != '_' || !is_word(after)),
            is_removed: false,
        });
        before = Some(mark);
    }
    found
}

/// Marks each closing run and the nearest open one of the same kind as removed; what was opened between them stays text.
fn pair(runs: &mut [Run]) {
    let mut open: Vec<usize> = Vec::new();
    // How many of each kind are open, so that a run without partner does not search the whole line.
    let mut n_open = rustc_hash::FxHashMap::<(char, usize), usize>::default();
    for idx in 0..runs.len() {
        let Some(run) = runs.get(idx) else { return };
        let kind = (run.mark, run.end - run.start);
        let (can_open, can_close) = (run.can_open, run.can_close);
        if can_close && n_open.get(&kind).is_some_and(|n| *n > 0) {
            while let Some(open_idx) = open.pop() {
                let Some(opened) = runs.get_mut(open_idx) else {
                    return;
                };
                let opened_kind = (opened.mark, opened.end - opened.start);
                if let Some(n) = n_open.get_mut(&opened_kind) {
                    *n = n.saturating_sub(1);
                }
                if opened_kind == kind {
                    opened.is_removed = true;
                    break;
                }
            }
            if let Some(run) = runs.get_mut(idx) {
                run.is_removed = true;
            }
        } else if can_open {
            open.push(idx);
            *n_open.entry(kind).or_default() += 1;
        }
    }
}

fn push_unescaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('\\') {
        out.push_str(plain);
        let is_escape = after.starts_with(|c: char| "*_`~#>[]()+-.!\\".contains(c));
        if !is_escape {
            out.push('\\');
        }
        let n_kept = if is_escape { 1 } else { 0 };
        out.push_str(after.get(..n_kept).unwrap_or(""));
        rest = after.get(n_kept..).unwrap_or("");
    }
    out.push_str(rest);
}
