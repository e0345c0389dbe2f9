//! What a run cost: by the server's figures, by typed prices, or not known.

use super::page::{EXAM, Page};
use marksheet::outcome::Outcome;
use marksheet::protocol::{AskForm, Cost, CostBy, FileKey};
use marksheet::provider::Wanted;
use marksheet::run::{Ask, ItemRecord, Progress, summary};
use marksheet::workspace::cost;
use serde_json::{Value, json};

fn form(price_in: &str, price_out: &str) -> AskForm {
    AskForm {
        provider: "vllm".into(),
        base_url: "http://localhost:8000/v1".into(),
        model: "m".into(),
        n_questions: String::new(),
        price_in: price_in.into(),
        price_out: price_out.into(),
        ..AskForm::default()
    }
}

/// A run of two items with 1,000 tokens in and 100 out each, that cost what the server says.
fn asked(cost: Option<f64>) -> (Page, FileKey) {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let going = page.workspace.begin(&form("", ""), "2026-03-01T12:00:00Z");
    let key = going.unwrap_or_else(|_| panic!("not begun")).key;
    for index in 0..2 {
        let id = (index + 1).to_string();
        page.workspace.add_record(
            key,
            ItemRecord {
                n_tokens_in: Some(1_000),
                n_tokens_out: Some(100),
                cost,
                ..ItemRecord::by_hand(&Ask { index, id }, "A", &Wanted::Text)
            },
        );
    }
    page.workspace.show_run(key);
    page.view();
    (page, key)
}

fn cost_of(page: &Page, key: FileKey, form: &AskForm) -> Option<(f64, CostBy)> {
    whole_cost_of(page, key, form).map(|cost| (cost.usd, cost.by))
}

fn whole_cost_of(page: &Page, key: FileKey, form: &AskForm) -> Option<Cost> {
    let state = page.workspace.answers(key).unwrap();
    cost(
        &Progress::new(4, state.records.values()),
        &state.model,
        form,
    )
}

#[test]
fn tokens_times_typed_prices_are_the_cost() {
    let (page, key) = asked(None);
    // 2,000 tokens at 2 dollars and 200 at 8 dollars a million.
    assert_eq!(
        cost_of(&page, key, &form("2", " $8 ")),
        Some((0.0056, CostBy::Typed))
    );
    assert_eq!(
        cost_of(&page, key, &form("0,5", "0")),
        Some((0.001, CostBy::Typed))
    );
    for (price_in, price_out) in [("", ""), ("two", "-8"), ("1e400", "inf")] {
        let cost = cost_of(&page, key, &form(price_in, price_out));
        assert_eq!(cost, None, "{price_in} {price_out}");
    }
}

#[test]
fn one_price_alone_is_the_cost_of_its_part() {
    let (page, key) = asked(None);
    for (price_in, price_out, expected) in [
        ("2", "", (0.004, CostBy::TypedPrompts)),
        ("2", "-8", (0.004, CostBy::TypedPrompts)),
        ("", "8", (0.0016, CostBy::TypedReplies)),
    ] {
        let cost = cost_of(&page, key, &form(price_in, price_out));
        assert_eq!(cost, Some(expected), "{price_in} {price_out}");
    }
}

#[test]
fn the_servers_own_figure_comes_first() {
    let (page, key) = asked(Some(0.25));
    for form in [form("2", "8"), form("", "")] {
        assert_eq!(cost_of(&page, key, &form), Some((0.5, CostBy::Server)));
    }
}

/// A third answer, of which the server says nothing.
fn and_one_untold(page: &mut Page, key: FileKey) {
    let ask = Ask {
        index: 2,
        id: "3".into(),
    };
    let record = ItemRecord::by_hand(&ask, "A", &Wanted::Text);
    page.workspace.add_record(key, record);
}

#[test]
fn a_sum_over_some_of_the_answers_says_of_how_many() {
    let of = |n| Some((n, 3));
    let (mut page, key) = asked(Some(0.25));
    and_one_untold(&mut page, key);
    let known = whole_cost_of(&page, key, &form("2", "8"));
    assert_eq!(known.map(|cost| cost.of), of(2));
    page.workspace.fill(form("2", "8"));
    let told = sent(&mut page);
    assert_eq!(told["cost"]["of_answers"], json!([2, 3]));
    assert_eq!(told["tokens_of_answers"], json!([2, 3]));
    let (mut page, key) = asked(None);
    and_one_untold(&mut page, key);
    let known = whole_cost_of(&page, key, &form("2", "8"));
    assert_eq!(
        known.map(|cost| (cost.by, cost.of)),
        Some((CostBy::Typed, (2, 3)))
    );
    page.workspace.fill(form("2", "8"));
    assert_eq!(sent(&mut page)["cost"]["of_answers"], json!([2, 3]));
    // A call that failed is no answer.
    let failed = ItemRecord {
        class: Some(Outcome::HttpError),
        ..page.workspace.answers(key).unwrap().records[&2].clone()
    };
    page.workspace.add_record(key, failed);
    let known = whole_cost_of(&page, key, &form("2", "8"));
    assert_eq!(known.map(|cost| cost.of), Some((2, 2)));
    assert_eq!(sent(&mut page).get("tokens_of_answers"), None);
}

#[test]
fn a_server_that_says_nothing_cost_anything_leaves_it_to_the_prices() {
    let (page, key) = asked(Some(0.0));
    assert_eq!(cost_of(&page, key, &form("", "")), None);
    assert_eq!(
        cost_of(&page, key, &form("2", "8")),
        Some((0.0056, CostBy::Typed))
    );
}

#[test]
fn prices_of_another_model_say_nothing() {
    let (page, key) = asked(None);
    let other = AskForm {
        model: "m-2".into(),
        ..form("2", "8")
    };
    assert_eq!(cost_of(&page, key, &other), None);
    let other = AskForm {
        provider: "openai".into(),
        ..form("2", "8")
    };
    assert_eq!(cost_of(&page, key, &other), None);
}

/// `sent` of the exported `run.json`.
fn sent(page: &mut Page) -> Value {
    let (_, files) = page.exported(false);
    let record: Value = serde_json::from_str(&files["run.json"]).unwrap();
    record["sent"].clone()
}

#[test]
fn run_json_has_tokens_and_cost_with_its_source() {
    let (mut page, key) = asked(None);
    assert_eq!(sent(&mut page)["cost"], Value::Null);
    page.workspace.fill(form("2", "8"));
    let told = sent(&mut page);
    assert_eq!(
        (&told["n_tokens_in"], &told["n_tokens_out"]),
        (&json!(2000), &json!(200))
    );
    assert_eq!(
        told["cost"],
        json!({"usd": 0.0056, "by": "typed prices", "usd_per_million_tokens": [2.0, 8.0]})
    );
    // What is not known of the prices is known without them.
    assert_eq!(
        summary(page.workspace.answers(key).unwrap())["n_tokens_in"],
        2000
    );
    let (mut page, _) = asked(Some(0.25));
    page.workspace.fill(form("2", "8"));
    assert_eq!(
        sent(&mut page)["cost"],
        json!({"usd": 0.5, "by": "the server's own figures"})
    );
}
