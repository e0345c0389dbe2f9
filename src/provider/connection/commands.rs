//! Commands to copy: how each server lets this page in, and how it is started.
//!
//! Deliberately absent: running anything.

use super::super::address::{self, Space};
use super::Place;

/// Commands with what each is for.
type Commands = Vec<(String, String)>;

/// The kinds of servers that people start themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ollama,
    Vllm,
    Tgi,
    LmStudio,
    LlamaCpp,
    Other,
}

/// What the server is: by the provider that was chosen, or by the port it usually has.
fn kind(place: &Place<'_>) -> Kind {
    let host = place.host();
    let (_, port) = address::host_and_port(&host);
    match (place.provider.key, port) {
        ("ollama", _) | ("custom", "11434") => Kind::Ollama,
        ("lmstudio", _) | ("custom", "1234") => Kind::LmStudio,
        ("vllm", _) => Kind::Vllm,
        ("tgi", _) => Kind::Tgi,
        ("llamacpp", _) => Kind::LlamaCpp,
        _ => Kind::Other,
    }
}

/// How the server lets this page in.
pub(super) fn to_let_in(place: &Place<'_>) -> Commands {
    if place.is_hosted() {
        return Vec::new();
    }
    // A page from a file has no origin: only everyone can be let in.
    let page = address::origin(place.page_origin).unwrap_or_else(|_| "*".to_owned());
    let model = model(place);
    match kind(place) {
        Kind::Ollama => for_ollama(&page),
        Kind::Vllm => vec![one(
            "vLLM",
            &format!("vllm serve {model} --allowed-origins '[\"{page}\"]'"),
        )],
        Kind::Tgi => vec![one(
            "Text Generation Inference",
            &format!("text-generation-launcher --model-id {model} --cors-allow-origin {page}"),
        )],
        Kind::LmStudio => vec![one("LM Studio", "lms server start --cors")],
        // No setting of it lets a key in.
        Kind::LlamaCpp if place.has_key() => vec![headers(place, &page)],
        Kind::LlamaCpp => vec![
            one(
                "llama.cpp, which answers every page by itself",
                "llama-server -m model.gguf --host 127.0.0.1 --port 8080",
            ),
            headers(place, &page),
        ],
        Kind::Other => vec![headers(place, &page)],
    }
}

fn for_ollama(page: &str) -> Commands {
    vec![
        one(
            "Ollama on macOS, then quit and open Ollama again",
            &format!("launchctl setenv OLLAMA_ORIGINS \"{page}\""),
        ),
        one(
            "Ollama on Linux (systemd)",
            &format!(
                "sudo mkdir -p /etc/systemd/system/ollama.service.d\n\
                 printf '[Service]\\nEnvironment=\"OLLAMA_ORIGINS={page}\"\\n' | \
                 sudo tee /etc/systemd/system/ollama.service.d/origins.conf\n\
                 sudo systemctl daemon-reload && sudo systemctl restart ollama"
            ),
        ),
        one(
            "Ollama on Windows, then quit it in the taskbar and start it again",
            &format!("setx OLLAMA_ORIGINS \"{page}\""),
        ),
        one(
            "Ollama started by hand",
            &format!("OLLAMA_ORIGINS=\"{page}\" ollama serve"),
        ),
    ]
}

/// What any server, or a proxy before it, has to send.
fn headers(place: &Place<'_>, page: &str) -> (String, String) {
    let key = match place.has_key() {
        true => "authorization, content-type",
        false => "content-type",
    };
    one(
        "Headers of every reply, errors and replies to OPTIONS included",
        &format!(
            "Access-Control-Allow-Origin: {page}\nAccess-Control-Allow-Headers: {key}\n\
             Access-Control-Allow-Methods: GET, POST, OPTIONS"
        ),
    )
}

/// How the server is started.
pub(super) fn to_start(place: &Place<'_>) -> Commands {
    let host = place.host();
    let (_, port) = address::host_and_port(&host);
    let model = model(place);
    match kind(place) {
        Kind::Ollama => match address::origin(place.page_origin) {
            // Only pages from this computer are let in without being named.
            Ok(page) if address::space(&page) != Some(Space::Loopback) => vec![one(
                "Ollama",
                &format!("OLLAMA_ORIGINS=\"{page}\" ollama serve"),
            )],
            _ => vec![one("Ollama", "ollama serve")],
        },
        Kind::Vllm => vec![one(
            "vLLM",
            &format!("vllm serve {model} --port {}", or(port, "8000")),
        )],
        Kind::Tgi => vec![one(
            "Text Generation Inference",
            &format!(
                "text-generation-launcher --model-id {model} --port {}",
                or(port, "8080")
            ),
        )],
        Kind::LmStudio => vec![one("LM Studio", "lms server start --cors")],
        Kind::LlamaCpp => vec![one(
            "llama.cpp",
            &format!("llama-server -m model.gguf --port {}", or(port, "8080")),
        )],
        Kind::Other => Vec::new(),
    }
}

/// How the model is fetched, where that can be said.
pub(super) fn to_fetch_model(place: &Place<'_>) -> Commands {
    match kind(place) {
        Kind::Ollama => vec![one("Ollama", &format!("ollama pull {}", model(place)))],
        _ => Vec::new(),
    }
}

/// How a server on another machine becomes one on this computer.
pub(super) fn to_tunnel(place: &Place<'_>) -> Commands {
    let host = place.host();
    let (name, port) = address::host_and_port(&host);
    let port = or(port, "80");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    // An address can come with a link: nothing of it that a shell would take for more than a name.
    if name.starts_with('-') || !name.chars().all(is_plain) {
        return Vec::new();
    }
    vec![one(
        &format!("A tunnel; the base URL is then on http://localhost:{port}"),
        &format!("ssh -N -L {port}:localhost:{port} {name}"),
    )]
}

fn or<'t>(text: &'t str, other: &'t str) -> &'t str {
    if text.is_empty() { other } else { text }
}

fn one(of: &str, command: &str) -> (String, String) {
    (of.to_owned(), command.to_owned())
}

/// The model's name as a shell takes it.
fn model(place: &Place<'_>) -> String {
    let name = place.model.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@".contains(c);
    match name {
        "" => "MODEL".to_owned(),
        name if name.starts_with('-') || name.contains(char::is_control) => "MODEL".to_owned(),
        name if name.chars().all(is_plain) => name.to_owned(),
        name => format!("'{}'", name.replace('\'', r"'\''")),
    }
}
