//! Runs that ask for replies by a schema, from the fields of the page to the scores: ALUE's two documented examples, and
//! what becomes of replies that do not fit.

use crate::made::config;
use crate::world::{Does, KEY, World, error, says, secs};
use marksheet::outcome::Outcome;
use marksheet::protocol::{AskForm, GoOn, SchemaChoice};
use marksheet::provider::{Adapted, Added, Key, Prompt, Rule, Rung};
use marksheet::report;
use marksheet::run::{Ask, Control, Ending, Event, Job, Model, RunState, run};
use marksheet::settings::Normalizer;
use marksheet::workspace::{Going, Who, Workspace};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const TAILS: &str = include_str!("../../data/tail-numbers/dataset.json");
const EXAM: &str = include_str!("../../data/aviation-exam/dataset.json");

fn opened(dataset: &str) -> Workspace {
    let mut workspace = Workspace::default();
    workspace.open("dataset.json", dataset.as_bytes());
    workspace.settle();
    workspace
}

fn form(schema: SchemaChoice) -> AskForm {
    AskForm {
        base_url: "https://api.example.com/v1".into(),
        model: "m".into(),
        n_questions: "8".into(),
        schema,
        field_to_extract: schema.field().into(),
        ..AskForm::default()
    }
}

/// Asks what is to be asked as the worker does, and shows it.
fn asked(workspace: &mut Workspace, going: &Going, world: &World) {
    workspace.confirm(going);
    let Who::Model(provider) = going.who else {
        panic!("a model is asked");
    };
    let prompts = |ask: &Ask| {
        let maker = going.maker.as_ref().unwrap();
        let (system, user) = maker.messages(ask.index as usize)?;
        Ok(Prompt { system, user })
    };
    let key = Key::for_origin(KEY.to_owned(), &going.model.base_url);
    let key = key.unwrap().map(Arc::new);
    let (limit, control) = (secs(60.0), Control::default());
    let model = Model::new(
        world,
        provider,
        &going.model,
        key,
        &going.wanted,
        limit,
        prompts,
    )
    .unwrap()
    .with_structure(|ask| going.structure(ask))
    .with_check(|ask, reply| going.checked(ask, reply));
    let job = Job {
        asks: &going.asks,
        start: going.start.clone(),
        answerer: &model,
        host: world,
        config: config(),
        control: &control,
    };
    let tell = |event: Event| match event {
        Event::Finished(record) => workspace.add_record(going.key, *record),
        Event::Adapted(adapted) => workspace.adapt(going.key, adapted),
        _ => {}
    };
    assert_eq!(world.drive(run(job, tell), || false), Some(Ending::Done));
    workspace.show_run(going.key);
    workspace.score(&mut |_| {});
}

/// Begins a run and asks everything.
fn ran(
    dataset: &str,
    form: &AskForm,
    script: impl FnMut(&Value, &str) -> Does + 'static,
) -> (Workspace, Going) {
    let mut script = script;
    let world = World::new(move |seen| script(seen.body, seen.id));
    let mut workspace = opened(dataset);
    let going = workspace.begin(form, "2026-03-01T12:00:00Z");
    let going = going.unwrap_or_else(|problems| panic!("{problems:?}"));
    asked(&mut workspace, &going, &world);
    (workspace, going)
}

fn state<'w>(workspace: &'w Workspace, going: &Going) -> &'w RunState {
    workspace.answers(going.key).unwrap()
}

fn normalize(workspace: &mut Workspace, normalizers: &[Normalizer]) {
    let mut settings = workspace.shown().unwrap().scored.settings.clone();
    settings.normalizers = normalizers.to_vec();
    workspace.set(Some(settings));
    workspace.score(&mut |_| {});
}

fn figure(workspace: &Workspace, key: &str) -> f64 {
    let shown = workspace.shown().unwrap();
    let found = shown.scored.metrics.iter().find(|(known, _)| *known == key);
    found.unwrap_or_else(|| panic!("no {key}")).1
}

fn outcomes(workspace: &Workspace) -> Vec<Outcome> {
    let items = workspace.shown().unwrap().scored.items.clone();
    items.into_iter().map(|item| item.outcome).collect()
}

