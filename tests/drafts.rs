//! What is typed arrives, whatever order questions and answers come in.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use marksheet::drafts::{Asked, Drafts, Texts};
use marksheet::prompt::{FewShot, Pick};
use marksheet::protocol::{Go, PromptEdit, PromptView};
use marksheet::workspace::{Saved, Workspace};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// A page and its worker, with the messages between them.
#[derive(Default)]
struct Both {
    drafts: Drafts,
    workspace: Workspace,
    /// What the store holds: it is written after each answer.
    stored: String,
    /// What it held before the last answer.
    stored_before: String,
    /// The change that was answered last.
    answered: PromptEdit,
    /// What stands in the fields: they change when somebody types, and when the drafts say that they take over.
    fields: Texts,
    few_shot: FewShot,
    asked: VecDeque<Asked>,
    answers: VecDeque<PromptView>,
    /// The last text typed into each set's user template.
    typed: BTreeMap<String, String>,
    /// What was last typed into the values box, and chosen of the examples.
    typed_values: Option<String>,
    chosen: Option<FewShot>,
}

#[derive(Clone, Debug)]
enum Step {
    Type(char),
    Values(char),
    Choose(&'static str),
    Examples(u32),
    /// The page asks, if nothing is out.
    Ask,
    /// The page hands over everything, as before a download.
    HandOver,
    /// The worker answers one question.
    Answer,
    /// The page hears one answer.
    Hear,
    /// The worker is replaced by one that has what was stored; the store may be one answer behind.
    Restart {
        is_broken: bool,
        is_behind: bool,
    },
}

impl Both {
    fn started() -> Self {
        let mut both = Self::default();
        both.drafts.edit(PromptEdit::Nothing, Go::Stay);
        both.settle();
        both
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Type(c) => {
                self.fields.user.push(*c);
                self.drafts.write(false, &self.fields.user);
                self.typed
                    .insert(self.fields.task_type.clone(), self.fields.user.clone());
            }
            Step::Values(c) => {
                self.fields.values.push(*c);
                self.drafts.write_values(&self.fields.values);
                self.typed_values = Some(self.fields.values.clone());
            }
            Step::Choose(name) => self
                .drafts
                .edit(PromptEdit::Choose((*name).to_owned()), Go::Stay),
            Step::Examples(n) => {
                let pick = Pick::First(*n);
                let few_shot = FewShot {
                    pick,
                    ..FewShot::default()
                };
                self.few_shot.clone_from(&few_shot);
                self.chosen = Some(few_shot.clone());
                self.drafts.edit(PromptEdit::FewShot(few_shot), Go::Stay);
            }
            Step::Ask => self.asked.extend(self.drafts.next_question()),
            Step::HandOver => self.asked.extend(self.drafts.all()),
            Step::Answer => {
                if let Some(asked) = self.asked.pop_front() {
                    self.stored_before.clone_from(&self.stored);
                    self.answered = asked.edit.clone();
                    let view = self.workspace.prompt(asked.ticket, asked.edit, asked.go);
                    self.stored = serde_json::to_string(&self.workspace.saved()).unwrap();
                    self.answers.push_back(view);
                }
            }
            Step::Hear => {
                if let Some(view) = self.answers.pop_front()
                    && self.drafts.hear(&view).is_taken_over
                {
                    self.fields = self.drafts.texts().clone();
                    self.few_shot = self.drafts.few_shot().clone();
                }
            }
            Step::Restart {
                is_broken,
                is_behind,
            } => {
                self.asked.clear();
                self.answers.clear();
                if *is_behind {
                    self.forget_answered();
                }
                self.workspace = Workspace::default();
                if let Some(saved) = Saved::read(&self.stored) {
                    self.workspace.restore(&saved);
                }
                self.drafts.restart(*is_broken);
                self.drafts.edit(PromptEdit::Nothing, Go::Stay);
            }
        }
    }

    /// The last answer never reached the store. What stands in the fields can be handed over again, the rest is lost.
    fn forget_answered(&mut self) {
        self.stored.clone_from(&self.stored_before);
        match &self.answered {
            PromptEdit::Write { task_type, .. } if *task_type != self.fields.task_type => {
                self.typed.remove(task_type);
            }
            PromptEdit::FewShot(_) => self.chosen = None,
            _ => {}
        }
    }

    fn settle(&mut self) {
        for _ in 0..200 {
            for step in [Step::Ask, Step::Answer, Step::Hear] {
                self.step(&step);
            }
        }
    }

