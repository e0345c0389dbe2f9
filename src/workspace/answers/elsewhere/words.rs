//! What is said of an output that was read as a batch asked.
//!
//! Deliberately absent: deciding it.

use super::Elsewhere;
use super::replies::Replies;
use crate::problem::{Problem, cut};
use crate::provider::Wanted;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// How replies were read by a batch, and how many fit.
pub(super) fn read_by(batch: &Elsewhere, replies: &Replies) -> Problem {
    let (n, n_misfits) = (replies.n, replies.n_misfits);
    let read = format!(
        "read as {} was asked: {}",
        written(batch),
        form(batch).unwrap_or_default()
    );
    match (&batch.schema, n_misfits) {
        (_, 0) => Problem::info(format!("{read}; all {n} replies fit")),
        (Some(_), _) => Problem::warning(format!(
            "{read}; {n_misfits} of {n} replies do not fit the schema, and are unparsed"
        )),
        (None, _) => Problem::warning(format!("{read}; {n_misfits} of {n} replies have none")),
    }
}

/// The batch as a choice: `the batch written on 29 November 2026 with gpt-4o: field answer`.
pub(super) fn choice(batch: &Elsewhere, n_all: usize) -> String {
    let form = form(batch).unwrap_or_else(|| "text alone".to_owned());
    let n = batch.n_items;
    let of = match (n as usize) < n_all {
        true => format!(", the first {n} questions"),
        false => String::new(),
    };
    format!("{} asked: {form}{of}", written(batch))
}

/// That a person has them scored as they are.
pub(super) fn as_they_are() -> Problem {
    Problem::info("the replies are scored as they are, as you chose")
}

/// That a person has a field taken out, and of how many replies.
pub(super) fn taken_out(name: &str, replies: &Replies) -> Problem {
    let (n, n_without) = (replies.n, replies.n_misfits);
    let name = cut(name, 40);
    let taken = format!(
        "the field {name} is taken out, as you chose: {} of {n} replies have it",
        n - n_without
    );
    match n_without {
        0 => Problem::info(taken),
        _ => Problem::warning(format!("{taken}; the others are scored as they are")),
    }
}

/// That the batch asked the first questions alone.
pub(super) fn first(batch: &Elsewhere, n_all: usize) -> Problem {
    Problem::info(format!(
        "scored over the first {} of {n_all} questions, as {} asked",
        batch.n_items,
        written(batch)
    ))
}

/// That replies do not fit any batch that asked these questions, of which this is the likeliest.
pub(super) fn nothing_fits(batch: &Elsewhere) -> Problem {
    let form = form(batch).unwrap_or_default();
    let message = format!(
        "fewer than half of these replies fit {} ({form}): they are scored as they are",
        written(batch)
    );
    Problem::warning(message).hint(
        "if they are of that batch, the model did not keep to the form; otherwise drop the output that belongs to it",
    )
}

/// What the replies were asked for in: `schema MCQAResponse, field answer`.
fn form(batch: &Elsewhere) -> Option<String> {
    let schema = batch.schema.as_ref();
    let schema = schema.map(|schema| format!("schema {}", schema.name));
    let fields = match &batch.wanted {
        Wanted::Text => None,
        Wanted::Fields(names) if names.len() == 1 => {
            Some(format!("field {}", batch.wanted.names()))
        }
        Wanted::Fields(_) => Some(format!("fields {}", batch.wanted.names())),
    };
    let told: Vec<String> = schema.into_iter().chain(fields).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The batch: `the batch written on 29 November 2026 with gpt-4o`.
fn written(batch: &Elsewhere) -> String {
    let on = day(&batch.created).map(|day| format!(" on {day}"));
    let with = (!batch.model.is_empty()).then(|| format!(" with {}", batch.model));
    format!(
        "the batch written{}{}",
        on.unwrap_or_else(|| " here".to_owned()),
        with.unwrap_or_default()
    )
}

/// The day of a time in ISO 8601: `29 November 2026`.
fn day(time: &str) -> Option<String> {
    let mut parts = time.get(..10)?.split('-');
    let mut next = || parts.next()?.parse::<usize>().ok();
    let (year, month, day) = (next()?, next()?, next()?);
    let month = MONTHS.get(month.checked_sub(1)?)?;
    Some(format!("{day} {month} {year}"))
}
