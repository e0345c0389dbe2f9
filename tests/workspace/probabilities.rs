//! A file of no-answer probabilities beside SQuAD 2.0 data.

use super::page::{ANSWERS, Page, SQUAD, figure, metric, questions, said, selected};

const UNSURE: &str = r#"{"q1": 0.1, "q2": 0.2, "q3": 0.9}"#;
const SURE: &str = r#"{"q1": 0.9, "q2": 0.8, "q3": 0.1}"#;
const KEYS: [&str; 7] = [
    "best_exact",
    "best_exact_thresh",
    "best_f1",
    "best_f1_thresh",
    "pr_exact_ap",
    "pr_f1_ap",
    "pr_oracle_ap",
];

#[test]
fn probabilities_add_their_figures_and_leave_the_headline() {
    let plain = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]).view();
    let plain = plain.scores.as_ref().unwrap();
    let files = [
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("na.json", UNSURE),
    ];
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
        let view = Page::with(&order.map(|i| files[i])).view();
        let scores = view.scores.as_ref().unwrap();
        for key in KEYS {
            assert!(
                metric(plain, key).is_none() && metric(scores, key).is_some(),
                "{key}"
            );
        }
        for (key, value) in &plain.metrics {
            assert_eq!(metric(scores, key), Some(*value), "{key}");
        }
        assert_eq!(figure(&view, "best_exact"), 200.0 / 3.0);
        assert_eq!(scores.counts, plain.counts);
    }
}

#[test]
fn other_probabilities_are_used_when_the_first_file_goes() {
    let mut page = Page::with(&[
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("na.json", UNSURE),
        ("nb.json", SURE),
    ]);
    let first = figure(&page.view(), "best_exact");
    let view = page.remove("na.json");
    assert!(figure(&view, "best_exact") < first);
    let view = page.remove("nb.json");
    assert!(metric(view.scores.as_ref().unwrap(), "best_exact").is_none());
}

#[test]
fn probabilities_of_no_question_of_the_dataset_are_said_to_be() {
    let view = Page::with(&[
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("na.json", r#"{"x1": 0.5, "x2": 0.25, "x3": 0.75}"#),
    ])
    .view();
    assert!(said(&view).contains("x1, x2, x3"), "{}", said(&view));
    assert!(metric(view.scores.as_ref().unwrap(), "best_exact").is_none());
}

/// Every question has an answer, and all answers are numbers.
const SHARES: &str = r#"[{"id": "q1", "question": "Which share?", "context": "It is 0.5.", "answers": ["0.5"]},
    {"id": "q2", "question": "And now?", "context": "It is 0.25.", "answers": ["0.25"]}]"#;
const HALVES: &str = r#"{"q1": 0.5, "q2": 0.75}"#;
const ASK: &str = "Are the numbers in n.json no-answer probabilities or answers?";

#[test]
fn numbers_without_other_predictions_are_asked_about_and_scored_as_answers() {
    for files in [
        [("dev.json", SHARES), ("n.json", HALVES)],
        [("n.json", HALVES), ("dev.json", SHARES)],
        [("dev.json", SQUAD), ("n.json", HALVES)],
    ] {
        let mut page = Page::with(&files);
        let view = page.view();
        assert_eq!(questions(&view), [ASK]);
        assert!(view.scores.is_none() && !view.is_failed);
        let view = page.answer("Answers");
        assert!(questions(&view).is_empty());
        assert_eq!(selected(&view), ["n.json"]);
        if files.iter().any(|(_, text)| *text == SHARES) {
            assert_eq!(figure(&view, "exact"), 50.0);
        }
        assert!(
            !said(&view).contains("read as probabilities"),
            "{}",
            said(&view)
        );
        assert_eq!(page.reloaded().view(), view);
    }
}

#[test]
fn numbers_that_are_probabilities_are_not_asked_about_again() {
    let mut page = Page::with(&[("dev.json", SHARES), ("n.json", HALVES)]);
    let view = page.answer("No-answer probabilities");
    assert!(questions(&view).is_empty() && view.scores.is_none());
    assert!(questions(&page.reloaded().view()).is_empty());
}

#[test]
fn numbers_beside_data_without_unanswerable_questions_are_asked_about() {
    let mut page = Page::with(&[
        ("dev.json", SHARES),
        ("p.json", r#"{"q1": "0.5", "q2": "a"}"#),
        ("n.json", HALVES),
    ]);
    assert_eq!(questions(&page.view()), [ASK]);
    assert_eq!(selected(&page.answer("Answers")), ["n.json"]);
    let beside_squad =
        Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS), ("n.json", HALVES)]).view();
    assert!(questions(&beside_squad).is_empty());
}

