//! What charts show: their numbers, the questions behind them, and their words.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "charts/filters.rs"]
mod filters;
#[path = "charts/made.rs"]
mod made;
#[path = "charts/thresholds.rs"]
mod thresholds;

use made::{bars, chart, choice, extractive, from_files};
use marksheet::charts::{Answers, Bar, Cost, F1Bin, Filter, Marks, Name, Question, charts};
use marksheet::dataset::Task;
use marksheet::metrics::choice::Read;
use marksheet::outcome::Outcome;

#[test]
fn f1_has_bars_of_fixed_width_and_its_own_for_exact_nothing_and_no_reply() {
    let bin = |f1, exact| F1Bin::of(&extractive(Outcome::Partial, exact, f1));
    for (f1, expected) in [
        (0.0, F1Bin::Zero),
        (0.01, F1Bin::Tenth(0)),
        (0.1, F1Bin::Tenth(1)),
        (2.0 * 0.3 * 0.3 / 0.6, F1Bin::Tenth(3)),
        (0.6, F1Bin::Tenth(6)),
        (0.7, F1Bin::Tenth(7)),
        (0.899_999, F1Bin::Tenth(8)),
        (1.0, F1Bin::Tenth(9)),
    ] {
        assert_eq!(bin(f1, 0.0), expected, "{f1}");
    }
    assert_eq!((bin(1.0, 1.0), bin(0.0, 1.0)), (F1Bin::Exact, F1Bin::Exact));
    let questions = [
        extractive(Outcome::Correct, 1.0, 1.0),
        extractive(Outcome::Partial, 0.0, 0.5),
        extractive(Outcome::Wrong, 0.0, 0.0),
        extractive(Outcome::Timeout, 0.0, 0.0),
        extractive(Outcome::Missing, 0.0, 0.0),
    ];
    let chart = chart(&questions, Name::F1);
    let labels: Vec<_> = bars(&chart)
        .iter()
        .map(|bar| (bar.label.clone(), bar.count))
        .collect();
    assert_eq!(labels.len(), 13);
    assert_eq!(
        labels[..3],
        [
            ("no reply".into(), 2),
            ("0".into(), 1),
            ("above 0 to 10".into(), 0)
        ]
    );
    assert_eq!(
        (labels[7].clone(), labels[12].clone()),
        (("50 to 60".into(), 1), ("exact".into(), 1))
    );
    assert_eq!(
        chart.words,
        "Of 5 questions: 1 exactly right, 1 in part (an F1 above 0), 1 with an F1 of 0, 2 without a reply."
    );
}

#[test]
fn outcomes_are_those_that_occur_in_the_order_of_the_classes() {
    let questions = [
        Outcome::Missing,
        Outcome::Wrong,
        Outcome::Correct,
        Outcome::Wrong,
    ]
    .map(|outcome| extractive(outcome, 0.0, 0.0));
    let chart = chart(&questions, Name::Outcomes);
    let counts: Vec<_> = bars(&chart)
        .iter()
        .map(|bar| (bar.label.as_str(), bar.value))
        .collect();
    assert_eq!(counts, [("correct", 1.0), ("wrong", 2.0), ("missing", 1.0)]);
    assert_eq!(
        chart.words,
        "Of 4 questions: 1 correct, 2 wrong, 1 missing."
    );
}

