//! Who can answer: the providers as the page needs them, the baselines, and a person.
//!
//! Deliberately absent: how a provider is asked. The columns are copied while this is compiled, so that none of that code
//! comes into the page.

use crate::baseline::{self, Baseline};
use crate::protocol::BY_HAND;
use crate::provider::{KeyUse, PROVIDERS, address};

/// A provider, as far as the page shows it.
#[derive(Clone, Copy)]
pub struct Server {
    /// See [`Provider::key`](crate::provider::Provider::key).
    pub key: &'static str,
    /// The name a person reads.
    pub label: &'static str,
    /// Where its server usually is.
    pub base_url: &'static str,
    /// Whether it wants a key.
    pub key_use: KeyUse,
    /// What a person should know before choosing it.
    pub note: &'static str,
}

/// Every provider, in the order the page offers them.
pub static SERVERS: [Server; PROVIDERS.len()] = servers();

const fn servers() -> [Server; PROVIDERS.len()] {
    let blank = Server {
        key: "",
        label: "",
        base_url: "",
        key_use: KeyUse::Optional,
        note: "",
    };
    let mut servers = [blank; PROVIDERS.len()];
    let mut i = 0;
    while i < PROVIDERS.len() {
        servers[i] = Server {
            key: PROVIDERS[i].key,
            label: PROVIDERS[i].label,
            base_url: PROVIDERS[i].base_url,
            key_use: PROVIDERS[i].key_use,
            note: PROVIDERS[i].note,
        };
        i += 1;
    }
    servers
}

/// Who answers.
#[derive(Clone, Copy)]
pub enum Answerer {
    /// A model at a server.
    Server(Server),
    /// One that needs no model.
    Baseline(Baseline),
    /// A person who carries prompts and replies.
    ByHand,
}

impl Answerer {
    /// The one of that name in the `provider` select. A name that is not known here (from a later version) is taken for
    /// a server of its own kind.
    pub fn named(key: &str) -> Self {
        if key == BY_HAND {
            return Self::ByHand;
        }
        match (server(key), baseline::find(key)) {
            (Some(server), _) => Self::Server(server),
            (None, Some(baseline)) => Self::Baseline(baseline),
            (None, None) => Self::Server(Server {
                key: "",
                label: "",
                base_url: "",
                key_use: KeyUse::Optional,
                note: "",
            }),
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

/// The provider of that name.
pub fn server(key: &str) -> Option<Server> {
    SERVERS.iter().find(|server| server.key == key).copied()
}

/// Whether the server is on this computer, so that nothing leaves it.
pub fn is_on_this_computer(base_url: &str) -> bool {
    let origin = address::origin(base_url).unwrap_or_default();
    origin.starts_with("http://") && !address::is_in_the_clear(base_url)
}
