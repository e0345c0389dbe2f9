//! A client that sees every byte: plain TCP, one connection for each request.

use crate::model_server::wire::WireName;
use crate::model_server::{Config, Items, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub const TAILS: &str = include_str!("../../data/tail-numbers/dataset.json");
pub const EXAM: &str = include_str!("../../data/aviation-exam/dataset.json");

/// What came back.
#[derive(Debug)]
pub struct Got {
    /// All of it.
    pub raw: String,
    pub status: u16,
    /// As announced by `Content-Length`.
    pub length: Option<usize>,
    pub body: String,
}

impl Got {
    /// The body as JSON; null if it is not.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let head = self.raw.split("\r\n\r\n").next()?;
        let headers = head.lines().filter_map(|line| line.split_once(": "));
        let mut found = headers.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value)
    }

    /// What the model says, if it says one text.
    pub fn said(&self) -> String {
        let json = self.json();
        let said = json["choices"][0]["message"]["content"].as_str();
        said.unwrap_or_else(|| panic!("no text in {}", self.raw))
            .to_owned()
    }

    pub fn error(&self) -> Value {
        self.json()["error"].clone()
    }
}

/// A server that knows the exam sample, after changes.
pub fn exam(change: impl FnOnce(&mut Config)) -> Server {
    start(EXAM, change)
}

pub fn start(dataset: &str, change: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config::about(Items::read(dataset).unwrap());
    change(&mut config);
    Server::start(config).unwrap()
}

/// A request as a page sends it.
pub fn body(message: &str) -> Value {
    json!({
        "model": "marksheet-test",
        "messages": [{"role": "system", "content": "Answer."}, {"role": "user", "content": message}],
    })
}

/// The question of an item, as a prompt.
pub fn prompt(server: &Server, id: &str) -> String {
    let items = server.config().items;
    let item = items.all().iter().find(|item| item.id == id).unwrap();
    format!("{}\n\nQuestion: {}\n\nReply:", item.context, item.question)
}

/// Asks about an item.
pub fn ask(server: &Server, id: &str) -> Got {
    post(server, &body(&prompt(server, id)))
}

/// A request as a page makes it; TGI takes no key.
pub fn post(server: &Server, body: &Value) -> Got {
    let key = match server.config().wire {
        WireName::Tgi => "",
        _ => "Authorization: Bearer sk-test\r\n",
    };
    post_with(server, body, &format!("{key}Origin: http://page.test\r\n"))
}

/// A request with further header lines.
pub fn post_with(server: &Server, body: &Value, headers: &str) -> Got {
    let path = server.base_url();
    let path = path.split_once(&server.address().to_string()).unwrap().1;
    let headers = format!("Content-Type: application/json\r\n{headers}");
    let path = format!("{path}/chat/completions");
    exchange(
        server.address(),
        &request("POST", &path, &headers, &body.to_string()),
    )
}

pub fn request(method: &str, path: &str, headers: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends bytes and reads what comes, until the reply is whole or the connection ends.
pub fn exchange(address: SocketAddr, bytes: &str) -> Got {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut raw = Vec::new();
    let mut piece = [0; 8192];
    loop {
        let got = parsed(&raw);
        if got.length.is_some_and(|length| got.body.len() >= length) || got.status == 204 {
            return got;
        }
        // A connection that is reset has ended, too.
        match stream.read(&mut piece).unwrap_or(0) {
            0 => return got,
            n => raw.extend(&piece[..n]),
        }
    }
}

fn parsed(raw: &[u8]) -> Got {
    let raw = String::from_utf8_lossy(raw).into_owned();
    let (head, body) = raw.split_once("\r\n\r\n").unwrap_or((&raw, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("Content-Length: "));
    Got {
        status: status.unwrap_or(0),
        length: length.and_then(|length| length.parse().ok()),
        body: body.to_owned(),
        raw: raw.clone(),
    }
}
