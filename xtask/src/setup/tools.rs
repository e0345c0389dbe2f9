//! The programs that turn compiled code into a page: Trunk, wasm-bindgen, wasm-opt.

use super::apt;
use crate::run::{self, Outcome, program, root};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// 0.22 needs a newer compiler than some machines have.
const TRUNK: &str = "0.21.14";

/// Debian's 108 ends well and leaves a page that dies; this is the first that was tried and works.
const WASM_OPT: u32 = 132;

/// Where programs of ours go: a folder for each version, shared by all clones of the project.
///
/// `MARKSHEET_TOOLS` names another place; without a home folder it is inside `target/`.
pub fn folder() -> PathBuf {
    let chosen = env::var_os("MARKSHEET_TOOLS").map(PathBuf::from);
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = env::var_os("HOME").map(PathBuf::from);
    let in_cache = cache
        .or(home.map(|home| home.join(".cache")))
        .filter(|dir| dir.is_absolute());
    chosen
        .or(in_cache.map(|dir| dir.join("marksheet")))
        .unwrap_or_else(|| root().join("target/tools"))
}

/// Trunk, which bundles the page. Returns the program.
pub fn trunk() -> Outcome<PathBuf> {
    let says = format!("trunk {TRUNK}");
    let why = "it bundles the page (4 to 8 minutes)";
    let found = on_path("trunk", |version| version == says);
    found.map_or_else(|| cargo_install("trunk", TRUNK, "trunk", true, why), Ok)
}

/// wasm-bindgen, in exactly the version that the page is compiled against. Returns its folder.
pub fn wasm_bindgen(lock: &Path) -> Outcome<PathBuf> {
    let version = locked_version(lock, "wasm-bindgen")?;
    let says = format!("wasm-bindgen {version}");
    let found = on_path("wasm-bindgen", |text| text == says)
        .filter(|program| program.with_file_name("wasm-bindgen-test-runner").is_file());
    let why = "it joins the page's code and the browser (2 minutes)";
    let program = match found {
        Some(program) => program,
        // Its own lock file names crates that not every mirror has.
        None => cargo_install("wasm-bindgen-cli", &version, "wasm-bindgen", false, why)?,
    };
    Ok(program.parent().map(Path::to_path_buf).unwrap_or_default())
}

/// wasm-opt, which makes the page's code smaller. Returns its folder.
pub fn wasm_opt() -> Outcome<PathBuf> {
    let fits = |text: &str| {
        let version = text.strip_prefix("wasm-opt version ").unwrap_or_default();
        let digits = version
            .split(|c: char| !c.is_ascii_digit())
            .next()
            .unwrap_or_default();
        digits
            .parse::<u32>()
            .is_ok_and(|version| version >= WASM_OPT)
    };
    let dir = folder().join(format!("binaryen-{WASM_OPT}"));
    let bin = dir.join("node_modules/.bin");
    if let Some(program) = on_path("wasm-opt", fits) {
        return Ok(program.parent().map(Path::to_path_buf).unwrap_or_default());
    }
    if version(&bin.join("wasm-opt")).is_some_and(|text| fits(&text)) {
        return Ok(bin);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    if run::find("npm", &path).is_none() {
        apt::install(&["nodejs", "npm"], "npm has a wasm-opt that is new enough")?;
    }
    println!(
        "Installing wasm-opt {WASM_OPT} with npm into {}: it makes the page smaller.",
        dir.display()
    );
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let package = format!("binaryen@{WASM_OPT}");
    let mut npm = program("npm");
    npm.current_dir(&dir)
        .args(["install", "--no-audit", "--no-fund", "--prefix"])
        .arg(&dir);
    run::run(npm.arg(package))?;
    let installed = version(&bin.join("wasm-opt")).is_some_and(|text| fits(&text));
    installed
        .then_some(bin)
        .ok_or_else(|| "the installed wasm-opt does not start".to_owned())
}

/// A folder with a stand-in for wasm-opt that changes nothing.
///
/// Trunk runs whatever wasm-opt it finds, and an old one leaves a page that dies.
pub fn no_wasm_opt() -> PathBuf {
    let dir = folder().join("no-wasm-opt");
    let script = dir.join("wasm-opt");
    let text = "#!/bin/sh\n\
        # Stands in for wasm-opt where none that is new enough can be had: copies input to output.\n\
        [ \"$1\" = --version ] && { echo 'wasm-opt version 0 (version_0)'; exit; }\n\
        for word; do case $word in --output=*) to=${word#--output=};; -*) ;; *) from=$word;; esac; done\n\
        cp \"$from\" \"$to\"\n";
    let written = fs::create_dir_all(&dir).and_then(|()| fs::write(&script, text));
    if written.is_ok() {
        // Trunk says what is wrong if this did not work.
        let _ = run::output(program("chmod").arg("+x").arg(&script));
    }
    dir
}

/// Installs a program of a crate into a folder of its own, unless it is there.
fn cargo_install(
    krate: &str,
    version_wanted: &str,
    name: &str,
    locked: bool,
    why: &str,
) -> Outcome<PathBuf> {
    let dir = folder().join(format!("{krate}-{version_wanted}"));
    let installed = dir.join("bin").join(name);
    if version(&installed).is_some_and(|text| text.ends_with(version_wanted)) {
        return Ok(installed);
    }
    println!(
        "Installing {krate} {version_wanted} into {}: {why}.",
        dir.display()
    );
    let mut cargo = run::cargo();
    cargo
        .args(["install", krate, "--version", version_wanted, "--root"])
        .arg(&dir);
    if locked {
        cargo.arg("--locked");
    }
    // Kept on failure, so that the next attempt goes on where this one ended.
    let built = root().join("target/tools-build");
    cargo
        .env("CARGO_TARGET_DIR", &built)
        .env("CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS", "fallback");
    run::run(&mut cargo)?;
    let _ = fs::remove_dir_all(&built);
    Ok(installed)
}

/// The program of that name on `PATH`, if what it says to `--version` fits.
fn on_path(name: &str, fits: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let program = run::find(name, &env::var_os("PATH")?)?;
    version(&program).filter(|text| fits(text)).map(|_| program)
}

fn version(file: &Path) -> Option<String> {
    run::output(program(file).arg("--version"))
}

/// The version of a crate in Cargo.lock.
fn locked_version(lock: &Path, krate: &str) -> Outcome<String> {
    let text = fs::read_to_string(lock).map_err(|e| format!("{}: {e}", lock.display()))?;
    let name = format!("name = \"{krate}\"");
    let mut lines = text.lines().skip_while(|line| **line != name);
    lines
        .nth(1)
        .and_then(|line| line.strip_prefix("version = \""))
        .and_then(|rest| rest.strip_suffix('"'))
        .map(str::to_owned)
        .ok_or_else(|| format!("{} does not name {krate}", lock.display()))
}
