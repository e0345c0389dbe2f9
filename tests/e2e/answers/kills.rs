//! The browser's process is killed again and again in the middle of a run, and each time the run goes on where it was.

use super::asking::{self, origin, server_has, shown_progress};
use super::{faults, made, scan};
use crate::browser::Page;
use crate::model_server::{Counts, Server};
use crate::{Outcome, act, check, find, is_long};
use marksheet::random::Random;
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

/// Questions for each part of the run between two kills.
const N_PER_PART: u32 = 40;

/// Dropped files are there again after the browser's process was killed as soon as they were stored.
pub async fn a_killed_browser_opens_with_its_files(page: &Page) -> Outcome {
    let browser = page.sibling("dropped").await?;
    act::click(&browser, "sample-aviation-exam").await?;
    check::status_becomes(&browser, "done").await?;
    find::until(&browser, "what was dropped in its store", async |browser| {
        let found = scan::page(browser).await?;
        let places = scan::places_of("aviation_exam_predictions", &found);
        let is_stored = places.iter().any(|place| place.starts_with("IndexedDB"));
        Ok(is_stored.then_some(()))
    })
    .await?;
    browser.kill()?;
    let browser = page.sibling("dropped").await?;
    check::status_becomes(&browser, "done").await?;
    act::go(&browser, "scores").await?;
    check::metric_is(&browser, "total", 104.0).await?;
    browser.close().await;
    Ok(())
}

/// No finished item is lost and none is asked again, and in the end everything is answered.
///
/// The page tells how many items are finished, the server which ones were asked. Items that were asked and are not
/// finished after a kill may be asked again, as many as there are of them and no more.
pub async fn a_killed_browser_loses_nothing_and_repeats_nothing(page: &Page) -> Outcome {
    let n_kills = if is_long() { 20 } else { 5 };
    let seed = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)?
        .as_millis() as u64;
    println!("  random points from seed {seed}");
    let mut random = Random::new(seed);
    let made = made::exam(N_PER_PART * (n_kills + 1));
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    let mut asked = Asked::default();
    let mut browser = page.sibling("killed").await?;
    asking::prepare(&browser, &made, &server).await?;
    asking::start(&browser, "run").await?;
    for _ in 0..n_kills {
        let n_more = 5 + random.below(N_PER_PART - 5);
        let shown = kill_after(browser, &server, n_more, &mut random).await?;
        browser = page.sibling("killed").await?;
        browser.tell_origin(&origin(&server));
        act::go(&browser, "answers").await?;
        find::element(&browser, "resume").await?;
        check::status_becomes(&browser, "paused").await?;
        let (kept, _) = shown_progress(&browser).await?;
        if kept < shown {
            return Err(format!("{shown} were finished, and {kept} are after the kill").into());
        }
        asked.part_ends(&server.counts(), kept)?;
        asking::start(&browser, "resume").await?;
    }
    asking::ends(&browser, "done").await?;
    asked.part_ends(&server.counts(), made.n_items)?;
    println!(
        "  {} of {} were asked twice or more",
        asked.n_again, made.n_items
    );
    act::go(&browser, "scores").await?;
    faults::classes_and_headline_are_as_told(&browser, &made, &server).await?;
    check::nothing_went_elsewhere(&browser).await?;
    check::console_is_quiet(&browser).await?;
    browser.close().await;
    Ok(())
}

/// Kills the browser once the server has answered so many more, and returns how many the page showed as finished then.
async fn kill_after(
    browser: Page,
    server: &Server,
    n_more: u32,
    random: &mut Random,
) -> Outcome<u32> {
    let goal = server.counts().answered + n_more;
    let what = format!("{goal} answers");
    server_has(server, &what, |server| server.counts().answered >= goal).await?;
    // Any point between two answers, too: this wait is for nothing.
    tokio::time::sleep(Duration::from_millis(random.below(100).into())).await;
    let (shown, _) = shown_progress(&browser).await?;
    browser.kill()?;
    server_has(server, "an end of all requests", |server| {
        server.counts().in_flight == 0
    })
    .await?;
    Ok(shown)
}

/// What the server was asked, from one kill to the next.
#[derive(Default)]
struct Asked {
    /// At the last kill.
    counts: Counts,
    /// All ids so far.
    ids: BTreeSet<String>,
    /// Items with a record at the last kill.
    n_finished: u32,
    /// Items asked in more than one part.
    n_again: usize,
}

impl Asked {
    /// A part of the run is over, and `n_finished` items have their record.
    fn part_ends(&mut self, counts: &Counts, n_finished: u32) -> Outcome {
        let mut now = BTreeSet::new();
        for (id, item) in &counts.items {
            match item.asked - self.counts.item(id).asked {
                0 => {}
                1 => drop(now.insert(id.clone())),
                n => return Err(format!("{id} was asked {n} times between two kills").into()),
            }
        }
        let n_unfinished = self.ids.len() - self.n_finished as usize;
        let n_again = now.intersection(&self.ids).count();
        if n_again > n_unfinished {
            let why = format!(
                "{n_again} were asked again, {n_unfinished} of those asked were not finished"
            );
            return Err(why.into());
        }
        self.n_again += n_again;
        self.ids.extend(now);
        if (n_finished as usize) > self.ids.len() {
            return Err(format!("{n_finished} finished, {} asked", self.ids.len()).into());
        }
        self.counts = counts.clone();
        self.n_finished = n_finished;
        Ok(())
    }
}
