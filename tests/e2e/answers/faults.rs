//! Every fault the server knows, met by a tenth of the questions: each ends in the class told beforehand, and is asked
//! as often as told.

use super::asking::{self, PAGE};
use super::made::{self, Made};
use crate::browser::Page;
use crate::model_server::faults::{self, Fault, Share, parse};
use crate::model_server::{Class, Client, Config, Server};
use crate::{Outcome, act, check, is_long};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The faults of each run, a share of the questions each. Those that stop a run have stories of their own. Where no reply
/// comes, half of the questions meet nothing: a server that answers nobody at first is taken for one that never will.
const MIXES: [(&str, &str); 5] = [
    (
        "odd texts",
        "refusal,content_filter,empty_length,think,think_open,think_close,fenced,chunks,null,error_text",
    ),
    (
        "errors",
        "status_408,status_409,status_413,status_500,status_502,status_503,status_504,status_524,status_529,echo_key",
    ),
    (
        "rate limits",
        "rate_retry_after,rate_retry_after_ms,rate_retry_info,rate_reset,rate_text,rate_bare,error_in_200,html",
    ),
    ("connections", "cut,cut_body,short_body,drip,hang"),
    ("lasting", "cors,wrong_key_cors,short_body*,hang*,cors*"),
];

/// All classes a page shows.
const CLASSES: [(&str, Option<Class>); 11] = [
    ("correct", Some(Class::Correct)),
    ("wrong", Some(Class::Wrong)),
    ("empty", Some(Class::Empty)),
    ("refused", Some(Class::Refused)),
    ("truncated", Some(Class::Truncated)),
    ("timeout", Some(Class::Timeout)),
    ("http_error", Some(Class::HttpError)),
    ("network", Some(Class::Network)),
    ("partial", None),
    ("unparsed", Some(Class::Unparsed)),
    ("missing", None),
];

/// So many questions: with `--long` enough for twenty of each fault, ordinarily for a few.
fn n_items() -> u32 {
    if is_long() { 200 } else { 60 }
}

/// The share of the questions that meet each fault of a mix. Ordinarily fewest meet a rate limit: after each, all wait.
fn share(faults: &str) -> f64 {
    match (is_long(), faults.contains("rate_")) {
        (true, _) => 0.1,
        (false, false) => 0.05,
        (false, true) => 0.02,
    }
}

/// Both tasks in mode both; ordinarily each mix of faults in one task, the odd texts in both, with `--long` all in both.
pub async fn every_fault_ends_as_told(page: &Page) -> Outcome {
    every_fault_is_in_a_mix()?;
    let tasks = [made::extractive(n_items()), made::exam(n_items())];
    let mut wrong = Vec::new();
    for (mix_idx, (name, faults)) in MIXES.iter().enumerate() {
        for (task_idx, made) in tasks.iter().enumerate() {
            if !is_long() && mix_idx > 0 && mix_idx % 2 != task_idx {
                continue;
            }
            page.start_afresh().await?;
            let start = Instant::now();
            if let Err(why) = one(page, made, faults).await {
                wrong.push(format!("{name}, {}: {why}", made.name));
            }
            println!("  {name}, {}: {:.1?}", made.name, start.elapsed());
        }
    }
    all_right(&wrong)
}

async fn one(page: &Page, made: &Made, faults: &str) -> Outcome {
    let shares = parse(&shares(faults))?;
    let server = asking::serve(made, |config| set(config, shares, faults.len() as u64))?;
    asking::prepare(page, made, &server).await?;
    act::fill(page, "time-limit", if is_long() { "3" } else { "1.5" }).await?;
    asking::start(page, "run").await?;
    asking::ends(page, "done").await?;
    asking::scores_are_open(page).await?;
    comes_out_as_told(page, made, &server, &PAGE).await
}

/// A server with those faults, from the first seed on with which none is left out.
fn set(config: &mut Config, shares: Vec<Share>, first_seed: u64) {
    config.right = 0.7;
    config.delay = Duration::from_millis(200);
    if !is_long() {
        config.latency = (Duration::from_millis(30), Duration::from_millis(30));
    }
    // Long beyond the time limit.
    config.drip = Duration::from_secs(30);
    meet(config, shares, first_seed);
}

/// Those faults, so shared out that each meets at least one question.
pub fn meet_all(config: &mut Config, faults: &str) {
    config.right = 0.8;
    config.delay = Duration::from_millis(200);
    meet(config, parse(faults).unwrap_or_default(), 1);
}

