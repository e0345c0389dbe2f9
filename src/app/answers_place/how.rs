//! How it is asked: the numbers of a run, one line each in [`FIELDS`].

use crate::app::answerers::Answerer;
use crate::app::session::Session;
use crate::baseline::Kind;
use crate::browser::typing::type_text;
use crate::protocol::{AskForm, Order};
use crate::provider::address;
use crate::workspace::price;
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::{HtmlInputElement, InputEvent};

/// What may stand in a field.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    /// A whole number from this one; a browser's own number field takes it.
    Whole(&'static str),
    /// A number from 0; a comma is typed as the point that a browser's number field wants in most languages.
    Decimal,
    /// An amount of money, which is told when it is none.
    Price,
    Text,
}

/// A field of the form.
#[derive(Clone, Copy)]
pub struct Field {
    testid: &'static str,
    label: &'static str,
    /// What it does, for someone who never saw its name.
    meaning: &'static str,
    /// What a blank one means.
    blank: &'static str,
    /// What may stand in it.
    holds: Holds,
    /// Whether it says anything to this answerer.
    is_for: fn(Answerer) -> bool,
    get: fn(&AskForm) -> &String,
    slot: fn(&mut AskForm) -> &mut String,
}

/// Whether a model at a server answers.
pub fn is_server(answerer: Answerer) -> bool {
    matches!(answerer, Answerer::Server(_))
}

fn is_kind(answerer: Answerer, is: fn(Kind) -> bool) -> bool {
    matches!(answerer, Answerer::Baseline(baseline) if is(baseline.kind))
}

const FIELDS: [Field; 10] = [
    Field {
        testid: "num-questions",
        label: "Questions, from the first",
        meaning: "How many questions are asked, counted from the first. A first run of 10 shows whether all is well.",
        blank: "all",
        holds: Holds::Whole("1"),
        is_for: |_| true,
        get: |form| &form.n_questions,
        slot: |form| &mut form.n_questions,
    },
    Field {
        testid: "temperature",
        label: "Temperature",
        meaning: "How much chance there is in the answers: 0 takes the likeliest words, higher numbers vary more. Some models do not take it.",
        blank: "not sent",
        holds: Holds::Decimal,
        is_for: is_server,
        get: |form| &form.temperature,
        slot: |form| &mut form.temperature,
    },
    Field {
        testid: "max-tokens",
        label: "Longest reply, tokens",
        meaning: "Where a reply is cut off. A token is about four letters; models that reason need some thousand.",
        blank: "1024",
        holds: Holds::Whole("1"),
        is_for: is_server,
        get: |form| &form.max_tokens,
        slot: |form| &mut form.max_tokens,
    },
    Field {
        testid: "seed",
        label: "Seed",
        meaning: "The same number asks for the same answers again, as far as the model can give them.",
        blank: "not sent",
        holds: Holds::Whole("0"),
        is_for: |answerer| {
            is_server(answerer) || is_kind(answerer, |kind| matches!(kind, Kind::Random(_)))
        },
        get: |form| &form.seed,
        slot: |form| &mut form.seed,
    },
    Field {
        testid: "letter",
        label: "Letter",
        meaning: "The answer that is given to every question.",
        blank: "A",
        holds: Holds::Text,
        is_for: |answerer| is_kind(answerer, |kind| matches!(kind, Kind::Letter(_))),
        get: |form| &form.letter,
        slot: |form| &mut form.letter,
    },
    Field {
        testid: "concurrency",
        label: "Requests in flight",
        meaning: "How many questions are on their way at the same time. Fewer where the server is small or says that it is asked too often.",
        blank: "6",
        holds: Holds::Whole("1"),
        is_for: is_server,
        get: |form| &form.n_parallel,
        slot: |form| &mut form.n_parallel,
    },
    Field {
        testid: "requests-per-minute",
        label: "Requests a minute",
        meaning: "No more than so many questions a minute, where the provider has such a limit.",
        blank: "no limit",
        holds: Holds::Whole("1"),
        is_for: is_server,
        get: |form| &form.requests_per_minute,
        slot: |form| &mut form.requests_per_minute,
    },
    Field {
        testid: "time-limit",
        label: "Longest wait, seconds",
        meaning: "How long a reply may take before the question counts as timed out, after some tries.",
        blank: "120",
        holds: Holds::Whole("1"),
        is_for: is_server,
        get: |form| &form.time_limit,
        slot: |form| &mut form.time_limit,
    },
    Field {
        testid: "price-in",
        label: "$ a million prompt tokens",
        meaning: "With prices the page works out what the prompts of a run will cost, and what it did cost.",
        blank: "not known",
        holds: Holds::Price,
        is_for: is_server,
        get: |form| &form.price_in,
        slot: |form| &mut form.price_in,
    },
    Field {
        testid: "price-out",
        label: "$ a million reply tokens",
        meaning: "The same for the tokens of replies.",
        blank: "not known",
        holds: Holds::Price,
        is_for: is_server,
        get: |form| &form.price_out,
        slot: |form| &mut form.price_out,
    },
];

