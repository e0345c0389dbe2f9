//! Which of a dataset's examples a model is shown, and in which order.
//!
//! Deliberately absent: what an example looks like in a prompt; the template decides that.

use crate::dataset::{Dataset, Task, example};
use crate::random::Random;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// Which examples are shown, and in which order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FewShot {
    /// Which ones.
    pub pick: Pick,
    /// Whether their order is mixed; otherwise it is the file's.
    pub is_shuffled: bool,
    /// Decides the picking at random and the mixing.
    pub seed: u32,
}

/// Which examples are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pick {
    /// The first so many of the file; all when there are fewer.
    First(u32),
    /// So many at random.
    Random(u32),
    /// These, by their index in the dataset.
    Chosen(Vec<u32>),
}

impl Default for FewShot {
    /// ALUE's: the first three.
    fn default() -> Self {
        Self {
            pick: Pick::First(3),
            is_shuffled: false,
            seed: 1,
        }
    }
}

impl FewShot {
    /// The examples shown, in order, as indices from 0 to `n_examples` − 1, none twice. More than there are means all;
    /// chosen ones that do not exist are passed over. The same seed gives the same on every machine.
    ///
    /// ```
    /// use marksheet::prompt::{FewShot, Pick};
    /// assert_eq!(FewShot::default().indices(10), [0, 1, 2]);
    /// assert_eq!(FewShot::default().indices(2), [0, 1]);
    /// let random = FewShot { pick: Pick::Random(2), ..FewShot::default() };
    /// assert_eq!(random.indices(10), random.indices(10));
    /// ```
    pub fn indices(&self, n_examples: usize) -> Vec<usize> {
        let mut random = Random::new(self.seed.into());
        let at_most = |n: u32| n_examples.min(n as usize);
        let mut indices: Vec<usize> = match &self.pick {
            Pick::First(n) => (0..at_most(*n)).collect(),
            Pick::Random(n) => {
                let mut all: Vec<usize> = (0..n_examples).collect();
                random.shuffle(&mut all);
                all.truncate(at_most(*n));
                all
            }
            Pick::Chosen(chosen) => chosen
                .iter()
                .map(|index| *index as usize)
                .filter(|index| *index < n_examples)
                .collect(),
        };
        indices.sort_unstable();
        indices.dedup();
        if self.is_shuffled {
            random.shuffle(&mut indices);
        }
        indices
    }

    /// Whether any example would be shown if there were enough of them.
    pub fn is_any(&self) -> bool {
        match &self.pick {
            Pick::First(n) | Pick::Random(n) => *n > 0,
            Pick::Chosen(chosen) => !chosen.is_empty(),
        }
    }
}

/// The examples that are test questions too: index of the example, index of the first such question. White space around
/// texts does not count. Extractive questions are the same only about the same context, where both name one.
///
/// Takes time in proportion to the dataset's texts.
pub fn repeated(dataset: &Dataset) -> Vec<(usize, usize)> {
    let examples: Vec<Option<Asked>> = dataset
        .examples
        .iter()
        .map(|example| Asked::of(example, dataset.task))
        .collect();
    let wanted: FxHashSet<&str> = examples
        .iter()
        .flatten()
        .map(|asked| asked.question.as_str())
        .collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut seen = Seen::default();
    for (item_idx, item) in dataset.items.iter().enumerate() {
        if let Some(question) = wanted.get(item.question.trim()) {
            let context = item.context.and_then(|i| dataset.contexts.get(i as usize));
            seen.add(question, context.map(|text| text.trim()), item_idx);
        }
    }
    let find = |(example_idx, asked): (usize, &Option<Asked>)| {
        Some((example_idx, seen.find(asked.as_ref()?)?))
    };
    examples.iter().enumerate().filter_map(find).collect()
}

/// What an example asks, without white space around.
struct Asked {
    question: String,
    context: Option<String>,
}

impl Asked {
    fn of(value: &serde_json::Value, task: Task) -> Option<Self> {
        let completed = example::completed(value, task, None);
        let text = |name: &str| {
            let text = completed.get(name).map(example::text)?;
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let (question, context) = match task {
            Task::Extractive => (text("question")?, text("transcript")),
            Task::MultipleChoice => (text("input")?, None),
        };
        Some(Self { question, context })
    }
}

/// The first test question of each text.
#[derive(Default)]
struct Seen<'a> {
    anywhere: FxHashMap<&'a str, usize>,
    without_context: FxHashMap<&'a str, usize>,
    about: FxHashMap<(&'a str, &'a str), usize>,
}

impl<'a> Seen<'a> {
    fn add(&mut self, question: &'a str, context: Option<&'a str>, item_idx: usize) {
        self.anywhere.entry(question).or_insert(item_idx);
        match context {
            Some(context) => self.about.entry((question, context)).or_insert(item_idx),
            None => self.without_context.entry(question).or_insert(item_idx),
        };
    }

    fn find(&self, asked: &Asked) -> Option<usize> {
        let question = asked.question.as_str();
        let Some(context) = asked.context.as_deref() else {
            return self.anywhere.get(question).copied();
        };
        let about = self.about.get(&(question, context));
        about
            .or_else(|| self.without_context.get(question))
            .copied()
    }
}
