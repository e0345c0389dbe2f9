//! Dropped templates on their way into the library.
//!
//! Deliberately absent: what becomes of them there; see [`crate::prompt::library`].

use super::super::Workspace;
use super::super::open_file::{Content, OpenFile};
use crate::prompt::library::{Adopted, Dropped};
use crate::protocol::FileKey;

/// A template in an opened file.
pub(in crate::workspace) struct Pending {
    key: FileKey,
    part: usize,
    dropped: Dropped,
}

impl Workspace {
    /// Remembers the templates of a file until all files of the drop are there.
    pub(in crate::workspace) fn note_templates(&mut self, file: &OpenFile) {
        let key = file.key;
        for (part, read) in file.parts.iter().enumerate() {
            if let Content::Template { text, became: None } = &read.content {
                let dropped = Dropped {
                    path: read.name.clone(),
                    text: text.clone(),
                };
                self.prompts.pending.push(Pending { key, part, dropped });
            }
        }
    }

    /// Takes the templates that were opened since into the library, and shows the first set they made that suits the
    /// dataset.
    pub(in crate::workspace) fn adopt_templates(&mut self) {
        if self.prompts.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.prompts.pending);
        let selected = self.selected_set().task_type.clone();
        let (places, dropped): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .map(|pending| ((pending.key, pending.part), pending.dropped))
            .unzip();
        let adopted = self.prompts.kept.library.adopt(&dropped, &selected);
        for ((key, part), adopted) in places.into_iter().zip(&adopted) {
            let file = self.file_mut(key);
            let part = file.and_then(|file| file.parts.get_mut(part));
            if let Some(part) = part
                && let Content::Template { became, text } = &mut part.content
            {
                *became = Some(adopted.words());
                *text = String::new();
            }
        }
        self.show_adopted(&selected, &adopted);
    }

    fn show_adopted(&mut self, selected: &str, adopted: &[Adopted]) {
        let asked = self.data().map(|data| data.task);
        let library = &self.prompts.kept.library;
        let suits = |adopted: &&Adopted| {
            let task = library.get(&adopted.task_type).and_then(|set| set.task());
            asked.is_none() || task == asked
        };
        let found = adopted
            .iter()
            .find(|adopted| adopted.task_type == selected)
            .or_else(|| adopted.iter().find(suits))
            .or(adopted.first());
        if let Some(name) = found.map(|adopted| adopted.task_type.clone()) {
            self.choose_set(&name);
        }
    }
}
