//! Letter against letter, chance and the most frequent letter, on the aviation sample and on made-up questions.

use super::made::{choice, dataset, extractive, failed, scored, text};
use marksheet::dataset::{Dataset, Task};
use marksheet::intake::{Understood, read};
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Predictions};
use marksheet::score::{default_settings, letters, score};
use marksheet::settings::{Normalizer, Settings};

fn sample() -> (Dataset, Predictions) {
    let dataset = include_bytes!("../../data/aviation-exam/dataset.json");
    let predictions = include_bytes!("../../data/aviation-exam/predictions.json");
    match (
        read("dataset.json", dataset).understood,
        read("predictions.json", predictions).understood,
    ) {
        (Understood::Dataset(dataset), Understood::Predictions(predictions)) => {
            (dataset, predictions)
        }
        others => panic!("{others:?}"),
    }
}

#[test]
fn the_aviation_sample_has_its_letters() {
    let (dataset, predictions) = sample();
    let of = |id: &str| predictions.entries.iter().find(|entry| entry.id == id);
    let entries: Vec<Option<&Entry>> = dataset.items.iter().map(|item| of(&item.id)).collect();
    let settings = default_settings(&dataset);
    let facts = letters(&dataset, &entries, &settings).unwrap();
    let scored = score(&dataset, &entries, &settings, &mut |_| {});
    // 91 questions have four choices, 13 have three; C is right in 27 of the 104.
    let chance = (91.0 / 4.0 + 13.0 / 3.0) / 104.0;
    assert!((facts.chance.unwrap() - chance).abs() < 1e-12);
    assert_eq!(facts.majority, Some(('C', 27.0 / 104.0)));
    assert_eq!(facts.confusion.letters, ['A', 'B', 'C', 'D']);
    let rows = &facts.confusion.rows;
    let questions: Vec<_> = rows
        .iter()
        .map(|row| (row.gold, row.n_questions()))
        .collect();
    assert_eq!(questions, [('A', 26), ('B', 25), ('C', 27), ('D', 26)]);
    let n_correct: u32 = rows.iter().map(|row| row.n_correct).sum();
    assert_eq!(Some(f64::from(n_correct)), scored.metric("correct"));
    let n_no_reply: u32 = rows.iter().map(|row| row.n_no_reply).sum();
    assert_eq!(
        Some(f64::from(104 - n_no_reply)),
        scored.metric("answered"),
        "a question is answered here and there alike"
    );
}

#[test]
fn letters_are_counted_over_the_questions_asked() {
    let items = ["A", "B", "B", "C"].map(|gold| choice(gold, gold));
    let dataset = dataset(Task::MultipleChoice, items.to_vec());
    let entries = [
        text("A"),
        text("A"),
        failed("", Outcome::Timeout),
        text("C"),
    ];
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    let settings = Settings {
        normalizers: vec![Normalizer::ChoiceLetter],
        n_questions: Some(3),
        ..default_settings(&dataset)
    };
    let facts = letters(&dataset, &joined, &settings).unwrap();
    assert_eq!(facts.chance, Some(1.0 / 3.0));
    assert_eq!(facts.majority, Some(('B', 2.0 / 3.0)));
    let of_b = &facts.confusion.rows[1];
    assert_eq!(
        (of_b.n_read.as_slice(), of_b.n_no_reply),
        ([1, 0].as_slice(), 1)
    );
    assert_eq!(
        (of_b.accuracy(), of_b.answered_accuracy()),
        (0.0, Some(0.0))
    );
    assert_eq!(
        scored(&dataset, &entries, &settings).metric("correct"),
        Some(1.0)
    );
}

#[test]
fn extractive_data_has_no_letters() {
    let dataset = dataset(Task::Extractive, vec![extractive("a", &["B"])]);
    assert_eq!(letters(&dataset, &[], &default_settings(&dataset)), None);
}
