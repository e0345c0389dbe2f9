//! "What went wrong": the questions that lost points, by the kind of their fault.

use crate::app::normalizer_choice::{is_any_step, use_alone};
use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::{GroupView, GroupsView, Pick, WinView};
use crate::rounding::one_decimal;
use leptos::prelude::*;

/// The groups; nothing where no question lost any points, and until it is known.
#[component]
pub fn Groups() -> impl IntoView {
    let session = Session::from_context();
    let has_any = Memo::new(move |_| {
        let groups = session.groups.get();
        groups.is_some_and(|groups| !groups.groups.is_empty())
    });
    view! {
        <Show when=move || has_any.get()>
            <section class="sheet groups" class:stale=move || session.are_groups_old.get() aria-label="What went wrong">
                <h2>"What went wrong"</h2>
                <p class="faint">{move || session.groups.with(|groups| groups.as_ref().map(of_what))}</p>
                <ul class="groups__list">
                    // Told a second time, with what would help: what stays as it was keeps the focus.
                    <For each=move || of_all(session) key=|(lost, group)| format!("{lost:?} {group:?}") let:row>
                        <Group lost=row.0 group=row.1/>
                    </For>
                </ul>
            </section>
        </Show>
    }
}

/// Points lost in all, of exact match or accuracy and of F1, to take shares of.
type Lost = (f64, Option<f64>);

/// The groups, each with what all of them lost.
fn of_all(session: Session) -> Vec<(Lost, GroupView)> {
    let groups = session.groups.get().unwrap_or_default();
    let lost = (groups.lost_exact, groups.lost_f1);
    let groups = groups.groups.into_iter();
    groups.map(|group| (lost, group)).collect()
}

/// What the shares are of.
fn of_what(groups: &GroupsView) -> String {
    let n: u32 = groups.groups.iter().map(|group| group.count).sum();
    let of = ui::counted(groups.n_asked, "question", "questions");
    let exact = one_decimal(groups.lost_exact);
    let verb = if n == 1 { "is" } else { "are" };
    let n = ui::grouped(n);
    let (right, lost) = match groups.lost_f1 {
        Some(f1) => (
            "fully right",
            format!("exact match and {} of F1", one_decimal(f1)),
        ),
        None => ("right", "accuracy".to_owned()),
    };
    format!(
        "{n} of {of} {verb} not {right}. That costs {exact} of 100 points of {lost}; the shares are of these lost points, and \
         every question counts in one line alone."
    )
}

/// `38 %` of what was lost; a little is never nothing.
fn share(part: f64, all: f64) -> String {
    match 100.0 * part / all {
        share if !share.is_finite() || share <= 0.0 => "0 %".to_owned(),
        share if share < 1.0 => "under 1 %".to_owned(),
        share => format!("{share:.0} %"),
    }
}

/// One kind of fault; pressed, the table shows its questions alone.
#[component]
fn Group(
    /// What all of them lost.
    lost: Lost,
    /// The group.
    group: GroupView,
) -> impl IntoView {
    let session = Session::from_context();
    let pick = Pick::Group(group.kind);
    let pressed = pick.clone();
    let is_pressed = Memo::new(move |_| session.is_picked(&pressed));
    let exact = share(group.lost_exact, lost.0);
    let shares = match lost.1 {
        Some(lost) => format!(
            "{exact} of exact match, {} of F1",
            share(group.lost_f1, lost)
        ),
        None => format!("{exact} of accuracy"),
    };
    // What stands there while new numbers are counted belongs to the old ones.
    let hook = move || (!session.are_groups_old.get()).then_some("group");
    view! {
        <li class="group">
            <button
                class="group__pick"
                data-testid=hook
                data-kind=group.kind.key()
                data-count=group.count.to_string()
                data-lost=group.lost_exact.to_string()
                aria-pressed=move || is_pressed.get().to_string()
                on:click=move |_| session.toggle_pick(pick.clone())
            >
                <span class="group__title">{group.kind.label()}</span>
                <span class="group__count">{ui::counted(group.count, "question", "questions")}</span>
                <span class="group__bar" aria-hidden="true"><i style:width=format!("{:.2}%", 100.0 * group.lost_exact / lost.0.max(1e-9))></i></span>
                <span class="group__share">{shares}</span>
            </button>
            <p class="group__more">
                {if group.count > 3 { "For example " } else { "" }}
                {group.examples.into_iter().map(|(index, id)| view! {
                    <button class="link code" on:click=move |_| { session.open_item(index); ui::go_to(".detail"); }>{crate::problem::cut(&id, 40)}</button>" "
                }).collect_view()}
                <Show when=move || is_pressed.get()>
                    <button class="link" on:click=move |_| ui::go_to(".questions-window")>"See them in the table"</button>
                </Show>
            </p>
            {group.wins.into_iter().next().map(|win| view! { <Win win/> })}
        </li>
    }
}

/// What would win some of them back.
#[component]
fn Win(
    /// The change.
    win: WinView,
) -> impl IntoView {
    let session = Session::from_context();
    let answers = ui::counted(win.n, "answer", "answers");
    let instead = move || is_any_step(session).then_some(" in place of the present one");
    let lost = match win.n_lost {
        0 => String::new(),
        n => format!(" ({} elsewhere no longer)", ui::grouped(n)),
    };
    let normalizers = win.normalizers;
    view! {
        <p class="group__win">
            {answers}" would be right with the normaliser "<b>{win.label}</b>{instead}{lost}". "
            <button class="link" on:click=move |_| use_alone(session, normalizers.clone())>"Use it"</button>
        </p>
    }
}