#[test]
fn with_and_without_an_answer_are_the_figures_of_the_result_file() {
    let rows = [
        (&["N1"][..], "N1"),
        (&["N2 N3"], "N2"),
        (&[], ""),
        (&[], "N4"),
        (&["[NONE]"], "[NONE]"),
        (&["N5"], "!"),
    ];
    let (scored, questions) = from_files(&rows);
    let chart = chart(&questions, Name::Answers);
    let Marks::Bars(series) = &chart.marks else {
        panic!()
    };
    for (series, keys) in series
        .iter()
        .zip([["HasAns_exact", "NoAns_exact"], ["HasAns_f1", "NoAns_f1"]])
    {
        for (answers, key) in [Answers::Some, Answers::None].into_iter().zip(keys) {
            let is_it = |bar: &&Bar| bar.filter == Filter::Answers(answers);
            let bar = series.bars.iter().find(is_it).unwrap();
            assert_eq!(Some(bar.value), scored.metric(key), "{key}");
        }
    }
    let counts: Vec<_> = series[0]
        .bars
        .iter()
        .map(|bar| (&bar.filter, bar.count))
        .collect();
    assert_eq!(
        counts,
        [
            (&Filter::Answers(Answers::Some), 4),
            (&Filter::Answers(Answers::NoneStated), 1),
            (&Filter::Answers(Answers::None), 2)
        ]
    );
    assert_eq!(
        chart.words,
        "Where the key has an answer, exact match is 50.0 % and F1 66.7 (4 questions); where it says NONE, which is part of \
         these, 100.0 % and 100.0 (1 question); where the key has no answer, 50.0 % and 50.0 (2 questions)."
    );
    let (_, all_answered) = from_files(&rows[..2]);
    assert!(
        charts(&all_answered)
            .iter()
            .all(|chart| chart.name != Name::Answers)
    );
}

#[test]
fn the_confusion_matrix_has_a_cell_for_each_letter_and_for_none() {
    let questions = [
        choice('A', Read::Letter('A')),
        choice('A', Read::Letter('C')),
        choice('A', Read::Letter('C')),
        choice('B', Read::Unparsed),
        choice('B', Read::NoReply),
        choice('B', Read::Letter('B')),
        // No letter of the table.
        choice('Я', Read::Letter('A')),
    ];
    let matrix = chart(&questions, Name::Confusion);
    let Marks::Cells(cells) = &matrix.marks else {
        panic!()
    };
    assert_eq!(cells.columns, ["A", "B", "C", "none read", "no reply"]);
    let counts: Vec<_> = cells
        .rows
        .iter()
        .map(|(gold, cells)| (gold.as_str(), cells.iter().map(|cell| cell.count).collect()))
        .collect();
    assert_eq!(
        counts,
        [("A", vec![1, 0, 2, 0, 0]), ("B", vec![0, 1, 0, 1, 1])]
    );
    assert!((cells.rows[0].1[2].value - 200.0 / 3.0).abs() < 1e-9);
    assert_eq!(cells.rows[0].1[2].label, "A is right: C");
    assert_eq!(
        matrix.words,
        "In 2 of 6 questions the letter read is the right one, none read in 1, no reply to 1. Most often mistaken: C for A, 2 times."
    );
    let by_letter = chart(&questions, Name::GoldLetters);
    let values: Vec<_> = bars(&by_letter)
        .iter()
        .map(|bar| (bar.label.as_str(), bar.count))
        .collect();
    assert_eq!(values, [("A", 3), ("B", 3)]);
    assert_eq!(
        by_letter.words,
        "Accuracy is 33.3 %, whichever letter is right."
    );
    let uneven = chart(&questions[1..], Name::GoldLetters);
    assert_eq!(
        uneven.words,
        "Accuracy goes from 0.0 % where A is right (2 questions) to 33.3 % where B is right (3 questions)."
    );
    let right = [choice('D', Read::Letter('D'))];
    assert_eq!(
        chart(&right, Name::Confusion).words,
        "In 1 of 1 question the letter read is the right one."
    );
    assert_eq!(
        chart(&right, Name::GoldLetters).words,
        "Accuracy is 100.0 % where D is right (1 question)."
    );
}

