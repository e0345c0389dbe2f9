//! What the texts show about an answer that is not right.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "explain/adding_up.rs"]
mod adding_up;
#[path = "explain/groups.rs"]
mod groups;
#[path = "explain/marks.rs"]
mod marks;

use marksheet::dataset::{About, Choice, Dataset, Item, Task};
use marksheet::explain::{Reason, overlap, reasons};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{Comparison, Gold, ItemScore, ListScore, compare, default_settings, score};

/// A comparison as the scorer makes it: lower case and without ASCII punctuation but hyphens, as the `alue` profile.
fn compared(golds: &[&str], answer: &str, outcome: Outcome) -> Comparison {
    let prepare = |text: &str| {
        let kept: String = text
            .to_lowercase()
            .chars()
            .filter(|c| !c.is_ascii_punctuation() || *c == '-')
            .collect();
        kept.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let golds = golds.iter().map(|gold| Gold {
        written: (*gold).to_owned(),
        prepared: (*gold).to_owned(),
        compared: prepare(gold),
        exact: 0.0,
        f1: 0.0,
    });
    Comparison {
        read: answer.to_owned(),
        normalized: answer.to_owned(),
        compared: prepare(answer),
        golds: golds.collect(),
        score: ItemScore {
            outcome,
            exact: 0.0,
            f1: 0.0,
            list: ListScore::default(),
            best_gold: 0,
            is_flagged: false,
        },
        rules: Vec::new(),
        notes: Vec::new(),
    }
}

fn item(answers: &[&str]) -> Item {
    Item {
        id: "q1".into(),
        answers: answers.iter().map(ToString::to_string).collect(),
        ..Item::default()
    }
}

fn why(golds: &[&str], answer: &str, context: Option<&str>) -> Vec<Reason> {
    let comparison = compared(golds, answer, Outcome::Wrong);
    reasons(Task::Extractive, &item(golds), context, None, &comparison)
}

fn titles(golds: &[&str], answer: &str) -> Vec<String> {
    let reasons = why(golds, answer, None);
    reasons.into_iter().map(|reason| reason.title).collect()
}

#[test]
fn each_relation_of_the_texts_has_its_own_title() {
    for (gold, answer, title) in [
        ("C-FQXZ", "CFQXZ", "differs only in hyphens or dashes"),
        (
            "C-FQXZ",
            "C\u{2013}FQXZ",
            "differs only in hyphens or dashes",
        ),
        (
            "C-FQXZ",
            "C FQXZ",
            "differs only in hyphens or dashes and spaces",
        ),
        ("60 percent", "60percent", "differs only in spaces"),
        ("café", "cafe", "differs only in accents"),
        (
            "café",
            "cafe\u{301}",
            "differs only in how accented letters are stored",
        ),
        ("don't", "don’t", "differs only in punctuation or signs"),
        (
            "N123AB",
            "N123\u{200b}AB",
            "differs only in invisible characters",
        ),
        ("N123AB", "N123AВ", "looks alike but uses other letters"),
        (
            "N123AB",
            "Ｎ１２３ＡＢ",
            "differs only in character forms (full-width, superscript)",
        ),
        ("N1, N2", "N2, N1", "the same words in another order"),
        (
            "the tower",
            "the tower in Paris",
            "the gold answer plus extra words",
        ),
        ("Eiffel Tower", "Tower", "part of the gold answer"),
        (
            "red right wing",
            "left red wing",
            "some words of the gold answer",
        ),
        ("Paris", "Lyon", "another answer than the key's"),
        ("Paris", "[NONE]", "no answer where the key has one"),
        ("[NONE]", "Paris", "an answer where the key says none"),
        ("", "Paris", "an answer where the key says none"),
        ("", "none", "says none, but not in the words of the key"),
        ("[NONE]", "", "says none, but not in the words of the key"),
    ] {
        assert_eq!(titles(&[gold], answer), [title], "{gold} / {answer}");
    }
    assert_eq!(titles(&[], "Paris"), ["an answer where the key says none"]);
}

#[test]
fn the_closest_gold_answer_explains() {
    let titles = titles(&["something else", "N-1", "N1 two"], "N1");
    assert_eq!(titles, ["differs only in hyphens or dashes"]);
}

#[test]
fn details_quote_what_decides() {
    let detail = |gold: &str, answer: &str| why(&[gold], answer, None).remove(0).detail;
    let look_alike = detail("N123AB", "N123AВ");
    assert!(
        look_alike.ends_with("the answer has Cyrillic В (U+0412)"),
        "{look_alike}"
    );
    let invisible = detail("N1\u{feff}", "N1");
    assert!(
        invisible.ends_with("the key has byte order mark (U+FEFF)"),
        "{invisible}"
    );
    assert!(detail("Eiffel Tower", "Tower").ends_with("missing: “eiffel”"));
    assert!(detail("Tower", "Tower of Pisa").ends_with("too much: “of pisa”"));
    assert!(detail("x", &"long ".repeat(1000)).len() < 400);
}

#[test]
fn answers_that_are_not_in_the_context_are_said() {
    let context = Some("The glider D-1234 met a Piper, N-7.");
    let titles = |golds: &[&str], answer: &str| -> Vec<String> {
        let reasons = why(golds, answer, context);
        reasons.into_iter().map(|reason| reason.title).collect()
    };
    assert_eq!(
        titles(&["Piper"], "D 1234"),
        ["another answer than the key's"]
    );
    assert_eq!(
        titles(&["Piper"], "[N7, d-1234]"),
        ["another answer than the key's"]
    );
    assert_eq!(
        titles(&["Piper"], "[N7, Cessna]")[1],
        "part of it is not in the context"
    );
    assert_eq!(
        titles(&["Piper"], "Cessna"),
        ["another answer than the key's", "not found in the context"]
    );
    assert_eq!(
        titles(&["Boeing"], "Piper")[1],
        "the key's own answer is not in the context"
    );
    assert_eq!(
        titles(&[], "Cessna"),
        [
            "an answer where the key says none",
            "not found in the context"
        ]
    );
}

#[test]
fn answers_that_are_none_say_which_class_they_are() {
    let failure = |outcome| Failure {
        outcome,
        detail: "HTTP 500: overloaded".into(),
    };
    for (outcome, title) in [
        (Outcome::Missing, "no prediction for this id"),
        (
            Outcome::HttpError,
            "the call failed: the server answered with an error",
        ),
        (
            Outcome::Network,
            "the call failed: the server could not be reached",
        ),
        (
            Outcome::Timeout,
            "the call failed: it took longer than the time limit",
        ),
        (Outcome::Refused, "the model declined to answer"),
        (
            Outcome::Truncated,
            "the reply was cut off before an answer could be read",
        ),
        (Outcome::Empty, "no answer where the key has one"),
        (Outcome::Unparsed, "the reply does not fit the schema"),
    ] {
        let comparison = compared(&["x"], "", outcome);
        let said = reasons(
            Task::Extractive,
            &item(&["x"]),
            None,
            Some(&failure(outcome)),
            &comparison,
        );
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].title, title);
        if title.starts_with("the call failed") {
            assert_eq!(said[0].detail, "HTTP 500: overloaded");
        }
    }
    let right = compared(&["x"], "x", Outcome::Correct);
    assert_eq!(
        reasons(Task::Extractive, &item(&["x"]), None, None, &right),
        []
    );
}

