//! What the report says of what went wrong.

use super::Block;
use super::content::{heading, named, number, table, text};
use crate::explain::reasons;
use crate::problem::cut;
use crate::report::Run;
use crate::rounding::{one_decimal, percent};

/// Questions shown of what went wrong.
const N_EXAMPLES: usize = 12;

/// Characters of one of their texts.
const CUT: usize = 600;

/// The groups, and examples of each.
pub(super) fn blocks(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    let groups = run.groups();
    let lost: u32 = groups.iter().map(|group| group.lost_exact).sum();
    if groups.is_empty() {
        return;
    }
    heading(blocks, "What went wrong");
    let rows = groups.iter().map(|group| {
        vec![
            text(group.kind.label()),
            number(group.questions.len().to_string()),
            number(format!(
                "{} %",
                percent(group.lost_exact.into(), lost.into())
            )),
            number(one_decimal(group.lost_f1)),
        ]
    });
    let head = [
        "Kind",
        "Questions",
        "Share of the lost points",
        "Lost F1, in questions",
    ];
    table(blocks, &head, rows.collect());
    let mut left: Vec<_> = groups.iter().map(|group| group.questions.iter()).collect();
    let mut examples = Vec::new();
    // One of each kind in turn, so that each kind is seen.
    while examples.len() < N_EXAMPLES {
        let round: Vec<u32> = left
            .iter_mut()
            .filter_map(Iterator::next)
            .copied()
            .collect();
        if round.is_empty() {
            break;
        }
        examples.extend(round);
    }
    examples.truncate(N_EXAMPLES);
    heading(blocks, "Examples");
    blocks.extend(examples.into_iter().filter_map(|index| example(run, index)));
}

fn example(run: &Run<'_>, index: u32) -> Option<Block<'static>> {
    let i = index as usize;
    let item = run.dataset.items.get(i)?;
    let entry = run.entries.get(i).copied().flatten();
    let compared = run.comparison(i);
    let context = item
        .context
        .and_then(|at| run.dataset.contexts.get(at as usize));
    let failure = entry.and_then(|entry| entry.failure.as_ref());
    let reasons = reasons(
        run.dataset.task,
        item,
        context.map(String::as_str),
        failure,
        &compared,
    );
    let why: Vec<String> = reasons
        .into_iter()
        .map(|reason| match reason.detail.is_empty() {
            true => reason.title,
            false => format!("{}: {}", reason.title, reason.detail),
        })
        .collect();
    Some(Block::Example {
        id: named(&item.id),
        class: compared.score.outcome.in_words(),
        question: cut(&item.question, CUT),
        gold: match item.answers.is_empty() {
            true => "(no answer)".to_owned(),
            false => cut(&item.answers.join(" | "), CUT),
        },
        prediction: cut(&compared.read, CUT),
        why: cut(&why.join("; "), CUT),
    })
}
