//! What is kept of a run, and read back.

use crate::made::*;
use crate::world::*;
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::provider::Wanted;
use marksheet::run::{Ending, Event, RunState, Which, to_predictions};

#[test]
fn an_item_is_told_only_after_it_is_stored_and_writes_take_what_finished_meanwhile() {
    let ran = go(
        World::new(|_| says("A")).with_store(1.0, false),
        state(60),
        config(),
    );
    assert_eq!(ran.ending, Some(Ending::Done));
    let stored = ran.world.stored();
    let told: Vec<_> = ran
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Finished(record) => Some(record.index),
            _ => None,
        })
        .collect();
    let written: Vec<_> = stored.iter().flatten().map(|record| record.index).collect();
    assert_eq!(told, written);
    assert!(stored.len() < 10);
}

#[test]
fn a_store_that_fails_is_told_once_and_stops_nothing() {
    let ran = go(
        World::new(|_| says("A")).with_store(0.01, true),
        state(40),
        config(),
    );
    assert_eq!(ran.ending, Some(Ending::Done));
    assert_eq!(
        ran.n_events(|event| matches!(event, Event::StoreFailed(_))),
        1
    );
    assert_eq!(ran.state.records.len(), 40);
}

#[test]
fn a_slow_store_holds_the_run_back_before_much_could_be_lost() {
    let ran = go(
        World::new(|_| says("A").after(0.001)).with_store(1e4, false),
        state(5000),
        config(),
    );
    assert_eq!(ran.ending, Some(Ending::Done));
    assert!(
        ran.world
            .stored()
            .iter()
            .all(|records| records.len() <= 1010)
    );
}

#[test]
fn a_kept_run_reads_back_equal() {
    let world = World::new(|seen| match seen.id {
        "q1" => error(400, "", "no"),
        "q2" => says("<think>a</think>{\"answer\": 3.50, \"tab\": \"\\t\"}"),
        _ => says("B\nbecause"),
    });
    let state = RunState {
        wanted: Wanted::Fields(vec!["answer".into()]),
        ..state(4)
    };
    let ran = go(world, state, config());
    let text = ran.state.to_text();
    let (read, problem) = RunState::read(&text).unwrap();
    assert_eq!((read, problem), (ran.state.clone(), None));
    insta::assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    let predictions = to_predictions(&ran.state);
    assert_eq!(predictions.entries[2].value, Json::Number("3.50".into()));
    assert_eq!(
        predictions.entries[1].failure.as_ref().unwrap().outcome,
        Outcome::HttpError
    );
}

#[test]
fn damaged_and_newer_runs_are_refused_with_a_reason_and_damaged_records_are_asked_again() {
    let ran = go(World::new(|_| says("A")), state(3), config());
    let text = ran.state.to_text();
    let newer = text.replacen("\"format_version\":1", "\"format_version\":2", 1);
    assert!(
        RunState::read(&newer)
            .unwrap_err()
            .message
            .contains("newer version")
    );
    for text in ["", "{}", "[1]", "not JSON", &text[..80]] {
        RunState::read(text).unwrap_err();
    }
    let cut = &text[..text.len() - 20];
    let (read, problem) = RunState::read(cut).unwrap();
    assert_eq!(read.start(&asks(3), Which::Unfinished).todo, [2]);
    assert!(problem.unwrap().message.ends_with(": 1"));
}

#[test]
fn a_half_finished_run_is_scored_with_the_rest_missing() {
    use marksheet::dataset::{About, Choice, Dataset, Item, Task};
    use marksheet::score;
    let world = World::new(|seen| match seen.id {
        "q1" => error(400, "", "no"),
        "q2" => says("<think>hm"),
        "q3" => says(""),
        "q4" => does(
            200,
            r#"{"choices": [{"message": {"content": "no idea", "refusal": "I will not"}}]}"#,
        ),
        "q5" => does(
            200,
            r#"{"choices": [{"message": {"content": "A"}, "finish_reason": "length"}]}"#,
        ),
        _ => says("A"),
    });
    let ran = go(world, state(6), config());
    let letters = ['A', 'B'].map(|letter| Choice {
        letter,
        text: letter.to_string(),
    });
    let item = |i: u32| Item {
        id: format!("q{i}"),
        answers: vec!["A".into()],
        choices: letters.to_vec(),
        ..Item::default()
    };
    let dataset = Dataset {
        file: "d".into(),
        task: Task::MultipleChoice,
        shape: "made",
        about: About::default(),
        has_alue_marks: false,
        contexts: vec![],
        items: (0..7).map(item).collect(),
        examples: vec![],
    };
    let predictions = to_predictions(&ran.state);
    let by_id = |item: &Item| predictions.entries.iter().find(|entry| entry.id == item.id);
    let entries: Vec<_> = dataset.items.iter().map(by_id).collect();
    let scored = score::headline(
        &dataset,
        &entries,
        &score::default_settings(&dataset),
        &mut |_| {},
    );
    let classes: Vec<_> = scored.items.iter().map(|item| item.outcome.key()).collect();
    assert_eq!(
        classes,
        [
            "correct",
            "http_error",
            "truncated",
            "empty",
            "refused",
            "correct",
            "missing"
        ]
    );
}

#[test]
fn progress_counts_items_tokens_and_rate() {
    use marksheet::run::Progress;
    let world = World::new(|seen| match seen.id {
        "q3" => error(400, "", "no"),
        _ => says("A"),
    });
    let ran = go(world, state(10), config());
    let records: Vec<_> = ran.state.records.values().cloned().collect();
    let mut progress = Progress::new(30, &records[..4]);
    assert_eq!(
        (progress.n_done(), progress.n_failed(), progress.n_tokens()),
        (4, 1, (30, 6))
    );
    assert_eq!(
        (progress.rate(secs(100.0)), progress.time_left(secs(100.0))),
        (None, None)
    );
    for (i, record) in records[4..].iter().enumerate() {
        progress.add(record, secs(100.1 + 2.0 * i as f64));
    }
    // Six in 10.1 seconds, and 20 left.
    let now = secs(110.1);
    assert!((progress.rate(now).unwrap() - 6.0 * 60.0 / 10.1).abs() < 0.01);
    assert!((progress.time_left(now).unwrap().as_secs_f64() - 20.0 * 10.1 / 6.0).abs() < 0.01);
    assert_eq!(progress.rate(secs(500.0)), None);
    let again = marksheet::run::ItemRecord {
        class: None,
        ..records[3].clone()
    };
    progress.add(&again, secs(501.0));
    assert_eq!((progress.n_done(), progress.n_failed()), (10, 0));
    progress.interrupted();
    assert_eq!(progress.rate(secs(502.0)), None);
}
