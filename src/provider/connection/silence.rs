//! Verdicts where no reply can be read: what a browser does not tell is concluded from the address, the page and the browser.
//!
//! Deliberately absent: replies.

use super::super::address::{self, Space};
use super::judge::{is_unlisted, verdict};
use super::{Browser, Found, Permission, Place, Seen, Verdict, commands, names};
use crate::problem::cut;

/// Something is there, but this page may not read its replies.
pub(super) fn unreadable(place: &Place<'_>, seen: &Seen) -> Verdict {
    let host = place.host();
    let model = cut(place.model.trim(), 60);
    if seen.names().is_none() {
        return closed(place);
    }
    if is_unlisted(place, seen) {
        let near = names::near(&model, seen.names().unwrap_or_default(), 3);
        let near = match near.is_empty() {
            true => String::new(),
            false => format!(": {}", near.join(", ")),
        };
        return Verdict {
            commands: commands::to_fetch_model(place),
            ..verdict(
                Found::UnknownModel,
                format!(
                    "{host} has no model {model} in its list, and this page may not read what it says to a question for it."
                ),
                format!("Choose one of its models{near}; if that is not it, check the key."),
            )
        };
    }
    if place.has_key() {
        return verdict(
            Found::WrongKey,
            format!(
                "The list of models can be read, but not the reply to a question: most likely {host} refuses the key (or the account has no credit), and sends its refusal without CORS headers."
            ),
            "Check the key and the account at the provider.".to_owned(),
        );
    }
    closed(place)
}

/// The server's CORS settings keep this page out; a key may also be refused without the headers that would let a page read it.
pub(super) fn closed(place: &Place<'_>) -> Verdict {
    if place.provider.key == "llamacpp" && place.has_key() && !place.is_hosted() {
        return closed_to_keys(place);
    }
    let host = place.host();
    let key = match place.has_key() {
        true => ", or it refuses the key and sends its refusal without CORS headers",
        false => "",
    };
    let cause = match place.is_hosted() {
        true => format!(
            "{host} is there, but this page may not read its replies: most likely it refuses the key and sends its refusal \
             without CORS headers, or something between here and there takes the headers away."
        ),
        false => format!(
            "{host} is there, but does not let this page ({}) read its replies: its CORS settings do not allow it{key}.",
            page(place)
        ),
    };
    let check_key = if place.has_key() {
        "; and check the key"
    } else {
        ""
    };
    let fix = match place.provider.key {
        "anthropic" if place.is_hosted() => {
            "Check the key, and ask whether your organization has switched off calls from browsers; a proxy or a browser \
             extension may also be in the way."
                .to_owned()
        }
        _ if place.is_hosted() => {
            "Check the key; a proxy or a browser extension may also be in the way.".to_owned()
        }
        "lmstudio" => format!("Switch on \"Enable CORS\" in LM Studio's server settings{check_key}."),
        _ => format!("Start the server so that it allows this page, as below{check_key}."),
    };
    Verdict {
        commands: commands::to_let_in(place),
        ..verdict(Found::Cors, cause, fix)
    }
}

/// llama.cpp lets every page in, but not with a key: its `Access-Control-Allow-Headers: *` does not stand for the header
/// that carries one.
fn closed_to_keys(place: &Place<'_>) -> Verdict {
    let host = place.host();
    let cause = format!(
        "{host} is there, but does not let this page ({}) send it a key: llama.cpp lets pages in, but not with the header \
         authorization.",
        page(place)
    );
    let fix = "Leave the key out if the server was started without one; else put a proxy before it that allows this header, \
               as below."
        .to_owned();
    Verdict {
        commands: commands::to_let_in(place),
        ..verdict(Found::Cors, cause, fix)
    }
}

fn page(place: &Place<'_>) -> String {
    address::origin(place.page_origin).unwrap_or_else(|_| "opened from a file".to_owned())
}

