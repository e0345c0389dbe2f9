//! The sentence on top.

use super::made::{Made, entry, item, text};
use marksheet::dataset::Task;
use marksheet::outcome::Outcome;
use marksheet::report::verdict::verdict;
use marksheet::rounding::percent;
use marksheet::score::Facts;
use marksheet::settings::Normalizer;

fn made(task: Task, outcomes: &[(Outcome, u32)]) -> Made {
    let mut made = Made::new(task);
    for (outcome, n) in outcomes {
        for _ in 0..*n {
            made.add(
                item("q", &["A"]),
                Some(entry("q", text("A"))),
                *outcome,
                0.0,
            );
        }
    }
    made
}

fn said(task: Task, outcomes: &[(Outcome, u32)], facts: [u32; 3]) -> String {
    let mut made = made(task, outcomes);
    let [n_invented, n_missed, n_other] = facts;
    made.scored.facts = Facts {
        n_invented,
        n_missed,
        n_other,
        ..Facts::default()
    };
    verdict(task, &made.scored)
}

#[test]
fn verdict_says_what_is_right_and_what_is_wrong_in_which_way() {
    use Outcome::{Correct, Partial, Wrong};
    let outcomes = [(Correct, 171), (Partial, 30), (Wrong, 39)];
    assert_eq!(
        said(Task::Extractive, &outcomes, [21, 11, 7]),
        "The model gave exactly the right answer in 171 of 240 questions (71.3 %). 30 more were partly right. \
         Of its 39 wrong answers it invented 21, missed 11 and gave another in 7."
    );
    assert_eq!(
        said(Task::Extractive, &[(Correct, 1), (Wrong, 1)], [0, 1, 0]),
        "The model gave exactly the right answer in 1 of 2 questions (50.0 %). \
         Its one wrong answer is a miss: the key has an answer."
    );
    assert_eq!(
        said(Task::Extractive, &[(Correct, 2)], [0; 3]),
        "The model gave exactly the right answer in 2 of 2 questions (100.0 %)."
    );
}

#[test]
fn verdict_names_empty_answers_beside_wrong_ones() {
    use Outcome::{Correct, Empty, Partial, Wrong};
    let outcomes = [(Correct, 1), (Partial, 2), (Wrong, 6), (Empty, 1)];
    let said = said(Task::Extractive, &outcomes, [2, 3, 2]);
    assert!(
        said.contains(
            "2 more were partly right. Of its 6 wrong answers and 1 empty one it invented 2, missed 3 and gave another in 2."
        ),
        "{said}"
    );
}

#[test]
fn verdict_leaves_out_parts_that_do_not_add_up() {
    let outcomes = [(Outcome::Correct, 1), (Outcome::Wrong, 3)];
    let said = said(Task::Extractive, &outcomes, [1, 0, 1]);
    assert!(said.ends_with("It gave 3 wrong answers."), "{said}");
}

#[test]
fn verdict_on_letters_names_what_could_not_be_read() {
    let outcomes = [
        (Outcome::Correct, 63),
        (Outcome::Wrong, 18),
        (Outcome::Unparsed, 3),
    ];
    assert_eq!(
        said(Task::MultipleChoice, &outcomes, [0; 3]),
        "The model chose the right letter in 63 of 84 questions (75.0 %). It chose another in 18. \
         3 replies could not be read; they count as not right."
    );
    let mut strict = made(Task::MultipleChoice, &[(Outcome::Wrong, 2)]);
    strict.scored.settings.normalizers = vec![Normalizer::Strict];
    assert!(verdict(Task::MultipleChoice, &strict.scored).contains("is not just the key's letter"));
}

#[test]
fn verdict_never_hides_missing_or_failed_answers() {
    let outcomes = [
        (Outcome::Correct, 1),
        (Outcome::Missing, 4),
        (Outcome::HttpError, 1),
        (Outcome::Network, 1),
        (Outcome::Refused, 1),
    ];
    let said_of = |outcomes: &[(Outcome, u32)]| said(Task::Extractive, outcomes, [0; 3]);
    assert!(said_of(&outcomes).ends_with(
        "(12.5 %). 4 questions have no prediction, 2 calls failed and 1 answer was declined; they count as not right."
    ));
    assert_eq!(
        said_of(&[(Outcome::Missing, 9)]),
        "None of the 9 questions has a prediction."
    );
    assert_eq!(
        said_of(&[(Outcome::Missing, 1)]),
        "The one question has no prediction."
    );
    assert_eq!(said_of(&[]), "No question was scored.");
}

#[test]
fn percentages_are_rounded_half_up_from_the_ratio() {
    for (part, whole, shown) in [
        (171, 240, "71.3"),
        (1, 2000, "0.1"),
        (1, 2001, "0.0"),
        (7, 7, "100.0"),
        (u64::MAX, u64::MAX, "100.0"),
    ] {
        assert_eq!(percent(part, whole), shown);
    }
}
