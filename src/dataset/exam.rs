//! Builds a multiple-choice dataset from rows: choices, right letters, and the text a model is given.
//!
//! Deliberately absent: finding the fields; see `flat.rs`.

use super::choices::rendered;
use super::draft::{Draft, Loaded, NumberReadings};
use super::flat::Question;
use super::letters::{self, Gold, Numbers};
use super::{Choice, Item, NumberBase, Task, example};
use crate::problem::Problem;
use crate::rows::Ids;
use std::collections::BTreeSet;

/// Adds every question whose right answer is one of its choices.
pub(super) fn build(
    file: &str,
    draft: Draft,
    questions: Vec<Question<'_, '_>>,
    shape: &'static str,
) -> Result<Loaded, Vec<Problem>> {
    let golds: Vec<Gold> = questions
        .iter()
        .map(|question| {
            question
                .gold
                .map_or(Gold::Missing, |gold| letters::gold(gold, &question.offered))
        })
        .collect();
    let named = || {
        let all = questions.iter().zip(&golds);
        all.map(|(question, gold)| {
            (
                question.name.as_str(),
                *gold,
                question.offered.choices.len(),
            )
        })
    };
    let ids = letters::numbered(named());
    let paper = Paper {
        file,
        shape,
        questions: &questions,
    };
    match letters::numbers(named()) {
        Numbers::None => paper.read(draft, &golds, None, None),
        Numbers::Texts => {
            let golds: Vec<Gold> = golds.into_iter().map(as_text).collect();
            paper.read(draft, &golds, None, Some(letters::read_as_texts(&ids)))
        }
        Numbers::FromZero => {
            let told = letters::read_from_zero(&ids);
            paper.read(draft, &golds, Some(NumberBase::Zero), Some(told))
        }
        Numbers::Asked => Ok(paper.ask(draft, &golds, &ids)),
    }
}

/// A number as the text of a choice.
fn as_text(gold: Gold) -> Gold {
    match gold {
        Gold::Number {
            by_text: Some(letter),
            ..
        } => Gold::Letter {
            letter,
            is_plain: true,
        },
        gold => gold,
    }
}

/// The questions of one file.
struct Paper<'q, 'r, 'a> {
    file: &'q str,
    shape: &'static str,
    questions: &'q [Question<'r, 'a>],
}

impl Paper<'_, '_, '_> {
    /// Reads numbers as `base` says; without it they are none of the choices.
    fn read(
        &self,
        draft: Draft,
        golds: &[Gold],
        base: Option<NumberBase>,
        told: Option<Problem>,
    ) -> Result<Loaded, Vec<Problem>> {
        self.marked(draft, golds, base, told)
            .finish(self.file, Task::MultipleChoice, self.shape)
    }

    /// Reads all but the numbers, and these in either way.
    fn ask(&self, draft: Draft, golds: &[Gold], ids: &Ids) -> Loaded {
        let told = |base| {
            let told = letters::read_as_told(ids, base);
            self.read(draft.clone(), golds, Some(base), Some(told))
        };
        let numbers = NumberReadings {
            from_zero: told(NumberBase::Zero),
            from_one: told(NumberBase::One),
        };
        let is_waiting = |gold: &Gold| match gold {
            Gold::Number { .. } => Gold::Waiting,
            gold => *gold,
        };
        let golds: Vec<Gold> = golds.iter().map(is_waiting).collect();
        let draft = self.marked(draft, &golds, None, Some(letters::waiting(ids)));
        Loaded {
            numbers: Some(Box::new(numbers)),
            ..draft.loaded(self.file, Task::MultipleChoice, self.shape)
        }
    }

    fn marked(
        &self,
        mut draft: Draft,
        golds: &[Gold],
        base: Option<NumberBase>,
        told: Option<Problem>,
    ) -> Draft {
        draft.problems.extend(told);
        if base.is_some() {
            // Nothing but the questions says how numbers count, so their meaning is noted in the examples now.
            for example in &mut draft.examples {
                *example = example::completed(example, Task::MultipleChoice, base);
            }
        }
        let mut exam = Exam {
            base,
            fallback: letters_in_use(golds, base),
            ..Exam::default()
        };
        for (question, gold) in self.questions.iter().zip(golds) {
            exam.add(&mut draft, question, *gold);
        }
        exam.report(&mut draft);
        draft
    }
}

/// The letters that occur as gold, as choices without a text.
fn letters_in_use(golds: &[Gold], base: Option<NumberBase>) -> Vec<Choice> {
    let letter = |gold: &Gold| match gold {
        Gold::Letter { letter, .. } => Some(*letter),
        Gold::Number { number, .. } => letters::of_number(*number, base?),
        _ => None,
    };
    let letters: BTreeSet<char> = golds.iter().filter_map(letter).collect();
    letters
        .into_iter()
        .map(|letter| Choice {
            letter,
            text: String::new(),
        })
        .collect()
}

