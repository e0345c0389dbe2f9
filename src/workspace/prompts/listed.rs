//! The dataset's examples as they are listed, and which of them are test questions too.

use crate::dataset::{Dataset, Task, example};
use crate::problem::cut;
use crate::prompt::repeated;
use crate::protocol::ExampleView;
use rustc_hash::FxHashMap;

/// So many are listed; a training split can have a hundred thousand.
const MOST: usize = 100;

/// Characters of a text in the list.
const CUT: usize = 120;

#[derive(Default)]
pub(super) struct Listed {
    views: Vec<ExampleView>,
    /// How many examples there are.
    pub(super) n: usize,
    /// By index of the example: the id of the test question it is the same as.
    pub(super) same_as: FxHashMap<usize, String>,
}

/// Whether all examples ask the same, so that only their texts tell them apart.
fn asks_one_thing(dataset: &Dataset) -> bool {
    let listed = dataset.examples.iter().take(MOST);
    let mut completed = listed.map(|value| example::completed(value, dataset.task, None));
    let Some(first) = completed.next() else {
        return false;
    };
    let has_text = |value: &serde_json::Value| value.get("transcript").is_some();
    let mut n = 1;
    has_text(&first)
        && completed.all(|value| {
            n += 1;
            has_text(&value) && value.get("question") == first.get("question")
        })
        && n > 1
}

impl Listed {
    pub(super) fn of(dataset: &Dataset) -> Self {
        let id = |item_idx: usize| dataset.items.get(item_idx).map(|item| item.id.clone());
        let same_as: FxHashMap<usize, String> = repeated(dataset)
            .into_iter()
            .filter_map(|(example_idx, item_idx)| Some((example_idx, id(item_idx)?)))
            .collect();
        let (question, answer) = match dataset.task {
            Task::Extractive if asks_one_thing(dataset) => ("transcript", "answer"),
            Task::Extractive => ("question", "answer"),
            Task::MultipleChoice => ("input", "output"),
        };
        let view = |(index, value): (usize, &serde_json::Value)| {
            let completed = example::completed(value, dataset.task, None);
            let text = |name: &str| {
                let text = completed.get(name).map(example::text);
                cut(text.unwrap_or_default().trim(), CUT)
            };
            ExampleView {
                question: text(question),
                answer: text(answer),
                shown: None,
                same_as: same_as.get(&index).cloned(),
            }
        };
        let first = dataset.examples.iter().enumerate().take(MOST);
        Self {
            views: first.map(view).collect(),
            n: dataset.examples.len(),
            same_as,
        }
    }

    /// The list, with the place of each among those shown to the model.
    pub(super) fn views(&self, shown: &[usize]) -> Vec<ExampleView> {
        let mut views = self.views.clone();
        for (place, index) in (0..).zip(shown) {
            if let Some(view) = views.get_mut(*index) {
                view.shown = Some(place);
            }
        }
        views
    }

    /// How many examples are not listed.
    pub(super) fn n_left_out(&self) -> usize {
        self.n - self.views.len()
    }
}
