//! The schema in the fields of the Answers place: read, laid out, adapted, recommended, dropped, built; and kept with a run.

use super::page::{EXAM, Page, SQUAD, file, said};
use marksheet::protocol::{AskForm, FieldRow, GoOn, SchemaChoice, SchemaView};
use marksheet::provider::{Structure, Wanted};
use marksheet::run::{Ask, ItemRecord};
use marksheet::workspace::build_schema;
use serde_json::{Value, json};

const TAILS: &str = include_str!("../../data/tail-numbers/dataset.json");

const CLASSES: &str = "from typing import List\nfrom pydantic import BaseModel, Field\n\n\nclass TailNumberResponse(BaseModel):\n    tail_numbers: List[str] = Field(description=\"as written\")\n";

/// Questions with three choices and with two.
const MIXED: &str = r#"{"task_info": {"task_name": "exam"}, "examples": [], "data": [
    {"id": "1", "input": "One?\nA) a\nB) b\nC) c", "output": "A"},
    {"id": "2", "input": "Two?\nA) a\nB) b", "output": "B"},
    {"id": "3", "input": "Three?\nA) a\nB) b\nC) c", "output": "C"}]}"#;

fn form(provider: &str, schema: SchemaChoice) -> AskForm {
    AskForm {
        provider: provider.into(),
        base_url: "https://localhost:8000/v1".into(),
        model: "m".into(),
        n_questions: String::new(),
        schema,
        field_to_extract: schema.field().into(),
        ..AskForm::default()
    }
}

fn custom(text: &str) -> AskForm {
    AskForm {
        schema_text: text.into(),
        ..form("openai", SchemaChoice::Custom)
    }
}

fn view(page: &Page, form: &AskForm) -> SchemaView {
    page.workspace.schema_view(7, form)
}

fn problems(view: &SchemaView) -> Vec<String> {
    view.problems.iter().map(ToString::to_string).collect()
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn without_a_schema_there_is_nothing_but_a_recommendation() {
    let none = form("openai", SchemaChoice::None);
    let recommended = |dataset| view(&Page::with(&[("d.json", dataset)]), &none).recommended;
    assert_eq!(recommended(EXAM), Some(SchemaChoice::MCQAResponse));
    assert_eq!(recommended(TAILS), Some(SchemaChoice::TailNumberResponse));
    assert_eq!(recommended(SQUAD), None);
    let nothing = SchemaView {
        edit: 7,
        ..SchemaView::default()
    };
    assert_eq!(view(&Page::default(), &none), nothing);
    let chosen = form("openai", SchemaChoice::MCQAResponse);
    assert_eq!(
        view(&Page::with(&[("d.json", EXAM)]), &chosen).recommended,
        None
    );
}

#[test]
fn the_built_in_ones_are_shown_as_the_provider_takes_them() {
    let page = Page::with(&[("d.json", TAILS)]);
    let strict = view(&page, &form("openai", SchemaChoice::TailNumberResponse));
    assert_eq!(
        (strict.edit, strict.name.as_str()),
        (7, "TailNumberResponse")
    );
    assert_eq!(strict.fields, ["tail_numbers"]);
    assert_eq!(
        json_of(strict.adapted.as_ref().unwrap())["additionalProperties"],
        false
    );
    assert_eq!(
        strict.changes,
        ["properties that are not named are ruled out"]
    );
    assert_eq!(problems(&strict), [""; 0]);
    let rows = strict.rows.unwrap();
    assert_eq!((rows[0].kind.as_str(), rows[0].is_list), ("text", true));
    for plain in ["vllm", "ollama", "by-hand", "baseline-no-answer"] {
        let view = view(&page, &form(plain, SchemaChoice::TailNumberResponse));
        assert_eq!((view.adapted, view.changes.len()), (None, 0), "{plain}");
    }
    // Of a server nothing is known: what the strictest takes, the others take.
    let custom = view(&page, &form("custom", SchemaChoice::TailNumberResponse));
    assert!(custom.adapted.is_some());
}

#[test]
fn letters_are_those_of_each_question() {
    let mut page = Page::with(&[("d.json", MIXED)]);
    let chosen = form("vllm", SchemaChoice::MCQAResponse);
    let shown = view(&page, &chosen);
    assert_eq!(
        json_of(&shown.text)["$defs"]["AnswerChoice"]["enum"],
        json!(["A", "B", "C"])
    );
    assert_eq!(
        problems(&shown),
        ["each question is asked with its own letters: ABC in 2 questions, AB in 1 question"]
    );
    let going = page.workspace.begin(&chosen, "").ok().unwrap();
    let letters = |ask: &Ask| match going.structure(ask) {
        Structure::Schema {
            name: "MCQAResponse",
            schema,
            ..
        } => schema["$defs"]["AnswerChoice"]["enum"].clone(),
        other => panic!("{other:?}"),
    };
    let asked: Vec<_> = going.asks.iter().map(letters).collect();
    assert_eq!(
        asked,
        [
            json!(["A", "B", "C"]),
            json!(["A", "B"]),
            json!(["A", "B", "C"])
        ]
    );
    let state = page.workspace.answers(going.key).unwrap();
    assert_eq!(
        state.schema.as_ref().unwrap().forms.len(),
        2,
        "each is adapted and kept once"
    );
    let none = view(&Page::default(), &chosen);
    assert!(
        problems(&none)[0].contains("no letters are known"),
        "{none:?}"
    );
}

#[test]
fn a_custom_schema_is_json_schema_or_classes() {
    let page = Page::with(&[("d.json", EXAM)]);
    let typed = view(
        &page,
        &custom(
            r#"{"title": "My answer", "type": "object", "properties": {"answer": {"type": "string"}, "sure": {"type": "boolean"}}}"#,
        ),
    );
    assert_eq!(
        (typed.name.as_str(), typed.is_pydantic),
        ("My_answer", false)
    );
    assert_eq!(typed.fields, ["answer", "sure"]);
    assert!(typed.rows.unwrap()[1].is_optional);
    let classes = view(&page, &custom(CLASSES));
    assert_eq!(
        (classes.name.as_str(), classes.is_pydantic),
        ("TailNumberResponse", true)
    );
    assert_eq!(
        json_of(&classes.text)["properties"]["tail_numbers"]["type"],
        "array"
    );
    let nested = view(
        &page,
        &custom(
            r#"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "null"}}}}}"#,
        ),
    );
    assert_eq!((nested.rows, nested.fields), (None, vec!["a".to_owned()]));
}

#[test]
fn what_a_request_wraps_a_schema_in_is_taken_off() {
    let page = Page::with(&[("exam.json", EXAM)]);
    let inner = r#"{"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}"#;
    for text in [
        r#"{"type": "json_schema", "json_schema": {"schema": {"title": "Reply", "type": "object",
            "properties": {"answer": {"type": "string"}}}}}"#
            .to_owned(),
        format!(r#"{{"name": "Reply", "strict": true, "schema": {inner}}}"#),
        format!(
            r#"{{"type": "json_schema", "json_schema": {{"name": "Reply", "schema": {inner}}}}}"#
        ),
        format!(
            r#"{{"response_format": {{"type": "json_schema", "json_schema": {{"name": "Reply", "strict": true, "schema": {inner}}}}}}}"#
        ),
    ] {
        let view = view(&page, &custom(&text));
        assert_eq!(
            (view.name.as_str(), view.fields),
            ("Reply", vec!["answer".to_owned()]),
            "{text}"
        );
        assert!(
            view.problems[0]
                .to_string()
                .contains("taken out of what a request wraps it in")
        );
    }
    // A schema may have fields of these names.
    let own = r#"{"type": "object", "properties": {"name": {"type": "string"}, "schema": {"type": "string"}}, "required": ["name"]}"#;
    assert_eq!(view(&page, &custom(own)).fields, ["name", "schema"]);
}