#[test]
fn groups_by_length_hold_about_as_many_questions_and_never_part_equal_lengths() {
    let sized = |n: u32, f1| Question {
        n_context: Some(n),
        ..extractive(Outcome::Partial, 0.0, f1)
    };
    let mut questions: Vec<_> = (0..40)
        .map(|at| sized(100 + at / 2, if at < 20 { 1.0 } else { 0.5 }))
        .collect();
    questions.push(extractive(Outcome::Missing, 0.0, 0.0));
    let by_length = chart(&questions, Name::ContextLength);
    let Marks::Bars(series) = &by_length.marks else {
        panic!()
    };
    let told: Vec<_> = series[1]
        .bars
        .iter()
        .map(|bar| (bar.label.as_str(), bar.count, bar.value))
        .collect();
    assert_eq!(
        told,
        [
            ("100 to 104", 10, 100.0),
            ("105 to 109", 10, 100.0),
            ("110 to 114", 10, 50.0),
            ("115 to 119", 10, 50.0)
        ]
    );
    assert_eq!(
        by_length.words,
        "Scores on the shortest texts (100 to 104 characters, 10 questions) 0.0 % exact match and an F1 of 100.0; on the longest \
         (115 to 119 characters, 10 questions) 0.0 % exact match and an F1 of 50.0."
    );
    let equal = vec![sized(7, 1.0); 500];
    assert!(
        charts(&equal)
            .iter()
            .all(|chart| chart.name != Name::ContextLength)
    );
    let lopsided: Vec<_> = [vec![sized(7, 1.0); 95], vec![sized(9, 1.0); 5]].concat();
    let labels: Vec<_> = bars(&chart(&lopsided, Name::ContextLength))
        .iter()
        .map(|bar| (bar.label.clone(), bar.count))
        .collect();
    assert_eq!(labels, [("7".to_owned(), 95), ("9".to_owned(), 5)]);
}

#[test]
fn costs_have_bars_of_easy_width_and_one_for_what_lies_far_beyond() {
    let cost = |n_tokens_out, milliseconds| Question {
        cost: Cost {
            n_tokens_in: None,
            n_tokens_out,
            milliseconds,
        },
        ..extractive(Outcome::Correct, 1.0, 1.0)
    };
    let mut questions: Vec<_> = (0..299)
        .map(|at| cost(Some(10 + at % 100), Some(at * 10)))
        .collect();
    questions.push(cost(Some(100_000), None));
    let tokens = chart(&questions, Name::TokensOut);
    let labels: Vec<_> = bars(&tokens).iter().map(|bar| bar.label.as_str()).collect();
    assert_eq!(labels.first(), Some(&"10 to 19"));
    assert_eq!(labels.last(), Some(&"110 or more"));
    assert_eq!(bars(&tokens).last().unwrap().count, 1);
    assert!(
        tokens
            .words
            .starts_with("Replies have 10 to 100\u{202f}000 tokens, "),
        "{}",
        tokens.words
    );
    assert!(
        tokens.words.ends_with(" in all; known of 300 questions."),
        "{}",
        tokens.words
    );
    let duration = chart(&questions, Name::Duration);
    assert_eq!(bars(&duration)[1].label, "0.5 to 1");
    assert_eq!(
        duration.words,
        "Replies took 0 to 2.98 seconds, 1.49 in the middle; known of 299 of 300 questions."
    );
    assert!(
        charts(&questions)
            .iter()
            .all(|chart| chart.name != Name::TokensIn)
    );
    let one = [cost(Some(u64::MAX), Some(u64::MAX)), cost(Some(3), Some(0))];
    assert_eq!(
        bars(&chart(&one, Name::TokensOut))
            .iter()
            .map(|bar| bar.count)
            .sum::<u32>(),
        2
    );
    assert_eq!(bars(&chart(&one[1..], Name::TokensOut))[0].label, "3");
}

#[test]
fn each_task_has_its_own_charts() {
    let names = |questions: &[Question]| {
        charts(questions)
            .into_iter()
            .map(|chart| chart.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), []);
    assert_eq!(
        names(&[extractive(Outcome::Wrong, 0.0, 0.0)]),
        [Name::Outcomes, Name::F1]
    );
    assert_eq!(
        names(&[choice('A', Read::Letter('B'))]),
        [Name::Outcomes, Name::Confusion, Name::GoldLetters]
    );
    let without_letter = Question {
        task: Task::MultipleChoice,
        ..Question::default()
    };
    assert_eq!(names(&[without_letter]), [Name::Outcomes]);
}

#[test]
fn every_chart_has_a_key_and_a_title_of_its_own() {
    let distinct = |texts: Vec<&str>| {
        texts
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    assert_eq!(distinct(Name::ALL.map(Name::key).to_vec()), Name::ALL.len());
    assert_eq!(
        distinct(Name::ALL.map(Name::title).to_vec()),
        Name::ALL.len()
    );
    for name in Name::ALL {
        assert_eq!(serde_json::to_value(name).unwrap(), name.key());
    }
}
