#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! Rules of reading datasets that one fixture would show badly; the shapes themselves are in `fixtures/dataset/`.

use marksheet::dataset::{Dataset, Task};
use marksheet::intake::{Intake, Understood, read};
use marksheet::problem::Severity;

fn dataset(text: &str) -> (Dataset, Intake) {
    let intake = read("d", text.as_bytes());
    let Understood::Dataset(dataset) = intake.understood.clone() else {
        panic!("{intake:?}")
    };
    (dataset, intake)
}

fn messages(intake: &Intake) -> String {
    intake
        .problems
        .iter()
        .map(|problem| format!("[{}] {problem}", problem.severity.word()))
        .collect::<Vec<_>>()
        .join("\n")
}

fn letters_and_texts(text: &str) -> Vec<String> {
    let text = text
        .replace('\r', "\\r")
        .replace('\n', "\\n")
        .replace('"', "\\\"");
    let (dataset, _) = dataset(&format!(
        "[{{\"id\": 1, \"input\": \"{text}\", \"output\": \"A\"}}]"
    ));
    dataset.items[0]
        .choices
        .iter()
        .map(|choice| format!("{}={}", choice.letter, choice.text))
        .collect()
}

#[test]
fn choices_are_lines_that_start_with_consecutive_letters() {
    for text in [
        "Q?\nA) x\nB) y",
        "Q?\nA. x\nB. y",
        "Q?\nA: x\nB: y",
        "Q?\n(A) x\n(B) y",
        "Q?\r\nA) x\r\nB) y\r\n",
        "Q?\n  A) x\n\n  B) y",
        "Q?\na) x\nb) y",
        "Q?\n- A) x\n- B) y",
    ] {
        assert_eq!(letters_and_texts(text), ["A=x", "B=y"], "{text}");
    }
}

#[test]
fn the_last_run_of_choices_wins() {
    assert_eq!(
        letters_and_texts("For example\nA) no\nB) not\nC) never\nNow:\nA) x\nB) y"),
        ["A=x", "B=y"]
    );
    assert_eq!(
        letters_and_texts("A) x\nB) y\nA good pilot waits"),
        ["A=x", "B=y"]
    );
    assert_eq!(letters_and_texts("A) x\nB) y\nA) alone"), ["A=x", "B=y"]);
}

#[test]
fn lines_that_only_look_like_choices_are_none() {
    for text in [
        "A.M. is before noon\nB",
        "A) alone",
        "B) first\nC) second",
        "A-frame\nB-side",
        "A to B\nB to C",
    ] {
        assert_eq!(letters_and_texts(text), ["A="], "{text}");
    }
}

#[test]
fn the_letter_of_the_key_is_read_in_any_dress_and_said() {
    for gold in [
        "b",
        " B ",
        "(B)",
        "B)",
        "B.",
        "[B]",
        "\\\"B\\\"",
        "**B**",
        "y",
        "Y",
        "B) y",
    ] {
        let (dataset, intake) = dataset(&format!(
            "[{{\"id\": \"i1\", \"input\": \"Q?\\nA) x\\nB) y\", \"output\": \"{gold}\"}}]"
        ));
        assert_eq!(dataset.items[0].answers, ["B"], "{gold}");
        assert!(messages(&intake).contains("i1"), "{gold}");
    }
}

#[test]
fn texts_keep_their_line_ends_and_spaces() {
    let (dataset, _) =
        dataset("[{\"id\": 1, \"input\": \" Q?\\r\\nA) x\\r\\nB) y \\r\\n\", \"output\": \"A\"}]");
    assert_eq!(dataset.items[0].question, " Q?\r\nA) x\r\nB) y \r\n");
}

