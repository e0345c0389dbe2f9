//! Runs asked from here: begun from the fields, filled with records, scored, kept, gone on with.

use super::page::{EXAM, LETTERS, Page, SQUAD, count, figure, selected};
use marksheet::outcome::Outcome;
use marksheet::protocol::{AskForm, GoOn};
use marksheet::provider::Wanted;
use marksheet::run::{Ask, ItemRecord};
use marksheet::workspace::{Going, Live, Who};

pub fn form(provider: &str) -> AskForm {
    AskForm {
        provider: provider.into(),
        base_url: "http://localhost:8000/v1".into(),
        model: "m".into(),
        n_questions: String::new(),
        ..AskForm::default()
    }
}

pub fn begin(page: &mut Page, form: &AskForm) -> Going {
    let going = page.workspace.begin(form, "2026-03-01T12:00:00Z");
    going.unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn refusals(page: &mut Page, form: &AskForm) -> String {
    let Err(problems) = page.workspace.begin(form, "") else {
        panic!("begun: {form:?}");
    };
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

/// The record of a reply.
pub fn replied(index: u32, id: &str, reply: &str) -> ItemRecord {
    let id = id.to_owned();
    ItemRecord::by_hand(&Ask { index, id }, reply, &Wanted::Text)
}

fn failed(index: u32, id: &str) -> ItemRecord {
    ItemRecord {
        prediction: None,
        reply: String::new(),
        class: Some(Outcome::HttpError),
        error: Some("the server answered 500".into()),
        ..replied(index, id, "")
    }
}

/// The exam with a run of which all but the third question have a record, the second a failed call.
pub fn page_with_run() -> (Page, Going) {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let going = begin(&mut page, &form("vllm"));
    page.workspace.add_record(going.key, replied(0, "1", "A"));
    page.workspace.add_record(going.key, failed(1, "2"));
    page.workspace.add_record(going.key, replied(3, "4", "B"));
    page.workspace.show_run(going.key);
    page.workspace.settle();
    (page, going)
}

#[test]
fn a_run_is_scored_as_its_file_would_be() {
    let (mut page, _) = page_with_run();
    let view = page.view();
    assert_eq!(selected(&view), ["m"]);
    assert_eq!(figure(&view, "accuracy"), 0.25);
    assert_eq!(count(&view, Outcome::Correct), 1);
    assert_eq!(count(&view, Outcome::Wrong), 1);
    assert_eq!(count(&view, Outcome::HttpError), 1);
    assert_eq!(count(&view, Outcome::Missing), 1);
    let (_, files) = page.exported(true);
    assert_eq!(
        files["predictions.json"]
            .split_whitespace()
            .collect::<String>(),
        r#"{"1":"A","2":"ERROR","4":"B"}"#
    );
    assert!(files["run.json"].contains(r#""provider": "vllm""#));
}

#[test]
fn the_first_questions_alone_are_asked_and_counted() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let two = AskForm {
        n_questions: "2".into(),
        ..form("vllm")
    };
    let going = begin(&mut page, &two);
    let ids: Vec<&str> = going.asks.iter().map(|ask| ask.id.as_str()).collect();
    assert_eq!(ids, ["1", "2"]);
    page.workspace.add_record(going.key, replied(0, "1", "A"));
    page.workspace.add_record(going.key, replied(1, "2", "A"));
    page.workspace.show_run(going.key);
    page.workspace.settle();
    let view = page.view();
    assert_eq!(
        (figure(&view, "accuracy"), figure(&view, "total")),
        (0.5, 2.0)
    );
    // Another file beside it is scored whole, also after a choice made with the run in view.
    let settings = view.scores.unwrap().settings;
    page.set(settings);
    let view = page.add("letters.json", LETTERS);
    assert_eq!(figure(&view, "total"), 4.0);
}

#[test]
fn a_run_goes_on_after_a_reload_with_what_is_unfinished() {
    let (page, going) = page_with_run();
    let mut page = page.reloaded();
    assert_eq!(selected(&page.view()), ["m"]);
    let again = page
        .workspace
        .go_on(going.key, &form("vllm"), GoOn::Unfinished);
    let again = again.unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(again.start.todo, [2]);
    assert_eq!(again.start.failed, [1]);
    let failed = page.workspace.go_on(going.key, &form("vllm"), GoOn::Failed);
    assert_eq!(failed.ok().unwrap().start.todo, [1]);
}

#[test]
fn a_run_goes_on_in_the_words_it_was_begun_with() {
    use marksheet::protocol::{Go, PromptEdit};
    let (mut page, going) = page_with_run();
    let before = going.maker.unwrap().messages(2).unwrap();
    let write = PromptEdit::Write {
        task_type: page
            .workspace
            .prompt(1, PromptEdit::Nothing, Go::Stay)
            .task_type,
        system: "other".into(),
        user: "{{ input }}?".into(),
    };
    page.workspace.prompt(2, write, Go::Stay);
    let again = page
        .workspace
        .go_on(going.key, &form("vllm"), GoOn::Unfinished);
    assert_eq!(
        again.ok().unwrap().maker.unwrap().messages(2).unwrap(),
        before
    );
    let new = begin(&mut page, &form("vllm"));
    assert_eq!(new.maker.unwrap().messages(2).unwrap().0, "other");
}

#[test]
fn a_run_does_not_go_on_with_other_questions() {
    let (mut page, going) = page_with_run();
    page.add("other.json", &EXAM.replace("QNH", "QFE"));
    page.answer("Use other.json");
    let refused = page
        .workspace
        .go_on(going.key, &form("vllm"), GoOn::Unfinished);
    let problem = refused.err().unwrap().remove(0).to_string();
    assert!(problem.contains("exam.json"), "{problem}");
}

#[test]
fn the_live_score_is_the_score() {
    use Outcome::{Correct, HttpError, Wrong};
    let (mut page, going) = page_with_run();
    let records: Vec<ItemRecord> = vec![
        replied(0, "1", "C"),
        failed(1, "2"),
        replied(3, "4", "B"),
        replied(0, "1", "A"),
    ];
    let records: Vec<&ItemRecord> = records.iter().collect();
    let mut live = Live::default();
    let outcomes = page.workspace.judge(going.key, &records, &mut live);
    assert_eq!(outcomes, [Wrong, HttpError, Wrong, Correct].map(Some));
    let live = live.view();
    assert_eq!((live.n, live.n_exact), (3, 1));
    let accuracy = figure(&page.view(), "accuracy");
    assert_eq!(f64::from(live.n_exact) / 4.0, accuracy);
    assert!((live.f1 * 3.0 / 4.0 - accuracy).abs() < 1e-12);
}

#[test]
fn the_live_f1_is_the_f1() {
    let mut page = Page::with(&[("dev.json", SQUAD)]);
    let going = begin(&mut page, &form("vllm"));
    let records = [
        replied(0, "q1", "3,000 m"),
        replied(1, "q2", "the Harbor"),
        replied(2, "q3", "the city"),
    ];
    let mut live = Live::default();
    let all: Vec<&ItemRecord> = records.iter().collect();
    page.workspace.judge(going.key, &all, &mut live);
    for record in records {
        page.workspace.add_record(going.key, record);
    }
    page.workspace.show_run(going.key);
    let f1 = figure(&page.view(), "f1");
    assert!((100.0 * live.view().f1 - f1).abs() < 1e-9, "{f1}");
    assert!(f1 > 0.0 && f1 < 100.0);
}

#[test]
fn every_run_has_a_name_of_its_own() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let names: Vec<String> = (0..3)
        .map(|_| {
            let key = begin(&mut page, &form("vllm")).key;
            page.workspace.answers(key).unwrap().facts.name.clone()
        })
        .collect();
    assert_eq!(names, ["m", "m 2", "m 3"]);
}

#[test]
fn what_is_wrong_with_the_fields_is_told_all_at_once() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let wrong = AskForm {
        temperature: "hot".into(),
        max_tokens: "0".into(),
        seed: "-1".into(),
        n_parallel: "1.5".into(),
        requests_per_minute: "many".into(),
        n_questions: "0".into(),
        time_limit: "forever".into(),
        ..form("vllm")
    };
    insta::assert_snapshot!(refusals(&mut page, &wrong));
    assert!(page.view().runs.is_empty());
}

#[test]
fn a_seed_is_no_larger_than_the_provider_takes() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let of = |provider: &str, seed: &str| AskForm {
        seed: seed.into(),
        ..form(provider)
    };
    for (provider, seed) in [
        ("gemini", "2147483647"),
        ("openai", "2147483648"),
        ("ollama", "9007199254740991"),
    ] {
        let going = begin(&mut page, &of(provider, seed));
        assert_eq!(going.model.seed, seed.parse().ok(), "{provider}");
    }
    let told = refusals(&mut page, &of("gemini", "2147483648"));
    assert!(
        told.contains("2147483648 cannot be used") && told.contains("from 0 to 2147483647"),
        "{told}"
    );
    let told = refusals(&mut page, &of("openai", "9007199254740992"));
    assert!(told.contains("cannot be used"), "{told}");
}

