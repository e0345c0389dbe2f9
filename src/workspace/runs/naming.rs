//! Runs of one name told apart.
//!
//! Deliberately absent: what a person calls them, which comes before.

use super::RunOfFiles;
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives the second run of a name its number, `predictions (2).json`, and so on, as browsers name a file downloaded again.
pub(super) fn tell_apart(runs: &mut [RunOfFiles]) {
    let mut taken: FxHashSet<String> = runs.iter().map(|run| run.name.clone()).collect();
    if taken.len() == runs.len() {
        return;
    }
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for run in runs {
        let n = counts.entry(run.name.clone()).or_insert(0);
        *n += 1;
        if *n == 1 {
            continue;
        }
        let mut name = numbered(&run.name, *n);
        while taken.contains(&name) {
            *n += 1;
            name = numbered(&run.name, *n);
        }
        taken.insert(name.clone());
        run.name = name;
    }
}

/// The number before the ending; where there is no ending, behind the name.
fn numbered(name: &str, n: usize) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => {
            format!("{stem} ({n}).{ending}")
        }
        _ => format!("{name} ({n})"),
    }
}
