//! Finds each question's prediction, and says what did not find its counterpart.

use super::work;
use crate::dataset::Dataset;
use crate::predictions::{Entry, Join, Predictions};
use crate::problem::{Problem, some_ids};
use crate::report;
use rustc_hash::{FxHashMap, FxHashSet};

/// Predictions joined to a dataset.
#[derive(Clone)]
pub struct Joined {
    /// Index of the entry of each item; [`NONE`] where there is none.
    entry_of_item: Vec<u32>,
    /// How many questions have a prediction.
    pub n_matched: usize,
    /// What to tell the user.
    pub problems: Vec<Problem>,
}

const NONE: u32 = u32::MAX;

impl Joined {
    /// Each question's place in the predictions file.
    pub fn ranks(&self) -> &[u32] {
        &self.entry_of_item
    }

    /// Each question's prediction, in the dataset's order.
    pub fn entries<'a>(&self, predictions: &'a Predictions) -> Vec<Option<&'a Entry>> {
        self.entry_of_item
            .iter()
            .map(|&i| predictions.entries.get(i as usize))
            .collect()
    }
}

/// Joins by id, or by question text where the file has no ids.
pub fn join(dataset: &Dataset, predictions: &Predictions) -> Joined {
    work::note_pass();
    let mut joined = Joined {
        entry_of_item: vec![NONE; dataset.items.len()],
        n_matched: 0,
        problems: Vec::new(),
    };
    if predictions.join == Join::QuestionText && !has_unique_questions(dataset) {
        joined.problems.push(refuse_by_text());
        return joined;
    }
    let key = |i: usize| match predictions.join {
        Join::Id => dataset.items[i].id.as_str(),
        Join::QuestionText => dataset.items[i].question.as_str(),
    };
    // The last entry of a repeated id counts, as in Python; earlier ones are told of when the file is read.
    let mut is_extra = vec![true; predictions.entries.len()];
    let mut by_id: FxHashMap<&str, u32> = FxHashMap::default();
    by_id.reserve(predictions.entries.len());
    for (i, entry) in predictions.entries.iter().enumerate() {
        if let Some(earlier) = by_id.insert(&entry.id, i as u32) {
            is_extra[earlier as usize] = false;
        }
    }
    // A question that shares its id with one before is `id#2` in what is written here; otherwise its id is looked for.
    let is_numbered = |entry: &Entry| entry.id.contains('#');
    let keys = match predictions.join {
        Join::Id if predictions.entries.iter().any(is_numbered) => report::keys(&dataset.items),
        _ => Vec::new(),
    };
    for (i, slot) in joined.entry_of_item.iter_mut().enumerate() {
        let own = keys.get(i).and_then(|key| by_id.get(key.as_ref()));
        if let Some(&entry) = own.or_else(|| by_id.get(key(i))) {
            *slot = entry;
            joined.n_matched += 1;
            is_extra[entry as usize] = false;
        }
    }
    joined.problems = tell(dataset, predictions, &joined, &is_extra);
    joined
}

/// Of each part of a run how many questions of the dataset its entries are of, as [`join`] finds them: those for which
/// `test` holds, and the others.
pub fn counts(
    dataset: &Dataset,
    parts: &[&Predictions],
    test: impl Fn(&Entry) -> bool,
) -> Vec<(usize, usize)> {
    work::note_pass();
    let keys = report::keys(&dataset.items);
    // Of each id the keys of its questions: but for those that share one, it is its own.
    let mut shared: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut known: FxHashSet<&str> = FxHashSet::default();
    for (key, item) in keys.iter().zip(&dataset.items) {
        known.insert(key.as_ref());
        if key.as_ref() != item.id {
            shared.entry(&item.id).or_default().push(key.as_ref());
        }
    }
    let count = |part: &&Predictions| {
        let ids: FxHashSet<&str> = match shared.is_empty() {
            true => FxHashSet::default(),
            false => part.entries.iter().map(|entry| entry.id.as_str()).collect(),
        };
        let (mut n, mut n_others) = (0, 0);
        for entry in &part.entries {
            let id = entry.id.as_str();
            let others = shared.get(id).map_or(&[][..], Vec::as_slice);
            let of_others = others.iter().filter(|key| !ids.contains(*key)).count();
            let n_of = usize::from(known.contains(id)) + of_others;
            match test(entry) {
                true => n += n_of,
                false => n_others += n_of,
            }
        }
        (n, n_others)
    };
    parts.iter().map(count).collect()
}