#[test]
fn other_choices_are_named_with_their_texts() {
    let mut asked = item(&["C"]);
    for (letter, text) in [('A', "rudder"), ('B', "elevator"), ('C', "")] {
        asked.choices.push(Choice {
            letter,
            text: text.into(),
        });
    }
    let said = |answer: &str, letter: &str, outcome| {
        let mut comparison = compared(&["C"], answer, outcome);
        comparison.compared = letter.into();
        comparison.golds[0].compared = "C".into();
        let said = reasons(Task::MultipleChoice, &asked, None, None, &comparison);
        let [Reason { title, detail, .. }] = said.try_into().unwrap();
        (title, detail)
    };
    let (title, detail) = said("I pick B", "B", Outcome::Wrong);
    assert_eq!(title, "another choice: B instead of C");
    assert_eq!(detail, "B is “elevator”");
    let (title, _) = said("C.", "C.", Outcome::Wrong);
    assert_eq!(title, "differs only in punctuation or signs");
    let (title, _) = said("С", "С", Outcome::Wrong);
    assert_eq!(title, "looks alike but uses other letters");
    let (title, detail) = said("none of these", "", Outcome::Unparsed);
    assert_eq!(title, "no letter that the question offers can be read");
    assert_eq!(detail, "offered: A, B, C; the reply: “none of these”");
}

