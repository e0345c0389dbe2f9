//! `cargo xtask test`: all that is checked before a change goes in.
//!
//! Every step runs, whether the one before it failed or not, unless it needs its result. A step that
//! cannot run here is no failure, but the summary says so.

use crate::build::{self, Profile};
use crate::run::{self, Args, Outcome, root, target_dir};
use crate::setup::{self, Browser, Need, PageTools};
use crate::stories;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const WASM: [&str; 3] = ["--locked", "--target", "wasm32-unknown-unknown"];

/// How a step ended.
enum End {
    Passed(Duration),
    Failed(String),
    NotTested(String),
}

/// What ran so far, in order.
struct Steps(Vec<(&'static str, End)>);

impl Steps {
    /// Runs a step and keeps how it ended. Returns whether it passed.
    fn run(&mut self, name: &'static str, step: impl FnOnce() -> Outcome) -> bool {
        println!("\n== {name}");
        let start = Instant::now();
        let end = match step() {
            Ok(()) => End::Passed(start.elapsed()),
            Err(why) => {
                eprintln!("{why}");
                End::Failed(why)
            }
        };
        let passed = matches!(end, End::Passed(_));
        self.0.push((name, end));
        passed
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        self.0.push((name, End::NotTested(why.to_owned())));
    }

    /// Prints a line per step. Fails if one failed.
    fn sum_up(&self) -> Outcome {
        println!("\n== summary");
        for (name, end) in &self.0 {
            match end {
                End::Passed(took) => println!("passed      {name} ({} s)", took.as_secs()),
                End::Failed(why) => println!("FAILED      {name}: {why}"),
                End::NotTested(why) => println!("not tested  {name}: {why}"),
            }
        }
        let failed = self
            .0
            .iter()
            .filter(|(_, end)| matches!(end, End::Failed(_)))
            .count();
        if failed == 0 {
            Ok(())
        } else {
            Err(format!("{failed} of {} steps failed", self.0.len()))
        }
    }
}

/// `cargo xtask test`.
pub fn command(args: &mut Args) -> Outcome {
    let long = args.flag("--long");
    args.end()?;
    println!("== set-up");
    let ready = setup::ensure(Need::PageInBrowser);
    let mut steps = Steps(Vec::new());
    native(&mut steps, long);
    match &ready.page {
        Ok(tools) => page(&mut steps, tools, ready.browser.as_ref(), long),
        Err(why) => {
            for name in [
                "clippy, wasm32",
                "tests, wasm32",
                "release build",
                "end-to-end tests",
            ] {
                steps.skip(name, why);
            }
        }
    }
    let summary = steps.sum_up();
    for note in &ready.notes {
        println!("{note}");
    }
    if !long {
        println!(
            "not tested  made-up inputs and broken files twenty times as often, longer cuts, more kills, a tab hidden for \
             minutes: `cargo xtask test --long`"
        );
    }
    summary
}

/// What needs no page.
fn native(steps: &mut Steps, long: bool) {
    steps.run("format", || {
        run::run(run::cargo().args(["fmt", "--all", "--check"]))
    });
    steps.run("clippy, native", || {
        let mut clippy = run::cargo();
        clippy.args([
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--features",
            "e2e",
        ]);
        run::run(clippy.args(["--", "-D", "warnings"]))
    });
    steps.run("tests, native", || {
        run::run(lengthen(
            run::cargo().args(["test", "--locked", "--workspace"]),
            long,
        ))
    });
}

/// What needs the compiler for wasm32, and then a browser.
fn page(steps: &mut Steps, tools: &PageTools, browser: Result<&Browser, &String>, long: bool) {
    let component_tests = root().join("tests/web.rs").is_file();
    steps.run("clippy, wasm32", || {
        let mut clippy = tools.cargo();
        clippy.arg("clippy").args(WASM).args(["--lib", "--bins"]);
        if component_tests {
            clippy.args(["--test", "web"]);
        }
        run::run(clippy.args(["--", "-D", "warnings"]))
    });
    match browser {
        Ok(_) if !component_tests => steps.skip("tests, wasm32", "there is no tests/web.rs"),
        Ok(browser) => {
            steps.run("tests, wasm32", || component_tests_in(tools, browser, long));
        }
        Err(why) => steps.skip("tests, wasm32", why),
    }
    let built = steps.run("release build", || {
        build::build(tools, Profile::Release).map(drop)
    });
    match browser {
        Ok(browser) if built => {
            let dist = root().join("dist");
            steps.run("end-to-end tests", || stories::tell(browser, &dist, long));
        }
        Ok(_) => steps.skip("end-to-end tests", "there is no page to test"),
        Err(why) => steps.skip("end-to-end tests", why),
    }
}

/// Runs the tests that mount components in a page.
fn component_tests_in(tools: &PageTools, browser: &Browser, long: bool) -> Outcome {
    let capabilities = target_dir().join("webdriver.json");
    write_capabilities(&capabilities, &browser.chromium)?;
    let mut cargo = tools.cargo();
    cargo.arg("test").args(WASM).args(["--test", "web"]);
    cargo.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
        "wasm-bindgen-test-runner",
    );
    cargo.env("CHROMEDRIVER", &browser.driver);
    cargo.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &capabilities);
    run::run(lengthen(&mut cargo, long))
}

/// The flags without which Chromium does not start as root or in a container.
fn write_capabilities(file: &Path, chromium: &Path) -> Outcome {
    let text = format!(
        r#"{{"goog:chromeOptions": {{"binary": "{}", "args": ["--headless=new", "--no-sandbox",
"--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
"--disable-background-networking", "--disable-component-update", "--disable-sync"]}}}}"#,
        chromium.display()
    );
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// Asks tests to try made-up inputs (random bytes, changed fixtures, random orders of steps) twenty times as often.
fn lengthen(command: &mut Command, long: bool) -> &mut Command {
    if long {
        command.env("MARKSHEET_LONG", "1");
    }
    command
}
