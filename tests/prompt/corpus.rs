//! Recorded outputs of Jinja2: the cases under `tests/fixtures/jinja` and those of `tests/oracle/jinja.py`.

use marksheet::prompt::{Template, Values};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn render(source: &str, context: &Value, is_strict: bool) -> Result<String, String> {
    let values = Values::of(context.as_object().unwrap());
    let template =
        Template::parse("t.jinja2", source).map_err(|fault| fault.problem.to_string())?;
    template
        .render(&values, is_strict)
        .text
        .map_err(|fault| fault.problem.to_string())
}

/// What Jinja2 gave against what we give; `None` when they agree.
fn difference(expected: &Value, got: &Result<String, String>) -> Option<String> {
    match (expected.get("output").and_then(Value::as_str), got) {
        (Some(output), Ok(text)) if output == text => None,
        (None, Err(_)) => None,
        (Some(output), _) => Some(format!("wanted {output:?}\n   got {got:?}")),
        (None, _) => Some(format!("wanted {expected}\n   got {got:?}")),
    }
}

#[test]
fn the_given_cases_render_as_in_jinja2() {
    let mut faults = Vec::new();
    let mut n = 0;
    for entry in fs::read_dir(fixtures().join("jinja")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "j2") {
            continue;
        }
        n += 1;
        let read = |extension: &str| fs::read_to_string(path.with_extension(extension)).unwrap();
        let context: Value = serde_json::from_str(&read("context.json")).unwrap();
        let expected: Value = serde_json::from_str(&read("expect.json")).unwrap();
        let strict = &expected["strict_undefined"];
        let strict = if strict.is_string() {
            &expected["alue"]
        } else {
            strict
        };
        for (is_strict, expected) in [(false, &expected["alue"]), (true, strict)] {
            let got = render(&read("j2"), &context, is_strict);
            if let Some(difference) = difference(expected, &got) {
                faults.push(format!(
                    "{} strict={is_strict}: {difference}",
                    path.file_stem().unwrap().display()
                ));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {n}:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert_eq!(n, 42);
}

/// Templates that Jinja2 renders and that are an error here, which says so: the table in `prompt/template.rs`.
const REFUSED: &[&str] = &[
    "{{ 'abc'.encode() }}",
    "{{ 'abc'.__class__ }}",
    "{{ ''.__class__.__mro__ }}",
    "{{ xs.__class__ }}",
    "{{ d.__class__ }}",
    "{{ self }}",
    "{{ (-8) ** (1/3) }}",
    "{{ -3 ** 2.5 }}",
    "{{ -3 ** -0.5 }}",
    "{{ -0.5 ** -0.5 }}",
    "{{ 10 ** 40 }}",
    "{#",
    "{{ n[] }}",
    "{% set loop = 1 %}",
    "{% print n %}",
];

#[test]
fn recorded_templates_render_as_in_jinja2() {
    let lines = fs::read_to_string(fixtures().join("jinja.jsonl")).unwrap();
    let mut lines = lines.lines();
    let contexts: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let mut faults = Vec::new();
    let mut n = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let template = line[0].as_str().unwrap();
        let context = &contexts[line[1].as_str().unwrap()];
        let strict = if line[3].is_null() {
            &line[2]
        } else {
            &line[3]
        };
        for (is_strict, expected) in [(false, &line[2]), (true, strict)] {
            n += 1;
            let got = render(template, context, is_strict);
            let is_refused = REFUSED.contains(&template);
            let is_equal = match (expected.as_str(), &got) {
                (Some(output), Ok(text)) => output == text,
                (None, Err(_)) => true,
                (Some(_), Err(_)) => is_refused,
                _ => false,
            };
            if !is_equal {
                faults.push(format!(
                    "{template:?} strict={is_strict}\n  wanted {expected}\n     got {got:?}"
                ));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {n}:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
