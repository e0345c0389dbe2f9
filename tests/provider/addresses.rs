//! Base URLs: where a request goes, and which addresses share an origin.

use marksheet::provider::address::{is_in_the_clear, join, origin};

#[test]
fn a_path_is_appended_once_whatever_the_base_ends_in() {
    let path = "/chat/completions";
    for (base, url) in [
        ("https://a.b/v1", "https://a.b/v1/chat/completions"),
        ("https://a.b/v1/", "https://a.b/v1/chat/completions"),
        ("  https://a.b/v1//\n", "https://a.b/v1/chat/completions"),
        (
            "https://a.b/v1/chat/completions",
            "https://a.b/v1/chat/completions",
        ),
        (
            "https://a.b/v1/chat/completions/",
            "https://a.b/v1/chat/completions",
        ),
        (
            "https://a.b/v1?api-version=1",
            "https://a.b/v1/chat/completions?api-version=1",
        ),
        ("https://a.b/v1#top", "https://a.b/v1/chat/completions"),
        ("http://a.b", "http://a.b/chat/completions"),
    ] {
        assert_eq!(join(base, path).as_deref(), Ok(url), "{base}");
    }
}

#[test]
fn what_could_be_read_in_two_ways_has_no_origin() {
    for url in [
        "",
        " ",
        "a.b",
        "//a.b",
        "https:a.b",
        "https:///a.b",
        "https://",
        "https://:80",
        "ftp://a.b",
        "file:///etc/passwd",
        "javascript://a.b",
        "https://user:pass@a.b",
        "https://a.b@c.d/",
        "https://a.b\\@c.d",
        "https://a.b\\c",
        "https://a .b",
        "https://a.b/\tc",
        "https://a%2eb",
        "https://a.b:port",
        "https://a.b:999999",
        "https://a.b/v1\u{0}",
    ] {
        assert!(origin(url).is_err(), "{url:?} {:?}", origin(url));
        assert!(join(url, "/x").is_err(), "{url:?}");
    }
}

#[test]
fn the_same_origin_is_written_the_same() {
    for (url, expected) in [
        ("https://A.b:443/x?y#z", "https://a.b"),
        ("http://a.b:80", "http://a.b"),
        ("http://a.b:0080", "http://a.b"),
        ("http://a.b:443", "http://a.b:443"),
        ("HTTP://[::1]:8080/v1", "http://[::1]:8080"),
        ("http://[::1]/v1", "http://[::1]"),
        ("http://a.b:", "http://a.b"),
    ] {
        assert_eq!(origin(url).as_deref(), Ok(expected), "{url}");
    }
}

#[test]
fn plain_http_is_in_the_clear_unless_it_stays_on_this_machine() {
    for url in [
        "http://a.b/v1",
        "http://192.168.1.2:1234",
        "http://localhost.evil.com",
        "http://127.0.0.1.evil.com",
        "http://[fe80::1]",
    ] {
        assert!(is_in_the_clear(url), "{url}");
    }
    for url in [
        "https://a.b",
        "http://localhost:1/v1",
        "http://127.0.0.1:8000",
        "http://127.8.8.8",
        "http://[::1]:1",
        "http://x.localhost",
        "nonsense",
    ] {
        assert!(!is_in_the_clear(url), "{url}");
    }
}
