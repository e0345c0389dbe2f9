//! A model server for a dataset, the page's fields filled in for it, and a run watched to its end.

use super::made::Made;
use crate::browser::Page;
use crate::model_server::{Client, Config, Items, Server};
use crate::{Outcome, act, check, find};
use std::future::Future;
use std::time::{Duration, Instant};

/// How the page deals with a server, as far as the result depends on it.
pub const PAGE: Client = Client {
    n_tries: 4,
    n_network_tries: 2,
    n_timeout_tries: 2,
    n_unreadable_tries: 4,
    is_page: true,
    has_schema: false,
};

/// Requests in flight at most.
pub const N_PARALLEL: u32 = 6;

/// A run in which nothing happens for so long is stuck.
const STUCK: Duration = Duration::from_secs(90);

/// A server that knows the dataset and answers after a tenth of a second; `change` makes it worse.
pub fn serve(made: &Made, change: impl FnOnce(&mut Config)) -> Outcome<Server> {
    let mut config = Config::about(Items::read(&made.text)?);
    config.latency = (Duration::from_millis(100), Duration::from_millis(100));
    change(&mut config);
    Ok(Server::start(config)?)
}

/// The server's origin.
pub fn origin(server: &Server) -> String {
    format!("http://{}", server.address())
}

/// Drops the dataset, goes to Answers, and fills in what is needed to ask that server everything in mode both.
pub async fn prepare(page: &Page, made: &Made, server: &Server) -> Outcome {
    drop_dataset(page, made).await?;
    fill(page, server, "custom").await
}

/// Goes to Answers and fills in what is needed to ask that server, as that provider, everything in mode both.
pub async fn fill(page: &Page, server: &Server, provider: &str) -> Outcome {
    page.tell_origin(&origin(server));
    act::go(page, "answers").await?;
    act::choose(page, "provider", provider).await?;
    act::choose(page, "mode", "both").await?;
    for (field, text) in [
        ("base-url", server.base_url().as_str()),
        ("model", "marksheet-test"),
        ("num-questions", ""),
        ("concurrency", &N_PARALLEL.to_string()),
        ("time-limit", "30"),
        ("field-to-extract", "answer"),
    ] {
        act::fill(page, field, text).await?;
    }
    Ok(())
}

/// Drops the dataset alone and waits until it is read.
pub async fn drop_dataset(page: &Page, made: &Made) -> Outcome {
    let file = page.downloads.with_file_name(made.name);
    std::fs::write(&file, &made.text)?;
    act::drop_files(page, &[file]).await?;
    check::status_becomes(page, "idle").await
}

/// Clicks a button that starts a run, or lets it go on.
pub async fn start(page: &Page, button: &str) -> Outcome {
    act::click(page, button).await?;
    let state = find::status(page).await?;
    match state.as_str() {
        "running" | "scoring" | "done" => Ok(()),
        other => Err(format!("{button} was clicked, and the status is {other}").into()),
    }
}

/// How far the run is: items with a record, and items to ask.
pub async fn progress(page: &Page) -> Outcome<Option<(u32, u32)>> {
    let number = async |name| -> Outcome<Option<u32>> {
        let text = find::attribute(page, "progress", name).await?;
        Ok(text.and_then(|text| text.parse().ok()))
    };
    let (now, most) = (
        number("aria-valuenow").await?,
        number("aria-valuemax").await?,
    );
    Ok(now.zip(most))
}

/// Waits for the progress to be shown.
pub async fn shown_progress(page: &Page) -> Outcome<(u32, u32)> {
    find::until(page, "a progress", progress).await
}

/// Waits until the status is `state`, for as long as items are finished meanwhile. Another end is told at once.
pub async fn ends(page: &Page, state: &str) -> Outcome {
    let mut last = (None, Instant::now());
    loop {
        let status = find::status(page).await?;
        if status == state {
            return Ok(());
        }
        let now = progress(page).await?;
        if now != last.0 {
            last = (now, Instant::now());
        }
        let has_ended = ["done", "failed", "idle"].contains(&status.as_str());
        if has_ended || last.1.elapsed() > STUCK {
            let told = find::messages(page).await?;
            return Err(format!("the status is {status} at {now:?}: {told:?}").into());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Waits for something to be true of the server.
pub async fn server_has(server: &Server, what: &str, is_so: impl Fn(&Server) -> bool) -> Outcome {
    within(STUCK, what, async || Ok(is_so(server))).await
}

/// Waits until the server has answered so many.
pub async fn answered(server: &Server, n: u32) -> Outcome {
    let what = format!("{n} answers");
    server_has(server, &what, |server| server.counts().answered >= n).await
}

/// Waits until the server works on nothing, and returns how many requests it got so far.
pub async fn at_rest(server: &Server) -> Outcome<u32> {
    server_has(server, "an end of all requests", |server| {
        server.counts().in_flight == 0
    })
    .await?;
    Ok(server.counts().requests)
}

/// Runs what is prepared to its end.
pub async fn run_to_end(page: &Page) -> Outcome {
    start(page, "run").await?;
    ends(page, "done").await
}

/// Asks until the answer is yes.
async fn within<F>(patience: Duration, what: &str, ask: impl Fn() -> F) -> Outcome
where
    F: Future<Output = Outcome<bool>>,
{
    let start = Instant::now();
    while !ask().await? {
        if start.elapsed() > patience {
            return Err(format!("there never was {what}").into());
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// The page opened Scores by itself.
pub async fn scores_are_open(page: &Page) -> Outcome {
    find::until(page, "the place Scores by itself", |page| async {
        let hash = page.script("return location.hash", vec![]).await?;
        Ok((hash == "#/scores").then_some(()))
    })
    .await
}
