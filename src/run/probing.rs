//! A test of the connection carried out: the probes that [`provider::connection`](crate::provider::connection) asks for,
//! one after the other, over a [`Host`].
//!
//! Deliberately absent: what follows from them.

use super::Host;
use crate::problem::Problem;
use crate::provider::connection::{Place, Probe, Seen, Step, Verdict, next};
use crate::provider::{
    Adapted, Asking, Fault, Key, ModelConfig, Prompt, Sent, Structure, Wanted, address, models,
    read, request,
};
use core::time::Duration;
use std::sync::Arc;

/// Longest wait for a list of models.
const LIST: Duration = Duration::from_secs(20);

/// What a model is asked for one token with.
const QUESTION: &str = "Say OK.";

/// Tests the connection; `tell` hears what is tried next, and what came of what was tried so far. The key is sent where it
/// fits, and is taken out of everything that comes back.
pub async fn probe(
    host: &impl Host,
    place: &Place<'_>,
    key: Option<&Arc<Key>>,
    time_limit: Duration,
    mut tell: impl FnMut(String, &[String]),
) -> (Verdict, Vec<String>) {
    let mut seen = Seen::default();
    loop {
        let probe = match next(place, &seen) {
            Step::Done(verdict) => return (verdict, seen.steps().to_vec()),
            Step::Try(probe) => probe,
        };
        tell(probe.in_words(place), seen.steps());
        match probe {
            Probe::Models => seen.hear_models(listed(host, place, key).await),
            Probe::Reach => seen.hear_reach(reached(host, place).await),
            Probe::Answer(adapted) => {
                let (sent, answer) = answered(host, place, key, time_limit, adapted).await;
                seen.hear_answer(&sent, answer);
            }
        }
    }
}

async fn listed(
    host: &impl Host,
    place: &Place<'_>,
    key: Option<&Arc<Key>>,
) -> Result<Vec<String>, Fault> {
    let made = models::request(place.provider, place.base_url, key);
    // A provider without a list has an empty one.
    let Some(request) = made.map_err(|problem| unasked(&problem))? else {
        return Ok(Vec::new());
    };
    match host.send(request, LIST).await {
        Ok(reply) => models::read(place.provider, &reply, key.map(AsRef::as_ref)),
        Err(unsent) => Err(Fault::unsent(&unsent, key.map(AsRef::as_ref))),
    }
}

async fn reached(host: &impl Host, place: &Place<'_>) -> bool {
    match address::origin(place.base_url) {
        Ok(origin) => host.probe(&format!("{origin}/")).await,
        Err(_) => false,
    }
}

async fn answered(
    host: &impl Host,
    place: &Place<'_>,
    key: Option<&Arc<Key>>,
    time_limit: Duration,
    adapted: Adapted,
) -> (Sent, Result<(), Fault>) {
    let config = ModelConfig {
        provider: place.provider.key.to_owned(),
        base_url: place.base_url.to_owned(),
        model: place.model.to_owned(),
        temperature: None,
        max_tokens: 1,
        seed: None,
    };
    let prompt = Prompt {
        system: String::new(),
        user: QUESTION.to_owned(),
    };
    let asking = Asking {
        config: &config,
        prompt: &prompt,
        key,
        adapted,
        structure: Structure::Plain,
    };
    let (request, sent) = match request(place.provider, &asking) {
        Ok(made) => made,
        Err(problem) => return (Sent::default(), Err(unasked(&problem))),
    };
    let answer = match host.send(request, time_limit).await {
        Ok(reply) => {
            let key = key.map(AsRef::as_ref);
            let answer = read(
                place.provider,
                &reply,
                &sent,
                &Wanted::Text,
                key,
                host.now(),
            );
            answer.map(|_| ())
        }
        Err(unsent) => Err(Fault::unsent(&unsent, key.map(AsRef::as_ref))),
    };
    (sent, answer)
}

/// What could not even be asked counts as an answer: nothing is to be looked for.
fn unasked(problem: &Problem) -> Fault {
    Fault {
        status: Some(0),
        ..Fault::unasked(problem)
    }
}
