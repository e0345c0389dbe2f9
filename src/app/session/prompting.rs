//! The Prompt place's part of the session: [`Drafts`] decides what is asked, here it is asked and shown.

use super::Session;
use crate::browser::{clock, kept};
use crate::drafts::{Asked, Drafts, Texts};
use crate::prompt::FewShot;
use crate::protocol::{DifferenceLine, Go, PromptEdit, PromptView, Request, TotalsView};
use leptos::prelude::*;
use std::sync::Arc;

/// The handles of the Prompt place.
#[derive(Clone, Copy)]
pub struct Prompting {
    /// As the worker last told it; replaced whole.
    pub view: RwSignal<Arc<PromptView>>,
    /// What stands in the editor of the system template.
    pub system: RwSignal<String>,
    /// What stands in the editor of the user template.
    pub user: RwSignal<String>,
    /// What stands in the values box.
    pub values: RwSignal<String>,
    /// The few-shot choice as it stands.
    pub few_shot: RwSignal<FewShot>,
    /// What all prompts come to, as far as it is counted.
    pub totals: RwSignal<Option<TotalsView>>,
    /// Whether the totals are those of other templates, data or examples.
    pub is_totals_old: RwSignal<bool>,
    /// How the templates differ from the built-in ones, while that is shown.
    pub difference: RwSignal<Option<Vec<DifferenceLine>>>,
    /// Whether white space is made visible in the preview.
    pub is_space_shown: RwSignal<bool>,
    /// Whether the worker has told anything yet.
    pub is_known: RwSignal<bool>,
    /// Whether no message is made since making one broke the worker.
    pub is_held: RwSignal<bool>,
    drafts: StoredValue<Drafts>,
    /// When the oldest keystroke was made that no preview shows yet.
    typed_at: StoredValue<Option<f64>>,
    /// When the last keystroke was made.
    last_typed: StoredValue<f64>,
}

/// What was typed within so many milliseconds may not be in the store yet.
const RECENT: f64 = 2_000.0;

impl Prompting {
    /// An empty place.
    pub fn new() -> Self {
        Self {
            view: RwSignal::new(Arc::new(PromptView::default())),
            system: RwSignal::new(String::new()),
            user: RwSignal::new(String::new()),
            values: RwSignal::new(String::new()),
            few_shot: RwSignal::new(FewShot::default()),
            totals: RwSignal::new(None),
            is_totals_old: RwSignal::new(false),
            difference: RwSignal::new(None),
            is_space_shown: RwSignal::new(false),
            is_known: RwSignal::new(false),
            is_held: RwSignal::new(false),
            drafts: StoredValue::new(Drafts::default()),
            typed_at: StoredValue::new(None),
            last_typed: StoredValue::new(f64::NEG_INFINITY),
        }
    }

    fn update<T>(self, change: impl FnOnce(&mut Drafts) -> T) -> Option<T> {
        self.drafts.try_update_value(change)
    }

    /// Makes the fields show what the drafts hold.
    fn show_fields(self) {
        self.drafts.with_value(|drafts| {
            let texts = drafts.texts();
            take_over(self.system, &texts.system);
            take_over(self.user, &texts.user);
            take_over(self.values, &texts.values);
            if self
                .few_shot
                .with_untracked(|few_shot| few_shot != drafts.few_shot())
            {
                self.few_shot.set(drafts.few_shot().clone());
            }
        });
    }
}

impl Session {
    /// What was typed before a reload and may not have reached the store comes back, if this is the workspace it was
    /// typed in.
    pub(super) fn bring_back_typed(self, workspace: &str) {
        let typed = kept::take_typed();
        let typed = typed.and_then(|text| serde_json::from_str::<(String, Texts)>(&text).ok());
        if let Some((_, texts)) = typed.filter(|(of, _)| of == workspace) {
            self.prompt.update(|drafts| drafts.bring_back(texts));
        }
    }

    /// What was typed just now is kept should the page go away before the store has it.
    pub(super) fn keep_typed(self) {
        let leaving = window_event_listener(leptos::ev::pagehide, move |_| {
            let is_recent = clock::now() - self.prompt.last_typed.get_value() < RECENT;
            let workspace = self.workspace.get_value();
            let typed = self.prompt.drafts.with_value(|drafts| {
                let is_due = (is_recent || drafts.is_ahead()) && !drafts.is_held();
                let has_fields = !drafts.texts().task_type.is_empty();
                let typed = (workspace, drafts.texts());
                (is_due && has_fields)
                    .then(|| serde_json::to_string(&typed).ok())
                    .flatten()
            });
            match typed {
                Some(typed) => kept::keep_typed(&typed),
                None => drop(kept::take_typed()),
            }
        });
        on_cleanup(move || leaving.remove());
    }

    /// Something was typed into one of the templates.
    pub fn write_template(self, is_system: bool, text: String) {
        let prompt = self.prompt;
        prompt.update(|drafts| drafts.write(is_system, &text));
        let field = if is_system {
            prompt.system
        } else {
            prompt.user
        };
        field.set(text);
        self.typed();
    }

    /// Something was typed into the values box.
    pub fn write_values(self, text: String) {
        self.prompt.update(|drafts| drafts.write_values(&text));
        self.prompt.values.set(text);
        self.typed();
    }

