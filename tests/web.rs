//! Components in a real browser: what they show and what they ask for. Everything else is tested natively.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

use leptos::prelude::*;
use marksheet::app::App;
use marksheet::browser::{clock, file, message, store::Store};
use marksheet::protocol::{Reply, Request, RowsQuery};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::HtmlElement;

wasm_bindgen_test_configure!(run_in_browser);

fn mounted() -> HtmlElement {
    let place: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&place).unwrap();
    leptos::mount::mount_to(place.clone(), App).forget();
    place
}

fn find(place: &HtmlElement, selector: &str) -> HtmlElement {
    place
        .query_selector(selector)
        .unwrap()
        .unwrap_or_else(|| panic!("no {selector}"))
        .unchecked_into()
}

#[wasm_bindgen_test]
async fn an_empty_page_offers_a_drop_zone_and_two_samples() {
    let place = mounted();
    clock::sleep(0).await;
    assert!(
        find(&place, "h1")
            .inner_text()
            .contains("Mark a model's answers")
    );
    find(&place, "[data-testid=sample-tail-numbers]");
    find(&place, "[data-testid=sample-aviation-exam]");
    let input = find(&place, "[data-testid=files]");
    assert!(input.has_attribute("multiple"));
    place.remove();
}

#[wasm_bindgen_test]
async fn a_sample_makes_the_page_wait_at_once() {
    let place = mounted();
    clock::sleep(0).await;
    find(&place, "[data-testid=sample-tail-numbers]").click();
    clock::sleep(0).await;
    let state = find(&place, "[data-testid=status]").get_attribute("data-state");
    assert_eq!(state.as_deref(), Some("loading"));
    place.remove();
}

#[wasm_bindgen_test]
async fn starting_over_asks_first() {
    let place = mounted();
    clock::sleep(0).await;
    assert!(
        place
            .query_selector("[data-testid=start-over]")
            .unwrap()
            .is_none(),
        "nothing to forget yet"
    );
    place.remove();
}

#[wasm_bindgen_test]
fn every_message_survives_the_way_to_the_worker_and_back() {
    let query = RowsQuery {
        search: "é\u{0}\"".to_owned(),
        n: 40,
        ..RowsQuery::default()
    };
    let sent = Request::Rows(query);
    let packed = message::pack(&sent, &JsValue::from(7));
    let (received, attachment) = message::unpack::<Request>(packed).unwrap();
    assert_eq!(received, sent);
    assert_eq!(attachment.as_f64(), Some(7.0));
    assert!(message::unpack::<Reply>(JsValue::from("noise")).is_none());
}

#[wasm_bindgen_test]
async fn stored_files_and_choices_come_back_until_they_are_forgotten() {
    let name = format!("test-{}", clock::now());
    let store = Store::open(&name).await.unwrap();
    assert_eq!(store.choices().await.unwrap(), None);
    let dropped = file::from_text("a.json", "{\"é\": 1}").unwrap();
    store.put_file(3, &dropped).await.unwrap();
    store.put_choices("{}").await.unwrap();
    let again = Store::open(&name).await.unwrap();
    let blob = file::as_blob(again.file(3).await.unwrap().unwrap()).unwrap();
    assert_eq!(file::bytes(&blob).await.unwrap(), "{\"é\": 1}".as_bytes());
    assert_eq!(again.choices().await.unwrap().as_deref(), Some("{}"));
    again.forget_files(&[3]).await.unwrap();
    assert!(again.file(3).await.unwrap().is_none());
}

#[wasm_bindgen_test]
fn measures_are_entered_with_their_start_and_end() {
    clock::measure("marksheet:test", 1.0, 3.5);
    let performance = window().performance().unwrap();
    let entry: web_sys::PerformanceEntry = performance
        .get_entries_by_name("marksheet:test")
        .get(0)
        .unchecked_into();
    assert_eq!((entry.start_time(), entry.duration()), (1.0, 2.5));
}
