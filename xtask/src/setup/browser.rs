//! Chromium and ChromeDriver, for what is tested in a browser.

use super::apt;
use crate::run::{self, Outcome};
use std::env;
use std::path::PathBuf;

/// A browser that tests can drive.
pub struct Browser {
    /// ChromeDriver.
    pub driver: PathBuf,
    /// The browser itself.
    pub chromium: PathBuf,
}

/// Finds Chromium (or Chrome) and its driver, or installs Debian's.
pub fn ensure() -> Outcome<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    apt::install(
        &["chromium", "chromium-driver"],
        "the page is tested in a real browser",
    )?;
    find().ok_or_else(|| "apt installed Chromium, yet there is no chromedriver on PATH".to_owned())
}

fn find() -> Option<Browser> {
    let path = env::var_os("PATH")?;
    let driver = env::var_os("CHROMEDRIVER")
        .map(PathBuf::from)
        .filter(|file| file.is_file())
        .or_else(|| run::find("chromedriver", &path))?;
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    ];
    let chromium = names.iter().find_map(|name| run::find(name, &path))?;
    Some(Browser { driver, chromium })
}
