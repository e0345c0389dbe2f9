//! Names of zips and of the files in them.
//!
//! Deliberately absent: paths on a disk. Nothing is ever written where a zip says.

use crate::prompt::library::is_template_name;
use crate::report::timestamp::Timestamp;
use rustc_hash::FxHashMap;

/// The longest name of a run in a file name, in characters.
const MAX_CHARS: usize = 60;

/// `<name>_<YYYYMMDD_HHMMSS>.zip`, in characters every system takes; without the time if `created` is not ISO 8601.
///
/// ```
/// use marksheet::report::archive::file_name;
/// assert_eq!(file_name("gpt: A/B test", "2026-03-01T12:04:05Z"), "gpt_A_B_test_20260301_120405.zip");
/// assert_eq!(file_name("../..", ""), "run.zip");
/// ```
pub fn file_name(name: &str, created: &str) -> String {
    let mut safe = String::new();
    for c in name.chars().take(MAX_CHARS) {
        if c.is_alphanumeric() || matches!(c, '-' | '.') {
            safe.push(c);
        } else if !safe.ends_with('_') {
            safe.push('_');
        }
    }
    let safe = match safe.trim_matches(['_', '.', '-']) {
        "" => "run",
        trimmed => trimmed,
    };
    match Timestamp::parse(created) {
        Some(time) => format!("{safe}_{}.zip", time.compact()),
        None => format!("{safe}.zip"),
    }
}

/// The last part of a path, whichever slashes it has.
///
/// ```
/// use marksheet::report::archive::base_name;
/// assert_eq!(base_name("../../etc/dev.json"), "dev.json");
/// assert_eq!(base_name(r"C:\runs\dev.json"), "dev.json");
/// ```
pub fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether systems put the file into zips by themselves; nobody means to open it.
pub(super) fn is_clutter(path: &str) -> bool {
    let is_resource = path
        .split(['/', '\\'])
        .any(|part| part == "__MACOSX" || part.starts_with("._"));
    let name = base_name(path).to_lowercase();
    is_resource
        || matches!(
            name.as_str(),
            "" | ".ds_store" | "thumbs.db" | "desktop.ini"
        )
}

/// A name for each path: the bare name where it is the only one, else with its folders, else with a number. Templates
/// keep their folder, which names their task type.
pub(super) fn unique(paths: &[String]) -> Vec<String> {
    let mut n_of: FxHashMap<&str, usize> = FxHashMap::default();
    for path in paths {
        *n_of.entry(base_name(path)).or_default() += 1;
    }
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
    let mut names = Vec::with_capacity(paths.len());
    for path in paths {
        let base = base_name(path);
        let is_only = n_of.get(base) == Some(&1);
        let name = if is_only && !is_template_name(path) {
            base.to_owned()
        } else {
            inside(path)
        };
        let n = taken.entry(name.clone()).or_default();
        *n += 1;
        names.push(if *n == 1 {
            name
        } else {
            format!("{name} ({n})")
        });
    }
    names
}

/// The path without the parts that lead out of a folder.
fn inside(path: &str) -> String {
    let parts = path.split(['/', '\\']);
    let kept: Vec<_> = parts
        .filter(|part| !matches!(*part, "" | "." | "..") && !part.ends_with(':'))
        .collect();
    kept.join("/")
}
