//! The stories of the Prompt place: templates written, tried, kept, dropped and taken home.

use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A word in a template is changed: the preview follows, a reload finds it, and the built-in text comes back.
pub async fn a_changed_template_is_previewed_kept_and_reset(page: &Page) -> Outcome {
    act::click(page, "sample-tail-numbers").await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "prompt").await?;
    check::value_is(page, "task-type", "extract_tail_number").await?;
    let built_in = find::value(page, "template-user").await?;
    act::type_into(page, "template-user", "Plane? {{ query }}").await?;
    check::text_starts(page, "preview-user", "Plane? ").await?;
    let typed = find::text(page, "preview-user").await?;
    act::reload(page).await?;
    check::text_is(page, "preview-user", &typed).await?;
    check::value_is(page, "template-user", "Plane? {{ query }}").await?;
    act::click(page, "template-reset").await?;
    check::value_is(page, "template-user", &built_in).await?;
    act::click(page, "template-undo").await?;
    check::value_is(page, "template-user", "Plane? {{ query }}").await
}

/// Two template files of a folder become a set, are shown, and come back byte for byte.
pub async fn dropped_templates_come_back_unchanged(page: &Page) -> Outcome {
    let system = "You answer in one word.\n\n";
    let user =
        "{% for e in examples %}{{ e.question }}\n{% endfor %}Q: {{ query }}\n{{ context }}\n";
    let files = [("system.jinja2", system), ("user.jinja2", user)].map(|(name, text)| {
        let path = page.downloads.with_file_name(name);
        fs::write(&path, text).map(|()| path)
    });
    let [first, second] = files;
    act::go(page, "prompt").await?;
    find::element(page, "template-user").await?;
    act::drop_files(page, &[first?, second?]).await?;
    check::value_is(page, "template-system", system).await?;
    check::value_is(page, "template-user", user).await?;
    for (name, text) in [("system.jinja2", system), ("user.jinja2", user)] {
        let (file, bytes) = act::download(page, &format!("download-{name}")).await?;
        if file != name || bytes != text.as_bytes() {
            return Err(format!(
                "{name} came back as {file}, {:?}",
                String::from_utf8_lossy(&bytes)
            )
            .into());
        }
    }
    Ok(())
}

/// What is wrong with a template is told where it is; data is never taken for a template, nor for markup.
pub async fn template_faults_are_told_and_data_stays_data(page: &Page) -> Outcome {
    act::go(page, "prompt").await?;
    find::element(page, "template-user").await?;
    let data = json!({"query": "{{ 7*7 }} </script><b>", "context": "{% for %}"});
    act::type_into(page, "preview-values", &data.to_string()).await?;
    act::type_into(page, "template-user", "{{ query }}|{{ context }}").await?;
    check::text_is(page, "preview-user", "{{ 7*7 }} </script><b>|{% for %}").await?;
    act::type_into(page, "template-user", "{{ query }} {{ contxt }}").await?;
    check::message_says(page, "warning", &["contxt"]).await?;
    act::type_into(page, "template-user", "one\n{% if query %}").await?;
    check::message_says(page, "error", &["line 2"]).await?;
    check::text_is(page, "preview-user", "").await?;
    let endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
    act::type_into(page, "template-user", endless).await?;
    check::message_says(page, "error", &["too long"]).await?;
    act::type_into(page, "template-user", "{{ query }}").await?;
    check::text_is(page, "preview-user", "{{ 7*7 }} </script><b>").await
}

/// Keys, the field's own undo, chips, find and white space: an editor is a field like any other, and a bit more.
pub async fn the_editor_types_undoes_finds_and_can_be_left(page: &Page) -> Outcome {
    act::click(page, "sample-aviation-exam").await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "prompt").await?;
    let field = find::element(page, "template-user").await?;
    act::type_into(page, "template-user", "Q: {{ input }}").await?;
    // Control+End, a tab, a word; the undo takes back the word, or all that was typed at once.
    field.send_keys("\u{E009}\u{E010}\u{E000}\tword").await?;
    check::value_is(page, "template-user", "Q: {{ input }}  word").await?;
    check::text_ends(page, "preview-user", "  word").await?;
    let shown = find::text(page, "preview-user").await?;
    field.send_keys("\u{E009}z\u{E000}").await?;
    check::value_starts(page, "template-user", "Q: {{ input }}").await?;
    if find::value(page, "template-user").await?.ends_with("word") {
        return Err("nothing was undone".into());
    }
    act::type_into(page, "template-user", "Q: {{ input }}  word").await?;
    page.script(
        "document.querySelector('.preview input[type=checkbox]').click()",
        vec![],
    )
    .await?;
    check::text_is(page, "preview-user", &shown).await?;
    // Escape lets the next Tab leave.
    field.send_keys("\u{E00C}\t").await?;
    check::value_is(page, "template-user", "Q: {{ input }}  word").await?;
    let focused = page
        .script("return document.activeElement.dataset.testid || ''", vec![])
        .await?;
    if focused == "template-user" {
        return Err("Escape and Tab did not leave the editor".into());
    }
    act::press(page, "examples").await?;
    check::value_holds(page, "template-user", "{% for example in examples %}").await
}

/// Every template of the collection, with its values in the values box.
pub async fn every_template_comes_out_as_in_jinja2(page: &Page) -> Outcome {
    act::go(page, "prompt").await?;
    find::element(page, "template-user").await?;
    act::type_into(page, "template-system", "").await?;
    let mut wrong = Vec::new();
    for template in templates()? {
        if let Err(why) = one(page, &template).await {
            wrong.push(format!(
                "{}: {why}",
                template.file_stem().unwrap_or_default().to_string_lossy()
            ));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n  ").into()),
    }
}

async fn one(page: &Page, template: &Path) -> Outcome {
    let expected: Value =
        serde_json::from_slice(&fs::read(template.with_extension("expect.json"))?)?;
    act::type_into(
        page,
        "preview-values",
        &fs::read_to_string(template.with_extension("context.json"))?,
    )
    .await?;
    act::type_into(page, "template-user", &fs::read_to_string(template)?).await?;
    let shown = find::text(page, "preview-user").await?;
    match expected["alue"]["output"].as_str() {
        Some(output) if shown == output => Ok(()),
        Some(output) => Err(format!("{shown:?} instead of {output:?}").into()),
        None if shown.is_empty() => check::message_says(page, "error", &["user.jinja2"]).await,
        None => Err(format!("{shown:?} instead of an error").into()),
    }
}

fn templates() -> Outcome<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/jinja");
    let files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let mut templates: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "j2"))
        .collect();
    templates.sort();
    match templates.is_empty() {
        true => Err("there are no templates".into()),
        false => Ok(templates),
    }
}