#[test]
fn what_is_wrong_with_a_schema_is_told_with_its_line_and_stops_a_run() {
    let mut page = Page::with(&[("d.json", EXAM)]);
    for (text, said) in [
        ("", "there is no schema yet"),
        ("{\n  \"type\": \"object\",\n}", "line 3"),
        (
            "{\n  \"type\": \"object\",\n  \"properties\": {\"a\": {\"type\": \"strng\"}}\n}",
            "line 3",
        ),
        ("answer: str", "no class that inherits from BaseModel"),
        ("[1, 2]", "a schema is an object"),
        ("5", "a schema is an object"),
    ] {
        let form = custom(text);
        let told = problems(&view(&page, &form)).join("\n");
        assert!(told.contains(said), "{text}: {told}");
        let refused = page.workspace.begin(&form, "").err().unwrap();
        let refused: Vec<_> = refused.iter().map(ToString::to_string).collect();
        assert!(refused.join("\n").contains(said), "{text}: {refused:?}");
    }
    assert!(page.view().runs.is_empty());
    let deep = format!(
        "{}{}",
        "{\"items\":".repeat(110),
        "}".repeat(110).replacen('}', "{}}", 1)
    );
    let deep = format!("{{\"type\":\"object\",\"properties\":{{\"a\":{deep}}}}}");
    let refused = page.workspace.begin(&custom(&deep), "").err().unwrap();
    assert!(
        refused[0].message.contains("too many objects"),
        "{refused:?}"
    );
}

#[test]
fn a_field_that_the_schema_does_not_have_is_told() {
    let page = Page::with(&[("d.json", EXAM)]);
    let other = AskForm {
        field_to_extract: "answer, why".into(),
        ..form("vllm", SchemaChoice::MCQAResponse)
    };
    assert_eq!(
        problems(&view(&page, &other)),
        ["the schema has no field why — its fields: answer"]
    );
}

#[test]
fn fields_that_ask_nobody_ask_for_no_schema() {
    let mut page = Page::with(&[("d.json", EXAM)]);
    for provider in ["by-hand", "baseline-letter"] {
        let broken = AskForm {
            provider: provider.into(),
            ..custom("{")
        };
        let going = page.workspace.begin(&broken, "").ok().unwrap();
        assert!(going.forms.is_none());
        assert_eq!(going.structure(&going.asks[0]), Structure::Plain);
    }
}