fn meet(config: &mut Config, shares: Vec<Share>, first_seed: u64) {
    let items = config.items.clone();
    // With few questions not every draw has a question for each fault.
    let meets_all = |seed: &u64| {
        let met = items.all().iter();
        let met: Vec<Fault> = met
            .filter_map(|item| Some(faults::met(&shares, *seed, &item.id)?.fault))
            .collect();
        shares.iter().all(|share| met.contains(&share.fault))
    };
    config.seed = (first_seed..)
        .take(1_000)
        .find(meets_all)
        .unwrap_or_default();
    config.faults = shares;
}

/// `cut,hang*` as the server takes it, with the share of each; with a star every try meets it.
fn shares(faults: &str) -> String {
    let n = share(faults);
    let share = |fault: &str| match fault.strip_suffix('*') {
        Some(fault) => format!("{fault}={n}x*"),
        None => format!("{fault}={n}"),
    };
    faults.split(',').map(share).collect::<Vec<_>>().join(",")
}

/// Classes, headline and the number of requests for each item, as the server told.
pub async fn comes_out_as_told(
    page: &Page,
    made: &Made,
    server: &Server,
    client: &Client,
) -> Outcome {
    numbers_are_as_told(page, made, server, client).await?;
    let counts = server.counts();
    let mut wrong = Vec::new();
    for item in server.expected(client) {
        let asked = counts.item(&item.id).asked;
        if asked != item.n_requests {
            let fault = item.fault.map(|fault| fault.to_string());
            let (id, told) = (item.id, item.n_requests);
            wrong.push(format!(
                "{id} ({fault:?}) was asked {asked} times, told {told}"
            ));
        }
    }
    let config = server.config();
    let never = config.faults.iter().map(|share| share.fault.to_string());
    let never: Vec<String> = never
        .filter(|fault| !counts.faults.contains_key(fault))
        .collect();
    if !never.is_empty() {
        wrong.push(format!("no question met {}", never.join(", ")));
    }
    if !counts.rejected.is_empty() || counts.unknown > 0 {
        let (rejected, unknown) = (counts.rejected, counts.unknown);
        wrong.push(format!("rejected {rejected:?}, unknown {unknown}"));
    }
    all_right(&wrong)
}

/// The numbers on Scores are those the server told beforehand.
pub async fn classes_and_headline_are_as_told(
    page: &Page,
    made: &Made,
    server: &Server,
) -> Outcome {
    numbers_are_as_told(page, made, server, &PAGE).await
}

async fn numbers_are_as_told(
    page: &Page,
    made: &Made,
    server: &Server,
    client: &Client,
) -> Outcome {
    let mut by_class: BTreeMap<Class, u32> = BTreeMap::new();
    for item in server.expected(client) {
        *by_class.entry(item.class).or_default() += 1;
    }
    let n = |class: Option<Class>| {
        let n = class.and_then(|class| by_class.get(&class)).copied();
        f64::from(n.unwrap_or_default())
    };
    let n_items = f64::from(made.n_items);
    let headline = made.most * n(Some(Class::Correct)) / n_items;
    let mut wrong = Vec::new();
    let numbers = CLASSES.map(|(name, class)| (format!("count-{name}"), n(class)));
    let metrics = [(made.metric, headline), ("total", n_items)];
    let metrics = metrics.map(|(key, expected)| (format!("metric-{key}"), expected));
    for (testid, expected) in metrics.into_iter().chain(numbers) {
        if let Err(why) = check::number_is(page, &testid, expected).await {
            wrong.push(why.to_string());
        }
    }
    all_right(&wrong)
}

fn all_right(wrong: &[String]) -> Outcome {
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("; ").into()),
    }
}

/// No fault of the server is forgotten here; what stops a run is the matter of other stories.
fn every_fault_is_in_a_mix() -> Outcome {
    let stops = |fault: &Fault| matches!(fault, Fault::Quota(_) | Fault::WrongKey);
    let mixed: Vec<&str> = MIXES
        .iter()
        .flat_map(|(_, faults)| faults.split(','))
        .collect();
    let forgotten: Vec<String> = Fault::all()
        .filter(|fault| !stops(fault))
        .map(|fault| fault.to_string())
        .filter(|name| !mixed.contains(&name.as_str()))
        .collect();
    match forgotten.is_empty() {
        true => Ok(()),
        false => Err(format!("no run meets {}", forgotten.join(", ")).into()),
    }
}