#[derive(Default)]
struct Exam {
    base: Option<NumberBase>,
    /// For questions whose choices could not be found.
    fallback: Vec<Choice>,
    without_choices: Ids,
    retold: Ids,
    missing: Ids,
    several: Ids,
    not_offered: Ids,
    not_offered_gold: String,
    /// Numbers that wait for an answer; `letters::waiting` has told of them.
    n_waiting: usize,
    no_question: Ids,
}

impl Exam {
    fn add(&mut self, draft: &mut Draft, question: &Question<'_, '_>, gold: Gold) {
        draft.meet();
        let Some(letter) = self.letter(question, gold) else {
            return;
        };
        if question.text.trim().is_empty() {
            self.no_question.add(&question.name);
        }
        let is_known = !question.offered.choices.is_empty();
        if !is_known {
            self.without_choices.add(&question.name);
        }
        let choices = self.choices(question).to_vec();
        let item = Item {
            question: asked(question, &choices, is_known),
            context: None,
            answers: vec![letter.to_string()],
            choices,
            ..Item::default()
        };
        draft.add_item(question.id.clone(), item);
    }

    fn choices<'c>(&'c self, question: &'c Question<'_, '_>) -> &'c [Choice] {
        match question.offered.choices.as_slice() {
            [] => &self.fallback,
            choices => choices,
        }
    }

    /// The right letter, if it is one of the choices; otherwise the question is noted as skipped.
    fn letter(&mut self, question: &Question<'_, '_>, gold: Gold) -> Option<char> {
        let letter = match gold {
            Gold::Letter { letter, .. } => Some(letter),
            Gold::Number { number, .. } => {
                self.base.and_then(|base| letters::of_number(number, base))
            }
            Gold::Missing | Gold::Several | Gold::Other | Gold::Waiting => None,
        };
        let choices = self.choices(question);
        let letter = letter.filter(|letter| choices.iter().any(|choice| choice.letter == *letter));
        match (letter, gold) {
            (
                Some(_),
                Gold::Letter {
                    is_plain: false, ..
                },
            ) => self.retold.add(&question.name),
            (Some(_), _) => {}
            (None, Gold::Missing) => self.missing.add(&question.name),
            (None, Gold::Several) => self.several.add(&question.name),
            (None, Gold::Waiting) => self.n_waiting += 1,
            (None, _) => {
                if self.not_offered.n() == 0 {
                    let written = question.gold.map(|gold| gold.to_json_text());
                    self.not_offered_gold = crate::problem::cut(&written.unwrap_or_default(), 40);
                }
                self.not_offered.add(&question.name);
            }
        }
        letter
    }

    fn report(self, draft: &mut Draft) {
        draft.n_skipped += self.n_waiting;
        let not_offered = self.not_offered_gold;
        draft.skipped(&self.not_offered, |also| {
            Problem::error(format!(
                "the right answer, {not_offered}, is none of its choices{also}: skipped"
            ))
            .hint("the right answer is the letter of one of the question's choices")
        });
        draft.skipped(&self.missing, |also| {
            Problem::error(format!("has no right answer{also}: skipped, since it cannot be scored"))
                .hint("the right answer is the letter of one of the question's choices, in \"output\" or \"answer\"")
        });
        draft.skipped(&self.several, |also| {
            Problem::error(format!("has more than one right answer{also}: skipped"))
                .hint("only questions with one right choice can be scored")
        });
        let letters = self.fallback.iter().map(|choice| choice.letter.to_string());
        let letters = letters.collect::<Vec<_>>().join(", ");
        draft.problems.extend(self.without_choices.problem(|also| {
            Problem::warning(format!(
                "no choices found{also}: the letters that occur as right answers are taken as its choices ({letters})"
            ))
            .hint("write choices as lines that start \"A) \", or in a list \"choices\"")
        }));
        if self.retold.n() > 0 {
            draft.problems.push(Problem::info(format!(
                "right answers not written as a bare capital letter (but as \"b\", \"(B)\" or the choice's text) were read as one: {} ({})",
                self.retold.n(),
                self.retold.list()
            )));
        }
        draft.problems.extend(
            self.no_question
                .problem(|also| Problem::warning(format!("has no text{also}: scored without it"))),
        );
    }
}

/// The whole text a model is given: passage, question, choices.
pub(super) fn asked(question: &Question<'_, '_>, choices: &[Choice], is_known: bool) -> String {
    let text = if is_known {
        rendered(&question.text, choices)
    } else {
        question.text.to_string()
    };
    match &question.context {
        Some(context) => format!("{context}\n\n{text}"),
        None => text,
    }
}
