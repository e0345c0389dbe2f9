//! Whatever a server and a network do, and wherever a run is cut off: each item ends once, and nothing is asked too much.

use crate::made::*;
use crate::steering::{Act, with_person};
use crate::world::*;
use core::time::Duration;
use marksheet::run::{Control, Ending, Event, RunConfig, Which};
use proptest::prelude::*;
use serde_json::json;
use std::collections::HashMap;

/// What happens to one request.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Answers,
    Empty,
    Refuses,
    Breaks(u16),
    Limits(Option<u8>),
    Cut,
    Hangs,
    Garbage,
    BadRequest,
    NoTemperature,
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        8 => Just(Fate::Answers),
        1 => Just(Fate::Empty),
        1 => Just(Fate::Refuses),
        1 => prop::sample::select(vec![500, 502, 503, 504, 408, 524]).prop_map(Fate::Breaks),
        1 => prop::option::of(0..4_u8).prop_map(Fate::Limits),
        1 => Just(Fate::Cut),
        1 => Just(Fate::Hangs),
        1 => Just(Fate::Garbage),
        1 => Just(Fate::BadRequest),
        1 => Just(Fate::NoTemperature),
    ]
}

fn act(fate: Fate, seen: &Seen<'_>) -> Does {
    match fate {
        Fate::Answers => says(&format!("answer to {}", seen.id)),
        Fate::Empty => says(" "),
        Fate::Refuses => does(
            200,
            json!({"choices": [{"message": {"refusal": "no"}}]}).to_string(),
        ),
        Fate::Breaks(status) => does(status, ""),
        Fate::Limits(None) => does(529, "{}"),
        Fate::Limits(Some(seconds)) => {
            does(429, "").with_header("retry-after", &seconds.to_string())
        }
        Fate::Cut => no_network(),
        Fate::Hangs => says("late").after(1e5),
        Fate::Garbage => does(200, "{\"choices\": [{"),
        Fate::BadRequest => error(400, "x", "no"),
        Fate::NoTemperature if seen.body.get("temperature").is_some() => {
            error(400, "unsupported_value", "temperature is not supported")
        }
        Fate::NoTemperature => says("A"),
    }
}

/// Each request has its fate by item and by how often the item was asked.
fn world(fates: Vec<Fate>, outage: Option<(f64, f64)>) -> World {
    let world = World::new(move |seen| {
        let index: usize = seen.id[1..].parse().unwrap();
        // Something is answered: a run in which all is refused stops.
        let fate = match index {
            0 => Fate::Answers,
            _ => fates[(index * 7 + seen.n_before) % fates.len()],
        };
        act(fate, seen).after_if_quick(0.05 + (index % 5) as f64 * 0.1)
    });
    match outage {
        Some((from, length)) => world.with_outage(from, from + length),
        None => world,
    }
}

impl Does {
    fn after_if_quick(mut self, seconds: f64) -> Self {
        if self.after < secs(10.0) {
            self.after = secs(seconds);
        }
        self
    }
}

fn check_pace(ran: &Ran, config: &RunConfig) {
    assert!(ran.world.most_in_flight() <= config.n_parallel);
    if let Some(n) = config.requests_per_minute {
        let least = Duration::from_secs(60) / n;
        for pair in ran.world.sends().windows(2) {
            assert!(pair[1].0 - pair[0].0 >= least, "{pair:?}");
        }
    }
}

/// Each item has one record, was told once, and was not asked after it was told.
fn check_ends_once(ran: &Ran, n: u32) {
    let mut told: HashMap<u32, u32> = HashMap::new();
    for event in &ran.events {
        if let Event::Finished(record) = event {
            *told.entry(record.index).or_default() += 1;
            assert_eq!(
                record.n_tries as usize,
                ran.world.n_asked(&record.id),
                "{record:?}"
            );
        }
    }
    assert!(told.values().all(|n| *n == 1));
    assert_eq!(
        (told.len(), ran.state.records.len()),
        (n as usize, n as usize)
    );
}

