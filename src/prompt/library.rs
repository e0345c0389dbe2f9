//! The template sets: those that come with the page, and a person's own.
//!
//! Deliberately absent: what is wrong with a template; which question is shown. A set is named for its task type, which
//! is the folder its two files have in ALUE.

mod adopt;
mod built_in;
mod file_name;
mod name;
mod undo;

pub use adopt::{Adopted, Dropped};
pub use built_in::{neutral, suggested};
pub use file_name::{FileRole, Message, is_template_name, role_of};

use crate::dataset::{Dataset, Task};
use crate::problem::Problem;
use crate::prompt::Template;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use undo::Undo;

/// The two templates of a task type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateSet {
    /// Its name, also that of its folder.
    pub task_type: String,
    /// The source of the system template.
    pub system: String,
    /// The source of the user template.
    pub user: String,
    /// Whether a person typed in it since it came from the page or a file.
    #[serde(default)]
    pub is_edited: bool,
}

impl TemplateSet {
    /// Whether both templates are the same text, whichever line ends they have.
    pub fn is_same_text(&self, other: &Self) -> bool {
        with_plain_line_ends(&self.system) == with_plain_line_ends(&other.system)
            && with_plain_line_ends(&self.user) == with_plain_line_ends(&other.user)
    }

    /// What its variables are those of; `None` where that cannot be told. Parses the templates.
    pub fn task(&self) -> Option<Task> {
        if let Some(task) = built_in::task(&self.task_type) {
            return Some(task);
        }
        let sources = [&self.user, &self.system];
        let parsed = sources.map(|source| Template::parse("", source).ok());
        let variables = || parsed.iter().flatten().flat_map(Template::variables);
        let uses = |names: &[&str]| variables().any(|known| names.contains(&known.name.as_str()));
        match (uses(&["query", "context"]), uses(&["input"])) {
            (true, false) => Some(Task::Extractive),
            (false, true) => Some(Task::MultipleChoice),
            _ => None,
        }
    }
}

/// The text with `\n` for every line end, as Jinja reads it and an editor on a page shows it.
///
/// ```
/// use marksheet::prompt::library::with_plain_line_ends;
/// assert_eq!(with_plain_line_ends("a\r\nb\rc\n"), "a\nb\nc\n");
/// ```
pub fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

/// A set that was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Choice {
    task_type: String,
    /// What was asked in the dataset that was open then.
    #[serde(default)]
    beside: Option<Task>,
}

/// All template sets, built-in ones first; which one is chosen; and what can be taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub struct Library {
    sets: Vec<TemplateSet>,
    choice: Option<Choice>,
    undo: Vec<Undo>,
    /// The last renaming, for what is still said of the old name.
    renamed: Option<(String, String)>,
}

/// What is stored: only what is not built in.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    #[serde(default)]
    sets: Vec<TemplateSet>,
    #[serde(default)]
    choice: Option<Choice>,
}

impl From<Kept> for Library {
    fn from(kept: Kept) -> Self {
        let mut library = Self::default();
        for set in kept.sets {
            match library.index(&set.task_type) {
                Some(i) if i < built_in::SETS.len() => {
                    if let Some(known) = library.sets.get_mut(i) {
                        *known = TemplateSet {
                            task_type: known.task_type.clone(),
                            ..set
                        };
                    }
                }
                _ => {
                    let task_type = library.free_name(&set.task_type);
                    library.sets.push(TemplateSet { task_type, ..set });
                }
            }
        }
        library.choice = kept.choice;
        library
    }
}

impl From<Library> for Kept {
    fn from(library: Library) -> Self {
        let is_kept = |set: &TemplateSet| {
            built_in::set(&set.task_type).is_none_or(|known| !known.is_same_text(set))
        };
        Self {
            sets: library.sets.into_iter().filter(is_kept).collect(),
            choice: library.choice,
        }
    }
}

impl Default for Library {
    fn default() -> Self {
        Self {
            sets: built_in::SETS.iter().map(built_in::BuiltIn::set).collect(),
            choice: None,
            undo: Vec::new(),
            renamed: None,
        }
    }
}

impl Library {
    /// All sets, built-in ones first, then in the order they were made.
    pub fn sets(&self) -> &[TemplateSet] {
        &self.sets
    }

    /// The set of this name, in whatever case.
    pub fn get(&self, task_type: &str) -> Option<&TemplateSet> {
        self.sets.get(self.index(task_type)?)
    }

    fn index(&self, task_type: &str) -> Option<usize> {
        self.sets
            .iter()
            .position(|set| name::is_same(&set.task_type, task_type))
    }

