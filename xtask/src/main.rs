//! The project's commands: `cargo xtask serve`, `test`, `build`, `bench`, `shots`, `model-server` and `setup`.
//!
//! Nothing here is part of the page. Whatever a command needs it looks for, and installs if it can.

mod bench;
mod build;
mod model_server;
mod policy;
mod run;
mod serve;
mod serve_model;
mod setup;
mod shots;
mod sizes;
mod static_files;
mod stories;
mod test;

use std::env;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  serve [--port N] [--prefix /p/] [--dev]
                      build the page and serve it on http://127.0.0.1:8080
  test [--long]       all that is checked before a change goes in: format, lints, tests,
                      release build with its sizes, end-to-end tests in headless Chromium;
                      --long tries made-up inputs twenty times as often and asks models longer
  build [--dev]       write the page to dist/
  bench               times of reading and scoring (native, Python, Chromium), of typing
                      a prompt, and of asking a model
  shots               screenshots of the page to target/shots/
  model-server [OPTIONS]
                      a model that answers from a dataset and fails as told, on
                      http://127.0.0.1:8081/v1; its options: model-server --help
  setup               only install what the commands above need

Each installs what is missing and says so.";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let mut args = run::Args::new(args);
    let result = match args.command().as_deref() {
        Some("serve") => serve::command(&mut args),
        Some("test") => test::command(&mut args),
        Some("build") => build::command(&mut args),
        Some("bench") => bench::command(&mut args),
        Some("shots") => shots::command(&mut args),
        Some("model-server") => serve_model::command(&mut args),
        Some("setup") => setup::command(&mut args),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        Some(other) => Err(format!("no command named {other}\n\n{USAGE}")),
        None => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\n{message}");
            ExitCode::FAILURE
        }
    }
}
