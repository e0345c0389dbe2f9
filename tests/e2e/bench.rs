//! Times the page on two files. Prints a line `name value` per number; judges nothing.

use crate::browser::{Driver, Page};
use crate::{Outcome, act, check, find};
use std::path::Path;

/// Remembers the longest task of the page's thread. The browser reports tasks from 50 ms on.
const WATCH: &str = "window.longestTask = 0; \
    new PerformanceObserver(list => { for (const task of list.getEntries()) \
    window.longestTask = Math.max(window.longestTask, task.duration) }) \
    .observe({type: 'longtask', buffered: false})";

/// Drops the files, waits for the score, prints what it took.
pub async fn time(driver: &Driver, site: &str, dataset: &Path, predictions: &Path) -> Outcome {
    let page = Page::open(driver, site).await?;
    page.script(WATCH, vec![]).await?;
    act::drop_files(&page, &[dataset, predictions]).await?;
    check::status_becomes(&page, "done").await?;
    for name in ["read", "score", "drop-to-score"] {
        match find::measure(&page, &format!("marksheet:{name}")).await? {
            Some(ms) => println!("{}_ms {ms:.1}", name.replace('-', "_")),
            None => println!("# the page has no measure marksheet:{name}"),
        }
    }
    act::go(&page, "scores").await?;
    for key in ["exact", "f1", "total"] {
        if let Some(number) = find::metric(&page, key).await? {
            println!("{key} {number}");
        }
    }
    let longest = page.script("return window.longestTask", vec![]).await?;
    println!("longest_task_ms {}", longest.as_f64().unwrap_or_default());
    if let Some(bytes) = find::attribute(&page, "status", "data-worker-memory").await? {
        println!("worker_memory_bytes {bytes}");
    }
    if let Some(bytes) = driver.page_process_memory() {
        println!("page_process_memory_bytes {bytes}");
    }
    page.close().await;
    Ok(())
}
