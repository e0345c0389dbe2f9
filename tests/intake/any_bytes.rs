//! Whatever the bytes are, they are read or it is told why they are not.

use super::{fixtures, long, shown};
use marksheet::intake::{Understood, read};
use marksheet::json::Json;
use marksheet::problem::Severity;
use proptest::prelude::*;

fn any_fixture() -> impl Strategy<Value = Vec<u8>> {
    let all: Vec<_> = ["dataset", "predictions", "text", "cases/files"]
        .iter()
        .flat_map(|folder| fixtures(folder))
        .collect();
    prop::sample::select(all).prop_map(|path| std::fs::read(path).unwrap())
}

/// Pieces that change what a file is.
fn any_piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "null", "{}", "[]", "\"\"", "NaN", "-1", "1e99", "\"id\"", "\n", ",", ":", "{", "}", "[",
        "]", "\"", "\\u", "\u{feff}", "é", "\0", "'", "text", "answers",
    ];
    prop_oneof![
        prop::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4),
    ]
}

/// Everything that can be done with a file must be possible without a panic.
fn use_all(bytes: &[u8]) {
    let intake = read("x", bytes);
    let text = shown(&intake);
    assert!(!text.is_empty());
    if let Understood::IdTexts(texts) = intake.understood {
        let _ = texts.into_key();
    }
    let has_any = !matches!(read("x", bytes).understood, Understood::Nothing);
    let has_error = intake
        .problems
        .iter()
        .any(|problem| problem.severity == Severity::Error);
    assert!(has_any || has_error, "neither read nor told why");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(long::times(300)))]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        use_all(&bytes);
    }

    #[test]
    fn no_changed_fixture_panics(mut bytes in any_fixture(), changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..8, any_piece()), 0..4)) {
        for (at, n, piece) in changes {
            let at = at.index(bytes.len() + 1);
            let end = (at + n).min(bytes.len());
            bytes.splice(at..end, piece);
        }
        use_all(&bytes);
    }

    #[test]
    fn no_cut_fixture_panics(bytes in any_fixture(), at: prop::sample::Index) {
        use_all(&bytes[..at.index(bytes.len() + 1)]);
    }

    #[test]
    fn ids_and_texts_come_back_in_order(pairs in prop::collection::vec((".{1,8}", ".{0,12}"), 1..20)) {
        let pairs: Vec<_> = pairs.into_iter().enumerate().map(|(i, (id, text))| (format!("{id}{i}"), text)).collect();
        let entries = pairs.iter().map(|(id, text)| (id.clone().into(), Json::Text(text.clone().into())));
        let text = Json::Object(entries.collect()).to_json_text();
        let Understood::IdTexts(texts) = read("x", text.as_bytes()).understood else { panic!("{text}") };
        let read: Vec<_> = texts.into_predictions().entries.into_iter().map(|entry| (entry.id, entry.value)).collect();
        let expected: Vec<_> = pairs.into_iter().map(|(id, text)| (id, Json::Text(text.into()))).collect();
        prop_assert_eq!(read, expected);
    }
}
