//! What in a template may not do what its author expects.
//!
//! Deliberately absent: what is an error ([`super::Template::parse`]) and what depends on values.

use super::template::MAX_SOURCE;
use crate::problem::{Problem, some_ids};
use minijinja::machinery::{Token, Tokenizer};

/// Markers of chat formats, which a server adds by itself.
const MARKUP: &[&str] = &[
    "<s>",
    "</s>",
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<</SYS>>",
    "<|begin_of_text|>",
    "<|end_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|end|>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<bos>",
    "<eos>",
    "<|start|>",
    "<|message|>",
    "<|channel|>",
];

/// How far behind a `{` its `}` is looked for, in bytes: a name and spaces around it.
const MAX_AHEAD: usize = 64;

/// Single braces that look like a variable (a warning each name), and chat markup that is sent as text (an
/// information); each with the place of the first. Nothing is said of a source too long to be parsed.
///
/// ```
/// let notices = marksheet::prompt::notices("user.jinja2", "Question: {query}");
/// assert_eq!(notices[0].message, "{query} is sent as it is: Jinja2 fills in what stands in double braces");
/// ```
pub fn notices(source_name: &str, source: &str) -> Vec<Problem> {
    let mut found = Found::default();
    if source.len() > MAX_SOURCE {
        return Vec::new();
    }
    let mut tokens = Tokenizer::new(source, "", false, Default::default());
    while let Ok(Some((token, span))) = tokens.next_token() {
        if let Token::TemplateData(text) = token {
            found.text(text, span.start_offset as usize);
        }
    }
    let mut notices = Vec::new();
    for (name, at) in &found.braces {
        let problem = Problem::warning(format!(
            "{{{name}}} is sent as it is: Jinja2 fills in what stands in double braces"
        ));
        notices.push(placed(
            problem.hint(format!("write {{{{ {name} }}}}")),
            source_name,
            source,
            *at,
        ));
    }
    if let Some((_, at)) = found.markup.first() {
        let markers = some_ids(found.markup.iter().map(|(marker, _)| *marker), 3);
        let problem = Problem::info(format!("chat markup is sent as text: {markers}")).hint(
            "a server adds its model's own markup; take it out unless you know that yours does not",
        );
        notices.push(placed(problem, source_name, source, *at));
    }
    notices
}

#[derive(Default)]
struct Found<'s> {
    braces: Vec<(&'s str, usize)>,
    markup: Vec<(&'static str, usize)>,
}

impl<'s> Found<'s> {
    fn text(&mut self, text: &'s str, start: usize) {
        for (at, _) in text.match_indices('{') {
            if text.get(..at).is_some_and(|before| before.ends_with('{')) {
                continue;
            }
            let Some(name) = until_brace(text.get(at + 1..).unwrap_or("")) else {
                continue;
            };
            let name = name.trim_matches(' ');
            let is_new = !self.braces.iter().any(|(other, _)| *other == name);
            if is_name(name) && is_new && self.braces.len() < 20 {
                self.braces.push((name, start + at));
            }
        }
        for marker in MARKUP {
            let is_new = !self.markup.iter().any(|(other, _)| other == marker);
            if let (true, Some(at)) = (is_new, text.find(marker)) {
                self.markup.push((marker, start + at));
            }
        }
        self.markup.sort_by_key(|(_, at)| *at);
    }
}

/// What stands before the next `}`, when that is near.
fn until_brace(inside: &str) -> Option<&str> {
    let near = inside.as_bytes().iter().take(MAX_AHEAD);
    let end = near.take_while(|byte| **byte != b'}').count();
    let has_end = inside.as_bytes().get(end) == Some(&b'}');
    inside.get(..end).filter(|_| has_end)
}

/// Letters, digits, `_` and dots, beginning with a letter: what could be a variable.
fn is_name(name: &str) -> bool {
    let is_start = name
        .chars()
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    is_start
        && name.len() <= 40
        && !name.ends_with('.')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
}

fn placed(problem: Problem, name: &str, source: &str, at: usize) -> Problem {
    let before = source.get(..at).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let small = |n| u32::try_from(n).unwrap_or(u32::MAX);
    problem.in_file(name).at(small(line), small(column))
}
