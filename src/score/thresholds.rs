//! SQuAD 2.0's `best_*` and `pr_*`, for runs that come with no-answer probabilities.

use super::{Comparer, Scored};
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
    let probability = |entry: &Option<&Entry>| entry.and_then(|entry| entry.no_answer_probability);
    let is_asked = dataset.task == Task::Extractive && scored.settings.profile == Profile::SquadV2;
    if !is_asked || !predictions.iter().any(|entry| probability(entry).is_some()) {
        return;
    }
    let comparer = Comparer::new(dataset, &scored.settings);
    let mut questions: Vec<(u32, Question)> = dataset
        .items
        .iter()
        .zip(&scored.items)
        .zip(predictions)
        .enumerate()
        .map(|(i, ((item, score), entry))| {
            let text = comparer
                .compare(i, *entry)
                .map(|compared| compared.normalized);
            let question = Question {
                has_answer: !item.is_unanswerable(),
                has_prediction: text.is_some_and(|text| !text.is_empty()),
                exact: score.exact,
                f1: score.f1,
                probability: probability(entry),
            };
            (ranks.get(i).copied().unwrap_or(u32::MAX), question)
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
