//! End-to-end tests: the built page in a real browser, served as any static server would.
//!
//! `cargo xtask test` builds the page and runs all stories; words after it narrow them down:
//! `cargo test --features e2e --test e2e -- reload`. The same harness takes screenshots (`shots DIR`)
//! and times the page (`bench DATASET PREDICTIONS`, `bench-prompt DATASET`, `bench-answers`). Not here:
//! what can be tested without a browser.

#![cfg(not(target_arch = "wasm32"))]

mod act;
mod answers;
mod bench;
mod browser;
mod cases;
mod check;
mod downloads;
mod elsewhere;
mod find;
#[path = "../../xtask/src/model_server.rs"]
mod model_server;
mod process;
mod prompts;
mod shots;
#[path = "../../xtask/src/static_files.rs"]
mod static_files;
mod stories;
mod understanding;

use browser::{Driver, Page};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// What a step of a story comes to.
pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// The path the page is served under: deep, because pages are published under one.
const PREFIX: &str = "/some/prefix/";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| !w.starts_with('-'))
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match runtime
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(run(&words)))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

async fn run(words: &[String]) -> Outcome {
    let site = serve()?;
    let driver = Driver::start()?;
    match words {
        [command, dir] if command == "shots" => shots::take(&driver, &site, Path::new(dir)).await,
        [command, dataset, predictions] if command == "bench" => {
            bench::time(&driver, &site, Path::new(dataset), Path::new(predictions)).await
        }
        [command, dataset] if command == "bench-prompt" => {
            bench::time_prompt(&driver, &site, Path::new(dataset)).await
        }
        [command] if command == "bench-answers" => answers::time(&driver, &site).await,
        filters => tell(&driver, &site, filters).await,
    }
}

/// Whether there is time: `cargo xtask test --long`.
pub fn is_long() -> bool {
    std::env::var_os("MARKSHEET_LONG").is_some()
}

/// Serves the built page and returns its address.
fn serve() -> Outcome<String> {
    let built = std::env::var_os("MARKSHEET_DIST").map(PathBuf::from);
    let dist = built.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("dist"));
    if !dist.join("index.html").is_file() {
        return Err("there is no built page: run `cargo xtask build` first".into());
    }
    let address = static_files::start(&dist, PREFIX, 0)?;
    Ok(format!("http://{address}{PREFIX}"))
}

/// Runs every story whose name holds one of the words, or all, each in a browser of its own.
async fn tell(driver: &Driver, site: &str, filters: &[String]) -> Outcome {
    let chosen =
        |name: &&&str| filters.is_empty() || filters.iter().any(|f| name.contains(f.as_str()));
    let mut failed = Vec::new();
    for name in stories::NAMES.iter().filter(chosen) {
        let start = Instant::now();
        let page = Page::open(driver, site).await?;
        let told = async {
            stories::tell(name, &page).await?;
            check::nothing_went_elsewhere(&page).await?;
            check::console_is_quiet(&page).await
        };
        match told.await {
            Ok(()) => println!("{name} ... ok ({:.1} s)", start.elapsed().as_secs_f64()),
            Err(why) => {
                println!("{name} ... FAILED: {why}");
                page.record(name).await;
                failed.push(format!("{name}: {why}"));
            }
        }
        page.close().await;
    }
    if failed.is_empty() {
        Ok(())
    } else {
        // With their reasons, because of a long output often the end alone is kept.
        Err(format!("{} failed:\n{}", failed.len(), failed.join("\n")).into())
    }
}