#[test]
fn numbers_are_an_index_only_where_nothing_is_in_doubt() {
    let rows = |golds: &[&str]| {
        let rows: Vec<_> = golds.iter().enumerate().map(|(i, gold)| format!("{{\"id\": \"n{i}\", \"question\": \"Q?\", \"choices\": [\"w\", \"x\", \"y\"], \"answer\": {gold}}}")).collect();
        read("d", format!("[{}]", rows.join(",")).as_bytes())
    };
    let answers = |intake: &Intake| match &intake.understood {
        Understood::Dataset(dataset) => dataset
            .items
            .iter()
            .map(|item| item.answers.concat())
            .collect::<String>(),
        _ => String::new(),
    };
    assert_eq!(answers(&rows(&["0", "1", "2"])), "ABC");
    assert!(messages(&rows(&["0", "1", "2"])).contains("[warning]"));
    for doubtful in [["1", "2", "3"], ["1", "2", "1"], ["0", "3", "1"]] {
        let intake = rows(&doubtful);
        assert_eq!(intake.understood, Understood::Numbers, "{doubtful:?}");
        assert!(
            messages(&intake).contains("[error]") && messages(&intake).contains("n0, n1, n2"),
            "{}",
            messages(&intake)
        );
    }
    let both = rows(&["1", "2", "1"]).by_numbers.unwrap();
    assert_eq!(answers(&both.from_zero), "BCB");
    assert_eq!(answers(&both.from_one), "ABA");
    let mixed = rows(&["1", "\"B\"", "2"]);
    assert_eq!(mixed.understood, Understood::Numbers);
    assert!(messages(&mixed).contains("the right answers of 2 questions are numbers, and nothing says whether 1 is the first choice or the second (n0, n2)"));
    assert_eq!(mixed.facts.n_skipped, 2);
    let outside = rows(&["0", "7"]);
    assert_eq!(answers(&outside), "A");
    assert!(
        messages(&outside).contains("item \"n1\": the right answer, 7, is none of its choices")
    );
    // Digits in quotes, as every CSV has them, are read alike.
    assert_eq!(answers(&rows(&["\"0\"", "\"2\""])), "AC");
}

#[test]
fn ids_are_text_exactly_as_written() {
    let (dataset, intake) = dataset(
        "[{\"id\": 7, \"question\": \"a\", \"answers\": [\"x\"]}, {\"id\": \"7\", \"question\": \"b\", \"answers\": [\"x\"]}, {\"id\": \"007\", \"question\": \"c\", \"answers\": [\"x\"]}, {\"id\": 9007199254740993, \"question\": \"d\", \"answers\": [\"x\"]}, {\"id\": 1.0, \"question\": \"e\", \"answers\": [\"x\"]}]",
    );
    let ids: Vec<_> = dataset.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["7", "7", "007", "9007199254740993", "1.0"]);
    assert!(
        messages(&intake).contains("[error]")
            && messages(&intake).contains("\"7\": 2 questions share it")
    );
}

#[test]
fn many_duplicate_ids_are_one_message() {
    let rows: Vec<_> = (0..40)
        .map(|i| {
            format!(
                "{{\"id\": {}, \"question\": \"a\", \"answers\": [\"x\"]}}",
                i % 20
            )
        })
        .collect();
    let (dataset, intake) = dataset(&format!("[{}]", rows.join(",")));
    assert_eq!(dataset.items.len(), 40);
    assert_eq!(intake.problems.len(), 1);
    assert!(
        messages(&intake).contains("20 ids are used by more than one question")
            && messages(&intake).contains("\"0\" (2 questions)")
    );
}

#[test]
fn many_skipped_questions_are_one_message_with_their_number() {
    let rows: Vec<_> = (0..500)
        .map(|i| format!("{{\"id\": \"s{i}\", \"question\": \"a\"}}"))
        .collect();
    let text = format!(
        "{{\"data\": [{{\"paragraphs\": [{{\"context\": \"c\", \"qas\": [{}, {{\"id\": \"ok\", \"question\": \"q\", \"answers\": []}}]}}]}}]}}",
        rows.join(",")
    );
    let (dataset, intake) = dataset(&text);
    assert_eq!(
        (
            dataset.items.len(),
            intake.facts.n_skipped,
            intake.problems.len()
        ),
        (1, 500, 1)
    );
    assert!(
        messages(&intake)
            .contains("item \"s0\": has no \"answers\" (also s1, s2, s3, s4, s5 and 494 more)"),
        "{}",
        messages(&intake)
    );
}

