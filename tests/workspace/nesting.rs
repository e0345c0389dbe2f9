//! Replies of nothing but brackets, in as little stack as a browser may give.

use super::each::each;
use super::page::{EXAM, Page, SQUAD, figure};
use marksheet::settings::Settings;

const DEPTH: usize = 2_000;

/// Objects and lists within each other, whole and cut off, with double quotes and with single ones.
fn replies() -> Vec<String> {
    let opened = [
        "{\"a\":",
        "{'a': ",
        "[",
        "(",
        "{\"answer\": [",
        "[{\"answer\":",
        "{\"answer\":\"{",
    ];
    let closed = ["}", "}", "]", ")", "]}", "}]", "}\"}"];
    let whole = opened.iter().zip(closed);
    let whole =
        whole.map(|(open, close)| format!("{}1{}", open.repeat(DEPTH), close.repeat(DEPTH)));
    let cut_off = opened.iter().map(|open| open.repeat(DEPTH));
    whole.chain(cut_off).collect()
}

#[test]
fn no_depth_of_brackets_in_a_reply_ends_the_stack() {
    let small = std::thread::Builder::new().stack_size(1 << 19);
    let read = small.spawn(|| {
        for (name, dataset, ids) in [
            ("exam.json", EXAM, ["1", "2"]),
            ("squad.json", SQUAD, ["q1", "q2"]),
        ] {
            for reply in replies() {
                for entry in [serde_json::json!(reply), serde_json::json!([reply])] {
                    let predictions = serde_json::json!({ids[0]: entry, ids[1]: "B"}).to_string();
                    let mut page = Page::with(&[(name, dataset)]);
                    page.add("p.json", &predictions);
                    for normalizer in each() {
                        let settings = Settings {
                            normalizers: vec![normalizer],
                            ..page.view().scores.unwrap().settings
                        };
                        page.workspace.set(Some(settings));
                        let view = page.view();
                        assert_eq!(
                            figure(&view, "total"),
                            if name == "exam.json" { 4.0 } else { 3.0 }
                        );
                        assert!(page.workspace.item(0).is_some());
                    }
                }
            }
        }
    });
    assert!(read.unwrap().join().is_ok());
}
