//! What normalizers would do before they are applied: to some real predictions, and to the score.

use super::Workspace;
use crate::problem::cut;
use crate::protocol::PreviewView;
use crate::score::Comparer;
use crate::settings::{Normalizer, Settings};

/// How many predictions are shown before and after.
const N_EXAMPLES: usize = 6;

/// Characters of each.
const EXAMPLE: usize = 120;

/// Questions looked at before it is asked whether there is time for more.
const AT_ONCE: usize = 64;

/// A preview in the making.
#[derive(Clone, Debug, Default)]
pub struct Previewing {
    view: PreviewView,
    n_looked_at: usize,
}

impl Previewing {
    /// Begins one of these steps.
    pub fn new(normalizers: Vec<Normalizer>) -> Self {
        Self {
            view: PreviewView {
                normalizers,
                ..PreviewView::default()
            },
            n_looked_at: 0,
        }
    }

    /// The same from the beginning.
    pub fn anew(self) -> Self {
        Self::new(self.view.normalizers)
    }

    /// What came of it.
    pub fn finish(self) -> PreviewView {
        self.view
    }
}

impl Workspace {
    /// Goes on with a preview for as long as `has_time` says. Returns whether there is more of it.
    pub fn preview_some(
        &self,
        previewing: &mut Previewing,
        has_time: &mut dyn FnMut() -> bool,
    ) -> bool {
        let Some(shown) = self.shown() else {
            return false;
        };
        let view = &mut previewing.view;
        let settings = Settings {
            normalizers: view.normalizers.clone(),
            ..shown.scored.settings.clone()
        };
        let comparer = Comparer::new(shown.dataset, &settings);
        if previewing.n_looked_at == 0 {
            view.problems = comparer.problems();
            view.n_asked = shown.scored.items.len() as u32;
        }
        let asked = shown.scored.items.iter().enumerate();
        for (i, score) in asked.skip(previewing.n_looked_at) {
            if i > previewing.n_looked_at && i.is_multiple_of(AT_ONCE) && !has_time() {
                previewing.n_looked_at = i;
                return true;
            }
            let entry = shown.entries.get(i).copied().flatten();
            let was_right = score.exact >= 1.0;
            view.n_right += u32::from(was_right);
            let Some(compared) = comparer.compare(i, entry) else {
                continue;
            };
            let is_right = compared.score.exact >= 1.0;
            view.n_gained += u32::from(is_right && !was_right);
            view.n_lost += u32::from(was_right && !is_right);
            if entry.is_none() || !compared.score.outcome.has_reply() {
                continue;
            }
            view.n_predictions += 1;
            if compared.read == compared.normalized {
                continue;
            }
            view.n_changed += 1;
            if view.examples.len() < N_EXAMPLES {
                let id = shown.dataset.items.get(i).map(|item| item.id.clone());
                view.examples.push((
                    id.unwrap_or_default(),
                    cut(&compared.read, EXAMPLE),
                    cut(&compared.normalized, EXAMPLE),
                ));
            }
        }
        false
    }

    /// What normalizers would do to the shown run's predictions, at once: how many change, some of those, and how the score
    /// would move.
    pub fn preview(&self, normalizers: &[Normalizer]) -> PreviewView {
        let mut previewing = Previewing::new(normalizers.to_vec());
        self.preview_some(&mut previewing, &mut || true);
        previewing.finish()
    }
}