    fn typed(self) {
        self.n_deaths.set_value(0);
        self.prompt.last_typed.set_value(clock::now());
        self.prompt.typed_at.update_value(|typed_at| {
            typed_at.get_or_insert_with(clock::now);
        });
        self.changed();
    }

    /// Whether every change has been answered.
    pub fn is_prompt_settled(self) -> bool {
        self.prompt.drafts.with_value(Drafts::is_settled)
    }

    /// The data is another, which may be what broke a worker before.
    pub(super) fn release_prompts(self) {
        self.prompt.update(Drafts::release);
    }

    fn changed(self) {
        self.prompt.is_totals_old.set(true);
        self.ask_for_prompt();
    }

    /// Changes what prompts are made from.
    pub fn edit_prompt(self, edit: PromptEdit) {
        if let PromptEdit::FewShot(few_shot) = &edit {
            self.prompt.few_shot.set(few_shot.clone());
        }
        self.n_deaths.set_value(0);
        self.prompt.update(|drafts| drafts.edit(edit, Go::Stay));
        self.changed();
    }

    /// Shows another question's prompt.
    pub fn go_to_prompt(self, go: Go) {
        self.prompt
            .update(|drafts| drafts.edit(PromptEdit::Nothing, go));
        self.ask_for_prompt();
    }

    /// Shows the prompt anew: the data may be another, or the place has just been entered.
    pub(super) fn show_prompt(self) {
        self.prompt
            .update(|drafts| drafts.edit(PromptEdit::Nothing, Go::Stay));
        self.changed();
    }

    /// What is typed and not yet handed over goes to the worker before anything that follows.
    pub(super) fn hand_over_typed(self) {
        for asked in self.prompt.update(Drafts::all).unwrap_or_default() {
            self.send_prompt(asked);
        }
    }

    /// Asks how the selected templates differ from the built-in ones; again closes the list.
    pub fn toggle_difference(self) {
        if self.prompt.difference.with_untracked(Option::is_some) {
            self.prompt.difference.set(None);
        } else {
            self.hand_over_typed();
            self.ask(&Request::TemplateDifference);
        }
    }

    /// Asks for a zip of the selected set, or of all.
    pub fn download_templates(self, is_all: bool) {
        self.hand_over_typed();
        self.ask(&Request::DownloadTemplates { is_all });
    }

    fn ask_for_prompt(self) {
        if let Some(asked) = self.prompt.update(Drafts::next_question).flatten() {
            self.send_prompt(asked);
        }
    }

    fn send_prompt(self, asked: Asked) {
        let Asked {
            ticket,
            edit,
            go,
            with_messages,
        } = asked;
        self.ask(&Request::Prompt {
            ticket,
            edit: Box::new(edit),
            go,
            with_messages,
            with_totals: self.place.get_untracked().shows_totals(),
        });
    }

    pub(super) fn hear_prompt(self, view: PromptView) {
        let prompt = self.prompt;
        let heard = prompt
            .update(|drafts| drafts.hear(&view))
            .unwrap_or_default();
        if heard.is_taken_over {
            prompt.show_fields();
        }
        prompt.view.set(Arc::new(view));
        prompt.is_known.set(true);
        prompt
            .is_held
            .set(prompt.drafts.with_value(Drafts::is_held));
        if heard.is_newest {
            if prompt.difference.with_untracked(Option::is_some) {
                self.ask(&Request::TemplateDifference);
            }
            if let Some(start) = prompt.typed_at.try_update_value(Option::take).flatten() {
                // The effects that write the preview run before a timer does.
                leptos::task::spawn_local(async move {
                    clock::sleep(0).await;
                    clock::measure("marksheet:render-template", start, clock::now());
                });
            }
        }
        self.ask_for_prompt();
    }

    pub(super) fn hear_totals(self, totals: TotalsView) {
        if totals.ticket == self.prompt.drafts.with_value(Drafts::counted) {
            self.prompt.totals.set(Some(totals));
            self.prompt.is_totals_old.set(false);
        }
    }

    pub(super) fn hear_difference(self, lines: Vec<DifferenceLine>) {
        // Nothing to show where a set is the person's own, or as it came.
        let is_changed = lines.iter().any(|line| line.side != 0);
        self.prompt.difference.set(is_changed.then_some(lines));
    }

    /// A new worker took the place of the old one.
    pub(super) fn restart_prompts(self, is_broken: bool) {
        let is_counting = self.place.get_untracked().shows_totals()
            && self.prompt.totals.with_untracked(|totals| {
                totals
                    .as_ref()
                    .is_none_or(|totals| totals.n_done < totals.n_items)
            });
        self.prompt.update(|drafts| {
            let is_prompt = !drafts.is_settled() || is_counting;
            drafts.restart(is_broken && is_prompt);
        });
    }

    /// Everything is forgotten.
    pub(super) fn forget_prompts(self) {
        self.prompt.update(Drafts::forget);
        self.prompt.difference.set(None);
        self.prompt.totals.set(None);
    }
}

/// Sets what stands in a field, unless it stands there already.
fn take_over(field: RwSignal<String>, text: &str) {
    if field.with_untracked(|present| present != text) {
        field.set(text.to_owned());
    }
}
