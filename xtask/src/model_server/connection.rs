//! One connection: requests read, replies written, one after another.
//!
//! Deliberately absent: what is replied.

use super::http::{Reply, Request};
use super::respond::respond;
use super::{Shared, control};
use serde_json::json;
use std::io::{self, BufReader, ErrorKind};
use std::net::TcpStream;
use std::time::Duration;

/// How long a connection may lie unused.
const IDLE: Duration = Duration::from_secs(300);

/// Answers until the client has no more, or the connection, which has that number, is to end.
///
/// # Errors
/// If the connection breaks.
pub fn converse(shared: &Shared, number: u64, stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    loop {
        stream.set_read_timeout(Some(IDLE))?;
        let request = match Request::read(&mut reader) {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(e) if e.kind() == ErrorKind::InvalidData => {
                let why = json!({"error": e.to_string()});
                return Reply::json(400, &why).write(stream, true, || {}).map(drop);
            }
            Err(e) => return Err(e),
        };
        if control::is_for(&request) {
            control::reply(shared, number, &request).write(stream, false, || {})?;
            continue;
        }
        if shared.is_cut() {
            shared.tally.count(|counts| counts.cut += 1);
            return Ok(());
        }
        if !answer(shared, stream, &request)? {
            return Ok(());
        }
    }
}

/// Replies to one request. Returns whether there may be another.
fn answer(shared: &Shared, stream: &TcpStream, request: &Request) -> io::Result<bool> {
    let Some(mut response) = respond(shared, request, stream) else {
        shared.tally.count(|counts| counts.abandoned += 1);
        return Ok(false);
    };
    let reply = response.reply.clone();
    let (is_last, is_answer) = (response.is_last, response.is_answer);
    let mut is_counted = false;
    let written = reply.write(stream, is_last, || {
        is_counted = true;
        response.count(shared);
    });
    let is_whole = matches!(written, Ok(true));
    if !is_whole {
        let is_client_gone = written.is_err() || reply.waits();
        shared
            .tally
            .count(|counts| counts.abandoned += u32::from(is_client_gone));
        if is_answer && is_counted {
            shared.tally.not_answered(response.id.as_deref());
        }
    }
    Ok(written? && !is_last)
}
