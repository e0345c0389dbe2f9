//! Preparation, lists as text, Markdown, phrases.

use marksheet::json::Json;
use marksheet::normalize::list_text::{gold, is_none_word, members};
use marksheet::normalize::markdown::stripped;
use marksheet::normalize::no_answer::{NO_ANSWER_PHRASES, Phrases};
use marksheet::normalize::squad::{Preparation, answer};
use marksheet::settings::{Normalizer, Profile};

use super::{ALUE, through};

#[test]
fn the_pinned_facts_of_the_preparation_hold() {
    for (text, alue, squad) in [
        ("$1,200.50", "120050", "120050"),
        ("U.S.A.", "usa", "usa"),
        ("N-123 AB", "n-123 ab", "n123 ab"),
        ("“the", "“", "“"),
        ("the_x", "thex", "thex"),
        ("años a ñ", "años ñ", "años ñ"),
        ("a-the-b", "- -b", "atheb"),
        ("the\u{903}x", "\u{903}x", "\u{903}x"),
        ("A\u{1F}B\u{85}C\u{A0}D\u{3000}E", "b c d e", "b c d e"),
        (
            "x\u{200B}y\u{FEFF}",
            "x\u{200B}y\u{FEFF}",
            "x\u{200B}y\u{FEFF}",
        ),
        ("İ", "i\u{307}", "i\u{307}"),
        ("ΟΔΟΣ", "οδος", "οδος"),
        ("The, an; A!", "", ""),
        ("-", "-", ""),
        ("", "", ""),
    ] {
        assert_eq!(answer(text, Profile::Alue), alue, "{text:?}");
        assert_eq!(answer(text, Profile::SquadV2), squad, "{text:?}");
        assert_eq!(answer(text, Profile::SquadV11), squad, "{text:?}");
    }
}

#[test]
fn unicode_preparation_composes_and_drops_marks_of_every_script() {
    let mut out = String::new();
    let mut with = |text: &str, profile| {
        Preparation::new(profile, true).write(text, &mut out);
        out.clone()
    };
    assert_eq!(with("“Ｎ１２３”", Profile::SquadV2), "n123");
    assert_eq!(with("C\u{2011}GABC", Profile::Alue), "c-gabc");
    assert_eq!(with("C\u{2011}GABC", Profile::SquadV2), "cgabc");
    assert_eq!(
        with("e\u{301}", Profile::SquadV2),
        with("é", Profile::SquadV2)
    );
}

#[test]
fn gold_lists_become_their_members_and_other_brackets_stay_text() {
    for (written, text) in [
        ("['N1', 'N2']", "N1, N2"),
        ("[\"N1\"]", "N1"),
        ("['N7' 'N8']", "N7N8"),
        ("[NONE]", "None"),
        ("['NONE']", "NONE"),
        ("[]", ""),
        ("[r'a\\n', u'b']", "a\\n, b"),
        ("['O\\'Hare', \"O'Hare\"]", "O'Hare, O'Hare"),
        ("['\\ud83d\\ude00']", "😀"),
    ] {
        let read = gold(written);
        assert_eq!(
            (read.text.as_ref(), read.is_bracketed_text),
            (text, false),
            "{written}"
        );
    }
    for written in [
        "[N1, N2]",
        "[27, 9]",
        "['O'Hare']",
        "[['N1']]",
        "['a', None]",
        "[b'a']",
        "[f'a']",
        "['a' b'b']",
    ] {
        let read = gold(written);
        assert_eq!(
            (read.text.as_ref(), read.is_bracketed_text),
            (written, true),
            "{written}"
        );
    }
    for written in ["['N9ZZ'", "N1, N2", "", "('a', 'b')"] {
        assert!(!gold(written).is_bracketed_text, "{written}");
        assert_eq!(gold(written).text, written);
    }
}

#[test]
fn markdown_marks_go_and_text_stays() {
    for (text, left) in [
        ("**N1**", "N1"),
        ("__N1__ and *x* and `y`", "N1 and x and y"),
        ("***N1***", "N1"),
        ("## Answer", "Answer"),
        ("> - **N1**", "N1"),
        ("- a\n- b", "a\nb"),
        ("1. a\n2. b", "a\nb"),
        ("5. Mai", "5. Mai"),
        ("```json\n[1]\n```", "[1]"),
        ("[N1](http://x) and ![pic](y)", "N1 and pic"),
        ("2*3*4 snake_case_x a * b", "2*3*4 snake_case_x a * b"),
        ("\\*N1\\*", "*N1*"),
        ("~~old~~ new", "old new"),
        ("\"N1\"", "N1"),
        ("“N1”", "N1"),
        ("[N1]", "[N1]"),
        ("**unclosed", "**unclosed"),
        ("-5 °C", "-5 °C"),
        ("", ""),
        ("文**字**です", "文字です"),
    ] {
        assert_eq!(stripped(text), left, "{text:?}");
    }
}

#[test]
fn no_answer_phrases_compare_without_case_and_outer_marks() {
    let phrases = Phrases::new(NO_ANSWER_PHRASES);
    for text in [
        "NONE",
        "[NONE]",
        "n/a",
        "N/A.",
        " Unanswerable ",
        "\"no  answer\"",
        "Not mentioned.",
    ] {
        assert!(phrases.holds(text), "{text}");
    }
    for text in ["", "  ", "nonesuch", "no answer from the tower", "-"] {
        assert!(!phrases.holds(text), "{text}");
    }
    assert!(Phrases::new(["-"]).holds(" - "));
    let normalizer = Normalizer::NoAnswerPhrases {
        phrases: vec!["nix".into()],
    };
    let (text, rules, _) = through(&[normalizer], &Json::Text("Nix!".into()), ALUE);
    assert_eq!((text.as_str(), rules.len()), ("", 1));
}

#[test]
fn members_of_written_lists_split_at_commas_outside_quotes() {
    for (text, expected) in [
        ("[N1, N2]", vec!["N1", "N2"]),
        ("N1,N2,", vec!["N1", "N2"]),
        ("['Smith, John', 'x']", vec!["'Smith, John'", "'x'"]),
        ("O'Hare, 'Midway", vec!["O'Hare", "'Midway"]),
        ("'a' b, c", vec!["'a' b", "c"]),
        ("[]", vec![]),
        ("", vec![]),
        ("one", vec!["one"]),
    ] {
        assert_eq!(members(text), expected, "{text}");
    }
    assert!(is_none_word("None.") && is_none_word("[\"none\"]") && !is_none_word("[]"));
}
