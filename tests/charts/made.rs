//! Questions made by hand, and from a dataset with predictions.

use marksheet::charts::{Bar, Chart, Marks, Name, Question, Source, charts, questions};
use marksheet::dataset::{About, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::metrics::choice::Read;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{Scored, add_thresholds, score};
use marksheet::settings::{Profile, Settings};

pub fn extractive(outcome: Outcome, exact: f64, f1: f64) -> Question {
    Question {
        outcome,
        exact,
        f1,
        ..Question::default()
    }
}

pub fn choice(gold: char, read: Read) -> Question {
    let outcome = match read {
        Read::Letter(letter) if letter == gold => Outcome::Correct,
        Read::Letter(_) => Outcome::Wrong,
        Read::Unparsed => Outcome::Unparsed,
        Read::NoReply => Outcome::Missing,
    };
    let exact = f64::from(u8::from(outcome == Outcome::Correct));
    Question {
        task: Task::MultipleChoice,
        letters: Some((gold, read)),
        ..extractive(outcome, exact, exact)
    }
}

pub fn chart(questions: &[Question], name: Name) -> Chart {
    charts(questions)
        .into_iter()
        .find(|chart| chart.name == name)
        .unwrap()
}

/// The bars of the first series.
pub fn bars(chart: &Chart) -> &[Bar] {
    let Marks::Bars(series) = &chart.marks else {
        panic!("{chart:?}")
    };
    &series[0].bars
}

pub fn item(golds: &[&str]) -> Item {
    Item {
        answers: golds.iter().map(ToString::to_string).collect(),
        ..Item::default()
    }
}

/// A prediction; `!` is a call that failed.
pub fn entry(text: &str, probability: Option<f64>) -> Entry {
    Entry {
        id: String::new(),
        value: Json::Text(text.to_owned().into()),
        no_answer_probability: probability,
        failure: (text == "!").then(|| Failure {
            outcome: Outcome::Network,
            detail: String::new(),
        }),
    }
}

/// Gold answers and predictions, scored as SQuAD 2.0.
pub fn from_files(rows: &[(&[&str], &str)]) -> (Scored, Vec<Question>) {
    let items = rows.iter().map(|(golds, _)| item(golds)).collect();
    let entries: Vec<Entry> = rows.iter().map(|(_, text)| entry(text, None)).collect();
    scored(items, &entries)
}

pub fn scored(items: Vec<Item>, entries: &[Entry]) -> (Scored, Vec<Question>) {
    let dataset = Dataset {
        file: "made.json".into(),
        task: Task::Extractive,
        shape: "made",
        about: About::default(),
        has_alue_marks: false,
        contexts: vec!["Ein Flug über Köln".into()],
        items,
        examples: vec![],
    };
    let settings = Settings {
        profile: Profile::SquadV2,
        normalizers: vec![],
        field_to_extract: None,
        n_questions: None,
        unicode: false,
    };
    let entries: Vec<Option<&Entry>> = entries.iter().map(Some).collect();
    let mut scored = score(&dataset, &entries, &settings, &mut |_| {});
    let ranks: Vec<u32> = (0..entries.len() as u32).collect();
    add_thresholds(&mut scored, &dataset, &entries, &ranks);
    let questions = questions(Source {
        dataset: &dataset,
        entries: &entries,
        scored: &scored,
        ranks: &ranks,
        costs: &[],
    });
    (scored, questions)
}
