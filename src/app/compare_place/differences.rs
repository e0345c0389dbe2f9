//! In what two runs were asked differently.

use crate::app::session::Session;
use leptos::prelude::*;

/// A table of what differs; a sentence where nothing does.
#[component]
pub fn Differences() -> impl IntoView {
    let session = Session::from_context();
    let pair = Memo::new(move |_| session.comparing.view.with(|view| view.pair.clone()));
    let alike = move || {
        let how = session
            .scores
            .with(|scores| scores.as_ref().map(|scores| scores.how.clone()));
        format!(
            "Both are measured alike here, as Scores is set. {}",
            how.unwrap_or_default()
        )
    };
    view! {
        {move || pair.get().map(|pair| view! {
            <section class="sheet differs" aria-label="What differs">
                <h2>"What differs between them"</h2>
                {match pair.differences.is_empty() {
                    true => view! { <p class="faint">"Nothing that the files tell: model, settings and templates are the same, or not known. "{alike}</p> }.into_any(),
                    false => view! {
                        <div class="board__scroll">
                            <table class="figure-table differs__table">
                                <thead><tr><th scope="col">"What"</th><th scope="col">{pair.names.0.clone()}</th><th scope="col">{pair.names.1.clone()}</th></tr></thead>
                                <tbody>
                                    {pair.differences.into_iter().map(|(what, first, second)| view! {
                                        <tr><th scope="row">{what}</th><td class="code differs__value">{first}</td><td class="code differs__value">{second}</td></tr>
                                    }).collect_view()}
                                </tbody>
                            </table>
                        </div>
                        <p class="faint">{alike}</p>
                    }.into_any(),
                }}
            </section>
        })}
    }
}
