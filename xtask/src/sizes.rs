//! What the built page weighs: as files, and as sent by servers that compress with brotli or gzip.

use crate::run::Outcome;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread;

/// The sizes of one or more files, in bytes.
#[derive(Clone, Copy, Default)]
struct Size {
    raw: usize,
    brotli: usize,
    gzip: usize,
}

/// When a browser fetches a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    FirstLoad,
    Worker,
    Later,
}

impl When {
    fn of(name: &str) -> When {
        let code = [".js", ".wasm", ".css"]
            .iter()
            .any(|end| name.ends_with(end));
        if name.starts_with("worker") && code {
            When::Worker
        } else if name == "index.html" || (code && !name.contains('/')) {
            When::FirstLoad
        } else {
            When::Later
        }
    }

    fn words(self) -> &'static str {
        match self {
            When::FirstLoad => "first load",
            When::Worker => "worker",
            When::Later => "when asked for",
        }
    }
}

/// Prints a line per file and a sum per time of loading.
pub fn print(dist: &Path) -> Outcome {
    let files = measured(dist)?;
    println!("\n{:>9} {:>9} {:>9}  bytes", "raw", "brotli", "gzip");
    for when in [When::FirstLoad, When::Worker, When::Later] {
        let of_this: Vec<_> = files
            .iter()
            .filter(|(name, _)| When::of(name) == when)
            .collect();
        let mut sum = Size::default();
        for (name, size) in &of_this {
            line(*size, &format!("{name} ({})", when.words()));
            sum.raw += size.raw;
            sum.brotli += size.brotli;
            sum.gzip += size.gzip;
        }
        if !of_this.is_empty() {
            line(sum, &format!("together: {}", when.words()));
        }
    }
    println!();
    Ok(())
}

/// What a first visit fetches without the worker, in bytes as brotli.
pub fn first_load_brotli(dist: &Path) -> Outcome<usize> {
    let files = measured(dist)?;
    Ok(files
        .iter()
        .filter(|(name, _)| When::of(name) == When::FirstLoad)
        .map(|(_, size)| size.brotli)
        .sum())
}

fn line(size: Size, name: &str) {
    println!(
        "{:>9} {:>9} {:>9}  {name}",
        size.raw, size.brotli, size.gzip
    );
}

fn measured(dist: &Path) -> Outcome<Vec<(String, Size)>> {
    let mut files = Vec::new();
    collect(dist, "", &mut files)?;
    files.sort();
    thread::scope(|scope| {
        let measuring: Vec<_> = files
            .into_iter()
            .map(|(name, bytes)| scope.spawn(move || size(&bytes).map(|size| (name, size))))
            .collect();
        let joined = measuring.into_iter().map(|thread| thread.join());
        joined
            .map(|result| result.unwrap_or_else(|_| Err("measuring failed".to_owned())))
            .collect()
    })
}

fn collect(dir: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> Outcome {
    let failed = |e: std::io::Error| format!("{}: {e}", dir.display());
    for entry in fs::read_dir(dir).map_err(failed)?.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push((name, fs::read(entry.path()).map_err(failed)?));
        }
    }
    Ok(())
}

fn size(bytes: &[u8]) -> Outcome<Size> {
    let failed = |e: std::io::Error| format!("compressing failed: {e}");
    let mut brotli = Vec::new();
    // 11 and 22 are the values static hosts use for files they compress once.
    brotli::CompressorWriter::new(&mut brotli, 4096, 11, 22)
        .write_all(bytes)
        .map_err(failed)?;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes).map_err(failed)?;
    let gzip = gzip.finish().map_err(failed)?;
    Ok(Size {
        raw: bytes.len(),
        brotli: brotli.len(),
        gzip: gzip.len(),
    })
}
