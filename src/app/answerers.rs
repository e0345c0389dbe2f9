//! Who can answer: a provider's server, a baseline, or a person.
//!
//! Deliberately absent: how a provider is asked; the page shows its line in the table and no more.

use crate::baseline::{self, Baseline};
use crate::protocol::BY_HAND;
use crate::provider::{self, KeyUse, Provider, address};

/// Who answers.
#[derive(Clone, Copy)]
pub enum Answerer {
    /// A model at a server.
    Server(&'static Provider),
    /// One that needs no model.
    Baseline(Baseline),
    /// A person who carries prompts and replies.
    ByHand,
}

impl Answerer {
    /// The one of that name in the `provider` select. A name that is not known here (from a later version) is taken for
    /// a server like others.
    pub fn named(key: &str) -> Self {
        if key == BY_HAND {
            return Self::ByHand;
        }
        match (provider::find(key), baseline::find(key)) {
            (Some(server), _) => Self::Server(server),
            (None, Some(baseline)) => Self::Baseline(baseline),
            (None, None) => Self::Server(&provider::ANY),
        }
    }

    /// Whether it wants a key; `Never` where nothing is sent anywhere.
    pub fn key_use(self) -> KeyUse {
        match self {
            Self::Server(server) => server.key_use,
            Self::Baseline(_) | Self::ByHand => KeyUse::Never,
        }
    }
}

/// Whether the server is on this computer, so that nothing leaves it.
pub fn is_on_this_computer(base_url: &str) -> bool {
    let origin = address::origin(base_url).unwrap_or_default();
    origin.starts_with("http://") && !address::is_in_the_clear(base_url)
}
