//! Dropped template files become sets, or take the place of what a set had.
//!
//! Deliberately absent: reading files.

use super::file_name::{FileRole, Message, role_of};
use super::name;
use super::{Library, TemplateSet, built_in};

/// A template as it was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its name, with the folders it was in.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// What became of a dropped template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adopted {
    /// The set it is in now.
    pub task_type: String,
    /// Which message it is.
    pub message: Message,
    /// The name under which an edited set that had to give way is kept.
    pub copy: Option<String>,
    /// Whether another file of the same drop took its place at once.
    pub is_replaced: bool,
}

impl Adopted {
    /// In words: `system message of aviation_exam, see Prompt`.
    pub fn words(&self) -> String {
        let what = match self.message {
            Message::System => "system message of",
            Message::User => "user message of",
            Message::Alone => "the set",
        };
        let copy = self
            .copy
            .as_ref()
            .map(|copy| format!("; what was edited before is kept as {copy}"))
            .unwrap_or_default();
        let replaced = match self.is_replaced {
            true => "; another file dropped with it took its place",
            false => "",
        };
        format!("{what} {}, see Prompt{copy}{replaced}", self.task_type)
    }
}

/// Files that make one set.
struct Group {
    task_type: String,
    system: Option<String>,
    user: Option<String>,
    /// Index of the file, and the message it is.
    files: Vec<(usize, Message)>,
}

impl Group {
    /// Takes a file, unless it already has another of this kind.
    fn take(&mut self, index: usize, message: Message, text: &str) -> bool {
        let is_free =
            |known: &Option<String>, text: &str| known.as_ref().is_none_or(|known| known == text);
        let (system, user) = match message {
            Message::System => (Some(text), None),
            Message::User => (None, Some(text)),
            Message::Alone => (Some(""), Some(text)),
        };
        let fits = system.is_none_or(|text| is_free(&self.system, text))
            && user.is_none_or(|text| is_free(&self.user, text));
        if fits {
            self.system = system.map(str::to_owned).or(self.system.take());
            self.user = user.map(str::to_owned).or(self.user.take());
            self.files.push((index, message));
        }
        fits
    }
}

impl Library {
    /// Takes over files that were dropped together; system and user template of one task type make one set, in whatever order. Those that
    /// name no task type go into the set `selected`. What they replace can be taken back, and is kept as a copy if a person had
    /// edited it. Returns what became of each file.
    pub fn adopt(&mut self, files: &[Dropped], selected: &str) -> Vec<Adopted> {
        let mut adopted: Vec<(usize, Adopted)> = Vec::new();
        for group in groups(files, selected) {
            let (task_type, copy) = self.take_over(&group);
            for (index, message) in group.files {
                adopted.push((
                    index,
                    Adopted {
                        task_type: task_type.clone(),
                        message,
                        copy: copy.clone(),
                        is_replaced: false,
                    },
                ));
            }
        }
        for i in 0..adopted.len() {
            let (head, tail) = adopted.split_at_mut(i + 1);
            if let Some((_, earlier)) = head.last_mut() {
                earlier.is_replaced = tail.iter().any(|(_, later)| {
                    later.task_type == earlier.task_type && later.message == earlier.message
                });
            }
        }
        adopted.sort_by_key(|(index, _)| *index);
        adopted.into_iter().map(|(_, adopted)| adopted).collect()
    }

    /// The name of the set that holds the group's templates now, and of the copy of what was there.
    fn take_over(&mut self, group: &Group) -> (String, Option<String>) {
        let Some(old) = self.get(&group.task_type).cloned() else {
            let task_type = self.free_name(&group.task_type);
            self.sets.push(TemplateSet {
                task_type: task_type.clone(),
                system: group.system.clone().unwrap_or_default(),
                user: group.user.clone().unwrap_or_default(),
                is_edited: false,
            });
            return (task_type, None);
        };
        let new = TemplateSet {
            task_type: old.task_type.clone(),
            system: group.system.clone().unwrap_or(old.system.clone()),
            user: group.user.clone().unwrap_or(old.user.clone()),
            is_edited: false,
        };
        let words = format!("replacing {} by dropped files", old.task_type);
        let is_replaced = self.replace(new, words);
        let is_own = old.is_edited
            && built_in::set(&old.task_type).is_none_or(|known| !known.is_same_text(&old));
        let copy = (is_replaced && is_own).then(|| self.keep_copy(&old));
        (old.task_type, copy)
    }
}

fn groups(files: &[Dropped], selected: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let FileRole { task_type, message } = role_of(&file.path);
        let task_type = task_type.unwrap_or_else(|| selected.to_owned());
        let known = groups
            .iter_mut()
            .rev()
            .find(|group| name::is_same(&group.task_type, &task_type));
        let is_taken = known.is_some_and(|group| group.take(index, message, &file.text));
        if !is_taken {
            let mut group = Group {
                task_type,
                system: None,
                user: None,
                files: Vec::new(),
            };
            group.take(index, message, &file.text);
            groups.push(group);
        }
    }
    groups
}
