//! The report for people: as a browser reads it, and as Markdown, whatever the texts of a run are.

use super::made::{Made, entry, item, text};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use marksheet::dataset::Task;
use marksheet::outcome::Outcome;
use marksheet::problem::Problem;
use marksheet::report::document::markdown;
use marksheet::report::run_record::InputFile;
use marksheet::report::{self, PromptFacts, RunFacts};
use marksheet::settings::Normalizer;
use marksheet::workspace::Workspace;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

/// Texts that end something, turn something round, are calculated, or have no room for a break.
pub const HOSTILE: [&str; 14] = [
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    "\u{202e}drawkcab\u{202c} \u{2066}x",
    "\" onmouseover=\"alert(1)",
    "&lt;b&gt; & 'x'",
    "a\u{0}b\u{1b}[31m\r\n\r-- \u{ffff}",
    "| --- | [x](javascript:alert(1)) `code` # *b*",
    "]]> <![CDATA[x]]> --> <!-- <?php",
    "```\n# heading\n- item\n1. one\n```",
    "=HYPERLINK(\"http://x\",\"y\")",
    "\t@SUM(A1)\r\n-1",
    "![x](http://x/y.png) <http://x> $x$ ~~z~~ \\",
    "  \u{2028}## x\u{85}***\u{b}+ y",
    "\u{200b}=1+1;\u{feff}\"",
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
        if task == Task::Extractive {
            question.context = Some(i as u32);
            made.dataset.contexts.push((*hostile).to_owned());
        }
        made.add(question, Some(entry(&id, text(hostile))), outcome, 0.0);
    }
    made
}

/// The same, with one hostile text wherever a name or a setting stands.
fn named(task: Task, hostile: &str) -> Made {
    let mut made = self::hostile(task);
    made.dataset.file = hostile.to_owned();
    made.dataset.about.name = Some(hostile.to_owned());
    made.scored.settings.field_to_extract = Some(hostile.to_owned());
    made.scored.settings.normalizers = vec![
        Normalizer::Regex {
            pattern: hostile.to_owned(),
            group: 1,
        },
        Normalizer::JsonField {
            field: hostile.to_owned(),
        },
        Normalizer::NoAnswerPhrases {
            phrases: vec![hostile.to_owned(), "none".to_owned()],
        },
    ];
    made.scored.problems = vec![Problem::warning(hostile).in_file(hostile).hint(hostile)];
    let prompt = PromptFacts {
        task_type: hostile.to_owned(),
        files: vec![(hostile.to_owned(), hostile.to_owned())],
        ..PromptFacts::default()
    };
    made.facts = RunFacts {
        name: hostile.to_owned(),
        created: "2026-03-01T12:00:00Z".to_owned(),
        model: Some(hostile.to_owned()),
        task_type: Some(hostile.to_owned()),
        dataset: Some(InputFile::of(hostile, hostile, b"x")),
        predictions: Some(InputFile::of(hostile, hostile, b"y")),
        prompt: Some(prompt),
        sent: Some(serde_json::json!({"model": hostile})),
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
        let mut made = hostile(task);
        made.facts.name = HOSTILE[1].to_owned();
        let shown = is_sound(&made.file("report.html"));
        assert!(shown.contains("<script>alert(1)</script>"));
        assert!(shown.contains("</style></title><img src=x onerror=alert(1)>"));
        assert!(shown.contains("\u{2039}U+202E\u{203a}drawkcab"));
        assert!(!shown.contains('\u{202e}') && !shown.contains('\u{0}'));
        for hostile in HOSTILE.into_iter().chain([&*"N".repeat(10_000)]) {
            let page = named(task, hostile).file("report.html");
            is_sound(&page);
            // Nothing is so long that a reader drowns in it.
            assert!(page.len() < 80_000, "{}", page.len());
        }
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

/// The line with an x for what is escaped, and without the marks the report sets itself.
fn unmarked(line: &str) -> String {
    let mut rest = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => rest.extend(chars.next().map(|_| 'x')),
            c => rest.push(c),
        }
    }
    let bold = rest
        .strip_prefix("**")
        .map(|rest| rest.replacen("**", "", 1));
    let rest = bold.unwrap_or(rest);
    let own = ["  - ", "- ", "## ", "# "];
    let own = own.iter().find_map(|mark| rest.strip_prefix(mark));
    own.unwrap_or(&rest).to_owned()
}

