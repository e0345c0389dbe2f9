//! What the report says, block by block.

use super::{Block, Cell};
use crate::explain::reasons;
use crate::normalize;
use crate::outcome::Outcome;
use crate::problem::cut;
use crate::report::labels::label;
use crate::report::run_record::InputFile;
use crate::report::verdict::verdict;
use crate::report::{Run, RunFacts, shown};
use crate::rounding::{one_decimal, percent};
use crate::settings::Profile;

/// Questions shown of what went wrong.
const N_EXAMPLES: usize = 12;
/// Characters of one of their texts.
const CUT: usize = 600;

/// The report's title.
pub(super) fn title(run: &Run<'_>) -> String {
    match run.facts.name.trim() {
        "" => "Marksheet report".to_owned(),
        name => format!("Marksheet report: {name}"),
    }
}

/// All of it.
pub(super) fn blocks<'a>(run: &'a Run<'_>) -> Vec<Block<'a>> {
    let mut blocks = vec![Block::Verdict(verdict(run.dataset.task, run.scored))];
    figures(run, &mut blocks);
    classes(run, &mut blocks);
    faults(run, &mut blocks);
    pictures(run, &mut blocks);
    settings(run, &mut blocks);
    reproduce(run, &mut blocks);
    blocks
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn number(text: impl Into<String>) -> Cell {
    Cell::Number(text.into())
}

fn heading(blocks: &mut Vec<Block<'_>>, text: &str) {
    blocks.push(Block::Heading(text.to_owned()));
}

fn table(blocks: &mut Vec<Block<'_>>, head: &[&str], rows: Vec<Vec<Cell>>) {
    let head = head.iter().map(|cell| (*cell).to_owned()).collect();
    blocks.push(Block::Table(head, rows));
}

fn figures(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "Scores");
    let intervals = run.intervals();
    let row = |(key, value): &(&'static str, f64)| {
        let interval = intervals.iter().find(|figure| figure.key == *key);
        let sure = interval.map(|figure| {
            let (low, high) = (figure.interval.low, figure.interval.high);
            format!("{} to {}", shown(key, low), shown(key, high))
        });
        let (name, meaning) = label(key);
        vec![
            text(name),
            number(match value.is_finite() {
                true => shown(key, *value),
                false => "—".to_owned(),
            }),
            number(sure.unwrap_or_default()),
            text(meaning),
        ]
    };
    let rows = run.scored.metrics.iter().map(row).collect();
    table(
        blocks,
        &["Figure", "Value", "95 % interval", "What it is"],
        rows,
    );
    let mut methods: Vec<&str> = intervals
        .iter()
        .map(|figure| figure.method.as_str())
        .collect();
    methods.sort_unstable();
    methods.dedup();
    if !methods.is_empty() {
        blocks.push(Block::Text(format!(
            "Intervals are 95 %: {}. With other questions of the same kind, the score would likely lie in them.",
            methods.join(", ")
        )));
    }
    if run.n_asked() < crate::metrics::uncertainty::N_FOR_TRUST {
        blocks.push(Block::Text(
            "With so few questions every figure is rough: a few other questions could change it much.".to_owned(),
        ));
    }
}

fn classes(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "What became of the questions");
    let n = run.n_asked() as u64;
    let counts = Outcome::ALL.iter().zip(run.scored.counts);
    let rows = counts
        .filter(|(_, count)| *count > 0)
        .map(|(outcome, count)| {
            vec![
                text(outcome.in_words()),
                number(count.to_string()),
                number(format!("{} %", percent(count.into(), n))),
            ]
        });
    table(blocks, &["Class", "Questions", "Share"], rows.collect());
}

fn faults(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
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
        id: item.id.clone(),
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

fn pictures<'a>(run: &'a Run<'_>, blocks: &mut Vec<Block<'a>>) {
    let charts = run.charts();
    if !charts.is_empty() {
        heading(blocks, "Charts");
        blocks.extend(charts.iter().map(Block::Chart));
    }
}

fn settings(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "Settings");
    let (settings, facts) = (&run.scored.settings, run.facts);
    let chain: Vec<&str> = settings
        .normalizers
        .iter()
        .map(normalize::label_of)
        .collect();
    let profile = match settings.profile {
        Profile::Alue => "ALUE",
        Profile::SquadV2 => "SQuAD 2.0",
        Profile::SquadV11 => "SQuAD 1.1",
    };
    let mut rows = vec![
        vec![text("Scored as"), text(profile)],
        vec![
            text("Normalizers, in order"),
            text(match chain.is_empty() {
                true => "none".to_owned(),
                false => chain.join(", "),
            }),
        ],
    ];
    rows.extend(asked(facts));
    table(blocks, &["Setting", "Value"], rows);
}

/// How the model was asked, as far as that is known.
fn asked(facts: &RunFacts) -> Vec<Vec<Cell>> {
    let known = [
        ("Model", facts.model.clone()),
        ("Templates", facts.task_type.clone()),
        (
            "Few-shot examples",
            facts.num_examples.map(|n| n.to_string()),
        ),
        (
            "Temperature",
            facts
                .temperature
                .filter(|value| value.is_finite())
                .map(|value| value.to_string()),
        ),
    ];
    let known = known.into_iter();
    known
        .filter_map(|(name, value)| Some(vec![text(name), text(value?)]))
        .collect()
}

fn reproduce(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "How to come to the same numbers");
    blocks.push(Block::Text(format!(
        "Made {} by Marksheet {}. Drop the dataset and the predictions named here on Marksheet, or the zip this report came in, \
         and choose the settings above: every number is the same, in any browser.",
        run.facts.created,
        env!("CARGO_PKG_VERSION")
    )));
    let file = |what: &str, file: &InputFile| {
        vec![
            text(what),
            Cell::Code(file.file.clone()),
            number(file.bytes.to_string()),
            Cell::Code(file.sha256.clone()),
        ]
    };
    let files = [
        ("Dataset", &run.facts.dataset),
        ("Predictions", &run.facts.predictions),
    ];
    let rows = files
        .into_iter()
        .filter_map(|(what, input)| Some(file(what, input.as_ref()?)));
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        table(blocks, &["", "File", "Bytes", "SHA-256"], rows);
    }
    if run.facts.sent.is_some() {
        let told =
            "What was really sent to the model stands in run.json, beside this report in the zip.";
        blocks.push(Block::Text(told.to_owned()));
    }
}
