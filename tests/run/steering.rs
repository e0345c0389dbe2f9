//! Pause, resume, stop, retry: what a person may do at any time.

use crate::made::*;
use crate::world::*;
use core::time::Duration;
use futures::future::{Either, select};
use marksheet::provider::{Key, Prompt, Wanted, find};
use marksheet::run::{Ask, Control, Ending, Event, Job, Model, RunState, Start, Which, run};
use std::pin::pin;
use std::sync::Arc;

/// What a person does, and when, in seconds.
pub type Act = (f64, fn(&Control));

/// Runs with a person beside it who does `act` at the given seconds.
pub fn with_person(world: &World, state: &mut RunState, start: Start, acts: &[Act]) -> Ending {
    let (asks, control, config) = (asks(state.facts.n_items), Control::default(), config());
    let (model, wanted) = (model_config(), Wanted::Text);
    let key = Key::for_origin(KEY.to_owned(), &model.base_url)
        .unwrap()
        .map(Arc::new);
    let prompts = |ask: &Ask| {
        Ok(Prompt {
            system: String::new(),
            user: ask.id.clone(),
        })
    };
    let model = Model::new(
        world,
        find("openai").unwrap(),
        &model,
        key,
        &wanted,
        config.time_limit,
        prompts,
    )
    .unwrap();
    let job = Job {
        asks: &asks,
        start,
        answerer: &model,
        host: world,
        config,
        control: &control,
    };
    let tell = |event: Event| {
        if let Event::Finished(record) = event {
            state.add(*record);
        }
    };
    let person = async {
        let mut at = 0.0;
        for (time, act) in acts {
            world.timer(Duration::from_secs_f64(time - at)).await;
            at = *time;
            act(&control);
        }
        std::future::pending::<()>().await;
    };
    let both = async {
        match select(pin!(run(job, tell)), pin!(person)).await {
            Either::Left((ending, _)) => ending,
            Either::Right(_) => unreachable!(),
        }
    };
    world.drive(both, || false).unwrap()
}

#[test]
fn a_paused_run_sends_nothing_and_replies_on_their_way_still_count() {
    let world = World::new(|_| says("A"));
    let mut state = state(100);
    let start = state.start(&asks(100), Which::Unfinished);
    let ending = with_person(
        &world,
        &mut state,
        start,
        &[(0.55, Control::pause), (60.0, Control::resume)],
    );
    assert_eq!(ending, Ending::Done);
    let first = world.sends()[0].0;
    let during =
        |(time, _): &&(Duration, String)| (0.551..60.0).contains(&(*time - first).as_secs_f64());
    assert_eq!(world.sends().iter().filter(during).count(), 0);
    assert_eq!((world.sends().len(), world.n_aborted()), (100, 0));
}

#[test]
fn stop_aborts_what_is_in_flight_and_stores_what_is_finished() {
    let world = World::new(|_| says("A")).with_store(3.0, false);
    let mut state = state(100);
    let start = state.start(&asks(100), Which::Unfinished);
    assert_eq!(
        with_person(&world, &mut state, start, &[(0.75, Control::stop)]),
        Ending::Stopped
    );
    assert!(world.n_aborted() > 0);
    let n_stored: usize = world.stored().iter().map(Vec::len).sum();
    assert_eq!(n_stored, state.records.len());
    assert_eq!(n_stored + world.n_aborted(), world.sends().len());
    let start = state.start(&asks(100), Which::Unfinished);
    assert_eq!(start.todo.len(), 100 - n_stored);
}

#[test]
fn retry_failed_asks_only_failed_items_again() {
    let world = World::new(|seen| match seen.id {
        "q3" if seen.n_before < 4 => error(500, "", ""),
        "q4" => says(""),
        _ => says("A"),
    });
    let ran = go(world, state(10), config());
    assert_eq!(ran.class("q3"), Some("http_error"));
    let start = ran.state.start(&asks(10), Which::Failed);
    assert_eq!(start.todo, [3]);
    let ran = go_on(
        ran.world,
        ran.state,
        config(),
        start,
        &Control::default(),
        |_| false,
    );
    assert_eq!((ran.class("q3"), ran.record("q3").n_tries), (None, 1));
    assert_eq!((ran.world.n_asked("q4"), ran.state.records.len()), (1, 10));
}

#[test]
fn retry_failed_works_while_the_run_goes_on() {
    let world = World::new(|seen| match seen.id {
        "q0" if seen.n_before == 0 => error(400, "", "bad"),
        _ => says("A").after(0.5),
    });
    let mut state = state(60);
    let start = state.start(&asks(60), Which::Unfinished);
    assert_eq!(
        with_person(&world, &mut state, start, &[(1.0, Control::retry_failed)]),
        Ending::Done
    );
    assert_eq!((world.n_asked("q0"), state.records[&0].class), (2, None));
    assert_eq!(world.sends().len(), 61);
}

#[test]
fn the_number_in_flight_can_be_changed_while_the_run_goes_on() {
    let world = World::new(|_| says("A"));
    let mut state = state(200);
    let start = state.start(&asks(200), Which::Unfinished);
    with_person(
        &world,
        &mut state,
        start,
        &[(1.0, |control| control.set_n_parallel(1))],
    );
    let first = world.sends()[0].0;
    let n_late = world
        .sends()
        .iter()
        .filter(|(time, _)| *time > first + secs(1.2))
        .count();
    let in_flight = world.in_flight();
    assert!(
        in_flight[in_flight.len() - n_late..]
            .iter()
            .all(|n| *n == 1)
    );
}

#[test]
fn a_new_run_may_start_paused_and_be_stopped_before_anything_was_sent() {
    let control = Control::default();
    control.stop();
    let state = state(5);
    let start = state.start(&asks(5), Which::Unfinished);
    let ran = go_on(
        World::new(|_| says("A")),
        state,
        config(),
        start,
        &control,
        |_| false,
    );
    assert_eq!(ran.ending, Some(Ending::Stopped));
    assert!(ran.world.sends().is_empty());
}
