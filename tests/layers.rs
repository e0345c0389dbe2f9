//! Which part of the core may name which: the table below is the architecture, and a new edge is a decision.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each core module, in reading order, and the modules it may use. None may use one that is not named here.
#[rustfmt::skip]
const MAY_USE: &[(&str, &[&str])] = &[
    ("problem", &[]),
    ("random", &[]),
    ("markup", &[]),
    ("rounding", &[]),
    ("text", &["problem"]),
    ("json", &["problem"]),
    ("table", &["problem"]),
    ("rows", &["json", "problem", "table"]),
    ("outcome", &[]),
    ("settings", &[]),
    ("dataset", &["json", "problem", "rows"]),
    ("prompt", &["dataset", "problem", "random"]),
    ("said", &["json", "outcome", "problem", "rows"]),
    ("predictions", &["dataset", "json", "outcome", "problem", "rows", "said", "settings"]),
    ("intake", &["dataset", "json", "predictions", "problem", "prompt", "rows", "table", "text"]),
    ("normalize", &["dataset", "json", "predictions", "problem", "settings"]),
    ("metrics", &["random", "settings"]),
    ("score", &["dataset", "json", "metrics", "normalize", "outcome", "predictions", "problem", "settings"]),
    ("explain", &["dataset", "metrics", "normalize", "outcome", "predictions", "problem", "score"]),
    ("schema", &["json", "problem"]),
    ("provider", &["json", "normalize", "outcome", "predictions", "problem", "rows", "said", "schema"]),
    ("run", &["json", "outcome", "predictions", "problem", "prompt", "provider"]),
    ("baseline", &["dataset", "normalize", "provider", "random", "run", "score", "settings"]),
    ("charts", &["dataset", "metrics", "normalize", "outcome", "predictions", "rounding", "score"]),
    ("compare", &["dataset", "metrics", "rounding", "score"]),
    ("picture", &["charts", "markup", "problem", "rounding"]),
    ("report", &["charts", "dataset", "explain", "json", "markup", "metrics", "normalize", "outcome", "picture", "predictions", "problem", "prompt", "rounding", "score", "settings"]),
    ("protocol", &["charts", "dataset", "explain", "outcome", "problem", "prompt", "settings"]),
    ("looks", &["charts", "explain", "metrics", "outcome", "protocol"]),
    ("drafts", &["prompt", "protocol"]),
    ("workspace", &["baseline", "charts", "compare", "dataset", "explain", "intake", "json", "metrics", "normalize", "outcome", "predictions", "problem", "prompt", "protocol", "provider", "report", "run", "schema", "score", "settings"]),
];

/// The page and its worker: compiled for the browser only.
const SHELL: &[&str] = &["app", "browser", "worker"];

/// Words that belong to the browser.
const BROWSER: &[&str] = &["leptos", "web_sys", "js_sys", "wasm_bindgen", "target_arch"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// `src/NAME.rs` and everything in `src/NAME/`.
fn files_of(module: &str) -> Vec<PathBuf> {
    let mut found = vec![source().join(format!("{module}.rs"))];
    let mut folders = vec![source().join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// The lines of code with their numbers; comments may name anything.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let numbered = text.lines().map(str::to_owned).enumerate();
    let is_code = |(_, line): &(usize, String)| !line.trim_start().starts_with("//");
    numbered
        .map(|(i, line)| (i + 1, line))
        .filter(is_code)
        .collect()
}

/// The modules of the crate that a line names after `crate::`.
fn named(line: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in line.split("crate::").skip(1) {
        // `use crate::{a, b::c}` is written on lines of its own here; rustfmt keeps it so.
        let list = rest.strip_prefix('{').unwrap_or(rest);
        let parts = if list.len() < rest.len() {
            list.split(',').collect()
        } else {
            vec![list]
        };
        for part in parts {
            let word: String = part
                .trim()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            names.insert(word);
        }
    }
    names
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let mut faults = Vec::new();
    for (module, allowed) in MAY_USE {
        let mut used = BTreeSet::new();
        for path in files_of(module) {
            for (number, line) in code(&path) {
                for name in named(&line) {
                    if name == *module || !is_module(&name) {
                        continue;
                    }
                    if !allowed.contains(&name.as_str()) {
                        let place = path.strip_prefix(source()).unwrap().display();
                        faults.push(format!(
                            "src/{place}:{number}: `{module}` must not use `{name}`: {}",
                            line.trim()
                        ));
                    }
                    used.insert(name);
                }
            }
        }
        let unused = allowed.iter().filter(|name| !used.contains(**name));
        faults.extend(
            unused.map(|name| {
                format!("`{module}` no longer uses `{name}`: take it out of the table")
            }),
        );
    }
    assert!(
        faults.is_empty(),
        "the layers of the core are broken; move the code, or change MAY_USE and say why in the commit:\n{}",
        faults.join("\n")
    );
}

fn is_module(name: &str) -> bool {
    SHELL.contains(&name) || source().join(format!("{name}.rs")).exists()
}

#[test]
fn no_two_modules_use_each_other() {
    for (i, (module, allowed)) in MAY_USE.iter().enumerate() {
        for name in *allowed {
            let place = MAY_USE.iter().position(|(other, _)| other == name).unwrap();
            assert!(
                place < i,
                "`{module}` may only use modules above it in the table, not `{name}`"
            );
        }
    }
}

#[test]
fn the_table_names_every_module() {
    let lib = fs::read_to_string(source().join("lib.rs")).unwrap();
    let declared = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in declared {
        let is_known = SHELL.contains(&module) || MAY_USE.iter().any(|(name, _)| *name == module);
        assert!(
            is_known,
            "`{module}` is in neither MAY_USE nor SHELL of tests/layers.rs"
        );
    }
}

#[test]
fn the_core_knows_no_browser() {
    let mut faults = Vec::new();
    for path in MAY_USE.iter().flat_map(|(module, _)| files_of(module)) {
        for (number, line) in code(&path) {
            for word in BROWSER.iter().filter(|word| line.contains(**word)) {
                let place = path.strip_prefix(source()).unwrap().display();
                faults.push(format!(
                    "src/{place}:{number}: `{word}` belongs to the browser: {}",
                    line.trim()
                ));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "the core must compile and be tested without a browser:\n{}",
        faults.join("\n")
    );
}

#[test]
fn only_the_shell_is_compiled_for_the_browser_alone() {
    let lib = code(&source().join("lib.rs"));
    for (i, (number, line)) in lib.iter().enumerate() {
        if line.contains("target_arch") {
            let next = lib.get(i + 1).map_or("", |(_, next)| next);
            let is_shell = SHELL
                .iter()
                .any(|module| next == format!("pub mod {module};"));
            assert!(
                is_shell,
                "src/lib.rs:{number}: only {SHELL:?} may be gated, not {next:?}"
            );
        }
    }
}

/// Reading a file, the clock, the network and threads are the shell's.
#[test]
fn the_core_does_nothing_but_compute() {
    let words = [
        "std::fs",
        "std::net",
        "std::thread",
        "std::process",
        "std::time",
        "std::env",
        "println!",
        "eprintln!",
    ];
    let mut faults = Vec::new();
    for path in MAY_USE.iter().flat_map(|(module, _)| files_of(module)) {
        for (number, line) in code(&path) {
            for word in words.iter().filter(|word| line.contains(**word)) {
                let place = path.strip_prefix(source()).unwrap().display();
                faults.push(format!(
                    "src/{place}:{number}: {word} in the core: {}",
                    line.trim()
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
