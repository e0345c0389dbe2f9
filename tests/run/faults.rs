//! Calls that fail: what is asked again, what is not, what stops the run, and the class each item ends in.

use crate::made::*;
use crate::world::*;
use marksheet::outcome::Outcome;
use marksheet::provider::{MaxField, Rule, Stop};
use marksheet::run::{Ending, Event, Which, summary, to_predictions};
use serde_json::json;

#[test]
fn a_plain_run_asks_every_item_once_and_keeps_what_came() {
    let ran = go(
        World::new(|seen| says(&format!("N{}", seen.id))),
        state(10),
        config(),
    );
    assert_eq!(ran.ending, Some(Ending::Done));
    assert_eq!(ran.state.records.len(), 10);
    let record = ran.record("q3");
    assert_eq!(
        (record.reply.as_str(), record.rule, record.n_tries),
        ("Nq3", Rule::Whole, 1)
    );
    assert_eq!(
        (record.n_tokens_in, record.n_tokens_out),
        (Some(10), Some(2))
    );
    assert_eq!(record.model.as_deref(), Some("m-2026"));
    assert_eq!(record.duration, secs(0.1));
    assert_eq!(record.sent.max_field, Some(MaxField::MaxCompletionTokens));
    assert!((0..10).all(|i| ran.world.n_asked(&format!("q{i}")) == 1));
}

#[test]
fn every_fault_ends_in_its_class_and_costs_no_other_item() {
    let world = World::new(|seen| match seen.id {
        "q1" => error(500, "server_error", "boom"),
        "q2" => error(400, "context_length_exceeded", "too long"),
        "q3" => says("").after(0.2),
        "q4" => says("late").after(90.0),
        "q5" => no_network(),
        "q6" => does(
            200,
            json!({"choices": [{"message": {"content": ""}, "finish_reason": "length"}]})
                .to_string(),
        ),
        "q7" => does(
            200,
            json!({"choices": [{"message": {"content": null, "refusal": "I cannot"}}]}).to_string(),
        ),
        "q8" => does(200, "<html><title>Login</title></html>"),
        "q9" => does(200, "{\"choices\": [{\"mess"),
        "q10" => error(504, "", "gateway"),
        "q11" => does(
            200,
            json!({"error": {"code": 502, "message": "upstream"}}).to_string(),
        ),
        "q12" => error(404, "model_not_found", "no such model"),
        "q13" => says("<think>so it could be"),
        _ => says("B"),
    });
    let ran = go(world, state(30), config());
    let classes: Vec<_> = (0..15)
        .map(|i| ran.class(&format!("q{i}")).unwrap_or("-"))
        .collect();
    assert_eq!(
        classes.join(" "),
        "- http_error http_error empty timeout network truncated refused http_error http_error timeout http_error \
         http_error truncated -"
    );
    let n_asked = |id| ran.world.n_asked(id);
    assert_eq!(
        [
            n_asked("q1"),
            n_asked("q2"),
            n_asked("q4"),
            n_asked("q5"),
            n_asked("q12")
        ],
        [4, 1, 2, 2, 1]
    );
    assert_eq!(ran.record("q1").n_tries, 4);
    assert!(
        ran.record("q8")
            .error
            .as_deref()
            .unwrap()
            .contains("a web page: Login")
    );
    let predictions = to_predictions(&ran.state);
    let failed: Vec<_> = predictions
        .entries
        .iter()
        .filter_map(|entry| entry.failure.as_ref())
        .collect();
    assert_eq!(failed.len(), 12);
    assert_eq!(predictions.entries.len(), 30);
}

#[test]
fn a_wrong_key_stops_the_run_after_the_first_and_nothing_is_failed() {
    let world = World::new(|_| {
        error(
            401,
            "invalid_api_key",
            "Incorrect API key provided: sk-secret-0123456789-abcdef",
        )
    });
    let ran = go(world, state(1000), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::WrongKey)));
    assert!(ran.state.records.is_empty());
    assert!(ran.world.sends().len() <= 4);
    let told = format!("{:?}", ran.events);
    assert!(
        told.contains("the key was not accepted")
            && told.contains("[key]")
            && !told.contains("secret"),
        "{told}"
    );
    assert_eq!(ran.events.len(), 1);
}

#[test]
fn used_up_credit_stops_the_run_and_keeps_what_is_in_flight() {
    let world = World::new(|seen| match seen.id {
        "q5" => error(429, "insufficient_quota", "You exceeded your current quota"),
        _ => says("A").after(0.3),
    });
    let ran = go(world, state(100), config());
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::NoCredit)));
    assert_eq!(ran.world.n_asked("q5"), 1);
    // Whatever was sent and answered is kept; only the refused item stays unfinished.
    assert_eq!(ran.world.sends().len(), ran.state.records.len() + 1);
    let start = ran.state.start(&asks(100), Which::Unfinished);
    assert!(start.todo.contains(&5) && start.failed.is_empty());
}

#[test]
fn an_unknown_model_stops_a_run_in_which_nothing_was_answered() {
    let ran = go(
        World::new(|_| error(404, "model_not_found", "no model m")),
        state(50),
        config(),
    );
    assert_eq!(ran.ending, Some(Ending::GaveUp(Stop::NotFound)));
    assert!(ran.state.records.is_empty());
}

