//! Lines of a batch: whose words they are in, and how they come into files.

use marksheet::provider::batch::{CHUNK, Chunk, Cutter, LIMITS, Limits, line, part_name, writer};
use marksheet::provider::{
    Adapted, Asking, ModelConfig, PROVIDERS, Prompt, Structure, find, request,
};
use serde_json::{Value, json};

fn config(provider: &str) -> ModelConfig {
    ModelConfig {
        provider: provider.into(),
        base_url: "https://models.example.com/v1".into(),
        model: "m-1".into(),
        temperature: Some(0.5),
        max_tokens: 512,
        seed: Some(7),
    }
}

/// The line of a provider, parsed.
fn line_of(provider: &str, structure: Structure<'_>) -> Value {
    let (config, prompt) = (config(provider), prompt());
    let asking = Asking {
        config: &config,
        prompt: &prompt,
        key: None,
        adapted: Adapted::default(),
        structure,
    };
    let line = line(writer(provider), "q-1", &asking);
    assert!(line.ends_with('\n') && line.lines().count() == 1);
    serde_json::from_str(&line).unwrap()
}

fn prompt() -> Prompt {
    Prompt {
        system: "Answer.".into(),
        user: "Which\nletter?".into(),
    }
}

#[test]
fn a_line_has_the_body_that_a_run_sends() {
    let schema = json!({"type": "object", "properties": {"answer": {"type": "string"}}});
    let by_schema = Structure::Schema {
        name: "MCQAResponse",
        schema: &schema,
        original: &schema,
    };
    for structure in [Structure::Plain, by_schema] {
        for provider in PROVIDERS {
            let line = line_of(provider.key, structure);
            let writer = if provider.key == "mistral" {
                "mistral"
            } else {
                "openai"
            };
            let (config, prompt) = (config(writer), prompt());
            let asking = Asking {
                config: &config,
                prompt: &prompt,
                key: None,
                adapted: Adapted::default(),
                structure,
            };
            let (sent, _) = request(find(writer).unwrap(), &asking).unwrap();
            let sent: Value = serde_json::from_str(sent.body()).unwrap();
            assert_eq!(line["body"], sent, "{}", provider.key);
        }
    }
}

#[test]
fn lines_look_like_this() {
    let lines = [
        line_of("openai", Structure::Plain),
        line_of("mistral", Structure::Plain),
    ];
    insta::assert_snapshot!(serde_json::to_string_pretty(&lines).unwrap());
}

fn cut(limits: Limits, lines: impl IntoIterator<Item = String>) -> Vec<Chunk> {
    let mut cutter = Cutter::new(limits);
    let mut chunks: Vec<Chunk> = lines
        .into_iter()
        .filter_map(|line| cutter.push(&line))
        .collect();
    chunks.extend(cutter.finish());
    assert_eq!(cutter.finish(), None);
    chunks
}

/// The lines of each part.
fn parts(chunks: &[Chunk]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for chunk in chunks {
        parts.resize(chunk.part + 1, String::new());
        parts[chunk.part].push_str(&chunk.text);
    }
    parts
}

#[test]
fn a_file_is_full_at_either_limit_and_not_before() {
    let numbered = |n: usize| (0..n).map(|i| format!("{i:09}\n"));
    for (limits, sizes) in [
        (
            Limits {
                n_lines: 4,
                n_bytes: 1000,
            },
            vec![4, 4, 2],
        ),
        (
            Limits {
                n_lines: 10,
                n_bytes: 1000,
            },
            vec![10],
        ),
        (
            Limits {
                n_lines: 100,
                n_bytes: 30,
            },
            vec![3, 3, 3, 1],
        ),
        (
            Limits {
                n_lines: 100,
                n_bytes: 39,
            },
            vec![3, 3, 3, 1],
        ),
        // A line that is longer than a file has one to itself.
        (
            Limits {
                n_lines: 100,
                n_bytes: 5,
            },
            vec![1; 10],
        ),
    ] {
        let parts = parts(&cut(limits, numbered(10)));
        let n_lines: Vec<usize> = parts.iter().map(|part| part.lines().count()).collect();
        assert_eq!(n_lines, sizes, "{limits:?}");
        assert_eq!(parts.concat(), numbered(10).collect::<String>());
    }
    assert!(cut(LIMITS, []).is_empty());
    assert_eq!(
        (part_name(0).as_str(), LIMITS.n_lines),
        ("batch-1.jsonl", 50_000)
    );
}

#[test]
fn no_chunk_is_larger_than_a_chunk_and_whole_lines_alone() {
    let line = |i: usize| format!("{}\n", "x".repeat(1 + i * 7919 % 90_000));
    let chunks = cut(LIMITS, (0..300).map(line));
    assert!(chunks.len() > 10 && chunks.iter().all(|chunk| chunk.text.len() <= CHUNK));
    assert!(chunks.iter().all(|chunk| chunk.text.ends_with('\n')));
    let huge = cut(
        LIMITS,
        [line(0), format!("{}\n", "y".repeat(2 * CHUNK)), line(1)],
    );
    assert_eq!(huge.len(), 3);
}
