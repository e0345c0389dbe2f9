//! What stands in the fields of the Prompt place, and what of it the worker knows.
//!
//! One question is out at a time, and only the newest text waits behind it, so that a preview never lags by more than
//! one. Nothing typed is lost or lands in another set: what is typed belongs to the set the editors show, until they
//! take over another. Deliberately absent: fields, messages and clocks; the page brings them.

use crate::prompt::FewShot;
use crate::protocol::{Go, PromptEdit, PromptView};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The texts of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    /// The set the two editors show.
    pub task_type: String,
    /// The system template.
    pub system: String,
    /// The user template.
    pub user: String,
    /// The values box.
    pub values: String,
}

/// One question to the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Comes back in [`PromptView::ticket`].
    pub ticket: u32,
    /// The change.
    pub edit: PromptEdit,
    /// Which question's prompt to show.
    pub go: Go,
    /// Whether the messages are to be made; not while they are what broke the worker.
    pub with_messages: bool,
}

/// What an answer means for the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The fields have to show the texts of [`Drafts::texts`] and the choice of [`Drafts::few_shot`].
    pub is_taken_over: bool,
    /// Everything typed so far is in it.
    pub is_newest: bool,
}

/// A question that waits, or is out.
#[derive(Clone, Debug)]
struct Entry {
    edit: PromptEdit,
    go: Go,
    /// Whether it was there when making messages broke the worker.
    is_suspect: bool,
}

/// The fields as they stand.
#[derive(Clone, Debug, Default)]
pub struct Drafts {
    texts: Texts,
    few_shot: FewShot,
    /// The revision the editors took over last; none before the first answer.
    taken: Option<u32>,
    /// Changes and moves that wait for the answer to the last one.
    waiting: VecDeque<Entry>,
    /// What is out, oldest first.
    out: VecDeque<Entry>,
    ticket: u32,
    /// The ticket of the last question whose answer changes what all prompts come to.
    counted: u32,
    /// Whether making the messages broke the worker, and nothing was changed since.
    is_held: bool,
}

impl Drafts {
    /// What stands in the fields.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The few-shot choice as it stands.
    pub fn few_shot(&self) -> &FewShot {
        &self.few_shot
    }

    /// Whether something typed is on its way.
    pub fn is_ahead(&self) -> bool {
        let mut entries = self.waiting.iter().chain(&self.out);
        entries.any(|entry| matches!(entry.edit, PromptEdit::Write { .. } | PromptEdit::Values(_)))
    }

    /// Whether every question has its answer.
    pub fn is_settled(&self) -> bool {
        self.waiting.is_empty() && self.out.is_empty()
    }

    /// The ticket that totals of the present templates, data and examples carry.
    pub fn counted(&self) -> u32 {
        self.counted
    }

    /// The data is another: messages are made again.
    pub fn release(&mut self) {
        self.is_held = false;
    }

    /// Whether no message is made until something is changed.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Something was typed into one of the templates.
    pub fn write(&mut self, is_system: bool, text: &str) {
        let field = if is_system {
            &mut self.texts.system
        } else {
            &mut self.texts.user
        };
        text.clone_into(field);
        self.edit(self.written(), Go::Stay);
    }

    /// Something was typed into the values box.
    pub fn write_values(&mut self, text: &str) {
        text.clone_into(&mut self.texts.values);
        self.edit(PromptEdit::Values(text.to_owned()), Go::Stay);
    }

    /// Something else changes, or another question is to be shown.
    pub fn edit(&mut self, edit: PromptEdit, go: Go) {
        if let PromptEdit::FewShot(few_shot) = &edit {
            self.few_shot.clone_from(few_shot);
        }
        if edit != PromptEdit::Nothing {
            self.is_held = false;
        }
        if self
            .waiting
            .back()
            .is_some_and(|last| is_covered(last, &edit, &go))
        {
            self.waiting.pop_back();
        }
        self.waiting.push_back(Entry {
            edit,
            go,
            is_suspect: false,
        });
    }

    /// The next question, unless an answer is still to come.
    pub fn next_question(&mut self) -> Option<Asked> {
        if !self.out.is_empty() {
            return None;
        }
        self.send()
    }

    /// Every question that waits, for something that is to see them all follows.
    pub fn all(&mut self) -> Vec<Asked> {
        std::iter::from_fn(|| self.send()).collect()
    }

