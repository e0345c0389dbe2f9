//! What is said of tokens and tags that do not fit.

use super::tokens::{end_of, nearest};
use super::{Checker, Open, Stop};
use crate::prompt::template::node::Span;
use crate::prompt::template::source::small;
use std::borrow::Cow;

impl Checker<'_> {
    /// What the lexer could not read.
    pub(super) fn unreadable(&self, error: &minijinja::Error, opening: Option<Span>) -> Stop {
        let rest = self.source.text.get(self.last.end as usize..).unwrap_or("");
        let from = |offset: usize, len: usize| {
            let start = self.last.end + small(offset);
            Span {
                start,
                end: start + small(len),
            }
        };
        let detail = error.detail().unwrap_or("");
        if detail.contains("comment") {
            let at = from(rest.find("{#").unwrap_or(0), 2);
            return self.fault(at, "this comment is never closed", "add #} where it ends");
        }
        if detail.contains("raw block") {
            let at = from(rest.find("{%").unwrap_or(0), 2);
            return self.fault(at, "{% raw %} is never closed", "add {% endraw %}");
        }
        let blank = rest.len() - rest.trim_start().len();
        let at = from(
            blank,
            rest.trim_start().chars().next().map_or(0, char::len_utf8),
        );
        if detail.contains("string") {
            return self.fault(
                at,
                "this quotation mark has no partner",
                "add the closing quotation mark",
            );
        }
        if detail.contains("integer") {
            return self.fault(
                at,
                "this number is too large",
                "numbers can have up to 38 digits",
            );
        }
        if detail.contains("float") || detail.contains("number") {
            return self.fault(
                at,
                "this is not a number as Jinja2 writes them",
                "for example 3, 0.5 or 1e6",
            );
        }
        if detail.is_empty() {
            return self.fault(
                at,
                "a \\ in this text is followed by something Jinja2 does not know",
                "write \\\\ for a backslash itself",
            );
        }
        let found = rest
            .trim_start()
            .chars()
            .next()
            .map_or(Cow::Borrowed("something"), |c| {
                Cow::Owned(format!("\"{c}\""))
            });
        let hint = match (rest.trim_start().as_bytes().first(), opening) {
            (Some(b'&'), _) => "write and".to_owned(),
            (Some(b'!'), _) => "write not".to_owned(),
            (Some(b'?'), _) => "write a if condition else b".to_owned(),
            (_, Some(opening)) => {
                let line = self.source.line(opening.start);
                format!(
                    "the tag opened in line {line} may not be closed; text belongs in quotation marks"
                )
            }
            _ => "text belongs in quotation marks".to_owned(),
        };
        self.fault(at, format!("{found} means nothing in Jinja2 here"), hint)
    }

    pub(super) fn unclosed(
        &self,
        opening: Span,
        closing: &str,
        bracket: Option<&(char, Span)>,
    ) -> Stop {
        let line = self.source.line(opening.start);
        if let Some((wanted, span)) = bracket {
            let written = self
                .source
                .text
                .get(span.start as usize..span.end as usize)
                .unwrap_or("");
            let message = format!(
                "\"{written}\" opened in line {} is never closed",
                self.source.line(span.start)
            );
            return self.fault(*span, message, format!("add \"{wanted}\""));
        }
        let written = if closing == "}}" { "{{" } else { "{%" };
        self.fault(
            opening,
            format!("{written} opened in line {line} is never closed"),
            format!("add {closing}"),
        )
    }

    pub(super) fn never_closed(&self, open: &Open) -> Stop {
        let line = self.source.line(open.span.start);
        let message = format!("{{% {} %}} opened in line {line} is never closed", open.tag);
        self.fault(
            open.span,
            message,
            format!("add {{% {} %}}", end_of(open.tag)),
        )
    }

    pub(super) fn unknown(&self, tag: &str, whole: Span) -> Stop {
        let hint = match tag {
            "break" | "continue" => "loops cannot be left early; use {% if %} inside, or a filter such as selectattr on the list".to_owned(),
            "do" => "write {% set _ = … %} instead".to_owned(),
            "print" => "write {{ … }} instead".to_owned(),
            "trans" | "pluralize" | "endtrans" => "translations are not part of a prompt; write the text itself".to_owned(),
            "endraw" => "add {% raw %} before it, or take it away".to_owned(),
            "fro" | "foreach" | "four" => "did you mean {% for %}?".to_owned(),
            "fi" | "when" => "did you mean {% if %}?".to_owned(),
            "elseif" | "elsif" | "elif:" => "write {% elif … %}".to_owned(),
            "end" => "each tag has its own end, such as {% endfor %} or {% endif %}".to_owned(),
            _ => match nearest(tag) {
                Some(known) => format!("did you mean {{% {known} %}}? To print something, use {{{{ and }}}}"),
                None => "to print something, use {{ and }}; tags are for, if, set, macro, call, filter, with, block and raw".to_owned(),
            },
        };
        self.fault(whole, format!("unknown tag {{% {tag} %}}"), hint)
    }
}
