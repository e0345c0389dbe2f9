//! Input files of batch services: the prompts of a run as lines, in as many files as the services' limits ask for.
//!
//! The same line is taken by OpenAI's Batch API, Groq's and vLLM's `run-batch`; Mistral's has less around the body. Never
//! is more held than one chunk. Deliberately absent: making prompts, writing files, and the output, which
//! [`predictions::batch`](crate::predictions::batch) reads.

use super::{ANY, Asking, Provider, find};
use serde_json::{Value, json};

/// What one file of a batch may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lines.
    pub n_lines: usize,
    /// Bytes, line ends included.
    pub n_bytes: usize,
}

/// OpenAI's limits, 50,000 lines and 200 MB; the others allow no less.
pub const LIMITS: Limits = Limits {
    n_lines: 50_000,
    n_bytes: 200_000_000,
};

/// A chunk is handed on when it has so many bytes.
pub const CHUNK: usize = 1 << 20;

/// Providers that take such a file for a batch, and people who run it themselves.
const TAKE_IT: [&str; 5] = ["openai", "mistral", "groq", "vllm", "custom"];

/// The provider in whose words a batch is written where `chosen` is the one that was chosen: Mistral's for Mistral, OpenAI's
/// for every other.
pub fn writer(chosen: &str) -> &'static Provider {
    let key = if chosen == "mistral" {
        chosen
    } else {
        "openai"
    };
    find(key).unwrap_or(&ANY)
}

/// Whether `chosen` is known to take no such file as it is.
///
/// ```
/// use marksheet::provider::batch::is_foreign;
/// assert!(is_foreign("anthropic") && !is_foreign("vllm"));
/// ```
pub fn is_foreign(chosen: &str) -> bool {
    find(chosen).is_some() && !TAKE_IT.contains(&chosen)
}

/// One line, its end included: what `writer` would be asked in a run, under `custom_id`.
///
/// ```
/// use marksheet::provider::{Adapted, Asking, ModelConfig, Prompt, Structure, batch};
/// let config = ModelConfig { provider: "openai".into(), base_url: String::new(), model: "m".into(), temperature: None,
///     max_tokens: 9, seed: None };
/// let prompt = Prompt { system: String::new(), user: "Which?".into() };
/// let asking = Asking { config: &config, prompt: &prompt, key: None, adapted: Adapted::default(),
///     structure: Structure::Plain };
/// let line = batch::line(batch::writer("openai"), "q-1", &asking);
/// assert_eq!(line, "{\"custom_id\":\"q-1\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\",\"body\":{\"model\":\"m\",\
///     \"messages\":[{\"role\":\"user\",\"content\":\"Which?\"}],\"max_completion_tokens\":9}}\n");
/// ```
pub fn line(writer: &Provider, custom_id: &str, asking: &Asking<'_>) -> String {
    let (body, _) = writer.wire().body(writer, asking);
    let line: Value = if writer.key == "mistral" {
        json!({ "custom_id": custom_id, "body": body })
    } else {
        json!({
            "custom_id": custom_id,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": body,
        })
    };
    let mut line = line.to_string();
    line.push('\n');
    line
}

/// Some whole lines of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The file they belong to, from 0; chunks come in the order of the files.
    pub part: usize,
    /// The lines.
    pub text: String,
}

/// Puts lines into chunks, and chunks into files.
#[derive(Clone, Debug)]
pub struct Cutter {
    limits: Limits,
    part: usize,
    n_lines: usize,
    n_bytes: usize,
    text: String,
}

impl Cutter {
    /// Nothing yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            part: 0,
            n_lines: 0,
            n_bytes: 0,
            text: String::new(),
        }
    }

    /// Adds a line with its end; a chunk when one is full, or the next file begins. A line that is longer than a file may
    /// be has one to itself.
    #[must_use]
    pub fn push(&mut self, line: &str) -> Option<Chunk> {
        let is_full = self.n_lines >= self.limits.n_lines
            || self.n_bytes.saturating_add(line.len()) > self.limits.n_bytes;
        let mut chunk = None;
        if is_full && self.n_lines > 0 {
            chunk = self.finish();
            self.part += 1;
            (self.n_lines, self.n_bytes) = (0, 0);
        } else if self.text.len().saturating_add(line.len()) > CHUNK {
            chunk = self.finish();
        }
        self.text.push_str(line);
        self.n_lines += 1;
        self.n_bytes += line.len();
        chunk
    }

    /// What is left.
    #[must_use]
    pub fn finish(&mut self) -> Option<Chunk> {
        (!self.text.is_empty()).then(|| Chunk {
            part: self.part,
            text: std::mem::take(&mut self.text),
        })
    }
}

/// The name of a file of a batch that has several, from 0: `batch-1.jsonl`.
pub fn part_name(part: usize) -> String {
    format!("batch-{}.jsonl", part + 1)
}
