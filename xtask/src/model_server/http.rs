//! HTTP/1.1 as far as this server needs it: a request read, a reply written, a client that goes away noticed.
//!
//! Deliberately absent: chunked requests (browsers send a text's length) and pipelining.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// More bytes than any prompt has.
const MOST_BYTES: u64 = 64 << 20;
/// More bytes than any browser's head has.
const MOST_HEAD_BYTES: u64 = 1 << 18;

/// A request as it came.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `POST`.
    pub method: String,
    /// Without host, query or fragment.
    pub path: String,
    /// What stands behind the question mark; empty if nothing does.
    pub query: String,
    /// Names in lower case, in the order they came.
    pub headers: Vec<(String, String)>,
    /// The whole body.
    pub body: Vec<u8>,
}

impl Request {
    /// The first header of that name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Reads the next request; `None` when the client has no more.
    ///
    /// # Errors
    /// If the connection breaks, or what comes is not HTTP/1.1 with a length.
    pub fn read(reader: &mut BufReader<&TcpStream>) -> io::Result<Option<Request>> {
        let mut head = reader.by_ref().take(MOST_HEAD_BYTES);
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else {
            return Err(bad("not HTTP"));
        };
        let query = target.split_once('?').map_or("", |(_, query)| query);
        let mut request = Request {
            method: method.to_owned(),
            path: target.split(['?', '#']).next().unwrap_or("/").to_owned(),
            query: query.split('#').next().unwrap_or("").to_owned(),
            ..Request::default()
        };
        loop {
            let mut line = String::new();
            if head.read_line(&mut line)? == 0 {
                return Err(bad("the head ends early"));
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or(bad("not a header"))?;
            let header = (name.to_ascii_lowercase(), value.trim().to_owned());
            request.headers.push(header);
        }
        request.read_body(reader)?;
        Ok(Some(request))
    }

    fn read_body(&mut self, reader: &mut BufReader<&TcpStream>) -> io::Result<()> {
        if self.header("transfer-encoding").is_some() {
            return Err(bad("a body without a length"));
        }
        let length = self.header("content-length").unwrap_or("0").parse();
        let length = length.map_err(|_| bad("not a length"))?;
        if length > MOST_BYTES {
            return Err(bad("a body too large"));
        }
        if self.header("expect").is_some() {
            reader
                .get_mut()
                .write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        reader.by_ref().take(length).read_to_end(&mut self.body)?;
        if self.body.len() as u64 == length {
            Ok(())
        } else {
            Err(bad("the body ends early"))
        }
    }
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A reply before it goes out.
#[derive(Clone, Debug)]
pub struct Reply {
    /// 200.
    pub status: u16,
    /// All headers but those of length and connection.
    pub headers: Vec<(&'static str, String)>,
    /// The whole body, also where less of it is sent.
    pub body: Vec<u8>,
    /// How it goes out.
    pub delivery: Delivery,
}

/// How a reply goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// As it should.
    Whole,
    /// Not a byte of it, then the end.
    Nothing,
    /// Half of the body, chunked, without the last chunk, then the end.
    HalfOfChunks,
    /// Half of the announced length, then the end.
    HalfOfLength,
    /// The head at once, the body evenly over that time.
    Drip(Duration),
    /// Nothing until the client gives up.
    Never,
}

impl Reply {
    /// A JSON reply.
    pub fn json(status: u16, body: &serde_json::Value) -> Reply {
        Reply::text(status, "application/json", body.to_string())
    }

    /// A reply of that content type.
    pub fn text(status: u16, kind: &str, body: String) -> Reply {
        Reply {
            status,
            headers: vec![("Content-Type", kind.to_owned())],
            body: body.into_bytes(),
            delivery: Delivery::Whole,
        }
    }

    /// Writes it. Returns whether all of it went out; the connection can be used again only then.
    ///
    /// `end` is called just before the last bytes go out, so that whatever a client does after it has them is later.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn write(
        &self,
        mut stream: &TcpStream,
        is_last: bool,
        end: impl FnOnce(),
    ) -> io::Result<bool> {
        let half = &self.body[..self.body.len() / 2];
        let length = format!("Content-Length: {}", self.body.len());
        let mut bytes = match self.delivery {
            Delivery::Nothing => Vec::new(),
            Delivery::Never => {
                while !is_gone_within(stream, Duration::from_secs(3600)) {}
                Vec::new()
            }
            Delivery::HalfOfChunks => {
                let mut bytes = self.head("Transfer-Encoding: chunked", is_last);
                bytes.extend(format!("{:x}\r\n", half.len()).bytes());
                bytes
            }
            Delivery::Drip(_) | Delivery::HalfOfLength | Delivery::Whole => {
                self.head(&length, is_last)
            }
        };
        match self.delivery {
            Delivery::Nothing | Delivery::Never => {}
            Delivery::HalfOfChunks => {
                bytes.extend(half);
                bytes.extend(b"\r\n");
            }
            Delivery::HalfOfLength => bytes.extend(half),
            Delivery::Whole => bytes.extend(&self.body),
            Delivery::Drip(over) => {
                stream.write_all(&bytes)?;
                return self.drip(stream, over, end);
            }
        }
        end();
        stream.write_all(&bytes)?;
        Ok(self.delivery == Delivery::Whole)
    }

    /// Whether only the client can end it early.
    pub fn waits(&self) -> bool {
        matches!(self.delivery, Delivery::Drip(_) | Delivery::Never)
    }

    fn drip(&self, mut stream: &TcpStream, over: Duration, end: impl FnOnce()) -> io::Result<bool> {
        let n_drops = (over.as_millis() / 250).clamp(4, 1000) as u32;
        let size = self.body.len().div_ceil(n_drops as usize).max(1);
        let mut drops = self.body.chunks(size).peekable();
        while let Some(drop) = drops.next() {
            if is_gone_within(stream, over / n_drops) {
                return Ok(false);
            }
            if drops.peek().is_none() {
                end();
                stream.write_all(drop)?;
                break;
            }
            stream.write_all(drop)?;
        }
        Ok(true)
    }

    fn head(&self, length: &str, is_last: bool) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        for (name, value) in &self.headers {
            // What a client sent may come back in a header; a line end in it would end the header.
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(length);
        head.push_str(if is_last {
            "\r\nConnection: close\r\n\r\n"
        } else {
            "\r\n\r\n"
        });
        head.into_bytes()
    }
}

/// Waits that long, or until the client closes the connection. Returns whether it did.
pub fn is_gone_within(stream: &TcpStream, duration: Duration) -> bool {
    let end = Instant::now() + duration;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        // A time limit of zero would mean none.
        if left.is_zero() {
            return false;
        }
        if stream.set_read_timeout(Some(left)).is_err() {
            return true;
        }
        match stream.peek(&mut [0]) {
            Ok(0) => return true,
            // It talks on instead of listening; whether it closes cannot be seen before that is read.
            Ok(_) => thread::sleep(left),
            Err(e) if is_timeout(&e) => {}
            Err(_) => return true,
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    [Interrupted, TimedOut, WouldBlock].contains(&error.kind())
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        524 => "A Timeout Occurred",
        529 => "Overloaded",
        _ => "Status",
    }
}
