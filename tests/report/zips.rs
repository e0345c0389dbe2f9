//! Zips: ours there and back, and those of others, however broken.

use super::made::{Made, entry, item, json, text};
use marksheet::dataset::Task;
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::report::RunFacts;
use marksheet::report::archive::{self, Limits};
use marksheet::report::run_record::InputFile;

const TIME: &str = "2026-03-01T12:04:05Z";

fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<_> = files
        .iter()
        .map(|(name, content)| ((*name).to_owned(), *content))
        .collect();
    archive::write(&files, TIME, &mut |_, _| {}).unwrap()
}

fn names(archive: &archive::Archive) -> Vec<&str> {
    archive
        .files
        .iter()
        .map(|(name, _)| name.as_str())
        .collect()
}

fn said(archive: &archive::Archive) -> String {
    let said: Vec<_> = archive.problems.iter().map(ToString::to_string).collect();
    said.join("\n")
}

/// A run with everything `predictions.json` alone cannot hold.
fn run() -> Made {
    let mut made = Made::new(Task::Extractive);
    let mut unsure = entry("q1", text("N1AB"));
    unsure.no_answer_probability = Some(0.1 + 0.2);
    made.add(item("q1", &["N1AB"]), Some(unsure), Outcome::Correct, 1.0);
    let mut failed = entry("q2", json("null"));
    failed.failure = Some(Failure {
        outcome: Outcome::Network,
        detail: "no route".into(),
    });
    made.add(item("q2", &["x"]), Some(failed), Outcome::Network, 0.0);
    let mut cut = entry("q3", text("so the answer"));
    cut.failure = Some(Failure {
        outcome: Outcome::Truncated,
        detail: "length".into(),
    });
    made.add(item("q3", &[]), Some(cut), Outcome::Wrong, 0.0);
    made.add(
        item("q4", &["y"]),
        Some(entry("q4", text("ERROR"))),
        Outcome::HttpError,
        0.0,
    );
    made.facts = RunFacts {
        name: "run".into(),
        created: TIME.into(),
        dataset: Some(InputFile::of(
            "metrics.json",
            "SQuAD-shaped JSON",
            b"the dataset",
        )),
        ..RunFacts::default()
    };
    made
}

#[test]
fn run_goes_into_its_zip_and_comes_out_equal() {
    let made = run();
    let zip = made.zip(Some(("C:\\data\\metrics.json", b"the dataset")));
    let packed = archive::read("run.zip", zip.clone()).unwrap();
    assert!(names(&packed).contains(&"outcomes.svg"), "{packed:?}");
    let opened = archive::open_run(archive::read("run.zip", zip.clone()).unwrap()).unwrap();
    assert_eq!(opened.problems, []);
    assert_eq!(
        opened.dataset,
        Some(("metrics.json".to_owned(), b"the dataset".to_vec()))
    );

    let values: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&opened.predictions).unwrap();
    let mut entries: Vec<Entry> = values
        .iter()
        .map(|(id, value)| entry(id, json(&value.to_string())))
        .collect();
    opened.record.restore(&mut entries);
    let again = Made {
        entries: entries.into_iter().map(Some).collect(),
        facts: opened.record.facts(),
        ..run()
    };
    assert_eq!(again.entries, made.entries);
    assert_eq!(again.files(), made.files());
    assert_eq!(again.zip(Some(("metrics.json", b"the dataset"))), zip);
}

#[test]
fn run_is_found_when_its_files_were_packed_again_in_a_folder() {
    let made = run();
    let inner = archive::read("run.zip", made.zip(Some(("metrics.json", b"the dataset")))).unwrap();
    let again: Vec<_> = inner
        .files
        .iter()
        .map(|(name, content)| (format!("my run/{name}"), content.as_slice()))
        .collect();
    let again = archive::write(&again, TIME, &mut |_, _| {}).unwrap();
    let opened = archive::open_run(archive::read("again.zip", again).unwrap()).unwrap();
    assert_eq!(opened.dataset.unwrap().1, b"the dataset");
}

