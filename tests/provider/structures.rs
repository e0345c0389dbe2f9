//! The form of a reply: what each provider is asked, and how far a refusal leads down.

use marksheet::provider::{
    Adapted, Added, Asking, ModelConfig, PROVIDERS, Parameter, Prompt, Provider, Rung, Sent,
    Structure, find, request,
};
use marksheet::said::Said;
use serde_json::{Value, json};
use std::fmt::Write;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": ["A", "B"]}},
        "required": ["answer"],
        "additionalProperties": false,
    })
}

fn config(provider: &Provider) -> ModelConfig {
    let base_url = match provider.base_url {
        "" => "http://192.168.0.9:9000/v1",
        base_url => base_url,
    };
    ModelConfig {
        provider: provider.key.into(),
        base_url: base_url.into(),
        model: "m".into(),
        temperature: None,
        max_tokens: 9,
        seed: None,
    }
}

fn made(
    provider: &Provider,
    prompt: (&str, &str),
    structure: Structure<'_>,
    most: Option<Rung>,
) -> (Value, Sent) {
    let prompt = Prompt {
        system: prompt.0.into(),
        user: prompt.1.into(),
    };
    let asking = Asking {
        config: &config(provider),
        prompt: &prompt,
        key: None,
        adapted: Adapted {
            structure: most,
            ..Adapted::default()
        },
        structure,
    };
    let (request, sent) = request(provider, &asking).unwrap();
    (serde_json::from_str(request.body()).unwrap(), sent)
}

