//! Which batch an output is read by when it comes back, and over how many questions it is scored.

use super::page::{EXAM, Page, count, figure, file, said};
use marksheet::outcome::Outcome;
use marksheet::protocol::{AskForm, ReadAs, SchemaChoice, View};
use marksheet::provider::batch::LIMITS;
use marksheet::workspace::{Saved, SavedFile};
use serde_json::{Value, json};

/// What stands on Answers: for the model, with a field to extract, of the first questions.
fn form(model: &str, field: &str, n_questions: &str) -> AskForm {
    AskForm {
        model: model.into(),
        field_to_extract: field.into(),
        n_questions: n_questions.into(),
        ..AskForm::default()
    }
}

fn by_schema(model: &str) -> AskForm {
    AskForm {
        schema: SchemaChoice::MCQAResponse,
        ..form(model, "answer", "")
    }
}

/// Writes a batch on this day of November 2026.
pub fn write(page: &mut Page, form: &AskForm, day: u32) {
    let Ok(mut batch) = page.workspace.batch(form, LIMITS) else {
        panic!("not begun");
    };
    while batch.step(100).is_some() {}
    let created = format!("2026-11-{day:02}T12:00:00Z");
    page.workspace.remember(batch.elsewhere().clone(), &created);
}

/// A line of output of this model with this reply.
pub fn line(id: &str, model: &str, text: &str) -> String {
    stopped(id, model, text, "stop")
}

fn stopped(id: &str, model: &str, text: &str, reason: &str) -> String {
    let choice = json!({"message": {"content": text}, "finish_reason": reason});
    let response = json!({"status_code": 200, "body": {"model": model, "choices": [choice]}});
    format!(
        "{}\n",
        json!({"custom_id": id, "response": response, "error": null})
    )
}

fn lines(model: &str, replies: &[(&str, &str)]) -> String {
    replies
        .iter()
        .map(|(id, text)| line(id, model, text))
        .collect()
}

fn exam() -> Page {
    Page::with(&[("exam.json", EXAM)])
}

