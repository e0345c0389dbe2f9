//! The form of replies: each item is asked for its own, and what the server does not take is asked for one step lower.

use crate::made::{asks, config, model_config, state};
use crate::world::{World, error, says};
use marksheet::outcome::Outcome;
use marksheet::provider::{Adapted, Added, Prompt, Rung, Structure, Wanted, find};
use marksheet::run::{
    Ask, Control, Ending, Event, Job, Model, RunState, Which, run, to_predictions,
};
use serde_json::{Value, json};

fn schema(last: &str) -> Value {
    json!({"type": "object", "properties": {"answer": {"enum": ["A", last]}}})
}

/// Runs over six items, of which the odd ones have another choice; also how often something was learned.
fn ran(world: &World, structure: bool) -> (RunState, usize) {
    let (two, four) = (schema("B"), schema("D"));
    let by = |ask: &Ask| {
        let schema = match ask.index.is_multiple_of(2) {
            true => &two,
            false => &four,
        };
        Structure::Schema {
            name: "MCQAResponse",
            schema,
            original: schema,
        }
    };
    let (model, wanted, config) = (model_config(), Wanted::from_typed("answer"), config());
    let prompts = |ask: &Ask| {
        Ok(Prompt {
            system: String::new(),
            user: ask.id.clone(),
        })
    };
    let provider = find("openai").unwrap();
    let limit = config.time_limit;
    let model = Model::new(world, provider, &model, None, &wanted, limit, prompts).unwrap();
    let model = if structure {
        model.with_structure(by)
    } else {
        model
    };
    let (mut state, asks) = (state(6), asks(6));
    let (start, control) = (state.start(&asks, Which::Unfinished), Control::default());
    let job = Job {
        asks: &asks,
        start,
        answerer: &model,
        host: world,
        config,
        control: &control,
    };
    let mut n_learned = 0;
    let tell = |event: Event| match event {
        Event::Finished(record) => state.add(*record),
        Event::Adapted(adapted) => {
            n_learned += 1;
            state.adapted = adapted;
        }
        _ => {}
    };
    assert_eq!(world.drive(run(job, tell), || false), Some(Ending::Done));
    (state, n_learned)
}

/// The type of form that a body asks for.
fn asked(body: &Value) -> &str {
    body["response_format"]["type"].as_str().unwrap_or("text")
}

#[test]
fn every_item_is_asked_for_the_form_of_its_own() {
    let world = World::new(|seen| {
        let schema = &seen.body["response_format"]["json_schema"]["schema"];
        says(&schema["properties"]["answer"]["enum"][1].to_string())
    });
    let (state, n_learned) = ran(&world, true);
    let replies: Vec<_> = state.records.values().map(|record| &record.reply).collect();
    assert_eq!(
        replies,
        ["\"B\"", "\"D\"", "\"B\"", "\"D\"", "\"B\"", "\"D\""]
    );
    assert!(
        state
            .records
            .values()
            .all(|record| record.sent.structure == Rung::Schema)
    );
    assert_eq!((n_learned, state.adapted), (0, Adapted::default()));
}

#[test]
fn a_refused_form_is_learned_once_and_every_item_is_answered_a_step_lower() {
    let refused = |kind: &str| error(400, "x", &format!("response_format {kind} not here"));
    let world = World::new(move |seen| match asked(seen.body) {
        "json_schema" => refused("json_schema"),
        _ => says("{\"answer\": \"A\"}"),
    });
    let (state, n_learned) = ran(&world, true);
    assert_eq!(n_learned, 1);
    assert_eq!(state.adapted.structure, Some(Rung::JsonObject));
    for record in state.records.values() {
        assert_eq!(record.sent.structure, Rung::JsonObject);
        assert_eq!(record.sent.added, Some(Added::Schema));
        assert!(record.class.is_none() && record.n_tries <= 2);
    }
    let world = World::new(move |seen| match asked(seen.body) {
        "text" => says("A"),
        kind => refused(kind),
    });
    let (state, n_learned) = ran(&world, true);
    assert_eq!(n_learned, 2);
    for record in state.records.values() {
        assert_eq!(
            (record.sent.structure, record.sent.added),
            (Rung::Plain, Some(Added::Schema))
        );
        assert!(record.class.is_none() && record.n_tries <= 3);
    }
}

#[test]
fn a_reply_that_does_not_fit_its_form_is_unparsed_and_no_failed_call() {
    let groq = json!({"error": {"message": "Generated JSON does not match the expected schema.",
        "code": "json_validate_failed", "failed_generation": "{\"answer\": 1}"}});
    let routed = json!({"error": {"message": "Provider returned error", "code": 400,
        "metadata": {"provider_name": "Groq", "raw": groq.to_string()}}});
    for body in [groq, routed] {
        let world = World::new(move |_| crate::world::does(400, body.to_string()));
        let (state, n_learned) = ran(&world, true);
        assert_eq!(n_learned, 0);
        for record in state.records.values() {
            assert_eq!(record.class, Some(Outcome::Unparsed));
            assert!(!record.has_failed(), "it is not asked again");
            let error = record.error.as_deref().unwrap();
            assert!(
                error.contains("does not match the expected schema"),
                "{error}"
            );
            assert_eq!(
                (record.reply.as_str(), record.n_tries),
                ("{\"answer\": 1}", 1)
            );
            assert_eq!(record.sent.structure, Rung::Schema);
        }
        let entries = to_predictions(&state).entries;
        let classes = entries
            .iter()
            .map(|entry| entry.failure.as_ref().unwrap().outcome);
        assert!(classes.eq([Outcome::Unparsed; 6]));
    }
}

#[test]
fn one_reply_that_a_gateway_calls_unfit_takes_no_form_from_the_others() {
    let world = World::new(|seen| match seen.id {
        "q1" => error(400, "", "Generated JSON does not match the expected schema"),
        _ => says("{\"answer\": \"A\"}"),
    });
    let (state, n_learned) = ran(&world, true);
    assert_eq!((n_learned, state.adapted), (0, Adapted::default()));
    assert_eq!(state.records[&1].class, Some(Outcome::Unparsed));
    let rest = state.records.values().filter(|record| record.index != 1);
    assert!(
        rest.into_iter()
            .all(|record| record.class.is_none() && record.sent.structure == Rung::Schema)
    );
}

#[test]
fn without_a_form_a_refusal_of_one_is_like_any_other() {
    let world = World::new(|_| error(400, "x", "response_format is not supported"));
    let (state, n_learned) = ran(&world, false);
    assert_eq!(n_learned, 0);
    assert!(state.records.values().all(|record| record.n_tries == 1));
}
