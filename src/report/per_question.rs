//! `per_question.csv`: one row per question asked, for people who work in a spreadsheet.
//!
//! Deliberately absent: contexts, which are in the dataset and would make most of the file.

use super::Run;
use super::csv_text::CsvText;
use crate::dataset::Task;

/// The columns. `exact`, `f1` and `list_f1` are 0–100 as in the other files; `gold` holds all gold answers.
pub const COLUMNS: [&str; 11] = [
    "id",
    "outcome",
    "exact",
    "f1",
    "list_f1",
    "question",
    "gold",
    "prediction",
    "normalised",
    "compared",
    "note",
];

/// Writes the file. Several gold answers are separated by ` | `; `note` says what failed and which rules were applied.
pub fn write(run: &Run<'_>) -> String {
    let mut csv = CsvText::new(&COLUMNS);
    let has_lists = run.dataset.task == Task::Extractive;
    for ((item, entry, score), row) in run.asked().zip(run.rows()) {
        csv.text(&item.id).text(score.outcome.key());
        csv.number(100.0 * score.exact).number(100.0 * score.f1);
        if has_lists {
            csv.number(100.0 * score.list.f1);
        } else {
            csv.text("");
        }
        let failure = entry.and_then(|entry| entry.failure.as_ref());
        let mut note = failure.map_or(String::new(), |failure| failure.detail.clone());
        if !note.is_empty() && !row.note.is_empty() {
            note.push_str("; ");
        }
        note.push_str(&row.note);
        csv.text(&item.question).text(&item.answers.join(" | "));
        csv.text(&row.read).text(&row.normalized);
        csv.text(&row.compared).text(&note);
        csv.end_row();
    }
    csv.finish()
}
