//! A lost connection: nothing is failed for it, and the run goes on by itself.

use crate::made::*;
use crate::world::*;
use marksheet::provider::Stop;
use marksheet::run::{Control, Ending, Event, RunConfig, Which};

fn n_lost(ran: &Ran) -> usize {
    ran.n_events(|event| matches!(event, Event::Lost(_)))
}

#[test]
fn a_network_cut_of_thirty_seconds_fails_no_item() {
    for n_parallel in [1, 2, 6] {
        let world = World::new(|_| says("A")).with_outage(1.0, 31.0);
        let ran = go(
            world,
            state(100),
            RunConfig {
                n_parallel,
                ..config()
            },
        );
        assert_eq!(ran.ending, Some(Ending::Done));
        assert!(
            ran.state
                .records
                .values()
                .all(|record| record.class.is_none())
        );
        assert_eq!(
            (n_lost(&ran), ran.n_events(|event| *event == Event::Back)),
            (1, 1)
        );
        assert!(
            (30.0..60.0).contains(&ran.world.elapsed()),
            "{}",
            ran.world.elapsed()
        );
        // One probe when it is suspected, then one every 5 seconds.
        assert!(
            (4..=8).contains(&ran.world.n_probes()),
            "{}",
            ran.world.n_probes()
        );
    }
}

#[test]
fn a_cut_at_the_very_end_is_waited_for_too() {
    let world = World::new(|_| says("A").after(0.5)).with_outage(0.2, 40.0);
    let ran = go(world, state(1), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    assert_eq!(ran.class("q0"), None);
    assert_eq!(n_lost(&ran), 1);
}

#[test]
fn items_that_always_fail_end_as_network_when_the_server_is_there() {
    let world = World::new(|seen| match seen.id.ends_with('7') {
        true => no_network(),
        false => says("A"),
    });
    let ran = go(world, state(100), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    let n_network = ran
        .state
        .records
        .values()
        .filter(|record| record.has_failed())
        .count();
    assert_eq!(n_network, 10);
    assert!(
        (0..100)
            .filter(|i| i % 10 == 7)
            .all(|i| ran.world.n_asked(&format!("q{i}")) == 2)
    );
    assert_eq!(n_lost(&ran), 0);
}

#[test]
fn failing_items_and_a_cut_together_still_end() {
    let world = World::new(|seen| match seen.id.ends_with('7') {
        true => no_network(),
        false => says("A"),
    });
    let ran = go(
        world.with_outage(0.5, 12.0).with_outage(14.0, 20.0),
        state(100),
        config(),
    );
    assert_eq!(ran.ending, Some(Ending::Done));
    let n_network = ran
        .state
        .records
        .values()
        .filter(|record| record.has_failed())
        .count();
    assert_eq!(n_network, 10);
}

#[test]
fn replies_the_page_may_not_read_stop_the_run_with_the_likely_cause() {
    let ran = go(World::new(|_| no_network()), state(1000), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::Blocked)));
    assert!(ran.state.records.is_empty());
    assert!(format!("{:?}", ran.events).contains("CORS"));
    assert!(ran.world.sends().len() < 12);
}

#[test]
fn a_run_is_not_given_up_while_replies_may_be_on_their_way() {
    // A gateway refuses what is too much at once, in replies that a page may not read; the others take their time.
    let world = World::new(|seen| match (seen.id, seen.n_before) {
        ("q0" | "q2" | "q3" | "q5", 0) => no_network(),
        _ => says("A").after(5.0),
    });
    let ran = go(world, state(30), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    assert!(
        ran.state
            .records
            .values()
            .all(|record| !record.has_failed())
    );
}

#[test]
fn a_server_that_becomes_unreadable_stops_the_run_before_everything_is_failed() {
    let world = World::new(|seen| match seen.id.len() < 3 {
        true => says("A"),
        false => no_network(),
    });
    let ran = go(world, state(1000), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::Blocked)));
    assert!(ran.state.records.len() < 50, "{}", ran.state.records.len());
}

#[test]
fn stopping_while_the_connection_is_lost_leaves_the_rest_for_later() {
    let world = World::new(|_| says("A")).with_outage(0.5, 1e6);
    let control = Control::default();
    let state = state(50);
    let start = state.start(&asks(50), Which::Unfinished);
    let ran = go_on(world, state, config(), start, &control, |event| {
        if matches!(event, Event::Lost(_)) {
            control.stop();
        }
        false
    });
    assert_eq!(ran.ending, Some(Ending::Stopped));
    assert!(
        ran.state
            .records
            .values()
            .all(|record| !record.has_failed())
    );
}

#[test]
fn a_try_lost_in_a_cut_is_given_back() {
    let world = World::new(|seen| match (seen.id, seen.n_before) {
        ("q0", 1) => no_network(),
        _ => says("A"),
    });
    let ran = go(world.with_outage(0.0, 8.0), state(30), config());
    assert_eq!((ran.ending, n_lost(&ran)), (Some(Ending::Done), 1));
    assert_eq!((ran.class("q0"), ran.world.n_asked("q0")), (None, 3));
}
