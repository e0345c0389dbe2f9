//! Baselines go through the same engine as models, without a server.

use crate::made::*;
use crate::world::*;
use marksheet::baseline::{Answers, BASELINES, Kind, tail_number};
use marksheet::dataset::{Dataset, Task};
use marksheet::intake::{Understood, read};
use marksheet::predictions::Entry;
use marksheet::provider::Rule;
use marksheet::run::{Ask, Control, Ending, Event, Job, RunState, Which, run, to_predictions};
use marksheet::score;

fn dataset(name: &str) -> Dataset {
    let path = format!("data/{name}/dataset.json");
    match read("dataset.json", &std::fs::read(path).unwrap()).understood {
        Understood::Dataset(dataset) => dataset,
        other => panic!("{other:?}"),
    }
}

fn answered(dataset: &Dataset, kind: Kind) -> RunState {
    let world = World::new(|_| panic!("a baseline sends nothing"));
    let ask = |(index, item): (usize, &marksheet::dataset::Item)| Ask {
        index: index as u32,
        id: item.id.clone(),
    };
    let asks: Vec<_> = dataset.items.iter().enumerate().map(ask).collect();
    let mut state = state(asks.len() as u32);
    let (start, control) = (state.start(&asks, Which::Unfinished), Control::default());
    let answerer = Answers::new(dataset, kind);
    let job = Job {
        asks: &asks,
        start,
        answerer: &answerer,
        host: &world,
        config: config(),
        control: &control,
    };
    let tell = |event| match event {
        Event::Finished(record) => state.add(*record),
        other => panic!("{other:?}"),
    };
    assert_eq!(world.drive(run(job, tell), || false), Some(Ending::Done));
    assert!(
        state
            .records
            .values()
            .all(|record| record.rule == Rule::Baseline && record.n_tries == 1)
    );
    state
}

fn figure(dataset: &Dataset, kind: Kind) -> f64 {
    let predictions = to_predictions(&answered(dataset, kind));
    let entries: Vec<Option<&Entry>> = predictions.entries.iter().map(Some).collect();
    let scored = score::headline(
        dataset,
        &entries,
        &score::default_settings(dataset),
        &mut |_| {},
    );
    let key = if dataset.task == Task::Extractive {
        "exact"
    } else {
        "accuracy"
    };
    scored
        .metrics
        .iter()
        .find(|(name, _)| *name == key)
        .unwrap()
        .1
}

#[test]
fn every_baseline_scores_on_its_sample() {
    let (tails, exam) = (dataset("tail-numbers"), dataset("aviation-exam"));
    let mut shown = String::new();
    for baseline in BASELINES {
        let dataset = if baseline.task == Task::Extractive {
            &tails
        } else {
            &exam
        };
        shown += &format!("{}: {:.4}\n", baseline.key, figure(dataset, baseline.kind));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn the_tail_number_pattern_knows_marks_from_what_looks_like_them() {
    for (text, marks) in [
        ("N66372 and N66372, then N7Q.", vec!["N66372", "N7Q"]),
        (
            "A Cessna 172N, R-985, PA-28-181, DHC-6-300, CFM56-7B, AT-502B, F-16, C-2, B-52, PT-6",
            vec![],
        ),
        (
            "the left N1 sagged, N2 rose; N0123 N123456 N12ABC N12I N123O n123ab",
            vec![],
        ),
        (
            "(N-417QD) N301ZK's \"G-CPWL\"/OE-XKF—VH-QWK",
            vec!["N-417QD", "N301ZK", "G-CPWL", "OE-XKF", "VH-QWK"],
        ),
        ("N 482 KP, N 482, N  482 KP, N 1", vec!["N 482 KP", "N 482"]),
        (
            "D-4417 D-EPQX JA4129 HL7534 5Y-CWQ XB-NQT",
            vec!["D-4417", "D-EPQX", "JA4129", "HL7534", "5Y-CWQ", "XB-NQT"],
        ),
        ("éN66372é ÅG-CPWL -N66372- N66372-", vec!["N66372"]),
        ("", vec![]),
    ] {
        assert_eq!(tail_number::find(text), marks, "{text}");
    }
}

#[test]
fn random_letters_depend_on_seed_and_question_alone() {
    let exam = dataset("aviation-exam");
    let answers = |seed| {
        let answers = Answers::new(&exam, Kind::Random(seed));
        (0..exam.items.len())
            .map(|i| answers.answer(i))
            .collect::<Vec<_>>()
    };
    assert_eq!(answers(1), answers(1));
    assert_ne!(answers(1), answers(2));
    let last = exam.items.len() - 1;
    assert_eq!(
        Answers::new(&exam, Kind::Random(1)).answer(last),
        answers(1)[last]
    );
    for letter in ["A", "B", "C", "D"] {
        assert!(answers(3).iter().any(|other| other == letter), "{letter}");
    }
}

#[test]
fn a_question_that_is_not_there_has_no_answer() {
    let exam = dataset("aviation-exam");
    for baseline in BASELINES {
        assert_eq!(Answers::new(&exam, baseline.kind).answer(1_000_000), "");
    }
}
