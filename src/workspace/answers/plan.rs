//! From what stands in the fields of the Answers place to who is asked, how, and how hard.
//!
//! Deliberately absent: the dataset and the prompts, which are the workspace's.

use crate::baseline::{self, Baseline, Kind};
use crate::problem::Problem;
use crate::protocol::{AskForm, BY_HAND};
use crate::provider::{self, ModelConfig, Provider, Wanted};
use crate::run::RunConfig;
use core::time::Duration;
use std::str::FromStr;

/// Tries per item, the first included: with pauses that double, the last comes some ten seconds after the first.
const N_TRIES: u32 = 4;

/// Connections a browser opens at once to a server without TLS, which therefore speaks HTTP/1.1.
const N_CONNECTIONS: usize = 6;

/// Who answers.
#[derive(Clone, Copy)]
pub enum Who {
    /// A model at a provider's server.
    Model(&'static Provider),
    /// A built-in baseline, with its letter or seed.
    Baseline(Kind),
    /// A person who carries prompts and replies.
    Hand,
}

/// What stands in the fields, read.
pub(super) struct Plan {
    pub(super) who: Who,
    pub(super) model: ModelConfig,
    pub(super) config: RunConfig,
    pub(super) wanted: Wanted,
    /// The first so many questions; `None` for all.
    pub(super) n_questions: Option<usize>,
}

/// Reads the fields.
///
/// # Errors
/// Everything that is wrong with them at once.
pub(super) fn plan(form: &AskForm) -> Result<Plan, Vec<Problem>> {
    let mut fields = Fields::default();
    let temperature = fields.number("temperature", &form.temperature, 0.0, 2.0);
    let max_tokens = fields.whole("max tokens", &form.max_tokens, 1, 10_000_000);
    let seed = fields.whole("seed", &form.seed, 0, (1 << 53) - 1);
    let n_questions = fields.whole("number of questions", &form.n_questions, 1, u32::MAX.into());
    let config = config(form, &mut fields);
    let who = who(form, seed, &mut fields);
    let (Some(who), []) = (who, fields.problems.as_slice()) else {
        return Err(fields.problems);
    };
    Ok(Plan {
        who,
        model: ModelConfig {
            provider: form.provider.clone(),
            base_url: match who {
                Who::Model(_) => form.base_url.trim().to_owned(),
                Who::Baseline(_) | Who::Hand => String::new(),
            },
            model: match who {
                Who::Model(_) => form.model.trim().to_owned(),
                Who::Baseline(kind) => label(&form.provider, kind),
                Who::Hand => named_or(form.model.trim(), "by hand").to_owned(),
            },
            temperature: temperature.filter(|_| matches!(who, Who::Model(_))),
            max_tokens: max_tokens.map_or(1024, |n| n as u32),
            seed,
        },
        config,
        wanted: Wanted::from_typed(&form.field_to_extract),
        n_questions: n_questions.map(|n| n as usize),
    })
}

/// How hard the server may be asked.
pub(super) fn config_of(form: &AskForm) -> Result<RunConfig, Vec<Problem>> {
    let mut fields = Fields::default();
    let config = config(form, &mut fields);
    match fields.problems.is_empty() {
        true => Ok(config),
        false => Err(fields.problems),
    }
}

fn config(form: &AskForm, fields: &mut Fields) -> RunConfig {
    let n_parallel = fields.whole("requests in flight", &form.n_parallel, 1, 256);
    let n_parallel = n_parallel.map_or(N_CONNECTIONS, |n| n as usize);
    let per_minute = fields.whole("requests a minute", &form.requests_per_minute, 1, 1_000_000);
    let seconds = fields.number("time limit", &form.time_limit, 0.1, 86_400.0);
    RunConfig {
        n_parallel: at_most(n_parallel, &form.base_url),
        n_tries: N_TRIES,
        time_limit: Duration::from_secs_f64(seconds.unwrap_or(120.0)),
        requests_per_minute: per_minute.map(|n| n as u32),
    }
}

/// No more requests at once than a browser really sends to that server: others would only wait unseen.
pub(super) fn at_most(n_parallel: usize, base_url: &str) -> usize {
    match base_url.trim().to_ascii_lowercase().starts_with("http://") {
        true => n_parallel.min(N_CONNECTIONS),
        false => n_parallel,
    }
}

fn who(form: &AskForm, seed: Option<u64>, fields: &mut Fields) -> Option<Who> {
    if form.provider == BY_HAND {
        return Some(Who::Hand);
    }
    if let Some(Baseline { kind, .. }) = baseline::find(&form.provider) {
        return Some(Who::Baseline(match kind {
            Kind::Random(usual) => Kind::Random(seed.unwrap_or(usual)),
            Kind::Letter(usual) => Kind::Letter(letter(&form.letter).unwrap_or(usual)),
            kind => kind,
        }));
    }
    let provider = provider::find(&form.provider);
    if provider.is_none() {
        let problem = Problem::error(format!("there is no provider named {}", form.provider));
        fields.problems.push(problem.hint("choose one of the list"));
    }
    provider.map(Who::Model)
}

/// Who answered a run that is there already.
pub(super) fn who_of(model: &ModelConfig) -> Option<Who> {
    if model.provider == BY_HAND {
        return Some(Who::Hand);
    }
    match baseline::find(&model.provider) {
        // The letter is the last of the label, where `label` put it.
        Some(Baseline { kind, .. }) => Some(Who::Baseline(match kind {
            Kind::Random(usual) => Kind::Random(model.seed.unwrap_or(usual)),
            Kind::Letter(usual) => {
                Kind::Letter(model.model.chars().last().and_then(upper).unwrap_or(usual))
            }
            kind => kind,
        })),
        None => provider::find(&model.provider).map(Who::Model),
    }
}

/// A baseline's name, with what was chosen for it.
fn label(key: &str, kind: Kind) -> String {
    match kind {
        Kind::Letter(letter) => format!("baseline: always {letter}"),
        Kind::Random(seed) => format!("baseline: random letter, seed {seed}"),
        _ => baseline::find(key).map_or(String::new(), |baseline| baseline.label.to_owned()),
    }
}

fn letter(typed: &str) -> Option<char> {
    typed.trim().chars().next().and_then(upper)
}

fn upper(letter: char) -> Option<char> {
    letter
        .is_ascii_alphabetic()
        .then(|| letter.to_ascii_uppercase())
}

fn named_or<'t>(name: &'t str, other: &'t str) -> &'t str {
    if name.is_empty() { other } else { name }
}

/// Reads number fields and collects what is wrong with them.
#[derive(Default)]
struct Fields {
    problems: Vec<Problem>,
}

impl Fields {
    /// A whole number; `None` where the field is blank or wrong.
    fn whole(&mut self, name: &str, typed: &str, least: u64, most: u64) -> Option<u64> {
        self.read(name, typed, least, most, "a whole number")
    }

    /// A number; `None` where the field is blank or wrong.
    fn number(&mut self, name: &str, typed: &str, least: f64, most: f64) -> Option<f64> {
        self.read(name, &typed.replace(',', "."), least, most, "a number")
    }

    fn read<N: FromStr + PartialOrd + ToString>(
        &mut self,
        name: &str,
        typed: &str,
        least: N,
        most: N,
        kind: &str,
    ) -> Option<N> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let read = typed.parse().ok();
        let read = read.filter(|number: &N| *number >= least && *number <= most);
        if read.is_none() {
            let (least, most) = (least.to_string(), most.to_string());
            let problem = Problem::error(format!("{name}: {typed} cannot be used"));
            self.problems
                .push(problem.hint(format!("type {kind} from {least} to {most}")));
        }
        read
    }
}
