//! `cargo xtask shots`: pictures of the page, to be looked at.

use crate::build::{self, Profile};
use crate::run::{self, Args, Outcome, root};
use crate::setup::{self, Need};
use crate::stories;

/// `cargo xtask shots`.
pub fn command(args: &mut Args) -> Outcome {
    let built_already = args.flag("--no-build");
    args.end()?;
    let ready = setup::ensure(Need::PageInBrowser);
    let browser = ready.browser?;
    let mut dist = root().join("dist");
    if !built_already {
        dist = build::build(&ready.page?, Profile::Release)?;
    }
    let dir = root().join("target/shots");
    run::run(&mut stories::harness(
        &browser,
        &dist,
        &["shots", &dir.to_string_lossy()],
    ))?;
    println!("The pictures are in {}", dir.display());
    Ok(())
}