#[test]
fn rows_without_a_test_split_are_scored_but_for_the_examples() {
    let (dataset, _) = dataset(
        "{\"id\": 1, \"input\": \"E\\nA) a\\nB) b\", \"output\": \"A\", \"split\": \"train\"}\n{\"id\": 2, \"input\": \"Q\\nA) a\\nB) b\", \"output\": \"B\", \"split\": \"dev\"}\n{\"id\": 3, \"input\": \"Q\\nA) a\\nB) b\", \"output\": \"B\"}",
    );
    assert_eq!(dataset.items.len(), 2);
    assert_eq!(dataset.examples.len(), 1);
}

#[test]
fn a_file_that_is_all_examples_is_scored_as_a_whole() {
    let (dataset, _) = dataset(
        "{\"id\": 1, \"input\": \"Q\\nA) a\\nB) b\", \"output\": \"A\", \"split\": \"train\"}\n{\"id\": 2, \"input\": \"Q\\nA) a\\nB) b\", \"output\": \"B\", \"split\": \"train\"}",
    );
    assert_eq!(dataset.items.len(), 2);
}

#[test]
fn a_passage_does_not_make_a_choice_question_extractive() {
    let (exam, _) = dataset(
        "[{\"id\": 1, \"context\": \"Fog.\", \"question\": \"What?\", \"choices\": [\"fog\", \"rain\"], \"answer\": \"fog\"}]",
    );
    assert_eq!(exam.task, Task::MultipleChoice);
    let (extractive, _) = dataset(
        "[{\"id\": 1, \"context\": \"Vitamin A\", \"question\": \"Which?\", \"answer\": \"A\"}]",
    );
    assert_eq!(extractive.task, Task::Extractive);
}

#[test]
fn a_dataset_of_which_nothing_can_be_scored_is_nothing() {
    let intake = read(
        "d",
        b"{\"data\": [{\"paragraphs\": [{\"context\": \"c\", \"qas\": [{\"id\": 1}]}]}]}",
    );
    assert_eq!(intake.understood, Understood::Nothing);
    assert!(
        intake
            .problems
            .iter()
            .all(|problem| problem.severity == Severity::Error && problem.hint.is_some())
    );
}

#[test]
fn column_names_are_found_in_any_case_and_spelling() {
    let (exam, _) = dataset(
        "Question ID,Question,Option A,Option B,Option C,Correct Answer\n9,\"Which?\",left,right,,B\n",
    );
    assert_eq!(
        (
            exam.items[0].id.as_str(),
            exam.items[0].answers[0].as_str(),
            exam.items[0].choices.len()
        ),
        ("9", "B", 2)
    );
}

#[test]
fn paragraphs_with_one_text_share_one_context() {
    let paragraph = |id: &str, context: &str| {
        format!(
            r#"{{"context": "{context}", "qas": [{{"id": "{id}", "question": "?", "answers": ["x"]}}]}}"#
        )
    };
    let paragraphs = [("a", "x"), ("b", "y"), ("c", "x")].map(|(id, text)| paragraph(id, text));
    let (dataset, _) = dataset(&format!(
        r#"{{"data": [{{"paragraphs": [{}]}}]}}"#,
        paragraphs.join(",")
    ));
    let contexts: Vec<_> = dataset.items.iter().map(|item| item.context).collect();
    assert_eq!(contexts, [Some(0), Some(1), Some(0)]);
    assert_eq!(dataset.contexts, ["x", "y"]);
}

#[test]
fn answers_that_are_nan_are_called_so() {
    for text in [
        "[{\"id\": \"a\", \"question\": \"Q\", \"answers\": [\"x\"]}, {\"id\": \"b\", \"question\": \"Q\", \"answers\": [NaN]}]",
        "{\"data\": [{\"paragraphs\": [{\"context\": \"x\", \"qas\": [{\"id\": \"a\", \"question\": \"Q\", \"answers\": [\"x\"]}, {\"id\": \"b\", \"question\": \"Q\", \"answers\": NaN}]}]}]}",
    ] {
        let said = messages(&read("d", text.as_bytes()));
        assert!(
            said.contains("item \"b\": has null or NaN in place of its answers"),
            "{said}"
        );
    }
}
