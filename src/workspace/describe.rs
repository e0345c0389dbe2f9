//! The workspace in words: what each file was understood as, and the scores as the page shows them.

mod words;

use super::open_file::{Content, OpenFile, Part};
use super::runs::Run;
use super::{Workspace, join};
use crate::dataset::{Dataset, Task};
use crate::normalize;
use crate::outcome::Outcome;
use crate::predictions::Predictions;
use crate::predictions::results::JOINED_BY_TEXT;
use crate::problem::{Problem, Severity};
use crate::protocol::{DatasetView, FileKey, FileView, RunView, ScoresView, Timing, View};
use crate::report;
use crate::report::verdict::verdict;
use crate::score;
use words::{answers_words, capitalized, counted, dataset_words, predictions_words, schema_words};

/// Everything the page shows, but for rows and single questions.
pub fn view(workspace: &Workspace) -> View {
    let scores = workspace
        .run
        .as_ref()
        .and_then(|run| scores(workspace, run));
    let mut parts = workspace.files.iter().flat_map(|file| &file.parts);
    let is_useless = parts.all(Part::is_useless);
    View {
        turn: 0,
        files: workspace
            .files
            .iter()
            .map(|file| file_view(workspace, file))
            .collect(),
        asks: workspace.asks(),
        dataset: workspace
            .dataset
            .as_ref()
            .map(|(key, dataset)| dataset_view(*key, dataset)),
        runs: workspace
            .runs
            .iter()
            .map(|run| RunView {
                key: run.key,
                name: workspace.name_of(run),
                is_selected: Some(run.key) == workspace.selected,
                is_batch: workspace
                    .predictions(run.key)
                    .is_some_and(|predictions| predictions.is_batch()),
                files: run.parts.iter().map(|part| part.file).collect(),
            })
            .collect(),
        is_failed: !workspace.is_empty() && is_useless,
        scores: scores.map(Box::new),
        timing: Timing::default(),
    }
}

fn dataset_view(key: FileKey, dataset: &Dataset) -> DatasetView {
    DatasetView {
        key,
        file: dataset.file.clone(),
        task: dataset.task,
        n_items: dataset.items.len() as u32,
        n_examples: dataset.examples.len() as u32,
        about: dataset.about.clone(),
    }
}

