//! Result files made here and handed to the page.
//!
//! What the report says is found out in slices after scoring. A file that holds it waits for that: the desk stays open
//! meanwhile, and nothing is found twice.

use super::background::Background;
use super::{Desk, say, say_progress, say_with};
use crate::browser::{clock, file};
use crate::problem::Problem;
use crate::protocol::{FileKey, Reply};
use crate::report;
use crate::report::run_record::InputFile;
use crate::report::{Run, document};
use js_sys::Uint8Array;

/// A file that a person asked for.
#[derive(PartialEq)]
pub(super) enum Wanted {
    /// A result file, or with `all` the zip.
    File {
        /// Its name.
        name: String,
        /// Whether the zip holds the dataset.
        with_dataset: bool,
    },
    /// The report as Markdown.
    Markdown,
}

impl Wanted {
    fn has_report(&self) -> bool {
        match self {
            Wanted::File { name, .. } => matches!(name.as_str(), "all" | "report.html"),
            Wanted::Markdown => true,
        }
    }

    /// Whether it says of which files the numbers come.
    fn names_inputs(&self) -> bool {
        match self {
            Wanted::File { name, .. } => {
                matches!(name.as_str(), "all" | "report.html" | "run.json")
            }
            Wanted::Markdown => true,
        }
    }
}

impl Desk {
    /// Makes a file, now or as soon as all is found that stands in it.
    pub(super) async fn want(&mut self, wanted: Wanted) {
        match &mut self.background {
            Some(work) if wanted.has_report() && !work.is_report_known() => {
                work.hurry_report();
                say_progress(0, false, "Making the report".to_owned(), 0, 0);
                if !self.waiting.contains(&wanted) {
                    self.waiting.push(wanted);
                }
            }
            _ => self.make(&wanted).await,
        }
    }

    /// Makes the files that waited, once all is found that stands in them.
    pub(super) async fn make_waiting(&mut self) {
        let is_known = |work: &Background| work.is_report_known();
        if !self.waiting.is_empty() && self.background.as_ref().is_none_or(is_known) {
            for wanted in std::mem::take(&mut self.waiting) {
                self.make(&wanted).await;
            }
        }
    }

    async fn make(&mut self, wanted: &Wanted) {
        let Some((dataset_file, predictions_file)) = self
            .workspace
            .shown()
            .map(|shown| (shown.dataset_file, shown.predictions_file))
        else {
            return;
        };
        let is_zip = matches!(wanted, Wanted::File { name, with_dataset: true } if name == "all");
        let dataset = match is_zip {
            true => self.input(dataset_file, true).await,
            false => None,
        };
        let described = match wanted.names_inputs() {
            true => [
                self.described(dataset_file, true).await,
                self.described(predictions_file, false).await,
            ],
            false => [None, None],
        };
        if is_zip && dataset.is_none() {
            say(&Reply::OfDeed(without_dataset()));
        }
        self.workspace
            .export_of(&clock::utc(), described, |run| match wanted {
                Wanted::File { name, .. } if name == "all" => {
                    hand_over_zip(run, borrowed(&dataset));
                }
                Wanted::File { name, .. } => {
                    if let Some(file) = report::file(run, name) {
                        hand_over(file.name, file.mime, file.text.as_bytes());
                    }
                }
                Wanted::Markdown => say(&Reply::Markdown(document::markdown(run))),
            });
    }

    /// What the files say of the dataset or the predictions: looked at once.
    async fn described(&mut self, key: FileKey, is_dataset: bool) -> Option<InputFile> {
        let known = self.described.get(&(key, is_dataset));
        if let Some(known) = known {
            return Some(known.clone());
        }
        let (name, bytes) = self.input(key, is_dataset).await?;
        let described = self.workspace.described(is_dataset, &name, &bytes)?;
        self.described.insert((key, is_dataset), described.clone());
        Some(described)
    }

    /// A file's name and bytes as dropped; of a zip, those of the dataset or predictions in it. A file that was moved
    /// or changed since is taken from the store.
    async fn input(&self, key: FileKey, is_dataset: bool) -> Option<(String, Vec<u8>)> {
        let bytes = match file::bytes(self.blobs.get(&key)?).await {
            Ok(bytes) => bytes,
            Err(_) => {
                let kept = self.store.as_ref()?.file(key).await.ok().flatten();
                file::bytes(&file::as_blob(kept?)?).await.ok()?
            }
        };
        self.workspace.input(key, is_dataset, bytes)
    }
}

fn without_dataset() -> Problem {
    Problem::warning(
        "the zip is made without the dataset: the browser cannot read its file any more",
    )
    .hint("it was moved or changed since it was dropped; drop it again to have it in the zip")
}

fn borrowed(input: &Option<(String, Vec<u8>)>) -> Option<(&str, &[u8])> {
    input
        .as_ref()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
}

fn hand_over_zip(run: &Run<'_>, dataset: Option<(&str, &[u8])>) {
    let zipped = report::zip(run, dataset, &mut |done, total| {
        let kilobytes = |bytes: u64| (bytes / 1024) as u32;
        say_progress(
            0,
            false,
            "Packing the zip".to_owned(),
            kilobytes(done),
            kilobytes(total),
        );
    });
    match zipped {
        Ok(bytes) => {
            let name = report::archive::file_name(&run.facts.name, &run.facts.created);
            hand_over(&name, "application/zip", &bytes);
        }
        Err(problem) => say(&Reply::OfDeed(problem)),
    }
}

pub(super) fn hand_over(name: &str, mime: &str, bytes: &[u8]) {
    let reply = Reply::File {
        name: name.to_owned(),
        mime: mime.to_owned(),
    };
    say_with(&reply, &Uint8Array::from(bytes));
}
