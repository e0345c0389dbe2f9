//! The end-to-end harness (`tests/e2e`) as a program to start.

use crate::run::{self, Outcome};
use crate::setup::Browser;
use std::path::Path;
use std::process::Command;

/// The harness with those words, against the page in `dist` and that browser.
pub fn harness(browser: &Browser, dist: &Path, words: &[&str]) -> Command {
    let mut cargo = run::cargo();
    cargo.args([
        "test",
        "--quiet",
        "--locked",
        "--features",
        "e2e",
        "--test",
        "e2e",
        "--",
    ]);
    cargo.args(words);
    cargo
        .env("CHROMEDRIVER", &browser.driver)
        .env("CHROMIUM", &browser.chromium);
    cargo.env("MARKSHEET_DIST", dist);
    cargo
}

/// Runs every story.
pub fn tell(browser: &Browser, dist: &Path, long: bool) -> Outcome {
    let mut harness = harness(browser, dist, &[]);
    if long {
        harness.env("MARKSHEET_LONG", "1");
    }
    run::run(&mut harness)
}
