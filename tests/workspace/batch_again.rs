//! Batches of which some questions are asked again, and files that have a question more than once.

use super::batch_back::write;
use super::page::{EXAM, Page, count, figure, file, runs, said};
use marksheet::outcome::Outcome;
use marksheet::problem::Severity;
use marksheet::protocol::{AskForm, ReadAs, SchemaChoice};
use serde_json::json;

/// A line of output whose reply is this text.
fn line(id: &str, text: &str) -> String {
    let choice = json!({"message": {"content": text}, "finish_reason": "stop"});
    let body = json!({"model": "m", "choices": [choice]});
    let response = json!({"status_code": 200, "body": body});
    format!(
        "{}\n",
        json!({"custom_id": id, "response": response, "error": null})
    )
}

/// A line of an error file.
fn failed(id: &str) -> String {
    let error = json!({"code": "server_error", "message": "it did not work"});
    format!(
        "{}\n",
        json!({"custom_id": id, "response": null, "error": error})
    )
}

fn lines(answers: &[(&str, &str)]) -> String {
    answers.iter().map(|(id, text)| line(id, text)).collect()
}

#[test]
fn what_failed_and_was_asked_again_is_one_run_in_whatever_order_its_files_come() {
    let files = [
        ("output.jsonl", lines(&[("1", "A"), ("2", "B")])),
        ("errors.jsonl", failed("3") + &failed("4")),
        ("again.jsonl", lines(&[("3", "C")])),
        ("again_errors.jsonl", failed("4")),
    ];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut page = Page::with(&[("exam.json", EXAM)]);
        for at in order {
            page.add(files[at].0, &files[at].1);
        }
        let view = page.view();
        assert_eq!(runs(&view), ["again.jsonl and 3 more"]);
        assert_eq!(figure(&view, "correct"), 3.0);
        assert_eq!(count(&view, Outcome::HttpError), 1);
        assert!(!said(&view).contains("a run of its own"), "{}", said(&view));
    }
}

#[test]
fn the_same_answer_twice_keeps_no_files_apart() {
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &lines(&[("1", "A"), ("2", "B")])),
        ("b.jsonl", &lines(&[("2", "B"), ("3", "C")])),
    ])
    .view();
    assert_eq!(runs(&view), ["a.jsonl and 1 more"]);
    assert_eq!(figure(&view, "correct"), 3.0);
}

#[test]
fn files_with_different_answers_are_two_runs_and_it_is_said_why() {
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &lines(&[("1", "A"), ("2", "B"), ("3", "B")])),
        ("b.jsonl", &lines(&[("1", "B"), ("2", "C"), ("3", "B")])),
    ])
    .view();
    assert_eq!(runs(&view), ["a.jsonl", "b.jsonl"]);
    let why =
        "a run of its own beside a.jsonl: both answer 2 of the questions, and differently (1, 2)";
    assert!(said(&view).contains(why), "{}", said(&view));
}

#[test]
fn failures_go_where_they_are_not_answered() {
    let other = lines(&[("1", "B"), ("2", "C"), ("3", "A"), ("4", "B")]);
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &other),
        ("b.jsonl", &lines(&[("1", "A"), ("2", "B"), ("3", "C")])),
        ("errors.jsonl", &failed("4")),
    ])
    .view();
    assert_eq!(runs(&view), ["a.jsonl", "b.jsonl and 1 more"]);
    assert_eq!(count(&view, Outcome::HttpError), 1);
}

#[test]
fn in_one_file_a_good_line_counts_wherever_it_stands() {
    for output in [line("1", "A") + &failed("1"), failed("1") + &line("1", "A")] {
        let view = Page::with(&[("exam.json", EXAM), ("output.jsonl", &output)]).view();
        assert_eq!(figure(&view, "correct"), 1.0);
        let problems = &file(&view, "output.jsonl").problems;
        let is_loud = |severity| severity == Severity::Error;
        assert!(
            !problems.iter().any(|told| is_loud(told.severity)),
            "{problems:?}"
        );
        assert!(
            said(&view).contains("asked more than once: 1 of 2 lines"),
            "{}",
            said(&view)
        );
    }
}

