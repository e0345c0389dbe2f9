//! Base URLs: where a request goes, and which addresses share an origin.

use marksheet::provider::address::{is_in_the_clear, join, origin, shown, without_secrets};

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
        "http://0.0.0.0:8000/v1",
        "http://[::]:8000",
        "http://[::1]:1",
        "http://x.localhost",
        "nonsense",
    ] {
        assert!(!is_in_the_clear(url), "{url}");
    }
}

#[test]
fn an_address_of_any_length_leads_to_the_same_place() {
    use marksheet::provider::{
        Adapted, Asking, ModelConfig, Prompt, Structure, find, models, request,
    };
    let url = |key: &str, base_url: &str, model: &str| {
        let config = ModelConfig {
            provider: key.into(),
            base_url: base_url.into(),
            model: model.into(),
            temperature: None,
            max_tokens: 1,
            seed: None,
        };
        let asking = Asking {
            config: &config,
            prompt: &Prompt::default(),
            key: None,
            adapted: Adapted::default(),
            structure: Structure::Plain,
        };
        let provider = find(key).unwrap();
        let models = models::request(provider, base_url, None).unwrap().unwrap();
        let asked = request(provider, &asking).unwrap().0;
        (asked.url().to_owned(), models.url().to_owned())
    };
    for base in ["", "/", "/v1", "/v1/", "/v1/messages"] {
        let (asked, models) = url("anthropic", &format!("https://a.b/x{base}"), "m");
        assert_eq!(asked, "https://a.b/x/v1/messages");
        assert_eq!(models, "https://a.b/x/v1/models?limit=1000");
    }
    for base in [
        "",
        "/v1beta",
        "/v1",
        "/v1beta/models",
        "/v1beta/models/other:generateContent",
        "/v1beta/openai/",
    ] {
        let (asked, models) = url("gemini", &format!("https://a.b{base}"), "m-1.5");
        assert_eq!(asked, "https://a.b/v1beta/models/m-1.5:generateContent");
        assert_eq!(models, "https://a.b/v1beta/models?pageSize=1000");
    }
    for (model, path) in [
        ("models/m", "models/m"),
        ("tunedModels/m", "tunedModels/m"),
        ("../m?x#y", "models/..%2Fm%3Fx%23y"),
        ("é", "models/%C3%A9"),
    ] {
        let (asked, _) = url("gemini", "https://a.b", model);
        assert_eq!(asked, format!("https://a.b/v1beta/{path}:generateContent"));
    }
    for base in ["", "/", "/v1", "/api", "/api/chat", "/v1/chat/completions"] {
        let (asked, models) = url("ollama", &format!("http://a.b:11434{base}"), "m:8b");
        assert_eq!(asked, "http://a.b:11434/api/chat");
        assert_eq!(models, "http://a.b:11434/api/tags");
    }
    let (asked, models) = url("custom", "https://a.b/v1?api-version=1", "m");
    assert_eq!(asked, "https://a.b/v1/chat/completions?api-version=1");
    assert_eq!(models, "https://a.b/v1/models?api-version=1");
    let (_, models) = url("anthropic", "https://a.b/v1?x=1", "m");
    assert_eq!(models, "https://a.b/v1/models?limit=1000&x=1");
}

#[test]
fn addresses_that_cannot_be_are_refused_before_anything_is_sent() {
    for url in [
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:0/v1",
        "http://[::1",
        "http://[::1/v1",
        "http://[zz]:1/v1",
        "http://a]b/v1",
        "http://a:b:1/v1",
        "javascript:alert(1)",
    ] {
        assert!(origin(url).is_err(), "{url}");
    }
    let refused = origin("http://user:hunter2@a.b/v1").unwrap_err();
    assert!(!refused.to_string().contains("hunter2"), "{refused}");
    assert!(origin("http://[2001:db8::1]:8080/v1").is_ok());
}

#[test]
fn a_key_in_an_address_is_refused_and_not_repeated() {
    for url in [
        "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent?key=sk-planted",
        "https://a.example/v1?api-version=2&api_key=sk-planted",
        "https://a.example/v1?Access_Token=sk-planted#x",
        "https://a.example/v1?subscription-key=sk-planted",
        "https://me:sk-planted@a.example/v1",
    ] {
        let problem = origin(url).unwrap_err().to_string();
        assert!(
            problem.contains("field") && !problem.contains("sk-planted"),
            "{problem}"
        );
        assert!(!without_secrets(url).contains("sk-planted"), "{url}");
    }
    for url in [
        "https://a.example/v1?api-version=2024-10-21",
        "https://a.example/v1?key=",
        "http://localhost:8000/v1",
        "no address",
        "",
    ] {
        assert_eq!(without_secrets(url), url);
    }
    assert!(origin("https://a.example/v1?api-version=2024-10-21").is_ok());
}

