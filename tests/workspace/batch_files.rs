//! Prompts taken elsewhere as a batch, and its outputs brought back.

use super::page::{EXAM, Page, count, figure, said};
use marksheet::outcome::Outcome;
use marksheet::problem::Problem;
use marksheet::protocol::{AskForm, SchemaChoice};
use marksheet::provider::batch::{CHUNK, LIMITS, Limits};
use marksheet::workspace::Batch;
use serde_json::{Value, json};
use std::fmt::Write;

fn form() -> AskForm {
    AskForm {
        model: "m".into(),
        n_questions: String::new(),
        ..AskForm::default()
    }
}

fn begin(page: &mut Page, form: &AskForm, limits: Limits) -> Batch {
    let batch = page.workspace.batch(form, limits);
    batch.unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The text of each file, and what is told.
fn made(page: &mut Page, form: &AskForm, limits: Limits) -> (Vec<String>, Vec<String>) {
    let mut batch = begin(page, form, limits);
    let mut parts: Vec<String> = Vec::new();
    while let Some(chunks) = batch.step(3) {
        for chunk in chunks {
            parts.resize(chunk.part + 1, String::new());
            parts[chunk.part].push_str(&chunk.text);
        }
    }
    let handed_over = "2026-11-29T18:00:00Z";
    page.workspace
        .remember(batch.elsewhere().clone(), handed_over);
    (parts, batch.told().iter().map(Problem::to_string).collect())
}

fn ids(text: &str) -> Vec<String> {
    let id = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["custom_id"].as_str().unwrap().to_owned()
    };
    text.lines().map(id).collect()
}

#[test]
fn a_line_holds_the_prompt_that_the_page_shows() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let (parts, told) = made(&mut page, &form(), LIMITS);
    assert_eq!((parts.len(), told.len()), (1, 0));
    assert_eq!(ids(&parts[0]), ["1", "2", "3", "4"]);
    let line: Value = serde_json::from_str(parts[0].lines().next().unwrap()).unwrap();
    assert_eq!(
        (&line["method"], &line["url"]),
        (&json!("POST"), &json!("/v1/chat/completions"))
    );
    assert_eq!(
        (
            &line["body"]["model"],
            &line["body"]["max_completion_tokens"]
        ),
        (&json!("m"), &json!(1024))
    );
    let going = page.workspace.try_out(&AskForm {
        provider: "openai".into(),
        ..form()
    });
    let (system, user) = going
        .unwrap_or_else(|_| panic!())
        .maker
        .unwrap()
        .messages(0)
        .unwrap();
    let messages = line["body"]["messages"].as_array().unwrap();
    let said: Vec<&str> = messages
        .iter()
        .map(|one| one["content"].as_str().unwrap())
        .collect();
    assert_eq!(
        said,
        [system, user]
            .iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
    );
}

#[test]
fn whoever_answers_the_batch_is_the_same_but_for_mistral() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let of = |page: &mut Page, provider: &str| {
        let form = AskForm {
            provider: provider.into(),
            ..form()
        };
        made(page, &form, LIMITS)
    };
    let (openai, _) = of(&mut page, "openai");
    for provider in ["vllm", "custom", "by-hand", "baseline-letter", "groq"] {
        assert_eq!(
            of(&mut page, provider),
            (openai.clone(), vec![]),
            "{provider}"
        );
    }
    let (anthropic, told) = of(&mut page, "anthropic");
    assert_eq!(anthropic, openai);
    assert!(told[0].contains("Anthropic does not take it"), "{told:?}");
    let (mistral, told) = of(&mut page, "mistral");
    let line: Value = serde_json::from_str(mistral[0].lines().next().unwrap()).unwrap();
    let keys = line.as_object().unwrap().keys();
    let names: Vec<&str> = keys.map(String::as_str).collect();
    assert_eq!((names, told.len()), (vec!["custom_id", "body"], 0));
    assert_eq!(line["body"]["max_tokens"], 1024);
}

#[test]
fn a_line_asks_for_the_form_that_a_run_asks_for() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let form = AskForm {
        schema: SchemaChoice::MCQAResponse,
        ..form()
    };
    let (parts, _) = made(&mut page, &form, LIMITS);
    for line in parts[0].lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let format = &line["body"]["response_format"];
        assert_eq!(format["json_schema"]["name"], "MCQAResponse");
        // The letters are those of the question, and the rules OpenAI's.
        assert!(format.to_string().contains(r#"["A","B","C"]"#), "{format}");
        assert_eq!(
            format["json_schema"]["schema"]["additionalProperties"],
            false
        );
    }
}

#[test]
fn the_first_questions_are_taken_where_the_field_says_so_and_that_is_told() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let (parts, told) = made(
        &mut page,
        &AskForm {
            n_questions: "3".into(),
            ..form()
        },
        LIMITS,
    );
    assert_eq!(ids(&parts[0]), ["1", "2", "3"]);
    assert_eq!(
        told,
        ["the batch has the first 3 of 4 questions — leave Questions empty for all"]
    );
}

