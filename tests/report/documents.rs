//! The report for people: as a browser reads it, and as Markdown, whatever the texts of a run are.

use super::made::{Made, entry, item, text};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use marksheet::dataset::Task;
use marksheet::outcome::Outcome;
use marksheet::report::RunFacts;
use marksheet::report::document::markdown;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

/// Texts that end something, turn something round, or have no room for a break.
const HOSTILE: [&str; 7] = [
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    "\u{202e}drawkcab\u{202c} \u{2066}x",
    "\" onmouseover=\"alert(1)",
    "&lt;b&gt; & 'x'",
    "a\u{0}b\u{1b}[31m\r\n\r-- \u{ffff}",
    "| --- | [x](javascript:alert(1)) `code` # *b*",
];

fn hostile(task: Task) -> Made {
    let mut made = Made::new(task);
    let long = "W".repeat(10_000);
    for (i, hostile) in HOSTILE.iter().chain([&long.as_str()]).enumerate() {
        let id = format!("{i}{hostile}");
        let gold = match task {
            Task::Extractive => *hostile,
            Task::MultipleChoice => "A",
        };
        let mut question = item(&id, &[gold]);
        question.question = (*hostile).to_owned();
        let outcome = [Outcome::Wrong, Outcome::Correct][i % 2];
        made.add(question, Some(entry(&id, text(hostile))), outcome, 0.0);
    }
    made.facts = RunFacts {
        name: HOSTILE[1].to_owned(),
        created: "2026-03-01T12:00:00Z".to_owned(),
        model: Some(HOSTILE[0].to_owned()),
        task_type: Some(HOSTILE[3].to_owned()),
        ..RunFacts::default()
    };
    made
}

fn parsed(page: &str) -> RcDom {
    let options = ParseOpts::default();
    parse_document(RcDom::default(), options).one(page)
}

/// Every element's name and attributes, and all text that is shown.
fn walk(node: &Handle, names: &mut Vec<String>, attributes: &mut Vec<String>, shown: &mut String) {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            names.push(name.local.to_string());
            attributes.extend(
                attrs
                    .borrow()
                    .iter()
                    .map(|attr| attr.name.local.to_string()),
            );
        }
        NodeData::Text { contents } => shown.push_str(&contents.borrow()),
        _ => {}
    }
    for child in node.children.borrow().iter() {
        walk(child, names, attributes, shown);
    }
}

const ELEMENTS: &str = " html head meta title style body main h1 h2 h3 p div table thead tbody tr th td code bdi section small dl dt dd \
                        figure figcaption svg desc rect g text line polyline path circle ";

/// Reads the page as a browser does: no fault, nothing but what a report is made of.
fn is_sound(page: &str) -> String {
    let dom = parsed(page);
    let errors = dom.errors.borrow();
    assert!(errors.is_empty(), "{errors:?}");
    let (mut names, mut attributes, mut shown) = (Vec::new(), Vec::new(), String::new());
    walk(&dom.document, &mut names, &mut attributes, &mut shown);
    for name in names {
        assert!(ELEMENTS.contains(&format!(" {name} ")), "<{name}>");
    }
    for name in attributes {
        assert!(
            !name.starts_with("on") && name != "href" && name != "src",
            "{name}"
        );
    }
    shown
}

#[test]
fn hostile_texts_are_shown_as_texts_in_a_page_without_a_fault() {
    for task in [Task::Extractive, Task::MultipleChoice] {
        let shown = is_sound(&hostile(task).file("report.html"));
        assert!(shown.contains("<script>alert(1)</script>"));
        assert!(shown.contains("</style></title><img src=x onerror=alert(1)>"));
        assert!(shown.contains("\u{2039}U+202E\u{203a}drawkcab"));
        assert!(!shown.contains('\u{202e}') && !shown.contains('\u{0}'));
    }
}

#[test]
fn it_says_the_scores_how_sure_what_went_wrong_and_how_to_do_it_again() {
    let mut made = Made::new(Task::Extractive);
    made.add(
        item("q1", &["N1AB"]),
        Some(entry("q1", text("N1AB"))),
        Outcome::Correct,
        1.0,
    );
    made.add(
        item("q2", &["two words"]),
        Some(entry("q2", text("two"))),
        Outcome::Partial,
        0.5,
    );
    made.add(item("q3", &["x"]), None, Outcome::Missing, 0.0);
    made.facts.name = "tails".to_owned();
    made.facts.temperature = Some(0.25);
    let shown = is_sound(&made.file("report.html"));
    for told in [
        "Marksheet report: tails",
        "Exact match",
        "33.3",
        "95 %",
        "What went wrong",
        "no prediction for this id",
        "Temperature",
        "0.25",
        "choice letter",
        "How to come to the same numbers",
    ] {
        assert!(shown.contains(told), "{told}\n{shown}");
    }
}

#[test]
fn markdown_has_no_mark_but_its_own() {
    let text = hostile(Task::Extractive).with_run(markdown);
    assert!(text.starts_with("# Marksheet report: \\</style\\>"));
    for line in text.lines() {
        assert!(
            !line.contains("<script>") && !line.replace("\\]", "").contains("](java"),
            "{line}"
        );
        let cells = line.replace("\\|", "").matches('|').count();
        let is_table = line.starts_with('|');
        assert!(
            if is_table {
                (3..=5).contains(&cells)
            } else {
                cells == 0
            },
            "{line}"
        );
    }
}

#[test]
fn a_run_without_a_question_has_a_report_too() {
    for task in [Task::Extractive, Task::MultipleChoice] {
        let made = Made::new(task);
        assert!(is_sound(&made.file("report.html")).contains("No question was scored."));
        assert!(made.with_run(markdown).contains("No question was scored."));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_texts_are_the_page_is_sound(texts in prop::collection::vec("\\PC{0,40}|[<>&\"'\\-!/a-z]{0,20}", 1..6)) {
        let mut made = Made::new(Task::Extractive);
        for (i, words) in texts.iter().enumerate() {
            let id = format!("{i}{words}");
            let mut question = item(&id, &[words]);
            question.question.clone_from(words);
            made.add(question, Some(entry(&id, text(&words.chars().rev().collect::<String>()))), Outcome::Wrong, 0.0);
        }
        is_sound(&made.file("report.html"));
        prop_assert!(made.with_run(markdown).starts_with("# "));
    }
}
