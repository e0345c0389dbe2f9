//! What a comparison says in words.

use crate::made::{compared, marks, wings};
use marksheet::compare::{Compared, Measure, sentence, warning};
use marksheet::metrics::uncertainty::Interval;

const NAMES: (&str, &str) = ("A", "B");

fn of(delta: f64, n_shared: u32) -> Compared {
    Compared {
        n_shared,
        scores: (n_shared > 0).then_some((50.0, 50.0 + delta)),
        delta: (n_shared > 0).then_some(delta),
        interval: None,
        interval_words: String::new(),
        p: None,
        test: "exact McNemar test",
        only: (0, 0),
        better: (0, 0),
        n_differing: u32::from(delta != 0.0),
        is_small: n_shared < 30,
    }
}

#[test]
fn better_and_worse_name_who_scored_higher() {
    let said = |delta, p| sentence(&of(delta, 231), NAMES, Some(p));
    assert_eq!(
        said(4.2, 0.03),
        "B scored 4.2 points higher on the 231 questions both answered. If both were equally good, a difference at least \
         this large would appear in about 3 of 100 such comparisons."
    );
    assert_eq!(
        said(-4.2, 0.03),
        "A scored 4.2 points higher on the 231 questions both answered. If both were equally good, a difference at least \
         this large would appear in about 3 of 100 such comparisons."
    );
    assert!(said(4.2, 0.000_1).ends_with("would appear in fewer than 1 of 100 such comparisons."));
    assert!(said(4.2, 0.005).ends_with("would appear in about 1 of 100 such comparisons."));
    assert!(said(4.2, 0.049_9).ends_with("would appear in about 5 of 100 such comparisons."));
}

#[test]
fn points_are_rounded_half_up_and_never_to_nothing() {
    let said = |delta| sentence(&of(delta, 231), NAMES, None);
    for (delta, points) in [
        (6.25, "B scored 6.3 points higher"),
        (-6.25, "A scored 6.3 points higher"),
        (0.04, "B scored less than 0.1 points higher"),
        (0.05, "B scored 0.1 points higher"),
        (1.0, "B scored 1.0 point higher"),
        (100.0, "B scored 100.0 points higher"),
    ] {
        assert_eq!(
            said(delta),
            format!("{points} on the 231 questions both answered.")
        );
    }
}

#[test]
fn from_five_of_a_hundred_up_they_are_not_told_apart() {
    let expected = "B scored 4.2 points higher on the 231 questions both answered. This does not show that either is better.";
    for p in [0.05, 0.3, 1.0] {
        assert_eq!(sentence(&of(4.2, 231), NAMES, Some(p)), expected);
    }
}

#[test]
fn while_p_is_being_drawn_nothing_is_said_of_chance() {
    assert_eq!(
        sentence(&of(4.2, 231), NAMES, None),
        "B scored 4.2 points higher on the 231 questions both answered."
    );
}

#[test]
fn too_few_questions_are_said() {
    assert_eq!(
        sentence(&of(0.0, 0), NAMES, None),
        "There is no question that both answered."
    );
    assert_eq!(
        sentence(&of(100.0, 1), NAMES, None),
        "B scored 100.0 points higher on the one question both answered. One question cannot show that either is better."
    );
    let few =
        "With fewer than 30 questions this is rough: a few other questions could change it much.";
    assert_eq!(warning(&of(4.2, 29), None).as_deref(), Some(few));
    assert_eq!(
        (warning(&of(4.2, 30), None), warning(&of(0.0, 0), None)),
        (None, None)
    );
}

#[test]
fn the_same_score_says_whether_on_the_same_questions() {
    let dataset = wings(40, None);
    let said = |first: &str, second: &str| {
        let (first, second) = (marks(&dataset, first), marks(&dataset, second));
        let compared = compared(&dataset, &first, &second, Measure::Exact);
        sentence(&compared, NAMES, compared.p)
    };
    assert_eq!(
        said(&"wx".repeat(20), &"wx".repeat(20)),
        "Both scored the same on each of the 40 questions both answered."
    );
    assert_eq!(
        said(&"wx".repeat(20), &"xw".repeat(20)),
        "Both scored the same on the 40 questions both answered, though not the same on 40 of them."
    );
    assert_eq!(
        said("w", "w"),
        "Both scored the same on the one question both answered."
    );
}

#[test]
fn an_interval_that_disagrees_with_the_test_is_said_to() {
    let of = |low, high, p| {
        let interval = Some(Interval { low, high });
        let compared = Compared {
            interval,
            ..of(4.2, 231)
        };
        warning(&compared, Some(p))
    };
    assert!(
        of(0.3, 8.1, 0.09)
            .unwrap()
            .starts_with("The interval leaves out 0")
    );
    assert!(
        of(-0.3, 8.1, 0.03)
            .unwrap()
            .starts_with("The test finds a difference")
    );
    assert_eq!((of(0.3, 8.1, 0.03), of(-0.3, 8.1, 0.2)), (None, None));
}
