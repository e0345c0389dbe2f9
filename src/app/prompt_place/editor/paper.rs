//! The colored text under an editor's field: lines of pieces, of which only the changed ones are drawn anew.

use crate::prompt::Fault;
use crate::prompt::highlight::highlight;
use leptos::prelude::document;
use std::ops::Range;
use web_sys::Element;

/// A line: its pieces, each with its classes.
type Line = Vec<(String, String)>;

/// What is drawn at present.
#[derive(Default)]
pub struct Paper {
    lines: Vec<Line>,
}

impl Paper {
    /// Draws `source` into `element`, with the place of the fault underlined. Lines that stay the same are not touched.
    pub fn draw(&mut self, element: &Element, source: &str, fault: Option<&Fault>) {
        let new = lines(source, fault);
        let n_same = |pairs: &mut dyn Iterator<Item = (&Line, &Line)>| {
            pairs.take_while(|(old, new)| old == new).count()
        };
        let n_head = n_same(&mut self.lines.iter().zip(&new));
        let n_most = self.lines.len().min(new.len()) - n_head;
        let n_tail = n_same(&mut self.lines.iter().rev().zip(new.iter().rev())).min(n_most);
        let children = element.children();
        for i in (n_head..self.lines.len() - n_tail).rev() {
            if let Some(child) = children.item(i as u32) {
                child.remove();
            }
        }
        let next = children.item(n_head as u32);
        for line in new.get(n_head..new.len() - n_tail).into_iter().flatten() {
            let Some(drawn) = drawn(line) else { continue };
            // Drawing is for the eye alone: what is typed stands in the field whatever happens here.
            let _ = element.insert_before(&drawn, next.as_deref());
        }
        self.lines = new;
    }
}

fn drawn(line: &Line) -> Option<Element> {
    let row = document().create_element("div").ok()?;
    row.set_class_name("editor__line");
    for (class, text) in line {
        let piece = document().create_text_node(text);
        if class.is_empty() {
            row.append_child(&piece).ok()?;
        } else {
            let span = document().create_element("span").ok()?;
            span.set_class_name(class);
            span.append_child(&piece).ok()?;
            row.append_child(&span).ok()?;
        }
    }
    Some(row)
}

/// The lines of a source, colored.
fn lines(source: &str, fault: Option<&Fault>) -> Vec<Line> {
    let marked = fault.map(|fault| widened(source, fault));
    let mut lines = vec![Line::new()];
    let mut put = |range: Range<usize>, class: &str| {
        for (i, part) in source
            .get(range)
            .unwrap_or_default()
            .split('\n')
            .enumerate()
        {
            if i > 0 {
                lines.push(Line::new());
            }
            if let (Some(line), false) = (lines.last_mut(), part.is_empty()) {
                line.push((class.to_owned(), part.to_owned()));
            }
        }
    };
    let mut at = 0;
    for (range, kind) in highlight(source) {
        put_marked(at..range.start, "", &marked, &mut put);
        put_marked(
            range.clone(),
            &format!("token-{}", kind.word()),
            &marked,
            &mut put,
        );
        at = range.end;
    }
    put_marked(at..source.len(), "", &marked, &mut put);
    lines
}

/// Puts a piece, cut where the underlined part begins and ends.
fn put_marked(
    range: Range<usize>,
    class: &str,
    marked: &Option<Range<usize>>,
    put: &mut impl FnMut(Range<usize>, &str),
) {
    let Some(marked) = marked else {
        return put(range, class);
    };
    let start = marked.start.clamp(range.start, range.end.max(range.start));
    let end = marked.end.clamp(start, range.end.max(start));
    put(range.start..start, class);
    put(start..end, format!("{class} editor__fault").trim_start());
    put(end..range.end, class);
}

/// The part to underline: at least one visible character of the line, where there is one.
fn widened(source: &str, fault: &Fault) -> Range<usize> {
    let len = source.len();
    let (start, end) = (
        (fault.start as usize).min(len),
        (fault.end as usize).min(len),
    );
    if source
        .get(start..end)
        .is_some_and(|part| !part.trim().is_empty())
    {
        return start..end;
    }
    let head = source.get(..start).unwrap_or_default();
    let line_start = head.rfind('\n').map_or(0, |at| at + 1);
    let line = source.get(line_start..).unwrap_or_default();
    let line = line.split('\n').next().unwrap_or_default();
    match line.trim().is_empty() {
        // Nothing stands there: the last thing before it.
        true => {
            let before = head.trim_end();
            let last = before.chars().next_back().map_or(0, char::len_utf8);
            before.len() - last..before.len()
        }
        false => line_start..line_start + line.len(),
    }
}
