//! Which questions count, where there is nothing to compare, and how long very many take.

use crate::made::{compared, marks, wings};
use marksheet::compare::{Comparing, Measure};
use marksheet::metrics::uncertainty::N_RESAMPLES;

#[test]
fn only_questions_that_both_have_a_reply_to_count() {
    let dataset = wings(8, None);
    // Neither a missing prediction nor a failed call is an answer; a wrong one is.
    let (first, second) = (marks(&dataset, "wx-!wwx-"), marks(&dataset, "xw!wxw!-"));
    let compared = compared(&dataset, &first, &second, Measure::Exact);
    assert_eq!((compared.n_shared, compared.only), (4, (2, 1)));
    assert_eq!(
        (compared.scores, compared.delta),
        (Some((75.0, 50.0)), Some(-25.0))
    );
    assert_eq!((compared.n_differing, compared.is_small), (3, true));
}

#[test]
fn a_run_limited_to_fewer_questions_is_compared_on_those() {
    let dataset = wings(6, None);
    let mut first = marks(&dataset, "wwwxxx");
    first.truncate(4);
    let second = marks(&dataset, "wwwwww");
    for (one, other) in [(&first, &second), (&second, &first)] {
        let compared = compared(&dataset, one, other, Measure::F1);
        assert_eq!(
            (compared.n_shared, compared.delta.map(f64::abs)),
            (4, Some(25.0))
        );
    }
}

#[test]
fn without_a_shared_question_there_is_neither_score_nor_difference_nor_test() {
    let dataset = wings(2, None);
    for (first, second) in [("w-", "-w"), ("--", "--"), ("!!", "ww")] {
        let (first, second) = (marks(&dataset, first), marks(&dataset, second));
        for measure in [Measure::Exact, Measure::F1] {
            let compared = compared(&dataset, &first, &second, measure);
            assert_eq!((compared.n_shared, compared.scores), (0, None));
            assert_eq!(compared.delta, None);
            assert_eq!((compared.interval, compared.p), (None, None));
            assert_eq!(
                compared.interval_words,
                "no interval: fewer than 2 questions"
            );
        }
    }
    let empty = wings(0, None);
    let none = marks(&empty, "");
    assert_eq!(compared(&empty, &none, &none, Measure::F1).n_shared, 0);
}

#[test]
fn one_shared_question_has_a_difference_and_no_test() {
    let dataset = wings(2, None);
    let (first, second) = (marks(&dataset, "hw"), marks(&dataset, "w-"));
    let exact = compared(&dataset, &first, &second, Measure::Exact);
    assert_eq!(
        (exact.delta, exact.only, exact.p, exact.interval),
        (Some(100.0), (0, 1), None, None)
    );
    let f1 = compared(&dataset, &first, &second, Measure::F1);
    assert!((f1.delta.unwrap() - 100.0 / 3.0).abs() < 1e-9 && f1.p.is_none());
}

#[test]
fn runs_that_never_differ_have_p_one_and_no_interval() {
    let dataset = wings(40, None);
    let run = marks(&dataset, &"whxw".repeat(10));
    for measure in [Measure::Exact, Measure::F1] {
        let compared = compared(&dataset, &run, &run, measure);
        assert_eq!(
            (compared.delta, compared.p, compared.n_differing),
            (Some(0.0), Some(1.0), 0)
        );
        assert_eq!((compared.interval, compared.is_small), (None, false));
        assert_eq!(compared.interval_words, "no interval: all values are equal");
    }
}

#[test]
fn differences_that_cancel_out_are_exactly_none() {
    let dataset = wings(30, None);
    // Two thirds here and there: their sums in floating point must not tell the runs apart.
    let (first, second) = ("hwwhwx".repeat(5), "wwhxwh".repeat(5));
    let compared = compared(
        &dataset,
        &marks(&dataset, &first),
        &marks(&dataset, &second),
        Measure::F1,
    );
    assert_eq!(
        (compared.delta, compared.n_differing, compared.p),
        (Some(0.0), 20, Some(1.0))
    );
}

#[test]
fn three_thirds_won_and_a_whole_lost_are_no_difference() {
    let dataset = wings(4, None);
    let (first, second) = (marks(&dataset, "hhhw"), marks(&dataset, "wwwx"));
    // In floating point 1 - 2/3, three times, is more than 1.
    let compared = compared(&dataset, &first, &second, Measure::F1);
    assert_eq!((compared.delta, compared.n_differing), (Some(0.0), 4));
}

#[test]
fn by_f1_a_part_of_an_answer_counts_as_better_and_by_exact_match_it_does_not() {
    let dataset = wings(4, None);
    let (first, second) = (marks(&dataset, "hxwx"), marks(&dataset, "xhxw"));
    let exact = compared(&dataset, &first, &second, Measure::Exact);
    assert_eq!((exact.only, exact.better), ((1, 1), (1, 1)));
    let f1 = compared(&dataset, &first, &second, Measure::F1);
    assert_eq!((f1.only, f1.better), ((1, 1), (2, 2)));
}

#[test]
fn questions_about_one_context_are_not_taken_for_independent() {
    let (first, second) = ("xw".repeat(20), "wx".repeat(10) + &"w".repeat(20));
    let words = |n_by_context, measure| {
        let dataset = wings(40, Some(n_by_context));
        let compared = compared(
            &dataset,
            &marks(&dataset, &first),
            &marks(&dataset, &second),
            measure,
        );
        (compared.interval_words, compared.test)
    };
    let over = |words: &str, test| (words.to_owned(), test);
    assert_eq!(
        words(1, Measure::Exact),
        over("bootstrap over 40 questions", "exact McNemar test")
    );
    assert_eq!(
        words(1, Measure::F1),
        over(
            "bootstrap over 40 questions",
            "sign-flip test, 10,000 draws"
        )
    );
    assert_eq!(
        words(4, Measure::F1),
        over(
            "bootstrap over 10 contexts",
            "sign-flip test over contexts, 10,000 draws"
        )
    );
    let (interval, test) = words(4, Measure::Exact);
    assert_eq!(interval, "bootstrap over 10 contexts");
    assert!(
        test.contains("takes the questions for independent"),
        "{test}"
    );
    assert_eq!(
        words(40, Measure::F1).0,
        "no interval: all questions are about one context"
    );
}

#[test]
fn the_same_runs_give_the_same_interval_however_it_is_stepped() {
    let dataset = wings(50, Some(2));
    let (first, second) = (
        marks(&dataset, &"whxxw".repeat(10)),
        marks(&dataset, &"wwhxw".repeat(10)),
    );
    let drawn = |n: usize| {
        let mut comparing = Comparing::new(&dataset, &first, &second, Measure::F1);
        while !comparing.is_done() {
            comparing.step(n);
        }
        comparing.finish()
    };
    let at_once = drawn(N_RESAMPLES);
    assert_eq!(at_once, drawn(7));
    assert_eq!(at_once, drawn(usize::MAX));
    let first_look = Comparing::new(&dataset, &first, &second, Measure::F1);
    assert_eq!(
        (first_look.so_far().interval, first_look.so_far().p),
        (None, None)
    );
    assert_eq!(first_look.so_far().delta, at_once.delta);
}
