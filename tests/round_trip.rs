//! What is taken home comes back equal, and no order changes a number: for whatever dataset and predictions.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "round_trip/asked.rs"]
mod asked;
#[path = "normalize/each.rs"]
mod each;
#[path = "round_trip/made.rs"]
mod made;
#[allow(dead_code)]
#[path = "workspace/page.rs"]
mod page;

#[path = "long/times.rs"]
mod long;

use made::Made;
use marksheet::protocol::{RowsQuery, View};
use page::Page;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn opened(made: &Made) -> Page {
    let mut page = Page::default();
    let (dataset, predictions) = (made.dataset(), made.predictions());
    let view = page.drop(&[
        ("data.json", dataset.as_bytes()),
        ("model.json", predictions.as_bytes()),
    ]);
    if let Some(scores) = view.scores {
        page.set(made.settings(scores.settings));
    }
    page
}

/// Figures but those for which the order among equal probabilities counts.
fn figures(view: &View) -> Option<BTreeMap<String, String>> {
    let scores = view.scores.as_ref()?;
    let steady = scores
        .metrics
        .iter()
        .filter(|(key, _)| !key.starts_with("best_") && !key.starts_with("pr_"));
    let mut figures: BTreeMap<_, _> = steady
        .map(|(key, value)| (key.clone(), format!("{value:.9}")))
        .collect();
    figures.extend(
        scores
            .counts
            .iter()
            .map(|(class, n)| (class.key().to_owned(), n.to_string())),
    );
    Some(figures)
}

fn outcomes(page: &Page) -> BTreeMap<String, String> {
    let rows = page
        .workspace
        .rows(&RowsQuery {
            n: 1_000,
            ..RowsQuery::default()
        })
        .rows;
    rows.into_iter()
        .map(|row| {
            (
                row.id,
                format!("{:?} {:?} {}", row.outcome, row.prediction, row.f1),
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: long::times(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_exported_is_read_and_exported_again_equal(made in made::run()) {
        let mut page = opened(&made);
        let before = page.view();
        prop_assume!(before.scores.is_some());
        let (zip, files) = page.exported(true);
        let in_zip = marksheet::report::archive::read("run.zip", zip.clone()).unwrap().files;
        let mut again = Page::default();
        let after = again.drop(&[("run.zip", &zip)]);
        let (a, b) = (before.scores.unwrap(), after.scores.unwrap());
        prop_assert_eq!(&a.metrics, &b.metrics);
        prop_assert_eq!(&a.counts, &b.counts);
        prop_assert_eq!(&a.settings, &b.settings);
        prop_assert_eq!(outcomes(&page), outcomes(&again));
        let (zip_again, files_again) = again.exported(true);
        prop_assert_eq!(&files, &files_again);
        // With the charts, and the dataset as it was dropped.
        let in_zip_again = marksheet::report::archive::read("run.zip", zip_again).unwrap().files;
        prop_assert_eq!(&in_zip, &in_zip_again);
    }

    #[test]
    fn predictions_json_alone_is_scored_alike_where_no_call_failed(made in made::run()) {
        let mut made = made;
        made.without_failures();
        let mut page = opened(&made);
        let before = page.view();
        prop_assume!(before.scores.is_some());
        let (_, files) = page.exported(false);
        let dataset = made.dataset();
        let mut again = Page::default();
        again.drop(&[("data.json", dataset.as_bytes())]);
        let view = again.drop(&[("predictions.json", files["predictions.json"].as_bytes())]);
        prop_assume!(view.scores.is_some());
        let view = again.set(before.scores.clone().unwrap().settings);
        prop_assert_eq!(figures(&before), figures(&view));
    }

    #[test]
    fn order_of_questions_and_of_keys_changes_no_figure(made in made::run(), seed in any::<u64>()) {
        let mut made = made;
        made.n_questions = None;
        let mut page = opened(&made);
        let before = page.view();
        let mut other = opened(&made.shuffled(seed));
        prop_assert_eq!(figures(&before), figures(&other.view()));
        prop_assert_eq!(outcomes(&page), outcomes(&other));
    }

    #[test]
    fn order_of_files_changes_nothing(made in made::run()) {
        let (dataset, predictions) = (made.dataset(), made.predictions());
        let files = [("data.json", dataset.as_bytes()), ("model.json", predictions.as_bytes())];
        let [mut a, mut b] = [Page::default(), Page::default()];
        let (a, b) = (a.drop(&files), b.drop(&[files[1], files[0]]));
        prop_assert_eq!(a.scores, b.scores);
    }

    #[test]
    fn a_reload_changes_nothing(made in made::run()) {
        let mut page = opened(&made);
        prop_assert_eq!(page.view(), page.reloaded().view());
    }

    #[test]
    fn other_names_change_nothing_but_names(made in made::run()) {
        let mut page = opened(&made);
        let before = page.view();
        let (dataset, predictions) = (made.dataset(), made.predictions());
        let mut other = Page::default();
        let view = other.drop(&[("x", dataset.as_bytes()), ("predictions.csv", predictions.as_bytes())]);
        prop_assert_eq!(view.scores.is_some(), before.scores.is_some());
        if let Some(scores) = view.scores {
            let view = other.set(made.settings(scores.settings));
            prop_assert_eq!(figures(&before), figures(&view));
            prop_assert_eq!(outcomes(&page), outcomes(&other));
        }
    }

    #[test]
    fn every_question_has_a_view(made in made::run()) {
        let mut page = opened(&made);
        let n = page.view().dataset.map_or(0, |dataset| dataset.n_items);
        for index in 0..n {
            if let Some(item) = page.workspace.item(index) {
                prop_assert!((0.0..=1.0).contains(&item.f1) && (0.0..=1.0).contains(&item.exact));
                prop_assert!((item.best_gold as usize) < item.golds.len().max(1));
            }
        }
    }
}