#[test]
fn changed_dataset_in_the_zip_is_said() {
    let mut made = run();
    made.facts.dataset = Some(InputFile::of("dev.json", "", b"before"));
    let zip = made.zip(Some(("dev.json", b"after")));
    let opened = archive::open_run(archive::read("run.zip", zip).unwrap()).unwrap();
    assert_eq!(opened.dataset.unwrap().1, b"after");
    assert!(
        opened.problems[0]
            .message
            .contains("not the one the run was scored with")
    );
    let without = archive::open_run(archive::read("run.zip", made.zip(None)).unwrap()).unwrap();
    assert_eq!(without.dataset, None);
}

#[test]
fn zip_of_other_files_is_given_back_as_it_is() {
    let zip = packed(&[
        ("dev.json", b"{}"),
        ("a/predictions.json", b"1"),
        ("b/predictions.json", b"2"),
    ]);
    let archive = archive::open_run(archive::read("x.zip", zip).unwrap()).unwrap_err();
    assert_eq!(
        names(&archive),
        ["dev.json", "a/predictions.json", "b/predictions.json"]
    );
    let broken = packed(&[("run.json", b"{"), ("predictions.json", b"{}")]);
    let archive = archive::open_run(archive::read("x.zip", broken).unwrap()).unwrap_err();
    assert_eq!(archive.problems.len(), 1);
}

#[test]
fn paths_lose_what_leads_out_and_clutter_is_passed_over() {
    let zip = packed(&[
        ("../../etc/one.json", b"1"),
        ("C:\\two.json", b"2"),
        ("/x/same.json", b"3"),
        ("../y/same.json", b"4"),
        ("__MACOSX/._one.json", b"-"),
        (".DS_Store", b"-"),
        ("deep/Thumbs.db", b"-"),
        ("inner.zip", &packed(&[("a", b"a")])),
    ]);
    let archive = archive::read("x.zip", zip).unwrap();
    assert_eq!(
        names(&archive),
        ["one.json", "two.json", "x/same.json", "y/same.json"]
    );
    assert!(said(&archive).contains("inner.zip: a zip inside a zip is not opened"));
}

#[test]
fn every_cut_of_a_zip_is_an_answer_and_never_a_panic() {
    let zip = run().zip(Some(("dev.json", b"{}")));
    for end in (0..zip.len()).step_by(7) {
        let read = archive::read("cut.zip", zip[..end].to_vec());
        let problem = read.unwrap_err();
        if end > 1 {
            assert!(problem.message.contains("cut off"), "{end}: {problem}");
        }
    }
    let empty = archive::read("e.zip", packed(&[])).unwrap_err();
    assert!(empty.message.contains("no files"));
    let other = archive::read("e.zip", b"<!doctype html>".to_vec()).unwrap_err();
    assert!(other.message.contains("not a zip"));
}

#[test]
fn damaged_bytes_never_panic_and_cost_only_their_file() {
    let zip = packed(&[("a.txt", &b"hello ".repeat(50)), ("b.txt", b"world")]);
    for at in 0..zip.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bad = zip.clone();
            bad[at] ^= flip;
            drop(archive::read("bad.zip", bad));
        }
    }
    let mut bad = zip.clone();
    bad[40] ^= 0xff;
    let archive = archive::read("bad.zip", bad).unwrap();
    assert_eq!(names(&archive), ["b.txt"]);
    assert!(
        said(&archive).contains("a.txt: is damaged"),
        "{}",
        said(&archive)
    );
}

