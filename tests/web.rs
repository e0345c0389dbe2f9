//! Components in a real browser: what they show and what they ask for. Everything else is tested natively.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

#[path = "uncertainty/drawn.rs"]
mod drawn;

use leptos::prelude::*;
use marksheet::app::App;
use marksheet::browser::pieces::{Pieces, zipped};
use marksheet::browser::{clock, file, message, store::Store};
use marksheet::charts::Filter;
use marksheet::protocol::{Pick, Reply, Request, RowsQuery};
use marksheet::random::Random;
use marksheet::report::archive;
use std::io::Write;
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

/// This test's server has no worker to start.
#[wasm_bindgen_test]
async fn a_page_without_its_worker_says_so_and_does_not_wait_for_ever() {
    let place = mounted();
    for _ in 0..200 {
        let state = find(&place, "[data-testid=status]").get_attribute("data-state");
        let told = place
            .query_selector("[data-severity=error][role=alert]")
            .unwrap();
        if let Some(told) = told.filter(|_| state.as_deref() == Some("failed")) {
            assert!(told.text_content().unwrap().contains("did not start"));
            place.remove();
            return;
        }
        clock::sleep(50).await;
    }
    panic!("the page still waits");
}

#[wasm_bindgen_test]
fn every_message_survives_the_way_to_the_worker_and_back() {
    let query = RowsQuery {
        search: "é\u{0}\"".to_owned(),
        pick: Some(Pick::Chart(Filter::TokensIn(0, Some(1_000_000_000_000)))),
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
    again.keep_only(&[]).await.unwrap();
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

/// What this program's memory comes to, in bytes; it never shrinks, so that a peak is seen afterwards.
fn memory() -> u32 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let buffer: js_sys::ArrayBuffer = memory.buffer().unchecked_into();
    buffer.byte_length()
}

/// Letters by chance, so that the zip is large as well.
fn chunk(random: &mut Random) -> Vec<u8> {
    (0..1 << 16)
        .map(|_| b'a' + random.below(26) as u8)
        .collect()
}

#[wasm_bindgen_test]
async fn files_and_their_zip_grow_in_the_browser_and_not_in_memory() {
    const N_CHUNKS: usize = 256;
    let mut random = Random::new(1);
    let before = memory();
    let mut files = Vec::new();
    for name in ["batch-1.jsonl", "batch-2.jsonl"] {
        let mut pieces = Pieces::default();
        for _ in 0..N_CHUNKS {
            pieces.write_all(&chunk(&mut random)).unwrap();
        }
        files.push((name.to_owned(), pieces));
    }
    let zip = zipped(files, |_| {}).await.unwrap();
    let zip = zip.whole("application/zip").unwrap();
    let grown = memory() - before;
    assert!(zip.size() > 16e6, "the zip has {} bytes", zip.size());
    assert!(grown < 8 << 20, "of 32 MB {grown} bytes were held");
    let read = archive::read("batch.zip", file::bytes(&zip).await.unwrap()).unwrap();
    let sizes: Vec<_> = read.files.iter().map(|(_, bytes)| bytes.len()).collect();
    assert_eq!(sizes, [N_CHUNKS << 16; 2]);
}

#[wasm_bindgen_test]
fn intervals_and_chances_are_the_same_as_natively() {
    drawn::is_as_stored();
}
