//! The test of a connection: what every course of the probes leads to, and what a person reads then.

use marksheet::provider::connection::{
    Browser, Found, KeyTyped, Permission, Place, Probe, Seen, Step, Verdict, next,
};
use marksheet::provider::http::Unsent;
use marksheet::provider::{Fault, MaxField, PROVIDERS, Sent, find};
use marksheet::said::Said;

const PAGE: &str = "https://someone.github.io";

pub const CHROME: Browser = Browser::Chromium(142);

/// What each probe comes to.
#[derive(Clone)]
pub struct World {
    pub models: Result<Vec<String>, Fault>,
    pub is_reachable: bool,
    pub answer: Result<(), Fault>,
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Nothing wrong.
pub fn well() -> World {
    World {
        models: Ok(named(&["m-1", "m-2"])),
        is_reachable: true,
        answer: Ok(()),
    }
}

/// Nothing that can be read.
pub fn silent(is_reachable: bool) -> World {
    World {
        models: Err(unheard()),
        is_reachable,
        answer: Err(unheard()),
    }
}

pub fn unheard() -> Fault {
    Fault::unsent(&Unsent::Network("Failed to fetch".to_owned()), None)
}

pub fn says(status: u16, body: &str) -> Fault {
    Fault::refused(&Said::read(status, body), &Sent::default(), None)
}

pub fn place<'a>(provider: &str, base_url: &'a str) -> Place<'a> {
    let provider = find(provider).unwrap();
    Place {
        provider,
        base_url: if base_url.is_empty() {
            provider.base_url
        } else {
            base_url
        },
        model: "m-1",
        page_origin: PAGE,
        browser: Browser::Firefox,
        permission: None,
        is_offline: false,
        key: KeyTyped::Fits,
    }
}

/// Carries out the probes; with the names of those tried.
pub fn tried(place: &Place<'_>, world: &World) -> (Verdict, Vec<&'static str>) {
    let mut seen = Seen::default();
    let mut probes = Vec::new();
    for _ in 0..20 {
        match next(place, &seen) {
            Step::Done(verdict) => {
                assert_eq!(seen.steps().len(), probes.len());
                return (verdict, probes);
            }
            Step::Try(Probe::Models) => {
                probes.push("models");
                seen.hear_models(world.models.clone());
            }
            Step::Try(Probe::Reach) => {
                probes.push("reach");
                seen.hear_reach(world.is_reachable);
            }
            Step::Try(Probe::Answer(_)) => {
                probes.push("answer");
                seen.hear_answer(&Sent::default(), world.answer.clone());
            }
        }
    }
    panic!("the probes do not end: {probes:?}");
}

fn found(place: &Place<'_>, world: &World) -> Found {
    tried(place, world).0.found
}

#[test]
fn all_well_is_ok_for_every_provider_after_two_probes() {
    for provider in PROVIDERS {
        let base_url = match provider.base_url {
            "" => "https://models.example.com/v1",
            usual => usual,
        };
        let (verdict, probes) = tried(&place(provider.key, base_url), &well());
        assert_eq!(
            (verdict.found, probes),
            (Found::Ok, vec!["models", "answer"]),
            "{}",
            provider.key
        );
        assert!(verdict.commands.is_empty());
    }
}

#[test]
fn a_closed_server_is_told_apart_from_one_that_is_down_for_every_provider() {
    for provider in PROVIDERS {
        let base_url = match provider.base_url {
            "" => "https://models.example.com/v1",
            usual => usual,
        };
        let place = place(provider.key, base_url);
        let (closed, probes) = tried(&place, &silent(true));
        assert_eq!(
            (closed.found, probes),
            (Found::Cors, vec!["models", "reach", "answer"])
        );
        let (down, probes) = tried(&place, &silent(false));
        assert_eq!(
            (down.found, probes),
            (Found::Unreachable, vec!["models", "reach"])
        );
        // Where a person has a server of their own, there is something to copy, with this page in it.
        let is_own = ![
            "openai",
            "anthropic",
            "gemini",
            "mistral",
            "groq",
            "openrouter",
        ]
        .contains(&provider.key);
        assert_eq!(!closed.commands.is_empty(), is_own, "{}", provider.key);
        let all: String = closed
            .commands
            .iter()
            .map(|(_, command)| command.as_str())
            .collect();
        assert!(
            !is_own || all.contains(PAGE) || provider.key == "lmstudio",
            "{all}"
        );
        // Whoever sent a key is told that it may be the cause.
        let words = match provider.key {
            "tgi" => "",
            "llamacpp" => "send it a key",
            _ => "refuses the key",
        };
        assert!(closed.cause.contains(words), "{}", closed.cause);
    }
}