    /// The user template of a set, as the worker has it.
    fn kept(&mut self, set: &str) -> String {
        let edit = PromptEdit::Choose(set.to_owned());
        self.workspace.prompt(0, edit, Go::Stay).user_source
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let sets = prop_oneof![Just("mcqa"), Just("extractive_qa"), Just("aviation_exam")];
    let step = prop_oneof![
        6 => proptest::char::range('a', 'e').prop_map(Step::Type),
        2 => proptest::char::range('a', 'e').prop_map(Step::Values),
        2 => sets.prop_map(Step::Choose),
        1 => (0_u32..5).prop_map(Step::Examples),
        5 => Just(Step::Ask),
        1 => Just(Step::HandOver),
        5 => Just(Step::Answer),
        5 => Just(Step::Hear),
        1 => any::<(bool, bool)>().prop_map(|(is_broken, is_behind)| Step::Restart { is_broken, is_behind }),
    ];
    proptest::collection::vec(step, 1..60)
}

proptest! {
    #[test]
    fn what_was_typed_into_a_set_is_what_the_worker_has(steps in steps()) {
        let mut both = Both::started();
        for step in &steps {
            both.step(step);
        }
        both.settle();
        prop_assert!(both.drafts.is_settled() && !both.drafts.is_ahead());
        let view = both.workspace.prompt(0, PromptEdit::Nothing, Go::Stay);
        prop_assert_eq!(&view.task_type, &both.fields.task_type);
        prop_assert_eq!(&view.system_source, &both.fields.system);
        prop_assert_eq!(&view.user_source, &both.fields.user);
        prop_assert_eq!(&view.values, &both.fields.values);
        prop_assert_eq!(&view.few_shot, &both.few_shot);
        if let Some(values) = &both.typed_values {
            prop_assert_eq!(&view.values, values);
        }
        if let Some(few_shot) = &both.chosen {
            prop_assert_eq!(&view.few_shot, few_shot);
        }
        for (set, text) in both.typed.clone() {
            prop_assert_eq!(both.kept(&set), text, "{}", set);
        }
    }
}

#[test]
fn typing_before_another_set_is_shown_stays_in_the_old_one() {
    let mut both = Both::started();
    let first = both.drafts.texts().task_type.clone();
    both.step(&Step::Choose("mcqa"));
    both.step(&Step::Ask);
    both.step(&Step::Type('x'));
    both.step(&Step::Answer);
    both.step(&Step::Hear);
    both.step(&Step::Type('y'));
    both.settle();
    assert_eq!(both.drafts.texts().task_type, "mcqa");
    assert!(!both.kept("mcqa").ends_with('y'));
    assert!(both.kept(&first).ends_with("xy"));
}

#[test]
fn a_text_that_broke_the_worker_is_not_made_into_messages_again() {
    let mut both = Both::started();
    both.step(&Step::Type('x'));
    both.step(&Step::Ask);
    both.step(&Step::Restart {
        is_broken: true,
        is_behind: false,
    });
    assert!(both.drafts.is_held());
    let asked = both.drafts.all();
    assert!(asked.iter().all(|asked| !asked.with_messages));
    assert!(matches!(&asked[0].edit, PromptEdit::Write { user, .. } if user.ends_with('x')));
    both.step(&Step::Type('y'));
    assert!(!both.drafts.is_held());
}

#[test]
fn only_the_newest_text_waits() {
    let mut both = Both::started();
    for c in "a longer sentence".chars() {
        both.step(&Step::Type(c));
        both.step(&Step::Ask);
    }
    assert_eq!(both.asked.len(), 1);
    both.step(&Step::Answer);
    both.step(&Step::Hear);
    both.step(&Step::Ask);
    assert_eq!(both.asked.len(), 1);
    assert!(
        matches!(&both.asked[0].edit, PromptEdit::Write { user, .. } if user.ends_with("a longer sentence"))
    );
}

#[test]
fn after_starting_over_nothing_typed_before_is_on_its_way() {
    let mut both = Both::started();
    both.step(&Step::Type('x'));
    both.step(&Step::Ask);
    both.step(&Step::Type('y'));
    assert!(both.drafts.is_ahead());
    both.drafts.forget();
    assert!(!both.drafts.is_ahead());
    both.step(&Step::Restart {
        is_broken: false,
        is_behind: false,
    });
    assert!(!both.drafts.is_ahead());
}

#[test]
fn what_was_typed_before_a_reload_comes_back_and_is_kept_again() {
    let texts = Texts {
        task_type: "mcqa".to_owned(),
        system: "s".to_owned(),
        user: "u".to_owned(),
        values: "v".to_owned(),
    };
    let mut both = Both::default();
    both.drafts.bring_back(texts.clone());
    // A second reload before the first answer keeps the same.
    assert!(both.drafts.is_ahead());
    assert_eq!(both.drafts.texts(), &texts);
    both.drafts.edit(PromptEdit::Nothing, Go::Stay);
    both.settle();
    assert_eq!(both.kept("mcqa"), "u");
    assert_eq!(both.fields.values, "v");
}

#[test]
fn a_mend_typed_while_the_worker_starts_again_is_made_but_not_the_broken_text() {
    let mut both = Both::started();
    both.step(&Step::Type('x'));
    both.step(&Step::Ask);
    both.step(&Step::Restart {
        is_broken: true,
        is_behind: false,
    });
    both.step(&Step::Type('y'));
    let asked = both.drafts.all();
    let with_messages: Vec<bool> = asked.iter().map(|asked| asked.with_messages).collect();
    assert_eq!(with_messages.last(), Some(&true));
    let is_broken = |asked: &&Asked| matches!(&asked.edit, PromptEdit::Write { user, .. } if user.ends_with('x'));
    assert!(
        asked
            .iter()
            .filter(is_broken)
            .all(|asked| !asked.with_messages)
    );
}
