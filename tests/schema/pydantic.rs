//! Pydantic classes: the schema is the one Pydantic makes, and what is not understood is said.

use marksheet::problem::Severity;
use marksheet::schema::{mcqa_response, pydantic, tail_number_response};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

fn fixtures() -> Vec<PathBuf> {
    let files = fs::read_dir("tests/fixtures/schema/pydantic").unwrap();
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    paths.sort();
    paths
}

fn expected(path: &std::path::Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap()
}

/// The notes for a text, as a person reads them.
fn notes(text: &str) -> Vec<String> {
    let notes = pydantic::read(text).unwrap().notes;
    notes
        .iter()
        .map(|note| format!("[{}] {note}", note.severity.word()))
        .collect()
}

#[test]
fn the_schema_is_that_of_pydantic() {
    let mut faults = Vec::new();
    for path in fixtures() {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        match pydantic::read(&text) {
            Err(problem) => faults.push(format!("{name}: {problem}")),
            Ok(read) if read.schema.value != expected(&path) => {
                let (ours, theirs) = (read.schema.value, expected(&path));
                faults.push(format!("{name}:\n  ours   {ours}\n  theirs {theirs}"));
            }
            Ok(read) => {
                let warned: Vec<_> = read
                    .notes
                    .iter()
                    .filter(|note| note.severity > Severity::Info)
                    .collect();
                if !warned.is_empty() {
                    faults.push(format!("{name}: {warned:?}"));
                }
            }
        }
    }
    assert!(fixtures().len() >= 25);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_order_of_properties_is_that_of_the_class() {
    for path in fixtures() {
        let ours = pydantic::read(&fs::read_to_string(&path).unwrap())
            .unwrap()
            .schema
            .value;
        let names = |schema: &Value| {
            schema["properties"]
                .as_object()
                .map(|named| named.keys().cloned().collect::<Vec<_>>())
        };
        assert_eq!(names(&ours), names(&expected(&path)), "{}", path.display());
    }
}

#[test]
fn line_ends_of_windows_change_nothing() {
    for path in fixtures() {
        let text = fs::read_to_string(&path).unwrap();
        let unix = pydantic::read(&text).unwrap();
        assert_eq!(
            pydantic::read(&text.replace('\n', "\r\n")).unwrap(),
            unix,
            "{}",
            path.display()
        );
        assert_eq!(
            pydantic::read(text.trim_end()).unwrap(),
            unix,
            "{}",
            path.display()
        );
    }
}

#[test]
fn the_built_in_schemas_are_those_of_the_classes() {
    let expected = |name: &str| {
        expected(&PathBuf::from(format!(
            "tests/fixtures/schema/pydantic/{name}.py"
        )))
    };
    assert_eq!(tail_number_response().value, expected("alue_tail_numbers"));
    assert_eq!(mcqa_response(&['A', 'B', 'C']).value, expected("alue_mcqa"));
}

#[test]
fn of_several_classes_it_is_said_which_was_taken() {
    let text = fs::read_to_string("tests/fixtures/schema/pydantic/several_roots.py").unwrap();
    assert_eq!(
        notes(&text),
        [
            "[info] line 9: the class Second is taken, as the last that no other uses; not used: Unused — put the class you mean last"
        ]
    );
}

#[test]
fn what_is_not_understood_is_said_and_the_rest_converts() {
    let text = "\
from pydantic import BaseModel, Field
import numpy as np

class Reply(BaseModel):
    a: np.ndarray
    b: str = compute()
    c = 3
    d: int = Field(description=TEXT)
    e: Foo[int]
    f: int = Field(pattern='x')
    g: 1 + 2
    if True:
        h: int
    @field_validator('a')
    def check(cls, v): return v
    i: bool
";
    let read = pydantic::read(text).unwrap();
    let lines: Vec<_> = read
        .notes
        .iter()
        .map(|note| note.place.line.unwrap())
        .collect();
    for line in [5, 6, 7, 8, 9, 10, 11, 12, 14] {
        assert!(
            lines.contains(&line),
            "line {line} is not told of: {:#?}",
            read.notes
        );
    }
    let names: Vec<_> = read.schema.value["properties"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(names, ["a", "b", "d", "e", "f", "g", "i"]);
    assert_eq!(
        read.schema.value["required"],
        json!(["a", "d", "e", "f", "g", "i"])
    );
    assert_eq!(read.schema.value["properties"]["a"], json!({"title": "A"}));
}

#[test]
fn text_without_a_model_is_refused_in_words() {
    for (text, part) in [
        ("", "no class that inherits from BaseModel"),
        (
            "class A:\n    a: int\n",
            "no class that inherits from BaseModel",
        ),
        (
            "from enum import Enum\nclass A(Enum):\n    a = 1\n",
            "no class that inherits from BaseModel",
        ),
        (
            "class A(BaseModel):\n    a: List[int\n    b: str",
            "line 2: a bracket is opened here and never closed",
        ),
        (
            "class A(BaseModel):\n    a: str = 'x\n",
            "line 2: a text starts here and never ends",
        ),
        (
            "class A(BaseModel):\n    \"\"\"doc\n",
            "line 2: a text starts here and never ends",
        ),
    ] {
        let problem = pydantic::read(text).unwrap_err();
        assert!(problem.to_string().contains(part), "{problem}");
        assert!(problem.hint.is_some());
    }
}

#[test]
fn nothing_that_grows_without_end_is_followed() {
    let doubling: String = (1..60)
        .map(|n| format!("T{n} = Tuple[T{}, T{}]\n", n - 1, n - 1))
        .collect();
    let text = format!("T0 = int\n{doubling}class A(BaseModel):\n    a: T59\n");
    assert!(
        notes(&text)
            .iter()
            .any(|note| note.contains("too many types"))
    );
    for text in [
        "X = X\nclass A(BaseModel):\n    a: X\n    b: int = X\n".to_owned(),
        "class A(A, BaseModel):\n    a: int\n".to_owned(),
        "class A(B, BaseModel):\n    a: int\nclass B(A):\n    b: int\n".to_owned(),
        format!(
            "class A(BaseModel):\n    a: {}int{}\n",
            "List[".repeat(5000),
            "]".repeat(5000)
        ),
        format!(
            "class A(BaseModel):\n    a: int = {}1{}\n",
            "(".repeat(5000),
            ")".repeat(5000)
        ),
        format!(
            "class A(BaseModel):\n    a: int = {}1\n",
            "-".repeat(50_000)
        ),
        (0..200)
            .map(|n| format!("{}class A{n}(BaseModel):\n", " ".repeat(n)))
            .collect(),
        format!(
            "class A(BaseModel):\n{}",
            (0..20_000)
                .map(|n| format!("    f{n}: int = {n}\n"))
                .collect::<String>()
        ),
    ] {
        let small = std::thread::Builder::new().stack_size(1 << 20);
        small
            .spawn(move || _ = pydantic::read(&text))
            .unwrap()
            .join()
            .unwrap();
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[a-zA-Z:=(){}\\[\\],.|'\"#@\\\\ \n\t0-9é-]{0,80}") {
        let _ = pydantic::read(&text);
        let _ = pydantic::read(&format!("class A(BaseModel):\n  a: int\n  b: {text}\n"));
    }

    #[test]
    fn no_damage_to_a_file_panics(n in 0_usize..33, from in 0_usize..2000, length in 0_usize..40) {
        let paths = fixtures();
        let text = fs::read_to_string(&paths[n % paths.len()]).unwrap();
        let damaged: String = text.chars().enumerate().filter(|(i, _)| *i < from || *i >= from + length).map(|(_, c)| c).collect();
        let _ = pydantic::read(&damaged);
    }
}

#[test]
fn a_class_on_one_line_has_all_its_fields() {
    let below = "class A(BaseModel):\n    x: int\n    y: str = 'a;b'\n";
    let beside =
        "class A(BaseModel): x: int; y: str = 'a;b'\nclass B(BaseModel): pass\nz = 1; w = 2\n";
    let read = |text: &str| pydantic::read(text).unwrap();
    let (one, other) = (
        read(below),
        read(&beside.replace("class B(BaseModel): pass\n", "")),
    );
    assert_eq!(one.schema, other.schema);
    assert_eq!(other.notes, []);
    assert_eq!(
        read(beside).schema.value["properties"],
        serde_json::json!({})
    );
}

/// Classes that inherit from each other in every way: each step once doubled the work.
#[test]
fn the_work_does_not_grow_with_the_ways_through_the_classes() {
    let mut text = "class C0(BaseModel):\n    a: int\nclass D0(C0):\n    b: int\n".to_owned();
    for n in 1..400 {
        let before = n - 1;
        text.push_str(&format!(
            "class C{n}(C{before}, D{before}):\n    c{n}: str\nclass D{n}(C{n}, D{before}):\n    d{n}: str\n"
        ));
    }
    // Every way walked on its own, this would never end.
    let read = pydantic::read(&text).unwrap();
    assert_eq!(read.schema.name, "D399");
    assert!(
        read.notes
            .iter()
            .any(|note| note.message.contains("more than 200 others"))
    );
}

#[test]
fn classes_larger_than_any_server_takes_are_refused_with_the_reason() {
    let fields: String = (0..3_000).map(|n| format!("    f{n}: int\n")).collect();
    let mut text = format!("class Base(BaseModel):\n{fields}");
    for n in 0..10 {
        text.push_str(&format!("class A{n}(Base):\n    a: int\n"));
    }
    let uses: String = (0..10).map(|n| format!("    u{n}: A{n}\n")).collect();
    let problem = pydantic::read(&format!("{text}class All(BaseModel):\n{uses}")).unwrap_err();
    assert!(
        problem.message.contains("more than 20000 fields"),
        "{problem:?}"
    );
}
