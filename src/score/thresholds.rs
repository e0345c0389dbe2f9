//! SQuAD 2.0's `best_*` and `pr_*`, for runs that come with no-answer probabilities.

use super::{Comparer, ItemScore, Scored};
use crate::dataset::{Dataset, Task};
use crate::metrics::threshold::{Question, analyze};
use crate::predictions::Entry;
use crate::settings::Profile;

/// Adds the figures of the no-answer threshold, where the profile is `squad-v2` and a prediction has a probability.
///
/// `ranks` holds each question's place in the file the probabilities came from: among equal probabilities the script
/// goes by that order. The headline is not touched.
pub fn add_thresholds(
    scored: &mut Scored,
    dataset: &Dataset,
    predictions: &[Option<&Entry>],
    ranks: &[u32],
) {
    if !has_thresholds(dataset, scored, predictions) {
        return;
    }
    let comparer = Comparer::new(dataset, &scored.settings);
    let asked = scored.items.iter().zip(predictions);
    let mut questions: Vec<(u32, Question)> = asked
        .enumerate()
        .filter_map(|(i, (score, entry))| {
            let question = question(dataset, &comparer, i, score, *entry)?;
            Some((ranks.get(i).copied().unwrap_or(u32::MAX), question))
        })
        .collect();
    questions.sort_by_key(|(rank, _)| *rank);
    let questions: Vec<Question> = questions
        .into_iter()
        .map(|(_, question)| question)
        .collect();
    let Some(analysis) = analyze(&questions) else {
        return;
    };
    let mut figures = vec![
        ("best_exact", analysis.best_exact.0),
        ("best_exact_thresh", analysis.best_exact.1),
        ("best_f1", analysis.best_f1.0),
        ("best_f1_thresh", analysis.best_f1.1),
    ];
    let keys = ["pr_exact_ap", "pr_f1_ap", "pr_oracle_ap"];
    figures.extend(
        analysis
            .average_precision
            .into_iter()
            .flat_map(|values| keys.into_iter().zip(values)),
    );
    let place = scored
        .metrics
        .iter()
        .position(|(key, _)| *key == "answered");
    let place = place.unwrap_or(scored.metrics.len());
    scored.metrics.splice(place..place, figures);
}

/// Whether a run has figures of the no-answer threshold.
pub(crate) fn has_thresholds(
    dataset: &Dataset,
    scored: &Scored,
    predictions: &[Option<&Entry>],
) -> bool {
    let has_one =
        |entry: &Option<&Entry>| entry.is_some_and(|entry| entry.no_answer_probability.is_some());
    dataset.task == Task::Extractive
        && scored.settings.profile == Profile::SquadV2
        && predictions.iter().any(has_one)
}

/// What the threshold analysis needs to know of the question at `item_idx`.
pub(crate) fn question(
    dataset: &Dataset,
    comparer: &Comparer<'_>,
    item_idx: usize,
    score: &ItemScore,
    entry: Option<&Entry>,
) -> Option<Question> {
    let item = dataset.items.get(item_idx)?;
    let compared = comparer.compare(item_idx, entry);
    Some(Question {
        has_answer: !item.is_unanswerable(),
        has_prediction: compared.is_some_and(|compared| !compared.normalized.is_empty()),
        exact: score.exact,
        f1: score.f1,
        probability: entry.and_then(|entry| entry.no_answer_probability),
    })
}
