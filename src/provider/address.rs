//! Addresses of servers: their origin, and where a request goes.
//!
//! Deliberately absent: everything browsers forgive in an address. What could be read in two ways is refused, since a key
//! is bound to what is read here.

mod secret;

use crate::problem::{Problem, cut};
use core::net::{IpAddr, Ipv6Addr};
pub use secret::{shown, without_secrets};

/// The origin of an address: scheme, host and port in lower case, the usual port left out.
///
/// # Errors
/// When it is no `http` or `https` address, holds what browsers and people read differently (spaces, backslashes, a user's
/// name), or a key as a parameter, behind `?` as behind `#`: a key in an address is kept and shown wherever the address is.
///
/// ```
/// use marksheet::provider::address::origin;
/// assert_eq!(origin("HTTPS://API.Example.com:443/v1/").unwrap(), "https://api.example.com");
/// assert_eq!(origin("http://[::1]:8080").unwrap(), "http://[::1]:8080");
/// assert!(origin("https://api.example.com/v1?key=sk-1").is_err());
/// assert!(origin("https://good.com\\@evil.com").is_err() && origin("api.example.com/v1").is_err());
/// ```
pub fn origin(url: &str) -> Result<String, Problem> {
    let (scheme, rest) = split_scheme(url)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = host_and_port(authority);
    let is_port = port.is_empty() || port.parse::<u16>().is_ok_and(|port| port > 0);
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    if host.is_empty() || !is_number || !is_port || !has_whole_brackets(host) {
        return Err(no_address(url));
    }
    let host = host.to_lowercase();
    let port = port.trim_start_matches('0');
    let usual = if scheme == "https" { "443" } else { "80" };
    Ok(match port.is_empty() || port == usual {
        true => format!("{scheme}://{host}"),
        false => format!("{scheme}://{host}:{port}"),
    })
}

/// Where a request goes: `base_url` with `path` after it. A slash at the end of the base is tolerated, as is a base that
/// ends in the path already; a query stays behind the path.
///
/// # Errors
/// As [`origin`].
///
/// ```
/// use marksheet::provider::address::join;
/// assert_eq!(join("http://localhost:8000/v1/", "/chat/completions").unwrap(), "http://localhost:8000/v1/chat/completions");
/// ```
pub fn join(base_url: &str, path: &str) -> Result<String, Problem> {
    below(base_url, path, |base| {
        base.strip_suffix(path).unwrap_or(base)
    })
}

/// [`join`] where `root` says what of the base, without query and slashes at its end, stays; `path` may have a query of its
/// own.
///
/// # Errors
/// As [`origin`].
pub(super) fn below(
    base_url: &str,
    path: &str,
    root: impl Fn(&str) -> &str,
) -> Result<String, Problem> {
    origin(base_url)?;
    let base = base_url.trim();
    let base = base.split_once('#').map_or(base, |(base, _)| base);
    let (base, query) = match base.split_once('?') {
        Some((base, query)) => (base, Some(query).filter(|query| !query.is_empty())),
        None => (base, None),
    };
    let root = root(base.trim_end_matches('/')).trim_end_matches('/');
    Ok(match query {
        Some(query) if path.contains('?') => format!("{root}{path}&{query}"),
        Some(query) => format!("{root}{path}?{query}"),
        None => format!("{root}{path}"),
    })
}

/// Whether a browser speaks HTTP/1.1 with the server: it does not speak anything newer without TLS.
///
/// ```
/// use marksheet::provider::address::is_http_1;
/// assert!(is_http_1("HTTP://localhost:8000/v1") && !is_http_1("https://api.example.com"));
/// ```
pub fn is_http_1(url: &str) -> bool {
    split_scheme(url).is_ok_and(|(scheme, _)| scheme == "http")
}

/// Whether what is sent there can be read on the way: plain `http` to another machine.
///
/// ```
/// use marksheet::provider::address::is_in_the_clear;
/// assert!(is_in_the_clear("http://192.168.0.7:8000/v1"));
/// assert!(!is_in_the_clear("http://localhost:8000/v1") && !is_in_the_clear("https://api.example.com"));
/// ```
pub fn is_in_the_clear(url: &str) -> bool {
    is_http_1(url) && space(url).is_some_and(|space| space != Space::Loopback)
}

