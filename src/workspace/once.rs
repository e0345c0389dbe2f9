//! What was found out by going through two things that are open: it is found out once, however many files come after.
//!
//! Deliberately absent: what follows from it.

use super::join;
use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::problem::Problem;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::{Arc, Weak};

/// Two things by where they are. They are held weakly beside it, so that nothing else can come to stand there.
type Pair = (usize, usize);

/// What is known of pairs.
#[derive(Default)]
pub(super) struct Once {
    same: FxHashMap<Pair, Same>,
    answered: FxHashMap<Pair, Answered>,
    /// What datasets are, in words.
    pub(super) datasets: Told<Dataset>,
    /// The same of predictions by themselves.
    pub(super) predictions: Told<Predictions>,
}

/// Kind and figures.
type Words = (String, String);

/// What things are, in words, by where they are.
pub(super) struct Told<T>(FxHashMap<usize, (Weak<T>, Words)>);

impl<T> Default for Told<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T> Told<T> {
    /// The words, made by going through it where they are not known.
    pub(super) fn of(&mut self, one: &Arc<T>, words: impl FnOnce(&T) -> Words) -> Words {
        let at = Arc::as_ptr(one).cast::<()>() as usize;
        let known = self.0.entry(at);
        let known = known.or_insert_with(|| (Arc::downgrade(one), words(one)));
        known.1.clone()
    }

    fn forget_closed(&mut self) {
        self.0.retain(|_, (one, _)| one.strong_count() > 0);
    }
}

struct Same {
    of: (Weak<Dataset>, Weak<Dataset>),
    is_same: bool,
}

struct Answered {
    of: (Weak<Dataset>, Weak<Predictions>),
    n: usize,
    /// Why it is none.
    why: OnceCell<Option<Problem>>,
}

fn pair<A, B>(a: &Arc<A>, b: &Arc<B>) -> Pair {
    let at = |pointer: *const ()| pointer as usize;
    (at(Arc::as_ptr(a).cast()), at(Arc::as_ptr(b).cast()))
}

fn is_open<A, B>((a, b): &(Weak<A>, Weak<B>)) -> bool {
    a.strong_count() > 0 && b.strong_count() > 0
}

impl Once {
    /// Whether two datasets ask the same questions with the same key, wherever they were read from.
    pub(super) fn is_same(&mut self, a: &Arc<Dataset>, b: &Arc<Dataset>) -> bool {
        if Arc::ptr_eq(a, b) {
            return true;
        }
        let new = || Same {
            of: (Arc::downgrade(a), Arc::downgrade(b)),
            is_same: is_same_content(a, b),
        };
        self.same.entry(pair(a, b)).or_insert_with(new).is_same
    }

    /// How many questions of a dataset have a prediction, where that was counted.
    pub(super) fn known_answered(
        &self,
        dataset: &Arc<Dataset>,
        predictions: &Arc<Predictions>,
    ) -> Option<usize> {
        let known = self.answered.get(&pair(dataset, predictions));
        known.map(|known| known.n)
    }

    /// How many questions of a dataset have a prediction.
    pub(super) fn n_answered(
        &mut self,
        dataset: &Arc<Dataset>,
        predictions: &Arc<Predictions>,
    ) -> usize {
        self.answered(dataset, predictions).n
    }

    /// Why predictions answer no question of a dataset; `None` when they have no entries at all, which is told elsewhere.
    pub(super) fn why_nothing(
        &mut self,
        dataset: &Arc<Dataset>,
        predictions: &Arc<Predictions>,
    ) -> Option<Problem> {
        let known = self.answered(dataset, predictions);
        let why = || join::why_nothing(dataset, predictions);
        known.why.get_or_init(why).clone()
    }

    fn answered(&mut self, dataset: &Arc<Dataset>, predictions: &Arc<Predictions>) -> &Answered {
        let new = || Answered {
            of: (Arc::downgrade(dataset), Arc::downgrade(predictions)),
            n: join::n_matched(dataset, predictions),
            why: OnceCell::new(),
        };
        let known = self.answered.entry(pair(dataset, predictions));
        known.or_insert_with(new)
    }

    /// Forgets what was closed.
    pub(super) fn forget_closed(&mut self) {
        self.same.retain(|_, known| is_open(&known.of));
        self.answered.retain(|_, known| is_open(&known.of));
        self.datasets.forget_closed();
        self.predictions.forget_closed();
    }
}

fn is_same_content(a: &Dataset, b: &Dataset) -> bool {
    a.task == b.task && a.items == b.items && a.contexts == b.contexts && a.examples == b.examples
}