    fn get_mut(&mut self, task_type: &str) -> Option<&mut TemplateSet> {
        let index = self.index(task_type)?;
        self.sets.get_mut(index)
    }

    /// Whether a set comes with the page.
    pub fn is_built_in(&self, task_type: &str) -> bool {
        built_in::set(task_type).is_some()
    }

    /// Whether a set that comes with the page is no longer as it came.
    pub fn is_changed(&self, task_type: &str) -> bool {
        match (built_in::set(task_type), self.get(task_type)) {
            (Some(known), Some(set)) => !known.is_same_text(set),
            _ => false,
        }
    }

    /// The set in use: the chosen one where it fits the dataset or was chosen beside one that asks the same, else the one
    /// that suits the dataset. `task_of` is what a set is for, [`TemplateSet::task`] or what is remembered of it.
    pub fn selected(
        &self,
        dataset: Option<&Dataset>,
        task_of: impl Fn(&TemplateSet) -> Option<Task>,
    ) -> &TemplateSet {
        static NONE: TemplateSet = TemplateSet {
            task_type: String::new(),
            system: String::new(),
            user: String::new(),
            is_edited: false,
        };
        let asked = dataset.map(|dataset| dataset.task);
        let fits = |choice: &Choice, set: &TemplateSet| {
            let task = task_of(set);
            asked.is_none() || task.is_none() || task == asked || choice.beside == asked
        };
        let chosen = self.choice.as_ref().and_then(|choice| {
            let set = self.get(&choice.task_type)?;
            fits(choice, set).then_some(set)
        });
        let suited = || self.get(suggested(dataset)).or(self.sets.first());
        chosen.or_else(suited).unwrap_or(&NONE)
    }

    /// Whether a person chose a set.
    pub fn is_chosen(&self) -> bool {
        self.choice.is_some()
    }

    /// Uses this set from now on. `beside` is what the open dataset asks.
    pub fn choose(&mut self, task_type: &str, beside: Option<Task>) {
        let Some(set) = self.get(task_type) else {
            return;
        };
        self.choice = Some(Choice {
            task_type: set.task_type.clone(),
            beside,
        });
    }

    /// What stands in the editors. A set that is gone by now is left gone; one that was just renamed is known by its old
    /// name too.
    pub fn write(&mut self, task_type: &str, system: &str, user: &str) {
        let renamed = match &self.renamed {
            Some((old, new)) if name::is_same(old, task_type) => Some(new.clone()),
            _ => None,
        };
        let known = match (self.index(task_type), renamed) {
            (None, Some(new)) => new,
            _ => task_type.to_owned(),
        };
        let Some(set) = self.get_mut(&known) else {
            return;
        };
        let written = TemplateSet {
            task_type: set.task_type.clone(),
            system: system.to_owned(),
            user: user.to_owned(),
            is_edited: true,
        };
        if !set.is_same_text(&written) {
            *set = written;
        }
    }

    /// Adds a set and returns its name, tidied.
    ///
    /// # Errors
    /// When the name cannot be that of a folder, or another set has it.
    pub fn add(&mut self, task_type: &str, system: &str, user: &str) -> Result<String, Problem> {
        let task_type = name::checked(task_type, |name| self.get(name).is_some())?;
        self.sets.push(TemplateSet {
            task_type: task_type.clone(),
            system: system.to_owned(),
            user: user.to_owned(),
            is_edited: false,
        });
        Ok(task_type)
    }

    /// Gives one of a person's own sets another name, and returns that, tidied.
    ///
    /// # Errors
    /// When the set comes with the page, or as for [`add`](Self::add).
    pub fn rename(&mut self, task_type: &str, new: &str) -> Result<String, Problem> {
        if self.is_built_in(task_type) {
            let message = format!("{task_type} comes with the page and keeps its name");
            return Err(Problem::error(message).hint("duplicate it, and name the copy"));
        }
        let own = self.index(task_type);
        let new = name::checked(new, |name| {
            let other = self.index(name);
            other.is_some() && other != own
        })?;
        let Some(set) = own.and_then(|index| self.sets.get_mut(index)) else {
            return Err(Problem::error(format!(
                "there is no set {task_type} any more"
            )));
        };
        let old = std::mem::replace(&mut set.task_type, new.clone());
        if let Some(choice) = &mut self.choice
            && name::is_same(&choice.task_type, &old)
        {
            choice.task_type.clone_from(&new);
        }
        for undo in &mut self.undo {
            undo.rename(&old, &new);
        }
        self.renamed = Some((old, new.clone()));
        Ok(new)
    }

    /// A name that no other set has: this one, or with a number behind it.
    fn free_name(&self, wanted: &str) -> String {
        name::free(wanted, |name| self.get(name).is_some())
    }
}
