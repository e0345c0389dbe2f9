//! From a source to a program: checks, minijinja's parser, and its errors in our words.

use super::Fault;
use super::build::build;
use super::check::{Stop, check};
use super::node::{Program, Span};
use super::source::{MAX_SOURCE, Source, small};

/// Parses a source.
pub(super) fn parse(name: &str, given: &str) -> Result<(Source, Program), Fault> {
    let mut source = Source::of(name, given);
    if given.len() > MAX_SOURCE {
        let message = format!("this template is longer than {} MB", MAX_SOURCE / 1_000_000);
        return Err(source.fault(
            Span::default(),
            message,
            Some("texts that long belong in the data".to_owned()),
        ));
    }
    let mut n_blanks = 0;
    let changes = loop {
        match check(&source) {
            Ok(changes) => break changes,
            // Each time everything is read again, so a long source may have fewer of them.
            Err(Stop::Blank(start, end))
                if n_blanks < 100 && n_blanks * given.len() < 20_000_000 =>
            {
                n_blanks += 1;
                source
                    .text
                    .replace_range(start..end, &" ".repeat(end - start));
            }
            Err(Stop::Blank(start, end)) => {
                let span = Span {
                    start: small(start),
                    end: small(end),
                };
                return Err(source.fault(
                    span,
                    "there are too many special spaces inside tags",
                    Some("replace them with ordinary spaces".to_owned()),
                ));
            }
            Err(Stop::Fault(fault)) => return Err(fault),
        }
    };
    for blank in &changes.blanks {
        let place = *blank as usize;
        if matches!(source.text.as_bytes().get(place), Some(b'+' | b':')) {
            source.text.replace_range(place..=place, " ");
        }
    }
    if !changes.inserts.is_empty() {
        source.insert(&changes.inserts);
    }
    let program = {
        let parsed = minijinja::machinery::parse(&source.text, "", Default::default());
        let root = parsed.map_err(|error| fault(&source, &error))?;
        build(&source, &root)?
    };
    Ok((source, program))
}

/// minijinja's error, said for someone who writes prompts.
fn fault(source: &Source, error: &minijinja::Error) -> Fault {
    let len = source.text.len();
    let range = error.range().unwrap_or(len..len);
    let (start, end) = (
        range.start.min(len),
        range.end.min(len).max(range.start.min(len)),
    );
    let span = Span {
        start: small(start),
        end: small(end),
    };
    let found = source.text.get(start..end).unwrap_or("");
    let detail = error.detail().unwrap_or("");
    let expected = detail
        .split_once(", expected ")
        .map(|(_, expected)| words(expected));
    if detail.contains("reserved variable name") {
        return source.fault(
            span,
            format!("\"{found}\" cannot be set; Jinja2 uses this name itself"),
            Some("choose another name".to_owned()),
        );
    }
    if detail.contains("recursion") {
        return source.fault(
            span,
            "this template is nested too deep",
            Some("split it with {% set %} or a macro".to_owned()),
        );
    }
    if detail.contains("defined twice") {
        return source.fault(
            span,
            format!("there are two blocks of this name: {detail}"),
            Some("rename one of them".to_owned()),
        );
    }
    if detail.contains("keyword arg") {
        return source.fault(
            span,
            "a value without a name stands after one with a name",
            Some("put values without a name first".to_owned()),
        );
    }
    if detail.contains("empty subscript") {
        return source.fault(
            span,
            "there is nothing between [ and ]",
            Some("put a position or a key there".to_owned()),
        );
    }
    if detail.contains("call expression") {
        return source.fault(
            span,
            "{% call %} needs a macro with parentheses",
            Some("for example {% call box() %}".to_owned()),
        );
    }
    if let Some(message) = known(detail) {
        return source.fault(span, message, None);
    }
    let message = match (&expected, found) {
        (Some(expected), "") => format!("the template ends where {expected} was expected"),
        (Some(expected), found) => format!(
            "\"{}\" where {expected} was expected",
            crate::problem::cut(found, 40)
        ),
        (None, "") => "the template ends in the middle of an expression".to_owned(),
        (None, found) => format!(
            "\"{}\" was not expected here",
            crate::problem::cut(found, 40)
        ),
    };
    source.fault(span, message, Some(hint(source, span, found)))
}

fn known(detail: &str) -> Option<String> {
    let is_block = detail.contains("mismatching name on block")
        || detail.contains("Required blocks")
        || detail.contains("block tags in macros");
    is_block.then(|| detail.to_lowercase())
}

/// minijinja's names of what it expected.
fn words(expected: &str) -> &str {
    match expected {
        "end of variable block" => "}}",
        "end of block" => "%}",
        "identifier" => "a name",
        "identifier or integer" => "a name",
        "expression" => "a value",
        "assignment operator" => "=",
        "in" => "in",
        other => other,
    }
}

fn hint(source: &Source, span: Span, found: &str) -> String {
    let before = source.text.get(..span.start as usize).unwrap_or("");
    let opening = before.rfind("{{").max(before.rfind("{%"));
    if let Some(opening) = opening {
        let tag = before.get(opening..).unwrap_or("");
        if tag.contains('\n') {
            return format!(
                "the tag opened in line {} may not be closed",
                source.line(small(opening))
            );
        }
    }
    match found {
        "=" => "to compare, write ==".to_owned(),
        "{" => "inside a tag a variable is written without braces".to_owned(),
        "}}" | "%}" => "a value is missing before it".to_owned(),
        "!" => "write not, or != to compare".to_owned(),
        _ if before.ends_with(|c: char| c.is_alphanumeric() || c == ' ') => {
            "text belongs in quotation marks; values are joined with ~, and filters follow |"
                .to_owned()
        }
        _ => "check what stands right before it".to_owned(),
    }
}
