//! How many requests are in flight, and when none is sent.

use crate::made::*;
use crate::world::*;
use core::time::Duration;
use marksheet::provider::Stop;
use marksheet::run::{Ending, Event, RunConfig};
use serde_json::json;

#[test]
fn requests_in_flight_start_at_four_and_grow_to_the_cap() {
    let config = RunConfig {
        n_parallel: 8,
        ..config()
    };
    let ran = go(World::new(|_| says("A")), state(200), config);
    let in_flight = ran.world.in_flight();
    assert_eq!(in_flight.iter().take(8).max(), Some(&4));
    assert_eq!(ran.world.most_in_flight(), 8);
}

#[test]
fn a_cap_below_four_holds_from_the_start() {
    let ran = go(
        World::new(|_| says("A")),
        state(50),
        RunConfig {
            n_parallel: 2,
            ..config()
        },
    );
    assert_eq!(ran.world.most_in_flight(), 2);
}

#[test]
fn with_n_in_flight_a_run_takes_little_more_than_its_share() {
    let ran = go(World::new(|_| says("A")), state(1000), config());
    assert!(
        ran.world.elapsed() < 1.10 * 1000.0 * 0.1 / 6.0,
        "{}",
        ran.world.elapsed()
    );
}

#[test]
fn a_rate_limit_holds_everyone_until_the_server_is_ready_and_halves_what_is_in_flight() {
    let world = World::new(|seen| match (seen.id, seen.n_before) {
        ("q20", 0) => {
            error(429, "rate_limit_exceeded", "slow down").with_header("retry-after", "7")
        }
        _ => says("A"),
    });
    let ran = go(
        world,
        state(60),
        RunConfig {
            n_parallel: 4,
            ..config()
        },
    );
    assert_eq!(ran.ending, Some(Ending::Done));
    let sends = ran.world.sends();
    let limited_at = sends.iter().find(|(_, id)| id == "q20").unwrap().0 + secs(0.1);
    let next = sends.iter().find(|(time, _)| *time > limited_at).unwrap().0;
    assert!(next >= limited_at + secs(7.0));
    let first_after = sends.iter().position(|(time, _)| *time >= next).unwrap();
    assert!(
        ran.world.in_flight()[first_after..first_after + 3]
            .iter()
            .all(|n| *n <= 2)
    );
    assert_eq!(
        ran.n_events(|event| matches!(event, Event::Slowed { n_parallel: 2, .. })),
        1
    );
    assert_eq!(ran.world.n_asked("q20"), 2);
    assert!(
        ran.state
            .records
            .values()
            .all(|record| record.class.is_none())
    );
}

#[test]
fn requests_that_hit_one_limit_together_halve_once() {
    let world = World::new(|seen| match seen.n_before {
        0 if seen.id.len() == 2 => error(429, "", "slow down").with_header("retry-after-ms", "500"),
        _ => says("A"),
    });
    let ran = go(world, state(30), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    let slowed = ran.events.iter().find_map(|event| match event {
        Event::Slowed { n_parallel, .. } => Some(*n_parallel),
        _ => None,
    });
    assert_eq!(slowed, Some(2));
}

#[test]
fn without_a_stated_delay_waits_grow_and_the_item_ends_at_last() {
    let ran = go(World::new(|_| does(429, "")), state(1), config());
    assert_eq!(ran.class("q0"), Some("http_error"));
    assert_eq!(ran.world.n_asked("q0"), 8);
    // 1 + 2 + 4 + 8 + 16 + 32 + 60 seconds at most.
    assert!(
        (5.0..126.0).contains(&ran.world.elapsed()),
        "{}",
        ran.world.elapsed()
    );
}

#[test]
fn requests_per_minute_are_spread_evenly_retries_included() {
    let world = World::new(|seen| match seen.n_before {
        0 if seen.id.ends_with('3') => error(500, "", ""),
        _ => says("A"),
    });
    let ran = go(
        world,
        state(40),
        RunConfig {
            requests_per_minute: Some(20),
            ..config()
        },
    );
    let sends = ran.world.sends();
    assert_eq!(sends.len(), 44);
    assert!(
        sends
            .windows(2)
            .all(|pair| pair[1].0 - pair[0].0 >= Duration::from_secs(3))
    );
    assert!(ran.world.elapsed() < 44.0 * 3.0 + 1.0);
}

#[test]
fn a_daily_quota_stops_the_run() {
    let gemini = json!({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "quota", "details": [
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"}]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "33s"}]}});
    for body in [
        gemini,
        json!({"error": {"message": "Rate limit exceeded: free-models-per-day", "code": 429}}),
    ] {
        let ran = go(
            World::new(move |_| does(429, body.to_string())),
            state(100),
            config(),
        );
        assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::Quota)));
        assert!(ran.state.records.is_empty());
    }
}

#[test]
fn a_rate_limit_worded_as_a_quota_is_waited_for() {
    let world = World::new(|seen| match seen.n_before {
        0 => error(
            429,
            "rate_limit_exceeded",
            "quota exceeded for tokens per minute, please try again in 2s",
        ),
        _ => says("A"),
    });
    let ran = go(world, state(4), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    assert!(
        ran.state
            .records
            .values()
            .all(|record| record.class.is_none())
    );
}
