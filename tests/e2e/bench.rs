//! Times the page on two files. Prints a line `name value` per number; judges nothing.

use crate::browser::{Driver, Page};
use crate::{Outcome, act, check, find};
use std::path::Path;

/// Remembers the longest task of the page's thread. The browser reports tasks from 50 ms on.
pub const WATCH: &str = "window.longestTask = 0; \
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

/// Notes every gap between two frames while keys are pressed.
const FRAMES: &str = "window.frames = []; let last = performance.now(); \
    const look = now => { window.frames.push(now - last); last = now; requestAnimationFrame(look) }; \
    requestAnimationFrame(look)";

/// What is typed: a sentence, and a loop that is faulty until it is whole.
const TYPED: &str = " Answer in as few words as you can, and in the words of the text. {% for e in examples %}{{ e.question }}{% endfor %}";

/// Types into a template with ten examples and a long context, and prints how long each preview took.
pub async fn time_prompt(driver: &Driver, site: &str, dataset: &Path) -> Outcome {
    let page = Page::open(driver, site).await?;
    act::drop_files(&page, &[dataset]).await?;
    check::status_becomes(&page, "idle").await?;
    act::go(&page, "prompt").await?;
    act::type_number(&page, "num-examples", 10).await?;
    let field = find::element(&page, "template-user").await?;
    find::until(&page, "a long prompt", |page| async {
        let n_chars = find::text(page, "preview-user").await?.len();
        Ok((n_chars > 30_000).then_some(()))
    })
    .await?;
    // The prompts of the whole run are counted first, as they are when a person starts to type.
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    page.script(WATCH, vec![]).await?;
    page.script(FRAMES, vec![]).await?;
    for key in TYPED.chars() {
        field.send_keys(&key.to_string()).await?;
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let shown = find::text(&page, "preview-user").await?.chars().count()
        + find::text(&page, "preview-system").await?.chars().count();
    println!("prompt_chars {shown}");
    let times =
        "return performance.getEntriesByName('marksheet:render-template').map(m => m.duration)";
    let mut times: Vec<f64> = serde_json::from_value(page.script(times, vec![]).await?)?;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times
            .get(((times.len() - 1) as f64 * share) as usize)
            .copied()
            .unwrap_or_default()
    };
    println!("n_previews {}", times.len());
    println!("type_to_preview_median_ms {:.1}", at(0.5));
    println!("type_to_preview_p95_ms {:.1}", at(0.95));
    println!("type_to_preview_most_ms {:.1}", at(1.0));
    let longest = page.script("return window.longestTask", vec![]).await?;
    println!("longest_task_ms {}", longest.as_f64().unwrap_or_default());
    let gap = page
        .script("return Math.max(...window.frames.slice(2))", vec![])
        .await?;
    println!("longest_frame_ms {:.1}", gap.as_f64().unwrap_or_default());
    page.close().await;
    Ok(())
}
