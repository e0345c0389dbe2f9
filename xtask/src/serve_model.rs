//! `cargo xtask model-server`: a model that answers from a dataset and fails as told, on this machine only.
//!
//! Deliberately absent: the server itself, which tests use too: `model_server`.

use crate::model_server::config::SETTINGS;
use crate::model_server::faults::Fault;
use crate::model_server::{Config, Items, Server};
use crate::run::{Args, Outcome, root};
use std::fs;
use std::path::Path;
use std::thread;

const PORT: u16 = 8081;

/// What is known where nothing is said.
const SAMPLES: [&str; 2] = [
    "data/tail-numbers/dataset.json",
    "data/aviation-exam/dataset.json",
];

/// `cargo xtask model-server`.
pub fn command(args: &mut Args) -> Outcome {
    if args.flag("--help") {
        println!("{}", help());
        return Ok(());
    }
    let port = args.value("--port")?;
    let port = port.map_or(Ok(PORT), |text| {
        text.parse()
            .map_err(|_| format!("{text} is not a port (0 to 65535)"))
    })?;
    let mut config = Config::about(items(args)?);
    config.port = port;
    for (name, ..) in SETTINGS {
        if let Some(value) = args.value(&format!("--{name}"))? {
            config.set(name, &value)?;
        }
    }
    args.end()?;
    let server = Server::start(config)
        .map_err(|e| format!("port {port} cannot be used ({e}); try `--port 0`"))?;
    let config = server.config();
    println!(
        "The model server is at {} (end with Ctrl-C)",
        server.base_url()
    );
    println!(
        "model {}, {} questions known",
        config.models.join(", "),
        config.items.all().len()
    );
    println!(
        "counts and settings: curl http://{}/control",
        server.address()
    );
    loop {
        thread::park();
    }
}

/// The questions of every `--dataset`, or of both samples.
fn items(args: &mut Args) -> Outcome<Items> {
    let mut files = Vec::new();
    while let Some(file) = args.value("--dataset")? {
        files.push(Path::new(&file).to_owned());
    }
    if files.is_empty() {
        files = SAMPLES.map(|file| root().join(file)).to_vec();
    }
    let mut items = Items::default();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let more = Items::read(&text).map_err(|why| format!("{}: {why}", file.display()))?;
        items = items.and(&more);
    }
    Ok(items)
}

fn help() -> String {
    let option =
        |(name, values, what): (&str, &str, &str)| format!("  --{name} {values}\n        {what}\n");
    let own = [
        (
            "port",
            "N",
            "where it listens on 127.0.0.1 (8081); 0 takes a free one",
        ),
        (
            "dataset",
            "FILE",
            "the questions it can answer, in ALUE's shapes; may be given several times (both samples)",
        ),
    ];
    let options: String = own.into_iter().chain(SETTINGS).map(option).collect();
    let faults: Vec<String> = Fault::all().map(|fault| fault.to_string()).collect();
    let mut lines = String::new();
    for faults in faults.chunks(6) {
        lines.push_str(&format!("  {}\n", faults.join(" ")));
    }
    format!(
        "usage: cargo xtask model-server [OPTIONS]\n\n{options}\n\
         faults (and status_NNN for any status from 400 to 599):\n{lines}\n\
         Each question meets at most one fault, chosen like right and wrong by its id and the seed alone.\n\
         Faults that waiting cures last one try unless more are given, the others for ever.\n\n\
         example: cargo xtask model-server --right 0.8 --latency 100..400 --faults cut=0.1x2,rate_text=0.1,think=0.2\n\n\
         While it runs: GET /control answers the counts; POST /control takes a JSON object of the options above and\n\
         of \"reset\": true and \"cut\": MS (every connection closed for so long); GET /control/last answers the last request."
    )
}
