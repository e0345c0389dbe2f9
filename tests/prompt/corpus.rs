//! Recorded outputs of Jinja2: the cases under `tests/fixtures/jinja` and those of `tests/oracle/jinja.py`.

use marksheet::prompt::{Fault, Template, Values};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Why there is no text: what kind of error, and where.
#[derive(Debug)]
struct Failure {
    kind: &'static str,
    line: u64,
    said: String,
}

fn render(source: &str, context: &Value, is_strict: bool) -> Result<String, Failure> {
    let values = Values::of(context.as_object().unwrap());
    let failure = |kind: fn(&str) -> &'static str, fault: Fault| Failure {
        kind: kind(&fault.problem.message),
        line: u64::from(fault.problem.place.line.unwrap_or(0)),
        said: fault.problem.to_string(),
    };
    let template =
        Template::parse("t.jinja2", source).map_err(|fault| failure(|_| "syntax", fault))?;
    let rendered = template.render(&values, is_strict);
    rendered.text.map_err(|fault| failure(kind_said, fault))
}

/// Words that tell something undefined from what Python raises otherwise.
const UNDEFINED: &[&str] = &[
    "undefined",
    " has no ",
    "was given no value for",
    "did not hold, and there is no else",
    "was empty, so it has no",
    "there is no previous item",
    "there is no next item",
    "super() needs another template",
];

/// The same words said of something that is there.
const DEFINED: &[&str] = &[
    "has no length",
    "has no items",
    "has no method",
    "has no such",
    "has no argument",
    "has no setting",
];

/// What Jinja2 itself raises while a template runs.
const RUNTIME: &[&str] = &[
    "there is no filter named",
    "there is no test named",
    "only what namespace() made can be changed",
    "is required from another template",
];

fn kind_said(message: &str) -> &'static str {
    let has = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
    match message {
        _ if has(RUNTIME) => "runtime",
        _ if has(DEFINED) => "other",
        _ if message.contains("division by zero") => "zero",
        _ if has(UNDEFINED) => "undefined",
        _ => "other",
    }
}

/// The kind of an error of Jinja2: its syntax errors, those it raises while it runs, what is undefined,
/// Python's division by zero, and all other errors of Python, which ours do not tell apart.
fn kind_recorded(error: &Value) -> &'static str {
    let name = error["error"].as_str().unwrap();
    match name.rsplit('.').next().unwrap() {
        "syntax" | "TemplateSyntaxError" | "TemplateAssertionError" | "SyntaxError" => "syntax",
        "TemplateRuntimeError" => "runtime",
        "undefined" | "UndefinedError" => "undefined",
        "ZeroDivisionError" => "zero",
        _ => "other",
    }
}

/// What Jinja2 gave against what we give; `None` when they agree.
fn difference(expected: &Value, got: &Result<String, Failure>) -> Option<String> {
    let is_equal = match (expected.as_str().or(expected["output"].as_str()), got) {
        (Some(output), Ok(text)) => output == text,
        (None, Err(failure)) => {
            // What is never closed is shown where it was opened; Jinja2 shows the end of the template.
            let is_open = failure.said.contains("is never closed");
            let line = expected["line"].as_u64().filter(|_| !is_open);
            // Where Jinja2 gives something undefined to Python, Python raises what it likes.
            let name = expected["error"].as_str().unwrap();
            let is_passed_on = name.ends_with("TypeError") && failure.said.contains("is undefined");
            (kind_recorded(expected) == failure.kind || is_passed_on)
                && line.is_none_or(|line| line == failure.line)
        }
        _ => false,
    };
    (!is_equal).then(|| format!("wanted {expected}\n   got {got:?}"))
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

/// Errors of another kind, or in another line, than Jinja2's.
const OTHER_ERRORS: &[(&str, &str)] = &[
    (
        "{{ '%(zz)s' % d }}",
        "a key that is missing is said as elsewhere; Python has a KeyError",
    ),
    ("{{ n[] }}", "refused before it runs"),
];

#[test]
fn recorded_templates_render_as_in_jinja2() {
    let lines = fs::read_to_string(fixtures().join("jinja.jsonl")).unwrap();
    let mut lines = lines.lines();
    let contexts: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let mut faults = Vec::new();
    let mut unused: Vec<&str> = REFUSED.to_vec();
    unused.extend(OTHER_ERRORS.iter().map(|(template, _)| template));
    let mut n = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let template = line[0].as_str().unwrap();
        let context = &contexts[line[1].as_str().unwrap()];
        let strict = match line[3].is_null() {
            true => &line[2],
            false => &line[3],
        };
        n += 1;
        for (is_strict, expected) in [(false, &line[2]), (true, strict)] {
            let got = render(template, context, is_strict);
            let Some(difference) = difference(expected, &got) else {
                continue;
            };
            let is_listed = match expected.is_string() {
                true => REFUSED.contains(&template) && got.is_err(),
                false => OTHER_ERRORS.iter().any(|(other, _)| *other == template) && got.is_err(),
            };
            if is_listed {
                unused.retain(|other| *other != template);
            } else {
                faults.push(format!("{template:?} strict={is_strict}: {difference}"));
            }
        }
    }
    let n_faults = faults.len();
    assert!(
        faults.is_empty(),
        "{n_faults} of {n}:\n{}",
        faults.join("\n")
    );
    assert!(unused.is_empty(), "these agree now: {unused:?}");
    assert_eq!(n, 4079);
}
