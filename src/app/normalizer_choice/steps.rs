//! The steps the score is made with, and those one works at: a chain until it is applied, a single step while it is typed.

use crate::app::session::Session;
use crate::normalize;
use crate::problem::Problem;
use crate::settings::{Normalizer, Settings};
use leptos::prelude::*;

/// The steps the score is made with; followed where it is asked.
pub fn steps(session: Session) -> Vec<Normalizer> {
    session.scores.with(|scores| {
        let scores = scores.as_ref();
        scores.map_or_else(Vec::new, |scores| {
            normalize::effective(&scores.settings.normalizers)
        })
    })
}

/// Scores with these steps; what one works at stays as it is.
pub fn use_steps(session: Session, normalizers: Vec<Normalizer>) {
    let settings = session
        .scores
        .with_untracked(|scores| scores.as_ref().map(|scores| scores.settings.clone()));
    if let Some(settings) = settings {
        session.set(Some(Settings {
            normalizers,
            ..settings
        }));
    }
}

/// Scores with these steps in place of the present ones.
pub fn use_alone(session: Session, normalizers: Vec<Normalizer>) {
    session.leave_chain();
    use_steps(session, normalizers);
}

/// Whether anything stands between the predictions and the score; followed where it is asked.
pub fn is_any_step(session: Session) -> bool {
    !steps(session).is_empty()
}

/// The steps one works at: of a chain those that are not applied yet, of a single step what is typed; followed where it
/// is asked.
pub fn working(session: Session) -> Vec<Normalizer> {
    if session.is_chain.get() {
        return session.chain.get();
    }
    let steps = steps(session);
    match (steps.as_slice(), session.typed_step.get()) {
        ([step], Some(typed)) if normalize::key(step) == normalize::key(&typed) => vec![typed],
        _ => steps,
    }
}

/// Whether there are steps one is still trying; followed where it is asked.
pub fn is_trying(session: Session) -> bool {
    working(session) != steps(session)
}

/// The first step that cannot be used as it is written, by its position from 0, and why; followed where it is asked.
pub fn fault(session: Session) -> Option<(usize, Problem)> {
    let steps = working(session);
    let mut faults = steps.iter().map(normalize::fault).enumerate();
    faults.find_map(|(i, fault)| Some((i, fault?)))
}

/// Changes the chain one works at.
pub fn work_at(session: Session, change: impl FnOnce(&mut Vec<Normalizer>)) {
    // A chain that was there already, from a zip or before a reload, goes on as one.
    if !session.is_chain.get_untracked() {
        session.chain.set(untrack(move || working(session)));
        session.typed_step.set(None);
        session.is_chain.set(true);
    }
    session.chain.update(change);
}

/// Something is typed into an option: of a chain it waits with the chain, of a single step until the field is left.
pub fn write_step(session: Session, i: usize, step: Normalizer) {
    let is_single = untrack(move || !session.is_chain.get() && steps(session).len() == 1);
    if is_single {
        session.typed_step.set(Some(step));
        return;
    }
    work_at(session, |steps| {
        if let Some(old) = steps.get_mut(i) {
            *old = step;
        }
    });
}

/// A field is left: a single step is applied as it is typed, if it can be used.
pub fn leave_step(session: Session) {
    let typed = session.typed_step.get_untracked();
    let is_chain = session.is_chain.get_untracked();
    let usable = typed.filter(|step| !is_chain && normalize::fault(step).is_none());
    if let Some(step) = usable {
        use_steps(session, vec![step]);
    }
}

/// Gives up what is not applied.
pub fn go_back(session: Session) {
    session.typed_step.set(None);
    if session.is_chain.get_untracked() {
        session.chain.set(untrack(move || steps(session)));
    }
}