#[test]
fn numbers_are_taken_as_people_type_them() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let typed = AskForm {
        temperature: " 0,5 ".into(),
        max_tokens: String::new(),
        n_parallel: "32".into(),
        requests_per_minute: "60".into(),
        n_questions: "999".into(),
        time_limit: "0.5".into(),
        ..form("vllm")
    };
    let going = begin(&mut page, &typed);
    assert_eq!(going.model.temperature, Some(0.5));
    assert_eq!(going.model.max_tokens, 1024);
    assert_eq!(going.config.requests_per_minute, Some(60));
    assert_eq!(going.config.time_limit.as_millis(), 500);
    assert_eq!(going.asks.len(), 4);
    // A browser opens six connections to a server without TLS.
    assert_eq!(going.config.n_parallel, 6);
    let secure = AskForm {
        base_url: "https://localhost:8000/v1".into(),
        ..typed
    };
    assert_eq!(begin(&mut page, &secure).config.n_parallel, 32);
}

#[test]
fn baselines_answer_the_questions_they_are_for() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let letter = AskForm {
        letter: "c".into(),
        ..form("baseline-letter")
    };
    let going = begin(&mut page, &letter);
    assert!(going.maker.is_none());
    assert_eq!(going.model.model, "baseline: always C");
    let again = page
        .workspace
        .go_on(going.key, &form("openai"), GoOn::Unfinished);
    let Who::Baseline(kind) = again.ok().unwrap().who else {
        panic!("a baseline stays one");
    };
    assert_eq!(kind, marksheet::baseline::Kind::Letter('C'));
    insta::assert_snapshot!(refusals(&mut page, &form("baseline-no-answer")));
}

