//! Refusals in a run in which nothing was answered: a matter of all items stops it, a matter of some does not.

use crate::made::*;
use crate::steering::with_person;
use crate::world::*;
use marksheet::outcome::Outcome;
use marksheet::provider::Stop;
use marksheet::run::{Control, Ending, Event, RunConfig, Which};
use serde_json::json;

fn told(ran: &Ran) -> String {
    let stopping = ran.events.iter().find_map(|event| match event {
        Event::Stopping(_, problem) => Some(problem.to_string()),
        _ => None,
    });
    stopping.unwrap()
}

#[test]
fn what_is_refused_to_all_stops_the_run_and_costs_no_item() {
    for (name, does) in [
        ("400", error(400, "x", "no such deployment")),
        (
            "403",
            does(
                403,
                json!({"error": {"message": "nobody may do this"}}).to_string(),
            ),
        ),
        (
            "405",
            does(405, json!({"detail": "Method Not Allowed"}).to_string()),
        ),
        ("422", error(422, "x", "top_q: out of range")),
        (
            "a web page",
            does(200, "<html><title>Sign in</title></html>"),
        ),
    ] {
        let ran = go(World::new(move |_| does.clone()), state(10_000), config());
        let Some(Ending::GaveUp(stop)) = ran.ending else {
            panic!("{name}: {:?}", ran.ending);
        };
        let is_forbidden = stop == Stop::Forbidden;
        assert!(is_forbidden || stop == Stop::AllRefused, "{name}: {stop:?}");
        assert_eq!(ran.state.records.len(), usize::from(is_forbidden), "{name}");
        // A page may be gone next time: each item has its tries and pauses, in which others are asked.
        let most = if name == "a web page" { 800 } else { 24 };
        assert!(ran.world.sends().len() <= most, "{name}");
        let start = ran.state.start(&asks(10_000), Which::Unfinished);
        assert_eq!(start.todo.len() + ran.state.records.len(), 10_000);
    }
}

#[test]
fn the_banner_says_what_the_server_said_and_that_nothing_is_lost() {
    let ran = go(
        World::new(|_| error(400, "x", "no such deployment")),
        state(50),
        config(),
    );
    let told = told(&ran);
    assert!(
        told.contains("turned down one question after another (no such deployment)")
            && told.contains("Resume"),
        "{told}"
    );
    let page = World::new(|_| does(200, "<html><title>Sign in</title></html>"));
    let told = self::told(&go(page, state(50), config()));
    assert!(told.contains("a web page: Sign in"), "{told}");
}

