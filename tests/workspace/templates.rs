//! Dropped templates, in files, folders and zips, and what a reload makes of them.

use super::page::{ANSWERS, Page, SQUAD, file, said};
use super::prompting::{show, write};
use super::zips::packed;
use marksheet::prompt::{FewShot, Pick};
use marksheet::protocol::PromptEdit;
use marksheet::workspace::Saved;

fn sources(page: &mut Page, name: &str) -> (String, String) {
    let view = show(page, PromptEdit::Choose(name.to_owned()));
    assert_eq!(view.task_type, name);
    (view.system_source, view.user_source)
}

#[test]
fn a_folder_becomes_a_set_and_the_file_list_says_so() {
    let mut page = Page::with(&[("dev.json", SQUAD)]);
    let view = page.drop(&[
        ("my_task/user.jinja2", b"Ask {{ query }} {{ context }}"),
        ("my_task/system.jinja2", b"Sys"),
    ]);
    let shown = file(&view, "my_task/user.jinja2");
    assert_eq!(
        (shown.kind.as_str(), shown.summary.as_str()),
        ("Prompt template", "user message of my_task, see Prompt")
    );
    assert!(shown.is_used && !view.is_failed);
    let prompt = show(&mut page, PromptEdit::Nothing);
    assert_eq!(prompt.task_type, "my_task", "what was dropped is shown");
    assert_eq!(prompt.system.text, "Sys");
    assert!(
        prompt
            .user
            .text
            .starts_with("Ask How long is runway 27? Runway 27")
    );
}

#[test]
fn bare_files_dropped_with_the_data_go_into_the_set_that_suits_it() {
    let mut page = Page::default();
    let view = page.drop(&[
        ("user.jinja2", b"{{ query }}"),
        ("dev.json", SQUAD.as_bytes()),
    ]);
    assert_eq!(
        file(&view, "user.jinja2").summary,
        "user message of extractive_qa, see Prompt"
    );
    let prompt = show(&mut page, PromptEdit::Nothing);
    assert_eq!(
        prompt.undo.as_deref(),
        Some("replacing extractive_qa by dropped files")
    );
}

#[test]
fn an_edited_set_is_kept_beside_what_is_dropped_on_it() {
    let mut page = Page::with(&[("dev.json", SQUAD)]);
    write(&mut page, "typed", "typed");
    let view = page.drop(&[("user.jinja2", b"dropped")]);
    assert_eq!(
        file(&view, "user.jinja2").summary,
        "user message of extractive_qa, see Prompt; what was edited before is kept as extractive_qa (before)"
    );
    assert_eq!(sources(&mut page, "extractive_qa (before)").1, "typed");
    assert_eq!(sources(&mut page, "extractive_qa").1, "dropped");
}

#[test]
fn encodings_and_line_ends_do_not_matter() {
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(
            "Ünder {{ query }}\r\nx"
                .encode_utf16()
                .flat_map(u16::to_le_bytes),
        )
        .collect();
    let mut page = Page::default();
    page.drop(&[
        ("a/user.j2", &utf16),
        ("a/system.j2", "\u{feff}Sys\r\n".as_bytes()),
    ]);
    assert_eq!(
        sources(&mut page, "a"),
        ("Sys\n".to_owned(), "Ünder {{ query }}\nx".to_owned())
    );
    let files = page.workspace.template_files(false);
    assert_eq!(files[0].1, "Sys\r\n", "as dropped, without the mark");
    page.drop(&[("b/system.j2", b""), ("b/user.j2", b" \n")]);
    assert_eq!(sources(&mut page, "b"), (String::new(), " \n".to_owned()));
}

#[test]
fn a_single_file_with_chat_markup_is_a_set_and_what_is_wrong_in_it_is_said() {
    let mut page = Page::default();
    let view = page.drop(&[(
        "llama3.jinja2",
        b"<|start_header_id|>user {{ query }} {{ context }}<|eot_id|>",
    )]);
    assert_eq!(
        file(&view, "llama3.jinja2").summary,
        "the set llama3, see Prompt"
    );
    let view = page.drop(&[("broken.jinja2", b"{% if query %}")]);
    assert!(said(&view).contains("broken.jinja2"), "{}", said(&view));
    assert_eq!(sources(&mut page, "broken").1, "{% if query %}");
}

