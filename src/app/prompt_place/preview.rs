//! The two messages exactly as a model gets them.

use super::totals::Totals;
use super::values_box::ValuesBox;
use crate::app::copy_button::CopyButton;
use crate::app::question_choice::QuestionChoice;
use crate::app::session::Session;
use crate::app::ui;
use crate::app::ui::message::Message;
use crate::problem::Problem;
use crate::protocol::{MessageView, PromptView, ValuesFrom};
use leptos::html::Pre;
use leptos::prelude::*;
use web_sys::HtmlPreElement;

/// Which question, its two messages, and what all prompts come to.
#[component]
pub fn Preview() -> impl IntoView {
    let session = Session::from_context();
    let is_invented = move || {
        session
            .prompt
            .view
            .with(|view| view.source == ValuesFrom::Invented)
    };
    view! {
        <div class="stack preview">
            <QuestionChoice/>
            <Show when=is_invented>
                <p class="message message--info" data-testid="message" data-severity="info">
                    <span class="message__sign" aria-hidden="true">"i"</span>
                    <span>"No dataset is open: the preview shows invented values. "<a href="#/data">"Open a dataset"</a>" to see your own questions."</span>
                </p>
            </Show>
            <Show when=move || session.prompt.is_held.get()>
                <Message problem=Problem::error("making this prompt broke the part of Marksheet that does the work")
                    .hint("change the template, the values or the examples; the preview waits until then")/>
            </Show>
            <MessageCard name="System message" testid="preview-system" part=|view| &view.system/>
            <MessageCard name="User message" testid="preview-user" part=|view| &view.user/>
            <label class="check">
                <input type="checkbox" bind:checked=session.prompt.is_space_shown/>
                "Show white space"
            </label>
            <Totals/>
            <ValuesBox/>
        </div>
    }
}

/// One message. While its template is faulty the last good one stays readable, but apart.
#[component]
fn MessageCard(
    /// Whose message it is.
    name: &'static str,
    /// The hook of its text.
    testid: &'static str,
    /// Where to find it.
    part: fn(&PromptView) -> &MessageView,
) -> impl IntoView {
    let session = Session::from_context();
    let prompt = session.prompt;
    let message = Memo::new(move |_| prompt.view.with(|view| part(view).clone()));
    // The text now, and the last one that could be made.
    let texts = Memo::new(move |last: Option<&(String, String)>| {
        message.with(|message| {
            let text = message.text.clone();
            let good = match message.fault {
                None => text.clone(),
                Some(_) => last.map_or_else(String::new, |(_, good)| good.clone()),
            };
            (text, good)
        })
    });
    let shown = NodeRef::<Pre>::new();
    // What changes while somebody types is brought into view: it often stands far down.
    Effect::new(move |before: Option<(u32, String, String)>| {
        let (index, task_type) = prompt
            .view
            .with(|view| (view.index, view.task_type.clone()));
        let text = texts.with(|(text, _)| text.clone());
        if let (Some((old_index, old_type, old)), Some(shown)) = (before, shown.get_untracked())
            && (old_index, &old_type) == (index, &task_type)
            && old != text
            && !old.is_empty()
            && !prompt.is_space_shown.get_untracked()
        {
            // The browser lays the text out once a frame; asking for a place any earlier would make it do so twice.
            let new = text.clone();
            request_animation_frame(move || bring_into_view(&shown, &old, &new));
        }
        (index, task_type, text)
    });
    let is_faulty = Memo::new(move |_| message.with(|message| message.fault.is_some()));
    let size = move || {
        message.with(|message| match message.fault {
            Some(_) => "cannot be made".to_owned(),
            None if message.text.is_empty() => "empty: not sent".to_owned(),
            None => format!(
                "{}, about {}",
                ui::counted(message.n_chars, "character", "characters"),
                ui::counted(message.n_tokens, "token", "tokens"),
            ),
        })
    };
    let text = Signal::derive(move || message.with(|message| message.text.clone()));
    view! {
        <section class="sheet prompt-message" aria-label=name>
            <div class="row spread prompt-message__head">
                <h2>{name}" "<small>{size}</small></h2>
                <CopyButton text/>
            </div>
            <pre class="prompt-message__text" class:hidden=is_faulty node_ref=shown data-testid=testid tabindex="0" role="region" aria-label=format!("{name}, as it will be sent")>
                {move || {
                    let text = texts.with(|(text, _)| text.clone());
                    if prompt.is_space_shown.get() { with_space(&text).into_any() } else { text.into_any() }
                }}
            </pre>
            <Show when=move || is_faulty.get()>
                <pre class="prompt-message__text prompt-message__text--old" aria-label="The last message that could be made" role="region">{move || texts.with(|(_, good)| good.clone())}</pre>
            </Show>
        </section>
    }
}

/// Scrolls a message, if need be, so that the first place where two texts differ is in view.
fn bring_into_view(shown: &HtmlPreElement, old: &str, new: &str) {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    let units: usize = same.map(|(c, _)| c.len_utf16()).sum();
    let place = || {
        let range = document().create_range().ok()?;
        range
            .set_start(&shown.first_child()?, u32::try_from(units).ok()?)
            .ok()?;
        let rect = range.get_bounding_client_rect();
        (rect.height() > 0.0).then_some(rect)
    };
    // Text that is not laid out has no place; nothing is scrolled then.
    let Some(place) = place() else { return };
    let window = shown.get_bounding_client_rect();
    if place.top() < window.top() || place.bottom() > window.bottom() {
        let middle = window.top() + window.height() / 2.0;
        shown.set_scroll_top(shown.scroll_top() + (place.top() - middle) as i32);
    }
}

/// The text with its white space marked; the marks are drawn by the style sheet, the text stays the same.
fn with_space(text: &str) -> impl IntoView + use<> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_space = rest.starts_with(char::is_whitespace);
        let end = rest.find(|c: char| c.is_whitespace() != is_space || (is_space && c == '\n'));
        // A line end stands alone, so that the next line can begin after it.
        let end = match end {
            Some(0) => 1,
            Some(end) => end,
            None => rest.len(),
        };
        let (piece, after) = rest.split_at(end);
        pieces.push(match is_space {
            true => view! { <span class="space" data-space=marks(piece)>{piece.to_owned()}</span> }
                .into_any(),
            false => piece.to_owned().into_any(),
        });
        rest = after;
    }
    pieces
}

fn marks(space: &str) -> String {
    space
        .chars()
        .map(|c| match c {
            ' ' => '·',
            '\n' => '↵',
            '\r' => '␍',
            '\t' => '→',
            _ => '▫',
        })
        .collect()
}
