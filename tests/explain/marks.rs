//! Where gold answer and prediction stand in the context.

use super::compared;
use marksheet::explain::{Mark, Segment, marks, occurs};
use marksheet::outcome::Outcome;

/// The marked context as text: `[gold]`, `{prediction}`, `<both>`.
fn shown(context: &str, golds: &[&str], answer: &str) -> String {
    let segments = marks(context, &compared(golds, answer, Outcome::Wrong));
    let whole: String = segments
        .iter()
        .map(|segment| segment.text.as_str())
        .collect();
    assert_eq!(whole, context);
    let show = |segment: &Segment| match segment.mark {
        None => segment.text.clone(),
        Some(Mark::Gold) => format!("[{}]", segment.text),
        Some(Mark::Prediction) => format!("{{{}}}", segment.text),
        Some(Mark::Both) => format!("<{}>", segment.text),
    };
    segments.iter().map(show).collect()
}

#[test]
fn both_sides_are_marked_wherever_they_stand() {
    let context = "N1AB hit N2CD; n1ab was lost.";
    assert_eq!(
        shown(context, &["N1AB"], "N2CD"),
        "[N1AB] hit {N2CD}; [n1ab] was lost."
    );
    assert_eq!(
        shown(context, &["N1AB"], "N1AB"),
        "<N1AB> hit N2CD; <n1ab> was lost."
    );
    assert_eq!(
        shown(context, &["hit N2CD"], "N1AB hit"),
        "{N1AB }<hit>[ N2CD]; n1ab was lost."
    );
    assert_eq!(shown(context, &["[NONE]"], ""), context);
    assert_eq!(shown("", &["x"], "y"), "");
}

#[test]
fn list_members_are_marked_one_by_one() {
    let context = "N1AB hit N2CD.";
    assert_eq!(
        shown(context, &["['N1AB', 'N2CD']"], "[N2CD, N9]"),
        "[N1AB] hit <N2CD>."
    );
    assert_eq!(
        shown("Paris, Texas", &["Paris, Texas"], "x"),
        "[Paris, Texas]"
    );
    assert_eq!(
        shown("at O'Hare, late", &["O'Hare, late"], "[O'Hare]"),
        "at <O'Hare>[, late]"
    );
}

#[test]
fn whole_words_go_before_parts_of_words() {
    assert_eq!(shown("737 and 7", &["7"], "x"), "737 and [7]");
    assert_eq!(shown("a cat", &["a"], "t"), "[a] cat");
    assert_eq!(shown("Flugzeughalle", &["zeug"], "x"), "Flug[zeug]halle");
    assert_eq!(shown("東京都に", &["東京"], "x"), "[東京]都に");
}

#[test]
fn spaces_hyphens_case_and_line_breaks_do_not_hide_a_place() {
    assert_eq!(
        shown("the C-FQXZ flew", &["cfqxz"], "x"),
        "the [C-FQXZ] flew"
    );
    assert_eq!(
        shown("co\npilot and co\u{200b}-pilot", &["co pilot"], "copilot"),
        "<co\npilot> and {co\u{200b}-pilot}"
    );
    assert_eq!(shown("η ΟΔΟΣ", &["οδος"], "οδοσ"), "η <ΟΔΟΣ>");
}

#[test]
fn occurrence_ignores_case_spaces_and_hyphens() {
    let context = "Gliders D-1234 and D-5678.";
    assert!(occurs(context, "d1234") && occurs(context, "[D 5678, D-1234]"));
    assert!(occurs(context, "D-5678, d 1234") && occurs(context, "[D-9, D-1234]"));
    assert!(!occurs(context, "D-9") && !occurs(context, "D-9, D-1234") && !occurs("", "x"));
    assert!(occurs(context, "d\u{200b}1234") && !occurs(context, "[D-9, D-8]"));
}

#[test]
fn odd_texts_never_panic() {
    let odd = [
        "",
        " ",
        "-",
        "[",
        "]",
        "[]",
        "['",
        "\u{0}",
        "\u{200b}",
        "e\u{301}",
        "ß",
        "İ",
        "ﬁ",
        "👩‍✈️",
        "a,b,'",
        ",,,",
        "\u{feff}x",
        "Ǆ",
        "\u{d7ff}",
        "\r\n",
        "''",
        "\"",
        "ΑΣ",
        "\u{ad}-\u{ad}",
    ];
    for context in odd {
        for gold in odd {
            for answer in odd {
                shown(
                    &format!("{context}{gold} {answer}{context}"),
                    &[gold, answer],
                    answer,
                );
                super::why(&[gold], answer, Some(context));
            }
        }
    }
}

#[test]
fn huge_contexts_are_marked() {
    let context = "aaaa bbbb, ".repeat(20_000);
    let golds: Vec<String> = (1..20).map(|n| "aaaa bbbb, ".repeat(n * 20)).collect();
    let golds: Vec<&str> = golds.iter().map(String::as_str).collect();
    // Each place against each, this would take hours.
    let segments = marks(
        &context,
        &compared(&golds, &"a, ".repeat(40_000), Outcome::Wrong),
    );
    assert!(segments.len() > 1);
}
