//! The browser, as far as it decides which servers a page may ask.
//!
//! Deliberately absent: everything else that can be read from a user agent.

/// A family of browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    /// Chrome, Edge and others of that engine, with its version.
    Chromium(u32),
    /// Firefox.
    Firefox,
    /// Safari, and every browser on iPhone and iPad.
    Safari,
    /// Not known.
    Other,
}

/// A browser's permission to ask servers in this network or on this computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Given.
    Granted,
    /// Not asked for, or the question was closed without an answer.
    Prompt,
    /// Refused.
    Denied,
}

/// The first Chrome that asks before a page reaches into the local network.
const ASKS_SINCE: u32 = 142;

impl Browser {
    /// The family, from `navigator.userAgent`.
    ///
    /// ```
    /// use marksheet::provider::connection::Browser;
    /// let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    /// assert_eq!(Browser::of(chrome), Browser::Chromium(142));
    /// ```
    pub fn of(user_agent: &str) -> Self {
        let version = |name: &str| {
            let (_, rest) = user_agent.split_once(name)?;
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
            digits.parse().ok()
        };
        if let Some(version) = version("Chrome/").or_else(|| version("Chromium/")) {
            Browser::Chromium(version)
        } else if version("Firefox/").is_some() {
            Browser::Firefox
        } else if user_agent.contains("AppleWebKit/") {
            Browser::Safari
        } else {
            Browser::Other
        }
    }

    /// Whether it asks before a page reaches into the local network.
    pub(super) fn asks_first(self) -> bool {
        matches!(self, Browser::Chromium(version) if version >= ASKS_SINCE)
    }

    /// Whether it lets a page from https ask a server in the local network by plain http, once that is permitted.
    pub(super) fn lets_local_http(self) -> bool {
        self.asks_first()
    }
}

impl Permission {
    /// The state as browsers spell it: `granted`, `prompt`, `denied`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "granted" => Some(Permission::Granted),
            "prompt" => Some(Permission::Prompt),
            "denied" => Some(Permission::Denied),
            _ => None,
        }
    }
}
