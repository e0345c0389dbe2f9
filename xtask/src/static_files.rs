//! A small web server for the files of one folder, under any path prefix.
//!
//! Also what the end-to-end tests serve the page with. No rewriting (but `/p` leads to `/p/`), no
//! compression, no listing.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A folder and the path it appears under.
struct Site {
    dir: PathBuf,
    /// Starts and ends with a slash.
    prefix: String,
}

/// Serves `dir` under `prefix` (`/`, `/p/`) until the process ends; port 0 takes a free one.
///
/// # Errors
/// If the port is taken.
pub fn start(dir: &Path, prefix: &str, port: u16) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let address = listener.local_addr()?;
    let trimmed = prefix.trim_matches('/');
    let prefix = if trimmed.is_empty() {
        "/".to_owned()
    } else {
        format!("/{trimmed}/")
    };
    let site = Arc::new(Site {
        dir: dir.to_owned(),
        prefix,
    });
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let site = Arc::clone(&site);
            // A browser that goes away in the middle is nobody's fault.
            thread::spawn(move || site.converse(&stream).ok());
        }
    });
    Ok(address)
}

impl Site {
    /// Answers requests until the browser has no more.
    fn converse(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream);
        loop {
            let mut request = String::new();
            if reader.read_line(&mut request)? == 0 {
                return Ok(());
            }
            let mut header = String::new();
            while reader.read_line(&mut header)? > 2 {
                header.clear();
            }
            let mut words = request.split_whitespace();
            let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
            self.answer(stream, method, target)?;
        }
    }

    fn answer(&self, mut stream: &TcpStream, method: &str, target: &str) -> io::Result<()> {
        let path = target.split(['?', '#']).next().unwrap_or("/");
        let found = self
            .file(path)
            .and_then(|file| Some((mime(&file), fs::read(&file).ok()?)));
        if format!("{path}/") == self.prefix {
            let head = format!(
                "HTTP/1.1 301 Moved Permanently\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n",
                self.prefix
            );
            return stream.write_all(head.as_bytes());
        }
        let (status, kind, body) = match (method, found) {
            ("GET" | "HEAD", Some((kind, body))) => ("200 OK", kind, body),
            ("GET" | "HEAD", None) => (
                "404 Not Found",
                "text/plain; charset=utf-8",
                b"there is no such file".to_vec(),
            ),
            _ => (
                "405 Method Not Allowed",
                "text/plain; charset=utf-8",
                Vec::new(),
            ),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        if method == "GET" {
            stream.write_all(&body)?;
        }
        stream.flush()
    }

    /// The file that a path names; nothing outside the folder has a name.
    fn file(&self, path: &str) -> Option<PathBuf> {
        let inside = decoded(path.strip_prefix(&self.prefix)?)?;
        let inside = Path::new(&inside);
        let plain = inside
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let file = self.dir.join(inside);
        let file = if file.is_dir() {
            file.join("index.html")
        } else {
            file
        };
        (plain && file.is_file()).then_some(file)
    }
}

/// Text with `%20` and its like resolved.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn mime(file: &Path) -> &'static str {
    match file
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or("")
    {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "md" | "jsonl" | "jinja2" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
