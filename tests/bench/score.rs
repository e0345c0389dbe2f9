//! Reads and scores two files as the worker does, and prints how long it took: the native side of the benchmark.
//!
//! `cargo run --release --example score DATASET PREDICTIONS`

use marksheet::workspace::Workspace;
use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Instant;

fn main() -> io::Result<()> {
    let paths: Vec<String> = env::args().skip(1).collect();
    if paths.len() != 2 {
        return Err(io::Error::other("usage: score DATASET PREDICTIONS"));
    }
    let mut workspace = Workspace::default();
    let mut read = 0.0;
    for path in &paths {
        let bytes = fs::read(path)?;
        let name = Path::new(path)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let start = Instant::now();
        workspace.open(&name, &bytes);
        read += start.elapsed().as_secs_f64();
    }
    let start = Instant::now();
    workspace.settle();
    workspace.score(&mut |_| {});
    let score = start.elapsed().as_secs_f64();
    println!("read_ms {:.1}", 1000.0 * read);
    println!("score_ms {:.1}", 1000.0 * score);
    println!("total_ms {:.1}", 1000.0 * (read + score));
    let metrics = workspace.view().scores.map(|scores| scores.metrics);
    for (key, value) in metrics.unwrap_or_default() {
        println!("{key} {value}");
    }
    Ok(())
}
