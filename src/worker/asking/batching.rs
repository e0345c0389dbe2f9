//! The batch file: written piece by piece beside everything else, and handed to the page as the browser's own object.
//!
//! Deliberately absent: what a line holds, and where one file ends and the next begins.

use super::trying::Trying;
use super::{Desk, say};
use crate::browser::clock;
use crate::browser::pieces::{Pieces, zipped};
use crate::problem::Problem;
use crate::protocol::{AskForm, Reply};
use crate::provider::batch::{LIMITS, part_name};
use crate::worker::{Incoming, say_progress, say_with};
use crate::workspace::{Batch, Elsewhere};
use std::io::Write;
use web_sys::Blob;

/// So many lines are made before the clock is looked at.
const STEP: usize = 16;

/// About how long one slice takes, in milliseconds: a keystroke may have to wait for it.
const SLICE: f64 = 20.0;

/// A file to save.
struct Made {
    name: &'static str,
    mime: &'static str,
    blob: Blob,
}

impl Desk {
    /// Makes a batch of all prompts, or of those without a reply, and hands it to the page.
    pub(in crate::worker) fn download_batch(&mut self, form: &AskForm, is_rest: bool) {
        self.batching = None;
        let batch = match is_rest {
            true => self.workspace.batch_of_rest(form, LIMITS),
            false => self.workspace.batch(form, LIMITS),
        };
        match batch {
            Ok(mut batch) => {
                let sender = self.sender.clone();
                self.batching = Some(Trying::begin(async move {
                    match made(&mut batch).await {
                        Ok(Some(made)) => {
                            let reply = Reply::File {
                                name: made.name.to_owned(),
                                mime: made.mime.to_owned(),
                            };
                            say_with(&reply, &made.blob);
                            let written = Box::new(batch.elsewhere().clone());
                            // The receiver lives as long as the worker.
                            let _ = sender.unbounded_send(Incoming::Written(written));
                        }
                        Ok(None) => say(&Reply::OfDeed(Problem::error(
                            "there is no batch file: no question has a prompt",
                        ))),
                        Err(problem) => say(&Reply::OfDeed(problem)),
                    }
                    for problem in batch.told() {
                        say(&Reply::OfDeed(problem));
                    }
                }));
            }
            Err(problems) => {
                for problem in problems {
                    say(&Reply::OfDeed(problem));
                }
            }
        }
    }

    /// Notes how the replies of a batch that was handed over are to be read: that must outlive the page.
    pub(in crate::worker) fn remember_batch(&mut self, batch: Elsewhere) {
        self.workspace.remember(batch, &clock::utc());
        self.keep_soon();
    }
}

/// The file; `None` where no line could be made.
async fn made(batch: &mut Batch) -> Result<Option<Made>, Problem> {
    let mut parts: Vec<Pieces> = Vec::new();
    let mut since = clock::now();
    while let Some(chunks) = batch.step(STEP) {
        for chunk in chunks {
            parts.resize_with(chunk.part + 1, Pieces::default);
            if let Some(part) = parts.get_mut(chunk.part) {
                let written = part.write_all(chunk.text.as_bytes());
                written.map_err(|error| unwritten(&error))?;
            }
        }
        if clock::now() - since > SLICE {
            let (done, total) = batch.progress();
            tell("Writing the batch file", done, total);
            // Requests that came meanwhile go first.
            clock::sleep(0).await;
            since = clock::now();
        }
    }
    if parts.len() > 1 {
        return packed(parts).await.map(Some);
    }
    let made = |part: Pieces| {
        let mime = "application/jsonl";
        let blob = part.whole(mime).map_err(|error| unwritten(&error))?;
        Ok(Made {
            name: "batch.jsonl",
            mime,
            blob,
        })
    };
    parts.pop().map(made).transpose()
}

/// The files as a zip.
async fn packed(parts: Vec<Pieces>) -> Result<Made, Problem> {
    let total = parts.len();
    let named = parts.into_iter().enumerate();
    let files = named.map(|(i, part)| (part_name(i), part)).collect();
    let zip = zipped(files, |i| tell("Packing the batch files", i, total)).await;
    let zip = zip.map_err(|problem| unwritten(&problem.message))?;
    let mime = "application/zip";
    let blob = zip.whole(mime).map_err(|error| unwritten(&error))?;
    Ok(Made {
        name: "batch.zip",
        mime,
        blob,
    })
}

fn tell(doing: &str, done: usize, total: usize) {
    say_progress(0, false, doing.to_owned(), done as u32, total as u32);
}

fn unwritten(error: &dyn std::fmt::Display) -> Problem {
    Problem::error(format!("the batch file could not be made: {error}"))
        .hint("set Questions to fewer, and make several files")
}