#[test]
fn zips_bring_sets_by_their_folders() {
    let zip = packed(&[
        ("w/templates/one/system.jinja2", b"S1"),
        ("w/templates/one/user.jinja2", b"U1 {{ query }}"),
        ("w/templates/two/user.jinja2", b"U2 {{ input }}"),
        ("w/dev.json", SQUAD.as_bytes()),
    ]);
    let mut page = Page::default();
    let view = page.drop(&[("work.zip", &zip)]);
    let summary = &file(&view, "work.zip").summary;
    assert!(
        summary.contains("system message of one") && summary.contains("user message of two"),
        "{summary}"
    );
    assert_eq!(
        show(&mut page, PromptEdit::Nothing).task_type,
        "one",
        "the first that suits the data"
    );
    assert_eq!(
        sources(&mut page, "two"),
        (String::new(), "U2 {{ input }}".to_owned())
    );
    assert_eq!(view, page.reloaded().view());
    let single = packed(&[("one/user.jinja2", b"other")]);
    page.drop(&[("one.zip", &single)]);
    assert_eq!(
        sources(&mut page, "one"),
        ("S1".to_owned(), "other".to_owned())
    );
}

#[test]
fn a_reload_adopts_nothing_again() {
    let mut page = Page::with(&[("dev.json", SQUAD)]);
    let before = page.drop(&[("user.jinja2", b"dropped")]);
    write(&mut page, "", "typed since");
    let mut again = page.reloaded();
    assert_eq!(before, again.view());
    let prompt = show(&mut again, PromptEdit::Nothing);
    assert_eq!(
        (prompt.user_source.as_str(), prompt.sets.len()),
        ("typed since", 4)
    );
    // Closing the file, or dropping others instead, leaves the set alone.
    again.remove("user.jinja2");
    again.workspace.clear();
    again.add("dev.json", SQUAD);
    assert_eq!(sources(&mut again, "extractive_qa").1, "typed since");
}

#[test]
fn a_template_stored_before_there_were_sets_is_adopted() {
    let older = r#"{"version": 1, "files": [{"key": 3, "name": "mine.jinja2"}]}"#;
    let saved = Saved::read(older).unwrap();
    let mut page = Page::default();
    page.workspace.reopen(&saved.files[0], b"{{ query }}");
    page.workspace.restore(&saved);
    assert_eq!(sources(&mut page, "mine").1, "{{ query }}");
}

#[test]
fn the_same_file_dropped_again_is_listed_once() {
    let mut page = Page::default();
    for text in ["one", "two", "three"] {
        page.add("user.jinja2", text);
    }
    let view = page.view();
    assert_eq!(view.files.len(), 1);
    assert_eq!(page.reloaded().view(), view);
}

#[test]
fn a_result_zip_brings_back_the_set_and_the_examples_shown() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    show(&mut page, PromptEdit::New("mine".into()));
    write(&mut page, "", "Mine {{ query }} {{ context }}");
    let random = FewShot {
        pick: Pick::Random(2),
        is_shuffled: true,
        seed: 5,
    };
    show(&mut page, PromptEdit::FewShot(random.clone()));
    let (zip, files) = page.exported(true);
    let record: serde_json::Value = serde_json::from_str(&files["run.json"]).unwrap();
    assert_eq!(record["prompt"]["task_type"], "mine");
    assert_eq!(
        record["task_type"],
        serde_json::Value::Null,
        "nobody knows what the dropped answers came from"
    );
    let mut again = Page::default();
    let view = again.drop(&[("run.zip", &zip)]);
    let prompt = show(&mut again, PromptEdit::Nothing);
    assert_eq!(
        (prompt.task_type.as_str(), prompt.user_source.as_str()),
        ("mine", "Mine {{ query }} {{ context }}")
    );
    assert_eq!(prompt.system_source, "", "an empty template comes back too");
    assert_eq!(prompt.few_shot, random);
    assert!(
        file(&view, "run.zip")
            .summary
            .contains("user message of mine"),
        "{:?}",
        file(&view, "run.zip")
    );
    // On a page where it was edited since, both are there.
    write(&mut page, "", "edited since");
    page.drop(&[("run.zip", &zip)]);
    assert_eq!(
        sources(&mut page, "mine").1,
        "Mine {{ query }} {{ context }}"
    );
    assert_eq!(sources(&mut page, "mine (before)").1, "edited since");
}
