//! A model server that answers from a dataset and fails as told, for tests and demos.
//!
//! It speaks a provider's wire format strictly: what the provider would refuse, and what a page has no business sending,
//! gets the provider's own error. Each question is answered right or wrong, and meets at most one fault, as a seeded
//! hash of its id decides: the same whatever the order, the tries or the number of requests in flight. So every figure
//! of a run can be told beforehand ([`expected`]) and every request is counted ([`Counts`]).
//!
//! `cargo xtask model-server` runs it by hand; tests start one of their own:
//!
//! ```ignore
//! let server = Server::start(Config {
//!     right: 0.8,
//!     faults: faults::parse("cut=0.1x2,think=0.1")?,
//!     ..Config::about(Items::read(&dataset_text)?)
//! })?;
//! run_against(&server.base_url());
//! assert_eq!(server.counts().answered, 48);
//! ```
//!
//! A test in another package names this file by `#[path]`, which is why every module here names its file too. It uses
//! the standard library and `serde_json` alone: most of the faults are bytes that an HTTP library would refuse to send.
//!
//! Deliberately absent: streaming, TLS, and any address but 127.0.0.1.
#![allow(
    dead_code,
    unused_imports,
    reason = "each program that includes this file uses another part of it"
)]

#[path = "model_server/answer.rs"]
pub mod answer;
#[path = "model_server/chance.rs"]
pub mod chance;
#[path = "model_server/config.rs"]
pub mod config;
#[path = "model_server/connection.rs"]
mod connection;
#[path = "model_server/control.rs"]
mod control;
#[path = "model_server/cors.rs"]
mod cors;
#[path = "model_server/expected.rs"]
pub mod expected;
#[path = "model_server/faults.rs"]
pub mod faults;
#[path = "model_server/find.rs"]
mod find;
#[path = "model_server/http.rs"]
pub mod http;
#[path = "model_server/items.rs"]
pub mod items;
#[path = "model_server/respond.rs"]
mod respond;
#[path = "model_server/tally.rs"]
pub mod tally;
#[path = "model_server/wire.rs"]
pub mod wire;

pub use config::Config;
pub use expected::{Class, Client, Expected, expected};
pub use items::Items;
pub use tally::Counts;

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tally::Tally;

/// A running server; dropping it ends it and closes every connection.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

/// What all connections look at.
struct Shared {
    config: Mutex<Config>,
    tally: Tally,
    /// Open connections, so that they can be cut.
    streams: Mutex<HashMap<u64, TcpStream>>,
    n_streams: AtomicU64,
    /// Until when nobody gets through but `/control`.
    cut_until: Mutex<Option<Instant>>,
    is_stopping: AtomicBool,
}

impl Server {
    /// Starts a server on 127.0.0.1; port 0 takes a free one.
    ///
    /// # Errors
    /// If the port is taken, or the shares of the faults add up to more than 1.
    pub fn start(config: Config) -> io::Result<Server> {
        faults::check(&config.faults)
            .map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            config: Mutex::new(config),
            tally: Tally::default(),
            streams: Mutex::default(),
            n_streams: AtomicU64::new(0),
            cut_until: Mutex::new(None),
            is_stopping: AtomicBool::new(false),
        });
        let listening = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.listen(&listener))
        };
        Ok(Server {
            address,
            shared,
            listening: Some(listening),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base URL to give to a client, without a slash at the end.
    pub fn base_url(&self) -> String {
        let base = self.config().wire.traits().base;
        format!("http://{}{base}", self.address)
    }

    /// What happened so far.
    pub fn counts(&self) -> Counts {
        self.shared.tally.counts()
    }

    /// The last request for an answer, as it came.
    pub fn last(&self) -> Option<http::Request> {
        self.shared.tally.last()
    }

    /// A copy of the present settings.
    pub fn config(&self) -> Config {
        locked(&self.shared.config).clone()
    }

    /// Changes settings for the requests that come after; the port stays.
    ///
    /// # Errors
    /// If the shares of the faults add up to more than 1; nothing is changed then.
    pub fn change(&self, change: impl FnOnce(&mut Config)) -> Result<(), String> {
        self.shared.change(|config| {
            change(config);
            Ok(())
        })
    }

    /// Forgets what was counted, and how often each item met its fault.
    pub fn reset(&self) {
        self.shared.tally.reset();
    }

    /// Closes every connection, and each new one, until `duration` has passed; zero ends a cut.
    pub fn cut(&self, duration: Duration) {
        self.shared.cut(duration, None);
    }

    /// What a run with the present settings comes to; see [`expected()`].
    pub fn expected(&self, client: &Client) -> Vec<Expected> {
        expected(&self.config(), client)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_stopping.store(true, Ordering::SeqCst);
        // Wakes the listener, which then sees that it is to end.
        drop(TcpStream::connect(self.address));
        if let Some(listening) = self.listening.take() {
            drop(listening.join());
        }
        self.shared.close_all(None);
    }
}

impl Shared {
    fn listen(self: &Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.is_stopping.load(Ordering::SeqCst) {
                return;
            }
            // Too many open files, or a client that was gone at once: the next one may get through.
            let Ok(stream) = stream else {
                thread::sleep(Duration::from_millis(5));
                continue;
            };
            let shared = Arc::clone(self);
            thread::spawn(move || shared.converse(stream));
        }
    }

    fn converse(&self, stream: TcpStream) {
        let number = self.n_streams.fetch_add(1, Ordering::SeqCst);
        let Ok(copy) = stream.try_clone() else {
            return;
        };
        locked(&self.streams).insert(number, copy);
        self.tally.connected();
        // The copies were made before the server ended, or it ended before this one was among them.
        if !self.is_stopping.load(Ordering::SeqCst) {
            // A client that goes away in the middle is nobody's fault.
            drop(connection::converse(self, number, &stream));
        }
        drop(stream.shutdown(Shutdown::Both));
        locked(&self.streams).remove(&number);
        self.tally.disconnected();
    }

    fn change(&self, change: impl FnOnce(&mut Config) -> Result<(), String>) -> Result<(), String> {
        let mut config = locked(&self.config);
        let mut changed = config.clone();
        change(&mut changed)?;
        faults::check(&changed.faults)?;
        if changed.faults != config.faults {
            self.tally.forget_faults();
        }
        *config = changed;
        Ok(())
    }

    /// As [`Server::cut`], but leaves the connection it was asked for over.
    fn cut(&self, duration: Duration, spared: Option<u64>) {
        let until = (!duration.is_zero()).then(|| Instant::now() + duration);
        *locked(&self.cut_until) = until;
        if until.is_some() {
            self.close_all(spared);
        }
    }

    fn is_cut(&self) -> bool {
        locked(&self.cut_until).is_some_and(|until| Instant::now() < until)
    }

    fn close_all(&self, spared: Option<u64>) {
        for (number, stream) in locked(&self.streams).iter() {
            if Some(*number) != spared {
                drop(stream.shutdown(Shutdown::Both));
            }
        }
    }
}

/// The value inside. A thread that panicked while it held the lock has failed its own test already.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
