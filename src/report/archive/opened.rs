//! A run taken out of its own zip again.
//!
//! Deliberately absent: reading the dataset and the predictions; their readers do that.

use super::{Archive, base_name};
use crate::problem::Problem;
use crate::prompt::library::is_template_name;
use crate::report::is_result_file;
use crate::report::run_record::{self, RunRecord};

/// The parts of a run found in a zip.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedRun {
    /// What the run was.
    pub record: RunRecord,
    /// The content of `predictions.json`.
    pub predictions: Vec<u8>,
    /// The dataset, under the name it was dropped with; `None` if the zip was made without it.
    pub dataset: Option<(String, Vec<u8>)>,
    /// The templates, under their paths.
    pub templates: Vec<(String, Vec<u8>)>,
    /// What the user must be told.
    pub problems: Vec<Problem>,
}

/// Takes the run out of a zip made here, also when its files were packed again in a folder.
///
/// # Errors
/// Gives the archive back when it is not the zip of a run, or of more than one; its files are then taken one by
/// one. An unreadable record is named in its problems.
pub fn open_run(mut archive: Archive) -> Result<OpenedRun, Archive> {
    let Some(record_text) = take_text(&archive, "run.json") else {
        return Err(archive);
    };
    let (record, problems) = match run_record::read("run.json", &record_text) {
        Ok(read) => read,
        Err(problem) => {
            archive.problems.push(problem);
            return Err(archive);
        }
    };
    let Some(idx) = only(&archive, "predictions.json") else {
        return Err(archive);
    };
    archive.problems.extend(problems);
    let (_, predictions) = archive.files.swap_remove(idx);
    let dataset = take_dataset(&mut archive, &record);
    let is_template = |(path, _): &(String, Vec<u8>)| is_template_name(path);
    let (templates, _) = archive.files.into_iter().partition(is_template);
    Ok(OpenedRun {
        record,
        predictions,
        dataset,
        templates,
        problems: archive.problems,
    })
}

/// The dataset is known by its content; a file that only has its name is taken too, and said to be another.
fn take_dataset(archive: &mut Archive, record: &RunRecord) -> Option<(String, Vec<u8>)> {
    let known = record.dataset.as_ref()?;
    let is_it = |content: &[u8]| {
        content.len() as u64 == known.bytes && run_record::sha256(content) == known.sha256
    };
    if let Some(idx) = archive.files.iter().position(|(_, content)| is_it(content)) {
        let (_, content) = archive.files.swap_remove(idx);
        return Some((known.file.clone(), content));
    }
    let bare = base_name(&known.file);
    let idx = archive.files.iter().position(|(name, _)| {
        base_name(name) == bare && (!is_result_file(bare) || name.contains('/'))
    })?;
    let (name, content) = archive.files.swap_remove(idx);
    let message =
        "the dataset in the zip is not the one the run was scored with; the numbers may differ";
    archive
        .problems
        .push(Problem::warning(message).in_file(&name));
    Some((known.file.clone(), content))
}

fn take_text(archive: &Archive, name: &str) -> Option<String> {
    let (_, content) = archive.files.get(only(archive, name)?)?;
    Some(String::from_utf8_lossy(content).into_owned())
}

/// Where the only file of this name at the zip's top is; with the dataset of the same name in a folder beside it,
/// the one whose path is shorter.
fn only(archive: &Archive, name: &str) -> Option<usize> {
    let mut found: Vec<(usize, &str)> = archive
        .files
        .iter()
        .enumerate()
        .map(|(idx, (path, _))| (idx, path.as_str()))
        .filter(|(_, path)| base_name(path) == name)
        .filter(|(_, path)| !path.ends_with(&format!("dataset/{name}")))
        .collect();
    let (idx, _) = found.pop()?;
    found.is_empty().then_some(idx)
}
