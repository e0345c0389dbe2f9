//! Marksheet marks a model's answers against an answer key, entirely inside a web page.
//!
//! Flow: **file → [`text`] → [`json`] / [`table`] → [`rows`] → [`intake`] → [`dataset`] and [`predictions`] →
//! [`normalize`] → [`metrics`] → [`score`] → [`report`] → download.** Where a model is asked instead of a file dropped:
//! **[`prompt`] → [`provider`] → request → *Host* → reply → [`run`] → [`predictions`].** Every arrow but *Host* is a pure function. [`workspace`] holds
//! what a person has opened and is just as pure; the page (`app`) asks a worker (`worker`) in the words of [`protocol`].
//!
//! # Code map
//!
//! | module | what it is |
//! |---|---|
//! | [`problem`] | what is wrong, where, and what to try: every message a person reads |
//! | [`random`] | the same random numbers on every machine |
//! | [`markup`] | any text as part of HTML and XML |
//! | [`rounding`] | numbers as people read them |
//! | [`text`] | from bytes to text: encodings, and what to say of files that are no text |
//! | [`json`] | JSON as it is written: digits kept, repeated keys seen, depth bounded |
//! | [`table`] | CSV and TSV with a header |
//! | [`rows`] | the one form of JSON lists, JSON Lines and tables |
//! | [`outcome`] | the one class every question ends in |
//! | [`settings`] | the choices that decide the numbers |
//! | [`dataset`] | questions with gold answers, whatever file they came from |
//! | [`said`] | what a server says when it refuses, whatever shape its error has |
//! | [`predictions`] | a model's answers, and how a value is read as text |
//! | [`prompt`] | Jinja2 templates, the sets they are kept in, the values that fill them, few-shot examples |
//! | [`intake`] | what a file is, decided by its content alone |
//! | [`normalize`] | the preparation of the profiles, and the normalizers a person may chain |
//! | [`metrics`] | each figure as a function with definition, range and source; intervals |
//! | [`score`] | judges every question, sums up, says what must be told |
//! | [`explain`] | why one answer is not right, as far as the texts show; questions grouped by that |
//! | [`schema`] | the JSON a model is asked for: built in, typed or from Pydantic classes, adapted to each provider; the check of a reply |
//! | [`provider`] | what is sent to a model's server, and what is read from its reply; the key |
//! | [`run`] | asks every item once: order, pace, retries, lost connections, what is kept |
//! | [`baseline`] | answerers that need no model |
//! | [`compare`] | two runs on the questions both answered, and whether their difference could be chance |
//! | [`report`] | the result files and the zip, written and read |
//! | [`charts`] | what charts show, as numbers with the questions behind each, and in words |
//! | [`picture`] | a chart as shapes: what is drawn where, and as an SVG file |
//! | [`protocol`] | what page and worker say to each other |
//! | [`looks`] | how the questions are looked at, as the address of the page has it |
//! | [`drafts`] | what stands in the fields of the Prompt place while the worker answers |
//! | [`workspace`] | open files, what follows from them, what is asked, what a reload keeps |
//! | `app`, `browser`, `worker` | the page, what a browser can do, and the worker: wasm32 only |
//!
//! # Invariants
//!
//! | what always holds | kept by |
//! |---|---|
//! | a module uses only those above it, as the table there allows; the core does no I/O and knows no browser | `tests/layers.rs` |
//! | reading is total: no bytes panic, and what is not read has an error that says why | `tests/intake.rs` |
//! | a question's scores ([`score::ItemScore`]) are fractions from 0.0 to 1.0, never NaN | `tests/metrics.rs` |
//! | figures ([`score::Scored::metrics`]) are in the unit of the result files: `exact`, `f1`, `list_*` 0–100, `accuracy` 0–1 | `tests/cases.rs`, `tests/report.rs` |
//! | they are the numbers of the Python scripts for the same files | `tests/oracle.rs`, `tests/cases.rs` |
//! | every asked question ends in one class, and the classes add up to the total | `tests/metrics.rs` |
//! | the score of a question and its comparison shown step by step are the same | `tests/metrics.rs` |
//! | files in any order, and a reload, give the same view | `tests/workspace/any_order.rs`, `tests/round_trip.rs` |
//! | a bar, cell or point of a chart counts the questions that its filter picks | `tests/charts/filters.rs` |
//! | a bar or cell that is drawn can be pressed and leads to the questions it counts; no text of a chart lies outside its sheet | `tests/picture.rs` |
//! | curves and bars of the no-answer threshold are those of SQuAD 2.0's script | `tests/charts/thresholds.rs`, `tests/threshold.rs` |
//! | what the address of the page says of filter, order and open question is read back as it was written; anything else there does no harm | `tests/looks.rs` |
//! | two runs are compared on the questions both answered, with the numbers of SciPy and statsmodels; the same runs give the same interval | `tests/compare.rs` |
//! | an exported zip opens again with every number and every chart the same | `tests/round_trip.rs` |
//! | the count of answers outside their context and the reasons shown agree | `tests/explain.rs` |
//! | every question that lost points is in one group, and what the groups lost adds up to what the run lost; they agree with the counts of the verdict | `tests/explain/adding_up.rs` |
//! | a group calls answers right only where nothing that can change a meaning differs | `tests/explain/groups.rs` |
//! | no template is lost by dropping, deleting, resetting: it can be taken back, or lies beside as a copy | `tests/prompt_library.rs` |
//! | nothing typed into a template is lost or lands in another, whatever order answers come in | `tests/drafts.rs` |
//! | a template renders byte for byte as in Python's Jinja2, or ends with an error that says why and where | `tests/prompt.rs` |
//! | no template hangs, fills the memory or the stack, or is cut off without a word | `tests/prompt/limits.rs` |
//! | every item of a run ends in one record and is not asked after it; rate and number in flight are kept | `tests/run/properties.rs` |
//! | the check of replies gives the verdicts of Python's jsonschema; Pydantic classes give the schema Pydantic makes | `tests/schema.rs` |
//! | what fits a schema fits it as adapted to a provider, unless a change says otherwise | `tests/schema/adapting.rs` |
//! | the key is in nothing that can be printed or kept, and goes to the origin it was typed for | `tests/provider/keys.rs`, `tests/run/faults.rs` |
//! | a provider gets no header beyond the allowed ones | `tests/provider/requests.rs` |
//! | every provider's request passes a server that is as strict as it, in every form of reply | `tests/model_server/speaking.rs` |
//! | a form of reply that is refused is asked for one step lower, and each record says which was sent | `tests/run/structures.rs` |
//! | a test of the connection ends in one cause after a few probes, whatever they come to | `tests/provider/connecting.rs` |
//! | a batch of any size is never held, and its outputs come back to their questions | `tests/workspace/batch_files.rs` |
//! | a reply that does not fit its schema is `unparsed` with the reason, on every step alike, and no failed call | `tests/run/schemas.rs` |
//! | of its own accord the page sends no request to another site | `tests/e2e/check.rs` |
//!
//! # To add
//!
//! - **a metric**: a function in `metrics/`, its line in `score/figures.rs` (`extractive` or `multiple_choice`), its
//!   label in `app/figures.rs`; with an interval a line in `FIGURES` of `score/intervals.rs`. Test: a case in
//!   `tests/fixtures/cases`.
//! - **a chart**: a function in a file of `charts/`, its [`charts::Name`], where its bars need one a [`charts::Filter`] and its
//!   name in an address (`looks/filter.rs`). Test: `tests/charts.rs`; `tests/charts/filters.rs` then holds its counts against
//!   its filters, and `tests/picture.rs` what is drawn of it.
//! - **a file format**: a reader in `dataset/` or `predictions/`, a line in `SHAPES` of `intake/object.rs` (one JSON
//!   value) or `intake/record.rs` (rows). Test: a file in `tests/fixtures/dataset` or `predictions`; `tests/intake.rs`
//!   takes a snapshot of every file there.
//! - **a normalizer**: a file in `normalize/`, a variant of [`settings::Normalizer`], its step in `Chain::new` and its
//!   line in [`normalize::CATALOG`]. Test: `tests/normalize/`. A rule for letters is a line in `RULES` of
//!   `normalize/choice_letter.rs`, with its replies in `tests/fixtures/choice_letter`.
//! - **a template set**: a folder in `templates/` with `system.jinja2` and `user.jinja2`, a line in `SETS` of
//!   `prompt/library/built_in.rs`; data it is to be chosen for by itself needs a case in `suggested` there. Test:
//!   `tests/prompt_library.rs` renders every set.
//! - **a filter of Jinja2**: its name in `FILTERS` of `prompt/template/filters.rs`, its function in a file of `filters/`; a
//!   test in `conditions.rs`, a method in the lists of `methods.rs`. Test: templates in `tests/oracle/jinja_templates.py`,
//!   recorded with `tests/oracle/jinja.py`.
//! - **a provider**: a line in [`provider::PROVIDERS`]; what sets it apart from its format in a value is a column there,
//!   the rules it has for schemas ([`schema::Dialect`]) among them.
//!   Where it speaks a format of its own, one file in `provider/` that implements [`provider::Wire`], and its name in
//!   [`provider::Format`]. Test: a folder of replies in `tests/fixtures/provider` (its name in `tests/provider/replies.rs`),
//!   lines in `errors.jsonl`; snapshots of its requests are taken by themselves. The model server learns it in
//!   `xtask/src/model_server/wire`: `tests/model_server/speaking.rs` then asks it in every form.
//! - **a baseline**: a line in [`baseline::BASELINES`] and its [`baseline::Kind`]. Test: `tests/run/baselines.rs`.
//! - **a result file**: a function in `report/`, a line in [`report::FILES`]. Test: `tests/report.rs`.

// The core, in reading order.
pub mod problem;
pub mod random;

pub mod markup;
pub mod rounding;
pub mod text;

pub mod json;
pub mod rows;
pub mod table;

pub mod outcome;
pub mod settings;

pub mod dataset;

pub mod said;

pub mod predictions;

pub mod prompt;

pub mod intake;

pub mod normalize;

pub mod metrics;

pub mod score;

pub mod explain;

pub mod schema;

pub mod baseline;
pub mod provider;
pub mod run;

pub mod report;

pub mod charts;
pub mod compare;
pub mod picture;

pub mod protocol;

pub mod looks;

pub mod drafts;
pub mod workspace;

// The page and its worker.
#[cfg(target_arch = "wasm32")]
pub mod app;
#[cfg(target_arch = "wasm32")]
pub mod browser;
#[cfg(target_arch = "wasm32")]
pub mod worker;