#[test]
fn every_provider_is_asked_for_a_form_like_this() {
    let schema = schema();
    let by_schema = Structure::Schema {
        name: "MCQAResponse",
        schema: &schema,
        original: &schema,
    };
    let mut shown = String::new();
    for provider in PROVIDERS {
        writeln!(shown, "## {}", provider.key).unwrap();
        for (what, structure, most) in [
            ("schema", by_schema, None),
            ("JSON", Structure::JsonObject, None),
            ("schema refused", by_schema, Some(Rung::JsonObject)),
            ("JSON refused", by_schema, Some(Rung::Plain)),
        ] {
            let (body, sent) = made(provider, ("", "u"), structure, most);
            let sent = serde_json::to_value(sent).unwrap();
            let (structure, added) = (&sent["structure"], &sent["added"]);
            writeln!(shown, "{what}: {structure}, {added}\n    {body}").unwrap();
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn the_word_json_is_added_only_where_it_is_needed_and_missing() {
    for (key, system, user, added) in [
        ("groq", "", "u", Some(Added::Json)),
        ("groq", "Be brief.", "u", Some(Added::Json)),
        ("groq", "Answer in JSON.", "u", None),
        ("groq", "", "as Json, please", None),
        ("vllm", "", "u", None),
        ("llamacpp", "", "u", None),
    ] {
        let provider = find(key).unwrap();
        let (body, sent) = made(provider, (system, user), Structure::JsonObject, None);
        assert_eq!(sent.added, added, "{key} {system} {user}");
        assert_eq!(body["response_format"]["type"], "json_object");
        let messages = body["messages"].as_array().unwrap();
        assert_eq!(messages.last().unwrap()["content"], user);
        let told = match (system, added) {
            ("", None) => None,
            (system, None) => Some(system.to_owned()),
            ("", Some(_)) => Some("Reply with one JSON object and nothing else.".to_owned()),
            (system, Some(_)) => Some(format!(
                "{system}\n\nReply with one JSON object and nothing else."
            )),
        };
        let first = &messages[0];
        let system = (first["role"] == "system").then(|| first["content"].as_str().unwrap());
        assert_eq!(system, told.as_deref());
    }
}

#[test]
fn in_words_the_schema_is_told_as_it_was_given() {
    let (provider, original) = (find("vllm").unwrap(), schema());
    let adapted = json!({"type": "object", "properties": {"answer": {"type": "string"}}});
    let by_schema = Structure::Schema {
        name: "R",
        schema: &adapted,
        original: &original,
    };
    let (body, _) = made(provider, ("", "u"), by_schema, None);
    assert!(body.to_string().contains(&adapted.to_string()));
    let (body, _) = made(provider, ("", "u"), by_schema, Some(Rung::Plain));
    let told = body["messages"][0]["content"].as_str().unwrap();
    assert!(told.ends_with(&original.to_string()), "{told}");
}

#[test]
fn a_router_passes_a_form_only_to_those_who_take_it() {
    let (provider, schema) = (find("openrouter").unwrap(), schema());
    let by_schema = Structure::Schema {
        name: "R",
        schema: &schema,
        original: &schema,
    };
    for (structure, most, is_strict) in [
        (by_schema, None, true),
        (by_schema, Some(Rung::JsonObject), true),
        (Structure::JsonObject, None, true),
        (by_schema, Some(Rung::Plain), false),
        (Structure::Plain, None, false),
    ] {
        let (body, sent) = made(provider, ("", "u"), structure, most);
        let told = body["provider"]["require_parameters"] == true;
        assert_eq!(told, is_strict, "{:?}", sent.structure);
    }
}

#[test]
fn a_request_for_plain_text_has_no_trace_of_a_form() {
    for provider in PROVIDERS {
        for most in [None, Some(Rung::JsonObject), Some(Rung::Plain)] {
            let (body, sent) = made(provider, ("s", "u"), Structure::Plain, most);
            assert_eq!((sent.structure, sent.added), (Rung::Plain, None));
            let body = body.to_string();
            let traces = ["format", "json", "schema", "output_config", "Reply with"];
            assert!(!traces.iter().any(|trace| body.contains(trace)), "{body}");
        }
    }
}

#[test]
fn a_refused_form_leads_down_one_step_at_a_time_and_is_said() {
    let provider = find("vllm").unwrap();
    let schema = schema();
    let by_schema = Structure::Schema {
        name: "R",
        schema: &schema,
        original: &schema,
    };
    let said = Said::read(
        400,
        r#"{"error": {"message": "response_format is not supported"}}"#,
    );
    let mut adapted = Adapted::default();
    let mut rungs = Vec::new();
    loop {
        let (_, sent) = made(provider, ("", "u"), by_schema, adapted.structure);
        rungs.push(sent.structure);
        // A request that was in flight when the first refusal came learns nothing new, and is asked again.
        let before = adapted;
        let Some(parameter) = Parameter::refused(&said, &sent) else {
            break;
        };
        assert_eq!(parameter, Parameter::Structure);
        assert!(adapted.learn(parameter, &sent) && adapted != before);
        let once = adapted;
        assert!(adapted.learn(parameter, &sent) && adapted == once);
    }
    assert_eq!(rungs, [Rung::Schema, Rung::JsonObject, Rung::Plain]);
    assert_eq!(
        adapted.in_words(),
        [
            "neither a schema nor JSON mode is sent: JSON is asked for in words, and the schema stands in the system message"
        ]
    );
    let json = Adapted {
        structure: Some(Rung::JsonObject),
        ..Adapted::default()
    };
    assert!(json.in_words()[0].contains("the schema stands in the system message"));
    assert!(!adapted.learn(Parameter::Structure, &Sent::default()));
}

#[test]
fn where_nobody_takes_everything_the_form_goes_last_and_brings_the_others_back() {
    let said = Said::read(
        404,
        r#"{"error": {"code": 404, "message": "No endpoints found that can handle the Requested Parameters."}}"#,
    );
    let of = |adapted: &Adapted| Sent {
        seed: (!adapted.is_without_seed).then_some(1),
        temperature: (!adapted.is_without_temperature).then_some(0.0),
        structure: adapted.structure.unwrap_or(Rung::Schema),
        ..Sent::default()
    };
    let mut adapted = Adapted::default();
    let first = of(&adapted);
    let mut tried = Vec::new();
    loop {
        let sent = of(&adapted);
        tried.push((
            sent.seed.is_some(),
            sent.temperature.is_some(),
            sent.structure,
        ));
        let Some(parameter) = Parameter::refused(&said, &sent) else {
            break;
        };
        assert_eq!(parameter, Parameter::Any);
        assert!(adapted.learn(parameter, &sent));
        // One that was on its way all the time teaches nothing new.
        let once = adapted;
        assert!(adapted.learn(parameter, &sent));
        if once.structure.is_some() {
            assert!(adapted.learn(parameter, &first) && adapted == once);
        }
    }
    let (yes, no) = (true, false);
    let steps = [Rung::Schema, Rung::JsonObject, Rung::Plain];
    let all = steps.map(|rung| [(yes, yes, rung), (no, yes, rung), (no, no, rung)]);
    assert_eq!(tried, all.concat());
}

#[test]
fn what_is_kept_of_a_run_without_forms_is_as_it_was() {
    assert_eq!(serde_json::to_string(&Sent::default()).unwrap(), "{}");
    let adapted = serde_json::to_string(&Adapted::default()).unwrap();
    assert!(!adapted.contains("structure"), "{adapted}");
    let old: Sent = serde_json::from_str(r#"{"max_tokens": 9}"#).unwrap();
    assert_eq!(old.structure, Rung::Plain);
}

#[test]
fn ollama_is_asked_for_room_in_few_steps() {
    let provider = find("ollama").unwrap();
    let room = |system: &str, n_letters: usize, letter: &str| {
        let user = letter.repeat(n_letters);
        let (body, sent) = made(provider, (system, &user), Structure::Plain, None);
        let room = body["options"]["num_ctx"].as_u64().unwrap();
        assert_eq!(sent.n_context.map(u64::from), Some(room));
        room
    };
    assert_eq!(room("", 0, "a"), 8_192);
    assert_eq!(room("", 20_000, "a"), 8_192);
    assert_eq!(room("", 30_000, "a"), 16_384);
    assert_eq!(room("", 30_000, "語"), 65_536);
    assert_eq!(room(&"a".repeat(30_000), 30_000, "a"), 32_768);
    assert_eq!(room("", 8_000_000, "a"), 1 << 20);
}