/// Which part of a JSON reply is the answer; it stands beside the form of the reply.
pub const FIELD_TO_EXTRACT: Field = Field {
    testid: "field-to-extract",
    label: "JSON field with the answer",
    meaning: "Which part of a JSON reply is the answer. Several names, with commas between them, give all of them.",
    blank: "the whole reply",
    holds: Holds::Text,
    is_for: |answerer| !matches!(answerer, Answerer::Baseline(_)),
    get: |form| &form.field_to_extract,
    slot: |form| &mut form.field_to_extract,
};

/// The fields that say anything to the chosen answerer.
#[component]
pub fn How() -> impl IntoView {
    let session = Session::from_context();
    let chosen = Memo::new(move |_| session.answers.form.with(|form| form.provider.clone()));
    let fields = move |are_prices: bool| {
        move || {
            let answerer = chosen.with(|chosen| Answerer::named(chosen));
            let fields = FIELDS.into_iter().filter(|field| (field.is_for)(answerer));
            fields
                .filter(|field| (field.holds == Holds::Price) == are_prices)
                .map(|field| view! { <FieldBox field/> })
                .collect_view()
        }
    };
    let meanings = move || {
        let answerer = chosen.with(|chosen| Answerer::named(chosen));
        let fields = FIELDS.into_iter().filter(|field| (field.is_for)(answerer));
        fields
            .map(|field| view! { <dt>{field.label}</dt><dd>{field.meaning}" Blank: "{field.blank}"."</dd> })
            .collect_view()
    };
    let is_six = Memo::new(move |_| {
        session.answers.form.with(|form| {
            address::is_http_1(&form.base_url) && is_server(Answerer::named(&form.provider))
        })
    });
    view! {
        <div class="how-asked">
            {fields(false)}
            // Neither price says much without the other: they stand side by side.
            <div class="how-asked__prices">{fields(true)}</div>
        </div>
        <details class="meanings">
            <summary>"What these numbers mean"</summary>
            <dl>{meanings}</dl>
        </details>
        <Show when=move || is_six.get()>
            <p class="faint">"Browsers open six connections to an http:// server; more requests in flight wait their turn."</p>
        </Show>
    }
}

/// One of them.
#[component]
pub fn FieldBox(
    /// Which one.
    field: Field,
) -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    let (least, step) = match field.holds {
        Holds::Whole(least) => (Some(least), Some("1")),
        Holds::Decimal => (Some("0"), Some("any")),
        Holds::Price | Holds::Text => (None, None),
    };
    let keyboard = matches!(field.holds, Holds::Decimal | Holds::Price).then_some("decimal");
    let wrong = Memo::new(move |_| {
        form.with(|form| {
            let typed = (field.get)(form).trim();
            let is_wrong =
                field.holds == Holds::Price && !typed.is_empty() && price(typed).is_none();
            is_wrong.then_some(
                "No amount, or a doubtful one: type a number from 0, such as 0.5 or 0,5.",
            )
        })
    });
    let before = move |event: InputEvent| {
        if field.holds == Holds::Decimal && event.data().as_deref() == Some(",") && type_text(".") {
            event.prevent_default();
        }
    };
    let write = move |event| {
        let input: HtmlInputElement = event_target(&event);
        // A number being written ("0.", "-") is not yet one, and must not be taken out of the writer's hands.
        if !input.validity().bad_input() {
            let text = input.value();
            session.fill(|form| *(field.slot)(form) = text);
        }
    };
    let left = move |event| {
        let input: HtmlInputElement = event_target(&event);
        if input.validity().bad_input() {
            form.with_untracked(|form| input.set_value((field.get)(form)));
        }
        session.tell_form();
        if field.testid == "concurrency" {
            let n = form.with_untracked(|form| form.n_parallel.trim().parse().ok());
            let is_active = session
                .answers
                .stage
                .get_untracked()
                .is_some_and(|stage| stage.is_active());
            if let Some(n) = n.filter(|n| *n > 0 && is_active) {
                session.order(Order::Parallel(n));
            }
        }
    };
    // What is being typed is never written back: a browser would take "0." for nothing and move the cursor.
    let input = NodeRef::<Input>::new();
    Effect::new(move |_| {
        let text = form.with(|form| (field.get)(form).clone());
        if let Some(input) = input
            .get()
            .filter(|input| input.value() != text && !input.validity().bad_input())
        {
            input.set_value(&text);
        }
    });
    view! {
        <label class="field field--stacked">
            <span class="field__label">{field.label}</span>
            <input
                node_ref=input
                type=if least.is_some() { "number" } else { "text" }
                inputmode=keyboard
                min=least
                step=step
                aria-invalid=move || wrong.get().map(|_| "true")
                autocomplete="off"
                placeholder=field.blank
                data-testid=field.testid
                on:beforeinput=before
                on:input=write
                on:change=left
            />
            {move || wrong.get().map(|words| view! { <small class="field__wrong" role="alert">{words}</small> })}
        </label>
    }
}
