//! Data: files in, and what each was understood as.

use super::asks::Asks;
use super::file_list::FileList;
use super::session::{Session, State};
use crate::browser::{fetch, file};
use leptos::html::Button;
use leptos::prelude::*;
use web_sys::SubmitEvent;

/// A bundled dataset with predictions.
struct Sample {
    testid: &'static str,
    name: &'static str,
    folder: &'static str,
    /// The names its dataset and predictions get.
    files: [&'static str; 2],
}

const SAMPLES: [Sample; 2] = [
    Sample {
        testid: "sample-tail-numbers",
        name: "tail numbers",
        folder: "tail-numbers",
        files: ["tail_numbers.json", "tail_numbers_predictions.json"],
    },
    Sample {
        testid: "sample-aviation-exam",
        name: "aviation exam",
        folder: "aviation-exam",
        files: ["aviation_exam.json", "aviation_exam_predictions.json"],
    },
];

/// The place where files come in.
#[component]
pub fn DataPlace() -> impl IntoView {
    let session = Session::from_context();
    let has_files = move || session.view.with(|view| !view.files.is_empty());
    view! {
        <FileDrop/>
        <Show when=has_files>
            <Asks/>
            <NextStep/>
            <FileList/>
        </Show>
        <Show when=move || !has_files()>
            <Explained/>
        </Show>
    }
}

/// The box files are dropped on; dropping anywhere else works too.
#[component]
fn FileDrop() -> impl IntoView {
    let session = Session::from_context();
    let is_empty = move || session.view.with(|view| view.files.is_empty());
    let choose = move |_| {
        if let Some(input) = session.files_input.get_untracked() {
            input.click();
        }
    };
    view! {
        <section class="file-drop" class:file-drop--hovering=session.is_hovering class:file-drop--small=move || !is_empty()>
            <Show when=is_empty fallback=|| view! { <h1 class="file-drop__again">"Drop more files"</h1> }>
                <h1>"Mark a model's answers against the key."</h1>
                <p class="file-drop__promise">"Drop a dataset and a predictions file here. Nothing leaves this computer."</p>
            </Show>
            <div class="row file-drop__buttons">
                <button class="button" class:button--primary=is_empty on:click=choose>"Choose files"</button>
                {SAMPLES.iter().map(|sample| view! {
                    <button class="button" data-testid=sample.testid on:click=move |_| open_sample(session, sample)>
                        <span class="file-drop__try">"Try a sample: "</span>{sample.name}
                    </button>
                }).collect_view()}
            </div>
            <small class="file-drop__hint">"JSON, JSON Lines, CSV, TSV · ALUE, SQuAD and Hugging Face files · prompt templates · result zips"</small>
            <OtherWays/>
        </section>
    }
}

/// Pasting and fetching, for files that are not at hand as files.
#[component]
fn OtherWays() -> impl IntoView {
    let session = Session::from_context();
    let address = RwSignal::new(String::new());
    let text = RwSignal::new(String::new());
    let fetch = move |event: SubmitEvent| {
        event.prevent_default();
        let url = address.get_untracked().trim().to_owned();
        if !url.is_empty() {
            open_addresses(session, vec![(url, None)], false);
        }
    };
    let paste = move |event: SubmitEvent| {
        event.prevent_default();
        let pasted = text.get_untracked();
        if !pasted.trim().is_empty() {
            session.open(file::with_paths(
                file::from_text("pasted.txt", &pasted).into_iter().collect(),
            ));
            text.set(String::new());
        }
    };
    view! {
        <details class="other-ways">
            <summary>"Paste text, or open an address"</summary>
            <form class="other-ways__form" on:submit=paste>
                <label class="field field--stacked">
                    <span>"Text of a dataset or predictions file"</span>
                    <textarea rows="4" spellcheck="false" bind:value=text></textarea>
                </label>
                <button class="button">"Read the text"</button>
            </form>
            <form class="other-ways__form" on:submit=fetch>
                <label class="field field--stacked">
                    <span>"Address of a file, fetched only when you press the button"</span>
                    <input type="url" placeholder="https://…/dataset.json" bind:value=address/>
                </label>
                <button class="button">"Fetch it"</button>
            </form>
        </details>
    }
}

/// Opens a sample; in place of another sample, but beside files of the user's own.
fn open_sample(session: Session, sample: &'static Sample) {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let base = base.split(['#', '?']).next().unwrap_or_default();
    let base = base.rfind('/').map_or("", |end| &base[..=end]).to_owned();
    let is_sample = |name: &str| SAMPLES.iter().any(|sample| sample.files.contains(&name));
    // Runs asked here stay open whatever is opened.
    let is_fresh = session.view.with_untracked(|view| {
        let mut files = view.files.iter();
        files.all(|file| file.is_answers || is_sample(&file.name))
    });
    let parts = ["dataset.json", "predictions.json"]
        .into_iter()
        .zip(sample.files);
    let addresses =
        parts.map(|(part, name)| (format!("{base}data/{}/{part}", sample.folder), Some(name)));
    open_addresses(session, addresses.collect(), is_fresh);
}

/// Fetches and opens files; the page is waiting from the click on.
fn open_addresses(
    session: Session,
    addresses: Vec<(String, Option<&'static str>)>,
    is_fresh: bool,
) {
    let arrival = session.expect_files(is_fresh);
    leptos::task::spawn_local(async move {
        let mut files = Vec::new();
        for (address, name) in addresses {
            match fetch::fetched(&address, name).await {
                Ok(file) => files.push(file),
                Err(problem) => session.tell(problem),
            }
        }
        arrival.arrived(file::with_paths(files));
    });
}

/// The one obvious next thing, and the way back to an empty page.
#[component]
fn NextStep() -> impl IntoView {
    let session = Session::from_context();
    let verdict = move || {
        session
            .scores
            .with(|scores| scores.as_ref().map(|scores| scores.verdict.clone()))
    };
    let words = move || match session.state.get() {
        State::Done => verdict(),
        State::Loading | State::Scoring => None,
        State::Running => {
            Some("Questions are being asked; Answers shows how far it is.".to_owned())
        }
        State::Paused => Some("A run waits on Answers to go on.".to_owned()),
        State::Idle | State::Failed => Some(what_is_missing(session).to_owned()),
    };
    view! {
        <section class="next">
            <p class="next__words">{words}</p>
            <div class="row spread">
                <Show when=move || session.state.get() == State::Done fallback=|| view! { <span></span> }>
                    <a class="button button--primary" href="#/scores">"See the scores"</a>
                </Show>
                <StartOver/>
            </div>
        </section>
    }
}

/// What to drop next, as far as the open files tell.
fn what_is_missing(session: Session) -> &'static str {
    session.view.with(|view| match () {
        () if !view.asks.is_empty() => "Answer the question to go on.",
        () if view.dataset.is_none() && !view.runs.is_empty() => {
            "These predictions wait for their dataset: drop it here."
        }
        () if view.dataset.is_none() && view.files.iter().any(|file| file.is_used) => {
            "Drop the file that goes with this one: the answer key, or the predictions."
        }
        () if view.dataset.is_none() => {
            "Nothing here can be scored yet. Drop a dataset and a predictions file."
        }
        () if view.runs.is_empty() => "The dataset is in place. Now drop the predictions file.",
        () => {
            "These predictions cannot be scored against this dataset; the messages below say why."
        }
    })
}

/// Clears everything, after asking once.
#[component]
fn StartOver() -> impl IntoView {
    let session = Session::from_context();
    let is_asking = RwSignal::new(false);
    let keep = NodeRef::<Button>::new();
    // The keyboard goes to the harmless answer.
    Effect::new(move |_| {
        if let Some(keep) = keep.get() {
            let _ = keep.focus();
        }
    });
    view! {
        <Show
            when=move || is_asking.get()
            fallback=move || view! {
                <button class="button button--quiet" data-testid="start-over" on:click=move |_| is_asking.set(true)>"Start over"</button>
            }
        >
            <span class="row" role="alertdialog" aria-label="Start over?">
                <span>"Forget all files, scores and your own templates?"</span>
                <button class="button button--danger" data-testid="start-over-confirm" on:click=move |_| { is_asking.set(false); session.start_over(); }>"Yes, start over"</button>
                <button class="button" node_ref=keep on:click=move |_| is_asking.set(false)>"Keep"</button>
            </span>
        </Show>
    }
}

/// What an empty page teaches.
#[component]
fn Explained() -> impl IntoView {
    view! {
        <section class="explained">
            <div>
                <h2>"A dataset"</h2>
                <p>"Questions with their right answers."</p>
                <pre class="code">"{\"data\": [{\"paragraphs\": [{\"context\": \"Runway 27 was in use.\",\n  \"qas\": [{\"id\": \"q1\", \"question\": \"Which runway?\",\n    \"answers\": [{\"text\": \"Runway 27\"}]}]}]}]}"</pre>
            </div>
            <div>
                <h2>"A predictions file"</h2>
                <p>"What the model answered, by question id."</p>
                <pre class="code">"{\n  \"q1\": \"runway 27\"\n}"</pre>
            </div>
            <div>
                <h2>"The score"</h2>
                <p>"How many answers are right, how sure that number is, which are wrong and why, as ALUE and SQuAD count it. Then the files to send on."</p>
            </div>
        </section>
    }
}