/// How many questions of the dataset have a prediction.
pub fn n_matched(dataset: &Dataset, predictions: &Predictions) -> usize {
    work::note_pass();
    let theirs: FxHashSet<&str> = predictions
        .entries
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    let items = dataset.items.iter();
    match predictions.join {
        Join::Id => items
            .filter(|item| theirs.contains(item.id.as_str()))
            .count(),
        Join::QuestionText if !has_unique_questions(dataset) => 0,
        Join::QuestionText => items
            .filter(|item| theirs.contains(item.question.as_str()))
            .count(),
    }
}

/// Why predictions match no question; `None` when they have no entries at all, which is told elsewhere.
pub fn why_nothing(dataset: &Dataset, predictions: &Predictions) -> Option<Problem> {
    work::note_pass();
    if predictions.entries.is_empty() {
        return None;
    }
    if predictions.join == Join::QuestionText && !has_unique_questions(dataset) {
        return Some(refuse_by_text());
    }
    Some(nothing_matches(dataset, predictions))
}

fn has_unique_questions(dataset: &Dataset) -> bool {
    let texts: FxHashSet<&str> = dataset
        .items
        .iter()
        .map(|item| item.question.as_str())
        .collect();
    texts.len() == dataset.items.len()
}

fn refuse_by_text() -> Problem {
    Problem::error(
        "this looks like ALUE's results.json: it has \"predictions\" and \"ground_truth\" as lists, but no ids, \
         and some questions of the dataset have the same text, so its answers cannot be matched to questions",
    )
    .hint("choose predictions.json from the same folder: it maps each question id to its answer")
}

/// What to tell of the join; questions without a prediction are told with the scores, which know how many are asked.
fn tell(
    dataset: &Dataset,
    predictions: &Predictions,
    joined: &Joined,
    is_extra: &[bool],
) -> Vec<Problem> {
    let n_items = dataset.items.len();
    if predictions.entries.is_empty() {
        return vec![empty(n_items)];
    }
    if joined.n_matched == 0 {
        return vec![nothing_matches(dataset, predictions)];
    }
    let mut problems = Vec::new();
    if predictions.join == Join::QuestionText {
        let message = format!(
            "this file has no ids: its answers were matched to {} of {n_items} questions by the text of the question",
            joined.n_matched
        );
        problems.push(Problem::warning(message));
    }
    problems.extend(extra_ids(predictions, is_extra));
    problems
}

/// What to say of a predictions file without a single entry.
pub fn empty(n_items: usize) -> Problem {
    Problem::error(format!(
        "the predictions file is empty: none of the {n_items} questions has a prediction"
    ))
    .hint("choose the file the run wrote after its last question")
}

/// Predictions that belong to no question.
fn extra_ids(predictions: &Predictions, is_extra: &[bool]) -> Option<Problem> {
    let entries = predictions.entries.iter().zip(is_extra);
    let extra: Vec<&str> = entries
        .filter(|(_, is_extra)| **is_extra)
        .map(|(entry, _)| entry.id.as_str())
        .collect();
    (!extra.is_empty()).then(|| {
        let what = match extra.len() {
            1 => "1 prediction has an id that is".to_owned(),
            n => format!("{n} predictions have ids that are"),
        };
        Problem::warning(format!(
            "{what} not among the dataset's questions ({}): left out",
            some_ids(extra.iter().copied(), 5)
        ))
        .hint("if that is most of them, one of the two files may be the wrong one")
    })
}