#[test]
fn each_run_takes_the_probabilities_that_are_named_like_it() {
    let files = [
        ("dev.json", SQUAD),
        ("alpha.json", ANSWERS),
        ("beta.json", ANSWERS),
        ("alpha_probs.json", UNSURE),
        ("beta_probs.json", SURE),
    ];
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [3, 1, 4, 2, 0]] {
        let mut page = Page::with(&order.map(|i| files[i]));
        assert_eq!(
            figure(&page.select("alpha.json"), "best_exact"),
            200.0 / 3.0
        );
        let view = page.select("beta.json");
        assert!(figure(&view, "best_exact") < 200.0 / 3.0);
        assert!(said(&view).contains("alpha_probs.json: used for alpha.json alone"));
        assert!(said(&view).contains("beta_probs.json: used for beta.json alone"));
    }
}

#[test]
fn probabilities_of_no_runs_name_are_for_the_runs_without_their_own() {
    let mut page = Page::with(&[
        ("dev.json", SQUAD),
        ("alpha.json", ANSWERS),
        ("beta.json", ANSWERS),
        ("gamma.json", ANSWERS),
        ("na.json", UNSURE),
        ("beta_na.json", SURE),
        ("other.json", SURE),
    ]);
    for (run, is_sure) in [
        ("alpha.json", false),
        ("beta.json", true),
        ("gamma.json", false),
    ] {
        let best = figure(&page.select(run), "best_exact");
        assert_eq!(best < 200.0 / 3.0, is_sure, "{run}: {best}");
    }
    let said = said(&page.view());
    for words in [
        "na.json: used for 2 runs alike",
        "beta_na.json: used for beta.json alone",
        "other.json: these probabilities are used for no run",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// A dataset of as many questions as there are values, each without an answer.
fn squad_of(n: usize) -> String {
    let qas: Vec<String> = (0..n)
        .map(|n| format!(r#"{{"id": "q{n}", "question": "Which one, {n}?", "answers": [], "is_impossible": true}}"#))
        .collect();
    format!(
        r#"{{"version": "v2.0", "data": [{{"title": "t", "paragraphs": [{{"context": "None.", "qas": [{}]}}]}}]}}"#,
        qas.join(", ")
    )
}

fn ids_with(n: usize, value: impl Fn(usize) -> String) -> String {
    let pairs: Vec<String> = (0..n).map(|n| format!("\"q{n}\": {}", value(n))).collect();
    format!("{{{}}}", pairs.join(", "))
}

#[test]
fn faulty_probabilities_are_no_run_and_are_named() {
    let dataset = squad_of(20);
    let answers = ids_with(20, |_| "\"\"".to_owned());
    for wrong in ["NaN", "7", "null", "-0.5"] {
        let faulty = ids_with(20, |n| {
            if n == 3 {
                wrong.to_owned()
            } else {
                format!("0.{n}1")
            }
        });
        let files = [
            ("dev.json", dataset.as_str()),
            ("a.json", &answers),
            ("na.json", &faulty),
        ];
        let mut page = Page::with(&files);
        let view = page.view();
        assert_eq!(selected(&view), ["a.json"], "{wrong}");
        assert!(metric(view.scores.as_ref().unwrap(), "best_exact").is_some());
        let said = said(&view);
        for words in [
            "1 of 20 values are no numbers from 0 to 1 (q3)",
            "1 of 20 questions have no probability (q3)",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
    }
    let numbers = ids_with(20, |n| {
        if n % 3 == 0 {
            "12".to_owned()
        } else {
            "0.5".to_owned()
        }
    });
    let view = Page::with(&[("dev.json", &dataset), ("b.json", &numbers)]).view();
    assert_eq!(selected(&view), ["b.json"], "answers that are numbers");
}

#[test]
fn whose_probabilities_they_are_is_read_from_folders_and_whole_words() {
    let best = |runs: [&str; 2], unsure: &str, sure: &str| {
        let mut page = Page::with(&[
            ("dev.json", SQUAD),
            (runs[0], ANSWERS),
            (runs[1], ANSWERS),
            (unsure, UNSURE),
            (sure, SURE),
        ]);
        runs.map(|run| figure(&page.select(run), "best_exact") == 200.0 / 3.0)
    };
    let own = [true, false];
    assert_eq!(
        best(["a/p.json", "b/p.json"], "a/na.json", "b/na.json"),
        own
    );
    assert_eq!(
        best(
            ["gpt4.json", "gpt4o.json"],
            "gpt4_probs.json",
            "gpt4o_probs.json"
        ),
        own
    );
    assert_eq!(
        best(
            ["m_predictions.json", "n_predictions.json"],
            "m_na_prob.json",
            "n_na_prob.json"
        ),
        own
    );
    // The first is for all, and no part of a word is a name.
    assert_eq!(
        best(["prompt1.json", "x.json"], "probs.json", "x_probs.json"),
        own
    );
}
