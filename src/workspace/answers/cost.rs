//! What a run cost, where somebody says what a token costs.
//!
//! Deliberately absent: price lists; they are out of date the day they are written.

use crate::protocol::{AskForm, Cost, CostBy};
use crate::provider::ModelConfig;
use crate::run::{self, Progress, RunState};
use serde_json::{Value, json};

/// What a run cost in US dollars, and by whose figures.
///
/// The server's own sum comes first. Else tokens times the prices in the fields, where they are about the model that was asked,
/// and the server counted its tokens; where one price alone is typed, it is the cost of that part. Where it told or counted them of some answers only, the cost says of how
/// many.
///
/// ```
/// use marksheet::{protocol::{AskForm, Cost, CostBy}, provider::ModelConfig, run::Progress, workspace::cost};
/// # let model = ModelConfig { provider: "openai".into(), base_url: String::new(), model: "m".into(), temperature: None,
/// #     max_tokens: 9, seed: None };
/// let form = AskForm { model: "m".into(), price_in: "0.15".into(), price_out: "0,60".into(), ..AskForm::default() };
/// let progress = Progress::with_tokens(2_000_000, 500_000, None);
/// assert_eq!(cost(&progress, &model, &form), Some(Cost { usd: 0.6, by: CostBy::Typed, of: (1, 1) }));
/// let progress = Progress::with_tokens(2_000_000, 500_000, Some(0.25));
/// assert_eq!(cost(&progress, &model, &form), Some(Cost { usd: 0.25, by: CostBy::Server, of: (1, 1) }));
/// ```
pub fn cost(progress: &Progress, model: &ModelConfig, form: &AskForm) -> Option<Cost> {
    let cost = |usd, by, n: usize| Cost {
        usd,
        by,
        of: (n as u32, progress.n_answers() as u32),
    };
    if let Some((usd, n)) = progress.cost() {
        return Some(cost(usd, CostBy::Server, n));
    }
    if form.provider != model.provider || form.model.trim() != model.model {
        return None;
    }
    let (price_in, price_out) = (price(&form.price_in), price(&form.price_out));
    let by = match (price_in, price_out) {
        (Some(_), Some(_)) => CostBy::Typed,
        (Some(_), None) => CostBy::TypedPrompts,
        (None, Some(_)) => CostBy::TypedReplies,
        (None, None) => return None,
    };
    let (price_in, price_out) = (price_in.unwrap_or(0.0), price_out.unwrap_or(0.0));
    let (n_in, n_out) = progress.n_tokens();
    if n_in == 0 && n_out == 0 {
        return None;
    }
    // Multiplied before it is divided: 0.15 dollars for two million tokens are 0.3, to the last digit.
    let usd = (n_in as f64 * price_in + n_out as f64 * price_out) / 1e6;
    let n = progress.n_with_tokens();
    usd.is_finite().then(|| cost(usd, by, n))
}

/// Dollars for a million tokens as typed, with a point or a comma; `None` where the field is blank or no such amount.
///
/// ```
/// use marksheet::workspace::price;
/// assert_eq!((price("0,5"), price(" $0.5 "), price("1,000")), (Some(0.5), Some(0.5), None));
/// assert!([" ", "-1", "1e400", "1,000.5", "cheap"].iter().all(|typed| price(typed).is_none()));
/// ```
pub fn price(typed: &str) -> Option<f64> {
    let typed = typed.trim().trim_start_matches('$').trim_start();
    // `1,000` is a thousand to some and one to others.
    let parts = typed.split_once(',');
    let is_doubtful = parts.is_some_and(|(before, after)| before != "0" && after.len() == 3);
    if is_doubtful {
        return None;
    }
    let price: f64 = typed.replace(',', ".").parse().ok()?;
    (price.is_finite() && price >= 0.0).then_some(price)
}

/// What was really sent in a run, for `run.json`, with what it cost at the prices in the fields where the server says nothing.
pub(in crate::workspace) fn sent(state: &RunState, form: &AskForm) -> Value {
    let mut sent = run::summary(state);
    let progress = Progress::new(state.facts.n_items as usize, state.records.values());
    let known = cost(&progress, &state.model, form);
    let typed = known.filter(|cost| cost.by != CostBy::Server);
    if let (Some(Cost { usd, of, .. }), Some(sent)) = (typed, sent.as_object_mut()) {
        let prices = json!([price(&form.price_in), price(&form.price_out)]);
        let mut told =
            json!({ "usd": usd, "by": "typed prices", "usd_per_million_tokens": prices });
        if let Some(told) = told.as_object_mut().filter(|_| of.0 < of.1) {
            told.insert("of_answers".to_owned(), json!([of.0, of.1]));
        }
        sent.insert("cost".to_owned(), told);
    }
    sent
}
