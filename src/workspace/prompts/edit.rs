//! What a person changes in the Prompt place.

use super::super::Workspace;
use crate::dataset::Task;
use crate::problem::Problem;
use crate::prompt::Library;
use crate::prompt::library::neutral;
use crate::protocol::PromptEdit;

impl Workspace {
    /// Carries out a change; the problem says why it cannot be done.
    pub(super) fn edit_prompts(&mut self, edit: PromptEdit) -> Option<Problem> {
        match edit {
            PromptEdit::Nothing => {}
            PromptEdit::Write {
                task_type,
                system,
                user,
            } => {
                self.choose_written(&task_type, &system, &user);
                let kept = &mut self.prompts.kept;
                kept.library.write(&task_type, &system, &user);
                self.prompts.shown = (task_type, system, user);
            }
            PromptEdit::Choose(task_type) => self.choose_set(&task_type),
            PromptEdit::New(name) => {
                let task = self.prompt_task().unwrap_or(Task::Extractive);
                let original = Library::default();
                let (system, user) = original
                    .get(neutral(task))
                    .map(|set| (set.system.clone(), set.user.clone()))
                    .unwrap_or_default();
                return self.add_set(&name, &system, &user);
            }
            PromptEdit::Duplicate(name) => {
                let set = self.selected_set();
                let (system, user) = (set.system.clone(), set.user.clone());
                return self.add_set(&name, &system, &user);
            }
            PromptEdit::Rename(name) => {
                let old = self.selected_set().task_type.clone();
                match self.prompts.kept.library.rename(&old, &name) {
                    Ok(new) => self.choose_set(&new),
                    Err(problem) => return Some(problem),
                }
            }
            PromptEdit::Delete => {
                let selected = self.selected_set().task_type.clone();
                self.prompts.kept.library.delete(&selected);
            }
            PromptEdit::Reset => {
                let selected = self.selected_set().task_type.clone();
                self.prompts.kept.library.reset(&selected);
            }
            PromptEdit::Undo => {
                if let Some(restored) = self.prompts.kept.library.undo() {
                    self.choose_set(&restored);
                }
            }
            PromptEdit::FewShot(few_shot) => self.prompts.kept.few_shot = few_shot,
            PromptEdit::Strict(is_strict) => self.prompts.kept.is_strict = is_strict,
            PromptEdit::Values(text) => self.prompts.kept.values = text,
        }
        None
    }

    /// A set somebody types in before a dataset is there, or while one is being opened, is theirs: it stays, if it fits.
    fn choose_written(&mut self, task_type: &str, system: &str, user: &str) {
        let data_task = self.data().map(|dataset| dataset.task);
        let set = self.prompts.kept.library.get(task_type);
        let Some(set) = set.filter(|set| set.system != system || set.user != user) else {
            return;
        };
        let task = self.prompts.prepared.task_of(set);
        let fits = data_task.is_none() || task.is_none() || task == data_task;
        let is_selected = self.selected_set().task_type == task_type;
        let is_open = !self.prompts.kept.library.is_chosen();
        if is_open && fits && (data_task.is_none() || !is_selected) {
            self.choose_set(task_type);
        }
    }

    pub(super) fn choose_set(&mut self, task_type: &str) {
        let beside = self.data().map(|dataset| dataset.task);
        self.prompts.kept.library.choose(task_type, beside);
    }

    fn add_set(&mut self, name: &str, system: &str, user: &str) -> Option<Problem> {
        match self.prompts.kept.library.add(name, system, user) {
            Ok(task_type) => {
                self.choose_set(&task_type);
                None
            }
            Err(problem) => Some(problem),
        }
    }
}
