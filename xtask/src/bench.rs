//! `cargo xtask bench`: how fast files are read and scored, native, in Python, and in Chromium, and results written; how fast
//! a template is shown and a model is asked there.
//!
//! Prints numbers and their ratios. Nothing is asserted: they depend on the machine and its load.

mod data;

use crate::build::{self, Profile};
use crate::run::{self, Args, Outcome, program, root, target_dir};
use crate::setup::{self, Browser, Need};
use crate::{sizes, stories};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The size of SQuAD 2.0's development set, and that of its training set.
const SIZES: [usize; 2] = [11_873, 130_000];

/// What a program printed: lines `name value`.
#[derive(Default)]
struct Numbers(Vec<(String, f64)>);

impl Numbers {
    fn read(text: &str) -> Numbers {
        let pair = |line: &str| {
            let (name, value) = line.split_once(' ')?;
            Some((name.to_owned(), value.trim().parse().ok()?))
        };
        Numbers(text.lines().filter_map(pair).collect())
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.0
            .iter()
            .find(|(of, _)| of == name)
            .map(|(_, value)| *value)
    }
}

/// The numbers of one size, per way of scoring.
struct Row {
    n_questions: usize,
    python: Numbers,
    native: Numbers,
    report: Numbers,
    chromium: Numbers,
}

/// `cargo xtask bench`.
pub fn command(args: &mut Args) -> Outcome {
    let built_already = args.flag("--no-build");
    args.end()?;
    let ready = setup::ensure(Need::PageInBrowser);
    let mut dist = root().join("dist");
    if !built_already {
        dist = build::build(
            ready.page.as_ref().map_err(String::clone)?,
            Profile::Release,
        )?;
    }
    let mut rows = Vec::new();
    for n_questions in SIZES {
        println!("\n== {n_questions} questions");
        let files = files(n_questions)?;
        let chromium = match &ready.browser {
            Ok(browser) => {
                let [dataset, predictions] = files.each_ref().map(|file| file.to_string_lossy());
                let words = ["bench", &dataset, &predictions];
                numbers(run::run_and_read(&mut stories::harness(
                    browser, &dist, &words,
                )))
            }
            Err(_) => Numbers::default(),
        };
        rows.push(Row {
            n_questions,
            python: python(&files),
            native: native(&files, "score"),
            report: native(&files, "report"),
            chromium,
        });
    }
    let prompt = match &ready.browser {
        Ok(browser) => time_prompt(browser, &dist)?,
        Err(_) => Numbers::default(),
    };
    let answers = match &ready.browser {
        Ok(browser) => time_answers(browser, &dist),
        Err(_) => Numbers::default(),
    };
    for row in &rows {
        print_row(row);
    }
    print_prompt(&prompt);
    print_answers(&answers);
    let first_load = sizes::first_load_brotli(&dist)?;
    println!(
        "\nfirst load without the worker: {:.1} KB as brotli",
        first_load as f64 / 1000.0
    );
    for note in &ready.notes {
        println!("{note}");
    }
    Ok(())
}

/// The files of that size, written once.
fn files(n_questions: usize) -> Outcome<[PathBuf; 2]> {
    let dir = target_dir()
        .join("bench-data")
        .join(n_questions.to_string());
    let files = ["dataset.json", "predictions.json"].map(|name| dir.join(name));
    let data = data::squad(n_questions);
    let write = |file: &Path, text: &str| {
        fs::create_dir_all(&dir)
            .and_then(|()| fs::write(file, text))
            .map_err(|e| format!("{}: {e}", file.display()))
    };
    let [dataset, predictions] = &files;
    write(dataset, &data.dataset)?;
    write(predictions, &data.predictions)?;
    let bytes = data.dataset.len() + data.predictions.len();
    println!("{:.1} MB in {}", bytes as f64 / 1e6, dir.display());
    Ok(files)
}

/// The plain Python scorer; `total_ms` also has Python's own start.
fn python(files: &[PathBuf; 2]) -> Numbers {
    let start = Instant::now();
    let mut python = program("python3");
    let mut numbers = numbers(run::run_and_read(
        python.arg("xtask/bench/peer.py").args(files),
    ));
    if !numbers.0.is_empty() {
        numbers.0.push((
            "total_ms".to_owned(),
            start.elapsed().as_secs_f64() * 1000.0,
        ));
    }
    numbers
}

/// An example of the core, compiled for this machine: scoring, or what is made of the scores.
fn native(files: &[PathBuf; 2], example: &str) -> Numbers {
    let source = format!("tests/bench/{example}.rs");
    if !root().join(&source).is_file() {
        println!("there is no {source}, so nothing is timed natively");
        return Numbers::default();
    }
    let mut cargo = run::cargo();
    cargo.args([
        "run",
        "--quiet",
        "--locked",
        "--release",
        "--example",
        example,
    ]);
    numbers(run::run_and_read(cargo.args(files)))
}

/// From a pressed key to the preview, in Chromium.
fn time_prompt(browser: &Browser, dist: &Path) -> Outcome<Numbers> {
    println!("\n== prompts");
    let file = target_dir().join("bench-data").join("long_prompts.json");
    fs::write(&file, data::long_prompts()).map_err(|e| format!("{}: {e}", file.display()))?;
    let words = ["bench-prompt", &file.to_string_lossy()];
    Ok(numbers(run::run_and_read(&mut stories::harness(
        browser, dist, &words,
    ))))
}

