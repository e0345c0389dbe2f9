//! What is open, kept in the browser's store and opened again.

use super::reading::make_room;
use super::{Desk, say, say_progress};
use crate::browser::lock::BESIDE;
use crate::browser::store::Store;
use crate::browser::{clock, file};
use crate::problem::{Problem, some_ids};
use crate::protocol::{FileKey, Reply};
use crate::run::RunState;
use crate::workspace::{Saved, SavedFile};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A store that has not opened after so many milliseconds is done without.
pub(super) const PATIENCE: i32 = 6_000;

/// So many names are tried beside one whose content cannot be read.
const MOST_ASIDE: u32 = 20;

impl Desk {
    /// Opens what was open when the tab was last here.
    pub(super) async fn restore(&mut self, turn: u32, workspace: &str) {
        *self = Self::new(self.sender.clone());
        let (store, saved) = match clock::within(PATIENCE, open_store(workspace)).await {
            Some(Ok(opened)) => opened,
            Some(Err(error)) => return self.tell_store(&error.to_string()),
            None => return self.tell_store("its store does not answer"),
        };
        let start = clock::now();
        let mut lost = Vec::new();
        for kept in saved.files.iter().filter(|kept| !kept.is_run) {
            say_progress(turn, false, format!("Opening {}", kept.name), 0, 0);
            let blob = store
                .file(kept.key)
                .await
                .ok()
                .flatten()
                .and_then(file::as_blob);
            let read = match &blob {
                Some(blob) => file::bytes(blob).await.ok(),
                None => None,
            };
            match (blob, read) {
                (Some(blob), Some(bytes)) => {
                    make_room(bytes.len());
                    self.workspace.reopen(kept, &bytes);
                    self.blobs.insert(kept.key, blob);
                    self.stored.insert(kept.key);
                }
                _ => lost.push(kept.name.as_str()),
            }
        }
        if !lost.is_empty() {
            say(&Reply::Trouble(
                Problem::warning(format!("the browser no longer has {}", some_ids(lost, 5))).hint(
                    "open these files again; browsers clear what they keep when space runs short",
                ),
            ));
        }
        self.restore_runs(&store, &saved).await;
        self.workspace_name = store.name().to_owned();
        self.store = Some(Rc::new(store));
        self.workspace.restore(&saved);
        self.workspace.show_interrupted();
        self.read = (start, clock::now());
    }

    /// Opens the runs that were asked here, also one that was begun just before the page died and is in no list yet.
    async fn restore_runs(&mut self, store: &Store, saved: &Saved) {
        let runs = match store.runs().await {
            Ok(runs) => runs,
            Err(error) => return self.tell_store(&error.to_string()),
        };
        for run in runs {
            self.workspace.reserve(run);
            let is_it = |kept: &&SavedFile| kept.key == run && kept.is_run;
            let kept = saved.files.iter().find(is_it).cloned();
            let kept = kept.unwrap_or_else(|| SavedFile::of_run(run));
            let opened = match store.run(run).await {
                Ok(Some((header, records))) => {
                    let records = records.iter().map(String::as_str);
                    self.workspace.reopen_run(&kept, &header, records)
                }
                Ok(None) => continue,
                Err(error) => {
                    self.unread_runs.insert(run);
                    self.tell_store(&error.to_string());
                    continue;
                }
            };
            match opened {
                Ok(is_cleaned) => {
                    self.stored_runs.insert(run);
                    let state = self.workspace.answers(run).filter(|_| is_cleaned);
                    if let Some(header) = state.map(RunState::header)
                        && let Err(error) = store.put_header(run, &header).await
                    {
                        self.tell_store(&error.to_string());
                    }
                }
                Err(problem) => {
                    self.unread_runs.insert(run);
                    say(&Reply::Trouble(problem));
                }
            }
        }
    }

    /// Stores the choices alone, without anybody waiting for it. While one is being written only the newest waits.
    pub(super) fn keep_soon(&self) {
        let Some(store) = self.store.clone() else {
            return;
        };
        let choices = serde_json::to_string(&self.workspace.saved()).unwrap_or_default();
        let is_writing = self.unwritten.replace(Some(choices)).is_some() || self.is_writing.get();
        if is_writing {
            return;
        }
        let (unwritten, is_writing) = (self.unwritten.clone(), self.is_writing.clone());
        let is_told = self.is_trouble_told.clone();
        is_writing.set(true);
        wasm_bindgen_futures::spawn_local(async move {
            while let Some(choices) = take(&unwritten) {
                if let Err(error) = store.put_choices(&choices).await {
                    tell_store(&is_told, &error.to_string());
                }
            }
            is_writing.set(false);
        });
    }

    /// Stores files and choices; a store that refuses is told once and stops nothing.
    pub(super) async fn keep(&mut self) {
        let saved = self.workspace.saved();
        let Some(store) = self.store.clone() else {
            return;
        };
        // Older choices still on their way must not be written after these.
        self.unwritten.take();
        let kept: Vec<FileKey> = saved.files.iter().map(|file| file.key).collect();
        let runs = saved.files.iter().filter(|file| file.is_run);
        let runs: BTreeSet<FileKey> = runs.map(|file| file.key).collect();
        let result = async {
            for run in self.stored_runs.difference(&runs) {
                store.forget_run(*run).await?;
            }
            for key in kept.iter().filter(|key| !self.stored.contains(key)) {
                if let Some(blob) = self.blobs.get(key) {
                    store.put_file(*key, blob).await?;
                }
            }
            store
                .put_choices(&serde_json::to_string(&saved).unwrap_or_default())
                .await?;
            store.keep_only(&kept).await
        };
        let result = result.await;
        self.blobs.retain(|key, _| kept.contains(key));
        match result {
            Ok(()) => {
                self.stored = kept.into_iter().collect();
                self.stored_runs = runs;
            }
            Err(error) => self.tell_store(&error.to_string()),
        }
    }

    pub(super) fn tell_store(&self, error: &str) {
        tell_store(&self.is_trouble_told, error);
    }
}

/// Tells once that the store refuses.
fn tell_store(is_told: &Cell<bool>, error: &str) {
    if is_told.replace(true) {
        return;
    }
    say(&Reply::Trouble(
        Problem::warning(format!("the browser does not keep what is open here: {error}")).hint(
            "everything works, but a reload forgets it: download the zip before you close the page. \
             Private windows, full disks, and another tab with an older version of this page are the usual causes",
        ),
    ));
}

/// What waits to be written, taken out of its cell before anything is waited for.
fn take(unwritten: &RefCell<Option<String>>) -> Option<String> {
    unwritten.borrow_mut().take()
}

/// The store of that name and what is in it. One whose record cannot be read is left untouched, and said to be;
/// another is taken beside it.
async fn open_store(workspace: &str) -> Result<(Store, Saved), idb::Error> {
    let mut name = workspace.to_owned();
    for _ in 0..MOST_ASIDE {
        let store = Store::open(&name).await?;
        let Some(choices) = store.choices().await? else {
            return Ok((store, Saved::default()));
        };
        if let Some(saved) = Saved::read(&choices) {
            return Ok((store, saved));
        }
        say(&Reply::Trouble(
            Problem::warning("what was open here before was stored by another version and is set aside, untouched")
                .hint("open the files again, or reload once the newer version of the page is back"),
        ));
        name.push_str(BESIDE);
    }
    Ok((Store::open(&name).await?, Saved::default()))
}
