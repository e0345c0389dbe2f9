//! How long a run takes beyond what its server takes. Prints a line `name value` per number; judges nothing.

use super::{asking, made};
use crate::browser::{Driver, Page};
use crate::{Outcome, find};

const N_ITEMS: u32 = 1000;
/// As long as the server takes for each.
const LATENCY_MS: f64 = 100.0;

/// Remembers the longest tasks of the page's thread (from 50 ms on, less is not reported): from when to when, in milliseconds.
const WATCH: &str = "window.tasks = []; \
    new PerformanceObserver(list => { for (const task of list.getEntries()) \
    window.tasks.push([task.startTime, task.startTime + task.duration]) }) \
    .observe({type: 'longtask', buffered: false})";

/// The longest one while the run went on, and the longest after it.
const LONGEST: &str = "const longest = tasks => Math.max(0, ...tasks.map(([start, end]) => end - start)); \
    const before = ([start]) => start < window.run.end; \
    return [longest(window.tasks.filter(before)), longest(window.tasks.filter(task => !before(task)))]";

/// Notes when the status becomes `running` and when it leaves it.
const CLOCK: &str = "window.run = {}; \
    const status = document.querySelector('[data-testid=\"status\"]'); \
    new MutationObserver(() => { const at = performance.now(); \
    if (status.dataset.state === 'running') window.run.start ??= at; \
    else if (window.run.start) window.run.end ??= at; }) \
    .observe(status, {attributes: true, attributeFilter: ['data-state']})";

/// Asks 1,000 questions of a server that answers after a tenth of a second.
pub async fn time(driver: &Driver, site: &str) -> Outcome {
    let made = made::exam(N_ITEMS);
    let server = asking::serve(&made, |_| {})?;
    let page = Page::open(driver, site).await?;
    asking::prepare(&page, &made, &server).await?;
    page.script(WATCH, vec![]).await?;
    page.script(CLOCK, vec![]).await?;
    asking::start(&page, "run").await?;
    asking::ends(&page, "done").await?;
    let took = page.script("return window.run.end - window.run.start", vec![]);
    let took = took.await?.as_f64().unwrap_or_default();
    let least = f64::from(N_ITEMS) * LATENCY_MS / f64::from(asking::N_PARALLEL);
    println!("n_items {N_ITEMS}");
    println!("run_ms {took:.0}");
    println!("run_to_least {:.3}", took / least);
    println!("in_flight_most {}", server.counts().in_flight_max);
    if let Some(accuracy) = find::metric(&page, "accuracy").await? {
        println!("accuracy {accuracy}");
    }
    let longest = page.script(LONGEST, vec![]).await?;
    for (name, at) in ["longest_task_ms", "longest_task_after_ms"].iter().zip(0..) {
        println!("{name} {:.0}", longest[at].as_f64().unwrap_or_default());
    }
    page.close().await;
    Ok(())
}
