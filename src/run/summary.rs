//! What was really sent in a run, for `run.json`.
//!
//! Deliberately absent: the key, headers, and what stands behind `?` in the base URL, where some servers want a key.

use super::{Progress, RunState};
use crate::provider::address;
use serde_json::{Map, Value, json};

/// Which server and model were asked, with which parameters, and which model answered; the last two with the number of
/// items each holds for. Which fields of a JSON reply were the answer, with commas between them; blank: the whole reply.
/// Where replies were asked for by a schema: this as it was given and as it was sent, what was changed, and how many items
/// were asked for by it, by JSON mode alone, and for plain text. Where tokens or cost are not told of every answer: of how
/// many (`tokens_of_answers`, `cost.of_answers`: so many of so many).
///
/// ```
/// # use marksheet::{provider::*, run::*};
/// # let text = r#"{"format":"marksheet-answers","format_version":1,"facts":{"name":"a","n_items":1},"model":{"provider":
/// # "vllm","base_url":"http://localhost:8000/v1?key=1","model":"m","max_tokens":9},"config":{"n_parallel":1,"n_tries":1,
/// # "time_limit":1}}"#.replace('\n', "");
/// let (state, _) = RunState::read(&text).unwrap();
/// assert_eq!(summary(&state)["base_url"], "http://localhost:8000/v1");
/// ```
pub fn summary(state: &RunState) -> Value {
    let mut models = Map::new();
    let mut parameters: Vec<(Value, u64)> = Vec::new();
    let mut rungs = Map::new();
    for record in state.records.values() {
        if let Some(model) = &record.model {
            let n = models.get(model).and_then(Value::as_u64).unwrap_or(0);
            models.insert(model.clone(), (n + 1).into());
        }
        // An item that could not be asked was asked for nothing.
        if record.n_tries > 0 {
            let rung = record.sent.structure.key();
            let n = rungs.get(rung).and_then(Value::as_u64).unwrap_or(0);
            rungs.insert(rung.to_owned(), (n + 1).into());
        }
        let sent = serde_json::to_value(record.sent).unwrap_or_default();
        // A run has a handful of these, one for each parameter that was refused.
        match parameters.iter_mut().find(|(other, _)| *other == sent) {
            Some((_, n)) => *n += 1,
            None => parameters.push((sent, 1)),
        }
    }
    let parameters: Vec<_> = parameters
        .into_iter()
        .map(|(sent, n)| json!({ "sent": sent, "n_items": n }))
        .collect();
    let progress = Progress::new(state.facts.n_items as usize, state.records.values());
    let (n_tokens_in, n_tokens_out) = progress.n_tokens();
    let mut summary = json!({
        "provider": state.model.provider,
        "base_url": address::shown(&state.model.base_url),
        "model": state.model.model,
        "reported_models": models,
        "parameters": parameters,
        "field_to_extract": state.wanted.names(),
        "asked_differently": state.adapted.in_words(),
        "n_requests": state.records.values().map(|record| u64::from(record.n_tries)).sum::<u64>(),
        "n_tokens_in": n_tokens_in,
        "n_tokens_out": n_tokens_out,
        "cost": progress.cost().map(|(usd, _)| json!({ "usd": usd, "by": "the server's own figures" })),
        "prompts_sha256": state.facts.prompts_sha256,
    });
    tell_gaps(&mut summary, &progress);
    if let (Some(schema), Some(fields)) = (&state.schema, summary.as_object_mut()) {
        let schema = json!({ "name": schema.name, "forms": schema.forms, "n_items": rungs });
        fields.insert("schema".to_owned(), schema);
    }
    summary
}

/// Sums over some of the answers say so.
fn tell_gaps(summary: &mut Value, progress: &Progress) {
    let n_answers = progress.n_answers();
    if let Some(cost) = summary.get_mut("cost").and_then(Value::as_object_mut)
        && let Some((_, n)) = progress.cost().filter(|(_, n)| *n < n_answers)
    {
        cost.insert("of_answers".to_owned(), json!([n, n_answers]));
    }
    if let Some(fields) = summary.as_object_mut()
        && progress.n_with_tokens() < n_answers
    {
        let of = json!([progress.n_with_tokens(), n_answers]);
        fields.insert("tokens_of_answers".to_owned(), of);
    }
}
