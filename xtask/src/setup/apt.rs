//! Debian's packages, for those who may install them.

use crate::run::{self, Outcome, program};
use std::path::Path;
use std::process::Command;
use std::sync::Once;

/// Installs packages; `why` completes "Installing … with apt: ".
pub fn install(packages: &[&str], why: &str) -> Outcome {
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!(
            "there is no apt-get here to install {} with",
            packages.join(", ")
        ));
    }
    println!("Installing {} with apt: {why}.", packages.join(", "));
    update_once()?;
    let mut apt = as_root("apt-get")?;
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt.args(["install", "--yes", "--quiet", "--no-install-recommends"]);
    run::run(apt.args(packages))
}

/// A program started as root, directly or by a sudo that asks nothing.
pub fn as_root(name: &str) -> Outcome<Command> {
    if run::output(program("id").arg("-u")).as_deref() == Some("0") {
        return Ok(program(name));
    }
    if run::output(program("sudo").args(["--non-interactive", "true"])).is_some() {
        let mut sudo = program("sudo");
        sudo.args(["--non-interactive", name]);
        return Ok(sudo);
    }
    Err("it needs root, or a sudo that asks no password".to_owned())
}

/// Fetches the lists of packages. Failing is no reason to stop: the lists may be there.
fn update_once() -> Outcome {
    static UPDATED: Once = Once::new();
    let mut apt = as_root("apt-get")?;
    UPDATED.call_once(|| {
        let _ = run::run(apt.args(["update", "--quiet"]));
    });
    Ok(())
}
