//! How long a run takes beyond what its server takes. Prints a line `name value` per number; judges nothing.

use super::{asking, made};
use crate::bench::WATCH;
use crate::browser::{Driver, Page};
use crate::{Outcome, find};

const N_ITEMS: u32 = 1000;
/// As long as the server takes for each.
const LATENCY_MS: f64 = 100.0;

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
    let longest = page.script("return window.longestTask", vec![]).await?;
    println!("longest_task_ms {}", longest.as_f64().unwrap_or_default());
    if let Some(accuracy) = find::metric(&page, "accuracy").await? {
        println!("accuracy {accuracy}");
    }
    page.close().await;
    Ok(())
}