#[test]
fn a_batch_of_the_first_questions_is_scored_over_these() {
    for (form, texts) in [
        (form("m", "", "2"), ["A", "B"]),
        (
            form("m", "answer", "2"),
            [r#"{"answer": "A"}"#, r#"{"answer": "B"}"#],
        ),
    ] {
        let mut page = exam();
        write(&mut page, &form, 29);
        let output = lines("m", &[("1", texts[0]), ("2", texts[1])]);
        let view = page.add("output.jsonl", &output);
        assert_eq!(
            (figure(&view, "accuracy"), figure(&view, "total")),
            (1.0, 2.0)
        );
        assert_eq!(count(&view, Outcome::Missing), 0);
        let told = "scored over the first 2 of 4 questions, as the batch written on 29 November 2026 with m asked";
        assert!(said(&view).contains(told), "{}", said(&view));
        let summary = &file(&view, "output.jsonl").summary;
        assert!(
            summary.starts_with("2 of the first 2 questions answered, as the batch asked"),
            "{summary}"
        );
        let (zip, files) = page.exported(true);
        let results: Value = serde_json::from_str(&files["results.json"]).unwrap();
        assert_eq!(results["num_questions"], 2);
        assert_eq!(page.reloaded().view().scores, view.scores);
        let mut other = Page::default();
        assert_eq!(figure(&other.drop(&[("run.zip", &zip)]), "total"), 2.0);
        // What one file was asked is no choice for others.
        let view = page.add("all.json", r#"{"1": "A", "2": "B", "3": "C", "4": "A"}"#);
        assert_eq!(figure(&view, "total"), 4.0);
    }
}

#[test]
fn of_a_first_part_and_the_whole_each_output_is_scored_over_its_own() {
    let mut page = exam();
    write(&mut page, &form("m", "", "2"), 28);
    write(&mut page, &form("m", "", ""), 29);
    let view = page.add("part.jsonl", &lines("m", &[("1", "A"), ("2", "B")]));
    assert_eq!(figure(&view, "total"), 2.0);
    let all = lines("m", &[("1", "B"), ("2", "A"), ("3", "C"), ("4", "A")]);
    assert_eq!(figure(&page.add("whole.jsonl", &all), "total"), 4.0);
    // One beyond the first part cannot be of that, though the other questions are lost.
    let mut page = exam();
    write(&mut page, &form("m", "", ""), 28);
    write(&mut page, &form("m", "", "2"), 29);
    assert_eq!(
        figure(&page.add("lost.jsonl", &line("3", "m", "C")), "total"),
        4.0
    );
}

#[test]
fn errors_alone_are_scored_over_the_questions_of_their_batch() {
    let mut page = exam();
    write(&mut page, &form("m", "answer", "1"), 29);
    let error = json!({"custom_id": "1", "response": null, "error": {"code": "server_error"}});
    let view = page.add("errors.jsonl", &error.to_string());
    assert_eq!(figure(&view, "total"), 1.0);
    assert_eq!(count(&view, Outcome::HttpError), 1);
}

#[test]
fn an_output_is_read_by_the_batch_of_its_model() {
    let mut page = exam();
    write(&mut page, &form("other", "", ""), 26);
    write(&mut page, &by_schema("gpt-4o"), 27);
    write(&mut page, &form("openai/GPT-4o-mini", "letter", ""), 28);
    let replies = [("1", r#"{"answer": "A"}"#), ("2", r#"{"answer": "Z"}"#)];
    let view = page.add("a.jsonl", &lines("gpt-4o-2024-08-06", &replies));
    let told = "read as the batch written on 27 November 2026 with gpt-4o was asked: schema MCQAResponse, field answer; 1 of 2";
    assert!(said(&view).contains(told), "{}", said(&view));
    let replies = [("1", r#"{"letter": "A"}"#), ("2", r#"{"letter": "B"}"#)];
    let view = page.add("b.jsonl", &lines("gpt-4o-mini-2024-07-18", &replies));
    let told = "read as the batch written on 28 November 2026 with openai/GPT-4o-mini was asked: field letter; all 2 replies fit";
    assert!(said(&view).contains(told), "{}", said(&view));
    assert_eq!(figure(&view, "correct"), 2.0);
    // One that no batch was written with is read by any that fits.
    let replies = [("3", r#"{"letter": "C"}"#)];
    let view = page.add("c.jsonl", &lines("unknown", &replies));
    assert!(
        said(&view).contains("field letter; all 1 replies fit"),
        "{}",
        said(&view)
    );
}

#[test]
fn of_batches_of_one_model_the_newest_counts_that_half_of_the_replies_fit() {
    let mut page = exam();
    write(&mut page, &form("m", "letter", ""), 27);
    write(&mut page, &form("m", "answer", ""), 28);
    let fitting = lines("m", &[("1", r#"{"letter": "A"}"#), ("2", "B")]);
    let view = page.add("output.jsonl", &fitting);
    assert!(
        said(&view).contains("written on 27 November"),
        "{}",
        said(&view)
    );
    assert!(
        said(&view).contains("1 of 2 replies have none"),
        "{}",
        said(&view)
    );
    page.remove("output.jsonl");
    let misfits = lines("m", &[("1", r#"{"choice": "A"}"#), ("2", "B")]);
    let view = page.add("misfits.jsonl", &misfits);
    assert!(
        said(&view).contains("fewer than half of these replies fit"),
        "{}",
        said(&view)
    );
    assert_eq!(figure(&view, "correct"), 2.0);
}

#[test]
fn the_last_eight_batches_are_remembered_and_the_same_again_once() {
    let mut page = exam();
    for day in 1..=9 {
        write(&mut page, &form("m", &format!("field{day}"), ""), day);
    }
    write(&mut page, &form("m", "field5", ""), 20);
    let saved = serde_json::to_value(page.workspace.saved()).unwrap();
    let days: Vec<&str> = saved["elsewhere"]
        .as_array()
        .unwrap()
        .iter()
        .map(|batch| &batch["created"].as_str().unwrap()[8..10])
        .collect();
    assert_eq!(days, ["02", "03", "04", "06", "07", "08", "09", "20"]);
    let mut page = page.reloaded();
    let view = page.add("output.jsonl", &line("1", "m", r#"{"field2": "A"}"#));
    assert!(
        said(&view).contains("written on 2 November 2026"),
        "{}",
        said(&view)
    );
}

#[test]
fn a_batch_is_remembered_once_it_is_handed_over() {
    let mut page = exam();
    let batch = page.workspace.batch(&form("m", "answer", ""), LIMITS);
    assert!(batch.is_ok() && page.workspace.saved().elsewhere.is_empty());
}

#[test]
fn a_batch_written_after_an_output_came_changes_nothing_about_it() {
    let mut page = exam();
    page.add("output.jsonl", &line("1", "m", r#"{"answer": "A"}"#));
    write(&mut page, &form("m", "answer", "1"), 29);
    page.workspace.settle();
    assert_eq!(figure(&page.reloaded().view(), "total"), 4.0);
}

#[test]
fn what_an_older_version_remembered_is_read() {
    let mut page = exam();
    write(&mut page, &by_schema("m"), 29);
    let output = lines(
        "m",
        &[("1", r#"{"answer": "A"}"#), ("2", r#"{"answer": "Z"}"#)],
    );
    page.add("output.jsonl", &output);
    let mut saved = serde_json::to_value(page.workspace.saved()).unwrap();
    let mut one = saved["elsewhere"][0].clone();
    for key in ["model", "created", "since"] {
        one.as_object_mut().unwrap().remove(key);
    }
    saved["elsewhere"] = one.clone();
    saved["files"][1]["elsewhere"] = one;
    let saved = Saved::read(&saved.to_string()).unwrap();
    let mut older = Page::default();
    let reopen = |older: &mut Page, kept: &SavedFile| {
        older.workspace.reopen(kept, &page.bytes[&kept.key]);
    };
    saved.files.iter().for_each(|kept| reopen(&mut older, kept));
    older.workspace.restore(&saved);
    let view = older.view();
    assert!(
        said(&view).contains("read as the batch written here was asked: schema MCQAResponse"),
        "{}",
        said(&view)
    );
    assert_eq!(count(&view, Outcome::Unparsed), 1);
}

#[test]
fn every_class_of_a_reply_is_that_of_a_run() {
    let cases = [
        ("<think>on and on", "stop", Outcome::Truncated),
        (
            r#"<think>ok</think>{"answer": "A"}"#,
            "stop",
            Outcome::Correct,
        ),
        (r#"{"answer": "A", "#, "length", Outcome::Truncated),
        (r#"{"answer": "A"}"#, "length", Outcome::Correct),
        (r#"{"answer": "Z"}"#, "stop", Outcome::Unparsed),
        ("  ", "stop", Outcome::Empty),
        ("", "length", Outcome::Truncated),
        ("<think>ok</think>", "stop", Outcome::Empty),
        ("I cannot", "content_filter", Outcome::Refused),
        (r#"{"answer": "A"}"#, "refusal", Outcome::Refused),
    ];
    for (text, reason, outcome) in cases {
        let mut page = exam();
        write(&mut page, &by_schema("m"), 29);
        let fitting = lines(
            "m",
            &[("2", r#"{"answer": "B"}"#), ("3", r#"{"answer": "C"}"#)],
        );
        let view = page.add(
            "output.jsonl",
            &(fitting + &stopped("1", "m", text, reason)),
        );
        let counted = count(&view, outcome) - if outcome == Outcome::Correct { 2 } else { 0 };
        assert_eq!(
            counted,
            1,
            "{text:?} {reason}: {:?}",
            view.scores.unwrap().counts
        );
    }
}

/// How else the replies in a file can be read.
fn offers(view: &View, name: &str) -> Vec<String> {
    let offers = file(view, name).offers.iter();
    offers.map(ReadAs::label).collect()
}

#[test]
fn an_output_in_a_form_is_not_taken_for_a_plain_batch_s_that_was_written_later() {
    let mut page = exam();
    write(&mut page, &by_schema("m"), 27);
    write(&mut page, &form("m", "", ""), 28);
    let replies = [("1", r#"{"answer": "A"}"#), ("2", r#"{"answer": "B"}"#)];
    let view = page.add("output.jsonl", &lines("m", &replies));
    assert!(
        said(&view).contains("read as the batch written on 27 November"),
        "{}",
        said(&view)
    );
    let view = page.reloaded().view();
    assert!(
        said(&view).contains("written on 27 November"),
        "{}",
        said(&view)
    );
    // One that no form fits is the plain one's, and is not bound to it while there are others.
    let view = page.add("plain.jsonl", &lines("m", &[("3", "C"), ("4", "A")]));
    assert_eq!(figure(&view, "correct"), 2.0);
    let saved = serde_json::to_value(page.workspace.saved()).unwrap();
    assert!(saved["files"][2]["elsewhere"].is_null(), "{saved:#}");
}

#[test]
fn of_several_batches_that_can_be_meant_a_person_can_choose() {
    let mut page = exam();
    write(&mut page, &form("m", "letter", ""), 26);
    write(&mut page, &form("m", "answer", ""), 27);
    write(&mut page, &form("m", "", ""), 28);
    let reply = |letter: &str| json!({"letter": "B", "answer": letter}).to_string();
    let output = line("1", "m", &reply("A")) + &line("2", "m", &reply("C"));
    let view = page.add("output.jsonl", &output);
    assert_eq!(
        offers(&view, "output.jsonl"),
        [
            "Score the replies as they are",
            "Read as the batch written on 26 November 2026 with m asked: field letter"
        ]
    );
    assert_eq!(figure(&view, "correct"), 1.0);
    let file = file(&view, "output.jsonl");
    let (key, choice) = (file.key, file.offers[1].clone());
    page.workspace.read_as(key, &choice);
    for mut page in [page.reloaded(), page] {
        let view = page.view();
        assert!(
            said(&view).contains("written on 26 November 2026 with m was asked: field letter"),
            "{}",
            said(&view)
        );
        assert_eq!(figure(&view, "correct"), 1.0);
        let offers = offers(&view, "output.jsonl");
        assert!(offers.contains(
            &"Read as the batch written on 27 November 2026 with m asked: field answer".to_owned()
        ));
    }
}

#[test]
fn where_replies_fit_no_form_the_way_back_to_each_is_offered() {
    let mut page = exam();
    write(&mut page, &by_schema("m"), 27);
    write(&mut page, &form("m", "", "2"), 28);
    let view = page.add("output.jsonl", &lines("m", &[("1", "A"), ("2", "B")]));
    assert_eq!(
        (figure(&view, "total"), figure(&view, "correct")),
        (2.0, 2.0)
    );
    let back = "Read as the batch written on 27 November 2026 with m asked: schema MCQAResponse, field answer";
    assert_eq!(offers(&view, "output.jsonl"), [back]);
    let file = file(&view, "output.jsonl");
    let (key, choice) = (file.key, file.offers[0].clone());
    page.workspace.read_as(key, &choice);
    let view = page.view();
    assert_eq!(count(&view, Outcome::Unparsed), 2);
    assert!(offers(&view, "output.jsonl").contains(
        &"Read as the batch written on 28 November 2026 with m asked: text alone, the first 2 questions".to_owned()
    ));
}
