//! A Rust compiler with a standard library for wasm32.
//!
//! The ordinary way is `rustup target add`. Machines that do not reach rustup's server but Debian's
//! packages get Debian's compiler, a standard library built from its sources, and a rustup toolchain
//! named `wasm` that points there; the default toolchain stays what it is.

use super::apt;
use crate::run::{self, Outcome, program, target_dir};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const TARGET: &str = "wasm32-unknown-unknown";
const TOOLCHAIN: &str = "wasm";
const LIBRARY: &str = "/usr/lib/rustlib/wasm32-unknown-unknown/lib";

/// The compiler's version, for a toolchain; `None` is the ordinary one.
pub fn with_toolchain(mut command: Command, toolchain: Option<&str>) -> Command {
    if let Some(toolchain) = toolchain {
        command.env("RUSTUP_TOOLCHAIN", toolchain);
    }
    command
}

/// The toolchain to build for wasm32 with; `None` is the ordinary one.
pub fn ensure() -> Outcome<Option<&'static str>> {
    if compiles(None) {
        return Ok(None);
    }
    let linked = linked_toolchain();
    if linked.as_deref() == Some("/usr") && compiles(Some(TOOLCHAIN)) {
        return Ok(Some(TOOLCHAIN));
    }
    println!("Adding the compilation target {TARGET} with rustup: the page runs as WebAssembly.");
    let added = run::run_within(
        program("rustup")
            .args(["target", "add", TARGET])
            .env("RUST_BACKTRACE", "0"),
        Duration::from_secs(300),
    );
    let Err(why) = added else {
        return if compiles(None) {
            Ok(None)
        } else {
            Err(format!(
                "rustup added {TARGET}, yet nothing compiles for it"
            ))
        };
    };
    println!("{why}. Trying Debian's compiler instead.");
    if let Some(elsewhere) = linked.filter(|path| path != "/usr") {
        return Err(format!(
            "the rustup toolchain named {TOOLCHAIN} is not ours ({elsewhere})"
        ));
    }
    debian()?;
    if compiles(Some(TOOLCHAIN)) {
        Ok(Some(TOOLCHAIN))
    } else {
        Err(format!(
            "Debian's compiler is installed, yet nothing compiles for {TARGET}"
        ))
    }
}

/// Whether a test program compiles and links for wasm32: takes the standard library, its test
/// library and the linker, all from the same version.
fn compiles(toolchain: Option<&str>) -> bool {
    let dir = env::temp_dir().join(format!("marksheet-probe-{}", std::process::id()));
    let source = dir.join("probe.rs");
    let written = fs::create_dir_all(&dir)
        .and_then(|()| fs::write(&source, "fn main() {}\n#[test]\nfn works() {}\n"));
    let mut rustc = with_toolchain(program("rustc"), toolchain);
    rustc
        .args(["--test", "--target", TARGET, "-o"])
        .arg(dir.join("probe.wasm"))
        .arg(&source);
    let compiled = written.is_ok() && run::output(&mut rustc).is_some();
    // Left behind it would do no harm.
    let _ = fs::remove_dir_all(&dir);
    compiled
}

/// Where the rustup toolchain of our name points, if there is one.
fn linked_toolchain() -> Option<String> {
    let list = run::output(program("rustup").args(["toolchain", "list", "-v"]))?;
    let line = list
        .lines()
        .find(|line| line.split_whitespace().next() == Some(TOOLCHAIN))?;
    line.split_whitespace().last().map(str::to_owned)
}

/// Debian's compiler with a standard library for wasm32 built from its sources. About 2 minutes.
fn debian() -> Outcome {
    if !Path::new("/etc/debian_version").exists() {
        return Err("rustup could not add it, and this is not Debian".to_owned());
    }
    let why = "a compiler that brings the sources of its standard library, to build it for wasm32";
    apt::install(
        &["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy"],
        why,
    )?;
    let linker = linker()?;
    build_library()?;
    if run::find("rust-lld", &env::var_os("PATH").unwrap_or_default()).is_none() {
        let mut link = apt::as_root("ln")?;
        run::run(link.args(["--symbolic", "--force", &linker, "/usr/local/bin/rust-lld"]))?;
    }
    run::run(program("rustup").args(["toolchain", "link", TOOLCHAIN, "/usr"]))?;
    // Built against another standard library, it would only stop with "can't find crate".
    let stale = target_dir().join(TARGET);
    if stale.exists() {
        println!(
            "Removing {}: it was built with another standard library.",
            stale.display()
        );
        fs::remove_dir_all(&stale).map_err(|e| format!("{}: {e}", stale.display()))?;
    }
    Ok(())
}

/// The linker of the LLVM version that the compiler is built with.
fn linker() -> Outcome<String> {
    let version = run::output(program("/usr/bin/rustc").arg("-vV")).unwrap_or_default();
    let llvm = version
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))
        .and_then(|version| version.split('.').next())
        .ok_or("/usr/bin/rustc does not say its LLVM version")?
        .to_owned();
    let package = format!("lld-{llvm}");
    apt::install(&[&package], "the linker that goes with that compiler")?;
    Ok(format!("/usr/bin/{package}"))
}

fn build_library() -> Outcome {
    println!("Building the standard library for {TARGET} (about a minute).");
    let dir = target_dir().join("wasm-std");
    let failed = |e: std::io::Error| format!("{}: {e}", dir.display());
    // A leftover of an earlier attempt may hold libraries of another version.
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join("src")).map_err(failed)?;
    let manifest = "[package]\nname = \"no_code\"\nedition = \"2021\"\n[workspace]\n";
    fs::write(dir.join("Cargo.toml"), manifest).map_err(failed)?;
    fs::write(dir.join("src/lib.rs"), "").map_err(failed)?;
    let mut cargo = program("/usr/bin/cargo");
    cargo
        .current_dir(&dir)
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1");
    // Without the bitcode a later build with link-time optimisation stops.
    cargo
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env("CARGO_TARGET_DIR", dir.join("target"));
    cargo
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTUP_TOOLCHAIN");
    cargo.args(["build", "--release", "--target", TARGET]);
    run::run(cargo.arg("-Zbuild-std=std,panic_abort,proc_macro,test"))?;
    let built = dir.join("target").join(TARGET).join("release/deps");
    let libraries: Vec<PathBuf> = fs::read_dir(&built)
        .map_err(failed)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "rlib"))
        .filter(|path| !path.to_string_lossy().contains("libno_code"))
        .collect();
    // One library of each name: another version's beside it would be ambiguous.
    run::run(apt::as_root("rm")?.args(["-r", "-f", LIBRARY]))?;
    run::run(apt::as_root("mkdir")?.args(["-p", LIBRARY]))?;
    let copied = apt::as_root("cp")?
        .args(&libraries)
        .arg(LIBRARY)
        .status()
        .map_err(failed)?;
    if !copied.success() {
        return Err(format!("the library could not be copied to {LIBRARY}"));
    }
    // It takes half a gigabyte and is not read again.
    fs::remove_dir_all(&dir).map_err(failed)
}