#[test]
fn words_are_shared_as_often_as_both_sides_have_them() {
    let words = overlap("n1 n1 n2", "n2 n1 x");
    let marks = |words: &[marksheet::explain::Word]| -> Vec<bool> {
        words.iter().map(|word| word.is_shared).collect()
    };
    assert_eq!(marks(&words.gold), [true, false, true]);
    assert_eq!(marks(&words.prediction), [true, true, false]);
    assert_eq!(words.n_shared, 2);
    assert_eq!(overlap("", "").n_shared, 0);
}

#[test]
fn huge_texts_are_explained() {
    let huge = "a b, ".repeat(40_000);
    let golds: Vec<String> = (0..200)
        .map(|n| format!("{}{n}", "a b, ".repeat(50)))
        .collect();
    let golds: Vec<&str> = golds.iter().map(String::as_str).collect();
    // Each word against each, this would take hours.
    let reasons = why(&golds, &huge, Some(&huge));
    assert!(!reasons.is_empty());
}

#[test]
fn the_count_of_answers_that_are_not_in_their_context_and_the_reasons_agree() {
    let context = "Gliders D-1234 and D-5678 of the Harbor Company.";
    let answers = [
        "D 1234",
        "D-9",
        "[D-9, D-1234]",
        "[D-9, D-8]",
        "D-5678, D-1234",
        "D-9, D-1234",
        "d\u{200b}1234",
        "['D-9']",
        "the harbor-company",
    ];
    for answer in answers {
        let dataset = Dataset {
            file: "made".into(),
            task: Task::Extractive,
            shape: "made",
            about: About::default(),
            has_alue_marks: true,
            contexts: vec![context.into()],
            items: vec![Item {
                context: Some(0),
                ..item(&["Piper"])
            }],
            examples: vec![],
        };
        let entry = Entry {
            id: "q1".into(),
            value: Json::Text(answer.into()),
            no_answer_probability: None,
            failure: None,
        };
        let settings = default_settings(&dataset);
        let scored = score(&dataset, &[Some(&entry)], &settings, &mut |_| {});
        let compared = compare(&dataset, 0, Some(&entry), &settings).unwrap();
        let item = &dataset.items[0];
        let reasons = reasons(Task::Extractive, item, Some(context), None, &compared);
        let n_told = reasons
            .iter()
            .filter(|reason| reason.title == "not found in the context")
            .count();
        assert_eq!(scored.facts.n_not_in_context as usize, n_told, "{answer}");
    }
}

#[test]
fn a_reply_that_says_none_in_other_words_than_the_key_is_no_invented_answer() {
    for answer in ["unanswerable", "Not mentioned.", "no tail number found"] {
        assert_eq!(
            titles(&["NONE"], answer),
            ["says none, but not in the words of the key"],
            "{answer}"
        );
    }
    assert_eq!(
        titles(&["NONE"], "no smoking"),
        ["an answer where the key says none"]
    );
}