#[test]
#[rustfmt::skip]
fn what_a_server_says_decides() {
    let cases = [
        (401, r#"{"error": {"message": "Incorrect API key", "code": "invalid_api_key"}}"#, Found::WrongKey),
        (401, "", Found::WrongKey),
        (403, r#"{"error": {"message": "This key has no permission for that"}}"#, Found::WrongKey),
        (400, r#"{"error": {"message": "API key not valid.", "details": [{"reason": "API_KEY_INVALID"}]}}"#, Found::WrongKey),
        (402, r#"{"error": {"message": "Insufficient credits"}}"#, Found::NoCredit),
        (429, r#"{"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}"#, Found::NoCredit),
        (400, r#"{"type": "error", "error": {"type": "invalid_request_error", "message": "Your credit balance is too low"}}"#, Found::NoCredit),
        (429, r#"{"error": {"message": "limit per day reached"}}"#, Found::NoCredit),
        (404, r#"{"error": {"message": "The model `m-1` does not exist", "code": "model_not_found"}}"#, Found::UnknownModel),
        (404, r#"{"error": "model 'm-1' not found"}"#, Found::UnknownModel),
        (400, r#"{"error": {"message": "m-1 is not a valid model ID"}}"#, Found::UnknownModel),
        (400, r#"{"object": "error", "message": "Invalid model: m-1"}"#, Found::UnknownModel),
        (403, r#"{"error": {"message": "Project does not have access to model m-1"}}"#, Found::UnknownModel),
        (404, r#"{"detail": "Not Found"}"#, Found::Unknown),
        (401, r#"{"error": {"message": "CORS requests are not allowed for this Organization"}}"#, Found::BlockedByOrganisation),
        (200, r#"{"error": "'messages' field is required"}"#, Found::Cors),
        (429, r#"{"error": {"message": "Rate limit reached. Please try again in 2s."}}"#, Found::Ok),
        (400, r#"{"error": {"message": "Could not finish the message because max_tokens or model output limit was reached."}}"#, Found::Ok),
        (503, r#"{"error": {"message": "Loading model"}}"#, Found::Unknown),
        (403, "<html><title>Blocked by Example Corp</title></html>", Found::Unknown),
    ];
    for (status, body, expected) in cases {
        let world = World {
            answer: Err(says(status, body)),
            ..well()
        };
        let place = place("custom", "https://models.example.com/v1");
        assert_eq!(found(&place, &world), expected, "{status} {body}");
    }
}

#[test]
fn a_list_that_is_refused_does_not_decide_alone() {
    let world = World {
        models: Err(says(
            401,
            r#"{"error": {"message": "Missing scopes: api.model.read"}}"#,
        )),
        ..well()
    };
    assert_eq!(found(&place("openai", ""), &world), Found::Ok);
}

#[test]
fn a_model_that_is_not_listed_but_answers_is_well() {
    let place = Place {
        model: "alias",
        ..place("openrouter", "")
    };
    assert_eq!(found(&place, &well()), Found::Ok);
}

#[test]
fn near_names_are_offered_for_a_mistyped_one() {
    let world = World {
        models: Ok(named(&[
            "gpt-4o",
            "gpt-4o-mini",
            "gpt-4.1",
            "whisper-1",
            "dall-e-3",
        ])),
        answer: Err(says(
            404,
            r#"{"error": {"message": "The model `GPT-4o mni` does not exist"}}"#,
        )),
        ..well()
    };
    let place = Place {
        model: "GPT-4o mni",
        ..place("openai", "")
    };
    let (verdict, _) = tried(&place, &world);
    assert_eq!(verdict.found, Found::UnknownModel);
    assert!(
        verdict.fix.contains("gpt-4o-mini") && !verdict.fix.contains("whisper"),
        "{}",
        verdict.fix
    );
}

#[test]
fn errors_without_cors_headers_read_as_what_they_most_likely_are() {
    let unread = |names: &[&str]| World {
        models: Ok(named(names)),
        is_reachable: true,
        answer: Err(unheard()),
    };
    let place = place("custom", "https://models.example.com/v1");
    assert_eq!(found(&place, &unread(&["m-1"])), Found::WrongKey);
    assert_eq!(found(&place, &unread(&["m-2"])), Found::UnknownModel);
    let no_key = Place {
        key: KeyTyped::None,
        ..place
    };
    assert_eq!(found(&no_key, &unread(&["m-1"])), Found::Cors);
}

#[test]
fn an_answer_although_the_list_cannot_be_read_is_well() {
    let world = World {
        answer: Ok(()),
        ..silent(true)
    };
    assert_eq!(
        found(&place("custom", "https://models.example.com/v1"), &world),
        Found::Ok
    );
}

#[test]
#[rustfmt::skip]
fn scheme_host_page_and_browser_decide_what_silence_means() {
    use Browser::{Firefox, Other, Safari};
    use Found::{LocalNetwork, MixedContent, Unreachable};
    use Permission::{Denied, Granted, Prompt};
    let old = Browser::Chromium(141);
    let http_page = "http://someone.example.com";
    let own_page = "http://localhost:8080";
    let cases = [
        // A public server by plain http is out of reach for every page from https.
        (PAGE, "http://models.example.com/v1", CHROME, None, MixedContent),
        (PAGE, "http://models.example.com/v1", Firefox, None, MixedContent),
        (PAGE, "https://models.example.com/v1", Firefox, None, Unreachable),
        (http_page, "http://models.example.com/v1", CHROME, None, Unreachable),
        // One in the same network: newer Chrome asks, the others do not let it through.
        (PAGE, "http://192.168.0.7:8000/v1", Firefox, None, MixedContent),
        (PAGE, "http://192.168.0.7:8000/v1", Safari, None, MixedContent),
        (PAGE, "http://192.168.0.7:8000/v1", old, None, MixedContent),
        (PAGE, "http://192.168.0.7:8000/v1", CHROME, Some(Prompt), LocalNetwork),
        (PAGE, "http://192.168.0.7:8000/v1", CHROME, Some(Denied), LocalNetwork),
        (PAGE, "http://192.168.0.7:8000/v1", CHROME, Some(Granted), Unreachable),
        (PAGE, "https://192.168.0.7:8000/v1", CHROME, Some(Denied), LocalNetwork),
        // One on this computer.
        (PAGE, "http://localhost:11434", Firefox, None, Unreachable),
        (PAGE, "http://localhost:11434", Other, None, Unreachable),
        (PAGE, "http://localhost:11434", old, None, Unreachable),
        (PAGE, "http://localhost:11434", Safari, None, MixedContent),
        (PAGE, "http://127.0.0.1:11434", Safari, None, MixedContent),
        (PAGE, "http://[::1]:11434", CHROME, None, LocalNetwork),
        (PAGE, "http://localhost:11434", CHROME, Some(Prompt), LocalNetwork),
        (PAGE, "http://localhost:11434", CHROME, Some(Denied), LocalNetwork),
        (PAGE, "http://localhost:11434", CHROME, Some(Granted), Unreachable),
        (http_page, "http://localhost:11434", CHROME, None, LocalNetwork),
        // What servers print when they listen everywhere is no place to ask.
        (PAGE, "http://0.0.0.0:8000/v1", CHROME, Some(Prompt), Unreachable),
        (PAGE, "http://0.0.0.0:8000/v1", Safari, None, Unreachable),
        (own_page, "http://[::]:8000/v1", Firefox, None, Unreachable),
        // A page from this computer reaches everything.
        (own_page, "http://localhost:11434", CHROME, Some(Prompt), Unreachable),
        (own_page, "http://localhost:11434", Safari, None, Unreachable),
        (own_page, "http://192.168.0.7:8000/v1", Firefox, None, Unreachable),
        (own_page, "http://models.example.com/v1", CHROME, None, Unreachable),
    ];
    for (page_origin, base_url, browser, permission, expected) in cases {
        let place = Place {
            page_origin,
            browser,
            permission,
            ..place("custom", base_url)
        };
        let (verdict, probes) = tried(&place, &silent(false));
        assert_eq!(
            verdict.found, expected,
            "{page_origin} {base_url} {browser:?} {permission:?}"
        );
        assert_eq!(probes, ["models", "reach"]);
        // Whatever is likely: what answers is well.
        assert_eq!(found(&place, &well()), Found::Ok);
    }
}

#[test]
#[rustfmt::skip]
fn what_is_wrong_with_the_fields_is_told_before_anything_is_sent() {
    let custom = || place("custom", "https://models.example.com/v1");
    for (place, expected) in [
        (Place { base_url: "", ..custom() }, Found::Unreachable),
        (Place { base_url: "models.example.com", ..custom() }, Found::Unreachable),
        (Place { key: KeyTyped::Elsewhere("https://api.openai.com"), ..custom() }, Found::WrongKey),
        (Place { key: KeyTyped::None, ..place("openai", "") }, Found::WrongKey),
    ] {
        let (verdict, probes) = tried(&place, &well());
        assert_eq!((verdict.found, probes.len()), (expected, 0));
    }
    let nameless = Place {
        model: " ",
        ..custom()
    };
    let (verdict, probes) = tried(&nameless, &well());
    assert_eq!(
        (verdict.found, probes),
        (Found::UnknownModel, vec!["models"])
    );
    assert_eq!(found(&nameless, &silent(true)), Found::Cors);
    assert_eq!(found(&nameless, &silent(false)), Found::Unreachable);
    let refused = World {
        models: Err(says(401, "")),
        ..well()
    };
    assert_eq!(found(&nameless, &refused), Found::WrongKey);
}

#[test]
fn a_parameter_that_is_refused_is_asked_for_otherwise() {
    let body = r#"{"error": {"message": "Unsupported parameter: 'max_tokens'", "param": "max_tokens", "code": "unsupported_parameter"}}"#;
    let sent = Sent {
        max_field: Some(MaxField::MaxTokens),
        ..Sent::default()
    };
    let refused = Fault::refused(&Said::read(400, body), &sent, None);
    let place = place("custom", "https://models.example.com/v1");
    let mut seen = Seen::default();
    seen.hear_models(Ok(named(&["m-1"])));
    seen.hear_answer(&sent, Err(refused));
    let Step::Try(Probe::Answer(adapted)) = next(&place, &seen) else {
        panic!()
    };
    assert_eq!(adapted.max_field, Some(MaxField::MaxCompletionTokens));
    seen.hear_answer(&sent, Ok(()));
    assert!(matches!(next(&place, &seen), Step::Done(verdict) if verdict.found == Found::Ok));
}

#[test]
#[rustfmt::skip]
fn the_browser_is_known_by_its_user_agent() {
    let kit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
    for (text, expected) in [
        (format!("Mozilla/5.0 (Macintosh) {kit} Version/18.0 Safari/605.1.15"), Browser::Safari),
        (format!("Mozilla/5.0 (iPhone) {kit} CriOS/142.0 Mobile/15E148 Safari/604.1"), Browser::Safari),
        (format!("Mozilla/5.0 (iPhone) {kit} FxiOS/130.0 Mobile/15E148 Safari/605.1.15"), Browser::Safari),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".into(), Browser::Firefox),
        ("Mozilla/5.0 AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/143.0".into(), Browser::Chromium(143)),
        ("Mozilla/5.0 AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36".into(), Browser::Chromium(142)),
        (String::new(), Browser::Other),
    ] {
        assert_eq!(Browser::of(&text), expected, "{text}");
    }
}