/// Nothing answers: the server is down, or the browser sends nothing.
pub(super) fn unreached(place: &Place<'_>) -> Verdict {
    let space = address::space(place.base_url).unwrap_or(Space::Public);
    if address::is_unspecified(place.base_url) {
        return verdict(
            Found::Unreachable,
            format!("{} says where a server listens; a browser does not ask there.", place.host()),
            "Put localhost in its place, with the same port; if the server is on another computer, that one's address."
                .to_owned(),
        );
    }
    if is_mixed(place, space) {
        return mixed(place, space);
    }
    if let Some(verdict) = not_permitted(place, space) {
        return verdict;
    }
    if place.is_offline && space != Space::Loopback {
        return verdict(
            Found::Unreachable,
            "This computer is offline.".to_owned(),
            "Connect it to the network, then test again.".to_owned(),
        );
    }
    let host = place.host();
    if !address::is_http_1(place.base_url) && space != Space::Public {
        let plain = host.replacen("https://", "http://", 1);
        return Verdict {
            commands: commands::to_start(place),
            ..verdict(
                Found::Unreachable,
                format!(
                    "Nothing answers at {host}: servers on your own computer or network seldom have https, and this one may not run."
                ),
                format!(
                    "Try {plain} in its place; if that is not it, start the server and compare the port it names."
                ),
            )
        };
    }
    let (cause, fix) = match space {
        Space::Loopback => (
            format!(
                "Nothing answers at {host} on this computer: the server is not running, or has another port."
            ),
            "Start the server, and compare the port it names with the base URL.",
        ),
        Space::Local => (
            format!(
                "Nothing answers at {host}: the server is not running, has another port, or listens on its own computer alone."
            ),
            "Start the server so that it listens to the network (--host 0.0.0.0), and look at the firewall.",
        ),
        Space::Public if place.is_hosted() => (
            format!("{host} cannot be reached."),
            "Check the connection; a company network, a proxy or a browser extension may block it.",
        ),
        Space::Public => (
            format!(
                "Nothing answers at {host}: the address is mistyped, the server is down, or its certificate is not trusted."
            ),
            "Open the address in a new tab: what the browser says there is the reason.",
        ),
    };
    Verdict {
        commands: commands::to_start(place),
        ..verdict(Found::Unreachable, cause, fix.to_owned())
    }
}

/// Whether the browser sends nothing by plain http from this page.
fn is_mixed(place: &Place<'_>, space: Space) -> bool {
    let is_secure =
        !address::is_http_1(place.page_origin) && address::origin(place.page_origin).is_ok();
    if !is_secure || !address::is_http_1(place.base_url) {
        return false;
    }
    match space {
        Space::Public => true,
        Space::Local => !place.browser.lets_local_http(),
        Space::Loopback => place.browser == Browser::Safari,
    }
}

fn mixed(place: &Place<'_>, space: Space) -> Verdict {
    let host = place.host();
    if space == Space::Loopback {
        return verdict(
            Found::MixedContent,
            format!("Safari lets no page from https ask {host}, which is plain http, even on this computer."),
            "Use Chrome, Edge or Firefox for this, or serve Marksheet from this computer over http.".to_owned(),
        );
    }
    Verdict {
        commands: commands::to_tunnel(place),
        ..verdict(
            Found::MixedContent,
            format!("This page came by https, and browsers let it ask no other computer by plain http, as {host} is (mixed content)."),
            "Reach the server through a tunnel as below, give it https, or serve Marksheet itself over http.".to_owned(),
        )
    }
}

/// The browser's permission, where it stands between this page and the server.
fn not_permitted(place: &Place<'_>, space: Space) -> Option<Verdict> {
    let from = address::space(place.page_origin).unwrap_or(Space::Public);
    if space <= from || !place.browser.asks_first() {
        return None;
    }
    let host = place.host();
    // Only pages that came by https, or from this computer, can be given the permission.
    let is_secure = !address::is_http_1(place.page_origin) || from == Space::Loopback;
    let (cause, fix) = match place.permission {
        Some(Permission::Granted) => return None,
        _ if !is_secure => (
            format!(
                "The browser lets no page that came by plain http reach {host}, which is nearer to you."
            ),
            "Open this page by https, or from http://localhost.",
        ),
        Some(Permission::Denied) => (
            format!(
                "The browser was told not to let this page reach {host} in your local network."
            ),
            "Press the sign left of the page's address, allow access to the local network, reload, and test again.",
        ),
        Some(Permission::Prompt) | None => (
            format!(
                "Either the browser has no permission yet to let this page reach {host} in your local network, or the server is not running."
            ),
            "Allow access to the local network when the browser asks (or by the sign left of the page's address), see that the server runs, and test again.",
        ),
    };
    Some(Verdict {
        commands: match is_secure {
            true => commands::to_start(place),
            false => Vec::new(),
        },
        ..verdict(Found::LocalNetwork, cause, fix.to_owned())
    })
}