    fn send(&mut self) -> Option<Asked> {
        let entry = self.waiting.pop_front()?;
        self.out.push_back(entry.clone());
        self.ticket = self.ticket.wrapping_add(1);
        let Entry {
            edit,
            go,
            is_suspect,
        } = entry;
        if edit != PromptEdit::Nothing || go == Go::Stay {
            self.counted = self.ticket;
        }
        Some(Asked {
            ticket: self.ticket,
            edit,
            go,
            with_messages: !self.is_held && !is_suspect,
        })
    }

    /// An answer came. The fields take over what the worker has only when nothing typed is on its way.
    pub fn hear(&mut self, view: &PromptView) -> Heard {
        self.out.pop_front();
        let is_newest = view.ticket == self.ticket && self.waiting.is_empty();
        let is_other = self.taken != Some(view.revision) || self.texts.task_type != view.task_type;
        let is_taken_over = is_newest && (is_other || self.few_shot != view.few_shot);
        if is_newest {
            self.few_shot.clone_from(&view.few_shot);
        }
        if is_newest && is_other {
            self.taken = Some(view.revision);
            self.texts = Texts {
                task_type: view.task_type.clone(),
                system: view.system_source.clone(),
                user: view.user_source.clone(),
                values: view.values.clone(),
            };
        }
        Heard {
            is_taken_over,
            is_newest,
        }
    }

    /// A new worker took the place of the old one, and has what was stored. What was out is asked again, and what stands
    /// in the fields handed over; if making messages broke the old one (`is_broken`), without making them.
    pub fn restart(&mut self, is_broken: bool) {
        let queue: Vec<Entry> = self.out.drain(..).chain(self.waiting.drain(..)).collect();
        // The fields hold the newest of what was typed into them: it takes the place of the last that was on its way.
        let has_fields = !self.texts.task_type.is_empty();
        self.taken = None;
        let (mut write_at, mut values_at) = (0, 0);
        for entry in queue {
            match &entry.edit {
                PromptEdit::Write { task_type, .. }
                    if has_fields && *task_type == self.texts.task_type =>
                {
                    write_at = self.waiting.len();
                }
                PromptEdit::Values(_) if has_fields => values_at = self.waiting.len(),
                _ => self.waiting.push_back(entry),
            }
        }
        if has_fields {
            let entry = |edit| Entry {
                edit,
                go: Go::Stay,
                is_suspect: false,
            };
            self.waiting.insert(
                values_at,
                entry(PromptEdit::Values(self.texts.values.clone())),
            );
            let write_at = write_at + usize::from(values_at < write_at);
            self.waiting.insert(write_at, entry(self.written()));
        }
        if is_broken {
            self.is_held = true;
            for entry in &mut self.waiting {
                entry.is_suspect = true;
            }
        }
    }

    /// What was typed before a reload and may not have been kept.
    pub fn bring_back(&mut self, texts: Texts) {
        self.texts.clone_from(&texts);
        let write = PromptEdit::Write {
            task_type: texts.task_type,
            system: texts.system,
            user: texts.user,
        };
        for edit in [write, PromptEdit::Values(texts.values)] {
            self.waiting.push_back(Entry {
                edit,
                go: Go::Stay,
                is_suspect: false,
            });
        }
    }

    /// Everything is forgotten; answers still to come are nobody's.
    pub fn forget(&mut self) {
        self.waiting.clear();
        for entry in &mut self.out {
            entry.edit = PromptEdit::Nothing;
        }
        self.texts = Texts::default();
        self.taken = None;
        self.is_held = false;
    }

    fn written(&self) -> PromptEdit {
        PromptEdit::Write {
            task_type: self.texts.task_type.clone(),
            system: self.texts.system.clone(),
            user: self.texts.user.clone(),
        }
    }
}

/// Whether what waits last need not be asked when this comes after it.
fn is_covered(last: &Entry, edit: &PromptEdit, go: &Go) -> bool {
    let is_still = last.go == Go::Stay && !last.is_suspect;
    match (&last.edit, edit) {
        (PromptEdit::Write { task_type: old, .. }, PromptEdit::Write { task_type: new, .. }) => {
            is_still && old == new
        }
        (PromptEdit::Values(_), PromptEdit::Values(_))
        | (PromptEdit::FewShot(_), PromptEdit::FewShot(_)) => is_still,
        (PromptEdit::Nothing, PromptEdit::Nothing) => matches!(
            (&last.go, go),
            (Go::Stay, Go::Stay) | (Go::FindFrom(_), Go::FindFrom(_))
        ),
        _ => false,
    }
}
