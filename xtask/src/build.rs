//! `cargo xtask build`: the page, ready for any static server, in `dist/`.

use crate::run::{self, Args, Outcome, root};
use crate::setup::{self, Need, PageTools};
use crate::{policy, sizes};
use std::path::PathBuf;

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
    if profile == Profile::Release {
        sizes::print(&dist)?;
    }
    Ok(dist)
}