#[test]
fn a_dropped_schema_becomes_the_custom_one() {
    let mut page = Page::with(&[("d.json", EXAM)]);
    let seen = page.add("reply.py", CLASSES);
    let dropped = file(&seen, "reply.py");
    assert_eq!(dropped.kind, "Schema of replies, Pydantic classes");
    assert_eq!(
        dropped.summary,
        "the custom schema on Answers; fields: tail_numbers"
    );
    assert_eq!(said(&seen), "");
    let filled = page.workspace.form().clone();
    assert_eq!(
        (filled.schema, filled.schema_text.as_str()),
        (SchemaChoice::Custom, CLASSES)
    );
    assert_eq!(filled.field_to_extract, "tail_numbers");

    let text = "{\n  \"type\": \"object\",\n  \"properties\": {\"a\": {\"type\": \"string\"}, \"b\": {\"type\": \"strng\"}}\n}";
    let seen = page.add("reply.json", text);
    assert_eq!(
        file(&seen, "reply.json").kind,
        "Schema of replies, JSON Schema"
    );
    assert_eq!(
        file(&seen, "reply.py").summary,
        "another schema stands on Answers now; fields: tail_numbers"
    );
    assert!(
        said(&seen).contains("reply.json, line 3"),
        "{}",
        said(&seen)
    );
    assert_eq!(page.workspace.form().schema_text, text);
    assert_eq!(
        page.workspace.form().field_to_extract,
        "",
        "neither is the only one"
    );

    // A reload brings back what a person made of it since.
    page.workspace.fill(AskForm {
        schema: SchemaChoice::None,
        ..AskForm::default()
    });
    let reloaded = page.reloaded();
    assert_eq!(reloaded.workspace.form().schema, SchemaChoice::None);
    // Closing it takes nothing away.
    page.workspace.fill(custom(text));
    page.remove("reply.json");
    assert_eq!(page.workspace.form().schema_text, text);
}

#[test]
fn the_small_form_makes_a_schema_that_it_can_show_again() {
    let row = |name: &str, kind: &str, is_list, choices: &[&str]| FieldRow {
        name: name.into(),
        kind: kind.into(),
        is_list,
        is_optional: name == "why",
        description: "for people".into(),
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
    };
    let rows = [
        row("answer", "choice", false, &["A", "B"]),
        row("tails", "text", true, &[]),
        row("n", "whole", false, &[]),
        row("x", "number", true, &[]),
        row("why", "yes_no", false, &[]),
    ];
    let text = build_schema("Reply", &rows).unwrap();
    let shown = view(&Page::default(), &custom(&text));
    assert_eq!(
        (shown.name.as_str(), shown.rows.as_deref()),
        ("Reply", Some(rows.as_slice()))
    );
    assert_eq!(
        json_of(&build_schema(" ", &rows).unwrap())["title"],
        "Answer"
    );
    let refused = |name: &str, row: FieldRow| build_schema(name, &[row]).unwrap_err().to_string();
    assert!(refused("a b", row("a", "text", false, &[])).contains("cannot be the name"));
    assert!(refused("A", row(" ", "text", false, &[])).contains("has no name"));
    assert!(refused("A", row("a", "choice", false, &[" "])).contains("has no choices"));
    assert!(refused("A", row("a", "thing", false, &[])).contains("thing"));
}

#[test]
fn a_run_goes_on_with_its_own_schema_and_one_without_an_answer_with_that_of_the_fields() {
    let mut page = Page::with(&[("d.json", MIXED)]);
    let going = page
        .workspace
        .begin(&form("openai", SchemaChoice::MCQAResponse), "")
        .ok()
        .unwrap();
    let ask = going.asks[0].clone();
    let again = |page: &Page| {
        let plain = form("openai", SchemaChoice::None);
        page.workspace
            .go_on(going.key, &plain, GoOn::Unfinished)
            .ok()
            .unwrap()
    };
    let other = again(&page);
    assert_eq!(other.structure(&ask), Structure::Plain);
    page.workspace.confirm(&other);
    assert_eq!(page.workspace.answers(going.key).unwrap().schema, None);
    page.workspace.confirm(&going);
    page.workspace
        .add_record(going.key, ItemRecord::by_hand(&ask, "A", &Wanted::Text));
    let page = page.reloaded();
    let own = again(&page);
    assert_eq!(
        (own.structure(&ask), own.wanted.clone()),
        (going.structure(&ask), going.wanted.clone())
    );
}

#[test]
fn a_pattern_that_cannot_be_read_is_told_of_classes_too() {
    let text = "class Answer(BaseModel):\n    tail: str = Field(pattern=r\"(?<=N)[0-9]+\")\n";
    let view = view(&Page::with(&[("exam.json", EXAM)]), &custom(text));
    let told = problems(&view).join("\n");
    assert!(told.contains("pattern"), "{told}");
}
