//! Result files made here and handed to the page.

use super::{Desk, say, say_progress, say_with};
use crate::browser::{clock, file};
use crate::problem::Problem;
use crate::protocol::{FileKey, Reply};
use crate::report;
use crate::report::Run;
use js_sys::Uint8Array;

impl Desk {
    /// Makes a result file, or the zip of all, and hands it to the page.
    pub(super) async fn download(&mut self, name: &str, with_dataset: bool) {
        let Some((dataset_file, predictions_file)) = self
            .workspace
            .shown()
            .map(|shown| (shown.dataset_file, shown.predictions_file))
        else {
            return;
        };
        let dataset = self.input(dataset_file, true).await;
        let predictions = self.input(predictions_file, false).await;
        if name == "all" && with_dataset && dataset.is_none() {
            say(&Reply::OfDeed(
                Problem::warning("the zip is made without the dataset: the browser cannot read its file any more")
                    .hint("it was moved or changed since it was dropped; drop it again to have it in the zip"),
            ));
        }
        let created = clock::utc();
        let (dataset, predictions) = (borrowed(&dataset), borrowed(&predictions));
        self.workspace
            .export(&created, dataset, predictions, |run| match name {
                "all" => hand_over_zip(run, dataset.filter(|_| with_dataset)),
                name => {
                    if let Some(file) = report::file(run, name) {
                        hand_over(file.name, file.mime, file.text.as_bytes());
                    }
                }
            });
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
