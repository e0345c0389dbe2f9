//! How the templates differ from the built-in ones.

use crate::app::session::Session;
use crate::protocol::DifferenceLine;
use leptos::prelude::*;

/// The difference, line by line, while it is asked for.
#[component]
pub fn Difference() -> impl IntoView {
    let session = Session::from_context();
    let part = |lines: &[DifferenceLine], template: &str| {
        let of = lines.iter().filter(|line| line.template == template);
        let lines: Vec<_> = of.cloned().collect();
        let is_same = lines.iter().all(|line| line.side == 0);
        let title = format!(
            "{}{template} template",
            if is_same {
                "No change in the "
            } else {
                "Changes in the "
            }
        );
        view! {
            <h2>{title}</h2>
            {(!is_same).then(|| view! { <div class="difference__lines">{folded(&lines).into_iter().map(shown).collect_view()}</div> })}
        }
    };
    view! {
        {move || session.prompt.difference.get().map(|lines| view! {
            <section class="sheet difference" aria-label="Difference from the built-in templates">
                {part(&lines, "system")}
                {part(&lines, "user")}
                <p class="faint">"− stands in the built-in template only, + in yours only."</p>
            </section>
        })}
    }
}

/// Equal lines further than this from a change are left out.
const BESIDE: usize = 2;

/// The changed lines with a few around them; a line `…` stands for what is left out.
fn folded(lines: &[DifferenceLine]) -> Vec<DifferenceLine> {
    let is_near = |i: usize| {
        let around = lines
            .iter()
            .take(i + BESIDE + 1)
            .skip(i.saturating_sub(BESIDE));
        around.into_iter().any(|line| line.side != 0)
    };
    let mut kept: Vec<DifferenceLine> = Vec::new();
    let mut is_left_out = false;
    for (i, line) in lines.iter().enumerate() {
        if is_near(i) {
            kept.push(line.clone());
        } else if !is_left_out {
            kept.push(DifferenceLine {
                text: "…".to_owned(),
                ..line.clone()
            });
        }
        is_left_out = !is_near(i);
    }
    kept
}

fn shown(line: DifferenceLine) -> impl IntoView {
    let (sign, class) = match line.side {
        -1 => ("−", "difference__line difference__line--gone"),
        1 => ("+", "difference__line difference__line--new"),
        _ => ("\u{a0}", "difference__line"),
    };
    view! { <div class=class><span aria-hidden="true">{sign}</span><code>{line.text}</code></div> }
}