#[test]
fn of_two_good_lines_in_one_file_the_last_counts_and_it_is_said() {
    let output = lines(&[("1", "A"), ("2", "C"), ("2", "B")]);
    let view = Page::with(&[("exam.json", EXAM), ("output.jsonl", &output)]).view();
    assert_eq!(figure(&view, "correct"), 2.0);
    let problems = &file(&view, "output.jsonl").problems;
    let told = problems
        .iter()
        .find(|told| told.message.contains("two different answers"));
    assert_eq!(
        told.map(|told| told.severity),
        Some(Severity::Warning),
        "{problems:?}"
    );
    assert!(told.unwrap().message.contains("1 (2); the last one counts"));
}

#[test]
fn a_question_that_its_batch_never_came_to_says_so() {
    let expired = |id: &str| {
        let error =
            json!({"code": "batch_expired", "message": "This request could not be executed."});
        format!(
            "{}\n",
            json!({"custom_id": id, "response": null, "error": error})
        )
    };
    let slow = json!({"custom_id": "4", "response": {"status_code": 504, "body": {"error": {"message": "slow"}}}, "error": null});
    let output = line("1", "A") + &expired("2") + &expired("3") + &slow.to_string();
    let mut page = Page::with(&[("exam.json", EXAM), ("output.jsonl", &output)]);
    let view = page.view();
    assert_eq!(count(&view, Outcome::Timeout), 3);
    let told = "2 questions were not asked before the batch ended and were counted as not correct: 2, 3 — put what is missing in a next batch";
    assert!(said(&view).contains(told), "{}", said(&view));
    assert!(
        said(&view).contains("1 call took too long"),
        "{}",
        said(&view)
    );
    let reason = |index| page.workspace.item(index).unwrap().reasons.remove(0);
    assert_eq!(
        reason(1).0,
        "the batch ended before this question was asked"
    );
    assert_eq!(reason(1).1, "put it in a next batch");
    // Asked again, it is as good as any.
    let view = page.add("second.jsonl", &lines(&[("2", "B"), ("3", "C")]));
    assert_eq!(
        (figure(&view, "correct"), count(&view, Outcome::Timeout)),
        (3.0, 1)
    );
}

#[test]
fn a_batch_of_another_dataset_is_a_warning_with_what_to_try() {
    let mut page = Page::with(&[("exam.json", EXAM), ("output.jsonl", &line("1", "A"))]);
    let other = EXAM.replace(r#""id": ""#, r#""id": "x"#);
    page.add("other.json", &other);
    let view = page.answer("Use other.json");
    let problems = &file(&view, "output.jsonl").problems;
    let told = problems
        .iter()
        .find(|told| told.message.contains("belongs to another dataset"));
    assert_eq!(
        told.map(|told| told.severity),
        Some(Severity::Warning),
        "{problems:?}"
    );
    assert!(
        told.unwrap()
            .to_string()
            .contains("(1) — drop the dataset that the batch was written from")
    );
}

#[test]
fn questions_are_counted_and_not_lines() {
    let output =
        lines(&[("1", "A"), ("1", "A"), ("2", "B"), ("nobody", "C")]) + &failed("2") + &failed("3");
    let view = Page::with(&[("exam.json", EXAM), ("output.jsonl", &output)]).view();
    assert!(
        file(&view, "output.jsonl")
            .summary
            .starts_with("2 of 4 questions answered")
    );
    assert_eq!(figure(&view, "answered"), 2.0);
    let alone = Page::with(&[("output.jsonl", &output)]).view();
    assert!(
        file(&alone, "output.jsonl")
            .summary
            .starts_with("3 answers, 1 failed"),
        "{}",
        file(&alone, "output.jsonl").summary
    );
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &output),
        ("b.jsonl", &lines(&[("4", "A")])),
    ])
    .view();
    let summary = |name| file(&view, name).summary.as_str();
    assert!(
        summary("a.jsonl").starts_with(
            "2 questions answered, 1 failed, in one run with others: a.jsonl and 1 more"
        ),
        "{}",
        summary("a.jsonl")
    );
    assert!(
        summary("b.jsonl").starts_with("1 question answered, in one run with others"),
        "{}",
        summary("b.jsonl")
    );
}