#[test]
fn markdown_has_no_mark_but_its_own() {
    for task in [Task::Extractive, Task::MultipleChoice] {
        for hostile in HOSTILE.into_iter().chain([&*"N".repeat(10_000)]) {
            let text = named(task, hostile).with_run(markdown);
            assert!(text.starts_with("# Marksheet report: "), "{text}");
            let mut n_cells = 0;
            for line in text.lines() {
                let rest = unmarked(line);
                if rest.starts_with("| ") {
                    // A table has as many cells in each line as in its first.
                    let n = rest.matches('|').count();
                    n_cells = if n_cells == 0 { n } else { n_cells };
                    assert_eq!(n, n_cells, "{line}");
                } else {
                    n_cells = 0;
                    assert!(!rest.contains('|'), "{line}");
                }
                assert!(
                    !rest.contains(['`', '<', '[', '*', '_', '#', '~', '$', '&']),
                    "{line}"
                );
                assert!(!rest.starts_with([' ', '=', '+', '-', '>']), "{line}");
                assert!(!rest.contains(char::is_control), "{line:?}");
            }
        }
    }
}

#[test]
fn markdown_calls_nobody_links_nowhere_and_names_no_issue() {
    let live = [
        "@somebody",
        "(@some-team/x)",
        "x@example.org",
        "https://example.org",
        "HTTP://example.org",
        "see:ftp://x",
        "www.example.org",
        "(WWW.example.org)",
        "#123",
        "owner/name#123",
        "GH-1",
        "gh-22.",
    ];
    for task in [Task::Extractive, Task::MultipleChoice] {
        for text in live {
            let shown = named(task, text).with_run(markdown).replace('\\', "");
            let bare = shown.replace('\u{2060}', "");
            assert!(bare.contains(text), "{text} can be read: {bare}");
            assert!(!shown.contains(text), "{text}: {shown}");
            let lower = shown.to_lowercase();
            let begins_word = |at: &str| {
                let mut after = lower.split(at).skip(1);
                after.any(|rest| rest.starts_with(char::is_alphanumeric))
            };
            for mark in ["@", "://", "www.", "#", "gh-"] {
                assert!(!begins_word(mark), "{mark}: {shown}");
            }
        }
    }
    // Signs that mean nothing stay as they are.
    let text = named(Task::Extractive, "C# at 5 @ 10:30, wwww, high-5").with_run(markdown);
    assert!(text.contains("C\\# at 5 @ 10:30, wwww, high-5"), "{text}");
}

#[test]
fn hostile_texts_survive_the_csv_and_no_cell_is_calculated() {
    for task in [Task::Extractive, Task::MultipleChoice] {
        let made = hostile(task);
        let written = made.file("per_question.csv");
        let mut reader =
            csv::Reader::from_reader(written.trim_start_matches('\u{feff}').as_bytes());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), made.dataset.items.len());
        for (row, item) in rows.iter().zip(&made.dataset.items) {
            assert_eq!(row.len(), 11);
            let is_written =
                |cell: &str, text: &str| cell == text || cell.strip_prefix('\'') == Some(text);
            assert!(is_written(&row[0], &item.id), "{row:?}");
            assert!(is_written(&row[5], &item.question), "{row:?}");
            for cell in row.iter() {
                let seen = cell.trim_start_matches(|c: char| {
                    c == ' ' || matches!(c, '\u{200b}' | '\u{feff}' | '\u{0}')
                });
                assert!(
                    !seen.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']),
                    "{cell:?}"
                );
            }
        }
    }
}

#[test]
fn halves_of_characters_that_json_can_name_break_no_file() {
    let data = r#"[{"id": "\ud800", "question": "\udc00 who?\u0000", "context": "a \ud83d b", "answers": ["\ud800x"]},
                   {"id": "q2", "question": "\u202e?", "context": "]]>", "answers": []}]"#;
    let answers = r#"{"\ud800": "\udfff]]>", "q2": "\u0000<b>"}"#;
    let mut workspace = Workspace::default();
    workspace.open("\u{202e}nosj.\u{0}json", data.as_bytes());
    workspace.open("<run>.json", answers.as_bytes());
    workspace.settle();
    workspace.score(&mut |_| {});
    let written = workspace.export("2026-03-01T12:00:00Z", None, None, |run| {
        (report::files(run), markdown(run))
    });
    let (files, markdown) = written.unwrap();
    for file in files {
        match file.name.rsplit_once('.').unwrap().1 {
            "html" => drop(is_sound(&file.text)),
            "json" => drop(serde_json::from_str::<serde_json::Value>(&file.text).unwrap()),
            _ => assert_eq!(
                csv::Reader::from_reader(file.text.as_bytes())
                    .records()
                    .count(),
                2
            ),
        }
    }
    assert!(
        markdown.contains("\\<b\\>") && !markdown.contains('\u{0}'),
        "{markdown}"
    );
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