/// How near a server is, as browsers see it: a page from farther away may need a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// Anywhere, or not to be told from the address.
    Public,
    /// By its address in the same network.
    Local,
    /// On this computer; `0.0.0.0` too, which servers print when they listen everywhere.
    Loopback,
}

/// How near the server of an address is; `None` where it has no [`origin`].
///
/// ```
/// use marksheet::provider::address::{Space, space};
/// assert_eq!(space("http://localhost:11434"), Some(Space::Loopback));
/// assert_eq!(space("http://10.0.0.7/v1"), Some(Space::Local));
/// assert_eq!(space("https://api.example.com"), Some(Space::Public));
/// ```
pub fn space(url: &str) -> Option<Space> {
    let origin = origin(url).ok()?;
    let (host, _) = host_and_port(&origin);
    if host == "localhost" || host.ends_with(".localhost") {
        return Some(Space::Loopback);
    }
    if host.ends_with(".local") {
        return Some(Space::Local);
    }
    let inside = host.trim_start_matches('[').trim_end_matches(']');
    Some(match inside.parse::<IpAddr>() {
        Ok(address) if address.is_loopback() || address.is_unspecified() => Space::Loopback,
        Ok(IpAddr::V4(address)) if address.is_private() || address.is_link_local() => Space::Local,
        Ok(IpAddr::V6(address)) if is_local(address) => Space::Local,
        _ => Space::Public,
    })
}

/// Whether the address is where a server listens (`0.0.0.0`, `[::]`) rather than where it is to be asked.
pub(super) fn is_unspecified(url: &str) -> bool {
    let origin = origin(url).unwrap_or_default();
    let (host, _) = host_and_port(&origin);
    let inside = host.trim_start_matches('[').trim_end_matches(']');
    inside
        .parse::<IpAddr>()
        .is_ok_and(|address| address.is_unspecified())
}

/// Unique local (`fc00::/7`) and link-local (`fe80::/10`).
fn is_local(address: Ipv6Addr) -> bool {
    let first = address.segments()[0];
    first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80
}

/// The host and the port of an [`origin`]; the port is empty where it is the usual one.
pub(super) fn host_and_port(origin: &str) -> (&str, &str) {
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    match authority.rsplit_once(':') {
        // The colons of an IPv6 address are inside brackets.
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, ""),
    }
}

/// An IPv6 address stands in brackets, and nothing else has any.
fn has_whole_brackets(host: &str) -> bool {
    match host.strip_prefix('[') {
        Some(rest) => {
            let address = rest.strip_suffix(']').unwrap_or_default();
            address.parse::<core::net::Ipv6Addr>().is_ok()
        }
        None => !host.contains(['[', ']', ':']),
    }
}

fn split_scheme(url: &str) -> Result<(&'static str, &str), Problem> {
    let url = url.trim();
    let (scheme, rest) = url.split_once("://").ok_or_else(|| no_address(url))?;
    let scheme = match scheme.to_ascii_lowercase().as_str() {
        "http" => "http",
        "https" => "https",
        _ => return Err(no_address(url)),
    };
    let is_odd = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if rest.contains(is_odd) || authority.contains('%') || secret::end_of_user(rest).is_some() {
        // Not repeated here: a password may stand in it.
        let problem = Problem::error("the base URL holds what no address should hold");
        let hint = "leave out spaces, backslashes and user names; a key goes into its own field";
        return Err(problem.hint(hint));
    }
    if secret::has_key(rest) {
        let problem =
            Problem::error("the base URL holds a key, which would be kept and shown with it");
        return Err(
            problem.hint("take it out of the address and type it into the field for the key")
        );
    }
    Ok((scheme, rest))
}

fn no_address(url: &str) -> Problem {
    let problem = if url.trim().is_empty() {
        Problem::error("no base URL")
    } else {
        Problem::error(format!(
            "this is no address of a server: {}",
            // A password may stand in it.
            cut(without_secrets(url.trim()).as_ref(), 80)
        ))
    };
    problem.hint("a base URL starts with http:// or https://, for example http://localhost:8000/v1")
}
