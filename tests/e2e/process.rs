//! The processes of this machine, as `/proc` tells them. Empty where there is none.

use std::fs;
use std::process::{Command, Stdio};

/// Sends a signal (`-KILL`). A process that is gone already is no trouble.
pub fn signal(name: &str, pid: u32) {
    Command::new("kill")
        .args([name, &pid.to_string()])
        .stderr(Stdio::null())
        .status()
        .ok();
}

/// Every process.
pub fn all() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_string_lossy().parse().ok())
        .collect()
}

/// The words a process was started with, with a NUL between them.
pub fn words(pid: u32) -> String {
    fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default()
}

/// The processes that `root` started, and those that they started.
pub fn descendants(root: u32) -> Vec<u32> {
    let parents: Vec<_> = all().into_iter().map(|pid| (pid, parent(pid))).collect();
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&of) = found.get(next) {
        let started = parents.iter().filter(|(_, parent)| *parent == Some(of));
        found.extend(started.map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in brackets and may itself hold spaces and brackets.
    let after = stat.rsplit(')').next()?;
    after.split_whitespace().nth(1)?.parse().ok()
}
