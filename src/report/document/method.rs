//! What the report says of how it came to its numbers.

use super::content::{heading, named, table, text};
use super::{Block, Cell};
use crate::dataset::{NumberBase, Task};
use crate::normalize;
use crate::problem::cut;
use crate::report::run_record::InputFile;
use crate::report::{Run, RunFacts};
use crate::settings::{Normalizer, Profile};

/// Characters of a pattern, and of a list of phrases: all but absurd ones are whole, for they are needed again.
const CUT: usize = 2_000;

/// What was scored, who answered, and when, on one line.
pub(super) fn in_short(run: &Run<'_>) -> String {
    let facts = run.facts;
    let mut parts = vec![named(&run.dataset.file), questions(run)];
    parts.extend(
        facts
            .model
            .as_deref()
            .map(|model| format!("answered by {}", named(model))),
    );
    parts.extend(day(&facts.created).map(str::to_owned));
    parts.join(" \u{b7} ")
}

fn day(created: &str) -> Option<&str> {
    created.split('T').next().filter(|day| !day.is_empty())
}

/// How many of the dataset's questions were asked.
fn questions(run: &Run<'_>) -> String {
    match (run.n_asked(), run.dataset.items.len()) {
        (1, 1) => "1 question".to_owned(),
        (asked, all) if asked == all => format!("{all} questions"),
        (asked, all) => format!("the first {asked} of {all} questions"),
    }
}

/// The settings, and how to come to the same numbers.
pub(super) fn blocks(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "Settings");
    let mut rows = vec![("Dataset", dataset(run)), ("Asked", questions(run))];
    rows.extend(scored_as(run));
    rows.extend(asked(run.facts));
    let rows = rows
        .into_iter()
        .map(|(name, value)| vec![text(name), text(value)]);
    table(blocks, &["Setting", "Value"], rows.collect());
    reproduce(run, blocks);
}

fn dataset(run: &Run<'_>) -> String {
    let task = match run.dataset.task {
        Task::Extractive => "extractive questions",
        Task::MultipleChoice => "multiple choice",
    };
    let title = run.dataset.about.name.as_deref().map(named);
    let told = [
        title,
        Some(task.to_owned()),
        Some(run.dataset.shape.to_owned()),
    ];
    let told: Vec<String> = told
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    told.join(" \u{b7} ")
}

/// What decides the numbers.
fn scored_as(run: &Run<'_>) -> Vec<(&'static str, String)> {
    let settings = &run.scored.settings;
    let profile = match settings.profile {
        Profile::Alue => "ALUE",
        Profile::SquadV2 => "SQuAD 2.0",
        Profile::SquadV11 => "SQuAD 1.1",
    };
    let steps = settings
        .normalizers
        .iter()
        .filter(|step| **step != Normalizer::None);
    let steps: Vec<String> = steps.map(step).collect();
    let steps = match steps.is_empty() {
        true => "none".to_owned(),
        false => steps.join(", then "),
    };
    let unicode = "evened out; not comparable with published SQuAD numbers".to_owned();
    let base = run.facts.number_base.map(|base| match base {
        NumberBase::Zero => "0 is the first choice".to_owned(),
        NumberBase::One => "1 is the first choice".to_owned(),
    });
    let is_extractive = run.dataset.task == Task::Extractive;
    let known = [
        ("Scored as", is_extractive.then(|| profile.to_owned())),
        ("Normalisers, in order", Some(steps)),
        (
            "Field that is the answer",
            settings.field_to_extract.as_deref().map(named),
        ),
        ("Unicode forms", settings.unicode.then_some(unicode)),
        ("Right answers that are numbers", base),
    ];
    known
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// A normalizer with all that it needs to be set again.
fn step(step: &Normalizer) -> String {
    let label = normalize::label_of(step);
    match step {
        Normalizer::Regex { pattern, group } => {
            format!("{label} (group {group} of {})", cut(pattern, CUT))
        }
        Normalizer::JsonField { field } if !field.is_empty() => {
            format!("{label} ({})", named(field))
        }
        Normalizer::NoAnswerPhrases { phrases } => {
            format!("{label} ({})", cut(&phrases.join(" | "), CUT))
        }
        _ => label.to_owned(),
    }
}

/// How the model was asked, as far as that is known.
fn asked(facts: &RunFacts) -> Vec<(&'static str, String)> {
    let temperature = facts.temperature.filter(|value| value.is_finite());
    let known = [
        ("Model", facts.model.as_deref().map(named)),
        ("Templates", facts.task_type.as_deref().map(named)),
        (
            "Few-shot examples",
            facts.num_examples.map(|n| n.to_string()),
        ),
        ("Temperature", temperature.map(|value| value.to_string())),
    ];
    known
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn reproduce(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "How to come to the same numbers");
    let facts = run.facts;
    let made = match facts.created.is_empty() {
        true => "Made".to_owned(),
        false => format!("Made {}", named(&facts.created)),
    };
    blocks.push(Block::Text(format!(
        "{made} by Marksheet {}. Drop the zip this report came in on Marksheet: every number is the same, in any browser. Or drop \
         the dataset and the predictions, and choose the settings above.",
        env!("CARGO_PKG_VERSION")
    )));
    let row = |what: &str, file: &InputFile| {
        let told = format!(
            "{} \u{b7} {} bytes \u{b7} {}",
            named(&file.file),
            file.bytes,
            file.sha256
        );
        vec![text(what), Cell::Code(told)]
    };
    let files = [
        ("Dataset", &facts.dataset),
        ("Predictions", &facts.predictions),
    ];
    let files = files
        .into_iter()
        .filter_map(|(what, input)| Some(row(what, input.as_ref()?)));
    // What stands in the Prompt place says nothing of answers that came from a file.
    let prompt = facts.prompt.as_ref().filter(|_| facts.sent.is_some());
    let templates = prompt.iter().flat_map(|prompt| &prompt.files);
    let templates =
        templates.map(|(path, text)| row("Template", &InputFile::of(path, "", text.as_bytes())));
    let rows: Vec<_> = files.chain(templates).collect();
    if !rows.is_empty() {
        table(blocks, &["What", "File, size and SHA-256"], rows);
    }
    if facts.sent.is_some() {
        let told =
            "What was really sent to the model stands in run.json, beside this report in the zip.";
        blocks.push(Block::Text(told.to_owned()));
    }
}
