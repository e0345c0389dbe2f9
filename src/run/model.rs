//! A model behind a provider's server, as an answerer.
//!
//! Deliberately absent: order, pace and retries.

use super::{Answerer, Ask, Host, Tried};
use crate::problem::Problem;
use crate::provider::{
    Adapted, Asking, Fault, Key, ModelConfig, Prompt, Provider, Reply, Sent, Structure, Wanted,
    address, read, request,
};
use core::time::Duration;
use std::sync::Arc;

/// What makes of an item's reply what counts.
type Check<'a> = dyn Fn(&Ask, Reply) -> Reply + 'a;

/// A model that is asked through a [`Host`].
pub struct Model<'a, H, P> {
    host: &'a H,
    provider: &'static Provider,
    config: &'a ModelConfig,
    key: Option<Arc<Key>>,
    wanted: &'a Wanted,
    time_limit: Duration,
    prompts: P,
    structure: Box<dyn Fn(&Ask) -> Structure<'a> + 'a>,
    check: Box<Check<'a>>,
}

impl<'a, H: Host, P: Fn(&Ask) -> Result<Prompt, Problem>> Model<'a, H, P> {
    /// A model that can be asked; `prompts` makes the prompt of an item when it is its turn.
    ///
    /// # Errors
    /// When no request could be made at all: no model, a base URL that cannot be used, a key for another origin.
    pub fn new(
        host: &'a H,
        provider: &'static Provider,
        config: &'a ModelConfig,
        key: Option<Arc<Key>>,
        wanted: &'a Wanted,
        time_limit: Duration,
        prompts: P,
    ) -> Result<Self, Problem> {
        let model = Self {
            host,
            provider,
            config,
            key,
            wanted,
            time_limit,
            prompts,
            structure: Box::new(|_| Structure::Plain),
            check: Box::new(|_, reply| reply),
        };
        request(
            provider,
            &model.asking(&Prompt::default(), Adapted::default(), Structure::Plain),
        )?;
        Ok(model)
    }

    /// The same, asked for replies in the form that `structure` gives for an item: choices may differ between questions.
    #[must_use]
    pub fn with_structure(mut self, structure: impl Fn(&Ask) -> Structure<'a> + 'a) -> Self {
        self.structure = Box::new(structure);
        self
    }

    /// The same, with each reply passed through `check` before it becomes a record: one that does not fit what was asked
    /// for is no failed call.
    #[must_use]
    pub fn with_check(mut self, check: impl Fn(&Ask, Reply) -> Reply + 'a) -> Self {
        self.check = Box::new(check);
        self
    }

    fn asking<'s>(
        &'s self,
        prompt: &'s Prompt,
        adapted: Adapted,
        structure: Structure<'s>,
    ) -> Asking<'s> {
        Asking {
            config: self.config,
            prompt,
            key: self.key.as_ref(),
            adapted,
            structure,
        }
    }
}

impl<H: Host, P: Fn(&Ask) -> Result<Prompt, Problem>> Answerer for Model<'_, H, P> {
    async fn ask(&self, ask: &Ask, adapted: Adapted) -> Tried {
        let unasked = |problem: Problem| Tried {
            sent: Sent::default(),
            result: Err(Fault::unasked(&problem)),
            duration: None,
        };
        let prompt = match (self.prompts)(ask) {
            Ok(prompt) => prompt,
            Err(problem) => return unasked(problem),
        };
        let structure = (self.structure)(ask);
        let made = request(self.provider, &self.asking(&prompt, adapted, structure));
        // Held no longer than it takes to make the request.
        drop(prompt);
        let (request, sent) = match made {
            Ok(made) => made,
            Err(problem) => return unasked(problem),
        };
        match self.host.send(request, self.time_limit).await {
            Ok(reply) => {
                let key = self.key.as_deref();
                let now = self.host.now();
                let result = read(self.provider, &reply, &sent, self.wanted, key, now);
                Tried {
                    sent,
                    result: result.map(|reply| (self.check)(ask, reply)),
                    duration: Some(reply.duration),
                }
            }
            Err(unsent) => Tried {
                sent,
                result: Err(Fault::unsent(&unsent, self.key.as_deref())),
                duration: None,
            },
        }
    }

    async fn probe(&self) -> bool {
        // The origin alone: a path could hold something private.
        match address::origin(&self.config.base_url) {
            Ok(origin) => self.host.probe(&format!("{origin}/")).await,
            Err(_) => false,
        }
    }
}
