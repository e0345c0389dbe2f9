//! The sets that come with the page, and which is chosen by itself.

use marksheet::dataset::{About, Dataset, Item, Task};
use marksheet::intake::{Understood, read};
use marksheet::prompt::library::suggested;
use marksheet::prompt::{Library, Template, TemplateSet, Values, invented, known};
use serde_json::Value;

fn render(source: &str, task: Task, has_examples: bool) -> String {
    let mut values = invented(task);
    if !has_examples {
        values.insert("examples".to_owned(), Value::Array(Vec::new()));
    }
    let template = Template::parse("t", source).ok().unwrap();
    let rendered = template.render(&Values::of(&values), true);
    assert!(rendered.undefined.is_empty(), "{:?}", rendered.undefined);
    rendered.text.unwrap()
}

#[test]
fn every_set_renders_its_task_with_examples_and_without() {
    for set in Library::default().sets() {
        let task = set.task().unwrap();
        for known in known(task) {
            let is_used = [&set.system, &set.user].iter().any(|source| {
                let variables = Template::parse("t", source).ok().unwrap().variables();
                variables.iter().any(|variable| variable.name == known.name)
            });
            assert!(is_used, "{}: {}", set.task_type, known.name);
        }
        let values = invented(task);
        for has_examples in [true, false] {
            let user = render(&set.user, task, has_examples);
            for (name, value) in &values {
                if let Value::String(text) = value {
                    assert!(user.contains(text), "{}: {name}", set.task_type);
                }
            }
            let n_replies = user.matches("Reply:").count();
            assert_eq!(
                n_replies,
                if has_examples { 3 } else { 1 },
                "{}",
                set.task_type
            );
            assert!(user.ends_with("Reply:"), "{}", set.task_type);
            assert!(
                !user.contains("\n\n\n") && !user.starts_with('\n'),
                "{user}"
            );
        }
        assert!(!render(&set.system, task, true).is_empty());
    }
}

#[test]
fn every_file_ends_with_one_line_end() {
    for set in Library::default().sets() {
        for source in [&set.system, &set.user] {
            assert!(
                source.ends_with('\n') && !source.ends_with("\n\n"),
                "{}",
                set.task_type
            );
            assert!(!source.contains('\r'));
        }
    }
}

#[test]
fn an_example_without_an_answer_is_shown_as_none() {
    let set = Library::default();
    let mut values = invented(Task::Extractive);
    values["examples"][0]["answer"] = "".into();
    let template = Template::parse("t", &set.get("extractive_qa").unwrap().user)
        .ok()
        .unwrap();
    let text = template.render(&Values::of(&values), true).text.unwrap();
    assert!(text.contains("Reply: NONE\n"));
}

fn about(task: Task, name: &str, question: &str) -> Dataset {
    let item = |i: usize| Item {
        id: i.to_string(),
        question: question.to_owned(),
        ..Item::default()
    };
    Dataset {
        file: "d.json".into(),
        task,
        shape: "",
        about: About {
            name: Some(name.to_owned()),
            ..About::default()
        },
        has_alue_marks: false,
        contexts: Vec::new(),
        items: (0..5).map(item).collect(),
        examples: Vec::new(),
    }
}

#[test]
fn the_data_decides_which_set_is_used() {
    let extractive = Task::Extractive;
    let choice = Task::MultipleChoice;
    for (task, name, question, expected) in [
        (
            extractive,
            "ntsb_extractive_qa",
            "Is a tail number mentioned in this transcript?",
            "extract_tail_number",
        ),
        (extractive, "tail_numbers", "Which?", "extract_tail_number"),
        (
            extractive,
            "reports",
            "State the aircraft registration.",
            "extract_tail_number",
        ),
        (
            extractive,
            "squad",
            "Who built the aircraft carrier?",
            "extractive_qa",
        ),
        (
            extractive,
            "ntsb",
            "What phase of flight was it?",
            "extractive_qa",
        ),
        (choice, "aviation_exam", "Which?", "aviation_exam"),
        (choice, "Private Pilot", "Which?", "aviation_exam"),
        (
            choice,
            "exam",
            "What does an airplane's rudder do?",
            "aviation_exam",
        ),
        (choice, "history", "Who won the battle of Hastings?", "mcqa"),
    ] {
        assert_eq!(
            suggested(Some(&about(task, name, question))),
            expected,
            "{name}: {question}"
        );
    }
    assert_eq!(suggested(None), "extract_tail_number");
}

#[test]
fn the_samples_get_their_sets() {
    for (sample, expected) in [
        ("tail-numbers", "extract_tail_number"),
        ("aviation-exam", "aviation_exam"),
    ] {
        let bytes = std::fs::read(format!("data/{sample}/dataset.json")).unwrap();
        let Understood::Dataset(dataset) = read("d.json", &bytes).understood else {
            panic!("{sample} is a dataset");
        };
        assert_eq!(suggested(Some(&dataset)), expected);
    }
}

#[test]
fn a_choice_stays_while_it_fits_and_comes_back() {
    let mut library = Library::default();
    let task_of = TemplateSet::task;
    let squad = about(Task::Extractive, "squad", "Who?");
    let exam = about(Task::MultipleChoice, "history", "Who?");
    let name = |library: &Library, data| library.selected(data, task_of).task_type.clone();
    library.choose("extract_tail_number", Some(Task::Extractive));
    assert_eq!(name(&library, Some(&squad)), "extract_tail_number");
    assert_eq!(name(&library, Some(&exam)), "mcqa");
    assert_eq!(name(&library, Some(&squad)), "extract_tail_number");
    // Chosen beside the exam on purpose, it stays.
    library.choose("extract_tail_number", Some(Task::MultipleChoice));
    assert_eq!(name(&library, Some(&exam)), "extract_tail_number");
    // A set of which nobody can tell what it is for fits everything.
    library.add("mine", "s", "nothing").unwrap();
    library.choose("mine", None);
    assert_eq!(name(&library, Some(&exam)), "mine");
    assert_eq!(name(&library, Some(&squad)), "mine");
}
