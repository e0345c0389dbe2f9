//! From what stands in the fields of the Answers place to who is asked, how, and how hard.
//!
//! Deliberately absent: the dataset and the prompts, which are the workspace's.

use crate::baseline::{self, Baseline, Kind};
use crate::problem::Problem;
use crate::protocol::{AskForm, BY_HAND};
use crate::provider::address::is_http_1;
use crate::provider::http::N_CONNECTIONS;
use crate::provider::{self, MAX_SEED, ModelConfig, Provider, Wanted};
use crate::run::RunConfig;
use core::time::Duration;
use std::str::FromStr;

/// Tries per item, the first included: with pauses that double, the last comes some ten seconds after the first.
const N_TRIES: u32 = 4;

/// No server wants more at once.
const MOST_PARALLEL: u64 = 256;

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

/// Reads the fields that say anything to who answers; others are not on the page.
///
/// # Errors
/// Everything that is wrong with them at once.
pub(super) fn plan(form: &AskForm) -> Result<Plan, Vec<Problem>> {
    let mut fields = Fields::default();
    let who = who(form, &mut fields);
    let n_questions = fields.whole("Questions", &form.n_questions, 1, u32::MAX.into());
    let model = match who {
        Some(Who::Model(_)) => asked_model(form, &mut fields),
        Some(Who::Baseline(kind)) => ModelConfig {
            model: label(&form.provider, kind),
            seed: match kind {
                Kind::Random(seed) => Some(seed),
                _ => None,
            },
            ..nobody(form)
        },
        Some(Who::Hand) | None => ModelConfig {
            model: named_or(form.model.trim(), "by hand").to_owned(),
            ..nobody(form)
        },
    };
    let config = match who {
        Some(who) => config(form, who, &model.base_url, &mut fields),
        None => UNHURRIED,
    };
    let (Some(who), []) = (who, fields.problems.as_slice()) else {
        return Err(fields.problems);
    };
    Ok(Plan {
        who,
        model,
        config,
        wanted: match who {
            Who::Model(_) | Who::Hand => Wanted::from_typed(&form.field_to_extract),
            Who::Baseline(_) => Wanted::Text,
        },
        n_questions: n_questions.map(|n| n as usize),
    })
}

fn asked_model(form: &AskForm, fields: &mut Fields) -> ModelConfig {
    let max_tokens = fields.whole("Longest reply", &form.max_tokens, 1, 10_000_000);
    ModelConfig {
        provider: form.provider.clone(),
        base_url: form.base_url.trim().to_owned(),
        model: form.model.trim().to_owned(),
        temperature: fields.number("Temperature", &form.temperature, 0.0, 2.0),
        max_tokens: max_tokens.map_or(1024, |n| n as u32),
        seed: seed(form, fields),
    }
}

/// No server is asked.
fn nobody(form: &AskForm) -> ModelConfig {
    ModelConfig {
        provider: form.provider.clone(),
        base_url: String::new(),
        model: String::new(),
        temperature: None,
        max_tokens: 1024,
        seed: None,
    }
}

/// How hard the server at `base_url` may be asked.
pub(super) fn config_of(
    form: &AskForm,
    who: Who,
    base_url: &str,
) -> Result<RunConfig, Vec<Problem>> {
    let mut fields = Fields::default();
    let config = config(form, who, base_url, &mut fields);
    match fields.problems.is_empty() {
        true => Ok(config),
        false => Err(fields.problems),
    }
}

/// For whoever answers at once.
const UNHURRIED: RunConfig = RunConfig {
    n_parallel: N_CONNECTIONS,
    n_tries: 1,
    time_limit: Duration::from_secs(120),
    requests_per_minute: None,
};

fn config(form: &AskForm, who: Who, base_url: &str, fields: &mut Fields) -> RunConfig {
    let Who::Model(_) = who else {
        return UNHURRIED;
    };
    let n_parallel = fields.whole("Requests in flight", &form.n_parallel, 1, MOST_PARALLEL);
    let n_parallel = n_parallel.map_or(N_CONNECTIONS, |n| n as usize);
    let per_minute = fields.whole("Requests a minute", &form.requests_per_minute, 1, 1_000_000);
    let seconds = fields.number("Longest wait", &form.time_limit, 0.1, 86_400.0);
    RunConfig {
        n_parallel: at_most(n_parallel, base_url),
        n_tries: N_TRIES,
        time_limit: Duration::from_secs_f64(seconds.unwrap_or(120.0)),
        requests_per_minute: per_minute.map(|n| n as u32),
    }
}

/// No more requests at once than a browser really sends to that server: others would only wait unseen.
///
/// ```
/// use marksheet::workspace::at_most;
/// assert_eq!((at_most(50, "http://localhost:1"), at_most(50, "https://a.b"), at_most(0, "")), (6, 50, 1));
/// ```
pub fn at_most(n_parallel: usize, base_url: &str) -> usize {
    let most = match is_http_1(base_url) {
        true => N_CONNECTIONS,
        false => MOST_PARALLEL as usize,
    };
    n_parallel.clamp(1, most)
}

fn who(form: &AskForm, fields: &mut Fields) -> Option<Who> {
    if form.provider == BY_HAND {
        return Some(Who::Hand);
    }
    if let Some(Baseline { kind, .. }) = baseline::find(&form.provider) {
        return Some(Who::Baseline(match kind {
            Kind::Random(usual) => Kind::Random(seed(form, fields).unwrap_or(usual)),
            Kind::Letter(usual) => Kind::Letter(fields.letter(&form.letter).unwrap_or(usual)),
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

fn seed(form: &AskForm, fields: &mut Fields) -> Option<u64> {
    let server = provider::find(&form.provider);
    let most = server.map_or(MAX_SEED, |server| server.max_seed);
    fields.whole("Seed", &form.seed, 0, most)
}

/// Who is chosen in the fields; `None` where there is none of that name.
pub(super) fn who_of_form(form: &AskForm) -> Option<Who> {
    who(form, &mut Fields::default())
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
    /// A letter; `None` where the field is blank or wrong.
    fn letter(&mut self, typed: &str) -> Option<char> {
        let typed = typed.trim();
        let mut chars = typed.chars();
        let letter = match (chars.next(), chars.next()) {
            (None, _) => return None,
            (Some(letter), None) => upper(letter),
            (Some(_), Some(_)) => None,
        };
        if letter.is_none() {
            let problem = Problem::error(format!("Letter: {typed} cannot be used"));
            self.problems
                .push(problem.hint("type one letter, for example A"));
        }
        letter
    }

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
        let read: Option<N> = typed.parse().ok();
        let is_above = read.as_ref().is_some_and(|number| *number > most);
        let read = read.filter(|number| *number >= least && *number <= most);
        if read.is_none() {
            let (least, most) = (least.to_string(), most.to_string());
            let problem = Problem::error(format!("{name}: {typed} cannot be used"));
            // A limit that nobody comes near says nothing.
            let hint = match is_above || most.len() < 10 {
                true => format!("type {kind} from {least} to {most}"),
                false => format!("type {kind} from {least}"),
            };
            self.problems.push(problem.hint(hint));
        }
        read
    }
}