#[test]
fn nothing_is_begun_without_a_model_or_a_dataset() {
    let why = |page: &mut Page, form: &AskForm| match page.workspace.batch(form, LIMITS) {
        Ok(_) => panic!("begun"),
        Err(problems) => problems[0].message.clone(),
    };
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let nameless = AskForm {
        model: " ".into(),
        ..form()
    };
    assert_eq!(
        why(&mut page, &nameless),
        "no model is named, and every line of a batch names one"
    );
    let wrong = AskForm {
        max_tokens: "many".into(),
        ..form()
    };
    assert_eq!(why(&mut page, &wrong), "Longest reply: many cannot be used");
    assert!(why(&mut Page::default(), &form()).contains("no dataset"));
}

#[test]
fn questions_without_a_prompt_are_left_out_and_named() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    page.drop(&[(
        "user.jinja2",
        b"{{ input.split('\\n')[3] if 'taxi' not in input else 1 // 0 }}".as_slice(),
    )]);
    let (parts, told) = made(&mut page, &form(), LIMITS);
    assert_eq!(ids(&parts[0]), ["1", "2", "3"]);
    assert!(told[0].contains("not in the batch: 1 of 4 (4)"), "{told:?}");
}

const TWICE: &str = r#"[
    {"id": "a", "question": "What does a flap do?", "choices": ["lift", "weight"], "answer": "A"},
    {"id": "a", "question": "What is QNH?", "choices": ["heading", "pressure"], "answer": "B"},
    {"id": "b", "question": "What is V1?", "choices": ["a wind", "a speed"], "answer": "B"}]"#;

#[test]
fn questions_that_share_an_id_are_told_apart_there_and_back() {
    let mut page = Page::with(&[("twice.json", TWICE)]);
    let (parts, told) = made(&mut page, &form(), LIMITS);
    assert_eq!(ids(&parts[0]), ["a", "a#2", "b"]);
    assert!(
        told[0].contains("a number behind it in the batch: 1 (a#2)"),
        "{told:?}"
    );
    let output: String = [("a#2", "B"), ("b", "B"), ("a", "A")]
        .map(|(id, letter)| output(id, letter))
        .concat();
    let view = page.add("output.jsonl", &output);
    assert_eq!(figure(&view, "correct"), 3.0);
    assert!(!said(&view).contains("a#2"), "{:?}", said(&view));
}

#[test]
fn a_batch_beyond_one_file_is_several_that_come_back_together() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let limits = Limits {
        n_lines: 3,
        ..LIMITS
    };
    let (parts, _) = made(&mut page, &form(), limits);
    assert_eq!(
        parts.iter().map(|part| ids(part).len()).collect::<Vec<_>>(),
        [3, 1]
    );
    for (name, part) in [("out-2.jsonl", &parts[1]), ("out-1.jsonl", &parts[0])] {
        let text: String = ids(part).iter().map(|id| output(id, "A")).collect();
        page.add(name, &text);
    }
    let view = page.view();
    assert_eq!(figure(&view, "correct"), 2.0);
    assert_eq!(count(&view, Outcome::Missing), 0);
}

/// A line of OpenAI's output.
fn output(id: &str, letter: &str) -> String {
    let body = json!({"model": "m-2026", "choices": [{"message": {"content": letter}, "finish_reason": "stop"}]});
    let response = json!({"status_code": 200, "request_id": "r", "body": body});
    let line = json!({"id": "batch_req", "custom_id": id, "response": response, "error": null});
    format!("{line}\n")
}

/// A line of OpenAI's error file.
fn error(id: &str, code: &str) -> String {
    let error = json!({"code": code, "message": "it did not work"});
    let line = json!({"id": "batch_req", "custom_id": id, "response": null, "error": error});
    format!("{line}\n")
}

/// 120,000 questions in OpenAI's own limits in the long run, and as many parts of fewer otherwise.
fn size() -> (usize, Limits) {
    let n = super::long::times(6_000) as usize;
    let n_lines = LIMITS.n_lines * n / 120_000;
    (n, Limits { n_lines, ..LIMITS })
}