/// The result files by name.
fn files(workspace: &Workspace) -> BTreeMap<&'static str, String> {
    let write = |run: &report::Run<'_>| {
        let files = report::files(run).into_iter();
        files.map(|file| (file.name, file.text)).collect()
    };
    workspace
        .export("2026-03-01T12:00:00Z", None, None, write)
        .unwrap()
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The place of the question that a prompt asks.
fn place(dataset: &str, prompt: &str) -> usize {
    let texts: Vec<String> = match json_of(dataset)["data"][0].get("paragraphs") {
        Some(Value::Array(all)) => all.iter().map(|one| text(&one["context"])).collect(),
        _ => {
            let data = json_of(dataset)["data"].clone();
            data.as_array()
                .unwrap()
                .iter()
                .map(|one| text(&one["input"]))
                .collect()
        }
    };
    texts.iter().position(|text| prompt.contains(text)).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[test]
fn alues_tail_number_example_works_with_its_own_names() {
    // What a model of ALUE's replies to the first eight reports; the key has no spaces in the last.
    let replies = [
        json!(["N4718K"]),
        json!([]),
        json!(["C-GQTB", "N907LD"]),
        json!(["G-KJVT"]),
        json!(["N31RF"]),
        json!(["NONE"]),
        json!(["VH-QWK"]),
        json!(["N482KP"]),
    ];
    let (mut workspace, going) = ran(
        TAILS,
        &form(SchemaChoice::TailNumberResponse),
        move |body, prompt| {
            let asked = &body["response_format"]["json_schema"];
            assert_eq!(
                (&asked["name"], &asked["strict"]),
                (&json!("TailNumberResponse"), &json!(true))
            );
            assert_eq!(asked["schema"]["additionalProperties"], false);
            says(&json!({"tail_numbers": replies[place(TAILS, prompt)]}).to_string())
        },
    );
    let facts = &state(&workspace, &going).facts;
    assert_eq!(facts.task_type.as_deref(), Some("extract_tail_number"));
    assert_eq!(facts.n_examples, Some(3));
    normalize(&mut workspace, &[Normalizer::TailNumbers]);
    assert_eq!(figure(&workspace, "exact"), 87.5);
    assert_eq!(figure(&workspace, "total"), 8.0);
    let files = files(&workspace);
    let predictions = json_of(&files["predictions.json"]);
    assert_eq!(predictions["report-03"], json!(["C-GQTB", "N907LD"]));
    assert_eq!(predictions["report-02"], json!([]));
    let results = json_of(&files["results.json"]);
    assert_eq!(results["task_type"], "extract_tail_number");
    assert_eq!(
        (&results["num_examples"], &results["num_questions"]),
        (&json!(3), &json!(8))
    );
}

#[test]
fn alues_exam_example_works_with_its_own_names() {
    let mut asked = Vec::new();
    let (workspace, going) = ran(
        EXAM,
        &AskForm {
            n_questions: "9".into(),
            ..form(SchemaChoice::MCQAResponse)
        },
        move |body, prompt| {
            let schema = &body["response_format"]["json_schema"]["schema"];
            let letters = schema["$defs"]["AnswerChoice"]["enum"]
                .as_array()
                .unwrap()
                .len();
            // The ninth question has three choices.
            assert_eq!(letters, if place(EXAM, prompt) == 8 { 3 } else { 4 });
            asked.push(letters);
            says("{\"answer\": \"B\"}")
        },
    );
    assert_eq!(
        state(&workspace, &going).facts.task_type.as_deref(),
        Some("aviation_exam")
    );
    // B is right four times of nine.
    assert!((figure(&workspace, "accuracy") - 4.0 / 9.0).abs() < 1e-12);
    let files = files(&workspace);
    assert_eq!(json_of(&files["predictions.json"])["1"], "B");
    let sent = json_of(&files["run.json"])["sent"]["schema"].clone();
    assert_eq!(sent["name"], "MCQAResponse");
    assert_eq!(sent["n_items"], json!({"schema": 9}));
    let forms: Vec<_> = sent["forms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|form| text(&form["letters"]))
        .collect();
    assert_eq!(forms, ["ABCD", "ABC"]);
    assert_eq!(
        sent["forms"][1]["original"]["$defs"]["AnswerChoice"]["enum"],
        json!(["A", "B", "C"])
    );
    assert_eq!(sent["forms"][1]["adapted"]["additionalProperties"], false);
    assert_eq!(
        sent["forms"][1]["changes"][0],
        "properties that are not named are ruled out"
    );
}

/// What the first eight questions are answered with, and what becomes of each.
const MISFITS: [(&str, Outcome, &str); 8] = [
    ("{\"answer\": \"A\"}", Outcome::Correct, ""),
    ("{\"answer\": \"A\"}", Outcome::Wrong, ""),
    (
        "The answer is B",
        Outcome::Unparsed,
        "there is no JSON object in the reply",
    ),
    (
        "{\"answer\": \"E\"}",
        Outcome::Unparsed,
        "does not fit the schema: `answer` must be",
    ),
    (
        "{\"letter\": \"D\"}",
        Outcome::Unparsed,
        "does not fit the schema: ",
    ),
    (
        "{\"answer\": \"C\",}",
        Outcome::Unparsed,
        "the reply is not JSON: ",
    ),
    ("  ", Outcome::Empty, ""),
    (
        "Sure:\n```json\n{\"answer\": \"B\"}\n```",
        Outcome::Correct,
        "",
    ),
];

fn misfit(_: &Value, prompt: &str) -> Does {
    says(MISFITS[place(EXAM, prompt)].0)
}

#[test]
fn a_reply_that_does_not_fit_is_unparsed_with_its_reason_and_no_failed_call() {
    let (mut workspace, going) = ran(EXAM, &form(SchemaChoice::MCQAResponse), misfit);
    let wanted: Vec<_> = MISFITS.iter().map(|(_, outcome, _)| *outcome).collect();
    assert_eq!(outcomes(&workspace), wanted);
    for (record, (reply, outcome, reason)) in
        state(&workspace, &going).records.values().zip(MISFITS)
    {
        let error = record.error.as_deref().unwrap_or_default();
        assert!(
            error.starts_with(reason) && error.is_empty() == reason.is_empty(),
            "{reply}: {error}"
        );
        assert_eq!((record.reply.as_str(), record.n_tries), (reply, 1));
        assert!(!record.has_failed(), "{outcome:?} is asked again");
        assert_eq!(
            record.prediction.is_none(),
            !reason.is_empty() || reply.trim().is_empty()
        );
    }
    assert_eq!(state(&workspace, &going).records[&7].rule, Rule::FencedJson);
    // Nothing is left to be asked again.
    let again = workspace.go_on(going.key, &form(SchemaChoice::MCQAResponse), GoOn::Failed);
    assert_eq!(again.ok().unwrap().start.todo, [0_usize; 0]);
    // Compared as they are, they stay what they are.
    normalize(&mut workspace, &[Normalizer::Strict]);
    assert_eq!(outcomes(&workspace), wanted);
    let files = files(&workspace);
    assert_eq!(json_of(&files["predictions.json"])["3"], "The answer is B");
    let failures = json_of(&files["run.json"])["failures"].clone();
    assert_eq!(failures["3"]["outcome"], "unparsed");
    assert_eq!(
        failures["3"]["detail"],
        "there is no JSON object in the reply"
    );
    let zip = |run: &report::Run<'_>| report::zip(run, None, &mut |_, _| {}).unwrap();
    let zip = workspace.export("2026-03-01T12:00:00Z", None, None, zip);
    let mut again = opened(EXAM);
    again.open("run.zip", &zip.unwrap());
    again.settle();
    again.show_newest(1);
    again.score(&mut |_| {});
    assert_eq!(outcomes(&again), wanted, "a zip opens again the same");
    let item = workspace.item(2).unwrap();
    assert_eq!(item.reasons[0].0, "the reply does not fit the schema");
    assert!(
        item.reasons[0].1.contains("no JSON object"),
        "{:?}",
        item.reasons
    );
}

#[test]
fn a_list_that_does_not_fit_is_unparsed_even_where_its_words_are_right() {
    let replies = [
        "{\"tail_numbers\": \"N4718K\"}",
        "[NONE]",
        "{\"tail_numbers\": [\"C-GQTB\", 5]}",
    ];
    let three = AskForm {
        n_questions: "3".into(),
        ..form(SchemaChoice::TailNumberResponse)
    };
    let (mut workspace, going) = ran(TAILS, &three, move |_, prompt| {
        says(replies[place(TAILS, prompt)])
    });
    assert_eq!(outcomes(&workspace), [Outcome::Unparsed; 3]);
    assert_eq!(figure(&workspace, "exact"), 0.0);
    normalize(&mut workspace, &[Normalizer::TailNumbers]);
    assert_eq!(outcomes(&workspace), [Outcome::Unparsed; 3]);
    assert_eq!(
        state(&workspace, &going).records[&2].error.as_deref(),
        Some("does not fit the schema: `tail_numbers[1]` must be a text, but is the number 5")
    );
}

#[test]
fn without_a_field_the_whole_object_is_the_prediction() {
    let blank = AskForm {
        field_to_extract: String::new(),
        n_questions: "1".into(),
        ..form(SchemaChoice::MCQAResponse)
    };
    let (workspace, _) = ran(EXAM, &blank, |_, _| says("{\"answer\":\"A\"}"));
    assert_eq!(outcomes(&workspace), [Outcome::Correct]);
    assert_eq!(
        json_of(&files(&workspace)["predictions.json"]),
        json!({"1": {"answer": "A"}})
    );
}

#[test]
fn nulls_that_stand_for_a_missing_property_are_taken_out() {
    let custom = AskForm {
        schema_text: json!({"type": "object", "required": ["answer"], "properties": {
            "answer": {"type": "string"}, "why": {"type": "string"}}})
        .to_string(),
        n_questions: "2".into(),
        field_to_extract: "answer, why".into(),
        ..form(SchemaChoice::Custom)
    };
    let script = |body: &Value, _: &str| {
        let schema = &body["response_format"]["json_schema"]["schema"];
        assert_eq!(schema["required"], json!(["answer", "why"]));
        says("{\"answer\": \"A\", \"why\": null}")
    };
    let (workspace, _) = ran(EXAM, &custom, script);
    assert_eq!(
        json_of(&files(&workspace)["predictions.json"])["1"],
        json!({"answer": "A"})
    );
    let alone = AskForm {
        field_to_extract: "why".into(),
        ..custom
    };
    let (workspace, _) = ran(EXAM, &alone, script);
    assert_eq!(
        json_of(&files(&workspace)["predictions.json"])["1"],
        Value::Null,
        "it was left out"
    );
}

#[test]
fn a_step_lower_the_same_is_checked_and_the_steps_are_counted() {
    let refusing = |body: &Value, prompt: &str| match body["response_format"]["type"].as_str() {
        Some("json_schema") => error(400, "x", "response_format json_schema is not supported"),
        _ => misfit(body, prompt),
    };
    let (workspace, going) = ran(EXAM, &form(SchemaChoice::MCQAResponse), refusing);
    let wanted: Vec<_> = MISFITS.iter().map(|(_, outcome, _)| *outcome).collect();
    assert_eq!(outcomes(&workspace), wanted);
    let state = state(&workspace, &going);
    assert_eq!(state.adapted.structure, Some(Rung::JsonObject));
    assert!(
        state
            .records
            .values()
            .all(|record| record.sent.added == Some(Added::Schema))
    );
    let sent = json_of(&files(&workspace)["run.json"])["sent"].clone();
    assert_eq!(sent["schema"]["n_items"], json!({"json_object": 8}));
    // What is kept reads back, and goes on the same way.
    let (kept, problem) = RunState::read(&state.to_text()).unwrap();
    assert!(problem.is_none());
    assert_eq!(kept.schema, state.schema);
}

#[test]
fn on_the_lowest_step_the_model_is_still_told_the_schema_that_its_reply_is_held_to() {
    let refusing = |body: &Value, prompt: &str| {
        if body.get("response_format").is_some() {
            return error(400, "x", "response_format is not supported");
        }
        let system = body["messages"][0]["content"].as_str().unwrap();
        match system.contains("one JSON object")
            && system.contains("\"enum\":[\"A\",\"B\",\"C\",\"D\"]")
        {
            true => misfit(body, prompt),
            false => says("A"),
        }
    };
    let (workspace, going) = ran(EXAM, &form(SchemaChoice::MCQAResponse), refusing);
    let wanted: Vec<_> = MISFITS.iter().map(|(_, outcome, _)| *outcome).collect();
    assert_eq!(outcomes(&workspace), wanted);
    for record in state(&workspace, &going).records.values() {
        let sent = (record.sent.structure, record.sent.added);
        assert_eq!(sent, (Rung::Plain, Some(Added::Schema)));
    }
    let sent = json_of(&files(&workspace)["run.json"])["sent"].clone();
    assert_eq!(sent["schema"]["n_items"], json!({"plain": 8}));
}

/// Classes that no dialect of OpenAI takes.
const EITHER: &str = "\
class Found(BaseModel):
    answer: str
class Nothing(BaseModel):
    none: bool
class Reply(RootModel[Union[Found, Nothing]]):
    pass
";

#[test]
fn a_schema_that_the_provider_cannot_take_is_asked_for_in_words_from_the_start() {
    let choice = AskForm {
        schema_text: EITHER.into(),
        n_questions: "1".into(),
        field_to_extract: "answer".into(),
        ..form(SchemaChoice::Custom)
    };
    let workspace = opened(EXAM);
    let view = workspace.schema_view(1, &choice);
    assert!(
        view.changes
            .iter()
            .any(|change| change.contains("stands in the system message")),
        "{view:?}"
    );
    let (workspace, going) = ran(EXAM, &choice, |body, _| {
        assert_eq!(body["response_format"], json!({"type": "json_object"}));
        let system = body["messages"][0]["content"].as_str().unwrap();
        assert!(system.contains("\"anyOf\":["), "{system}");
        says("{\"answer\": \"A\"}")
    });
    assert_eq!(outcomes(&workspace), [Outcome::Correct]);
    assert_eq!(state(&workspace, &going).records[&0].n_tries, 1);
}

#[test]
fn a_run_that_goes_on_asks_for_the_schema_again_whatever_was_learned_of_it() {
    let refusing = |body: &Value, _: &str| match body.get("response_format") {
        Some(_) => error(400, "x", "response_format is not supported"),
        None => says("{\"answer\": \"A\"}"),
    };
    let form = form(SchemaChoice::MCQAResponse);
    let (workspace, going) = ran(EXAM, &form, refusing);
    assert_eq!(
        state(&workspace, &going).adapted.structure,
        Some(Rung::Plain)
    );
    for which in [GoOn::Unfinished, GoOn::Failed] {
        let again = workspace.go_on(going.key, &form, which).ok().unwrap();
        assert_eq!(again.start.adapted, Adapted::default());
    }
    // A schema that the provider cannot take was never sent as one.
    let form = AskForm {
        schema_text: EITHER.into(),
        n_questions: "1".into(),
        ..self::form(SchemaChoice::Custom)
    };
    let (workspace, going) = ran(EXAM, &form, refusing);
    let again = workspace
        .go_on(going.key, &form, GoOn::Unfinished)
        .ok()
        .unwrap();
    assert_eq!(again.start.adapted.structure, Some(Rung::JsonObject));
}

#[test]
fn a_reply_cut_off_in_its_json_is_truncated() {
    let cut = json!({"choices": [{"message": {"content": "{\"answer\": \"A"}, "finish_reason": "length"}]});
    let one = AskForm {
        n_questions: "1".into(),
        ..form(SchemaChoice::MCQAResponse)
    };
    let (workspace, _) = ran(EXAM, &one, move |_, _| {
        crate::world::does(200, cut.to_string())
    });
    assert_eq!(outcomes(&workspace), [Outcome::Truncated]);
}
