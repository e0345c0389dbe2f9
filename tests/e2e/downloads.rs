//! The result files of a bundled sample as the core writes them natively, to hold against what the page hands out.

use crate::Outcome;
use marksheet::report;
use marksheet::workspace::Workspace;
use serde_json::Value;
use std::path::Path;

/// When the expected files were made.
const CREATED: &str = "2026-01-02T03:04:05Z";

/// Every result file of the sample in that folder: name and text.
pub fn expected(folder: &str) -> Outcome<Vec<(String, String)>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(folder);
    let dataset = std::fs::read(data.join("dataset.json"))?;
    let predictions = std::fs::read(data.join("predictions.json"))?;
    let name = folder.replace('-', "_");
    let names = [format!("{name}.json"), format!("{name}_predictions.json")];
    let mut workspace = Workspace::default();
    workspace.open(&names[0], &dataset);
    workspace.open(&names[1], &predictions);
    workspace.settle();
    workspace.score(&mut |_| {});
    let dataset = Some((names[0].as_str(), dataset.as_slice()));
    let predictions = Some((names[1].as_str(), predictions.as_slice()));
    let files = workspace.export(CREATED, dataset, predictions, report::files);
    let files = files.ok_or("the sample is not scored")?.into_iter();
    Ok(files
        .map(|file| (file.name.to_owned(), file.text))
        .collect())
}

/// The same name and the same text; the time of its making aside.
pub fn are_equal(name: &str, expected: &str, file: &str, bytes: &[u8]) -> Outcome {
    let text = std::str::from_utf8(bytes)?;
    if file != name {
        return Err(format!("{file} should be {name}").into());
    }
    match name {
        "run.json" => {
            let (wanted, held) = (without_time(expected)?, without_time(text)?);
            has_same_lines(name, &format!("{wanted:#}"), &format!("{held:#}"))
        }
        "report.html" => has_same_lines(name, &timeless(expected)?, &timeless(text)?),
        _ => has_same_lines(name, expected, text),
    }
}

/// Tells the first line that differs alone: some files are long.
fn has_same_lines(name: &str, expected: &str, text: &str) -> Outcome {
    if expected == text {
        return Ok(());
    }
    let mut pairs = (1..).zip(expected.lines().zip(text.lines()));
    let (n, (wanted, held)) = pairs
        .find(|(_, (wanted, held))| wanted != held)
        .unwrap_or((0, ("another number of lines", "")));
    Err(format!("{name}: line {n} should be\n{wanted}\nand is\n{held}").into())
}

fn without_time(text: &str) -> Outcome<Value> {
    let mut record: Value = serde_json::from_str(text)?;
    if let Some(fields) = record.as_object_mut() {
        fields.remove("created").ok_or("no time of creation")?;
    }
    Ok(record)
}

/// The report says when it was made, in one sentence to the second and above to the day: both become those of [`CREATED`].
fn timeless(report: &str) -> Outcome<String> {
    let made = report.split_once("Made ").map(|(_, after)| after);
    let time = made.and_then(|made| made.split_whitespace().next());
    let time = time.ok_or("no time of creation in the report")?;
    let (day, _) = time.split_once('T').ok_or("no time after Made")?;
    let (own_day, _) = CREATED.split_once('T').ok_or("no day")?;
    Ok(report.replace(time, CREATED).replace(day, own_day))
}