/// A page on which a batch was written whose replies hold the letter in a field, checked against the exam's schema.
fn page_with_a_schema() -> Page {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let form = AskForm {
        model: "m".into(),
        field_to_extract: "answer".into(),
        schema: SchemaChoice::MCQAResponse,
        ..AskForm::default()
    };
    write(&mut page, &form, 29);
    page
}

fn object(letter: &str) -> String {
    json!({"answer": letter}).to_string()
}

#[test]
fn a_reply_that_did_not_fit_contradicts_none_that_was_asked_again() {
    let first = [("1", "A"), ("2", "B"), ("3", "C"), ("4", "Z")];
    let first: String = first.map(|(id, letter)| line(id, &object(letter))).concat();
    let again = line("4", &object("A"));
    for files in [
        [("a.jsonl", &first), ("b.jsonl", &again)],
        [("a.jsonl", &again), ("b.jsonl", &first)],
        [("b.jsonl", &first), ("a.jsonl", &again)],
    ] {
        let mut page = page_with_a_schema();
        for (name, text) in files {
            page.add(name, text);
        }
        for mut page in [page.reloaded(), page] {
            let view = page.view();
            assert_eq!(runs(&view), ["a.jsonl and 1 more"]);
            assert_eq!(figure(&view, "correct"), 4.0);
            assert!(!said(&view).contains("a run of its own"), "{}", said(&view));
        }
    }
}

#[test]
fn the_same_answer_in_other_words_keeps_no_files_apart() {
    let reply = |letter: &str, why: &str| json!({"why": why, "answer": letter}).to_string();
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let form = AskForm {
        model: "m".into(),
        field_to_extract: "answer".into(),
        ..AskForm::default()
    };
    write(&mut page, &form, 29);
    page.add(
        "a.jsonl",
        &(line("1", &reply("A", "so")) + &line("2", &reply("B", "so"))),
    );
    let view = page.add(
        "b.jsonl",
        &(line("2", &reply("B", "thus")) + &line("3", &reply("C", "so"))),
    );
    assert_eq!(runs(&view), ["a.jsonl and 1 more"]);
    assert_eq!(figure(&view, "correct"), 3.0);
}

#[test]
fn files_that_differ_can_be_put_together_and_then_the_newer_counts() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    page.add("b.jsonl", &lines(&[("1", "A"), ("2", "C"), ("3", "B")]));
    // By name it stands first, and is newer all the same.
    let view = page.add("a.jsonl", &lines(&[("2", "B"), ("4", "A")]));
    assert_eq!(runs(&view), ["a.jsonl", "b.jsonl"]);
    let other = file(&view, "b.jsonl");
    let labels: Vec<String> = other.offers.iter().map(ReadAs::label).collect();
    assert_eq!(labels, ["Put together with a.jsonl; the newer counts"]);
    let (key, choice) = (other.key, other.offers[0].clone());
    page.workspace.read_as(key, &choice);
    for mut page in [page.reloaded(), page] {
        let view = page.view();
        assert_eq!(runs(&view), ["a.jsonl and 1 more"]);
        assert_eq!(figure(&view, "correct"), 3.0);
        let told = "put together with a.jsonl, as you chose: of the questions that both answer differently (1: 2) what was dropped last counts";
        assert!(said(&view).contains(told), "{}", said(&view));
        // A third that nobody put to them stays apart.
        let view = page.add("c.jsonl", &lines(&[("1", "B"), ("2", "A")]));
        assert_eq!(runs(&view), ["a.jsonl and 1 more", "c.jsonl"]);
        let choice = file(&view, "b.jsonl").offers.iter();
        let choice: Vec<&ReadAs> = choice
            .filter(|offer| matches!(offer, ReadAs::Apart { .. }))
            .collect();
        let [choice] = choice.as_slice() else {
            panic!("{:?}", file(&view, "b.jsonl").offers);
        };
        assert_eq!(choice.label(), "Keep apart from a.jsonl");
        let choice = (*choice).clone();
        page.remove("c.jsonl");
        page.workspace.read_as(key, &choice);
        assert_eq!(runs(&page.view()), ["a.jsonl", "b.jsonl"]);
    }
}