#[test]
fn protected_and_oddly_packed_files_are_named() {
    let zip = packed(&[("a.txt", b"hello"), ("b.txt", b"world")]);
    let central = zip
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    let mut locked = zip.clone();
    locked[6] |= 1;
    locked[central + 8] |= 1;
    let archive = archive::read("locked.zip", locked).unwrap();
    assert_eq!(names(&archive), ["b.txt"]);
    assert!(
        said(&archive).contains("a.txt: is protected by a password"),
        "{}",
        said(&archive)
    );
    let mut odd = zip.clone();
    odd[8] = 14;
    odd[central + 10] = 14;
    let archive = archive::read("odd.zip", odd).unwrap();
    assert!(
        said(&archive).contains("a.txt: is packed in a way"),
        "{}",
        said(&archive)
    );
}

#[test]
fn bombs_are_stopped_by_what_they_unpack_to() {
    let zeros = vec![0; 20 << 20];
    let archive = archive::read("bomb.zip", packed(&[("zeros", &zeros), ("b", b"fine")])).unwrap();
    assert_eq!(names(&archive), ["b"]);
    assert!(said(&archive).contains("zeros: unpacks to far more"));

    // A size that the zip only claims is refused before anything is unpacked.
    let mut claimed = packed(&[("huge", b"tiny"), ("b", b"fine")]);
    let entry = claimed
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    claimed[entry + 24..entry + 28].copy_from_slice(&3_000_000_000_u32.to_le_bytes());
    let archive = archive::read("claimed.zip", claimed).unwrap();
    assert_eq!(names(&archive), ["b"]);
    assert!(
        said(&archive).contains("claimed.zip/huge: unpacks to far more"),
        "{}",
        said(&archive)
    );

    let many: Vec<_> = (0..9).map(|n| format!("f{n}")).collect();
    let many: Vec<_> = many
        .iter()
        .map(|name| (name.as_str(), [b'x'; 100].as_slice()))
        .collect();
    let limits = |n_files, n_bytes| Limits { n_files, n_bytes };
    let archive = archive::read_within("m.zip", packed(&many), limits(100, 450)).unwrap();
    assert_eq!(archive.files.len(), 4);
    assert!(
        said(&archive).contains("not read: f4, f5, f6, f7, f8"),
        "{}",
        said(&archive)
    );
    let archive = archive::read_within("m.zip", packed(&many), limits(3, 450)).unwrap();
    assert_eq!(archive.files.len(), 3);
    assert!(said(&archive).contains("holds 9 files; only the first 3"));
}

#[test]
fn progress_ends_with_everything_done() {
    let mut last = (0, 0);
    let content = vec![b'x'; 3 << 20];
    let files = [
        ("a".to_owned(), content.as_slice()),
        ("b".to_owned(), b"y".as_slice()),
    ];
    archive::write(&files, TIME, &mut |done, total| last = (done, total)).unwrap();
    assert_eq!(last, ((3 << 20) + 1, (3 << 20) + 1));
    assert!(
        archive::write(
            &[("a".to_owned(), b"".as_slice()), ("a".to_owned(), b"")],
            TIME,
            &mut |_, _| {}
        )
        .is_err()
    );
}

#[test]
fn zip_names_are_safe_everywhere() {
    for (name, expected) in [
        ("gpt-4.1 / tails", "gpt-4.1_tails_20260301_120405.zip"),
        ("../..\\evil", "evil_20260301_120405.zip"),
        ("Prüfung 1", "Prüfung_1_20260301_120405.zip"),
        ("", "run_20260301_120405.zip"),
    ] {
        assert_eq!(archive::file_name(name, TIME), expected);
    }
    assert!(archive::file_name(&"x".repeat(500), TIME).len() < 90);
}

#[test]
fn value_less_failure_is_not_confused_with_a_reply_of_error() {
    let made = run();
    let record = made.record();
    let mut entries = [entry("q2", text("ERROR")), entry("q4", text("ERROR"))];
    record.restore(&mut entries);
    assert_eq!(entries[0].value, Json::Null);
    assert_eq!(entries[1].value, text("ERROR"));
}
