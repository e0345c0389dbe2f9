//! Two runs compared, against numbers from SciPy, statsmodels and NumPy (`oracle/compare.py`).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "compare/edges.rs"]
mod edges;
#[path = "compare/made.rs"]
mod made;
#[path = "compare/wording.rs"]
mod wording;

use made::{compared, run};
use marksheet::compare::{Compared, Measure};
use marksheet::dataset::{Dataset, Item, Task};
use serde_json::Value;

fn sets() -> Vec<Value> {
    serde_json::from_str(include_str!("oracle/compare.json")).unwrap()
}

/// The dataset and both runs' answers of a stored set.
fn read(set: &Value) -> (Dataset, [Vec<Option<String>>; 2]) {
    let is_letter = set["is_letter"].as_bool().unwrap();
    let rows = set["questions"].as_array().unwrap();
    let items = rows.iter().map(|row| Item {
        answers: vec![row[0].as_str().unwrap().to_owned()],
        context: row[3].as_u64().map(|context| context as u32),
        ..made::item(is_letter)
    });
    let task = match is_letter {
        true => Task::MultipleChoice,
        false => Task::Extractive,
    };
    let dataset = made::dataset(task, items.collect());
    let answers = |at: usize| {
        let texts = rows.iter().map(|row| row[at].as_str().map(str::to_owned));
        texts.collect::<Vec<_>>()
    };
    (dataset, [answers(1), answers(2)])
}

fn check(ours: &Compared, stored: &Value, is_resampled: bool) {
    let number = |key: &str| stored[key].as_f64().unwrap();
    assert_eq!(
        u64::from(ours.n_shared),
        stored["n_shared"].as_u64().unwrap()
    );
    assert_eq!(ours.scores.is_some(), ours.n_shared > 0);
    assert_eq!(ours.delta.is_some(), ours.n_shared > 0);
    // Without a shared question 0 is stored.
    let (first, second) = ours.scores.unwrap_or_default();
    for (key, value) in [
        ("first", first),
        ("second", second),
        ("delta", ours.delta.unwrap_or_default()),
    ] {
        assert!(
            (value - number(key)).abs() < 1e-9,
            "{key}: {value}, stored {}",
            number(key)
        );
    }
    let only = [u64::from(ours.only.0), u64::from(ours.only.1)];
    assert_eq!(serde_json::json!(only), stored["only"]);
    let stored_interval: Option<[f64; 2]> =
        serde_json::from_value(stored["interval"].clone()).unwrap();
    let interval = ours.interval.map(|interval| [interval.low, interval.high]);
    assert_eq!(interval.is_some(), stored_interval.is_some(), "{ours:?}");
    for (ours, stored) in interval.into_iter().zip(stored_interval) {
        // 10,000 resamples place a 2.5 percentile to within a few hundredths of the interval's width; means of a few
        // questions lie on a coarse grid, where the next one is as right.
        let tolerance = if is_resampled {
            0.05 * (stored[1] - stored[0])
        } else {
            1e-9
        };
        let is_close = ours
            .iter()
            .zip(stored)
            .all(|(ours, stored)| (ours - stored).abs() < tolerance);
        assert!(is_close, "{ours:?}, stored {stored:?}");
    }
}

#[test]
fn every_stored_pair_of_runs_gives_the_stored_numbers() {
    for set in sets() {
        let (dataset, [first, second]) = read(&set);
        let (first, second) = (run(&dataset, &first), run(&dataset, &second));
        for measure in Measure::of(dataset.task) {
            let stored = match measure {
                Measure::Exact => &set["exact"],
                Measure::F1 => &set["f1"],
            };
            let ours = compared(&dataset, &first, &second, *measure);
            check(&ours, stored, ours.n_shared < 5000);
            let tolerance = match measure {
                Measure::Exact => 1e-9,
                // Three standard errors of 10,000 draws at one half, where they are widest.
                Measure::F1 => 0.015,
            };
            match (ours.p, stored["p"].as_f64()) {
                (Some(p), Some(stored)) => assert!(
                    (p - stored).abs() < tolerance,
                    "{measure:?}: {p}, stored {stored}"
                ),
                (p, stored) => assert_eq!(p, stored),
            }
        }
    }
}

#[test]
fn the_other_way_round_everything_is_mirrored() {
    let set = &sets()[4];
    let (dataset, [first, second]) = read(set);
    let (first, second) = (run(&dataset, &first), run(&dataset, &second));
    let there = compared(&dataset, &first, &second, Measure::Exact);
    let back = compared(&dataset, &second, &first, Measure::Exact);
    assert_eq!(
        (there.delta, there.p, there.only),
        (
            back.delta.map(|delta| -delta),
            back.p,
            (back.only.1, back.only.0)
        )
    );
    assert_eq!(
        there.scores,
        back.scores.map(|(first, second)| (second, first))
    );
}
