//! One question tried out, and the models a server offers: requests beside any run.
//!
//! Deliberately absent: tries and waits; what comes is told as it is.

use super::{Desk, key, prompt, say};
use crate::baseline;
use crate::browser::host::BrowserHost;
use crate::problem::Problem;
use crate::protocol::{AskForm, FileKey, ModelsView, RecordView, Reply, TriedView};
use crate::provider::{self, Adapted, Asking, Fault, Key, Next, Provider, models, request};
use crate::run::{Answerer, Ask, Host, ItemRecord, Model};
use crate::workspace::{Going, Who};
use core::time::Duration;
use futures::future::{AbortHandle, abortable};
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// Longest wait for a list of models.
const LIST: Duration = Duration::from_secs(20);

/// So many parameters a model may refuse before trying ends.
const N_ADAPTED: usize = 5;

/// Something under way outside any run; ends when dropped.
pub(in crate::worker) struct Trying(AbortHandle);

impl Drop for Trying {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Trying {
    pub(in crate::worker) fn begin(work: impl Future<Output = ()> + 'static) -> Self {
        let (work, handle) = abortable(work);
        wasm_bindgen_futures::spawn_local(async move {
            // An aborted one has nothing to tell.
            let _ = work.await;
        });
        Self(handle)
    }
}

impl Desk {
    /// Shows the exact request for the question that Prompt shows; with `is_sent`, sends it and shows what comes.
    pub(in crate::worker) fn try_out(
        &mut self,
        ticket: u32,
        form: &AskForm,
        key: &JsValue,
        origin: &str,
        is_sent: bool,
    ) {
        self.trying = None;
        let index = self.workspace.prompt_index();
        let mut view = TriedView {
            ticket,
            index,
            ..TriedView::default()
        };
        let made = key::read(key, origin).and_then(|key| {
            let going = self.workspace.try_out(form)?;
            self.is_askable(&going, key.as_deref())
                .or_else(|problems| if is_sent { Err(problems) } else { Ok(()) })?;
            let ask = going.asks.get(index as usize).cloned();
            let ask = ask.ok_or_else(|| vec![Problem::error("there is no question to ask")])?;
            view.id.clone_from(&ask.id);
            view.request = shown(&going, &ask, key.as_ref()).map_err(|problem| vec![problem])?;
            Ok((going, ask, key))
        });
        let (going, ask, key) = match made {
            Ok(made) => made,
            Err(problems) => {
                view.problem = problems.into_iter().next();
                return say(&Reply::Tried(Box::new(view)));
            }
        };
        say(&Reply::Tried(Box::new(view.clone())));
        if is_sent {
            self.trying = Some(Trying::begin(async move {
                let tried = tried(&going, &ask, key).await;
                match tried {
                    Ok(record) => view.record = Some(RecordView::of(&record)),
                    Err(problem) => view.problem = Some(problem),
                }
                say(&Reply::Tried(Box::new(view)));
            }));
        }
    }

    /// Asks the server which models it offers.
    pub(in crate::worker) fn list_models(
        &mut self,
        ticket: u32,
        form: &AskForm,
        key: &JsValue,
        origin: &str,
    ) {
        let key = key::read(key, origin);
        let Some(provider) = provider::find(&form.provider) else {
            let problem = Problem::info("there is no server to ask for a list");
            return say(&Reply::Models(ModelsView {
                ticket,
                problem: Some(problem),
                ..ModelsView::default()
            }));
        };
        let base_url = form.base_url.clone();
        self.listing = Some(Trying::begin(async move {
            let listed = match key {
                Ok(key) => listed(provider, &base_url, key).await,
                Err(problems) => Err(problems
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| Problem::error("the key cannot be used"))),
            };
            let (names, problem) = match listed {
                Ok(names) if names.is_empty() => {
                    (names, Some(Problem::info("the server offers no model")))
                }
                Ok(names) => (names, None),
                Err(problem) => (Vec::new(), Some(problem)),
            };
            say(&Reply::Models(ModelsView {
                ticket,
                names,
                problem,
            }));
        }));
    }
}

/// The exact request as text, the key aside; for others than models what is asked instead.
fn shown(going: &Going, ask: &Ask, key: Option<&Arc<Key>>) -> Result<String, Problem> {
    let prompt = match going.who {
        Who::Baseline(_) => {
            return Ok("Nothing is sent: a baseline does not read the prompt.".into());
        }
        _ => prompt(going, ask)?,
    };
    let Who::Model(provider) = going.who else {
        return Ok(format!("{}\n\n{}", prompt.system, prompt.user));
    };
    let asking = Asking {
        config: &going.model,
        prompt: &prompt,
        key,
        adapted: going.start.adapted,
        structure: going.structure(ask),
    };
    request(provider, &asking).map(|(request, _)| request.shown())
}

/// What comes of asking once, parameters that are refused aside.
async fn tried(going: &Going, ask: &Ask, key: Option<Arc<Key>>) -> Result<ItemRecord, Problem> {
    let host = BrowserHost::new(None, FileKey::MAX);
    let provider = match going.who {
        Who::Model(provider) => provider,
        Who::Baseline(kind) => {
            let answers = baseline::Answers::new(&going.dataset, kind);
            let tried = answers.ask(ask, Adapted::default()).await;
            return Ok(ItemRecord::of_tried(ask, tried, 0));
        }
        Who::Hand => return Err(Problem::info("by hand nothing is sent: copy the prompt")),
    };
    let prompts = |ask: &Ask| prompt(going, ask);
    let limit = going.config.time_limit;
    let model = Model::new(
        &host,
        provider,
        &going.model,
        key,
        &going.wanted,
        limit,
        prompts,
    )?
    .with_structure(|ask| going.structure(ask))
    .with_check(|ask, reply| going.checked(ask, reply));
    let mut adapted = going.start.adapted;
    let mut tried = model.ask(ask, adapted).await;
    let mut n_sent = 1;
    for _ in 0..N_ADAPTED {
        let Err(Fault {
            next: Next::Adapt(parameter),
            ..
        }) = &tried.result
        else {
            break;
        };
        if !adapted.learn(*parameter, &tried.sent) {
            break;
        }
        tried = model.ask(ask, adapted).await;
        n_sent += 1;
    }
    Ok(ItemRecord::of_tried(ask, tried, n_sent))
}

async fn listed(
    provider: &Provider,
    base_url: &str,
    key: Option<Arc<Key>>,
) -> Result<Vec<String>, Problem> {
    let Some(request) = models::request(provider, base_url, key.as_ref())? else {
        return Err(Problem::info("this provider has no list of models"));
    };
    let host = BrowserHost::new(None, FileKey::MAX);
    let hint = "type the model's name as the provider spells it; the list is only a help";
    match host.send(request, LIST).await {
        Ok(reply) => models::read(provider, &reply, key.as_deref())
            .map_err(|fault| Problem::error(fault.message).hint(hint)),
        Err(unsent) => {
            Err(Problem::error(Fault::unsent(&unsent, key.as_deref()).message).hint(hint))
        }
    }
}
