//! What the name of a template's file says: which message it is, of which task type.
//!
//! Deliberately absent: the content.

use super::name;

/// Which message a template makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// The system message.
    System,
    /// The user message.
    User,
    /// Everything in one, as ALUE's templates for single models have it; goes into the user message.
    Alone,
}

/// What a file's name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRole {
    /// The set it belongs to; `None`: the selected one.
    pub task_type: Option<String>,
    /// Which message it is.
    pub message: Message,
}

const EXTENSIONS: &[&str] = &[".jinja2", ".jinja", ".j2"];

/// Whether a file of this name is a template, whatever stands in it.
///
/// ```
/// use marksheet::prompt::library::is_template_name;
/// assert!(is_template_name("mcqa/User.J2") && !is_template_name("notes.txt"));
/// ```
pub fn is_template_name(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    EXTENSIONS.iter().any(|end| lower.ends_with(end))
}

/// Which message a template is, and of which set, by its path: `…/<task type>/system.jinja2`, `<task type>_user.j2`, `system.jinja2`
/// for the selected set, any other name for a set of its own.
///
/// ```
/// use marksheet::prompt::library::{Message, role_of};
/// let role = role_of("templates/aviation_exam/system.jinja2");
/// assert_eq!((role.task_type.as_deref(), role.message), (Some("aviation_exam"), Message::System));
/// assert_eq!(role_of("llama3.jinja2").task_type.as_deref(), Some("llama3"));
/// ```
pub fn role_of(path: &str) -> FileRole {
    let mut parts = path.split(['/', '\\']).rev();
    let stem = stem(parts.next().unwrap_or_default());
    let folder = parts.find(|part| !matches!(part.trim(), "" | "." | ".."));
    let folder = folder.filter(|part| !is_general(part)).map(name::tidied);
    if let Some(message) = message_of(stem) {
        return FileRole {
            task_type: folder,
            message,
        };
    }
    if let Some((task_type, message)) = ending(stem) {
        return FileRole {
            task_type: Some(name::tidied(task_type)),
            message,
        };
    }
    FileRole {
        task_type: Some(name::tidied(stem)),
        message: Message::Alone,
    }
}

/// The name without endings and without the number browsers give a second download: `system (1).txt.j2` is `system`.
fn stem(file: &str) -> &str {
    let mut stem = file;
    for end in EXTENSIONS.iter().chain(&[".txt", ".md", ".html", ".tmpl"]) {
        stem = without_end(stem, end);
    }
    let numbered = stem
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    match numbered {
        Some((rest, n)) if !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()) => rest,
        _ => stem,
    }
}

/// The text without `end`, in whatever case, unless nothing else is there.
fn without_end<'a>(text: &'a str, end: &str) -> &'a str {
    let at = text.len().saturating_sub(end.len());
    match (text.get(..at), text.get(at..)) {
        (Some(rest), Some(tail)) if !rest.is_empty() && tail.eq_ignore_ascii_case(end) => rest,
        _ => text,
    }
}

/// The message a whole name stands for.
fn message_of(stem: &str) -> Option<Message> {
    let plain = stem.trim().to_lowercase().replace(['-', ' ', '.'], "_");
    let plain = ["_prompt", "_template", "_message", "_msg"]
        .iter()
        .find_map(|end| plain.strip_suffix(end))
        .unwrap_or(&plain);
    match plain {
        "system" | "sys" => Some(Message::System),
        "user" | "human" => Some(Message::User),
        _ => None,
    }
}

/// A task type and the message behind it: `aviation_exam_system`, `aviation_exam.user`.
fn ending(stem: &str) -> Option<(&str, Message)> {
    let (_, split) = stem
        .char_indices()
        .filter(|(_, c)| matches!(c, '_' | '-' | '.' | ' '))
        .map(|(at, c)| (c, at))
        .find(|(_, at)| stem.get(at + 1..).and_then(message_of).is_some())?;
    let task_type = stem.get(..split)?;
    let message = message_of(stem.get(split + 1..)?)?;
    (!task_type.trim().is_empty()).then_some((task_type, message))
}

/// Whether a folder holds templates and names no task type.
fn is_general(folder: &str) -> bool {
    let plain = folder.trim().to_lowercase().replace(['-', ' '], "_");
    matches!(
        plain.as_str(),
        "template"
            | "templates"
            | "prompt"
            | "prompts"
            | "prompt_template"
            | "prompt_templates"
            | "jinja"
            | "jinja2"
    )
}
