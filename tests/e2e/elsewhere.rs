//! A proxy that lets nothing through and notes who was asked for: what a page, or its worker, sends beyond this machine.
//!
//! ChromeDriver's log tells of the page's requests but not of its worker's. Requests to this machine pass by it.

use marksheet::provider::PROVIDERS;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Whom browsers ask by themselves, whatever the page does: for updates, the time, a start page.
const MAKERS: [&str; 4] = ["google.com", "googleapis.com", "gvt1.com", "duckduckgo.com"];

/// The proxy, until the process ends.
#[derive(Clone)]
pub struct Elsewhere {
    /// As the browser's `--proxy-server` takes it.
    pub address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Elsewhere {
    /// Starts it.
    ///
    /// # Errors
    /// If there is no free port.
    pub fn start() -> std::io::Result<Elsewhere> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let proxy = Elsewhere {
            address: listener.local_addr()?.to_string(),
            asked: Arc::default(),
        };
        let asked = Arc::clone(&proxy.asked);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let asked = Arc::clone(&asked);
                thread::spawn(move || refuse(&stream, &asked));
            }
        });
        Ok(proxy)
    }

    /// The hosts asked for since this was last called, but for those the browser asks by itself.
    pub fn asked(&self) -> Vec<String> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.drain(..).filter(|host| !is_browsers(host)).collect()
    }
}

/// Whether the host belongs to a browser's maker, and is not one the page could ask for answers.
fn is_browsers(host: &str) -> bool {
    let is_makers = MAKERS
        .iter()
        .any(|maker| host == *maker || host.ends_with(&format!(".{maker}")));
    let is_providers = PROVIDERS
        .iter()
        .any(|provider| host_of(provider.base_url) == host);
    is_makers && !is_providers
}

/// The host of an address, or of `host:port`.
fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', ':', '?']).next().unwrap_or_default()
}

fn refuse(mut stream: &TcpStream, asked: &Mutex<Vec<String>>) -> Option<()> {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).ok()?;
    // `CONNECT api.example.com:443 HTTP/1.1`, `GET http://example.com/ HTTP/1.1`.
    let host = host_of(line.split_whitespace().nth(1)?).to_owned();
    let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    asked.push(host);
    drop(asked);
    let refusal = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    stream.write_all(refusal).ok()
}
