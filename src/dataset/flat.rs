//! Datasets as rows, one question each: ALUE's multiple choice, Hugging Face exports, JSON Lines, CSV and TSV.
//!
//! Deliberately absent: SQuAD's nesting; see `squad.rs`. The two tasks are built in `extractive.rs` and `exam.rs`.

use super::choices::{self, Offered};
use super::draft::{Draft, Loaded};
use super::{About, Task, exam, extractive, letters};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::{Origin, Row, Rows, field, filled_field, id_of, text_of};
use std::borrow::Cow;

/// Fields that hold the question.
pub const QUESTION: &[&str] = &[
    "input",
    "question",
    "query",
    "prompt",
    "question_text",
    "question_stem",
    "stem",
    "problem",
    "q",
];
/// Fields that hold the choices.
pub const CHOICES: &[&str] = &["choices", "options", "endings"];
/// Fields that hold the context.
pub const CONTEXT: &[&str] = &[
    "context",
    "passage",
    "transcript",
    "article",
    "paragraph",
    "document",
];
/// Fields that hold gold answers.
pub const GOLD: &[&str] = &[
    "answers",
    "output",
    "answer",
    "answerkey",
    "answer_key",
    "correct_answer",
    "correct_option",
    "correct_choice",
    "correct",
    "gold",
    "golds",
    "gold_answer",
    "gold_answers",
    "gold_label",
    "ground_truth",
    "reference",
    "references",
    "target",
    "label",
    "answer_idx",
    "answer_index",
    "correct_index",
    "solution",
    "expected",
];
/// Fields that hold gold answers and never predictions.
pub const GOLD_ONLY: &[&str] = &[
    "answers",
    "answerkey",
    "answer_key",
    "correct_answer",
    "correct_option",
    "correct_choice",
    "correct",
    "gold",
    "golds",
    "gold_answer",
    "gold_answers",
    "gold_label",
    "ground_truth",
    "reference",
    "references",
    "expected",
];

/// What stands around the rows in a JSON object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wrapper {
    about: About,
    examples: Vec<serde_json::Value>,
    has_alue_marks: bool,
    task: Option<Task>,
}

impl Wrapper {
    /// Reads ALUE's `task_info` and `examples`, and what other files call these.
    pub fn of(value: &Json<'_>) -> Self {
        let info = value.get("task_info").unwrap_or(value);
        let text = |names: &[&str]| {
            filled_field(info, names)
                .and_then(text_of)
                .map(Cow::into_owned)
        };
        let examples = match value.get("examples") {
            Some(Json::List(examples)) => examples.iter().map(Json::to_value).collect(),
            _ => Vec::new(),
        };
        let task = match text(&["task_type"])
            .unwrap_or_default()
            .to_ascii_lowercase()
        {
            kind if kind.contains("mcq") || kind.contains("choice") => Some(Task::MultipleChoice),
            kind if kind.contains("extract") => Some(Task::Extractive),
            _ => None,
        };
        Self {
            about: About {
                name: text(&["task_name", "name", "title"]),
                task: text(&["task"]),
                description: text(&["description"]),
            },
            has_alue_marks: value.get("task_info").is_some() || value.get("examples").is_some(),
            examples,
            task,
        }
    }
}

/// A row with its fields found.
pub(super) struct Question<'r, 'a> {
    pub id: Option<String>,
    /// How a person finds it: its id, or its line or position.
    pub name: String,
    pub text: Cow<'r, str>,
    pub context: Option<Cow<'r, str>>,
    pub gold: Option<&'r Json<'a>>,
    pub offered: Offered,
    /// Whether the choices come from fields of their own, not from lines of the text.
    pub has_own_choices: bool,
}

/// Reads the rows as questions.
///
/// # Errors
/// What was found, if no question can be scored.
pub fn read(file: &str, rows: Rows<'_>, wrapper: Wrapper) -> Result<Loaded, Vec<Problem>> {
    let mut draft = Draft::default();
    draft.about = wrapper.about;
    draft.has_alue_marks = wrapper.has_alue_marks;
    draft.examples = wrapper.examples;
    let asked = split(&rows, &mut draft);
    let questions: Vec<_> = asked.iter().map(|row| question(row, &rows)).collect();
    let task = wrapper.task.unwrap_or_else(|| task(&questions));
    match task {
        Task::Extractive => {
            extractive::build(file, draft, questions, extractive_shape(rows.origin))
        }
        Task::MultipleChoice => {
            let shape = exam_shape(rows.origin, draft.has_alue_marks);
            exam::build(file, draft, questions, shape)
        }
    }
}

fn extractive_shape(origin: Origin) -> &'static str {
    match origin {
        Origin::List => "JSON list of questions",
        Origin::Lines => "JSON Lines of questions",
        Origin::Table => "table of questions (CSV or TSV)",
    }
}

fn exam_shape(origin: Origin, has_alue_marks: bool) -> &'static str {
    match origin {
        Origin::List if has_alue_marks => "ALUE's multiple-choice JSON",
        Origin::List => "JSON list of multiple-choice questions",
        Origin::Lines => "JSON Lines of multiple-choice questions",
        Origin::Table => "table of multiple-choice questions (CSV or TSV)",
    }
}

