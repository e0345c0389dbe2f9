//! What the report says of what went wrong.

use super::content::{heading, named, number, table, text};
use super::{Block, Example};
use crate::dataset::Task;
use crate::explain::{Group, marks, reasons};
use crate::problem::cut;
use crate::report::Run;
use crate::rounding::one_decimal;
use crate::score::Comparison;

/// Questions shown of what went wrong.
const N_EXAMPLES: usize = 12;

/// Characters of one of their texts.
const CUT: usize = 600;

/// Characters of the text it is about, and how many of them stand before the answer.
const CUT_CONTEXT: usize = 400;
const BEFORE: usize = 150;

/// A context longer than this is not searched for the answer: its beginning is shown.
const MAX_SEARCHED: usize = 200_000;

/// The groups, and examples of each.
pub(super) fn blocks(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    let groups = run.groups();
    if groups.is_empty() {
        return;
    }
    heading(blocks, "What went wrong");
    lost_points(run, groups, blocks);
    let mut examples: Vec<Example> = chosen(groups)
        .into_iter()
        .filter_map(|index| example(run, index))
        .collect();
    heading(blocks, "Examples");
    if let Some(question) = take_common_question(&mut examples) {
        blocks.push(Block::Text(format!("All of them were asked: {question}")));
    }
    blocks.extend(examples.into_iter().map(Block::Example));
}

fn lost_points(run: &Run<'_>, groups: &[Group], blocks: &mut Vec<Block<'_>>) {
    let has_f1 = run.dataset.task == Task::Extractive;
    let n_asked = run.n_asked().max(1) as f64;
    let points = |lost: f64| one_decimal(100.0 * lost / n_asked);
    let rows = groups.iter().map(|group| {
        let mut row = vec![
            text(group.kind.label()),
            number(group.questions.len().to_string()),
            number(points(f64::from(group.lost_exact))),
        ];
        row.extend(has_f1.then(|| number(points(group.lost_f1))));
        row
    });
    let head = match has_f1 {
        true => ["Kind", "Questions", "Exact match lost", "F1 lost"].as_slice(),
        false => ["Kind", "Questions", "Accuracy lost"].as_slice(),
    };
    table(blocks, head, rows.collect());
    let exact: u32 = groups.iter().map(|group| group.lost_exact).sum();
    let exact = points(f64::from(exact));
    let lost = match has_f1 {
        true => {
            let f1 = groups.iter().map(|group| group.lost_f1).sum();
            format!("{exact} points of exact match and {} of F1", points(f1))
        }
        false => format!("{exact} points of accuracy"),
    };
    blocks.push(Block::Text(format!(
        "Together that costs {lost}, of 100 over all questions asked. Every question that lost any is in one line alone."
    )));
}

/// The questions to show: one of each kind in turn, so that each kind is seen.
fn chosen(groups: &[Group]) -> Vec<u32> {
    let mut left: Vec<_> = groups.iter().map(|group| group.questions.iter()).collect();
    let mut chosen = Vec::new();
    while chosen.len() < N_EXAMPLES {
        let before = chosen.len();
        chosen.extend(left.iter_mut().filter_map(Iterator::next));
        if chosen.len() == before {
            break;
        }
    }
    chosen.truncate(N_EXAMPLES);
    chosen
}

/// Where several examples have the same question, it is told once.
fn take_common_question(examples: &mut [Example]) -> Option<String> {
    let (first, rest) = examples.split_first()?;
    let is_common = !rest.is_empty()
        && rest
            .iter()
            .all(|example| example.question == first.question);
    let question = is_common.then(|| first.question.clone())?;
    for example in examples {
        example.question.clear();
    }
    Some(question).filter(|question| !question.trim().is_empty())
}

fn example(run: &Run<'_>, index: u32) -> Option<Example> {
    let i = index as usize;
    let item = run.dataset.items.get(i)?;
    let entry = run.entries.get(i).copied().flatten();
    let compared = run.comparison(i);
    let context = item
        .context
        .and_then(|at| run.dataset.contexts.get(at as usize))
        .map(String::as_str);
    let failure = entry.and_then(|entry| entry.failure.as_ref());
    let reasons = reasons(run.dataset.task, item, context, failure, &compared);
    let why: Vec<String> = reasons
        .into_iter()
        .map(|reason| match reason.detail.is_empty() {
            true => reason.title,
            false => format!("{}: {}", reason.title, reason.detail),
        })
        .collect();
    Some(Example {
        id: named(&item.id),
        outcome: compared.score.outcome,
        question: cut(&item.question, CUT),
        context: context.map_or_else(String::new, |context| excerpt(context, &compared)),
        gold: match item.answers.is_empty() {
            true => "(no answer)".to_owned(),
            false => cut(&item.answers.join(" | "), CUT),
        },
        prediction: cut(&compared.read, CUT),
        why: cut(&why.join("; "), CUT),
    })
}

/// The part of a context in which the right answer or the given one stands; its beginning where neither does.
fn excerpt(context: &str, compared: &Comparison) -> String {
    if context.len() > MAX_SEARCHED || context.chars().nth(CUT_CONTEXT).is_none() {
        return cut(context, CUT_CONTEXT);
    }
    let segments = marks(context, compared);
    let before = segments.iter().take_while(|segment| segment.mark.is_none());
    let is_any = segments.iter().any(|segment| segment.mark.is_some());
    let n_before: usize = before.map(|segment| segment.text.chars().count()).sum();
    let n_skipped = if is_any {
        n_before.saturating_sub(BEFORE)
    } else {
        0
    };
    match context.char_indices().nth(n_skipped) {
        Some((start, _)) if start > 0 => {
            format!(
                "…{}",
                cut(context.get(start..).unwrap_or_default(), CUT_CONTEXT)
            )
        }
        _ => cut(context, CUT_CONTEXT),
    }
}