#[test]
fn nothing_begins_without_a_dataset_or_with_a_broken_template() {
    use marksheet::protocol::{Go, PromptEdit};
    let mut page = Page::default();
    assert!(refusals(&mut page, &form("vllm")).contains("no dataset"));
    page.add("exam.json", EXAM);
    let task_type = page
        .workspace
        .prompt(1, PromptEdit::Nothing, Go::Stay)
        .task_type;
    let write = PromptEdit::Write {
        task_type,
        system: String::new(),
        user: "{{ input".into(),
    };
    page.workspace.prompt(2, write, Go::Stay);
    let refused = refusals(&mut page, &form("vllm"));
    assert!(refused.contains("user.jinja2"), "{refused}");
}

#[test]
fn a_record_tells_how_its_item_was_asked() {
    let (page, going) = page_with_run();
    let record = page.workspace.record(going.key, 3).unwrap();
    assert_eq!(
        (record.reply.as_str(), record.rule.as_str()),
        ("B", "the reply as it is")
    );
    assert!(record.prompt.unwrap().1.contains("What is a taxiway?"));
    assert!(page.workspace.record(going.key, 2).is_none());
    let failed = page.workspace.record(going.key, 1).unwrap();
    assert_eq!(failed.error.as_deref(), Some("the server answered 500"));
}

#[test]
fn a_record_tells_the_form_that_was_asked_for_the_room_and_the_cost() {
    use marksheet::provider::{Added, Rung, Sent};
    let (mut page, going) = page_with_run();
    let record = ItemRecord {
        cost: Some(0.000_012),
        is_prompt_cut: true,
        sent: Sent {
            max_tokens: Some(1024),
            structure: Rung::JsonObject,
            added: Some(Added::Schema),
            n_context: Some(8192),
            ..Sent::default()
        },
        ..replied(2, "3", "C")
    };
    page.workspace.add_record(going.key, record);
    assert_eq!(
        page.workspace.record(going.key, 2).unwrap().facts,
        [
            "cost 0.000012 US dollars, as the server says",
            "sent with at most 1024 tokens",
            "asked for any JSON object, with the schema in the system message",
            "asked for room for 8192 tokens: the prompt filled it and was most likely cut",
        ]
    );
}

#[test]
fn a_run_without_an_answer_takes_its_model_from_the_fields() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let going = begin(&mut page, &form("vllm"));
    page.workspace.add_record(going.key, failed(0, "1"));
    let mended = AskForm {
        model: "mended".into(),
        base_url: "http://localhost:9/v1".into(),
        ..form("vllm")
    };
    let again = page.workspace.go_on(going.key, &mended, GoOn::Failed);
    let again = again.ok().unwrap();
    assert_eq!(
        (again.model.model.as_str(), again.model.base_url.as_str()),
        ("mended", "http://localhost:9/v1")
    );
    let model = |page: &Page| {
        page.workspace
            .answers(going.key)
            .unwrap()
            .model
            .model
            .clone()
    };
    assert_eq!(model(&page), "m", "nothing changes before it is confirmed");
    page.workspace.confirm(&again);
    assert_eq!(model(&page), "mended");

    page.workspace.add_record(going.key, replied(0, "1", "A"));
    let other = AskForm {
        model: "other".into(),
        ..mended
    };
    let again = page.workspace.go_on(going.key, &other, GoOn::Unfinished);
    assert_eq!(
        again.ok().unwrap().model.model,
        "mended",
        "who has answered goes on answering"
    );
}

#[test]
fn fields_that_are_not_shown_decide_nothing() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let left = AskForm {
        time_limit: "0".into(),
        requests_per_minute: "20".into(),
        temperature: "hot".into(),
        ..form("baseline-longest")
    };
    assert_eq!(begin(&mut page, &left).config.requests_per_minute, None);
    let letter = AskForm {
        letter: "7".into(),
        ..form("baseline-letter")
    };
    assert!(refusals(&mut page, &letter).contains("type one letter"));
}

#[test]
fn a_kept_run_that_cannot_be_read_keeps_its_key() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    page.workspace.reserve(40);
    assert_eq!(begin(&mut page, &form("vllm")).key, 41);
}
