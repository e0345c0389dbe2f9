//! What the other commands need: found where it is, installed where it is not.
//!
//! Programs of ours go into a folder of this project (`tools::folder`); an installation of the user's
//! is used if it fits and otherwise left alone. Never done here: changing the default toolchain.

mod apt;
mod browser;
mod compiler;
mod tools;

use crate::run::{self, Args, Outcome, program, root};
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

pub use browser::Browser;

/// What a command is going to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Build the page.
    Page,
    /// Build it and run it in a browser.
    PageInBrowser,
}

/// What is there after the set-up.
pub struct Ready {
    /// The programs that build the page, or why there are none.
    pub page: Outcome<PageTools>,
    /// Chromium with its driver, or why there is none. Not looked for unless asked for.
    pub browser: Outcome<Browser>,
    /// What could not be installed and what that means, a sentence each.
    pub notes: Vec<String>,
}

/// The programs that build the page.
pub struct PageTools {
    /// The rustup toolchain that knows wasm32; `None` is the ordinary one.
    toolchain: Option<&'static str>,
    /// `PATH` with our own programs first.
    path: OsString,
    /// Trunk.
    trunk: PathBuf,
}

impl PageTools {
    /// Cargo with the compiler that knows wasm32.
    pub fn cargo(&self) -> Command {
        self.on_path(compiler::with_toolchain(program("cargo"), self.toolchain))
    }

    /// Trunk, which starts cargo, wasm-bindgen and wasm-opt.
    pub fn trunk(&self) -> Command {
        let mut trunk = self.on_path(compiler::with_toolchain(
            program(&self.trunk),
            self.toolchain,
        ));
        // Trunk reads this variable as a yes-or-no and stops at the usual "1".
        if env::var_os("NO_COLOR").is_some() {
            trunk.env("NO_COLOR", "true");
        }
        trunk
    }

    fn on_path(&self, mut command: Command) -> Command {
        command.env("PATH", &self.path);
        command
    }
}

/// `cargo xtask setup`.
pub fn command(args: &mut Args) -> Outcome {
    args.end()?;
    let ready = ensure(Need::PageInBrowser);
    ready.page?;
    for note in &ready.notes {
        println!("{note}");
    }
    println!("Everything else is there.");
    Ok(())
}

/// Finds or installs what `need` needs. Does little when all is there.
pub fn ensure(need: Need) -> Ready {
    let mut notes = Vec::new();
    let page = page_tools(&mut notes);
    if let Err(why) = &page {
        notes.push(format!("The page cannot be built: {why}"));
    }
    let browser = match need {
        Need::Page => Err("not looked for".to_owned()),
        Need::PageInBrowser => browser::ensure(),
    };
    if let (Need::PageInBrowser, Err(why)) = (need, &browser) {
        notes.push(format!("Nothing is tested in a browser: {why}"));
    }
    Ready {
        page,
        browser,
        notes,
    }
}

fn page_tools(notes: &mut Vec<String>) -> Outcome<PageTools> {
    // Trunk builds without the network, so the crates have to be there.
    let fetched = run::output(program("cargo").args(["fetch", "--quiet", "--locked", "--offline"]));
    if fetched.is_none() {
        println!("Fetching the crates that Cargo.lock names.");
        run::run(program("cargo").args(["fetch", "--locked"]))?;
    }
    let toolchain = compiler::ensure()?;
    let trunk = tools::trunk()?;
    let bindgen = tools::wasm_bindgen(&root().join("Cargo.lock"))?;
    let optimizer = tools::wasm_opt().unwrap_or_else(|why| {
        notes.push(format!(
            "The page is built without wasm-opt and is larger than it need be: {why}"
        ));
        tools::no_wasm_opt()
    });
    let old = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(
        [bindgen, optimizer]
            .into_iter()
            .chain(env::split_paths(&old)),
    )
    .map_err(|e| format!("a folder on PATH has a name that cannot be used: {e}"))?;
    Ok(PageTools {
        toolchain,
        path,
        trunk,
    })
}
