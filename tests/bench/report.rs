//! Makes the report and the zip of two scored files, and prints how long that took beside scoring them.
//!
//! `cargo run --release --example report DATASET PREDICTIONS`

use marksheet::report::{self, document};
use marksheet::score::Intervals;
use marksheet::workspace::Workspace;
use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Instant;

/// Resamples between two looks at whether intervals are done.
const AT_ONCE: usize = 1_000;

fn main() -> io::Result<()> {
    let paths: Vec<String> = env::args().skip(1).collect();
    if paths.len() != 2 {
        return Err(io::Error::other("usage: report DATASET PREDICTIONS"));
    }
    let mut workspace = Workspace::default();
    for path in &paths {
        let name = Path::new(path).file_name().unwrap_or_default();
        workspace.open(&name.to_string_lossy(), &fs::read(path)?);
    }
    workspace.settle();
    timed("score_ms", || workspace.score(&mut |_| {}));
    timed("report_alone_ms", || report(&workspace));
    timed("findings_ms", || find(&mut workspace));
    timed("report_ms", || report(&workspace));
    timed("markdown_ms", || {
        workspace.export("", None, None, |run| document::markdown(run).len())
    });
    timed("zip_ms", || {
        workspace.export("", None, None, |run| {
            report::zip(run, None, &mut |_, _| {}).map_or(0, |zip| zip.len())
        })
    });
    Ok(())
}

fn report(workspace: &Workspace) -> Option<usize> {
    workspace.export("", None, None, |run| document::html(run).len())
}

/// What the page finds out in slices while a person reads the numbers.
fn find(workspace: &mut Workspace) {
    let drawn = workspace.shown().map(|shown| {
        let mut intervals = Intervals::new(shown.dataset, shown.scored);
        while !intervals.is_done() {
            intervals.step(AT_ONCE);
        }
        intervals.finish()
    });
    workspace.keep_intervals(drawn.unwrap_or_default());
    while workspace.group(&mut || true) || workspace.gather(&mut || true) || workspace.draw() {}
}

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    println!("{name} {:.1}", 1000.0 * start.elapsed().as_secs_f64());
    done
}
