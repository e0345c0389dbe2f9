//! `cargo xtask serve`: builds the page and serves it to this machine only.

use crate::run::{Args, Outcome};
use crate::setup::{self, Need};
use crate::{build, static_files};
use std::thread;

const PORT: u16 = 8080;

/// `cargo xtask serve`.
pub fn command(args: &mut Args) -> Outcome {
    let port = match args.value("--port")? {
        None => PORT,
        Some(text) => text
            .parse()
            .map_err(|_| format!("{text} is not a port (0 to 65535)"))?,
    };
    let prefix = args.value("--prefix")?.unwrap_or_else(|| "/".to_owned());
    let profile = build::profile(args);
    args.end()?;
    let ready = setup::ensure(Need::Page);
    let dist = build::build(&ready.page?, profile)?;
    let address = static_files::start(&dist, &prefix, port)
        .map_err(|e| format!("port {port} cannot be used ({e}); try `--port 8090`"))?;
    for note in &ready.notes {
        println!("{note}");
    }
    let path = match prefix.trim_matches('/') {
        "" => String::new(),
        inner => format!("{inner}/"),
    };
    println!("Marksheet is at http://{address}/{path} (end with Ctrl-C)");
    loop {
        thread::park();
    }
}
