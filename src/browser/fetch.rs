//! Fetches a file from an address the user typed or chose; nothing else in the project asks the network.

use super::file;
use crate::problem::{Problem, cut};
use gloo_net::http::Request;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// The file at `url`, as a file of that name, or named by the last part of its path.
///
/// # Errors
/// When the address cannot be reached, its server does not allow other pages to read it, or it answers with an error.
pub async fn fetched(url: &str, name: Option<&str>) -> Result<File, Problem> {
    let shown = cut(url, 80);
    if !url.starts_with("https://") && !url.starts_with("http://") {
        return Err(Problem::error(format!(
            "the address {shown} does not begin with https:// or http://"
        ))
        .hint("a file on this computer is opened with the button for files, or dropped"));
    }
    let reply = Request::get(url)
        .credentials(web_sys::RequestCredentials::Omit)
        .send()
        .await
        .map_err(|_| unreachable(&shown))?;
    if !reply.ok() {
        return Err(Problem::error(format!("{shown} answered {} {}", reply.status(), reply.status_text()))
            .hint("check the address in a new tab; a page that asks you to sign in cannot be read from here"));
    }
    let broken =
        || Problem::error(format!("the connection to {shown} broke off")).hint("try again");
    let blob = JsFuture::from(
        web_sys::Response::from(reply)
            .blob()
            .map_err(|_| broken())?,
    )
    .await;
    let blob = blob.ok().and_then(file::as_blob).ok_or_else(broken)?;
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').find(|part| !part.is_empty());
    let name = name.or(last).unwrap_or("fetched");
    file::from_blob(name, &blob).ok_or_else(broken)
}

fn unreachable(shown: &str) -> Problem {
    let is_offline = web_sys::window().is_some_and(|window| !window.navigator().on_line());
    let problem = Problem::error(format!("the address {shown} could not be read"));
    match is_offline {
        true => problem.hint("this computer is offline; files that are on it can still be opened"),
        false => problem.hint(
            "check the address and the connection; if both are right, its server does not let other pages \
             read the file (CORS): download it and drop it here",
        ),
    }
}