/// What was asked for in a form, once with a schema and once as a field alone.
fn formed() -> [AskForm; 2] {
    let field = AskForm {
        model: "m".into(),
        field_to_extract: "answer".into(),
        ..AskForm::default()
    };
    let schema = AskForm {
        schema: SchemaChoice::MCQAResponse,
        ..field.clone()
    };
    [field, schema]
}

const FIRST: [(&str, &str); 4] = [
    ("1", r#"{"answer": "A"}"#),
    ("2", r#"{"answer": "B"}"#),
    ("3", "I think that it is C."),
    ("4", r#"{"letter": "A"}"#),
];

#[test]
fn a_reply_that_does_not_fit_contradicts_none_that_does() {
    let again = lines(&[("3", r#"{"answer": "C"}"#), ("4", r#"{"answer": "A"}"#)]);
    for form in formed() {
        for name in ["again.jsonl", "z.jsonl"] {
            let mut page = Page::with(&[("exam.json", EXAM)]);
            write(&mut page, &form, 29);
            page.add("output.jsonl", &lines(&FIRST));
            let view = page.add(name, &again);
            assert_eq!(runs(&view).len(), 1, "{}", said(&view));
            assert_eq!(figure(&view, "correct"), 4.0, "{name} {}", said(&view));
            let told = said(&view);
            assert!(told.contains("all 4 replies fit"), "{told}");
            assert!(!told.contains("a run of its own"), "{told}");
            let view = page.reloaded().view();
            assert_eq!((runs(&view).len(), figure(&view, "correct")), (1, 4.0));
        }
    }
}

#[test]
fn a_second_try_that_does_not_fit_takes_no_good_answer_away() {
    let again = lines(&[
        ("2", "It is C."),
        ("3", r#"{"answer": "C"}"#),
        ("4", r#"{"answer": "A"}"#),
    ]);
    for form in formed() {
        let mut page = Page::with(&[("exam.json", EXAM)]);
        write(&mut page, &form, 29);
        let view = page.drop(&[
            ("output.jsonl", lines(&FIRST).as_bytes()),
            ("z.jsonl", again.as_bytes()),
        ]);
        assert_eq!(
            (runs(&view).len(), figure(&view, "correct")),
            (1, 4.0),
            "{}",
            said(&view)
        );
    }
}

#[test]
fn other_words_around_the_same_answer_keep_no_files_apart_and_another_answer_does() {
    for (letter, expected) in [("B", 1), ("C", 2)] {
        let again = json!({"why": "I looked again", "answer": letter}).to_string();
        let mut page = Page::with(&[("exam.json", EXAM)]);
        write(&mut page, &formed()[0], 29);
        page.add("output.jsonl", &lines(&FIRST[..3]));
        let view = page.add("z.jsonl", &lines(&[("2", &again), ("4", &again)]));
        assert_eq!(runs(&view).len(), expected, "{}", said(&view));
        let is_told = said(&view).contains("both answer 1 of the questions, and differently (2)");
        assert_eq!(is_told, expected == 2, "{}", said(&view));
        // Taken as they are, all of it counts.
        let key = file(&view, "output.jsonl").key;
        page.workspace.read_as(key, &ReadAs::AsIs);
        let key = file(&page.view(), "z.jsonl").key;
        page.workspace.read_as(key, &ReadAs::AsIs);
        assert_eq!(runs(&page.view()).len(), 2);
    }
}
