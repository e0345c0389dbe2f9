//! One question in full, for every outcome class, and the preview of normalizers.

use super::page::{ANSWERS, EXAM, Page, SQUAD, count};
use marksheet::outcome::Outcome;
use marksheet::protocol::ItemView;
use marksheet::settings::Normalizer;

/// One question for each class that a file can hold, named after it.
fn every_class() -> Page {
    let ids = [
        "correct",
        "partial",
        "wrong",
        "unparsed",
        "empty",
        "refused",
        "truncated",
        "timeout",
        "http_error",
        "missing",
    ];
    let rows: Vec<_> = ids
        .iter()
        .map(|id| format!(r#"{{"id": "{id}", "question": "Q?", "context": "It was N12AB or N34CD.", "answers": ["N12AB today"]}}"#))
        .collect();
    let reply = |id: &str, content: &str, more: &str| {
        format!(
            r#"{{"custom_id": "{id}", "response": {{"status_code": 200, "body": {{"choices": [{{"message": {{"content": {content}{more}}}]}}}}, "error": null}}"#
        )
    };
    let stop = r#"}, "finish_reason": "stop""#;
    let failed = |id: &str, code: &str| {
        format!(
            r#"{{"custom_id": "{id}", "response": null, "error": {{"code": "{code}", "message": "no"}}}}"#
        )
    };
    let lines = [
        reply("correct", r#""N12AB today""#, stop),
        reply("partial", r#""N12AB""#, stop),
        reply("wrong", r#""N34CD""#, stop),
        reply("unparsed", r#""{\"answer\": ""#, stop),
        reply("empty", r#""""#, stop),
        reply(
            "refused",
            "null",
            r#", "refusal": "I cannot"}, "finish_reason": "stop""#,
        ),
        reply(
            "truncated",
            r#""<think>hm""#,
            r#"}, "finish_reason": "length""#,
        ),
        failed("timeout", "batch_expired"),
        failed("http_error", "server_error"),
    ];
    let mut page = Page::with(&[
        ("d.json", &format!("[{}]", rows.join(","))),
        ("b.jsonl", &lines.join("\n")),
    ]);
    page.view();
    page
}

fn check(item: &ItemView) {
    assert!(item.index < item.n_items);
    assert!((0.0..=1.0).contains(&item.f1) && (0.0..=1.0).contains(&item.exact));
    assert!((item.best_gold as usize) < item.golds.len().max(1));
    for (title, detail) in &item.reasons {
        assert!(!title.is_empty(), "{item:?}");
        assert!(!detail.contains("  "), "{detail:?}");
    }
    if item.outcome != Outcome::Correct {
        assert!(!item.reasons.is_empty(), "nothing is said about {item:?}");
    }
}

#[test]
fn every_class_has_a_view_and_everything_not_right_a_reason() {
    let mut page = every_class();
    let view = page.view();
    for outcome in Outcome::ALL {
        let expected = u32::from(!matches!(outcome, Outcome::Network));
        if outcome != Outcome::Unparsed && outcome != Outcome::Wrong {
            assert_eq!(count(&view, outcome), expected, "{outcome:?}");
        }
    }
    let n = view.dataset.unwrap().n_items;
    for index in 0..n {
        let item = page.workspace.item(index).unwrap();
        check(&item);
        let has_raw = !matches!(item.outcome, Outcome::Missing);
        assert_eq!(item.raw.is_some(), has_raw, "{}", item.id);
        let text: String = item
            .context
            .iter()
            .map(|piece| piece.text.as_str())
            .collect();
        assert_eq!(text, "It was N12AB or N34CD.", "marks keep the text");
    }
    assert!(page.workspace.item(n).is_none());
    assert!(page.workspace.item(u32::MAX).is_none());
    assert!(Page::default().workspace.item(0).is_none());
}

#[test]
fn every_question_of_the_samples_has_a_view() {
    for sample in ["tail-numbers", "aviation-exam"] {
        let read = |name| std::fs::read_to_string(format!("data/{sample}/{name}")).unwrap();
        let mut page = Page::with(&[
            ("d.json", &read("dataset.json")),
            ("p.json", &read("predictions.json")),
        ]);
        let n = page.view().dataset.unwrap().n_items;
        for index in 0..n {
            check(&page.workspace.item(index).unwrap());
        }
    }
}

#[test]
fn choices_and_both_sides_are_shown_for_multiple_choice() {
    let mut page = Page::with(&[("exam.json", EXAM), ("p.json", r#"{"1": "**B**"}"#)]);
    page.view();
    let item = page.workspace.item(0).unwrap();
    assert_eq!(
        (item.raw.as_deref(), item.compared.as_str()),
        (Some("**B**"), "B")
    );
    assert_eq!(item.golds[0].written, "A");
    assert!(item.context.is_empty());
}

#[test]
fn a_preview_counts_and_shows_what_would_change() {
    let mut page = Page::with(&[
        ("dev.json", SQUAD),
        ("p.json", &ANSWERS.replace("3,000 m", "**3,000 m**")),
    ]);
    page.view();
    let preview = page.workspace.preview(&[Normalizer::StripMarkdown]);
    assert_eq!((preview.n_changed, preview.n_predictions), (1, 3));
    assert_eq!(
        preview.examples,
        [(
            "q1".to_owned(),
            "**3,000 m**".to_owned(),
            "3,000 m".to_owned()
        )]
    );
    let broken = page.workspace.preview(&[Normalizer::Regex {
        pattern: "(".into(),
        group: 1,
    }]);
    assert_eq!(broken.problems.len(), 1);
    assert_eq!(broken.n_changed, 0);
    assert_eq!(Page::default().workspace.preview(&[]), Default::default());
}