/// Addresses with a secret, and what of each may be kept.
const SECRET: [(&str, &str); 30] = [
    ("https://a.b/v1?key=S3", "https://a.b/v1"),
    ("https://a.b/v1#key=S3", "https://a.b/v1"),
    ("https://a.b/v1#/x?access_token=S3&y=1", "https://a.b/v1"),
    ("https://a.b/v1?code=S3", "https://a.b/v1"),
    ("https://a.b/v1?pass=S3&v=2", "https://a.b/v1?v=2"),
    ("https://a.b/v1?v=2&userPwd=S3", "https://a.b/v1?v=2"),
    ("https://a.b/v1?apikey=S3", "https://a.b/v1"),
    ("https://a.b/v1?X-Api-Key=S3", "https://a.b/v1"),
    ("https://a.b/v1?APIKey=S3", "https://a.b/v1"),
    ("https://a.b/v1?accesstoken=S3", "https://a.b/v1"),
    ("https://a.b/v1?client_secret1=S3", "https://a.b/v1"),
    ("https://a.b/v1?api%5Fk%65y=S3", "https://a.b/v1"),
    ("https://a.b/v1?a=1;key=S3&v=2", "https://a.b/v1?v=2"),
    ("https://a.b/v1;token=S3/x?v=2", "https://a.b/v1?v=2"),
    ("https://a.b/v1&key=S3", "https://a.b/v1"),
    ("https://me:S3@a.b/v1", "https://a.b/v1"),
    ("https://me:S3/4@a.b/v1", "https://a.b/v1"),
    // As a browser reads it, this asks `me`: nothing says which of the two is meant.
    ("https://me:1/S3@a.b/v1", ""),
    ("http://me.name:12/S3@host", ""),
    ("http://me:12?S3@host/v1", ""),
    ("http://me:S3/4@a.b/v1/@cf/x", ""),
    ("http://me:p@S3/word@a.b/v1", ""),
    ("http://me:pw\\S3@a.b/v1", ""),
    (
        "http://me:S3@a.b/v1/@cf/x?user=a@b",
        "http://a.b/v1/@cf/x?user=a@b",
    ),
    ("http://a.b&key=S3/v1", ""),
    ("http://a.b;token=S3:80/v1", ""),
    ("https://me:S3?x@a.b/v1", "https://a.b/v1"),
    ("https://me:S3#x@a.b/v1", "https://a.b/v1"),
    ("me:S3@a.b/v1", "a.b/v1"),
    ("a.b/v1?key=S3", "a.b/v1"),
];

#[test]
fn a_secret_in_an_address_is_refused_and_neither_shown_nor_kept() {
    for (url, kept) in SECRET {
        let problem = origin(url).unwrap_err();
        assert!(!format!("{problem:?}").contains("S3"), "{url} {problem:?}");
        assert_eq!(without_secrets(url), kept, "{url}");
        assert_eq!(without_secrets(kept), kept);
        assert!(kept.is_empty() || !kept.contains("://") || origin(kept).is_ok());
        assert!(!shown(url).contains("S3"), "{url}");
    }
}

#[test]
fn what_only_looks_like_a_secret_stays() {
    for url in [
        "https://a.b/v1?author=me",
        "https://a.b/v1?authority=x",
        "https://a.b/v1?tokenizer=x&max_tokens=9",
        "https://a.b/v1?keyboard=us&monkey=1",
        "https://a.b/v1?language_code=en&pass_through=1&auth_mode=none",
        "https://a.b/v1?key=&design=1&compass=2",
        "http://a.b/v1?token_limit=5&sort_key=x&public_key=y",
        "http://127.0.0.1:8000/models/a@b/v1",
        "http://me.name/a@b/v1",
        "http://gpu-box/v1?user=a@b",
        "http://gpu-box:8000/v1?user=a@b",
        "http://gpu-box/me@home/v1",
        "http://gpu-box/v1?token_limit=5&sort_key=x&max_tokens=9",
        "https://a.b/v1/@org/model",
        "http://localhost:8000/@cf/x",
        "http://server:8000/@cf/x",
    ] {
        assert!(origin(url).is_ok(), "{url} {:?}", origin(url));
        assert_eq!(without_secrets(url), url);
    }
}