fn print_prompt(prompt: &Numbers) {
    let ms = |name: &str| {
        prompt
            .get(name)
            .map_or("-".to_owned(), |ms| format!("{ms:.1}"))
    };
    println!(
        "\n== typing in a template, {} characters of prompt (ms)",
        ms("prompt_chars")
    );
    println!(
        "key to preview: median {}, 95th percentile {}, longest {} (aims: 16, 50)",
        ms("type_to_preview_median_ms"),
        ms("type_to_preview_p95_ms"),
        ms("type_to_preview_most_ms"),
    );
    println!(
        "longest gap between frames: {} (aim: none over 50)",
        ms("longest_frame_ms")
    );
    print_longest_task(prompt);
}

/// A run of many questions against a model server on this machine, in Chromium.
fn time_answers(browser: &Browser, dist: &Path) -> Numbers {
    println!("\n== answers");
    let mut harness = stories::harness(browser, dist, &["bench-answers"]);
    numbers(run::run_and_read(&mut harness))
}

fn print_answers(answers: &Numbers) {
    let number = |name: &str, digits: usize| {
        let number = answers.get(name);
        number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
    };
    println!(
        "\n== asking {} questions of a server that takes 100 ms, {} in flight",
        number("n_items", 0),
        number("in_flight_most", 0)
    );
    println!(
        "run: {} ms, {} times the least possible (aim: 1.10)",
        number("run_ms", 0),
        number("run_to_least", 3)
    );
    print_longest_task(answers);
    match answers.get("longest_task_after_ms") {
        Some(0.0) | None => {}
        Some(ms) => println!("longest task while the scores are shown: {ms:.0} ms"),
    }
}

fn print_longest_task(numbers: &Numbers) {
    match numbers.get("longest_task_ms") {
        Some(0.0) => println!("longest task of the page's thread: under 50 ms"),
        Some(ms) => println!("longest task of the page's thread: {ms:.0} ms"),
        None => {}
    }
}

fn numbers(printed: Outcome<String>) -> Numbers {
    match printed {
        Ok(text) => Numbers::read(&text),
        Err(why) => {
            println!("not timed: {why}");
            Numbers::default()
        }
    }
}

fn print_row(row: &Row) {
    println!("\n== {} questions (ms)", row.n_questions);
    println!(
        "{:<10} {:>9} {:>9} {:>14}",
        "", "read", "score", "drop to score"
    );
    let ms = |number: Option<f64>| number.map_or("-".to_owned(), |ms| format!("{ms:.0}"));
    for (name, numbers, whole) in [
        ("python", &row.python, "total_ms"),
        ("native", &row.native, "total_ms"),
        ("chromium", &row.chromium, "drop_to_score_ms"),
    ] {
        let [read, score] = ["read_ms", "score_ms"].map(|key| ms(numbers.get(key)));
        println!(
            "{name:<10} {read:>9} {score:>9} {:>14}",
            ms(numbers.get(whole))
        );
    }
    let ratio = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) if b > 0.0 => format!("{:.2}", a / b),
        _ => "-".to_owned(),
    };
    let both = |numbers: &Numbers| Some(numbers.get("read_ms")? + numbers.get("score_ms")?);
    println!(
        "chromium : native, read and score: {}",
        ratio(both(&row.chromium), both(&row.native))
    );
    let drop_to_score = row.chromium.get("drop_to_score_ms");
    println!(
        "python : drop to score: {}",
        ratio(row.python.get("total_ms"), drop_to_score)
    );
    print_report(&row.report);
    memory(&row.chromium);
    agreement(row);
}

/// What is made of the scores, in ms and as multiples of scoring.
fn print_report(report: &Numbers) {
    let Some(score) = report.get("score_ms").filter(|ms| *ms > 0.0) else {
        return;
    };
    for (key, what) in [
        ("report_ms", "report of what the page found already"),
        ("report_alone_ms", "report that finds all itself"),
        ("zip_ms", "zip"),
    ] {
        if let Some(ms) = report.get(key) {
            println!("{what}, native: {ms:.0}, {:.2} times scoring", ms / score);
        }
    }
}

fn memory(chromium: &Numbers) {
    print_longest_task(chromium);
    let megabytes = |name: &str| {
        chromium
            .get(name)
            .map(|bytes| format!("{:.0} MB", bytes / 1e6))
    };
    if let Some(bytes) = megabytes("worker_memory_bytes") {
        println!("worker's WebAssembly memory: {bytes}");
    }
    if let Some(bytes) = megabytes("page_process_memory_bytes") {
        println!("page's process, resident at its peak (page and worker): {bytes}");
    }
}

/// Says whether all ways came to the same score: a fast wrong number is no number.
fn agreement(row: &Row) {
    for key in ["exact", "f1", "total"] {
        let seen: Vec<f64> = [&row.python, &row.native, &row.chromium]
            .iter()
            .filter_map(|numbers| numbers.get(key))
            .collect();
        let Some(first) = seen.first() else { continue };
        let agree = seen.iter().all(|value| (value - first).abs() < 1e-9);
        if !agree {
            println!("{key} differs: {seen:?}");
        }
    }
}
