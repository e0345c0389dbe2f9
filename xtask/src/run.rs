//! Starting other programs, with an environment they can rely on.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What went wrong, in words for the person at the terminal.
pub type Outcome<T = ()> = Result<T, String>;

/// The repository's root.
pub fn root() -> PathBuf {
    let here = env::var("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").to_owned());
    let here = PathBuf::from(here);
    here.parent().map_or(here.clone(), Path::to_path_buf)
}

/// Where cargo puts what it builds.
pub fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), |dir| root().join(dir))
}

/// A program started in the repository's root.
///
/// This program itself runs under `cargo run`, whose variables name one compiler and one package; a
/// child that starts another cargo must not see them.
pub fn program(name: impl AsRef<Path>) -> Command {
    let mut command = Command::new(name.as_ref());
    command.current_dir(root());
    for (key, _) in env::vars_os() {
        let name = key.to_string_lossy();
        let of_our_own_run = name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        if of_our_own_run || ["CARGO", "RUSTC", "RUSTDOC", "LD_LIBRARY_PATH"].contains(&&*name) {
            command.env_remove(&key);
        }
    }
    command
}

/// Cargo of the toolchain that the person chose.
pub fn cargo() -> Command {
    program("cargo")
}

/// Says what is run, runs it, and fails if it fails.
pub fn run(command: &mut Command) -> Outcome {
    println!("$ {}", shown(command));
    let status = command
        .status()
        .map_err(|e| format!("{} did not start: {e}", shown(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed ({status})", shown(command)))
    }
}

/// As [`run`], but gives up after `limit`.
pub fn run_within(command: &mut Command, limit: Duration) -> Outcome {
    println!("$ {}", shown(command));
    let mut child = command
        .spawn()
        .map_err(|e| format!("{} did not start: {e}", shown(command)))?;
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("{} failed ({status})", shown(command))),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(100)),
            Ok(None) => {
                // It may have ended in between; then there is nothing to stop.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "{} took more than {} s",
                    shown(command),
                    limit.as_secs()
                ));
            }
            Err(e) => return Err(format!("{}: {e}", shown(command))),
        }
    }
}

/// What a program prints, or `None` if it is not there or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// As [`run`], passing on what the program prints and also returning it.
pub fn run_and_read(command: &mut Command) -> Outcome<String> {
    println!("$ {}", shown(command));
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("{} did not start: {e}", shown(command)))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{text}");
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("{} failed ({})", shown(command), output.status))
    }
}

/// The first program of that name on `path`.
pub fn find(name: &str, path: &std::ffi::OsStr) -> Option<PathBuf> {
    env::split_paths(path)
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The words after `cargo xtask`, taken one after another.
pub struct Args(Vec<String>);

impl Args {
    pub fn new(words: Vec<String>) -> Args {
        Args(words)
    }

    /// The first word.
    pub fn command(&mut self) -> Option<String> {
        if self.0.is_empty() {
            None
        } else {
            Some(self.0.remove(0))
        }
    }

    /// Whether `name` is among the words; it is taken out.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// The word after `name`; both are taken out.
    pub fn value(&mut self, name: &str) -> Outcome<Option<String>> {
        let Some(at) = self.0.iter().position(|word| word == name) else {
            return Ok(None);
        };
        self.0.remove(at);
        if at < self.0.len() {
            Ok(Some(self.0.remove(at)))
        } else {
            Err(format!("{name} needs a value after it"))
        }
    }

    /// Fails if a word is left that nobody took.
    pub fn end(&self) -> Outcome {
        match self.0.first() {
            None => Ok(()),
            Some(word) => Err(format!("not understood: {word}; see `cargo xtask help`")),
        }
    }
}
