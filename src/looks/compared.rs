//! Which runs are compared, and by what, as it stands in the address of the page.
//!
//! Written as `?first=3.0&second=4.0&by=f1`: runs by the numbers their files have in this browser, for names can be changed.

use crate::protocol::{CompareQuery, RunKey};

/// What an address says, after its `?`; `None` where it has none. What is unknown is passed over.
///
/// ```
/// use marksheet::{looks::compared, protocol::RunKey};
/// let query = compared::read("#/compare?first=3.1&second=x&by=f1").unwrap_or_default();
/// assert_eq!((query.first, query.second), (Some(RunKey { file: 3, part: 1 }), None));
/// assert_eq!(query.measure, "f1");
/// assert!(compared::read("#/compare").is_none());
/// ```
pub fn read(address: &str) -> Option<CompareQuery> {
    let (_, said) = address.split_once('?')?;
    let mut query = CompareQuery::default();
    for (name, value) in said.split('&').filter_map(|part| part.split_once('=')) {
        match name {
            "first" => query.first = run(value),
            "second" => query.second = run(value),
            // Any other figure means the first one, wherever it is asked.
            "by" => query.measure = value.chars().take(LONGEST).collect(),
            _ => {}
        }
    }
    Some(query)
}

/// No figure has a longer key.
const LONGEST: usize = 40;

fn run(value: &str) -> Option<RunKey> {
    let (file, part) = value.split_once('.')?;
    Some(RunKey {
        file: file.parse().ok()?,
        part: part.parse().ok()?,
    })
}

/// What stands after the place in the address, with its `?`; nothing where nothing was chosen.
///
/// ```
/// use marksheet::{looks::compared, protocol::{CompareQuery, RunKey}};
/// let second = Some(RunKey { file: 4, part: 0 });
/// assert_eq!(compared::write(&CompareQuery { second, ..CompareQuery::default() }), "?second=4.0");
/// assert_eq!(compared::write(&CompareQuery::default()), "");
/// ```
pub fn write(query: &CompareQuery) -> String {
    let run = |name: &str, run: Option<RunKey>| {
        run.map(|RunKey { file, part }| format!("{name}={file}.{part}"))
    };
    let by = (!query.measure.is_empty()).then(|| format!("by={}", query.measure));
    let said = [run("first", query.first), run("second", query.second), by];
    let said: Vec<String> = said.into_iter().flatten().collect();
    match said.is_empty() {
        true => String::new(),
        false => format!("?{}", said.join("&")),
    }
}