#[test]
fn a_refused_parameter_is_asked_differently_once_and_recorded_as_sent() {
    let world = World::new(|seen| {
        if seen.body.get("max_completion_tokens").is_some() {
            return does(422, json!({"detail": [{"loc": ["body", "max_completion_tokens"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]}).to_string());
        }
        if seen.body.get("temperature").is_some() {
            let message = "Unsupported value: 'temperature' does not support 0.0 with this model.";
            return does(400, json!({"error": {"message": message, "param": "temperature", "code": "unsupported_value"}}).to_string());
        }
        says("C")
    });
    let ran = go(world, state(40), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    let record = ran.record("q39");
    assert_eq!(
        (record.sent.max_field, record.sent.temperature),
        (Some(MaxField::MaxTokens), None)
    );
    assert_eq!(
        (record.sent.max_tokens, record.sent.seed),
        (Some(1024), Some(7))
    );
    assert_eq!(ran.n_events(|event| matches!(event, Event::Adapted(_))), 2);
    let sent = summary(&ran.state);
    assert_eq!(
        sent["asked_differently"],
        json!([
            "the limit is sent as max_tokens",
            "the temperature is not sent"
        ])
    );
    assert_eq!(
        sent["parameters"],
        json!([{"n_items": 40, "sent": {"max_field": "max_tokens", "max_tokens": 1024, "seed": 7}}])
    );
    assert_eq!(sent["reported_models"], json!({"m-2026": 40}));
    // Only what was in flight at first had to be asked again.
    assert!(ran.world.sends().len() <= 40 + 8);
    assert!(
        ran.state
            .records
            .values()
            .all(|record| record.class.is_none())
    );
}

#[test]
fn a_parameter_refused_in_both_ways_ends_the_item() {
    let world = World::new(|seen| {
        let field = ["max_tokens", "max_completion_tokens"]
            .into_iter()
            .find(|name| seen.body.get(*name).is_some());
        error(
            400,
            "unsupported_parameter",
            &format!("Unsupported parameter: '{}'", field.unwrap()),
        )
    });
    let ran = go(world, state(3), config());
    assert_eq!(ran.ending, Some(Ending::Done));
    assert_eq!(ran.world.sends().len(), 6);
    assert!(
        ran.state
            .records
            .values()
            .all(|record| record.class == Some(Outcome::HttpError))
    );
}

#[test]
fn an_item_whose_prompt_cannot_be_made_ends_without_a_request_and_counts_as_missing() {
    use marksheet::problem::Problem;
    use marksheet::provider::{Prompt, Wanted, find};
    use marksheet::run::{Ask, Control, Job, Model, run};
    let world = World::new(|_| says("A"));
    let (model, wanted, config) = (model_config(), Wanted::Text, config());
    let prompts = |ask: &Ask| match ask.index {
        1 => Err(Problem::error("line 3: no such filter")),
        _ => Ok(Prompt {
            system: String::new(),
            user: ask.id.clone(),
        }),
    };
    let model = Model::new(
        &world,
        find("openai").unwrap(),
        &model,
        None,
        &wanted,
        config.time_limit,
        prompts,
    )
    .unwrap();
    let (mut state, asks) = (state(3), asks(3));
    let (start, control) = (state.start(&asks, Which::Unfinished), Control::default());
    let job = Job {
        asks: &asks,
        start,
        answerer: &model,
        host: &world,
        config,
        control: &control,
    };
    let tell = |event: Event| {
        if let Event::Finished(record) = event {
            state.add(*record);
        }
    };
    assert_eq!(world.drive(run(job, tell), || false), Some(Ending::Done));
    assert_eq!(world.sends().len(), 2);
    assert_eq!(to_predictions(&state).entries.len(), 2);
    let record = &state.records[&1];
    assert!(record.has_failed() && record.error.as_deref().unwrap().contains("no such filter"));
}

#[test]
fn the_key_is_nowhere_in_what_a_run_keeps_or_tells() {
    let world = World::new(|seen| match seen.id {
        "q0" => says(&format!("your key is {KEY}")),
        "q1" => error(400, "x", &format!("bad header {KEY}")),
        "q2" => does(500, format!("<html>{KEY}")),
        "q3" => does(200, format!("{{\"choices\": [{KEY}")),
        "q4" => does(
            200,
            json!({"choices": [{"message": {"content": "A", "reasoning": KEY}}], "model": KEY})
                .to_string(),
        ),
        "q5" => does(
            400,
            json!({"error": {"message": "json", "failed_generation": KEY}}).to_string(),
        ),
        "q6" => does(
            429,
            json!({"error": {"message": format!("slow {KEY}")}}).to_string(),
        ),
        "q7" => does(
            200,
            json!({"choices": [{"message": {"refusal": KEY}, "finish_reason": KEY}]}).to_string(),
        ),
        "q8" => does(401, json!({"error": {"message": &KEY[..20]}}).to_string()),
        "q9" => Does {
            after: secs(0.1),
            result: Err(marksheet::provider::http::Unsent::Network(KEY.to_owned())),
        },
        _ => says("A"),
    });
    let ran = go(world, state(12), config());
    let written = format!(
        "{:?} {:?} {} {:?}",
        ran.events,
        ran.state,
        ran.state.to_text(),
        to_predictions(&ran.state)
    );
    assert!(!written.contains(&KEY[..14]), "{written}");
    assert!(written.contains("[key]"));
}