fn scores(workspace: &Workspace, run: &Run) -> Option<ScoresView> {
    let scored = run.scored.as_ref()?;
    let dataset = &run.dataset;
    let own = |(key, value): &(&'static str, f64)| ((*key).to_owned(), *value);
    let mut downloads: Vec<String> = report::kinds(dataset.task)
        .map(|kind| kind.name.to_owned())
        .collect();
    downloads.dedup();
    let facts = &scored.facts;
    Some(ScoresView {
        run: workspace.name_of(&run.of),
        is_default: workspace.settings.is_none()
            || scored
                .settings
                .is_same_as(&score::default_settings(dataset)),
        settings: scored.settings.clone(),
        how: words::how(dataset, &scored.settings),
        verdict: verdict(dataset.task, scored),
        metrics: scored.metrics.iter().map(own).collect(),
        as_alue: scored.as_alue.iter().map(own).collect(),
        counts: Outcome::ALL.into_iter().zip(scored.counts).collect(),
        downloads,
        none_stated: (dataset.task == Task::Extractive && facts.n_none_stated > 0)
            .then_some((facts.n_none_stated, facts.n_none_stated_exact)),
        doubts: workspace.doubts(),
    })
    .filter(|_| workspace.dataset.is_some())
}

fn file_view(workspace: &Workspace, file: &OpenFile) -> FileView {
    let mut problems = file.problems.clone();
    for part in &file.parts {
        match (&part.content, &workspace.dataset) {
            (Content::Empty, Some((_, dataset))) => {
                problems.push(join::empty(dataset.items.len()).in_file(&file.name));
            }
            _ => problems.extend(part.problems.iter().cloned()),
        }
    }
    let run = workspace.run.as_ref().filter(|run| run.is_of(file.key));
    let first = run.filter(|run| run.of.key.file == file.key);
    if let Some(run) = first {
        let of_scores = run.scored.iter().flat_map(|scored| &scored.problems);
        // What is said of predictions that match nothing depends on the other files.
        let of_join = run.joined.problems.iter();
        let of_join =
            of_join.filter(|_| run.joined.n_matched > 0 || run.predictions.entries.is_empty());
        let of_run = of_join.chain(of_scores).cloned();
        problems.extend(of_run.map(|problem| problem.in_file(&run.of.name)));
        problems.extend(changed_numbers(run, file));
    }
    problems.extend(settings_for_all(workspace, file));
    let misfits = workspace.misfits(file.key);
    let is_unmatched = misfits
        .iter()
        .any(|problem| problem.severity == Severity::Error)
        || run.is_some_and(|run| run.predictions.entries.is_empty());
    if is_unmatched {
        problems.retain(|problem| problem.message != JOINED_BY_TEXT);
    }
    problems.extend(misfits);
    let beside = workspace.beside.iter().filter(|told| told.file == file.key);
    let mut offers = first.map_or_else(Vec::new, |run| run.offers.clone());
    for told in beside {
        problems.push(told.problem.clone().in_file(&file.name));
        offers.push(told.offer.clone());
    }
    let of_others = beside_others(workspace, file).into_iter();
    let of_others = of_others.chain(of_probabilities(workspace, file));
    problems.extend(of_others.map(|problem| problem.in_file(&file.name)));
    let told: Vec<(String, String)> = file
        .parts
        .iter()
        .filter(|part| !part.is_useless() && !matches!(part.content, Content::Record(_)))
        .map(|part| describe(workspace, file, part))
        .collect();
    let (kind, summary) = match told.as_slice() {
        [] => ("Not usable".to_owned(), String::new()),
        [one] => one.clone(),
        many => (
            "Zip".to_owned(),
            many.iter()
                .map(|(kind, summary)| format!("{} ({summary})", words::uncapitalized(kind)))
                .collect::<Vec<_>>()
                .join("; "),
        ),
    };
    FileView {
        key: file.key,
        name: file.name.clone(),
        n_bytes: file.n_bytes as f64,
        is_used: !told.is_empty() && !is_unmatched,
        kind,
        summary,
        problems: without_repeats(problems),
        is_answers: file.answers().is_some(),
        offers,
    }
}

/// What to say of a file for the sake of the others that are open.
fn beside_others(workspace: &Workspace, file: &OpenFile) -> Option<Problem> {
    let has = |test: fn(&Content) -> bool| file.parts.iter().any(|part| test(&part.content));
    let Some((key, dataset)) = &workspace.dataset else {
        let is_alone = workspace.undecided().len() == 1;
        let is_predictions = has(|content| matches!(content, Content::Predictions(_)));
        return if let Some(waiting) = workspace.waiting_dataset() {
            let message = format!("scored once you have answered the question about {waiting}");
            is_predictions.then(|| Problem::info(message))
        } else if is_predictions {
            let message = "these are predictions; the dataset they answer is not open yet";
            Some(Problem::info(message).hint("drop the dataset too, in any order"))
        } else if is_alone && has(|content| matches!(content, Content::Undecided(_))) {
            let message = "ids with texts: this can be predictions or an answer key";
            Some(Problem::info(message).hint("drop the dataset, or the other of the two"))
        } else {
            None
        };
    };
    if file.key != *key
        && let Some(other) = workspace.dataset_of(file.key)
    {
        if workspace.is_other_dataset(file) {
            let message = format!("another dataset, {}, is in use", dataset.file);
            return Some(Problem::warning(message).hint("choose one of the two"));
        }
        if file.record().is_none() {
            let message = format!(
                "it has the same questions as {}, which is in use",
                dataset.file
            );
            return Some(Problem::info(message).hint(format!("{} can be closed", other.file)));
        }
    }
    None
}

/// What to say of a file of no-answer probabilities: which questions lack one, and for which runs it counts.
fn of_probabilities(workspace: &Workspace, file: &OpenFile) -> Vec<Problem> {
    let held = file.parts.iter().find_map(|part| match &part.content {
        Content::Probabilities(probabilities) => Some(probabilities),
        _ => None,
    });
    let Some((probabilities, (_, dataset))) = held.zip(workspace.dataset.as_ref()) else {
        return Vec::new();
    };
    match join::unmatched_probabilities(dataset, probabilities) {
        Some(problem) => vec![problem],
        None => {
            let without = join::without_probability(dataset, probabilities);
            without
                .into_iter()
                .chain(workspace.use_of_probabilities(file))
                .collect()
        }
    }
}

/// What to say when a result zip's run no longer has the numbers it was saved with.
fn changed_numbers(run: &Run, file: &OpenFile) -> Option<Problem> {
    let (record, scored) = (file.record()?, run.scored.as_ref()?);
    let settings = record.settings.as_ref()?;
    if !settings.is_same_as(&scored.settings) {
        return None;
    }
    let changed = record.changed_metrics(&scored.metrics);
    let told: Vec<String> = changed
        .iter()
        .take(3)
        .map(|(key, then, now)| format!("{key} was {then} and is {now}"))
        .collect();
    (!told.is_empty()).then(|| {
        Problem::warning(format!(
            "the numbers are not what they were when the run was saved: {}",
            told.join(", ")
        ))
        .in_file(&file.name)
        .hint("the dataset may have changed since, or an older version saved the run")
    })
}

/// What to say where a result zip was dropped beside other runs: its settings hold for these too.
fn settings_for_all(workspace: &Workspace, file: &OpenFile) -> Option<Problem> {
    let (saved, in_use) = (
        file.record()?.settings.as_ref()?,
        workspace.settings.as_ref()?,
    );
    let (_, dataset) = workspace.dataset.as_ref()?;
    let is_theirs =
        saved.is_same_as(in_use) && !saved.is_same_as(&score::default_settings(dataset));
    (is_theirs && workspace.runs.len() > 1).then(|| {
        let mut words = vec![saved.profile.key()];
        words.extend(saved.normalizers.iter().map(normalize::key));
        Problem::info(format!(
            "the settings it was saved with ({}) are in use, for all runs alike",
            words.join(", ")
        ))
        .in_file(&file.name)
        .hint("choose others above the scores, or \"Use what the dataset suggests\"")
    })
}

fn without_repeats(problems: Vec<Problem>) -> Vec<Problem> {
    let mut kept: Vec<Problem> = Vec::new();
    for problem in problems {
        if !kept.contains(&problem) {
            kept.push(problem);
        }
    }
    kept
}

/// What a part is, and its figures.
fn describe(workspace: &Workspace, file: &OpenFile, part: &Part) -> (String, String) {
    match &part.content {
        Content::Dataset(dataset) => {
            let mut once = workspace.once.borrow_mut();
            once.datasets.of(dataset, dataset_words)
        }
        Content::Predictions(predictions) => {
            let run = workspace.run.as_ref().filter(|run| run.is_of(file.key));
            match run {
                Some(run) => predictions_words(predictions, Some(run)),
                None => {
                    let mut once = workspace.once.borrow_mut();
                    let words = |one: &Predictions| predictions_words(one, None);
                    once.predictions.of(predictions, words)
                }
            }
        }
        Content::Answers(answers) => answers_words(&answers.state),
        Content::Numbers => (
            "Dataset, multiple choice".to_owned(),
            "waits for you to say what 1 means".to_owned(),
        ),
        Content::Undecided(_) => (
            "Answer key or predictions".to_owned(),
            "drop the file that goes with it".to_owned(),
        ),
        Content::Probabilities(probabilities) => (
            "No-answer probabilities".to_owned(),
            counted(probabilities.len(), "question", "questions"),
        ),
        Content::Template { became, .. } => (
            "Prompt template".to_owned(),
            became.clone().unwrap_or_default(),
        ),
        Content::Schema(text) => schema_words(text, &workspace.form),
        Content::Record(_) => ("Run record".to_owned(), String::new()),
        Content::Other(what) => (capitalized(what), "not needed for scoring".to_owned()),
        Content::Empty | Content::Nothing => ("Not usable".to_owned(), String::new()),
    }
}