#[test]
fn as_many_prompts_as_three_files_hold_go_out_in_little_memory_and_come_back_exactly() {
    let (n, limits) = size();
    let mut data = String::new();
    for i in 0..n {
        writeln!(data, r#"{{"id": "q{i}", "question": "Is {i} even?", "choices": ["yes", "no"], "answer": "A"}}"#).unwrap();
    }
    let mut page = Page::with(&[("many.jsonl", &data)]);
    page.drop(&[("user.jinja2", b"{{ input }}".as_slice())]);
    let mut batch = begin(&mut page, &form(), limits);
    let (mut lines, mut largest, mut n_lines) = (Vec::new(), 0, [0_usize; 3]);
    while let Some(chunks) = batch.step(1_000) {
        for chunk in chunks {
            largest = largest.max(chunk.text.len());
            n_lines[chunk.part] += chunk.text.lines().count();
            // Only the ids are held here.
            lines.extend(ids(&chunk.text));
        }
    }
    assert_eq!(
        (n_lines, batch.progress()),
        ([n * 5 / 12, n * 5 / 12, n / 6], (n, n))
    );
    assert!(batch.told().is_empty() && largest <= CHUNK, "{largest}");
    // What a batch service makes of it: in any order, in three files, some refused, some lost.
    let mut files = [String::new(), String::new(), String::new()];
    for i in 0..n {
        // 7919 is prime: each comes once.
        let id = &lines[i * 7919 % n];
        let number: usize = id[1..].parse().unwrap();
        let line = match number % 10 {
            0..=5 => output(id, "A"),
            6 => output(id, "B"),
            7 => error(id, if number % 20 == 7 { "batch_expired" } else { "batch_cancelled" }),
            8 => json!({"custom_id": id, "response": {"status_code": 400, "body": {"error": {"message": "too long"}}}, "error": null}).to_string() + "\n",
            _ => continue,
        };
        files[if number % 10 == 7 { 2 } else { i % 2 }].push_str(&line);
    }
    let names = ["output-2.jsonl", "output-1.jsonl", "errors.jsonl"];
    let dropped: Vec<(&str, &[u8])> = names
        .into_iter()
        .zip(files.iter().map(String::as_bytes))
        .collect();
    let view = page.drop(&dropped);
    let tenth = n as u32 / 10;
    for (outcome, n) in [
        (Outcome::Correct, 6 * tenth),
        (Outcome::Wrong, tenth),
        (Outcome::Timeout, tenth / 2),
        (Outcome::HttpError, tenth / 2 + tenth),
        (Outcome::Missing, tenth),
    ] {
        assert_eq!(count(&view, outcome), n, "{}", outcome.key());
    }
}

/// A line of output whose reply is this text.
fn replied(id: &str, text: &str) -> String {
    let body =
        json!({"model": "m", "choices": [{"message": {"content": text}, "finish_reason": "stop"}]});
    let line =
        json!({"custom_id": id, "response": {"status_code": 200, "body": body}, "error": null});
    format!("{line}\n")
}

fn by_schema() -> AskForm {
    AskForm {
        schema: SchemaChoice::MCQAResponse,
        field_to_extract: "answer".into(),
        ..form()
    }
}

#[test]
fn replies_count_as_in_a_run_with_the_schema_that_the_batch_was_written_with() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    made(&mut page, &by_schema(), LIMITS);
    // Outputs come a day later.
    let mut page = page.reloaded();
    let output = [
        replied("1", r#"{"answer": "A"}"#),
        replied("2", "B"),
        replied("3", r#"{"answer": "Z"}"#),
        replied("4", "```json\n{\"answer\": \"C\"}\n```"),
    ];
    let view = page.add("output.jsonl", &output.concat());
    assert_eq!(count(&view, Outcome::Unparsed), 2);
    assert!(
        said(&view).contains("read as the batch written on 29 November 2026 with m was asked: schema MCQAResponse, field answer; 2 of 4 replies do not fit"),
        "{}",
        said(&view)
    );
    let (_, files) = page.exported(true);
    let predictions: Value = serde_json::from_str(&files["predictions.json"]).unwrap();
    assert_eq!(
        (&predictions["1"], &predictions["4"]),
        (&json!("A"), &json!("C"))
    );
    // What a file was read by stays, whatever is written later, and through a reload.
    made(&mut page, &form(), LIMITS);
    let before = page.view().scores;
    assert_eq!(page.reloaded().view().scores, before);
}

#[test]
fn an_output_of_which_nothing_fits_the_schema_is_scored_as_it_is() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    made(&mut page, &by_schema(), LIMITS);
    let output = [replied("1", "A"), replied("2", "B")];
    let view = page.add("output.jsonl", &output.concat());
    assert_eq!(count(&view, Outcome::Unparsed), 0);
    assert_eq!(figure(&view, "correct"), 2.0);
    assert!(said(&view).contains("fewer than half of these replies fit the batch written on 29 November 2026 with m (schema MCQAResponse"));
}

#[test]
fn a_batch_of_other_questions_or_of_plain_text_changes_nothing() {
    let output = replied("1", r#"{"answer": "A", "why": "it says so"}"#);
    let mut plain = Page::with(&[("exam.json", EXAM)]);
    made(&mut plain, &form(), LIMITS);
    let mut other = Page::with(&[("twice.json", TWICE)]);
    made(&mut other, &by_schema(), LIMITS);
    other.workspace.clear();
    other.add("exam.json", EXAM);
    for mut page in [plain, other] {
        let view = page.add("output.jsonl", &output);
        assert!(!said(&view).contains("written here"), "{}", said(&view));
        assert_eq!(figure(&view, "correct"), 1.0);
    }
}

#[test]
fn a_line_too_long_for_any_file_is_told() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let limits = Limits {
        n_bytes: 100,
        ..LIMITS
    };
    let (parts, told) = made(&mut page, &form(), limits);
    assert_eq!(parts.len(), 4);
    assert!(
        told[0].contains("longer than a whole file may be: 4 (1, 2, 3, 4)"),
        "{told:?}"
    );
}