#[test]
fn numbers_and_ids_in_a_message_do_not_make_it_another() {
    let world = World::new(|seen| {
        error(
            400,
            "x",
            &format!("bad request (id {}-{:x})", seen.id, seen.id.len()),
        )
    });
    let ran = go(world, state(1_000), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
    assert!(ran.world.sends().len() <= 24);
    // Nor do other words for each, in the end.
    let letters = |id: &str| {
        id.bytes()
            .map(|byte| char::from(byte.max(b'0') + 49))
            .collect::<String>()
    };
    let world = World::new(move |seen| error(400, "x", &format!("bad {}", letters(seen.id))));
    let ran = go(world, state(1_000), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
    assert!(ran.world.sends().len() <= 34);
}

#[test]
fn a_dataset_whose_first_articles_are_refused_is_asked_to_its_end() {
    let is_long = |id: &str| id[1..].parse::<u32>().unwrap() < 200;
    for n_parallel in [1, 8, 64] {
        let world = World::new(move |seen| match is_long(seen.id) {
            true => error(400, "context_length_exceeded", "the prompt is too long"),
            false => says("A"),
        });
        let config = RunConfig {
            n_parallel,
            ..config()
        };
        let ran = go(world, state(1_000), config);
        assert_eq!(ran.ending, Some(Ending::Done), "{n_parallel}");
        assert_eq!(ran.state.records.len(), 1_000);
        for record in ran.state.records.values() {
            assert_eq!(record.has_failed(), is_long(&record.id), "{}", record.id);
            assert_eq!(record.n_tries, 1);
        }
    }
}

#[test]
fn however_many_are_in_flight_few_are_asked_where_all_are_refused() {
    for n_parallel in [1, 8, 64] {
        let config = RunConfig {
            n_parallel,
            ..config()
        };
        let ran = go(
            World::new(|_| error(400, "x", "no such deployment")),
            state(10_000),
            config,
        );
        assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
        assert!(ran.state.records.is_empty());
        let most = 10 + 2 * n_parallel;
        assert!(ran.world.sends().len() <= most, "{n_parallel}");
    }
}

#[test]
fn a_short_run_in_which_all_is_refused_ends_with_its_records() {
    // Also where the last one is what makes it certain: a first run has ten questions.
    for n in [9, 10] {
        let ran = go(World::new(|_| error(400, "x", "no")), state(n), config());
        assert_eq!(ran.ending, Some(Ending::Done));
        let classes = ran.state.records.values().map(|record| record.class);
        assert!(classes.eq(vec![Some(Outcome::HttpError); n as usize]));
    }
    let ran = go(World::new(|_| error(400, "x", "no")), state(30), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
}

#[test]
fn after_the_mend_of_the_settings_every_item_is_asked() {
    let ran = go(World::new(|_| error(400, "x", "no")), state(30), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
    let again = go(World::new(|_| says("A")), ran.state, config());
    assert_eq!(again.ending, Some(Ending::Done));
    assert!(
        again
            .state
            .records
            .values()
            .all(|record| record.class.is_none() && record.n_tries == 1)
    );
    assert_eq!(again.state.records.len(), 30);
}

#[test]
fn once_something_was_answered_refusals_are_the_items_own() {
    let is_refused = |id: &str| !id[1..].parse::<u32>().unwrap().is_multiple_of(5);
    let world = World::new(move |seen| match is_refused(seen.id) {
        true => error(400, "x", "no"),
        false => says("A"),
    });
    let ran = go(world, state(1_000), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    for record in ran.state.records.values() {
        assert_eq!(record.has_failed(), is_refused(&record.id), "{}", record.id);
    }
}

#[test]
fn one_answer_does_not_keep_a_run_going_in_which_all_else_is_refused() {
    let world = || {
        World::new(|seen| match seen.id {
            "q0" => says("A"),
            _ => error(404, "x", "the model m was taken away"),
        })
    };
    let mut ran = go(world(), state(300), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
    assert!(ran.world.sends().len() <= 80);
    // What was refused then is recorded, so that the run ends however often it has to be resumed.
    let mut n_resumed = 0;
    while ran.ending != Some(Ending::Done) {
        let before = ran.state.records.len();
        ran = go(world(), ran.state, config());
        assert!(ran.state.records.len() > before);
        n_resumed += 1;
    }
    assert!(n_resumed <= 6 && ran.state.records.len() == 300);
}

#[test]
fn what_a_server_says_of_a_question_or_a_reply_is_no_answer_also_after_a_reload() {
    let world = World::new(|seen| match seen.id {
        "q0" => error(400, "content_filter", "filtered"),
        "q1" => error(400, "json_validate_failed", "Failed to generate JSON"),
        _ => error(400, "x", "no"),
    });
    let ran = go(world, state(100), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::AllRefused)));
    assert_eq!(ran.state.records.len(), 2);
    let start = ran.state.start(&asks(100), Which::Unfinished);
    assert!(!start.has_answer);
}

#[test]
fn another_stop_in_a_run_without_an_answer_leaves_what_was_refused_to_be_asked() {
    let world = World::new(|seen| match seen.id {
        "q5" => error(401, "invalid_api_key", "no such key").after(1.0),
        _ => error(400, "x", "no").after(f64::from(seen.id[1..].parse::<u32>().unwrap() / 3)),
    });
    let ran = go(world, state(6), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::WrongKey)));
    assert!(ran.state.records.is_empty());
}

#[test]
fn what_was_refused_before_a_person_stops_the_run_is_kept() {
    let world = World::new(|seen| match seen.id {
        "q0" | "q1" => error(400, "x", "too long"),
        _ => says("A").after(30.0),
    });
    let mut state = state(30);
    let start = state.start(&asks(30), Which::Unfinished);
    let ending = with_person(&world, &mut state, start, &[(5.0, Control::stop)]);
    assert_eq!(ending, Ending::Stopped);
    let mut failed = state.records.values().map(|record| record.id.as_str());
    assert!(failed.all(|id| id == "q0" || id == "q1"));
    assert_eq!(state.records.len(), 2);
}

#[test]
fn a_server_that_is_overloaded_or_starting_is_not_taken_for_one_that_refuses() {
    let world = World::new(|_| error(503, "x", "Loading model"));
    let ran = go(world, state(30), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    assert_eq!(ran.state.records.len(), 30);
}
