//! Which of a dataset's examples a model is shown, and in which order.

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
