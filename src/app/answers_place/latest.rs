//! The last finished items, newest first.

use crate::app::outcome_sign::sign;
use crate::app::session::Session;
use crate::protocol::AnsweredView;
use leptos::prelude::*;

/// A line each; clicking one shows all that is kept of it.
#[component]
pub fn Latest() -> impl IntoView {
    let session = Session::from_context();
    let latest = Memo::new(move |_| {
        session.answers.view.with(|view| {
            view.run
                .as_ref()
                .map(|run| run.latest.clone())
                .unwrap_or_default()
        })
    });
    let key = |item: &AnsweredView| (item.index, item.seconds.to_bits(), item.outcome);
    view! {
        <Show when=move || latest.with(|latest| !latest.is_empty())>
            <section class="sheet latest" aria-label="Latest answers">
                <h2>"Latest answers"</h2>
                <ul class="latest__list"><For each=move || latest.get() key=key let:item><Line item/></For></ul>
            </section>
        </Show>
    }
}

#[component]
fn Line(
    /// The item.
    item: AnsweredView,
) -> impl IntoView {
    let session = Session::from_context();
    let (sign, class, word) = item.outcome.map_or(("·", "absent", "answered"), sign);
    let index = item.index;
    let is_open = move || {
        session
            .answers
            .record
            .with(|record| record.as_ref().is_some_and(|record| record.index == index))
    };
    view! {
        <li>
            <button class="latest__line" data-line=index.to_string() aria-current=move || is_open().then_some("true") on:click=move |_| session.show_record(index)>
                <span class=format!("mark {class}") role="img" aria-label=word>{sign}</span>
                <span class="latest__id code">{item.id}</span>
                <span class="latest__text">{item.text}</span>
                <small>{format!("{:.1} s", item.seconds)}</small>
            </button>
        </li>
    }
}