fn nothing_matches(dataset: &Dataset, predictions: &Predictions) -> Problem {
    let theirs: Vec<&str> = predictions
        .entries
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    let ours: Vec<&str> = dataset.items.iter().map(|item| item.id.as_str()).collect();
    let what = match predictions.join {
        Join::Id => "ids",
        Join::QuestionText => "question texts",
    };
    let problem = Problem::error(format!(
        "the predictions match no question of the dataset: their {what} are {}, the dataset's are {}",
        some_ids(theirs.iter().copied(), 3),
        some_ids(ours.iter().copied(), 3)
    ));
    match id_hint(&theirs, &ours) {
        Some(hint) => problem.hint(hint),
        None => problem.hint("check that both files belong to the same dataset"),
    }
}

/// The usual ways in which ids stop matching, where the ids show one.
fn id_hint(theirs: &[&str], ours: &[&str]) -> Option<&'static str> {
    let ours: FxHashSet<&str> = ours.iter().copied().collect();
    let matches = |change: &dyn Fn(&str) -> Option<String>| {
        theirs
            .iter()
            .filter_map(|id| change(id))
            .any(|id| ours.contains(id.as_str()))
    };
    if matches(&|id| id.strip_suffix(".0").map(str::to_owned)) {
        return Some(
            "ids such as 1.0 for 1 come from a spreadsheet or pandas: write the ids as text or whole numbers",
        );
    }
    if matches(&|id| Some(id.trim().to_owned())) {
        return Some("the ids differ in spaces at their ends: take these off in the predictions");
    }
    if matches(&|id| Some(id.trim_start_matches('0').to_owned())) {
        return Some(
            "the ids differ in leading zeros, which a spreadsheet drops: 007 and 7 are different ids, so write them as text",
        );
    }
    let lower: FxHashSet<String> = ours.iter().map(|id| id.to_lowercase()).collect();
    if theirs.iter().any(|id| lower.contains(&id.to_lowercase())) {
        return Some(
            "the ids differ only in upper and lower case: write them exactly as the dataset does",
        );
    }
    None
}

/// What to say of probabilities that belong to none of the questions.
pub fn unmatched_probabilities(
    dataset: &Dataset,
    probabilities: &[(String, f64)],
) -> Option<Problem> {
    let ours: FxHashSet<&str> = dataset.items.iter().map(|item| item.id.as_str()).collect();
    let theirs = || probabilities.iter().map(|(id, _)| id.as_str());
    (!theirs().any(|id| ours.contains(id))).then(|| {
        Problem::error(format!(
            "the probabilities match no question of the dataset: their ids are {}, the dataset's are {}",
            some_ids(theirs(), 3),
            some_ids(dataset.items.iter().map(|item| item.id.as_str()), 3)
        ))
        .hint("check that both files belong to the same dataset")
    })
}

/// What to say where some questions have no probability.
pub fn without_probability(dataset: &Dataset, probabilities: &[(String, f64)]) -> Option<Problem> {
    let theirs: FxHashSet<&str> = probabilities.iter().map(|(id, _)| id.as_str()).collect();
    let ids = || dataset.items.iter().map(|item| item.id.as_str());
    let without = || ids().filter(|id| !theirs.contains(id));
    let n = without().count();
    (n > 0).then(|| {
        Problem::warning(format!(
            "{n} of {} questions have no probability ({}): in the best figures they count as wrong, so that these can be below \
             the plain ones",
            dataset.items.len(),
            some_ids(without(), 3)
        ))
        .hint("the official script needs one for every question")
    })
}

/// The same predictions with probabilities of another file, where they have none of their own, in that file's order:
/// among equal probabilities it decides.
pub fn with_probabilities(
    predictions: &Predictions,
    probabilities: &[(String, f64)],
) -> Predictions {
    let places = probabilities.iter().enumerate();
    let by_id: FxHashMap<&str, (usize, f64)> = places
        .map(|(place, (id, p))| (id.as_str(), (place, *p)))
        .collect();
    let mut predictions = predictions.clone();
    for entry in &mut predictions.entries {
        let other = by_id.get(entry.id.as_str()).map(|(_, p)| *p);
        entry.no_answer_probability = entry.no_answer_probability.or(other);
    }
    let place = |entry: &Entry| {
        by_id
            .get(entry.id.as_str())
            .map_or(usize::MAX, |(place, _)| *place)
    };
    predictions.entries.sort_by_key(place);
    predictions
}
