//! Which examples are shown, and which of them are test questions.

use marksheet::dataset::{About, Dataset, Item, Task};
use marksheet::prompt::{FewShot, Pick, repeated};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Instant;

fn few_shot(pick: Pick, is_shuffled: bool, seed: u32) -> FewShot {
    FewShot {
        pick,
        is_shuffled,
        seed,
    }
}

#[test]
fn the_first_n_in_file_order_and_more_than_there_are_mean_all() {
    let first = |n, n_examples| few_shot(Pick::First(n), false, 1).indices(n_examples);
    assert!(first(0, 5).is_empty());
    assert_eq!(first(3, 5), [0, 1, 2]);
    assert_eq!(first(u32::MAX, 2), [0, 1]);
    assert!(first(3, 0).is_empty());
}

#[test]
fn the_same_seed_picks_the_same_on_every_machine() {
    let random = |seed| few_shot(Pick::Random(3), false, seed).indices(10);
    assert_eq!(
        random(1),
        [4, 7, 9],
        "these figures must never change: a run would not be the same again"
    );
    assert_eq!(
        few_shot(Pick::First(5), true, 1).indices(5),
        [3, 1, 0, 2, 4]
    );
    assert!((1..50).any(|seed| random(seed) != random(1)));
}

#[test]
fn chosen_ones_that_are_not_there_are_passed_over() {
    let chosen = few_shot(Pick::Chosen(vec![7, 2, 2, 0, 99]), false, 1);
    assert_eq!(chosen.indices(8), [0, 2, 7]);
    assert_eq!(chosen.indices(1), [0]);
}

#[test]
fn picking_is_fair() {
    let mut counts = [0; 10];
    for seed in 0..2_000 {
        for index in few_shot(Pick::Random(3), false, seed).indices(10) {
            counts[index] += 1;
        }
    }
    assert!(counts.iter().all(|n| (500..700).contains(n)), "{counts:?}");
}

proptest! {
    #[test]
    fn indices_exist_and_none_comes_twice(
        kind in 0..3, n in 0u32..20, chosen in prop::collection::vec(0u32..30, 0..10), is_shuffled: bool, seed: u32, n_examples in 0usize..15,
    ) {
        let pick = match kind {
            0 => Pick::First(n),
            1 => Pick::Random(n),
            _ => Pick::Chosen(chosen),
        };
        let mut indices = few_shot(pick.clone(), is_shuffled, seed).indices(n_examples);
        if !is_shuffled {
            prop_assert!(indices.is_sorted());
        }
        if !matches!(pick, Pick::Chosen(_)) {
            prop_assert_eq!(indices.len(), n_examples.min(n as usize));
        }
        indices.sort();
        indices.dedup();
        prop_assert!(indices.iter().all(|index| *index < n_examples));
    }
}

fn dataset(
    task: Task,
    contexts: &[&str],
    items: &[(&str, Option<u32>)],
    examples: Value,
) -> Dataset {
    let items = items
        .iter()
        .enumerate()
        .map(|(i, (question, context))| Item {
            id: format!("q{i}"),
            question: (*question).to_owned(),
            context: *context,
            ..Item::default()
        });
    Dataset {
        file: String::new(),
        task,
        shape: "",
        about: About::default(),
        has_alue_marks: false,
        contexts: contexts.iter().map(|text| (*text).to_owned()).collect(),
        items: items.collect(),
        examples: examples.as_array().unwrap().clone(),
    }
}

#[test]
fn an_extractive_example_is_a_test_question_only_about_the_same_text() {
    let data = dataset(
        Task::Extractive,
        &["text 0", "text 1 "],
        &[
            ("Which?", Some(0)),
            ("Which?", Some(1)),
            ("Alone?", None),
            ("", Some(0)),
        ],
        json!([
            {"question": " Which?\n", "transcript": "text 1"},
            {"question": "Which?", "transcript": "text 2"},
            {"question": "Which?"},
            {"question": "Alone?", "transcript": "anything"},
            {"question": "", "transcript": "text 0"},
            {"query": "Which?", "context": "text 0", "answers": []},
            7,
        ]),
    );
    assert_eq!(repeated(&data), [(0, 1), (2, 0), (3, 2), (5, 0)]);
}

#[test]
fn a_choice_example_is_a_test_question_with_the_same_choices() {
    let data = dataset(
        Task::MultipleChoice,
        &[],
        &[("Which?\nA) x\nB) y", None), ("Which?\nA) x\nB) z", None)],
        json!([
            {"input": "Which?\nA) x\nB) z", "output": "A"},
            {"question": "Which?", "choices": ["x", "y"], "answer": "A"},
            {"question": "Which?", "choices": ["x", "w"], "answer": "A"},
        ]),
    );
    assert_eq!(repeated(&data), [(0, 1), (1, 0)]);
}

#[test]
fn a_hundred_thousand_equal_questions_and_examples_take_no_time() {
    let contexts: Vec<String> = (0..130_000).map(|i| format!("report {i}")).collect();
    let contexts: Vec<&str> = contexts.iter().map(String::as_str).collect();
    let items: Vec<_> = (0..130_000)
        .map(|i| ("Is a tail number stated?", Some(i)))
        .collect();
    let examples = (0..20_000).map(
        |i| json!({"question": "Is a tail number stated?", "transcript": format!("report x{i}")}),
    );
    let data = dataset(Task::Extractive, &contexts, &items, examples.collect());
    let start = Instant::now();
    assert!(repeated(&data).is_empty());
    assert!(start.elapsed().as_secs() < 8, "{:?}", start.elapsed());
}
