//! A template editor: a plain text field over its own colored text, so that typing, undo and everything else a
//! person or a screen reader expects of a field is the browser's own.

mod find;
mod paper;

use crate::app::ui;
use crate::app::ui::message::Message;
use crate::browser::typing;
use crate::prompt::Fault;
use find::Find;
use leptos::html::{Input, Pre, Textarea};
use leptos::prelude::*;
use paper::Paper;
use web_sys::{HtmlTextAreaElement, KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};

/// What the Tab key types.
const TAB: &str = "  ";

/// Beyond so many bytes, or with a line as long as that, an editor is a plain field: coloring would lag behind typing.
const MOST_COLORED: usize = 40_000;
const LONGEST_COLORED: usize = 4_000;

fn is_huge(text: &str) -> bool {
    text.len() > MOST_COLORED || text.split('\n').any(|line| line.len() > LONGEST_COLORED)
}

/// An editor for one template.
#[component]
pub fn Editor(
    /// What it is: `System message`.
    name: &'static str,
    /// The hook of its field.
    testid: &'static str,
    /// What stands in it. Set from outside, the field takes it over.
    text: RwSignal<String>,
    /// What is wrong with it.
    fault: Memo<Option<Fault>>,
    /// Called with every change a person makes.
    #[prop(into)]
    on_text: Callback<String>,
    /// Its field, so that others can put text there.
    field: NodeRef<Textarea>,
    /// Called when it gets the focus.
    #[prop(into)]
    on_focus: Callback<()>,
) -> impl IntoView {
    let drawn = NodeRef::<Pre>::new();
    let find = NodeRef::<Input>::new();
    // After Escape the Tab key leads on, as it does everywhere else.
    let is_leaving = StoredValue::new(false);
    let is_plain = Memo::new(move |_| text.with(|text| is_huge(text)));
    let paper = StoredValue::new_local(Paper::default());
    Effect::new(move |_| {
        let Some(drawn) = drawn.get() else { return };
        if is_plain.get() {
            return paper.update_value(|paper| paper.draw(&drawn, "", None));
        }
        paper.update_value(|paper| {
            text.with(|text| fault.with(|fault| paper.draw(&drawn, text, fault.as_ref())));
        });
    });
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        text.with(|text| {
            if field.value() != text.replace("\r\n", "\n") {
                field.set_value(text);
            }
        });
    });
    let on_key = move |event: KeyboardEvent| {
        let has_command = event.ctrl_key() || event.meta_key();
        match event.key().as_str() {
            "Escape" => is_leaving.set_value(true),
            "Tab"
                if !is_leaving.get_value()
                    && !event.shift_key()
                    && !has_command
                    && !event.alt_key() =>
            {
                event.prevent_default();
                typing::insert(&event_target(&event), TAB);
            }
            "f" if has_command && !event.shift_key() && !event.alt_key() => {
                if let Some(find) = find.get_untracked() {
                    event.prevent_default();
                    let _ = find.focus();
                    find.select();
                }
            }
            "Shift" | "Tab" => {}
            _ => is_leaving.set_value(false),
        }
    };
    let told = ui::calmed(fault);
    let n_lines = move || text.with(|text| text.split('\n').count().max(1));
    view! {
        <section class="sheet editor" class:editor--plain=is_plain class:editor--faulty=move || told.with(Option::is_some)>
            <div class="row spread editor__head">
                <h2>{name}</h2>
                <Find field text input=find/>
            </div>
            <div class="editor__window">
                <div class="editor__paper" data-lines=move || n_lines().to_string().len()>
                    <pre class="editor__drawn" aria-hidden="true" node_ref=drawn></pre>
                    <textarea
                        class="editor__field"
                        data-testid=testid
                        aria-label=format!("{name}, Jinja2 template")
                        aria-describedby="editor-keys"
                        aria-invalid=move || told.with(Option::is_some).to_string()
                        spellcheck="false"
                        autocapitalize="off"
                        autocomplete="off"
                        node_ref=field
                        on:input=move |event| on_text.run(event_target_value(&event))
                        on:keydown=on_key
                        on:focus=move |_| { is_leaving.set_value(false); on_focus.run(()); }
                    ></textarea>
                </div>
            </div>
            <div class="editor__foot">
                {move || told.get().map(|fault| view! { <FaultNote fault/> })}
                {move || is_plain.get().then(|| view! { <small>"Very long, so without colors and line numbers."</small> })}
            </div>
        </section>
    }
}

/// What is wrong, with the line as it stands.
#[component]
fn FaultNote(
    /// What is wrong.
    fault: Fault,
) -> impl IntoView {
    let line = fault.line_text.trim().to_owned();
    view! {
        <Message problem=fault.problem/>
        {(!line.is_empty()).then(|| view! { <code class="code editor__line-text">{line}</code> })}
    }
}

/// Scrolls the editor so that the position, counted as the field counts, can be seen.
fn reveal(field: &HtmlTextAreaElement, position: u32) {
    let value = field.value();
    let (mut units, mut line) = (0, 0);
    for c in value.chars() {
        if units >= position {
            break;
        }
        units += c.len_utf16() as u32;
        line += u32::from(c == '\n');
    }
    let drawn = field.previous_element_sibling();
    let row = drawn.and_then(|drawn| drawn.children().item(line));
    if field.scroll_height() > field.client_height() {
        // A plain field scrolls by itself.
        let n_lines = value.split('\n').count().max(1) as f64;
        let share = f64::from(line) / n_lines;
        field.set_scroll_top((share * f64::from(field.scroll_height())) as i32);
    } else if let Some(row) = row {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        row.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
