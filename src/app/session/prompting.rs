//! The Prompt place's part of the session: what stands in the editors, what the worker made of it, and one question at
//! a time between the two, so that a preview never lags behind by more than one.

use super::{Place, Session};
use crate::browser::clock;
use crate::protocol::{DifferenceLine, Go, PromptEdit, PromptView, Request, TotalsView};
use leptos::prelude::*;
use std::collections::VecDeque;
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
    /// What all prompts come to, as far as it is counted.
    pub totals: RwSignal<Option<TotalsView>>,
    /// How the templates differ from the built-in ones, while that is shown.
    pub difference: RwSignal<Option<Vec<DifferenceLine>>>,
    /// Whether white space is made visible in the preview.
    pub is_space_shown: RwSignal<bool>,
    /// Whether the worker has told anything yet.
    pub is_known: RwSignal<bool>,
    /// Changes and moves that wait for the answer to the last one.
    waiting: StoredValue<VecDeque<(PromptEdit, Go)>>,
    /// The set and revision whose templates the editors took over last.
    taken: StoredValue<Option<(String, u32)>>,
    /// Whether an answer is still to come.
    is_asked: StoredValue<bool>,
    ticket: StoredValue<u32>,
    /// When the oldest keystroke was made that no preview shows yet.
    typed_at: StoredValue<Option<f64>>,
}

impl Prompting {
    /// An empty place.
    pub fn new() -> Self {
        Self {
            view: RwSignal::new(Arc::new(PromptView::default())),
            system: RwSignal::new(String::new()),
            user: RwSignal::new(String::new()),
            values: RwSignal::new(String::new()),
            totals: RwSignal::new(None),
            difference: RwSignal::new(None),
            is_space_shown: RwSignal::new(false),
            is_known: RwSignal::new(false),
            waiting: StoredValue::new(VecDeque::new()),
            taken: StoredValue::new(None),
            is_asked: StoredValue::new(false),
            ticket: StoredValue::new(0),
            typed_at: StoredValue::new(None),
        }
    }

    /// What the editors hold, as a change of the selected set.
    fn written(self) -> PromptEdit {
        PromptEdit::Write {
            task_type: self.view.with_untracked(|view| view.task_type.clone()),
            system: self.system.get_untracked(),
            user: self.user.get_untracked(),
        }
    }

    /// Whether the editors hold something the worker has not told back.
    fn is_ahead(self) -> bool {
        self.is_known.get_untracked()
            && self.view.with_untracked(|view| {
                self.system
                    .with_untracked(|text| *text != view.system_source)
                    || self.user.with_untracked(|text| *text != view.user_source)
            })
    }

    /// A new worker knows nothing of what the old one was asked.
    pub(super) fn forget_asked(self) {
        self.is_asked.set_value(false);
    }
}

impl Session {
    /// Something was typed into one of the templates.
    pub fn write_template(self, is_system: bool, text: String) {
        let prompt = self.prompt;
        let field = if is_system {
            prompt.system
        } else {
            prompt.user
        };
        field.set(text);
        self.note_typing();
        self.edit_prompt(prompt.written(), Go::Stay);
    }

    /// Something was typed into the values box.
    pub fn write_values(self, text: String) {
        self.prompt.values.set(text.clone());
        self.note_typing();
        self.edit_prompt(PromptEdit::Values(text), Go::Stay);
    }

    /// Changes what prompts are made from.
    pub fn edit_prompt(self, edit: PromptEdit, go: Go) {
        let is_typing = matches!(edit, PromptEdit::Write { .. } | PromptEdit::Values(_));
        if !is_typing && edit != PromptEdit::Nothing {
            self.prompt.difference.set(None);
        }
        self.prompt.waiting.update_value(|waiting| {
            // Only the newest text counts.
            if let (Some((PromptEdit::Write { .. }, Go::Stay)), PromptEdit::Write { .. }) =
                (waiting.back(), &edit)
            {
                waiting.pop_back();
            }
            waiting.push_back((edit, go));
        });
        self.ask_for_prompt();
    }

    /// Shows another question's prompt.
    pub fn go_to_prompt(self, go: Go) {
        self.edit_prompt(PromptEdit::Nothing, go);
    }

    /// Shows the prompt anew: the data may be another, or the place has just been entered.
    pub(super) fn show_prompt(self) {
        match self.prompt.is_ahead() {
            true => self.edit_prompt(self.prompt.written(), Go::Stay),
            false => self.edit_prompt(PromptEdit::Nothing, Go::Stay),
        }
    }

    /// What is typed and not yet handed over goes to the worker before anything that follows.
    pub(super) fn hand_over_typed(self) {
        let waiting = self
            .prompt
            .waiting
            .try_update_value(std::mem::take)
            .unwrap_or_default();
        for (edit, go) in waiting {
            self.send_prompt(edit, go);
        }
    }

    /// Asks how the selected templates differ from the built-in ones; again closes the list.
    pub fn toggle_difference(self) {
        if self.prompt.difference.with_untracked(Option::is_some) {
            self.prompt.difference.set(None);
        } else {
            self.ask(&Request::TemplateDifference);
        }
    }

    /// Asks for a zip of the selected set, or of all.
    pub fn download_templates(self, is_all: bool) {
        self.ask(&Request::DownloadTemplates { is_all });
    }

    fn note_typing(self) {
        self.prompt.typed_at.update_value(|typed_at| {
            typed_at.get_or_insert_with(clock::now);
        });
    }

    fn ask_for_prompt(self) {
        if self.prompt.is_asked.get_value() {
            return;
        }
        let next = self
            .prompt
            .waiting
            .try_update_value(VecDeque::pop_front)
            .flatten();
        if let Some((edit, go)) = next {
            self.prompt.is_asked.set_value(true);
            self.send_prompt(edit, go);
        }
    }

    fn send_prompt(self, edit: PromptEdit, go: Go) {
        self.prompt.ticket.update_value(|ticket| *ticket += 1);
        self.ask(&Request::Prompt {
            ticket: self.prompt.ticket.get_value(),
            edit: Box::new(edit),
            go,
            with_totals: self.place.get_untracked() == Place::Prompt,
        });
    }

    pub(super) fn hear_prompt(self, view: PromptView) {
        let prompt = self.prompt;
        prompt.is_asked.set_value(false);
        let is_newest = view.ticket == prompt.ticket.get_value();
        let of = Some((view.task_type.clone(), view.revision));
        let is_other = prompt.taken.with_value(|taken| *taken != of);
        let is_typing = prompt.waiting.with_value(|waiting| !waiting.is_empty());
        if is_other && !is_typing {
            take_over(prompt.system, &view.system_source);
            take_over(prompt.user, &view.user_source);
            take_over(prompt.values, &view.values);
            prompt.totals.set(None);
            prompt.taken.set_value(of);
        }
        prompt.view.set(Arc::new(view));
        prompt.is_known.set(true);
        if is_newest
            && !is_typing
            && let Some(start) = prompt.typed_at.try_update_value(Option::take).flatten()
        {
            // The effects that write the preview run before a timer does.
            leptos::task::spawn_local(async move {
                clock::sleep(0).await;
                clock::measure("marksheet:render-template", start, clock::now());
            });
        }
        self.ask_for_prompt();
    }
}

/// Sets what stands in a field, unless it stands there already.
fn take_over(field: RwSignal<String>, text: &str) {
    if field.with_untracked(|present| present != text) {
        field.set(text.to_owned());
    }
}