fn configs() -> impl Strategy<Value = RunConfig> {
    (
        1..9_usize,
        1..5_u32,
        prop::option::of(prop::sample::select(vec![7, 30, 600, 100_000])),
    )
        .prop_map(|(n_parallel, n_tries, requests_per_minute)| RunConfig {
            n_parallel,
            n_tries,
            requests_per_minute,
            time_limit: secs(20.0),
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_item_ends_exactly_once(
        fates in prop::collection::vec(fate(), 1..40),
        n in 1..40_u32,
        config in configs(),
        outage in prop::option::of((0.0..20.0, 1.0..60.0)),
    ) {
        let ran = go(world(fates, outage), state(n), config);
        check_pace(&ran, &config);
        match ran.ending {
            Some(Ending::Done) => check_ends_once(&ran, n),
            // Replies that are never readable look like a server that forbids reading them.
            other => prop_assert_eq!(other, Some(Ending::GaveUp(marksheet::provider::Stop::Blocked))),
        }
    }

    #[test]
    fn cut_off_anywhere_and_resumed_each_item_still_has_one_record_and_none_is_asked_after_it(
        fates in prop::collection::vec(fate(), 1..30).prop_map(|mut fates| { fates.insert(0, Fate::Answers); fates }),
        n in 1..25_u32,
        config in configs(),
        cuts in prop::collection::vec(1..12_usize, 0..6),
        outage in prop::option::of((0.0..20.0, 1.0..60.0)),
    ) {
        let mut ran = None::<Ran>;
        let mut asked = 0;
        for cut in cuts.into_iter().map(Some).chain([None, None, None]) {
            let (world, state) = match ran.take() {
                Some(ran) => (ran.world, ran.state),
                None => (world(fates.clone(), outage), state(n)),
            };
            let before = state.records.clone();
            let state_before = state.clone();
            let start = state.start(&asks(n), Which::Unfinished);
            let todo = start.todo.len();
            let mut n_events = 0;
            let next = go_on(world, state, config, start, &Control::default(), |_| {
                n_events += 1;
                Some(n_events) == cut
            });
            for (index, record) in &before {
                prop_assert_eq!(next.state.records.get(index), Some(record));
            }
            // What is there after a crash is what was stored, told or not.
            let mut next = next;
            let mut stored = state_before.clone();
            next.world.stored().into_iter().flatten().for_each(|record| stored.add(record));
            for record in next.state.records.values() {
                prop_assert_eq!(stored.records.get(&record.index), Some(record));
            }
            stored.adapted = next.state.adapted;
            next.state = stored;
            let again = next.world.sends().split_off(asked);
            prop_assert!(again.iter().all(|(_, id)| !before.values().any(|record| record.id == *id)));
            prop_assert!(todo > 0 || again.is_empty());
            asked = next.world.sends().len();
            check_pace_loosely(&next, &config);
            ran = Some(next);
        }
        let ran = ran.unwrap();
        if ran.ending == Some(Ending::Done) {
            prop_assert_eq!(ran.state.records.len(), n as usize);
        }
    }
}

/// Things a person does, at increasing times.
fn acts() -> impl Strategy<Value = Vec<Act>> {
    const ACTS: [fn(&Control); 7] = [
        Control::pause,
        Control::resume,
        Control::resume,
        Control::retry_failed,
        Control::retry_failed,
        |control| control.set_n_parallel(1),
        |control| control.set_n_parallel(6),
    ];
    let act = (0.0..8.0, prop::sample::select(ACTS.to_vec()));
    prop::collection::vec(act, 0..12).prop_map(|acts| {
        let mut time = 0.0;
        let timed = acts.into_iter().map(|(pause, act)| {
            time += pause;
            (time, act)
        });
        let mut acts: Vec<Act> = timed.collect();
        acts.push((time + 1.0, Control::resume));
        acts
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_person_does_each_item_has_one_record_at_the_end(
        fates in prop::collection::vec(fate(), 1..30).prop_map(|mut fates| { fates.insert(0, Fate::Answers); fates }),
        n in 1..30_u32,
        acts in acts(),
        stop in prop::option::of(0.0..30.0),
    ) {
        let world = world(fates, None);
        let mut state = state(n);
        let mut acts = acts;
        if let Some(time) = stop {
            acts.retain(|(other, _)| *other < time);
            acts.push((time, Control::stop));
        }
        let start = state.start(&asks(n), Which::Unfinished);
        let ending = with_person(&world, &mut state, start, &acts);
        let stored: usize = world.stored().iter().map(Vec::len).sum();
        prop_assert!(stored >= state.records.len());
        prop_assert!(world.most_in_flight() <= 6);
        if ending == Ending::Done {
            prop_assert_eq!(state.records.len(), n as usize);
        }
        let finished: Vec<_> = state.records.values().map(|record| record.id.clone()).collect();
        let n_sent = world.sends().len();
        let ran = go(world, state, config());
        if ran.ending == Some(Ending::Done) {
            prop_assert_eq!(ran.state.records.len(), n as usize);
        }
        let again = ran.world.sends().split_off(n_sent);
        prop_assert!(again.iter().all(|(_, id)| !finished.contains(id)));
    }
}

/// Across parts of a run only the number in flight can be held: the pace starts anew.
fn check_pace_loosely(ran: &Ran, config: &RunConfig) {
    assert!(ran.world.most_in_flight() <= config.n_parallel);
}
