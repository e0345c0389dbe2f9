//! `cargo xtask build`: the page, ready for any static server, in `dist/`.

use crate::run::{self, Args, Outcome, root};
use crate::setup::{self, Need, PageTools};
use crate::{policy, sizes};
use std::fs;
use std::path::{Path, PathBuf};

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Small and fast: what is published.
    Release,
    /// Compiled quickly, with readable stack traces.
    Dev,
}

/// `cargo xtask build`.
pub fn command(args: &mut Args) -> Outcome {
    let profile = profile(args);
    args.end()?;
    let ready = setup::ensure(Need::Page);
    build(&ready.page?, profile)?;
    for note in &ready.notes {
        println!("{note}");
    }
    Ok(())
}

/// The profile that the command line asks for.
pub fn profile(args: &mut Args) -> Profile {
    if args.flag("--dev") {
        Profile::Dev
    } else {
        Profile::Release
    }
}

/// Builds the page and prints what it weighs. Returns the folder it is in.
pub fn build(tools: &PageTools, profile: Profile) -> Outcome<PathBuf> {
    let mut trunk = tools.trunk();
    trunk.args(["build", "--offline", "--locked"]);
    if profile == Profile::Release {
        trunk.arg("--release");
    }
    run::run(&mut trunk)?;
    let dist = root().join("dist");
    policy::allow_inline_scripts(&dist.join("index.html"))?;
    name_the_module(&dist.join("worker_loader.js"))?;
    if profile == Profile::Release {
        sizes::print(&dist)?;
    }
    Ok(dist)
}

/// Trunk's loader of the worker hands the module over as `wasm-bindgen` no longer wants it, which every load complains of in the
/// browser's console. A loader that is written otherwise stays as it is.
fn name_the_module(loader: &Path) -> Outcome {
    let trouble = |error| format!("{}: {error}", loader.display());
    let text = fs::read_to_string(loader).map_err(trouble)?;
    let named = text.replace(
        r#"wasm_bindgen("./worker_bg.wasm")"#,
        r#"wasm_bindgen({module_or_path: "./worker_bg.wasm"})"#,
    );
    fs::write(loader, named).map_err(trouble)?;
    Ok(())
}