/// The rows to score: those marked `test` if there are any, else those not marked as examples, which become few-shot
/// examples. A file that is all examples is scored as a whole.
fn split<'r, 'a>(rows: &'r Rows<'a>, draft: &mut Draft) -> Vec<&'r Row<'a>> {
    const EXAMPLE: &[&str] = &[
        "example", "examples", "train", "training", "few_shot", "few-shot",
    ];
    let part = |row: &Row<'_>| {
        field(&row.value, &["split"])
            .and_then(text_of)
            .map(Cow::into_owned)
    };
    let parts: Vec<Option<String>> = rows.rows.iter().map(part).collect();
    let is = |part: &Option<String>, names: &[&str]| {
        let part = part.as_deref().map(str::trim).unwrap_or_default();
        names.iter().any(|name| name.eq_ignore_ascii_case(part))
    };
    let n_examples = parts.iter().filter(|part| is(part, EXAMPLE)).count();
    if n_examples == parts.len() || parts.iter().all(Option::is_none) {
        return rows.rows.iter().collect();
    }
    let has_test = parts.iter().any(|part| is(part, &["test"]));
    let mut asked = Vec::new();
    for (row, part) in rows.rows.iter().zip(&parts) {
        if is(part, EXAMPLE) {
            draft.examples.push(row.value.to_value());
        } else if !has_test || is(part, &["test"]) {
            asked.push(row);
        }
    }
    let rule = if has_test {
        "split \"test\""
    } else {
        "no split of examples"
    };
    let n_left = parts.len() - n_examples - asked.len();
    draft.problems.push(Problem::info(format!(
        "questions with {rule} are scored: {}; few-shot examples: {n_examples}; left out, of other splits: {n_left}",
        asked.len()
    )));
    asked
}

pub(super) fn question<'r, 'a>(row: &'r Row<'a>, rows: &Rows<'_>) -> Question<'r, 'a> {
    let value = &row.value;
    let asked = filled_field(value, QUESTION);
    // `{"question": {"stem": …, "choices": […]}}`
    let (stem, inner) = match asked {
        Some(object @ Json::Object(_)) => (filled_field(object, QUESTION), object),
        other => (other, value),
    };
    let text = stem.and_then(text_of).unwrap_or_default();
    let own = filled_field(value, CHOICES)
        .or_else(|| filled_field(inner, CHOICES))
        .and_then(choices::in_field)
        .or_else(|| choices::in_columns(value))
        .or_else(|| answers_as_choices(value));
    let has_own_choices = own.is_some();
    let offered = own.unwrap_or_else(|| Offered {
        choices: choices::in_lines(&text),
        labels: Vec::new(),
    });
    let id = id_of(value);
    Question {
        name: id.clone().unwrap_or_else(|| rows.place(row.number)),
        id,
        text,
        context: filled_field(value, CONTEXT).and_then(text_of),
        gold: gold_field(value),
        offered,
        has_own_choices,
    }
}

/// Fields that say which of several answers is right.
const RIGHT_ONE: &[&str] = &[
    "correct_answer",
    "correct_option",
    "correct_choice",
    "correct",
    "correct_index",
    "answer_index",
    "answer_idx",
    "label",
];

/// The choices in a list `answers`, where another field says which of them is right.
fn answers_as_choices(row: &Json<'_>) -> Option<Offered> {
    let answers = field(row, &["answers"])?;
    filled_field(row, RIGHT_ONE)?;
    matches!(answers, Json::List(_)).then(|| choices::in_field(answers))?
}

/// The gold answers: the first field that has some. An empty text or list counts only if there is nothing better.
fn gold_field<'r, 'a>(row: &'r Json<'a>) -> Option<&'r Json<'a>> {
    let names = if answers_as_choices(row).is_some() {
        RIGHT_ONE
    } else {
        GOLD
    };
    filled_field(row, names).or_else(|| field(row, names))
}

/// Multiple choice if most questions have choices of their own, or lines with choices and a letter or number as gold,
/// or if all answers are single letters and no contexts are there.
fn task(questions: &[Question<'_, '_>]) -> Task {
    let n = |test: &dyn Fn(&Question<'_, '_>) -> bool| {
        questions.iter().filter(|question| test(question)).count()
    };
    let most = |n: usize| n > 0 && n * 2 >= questions.len();
    let reads_as_letter = |question: &Question<'_, '_>| {
        let gold = question
            .gold
            .map(|gold| letters::gold(gold, &question.offered));
        matches!(
            gold,
            Some(letters::Gold::Letter { .. } | letters::Gold::Number { .. })
        )
    };
    let is_bare = |question: &Question<'_, '_>| {
        let gold = question
            .gold
            .map(|gold| letters::gold(gold, &Offered::default()));
        matches!(gold, Some(letters::Gold::Letter { is_plain: true, .. }))
    };
    let has_lines = |question: &Question<'_, '_>| {
        !question.offered.choices.is_empty() && reads_as_letter(question)
    };
    let n_gold = n(&|question| question.gold.is_some());
    let is_exam = most(n(&|question| question.has_own_choices))
        || most(n(&has_lines))
        || (n_gold > 0 && n(&is_bare) == n_gold && n(&|question| question.context.is_some()) == 0);
    if is_exam {
        Task::MultipleChoice
    } else {
        Task::Extractive
    }
}
