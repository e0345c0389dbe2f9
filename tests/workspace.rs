//! What follows from the files a person opens, in whatever order: the dataset, the runs, the questions asked, the view.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "workspace/answers.rs"]
mod answers;
#[path = "workspace/any_order.rs"]
mod any_order;
#[path = "workspace/any_prompting.rs"]
mod any_prompting;
#[path = "workspace/asking.rs"]
mod asking;
#[path = "workspace/bad_input.rs"]
mod bad_input;
#[path = "workspace/batch_again.rs"]
mod batch_again;
#[path = "workspace/batch_back.rs"]
mod batch_back;
#[path = "workspace/batch_files.rs"]
mod batch_files;
#[path = "workspace/batch_rest.rs"]
mod batch_rest;
#[path = "workspace/batches.rs"]
mod batches;
#[path = "workspace/comparing.rs"]
mod comparing;
#[path = "workspace/comparing_anew.rs"]
mod comparing_anew;
#[path = "workspace/costs.rs"]
mod costs;
#[path = "workspace/doubts.rs"]
mod doubts;
#[path = "normalize/each.rs"]
mod each;
#[path = "workspace/findings.rs"]
mod findings;
#[path = "workspace/items.rs"]
mod items;
#[path = "workspace/keeping.rs"]
mod keeping;
#[path = "long/times.rs"]
mod long;
#[path = "workspace/many.rs"]
mod many;
#[path = "workspace/misfits.rs"]
mod misfits;
#[path = "workspace/nesting.rs"]
mod nesting;
#[path = "workspace/numbers.rs"]
mod numbers;
#[path = "workspace/opening.rs"]
mod opening;
#[path = "workspace/page.rs"]
mod page;
#[path = "workspace/probabilities.rs"]
mod probabilities;
#[path = "workspace/prompt_notices.rs"]
mod prompt_notices;
#[path = "workspace/prompt_sets.rs"]
mod prompt_sets;
#[path = "workspace/prompting.rs"]
mod prompting;
#[path = "workspace/read_as.rs"]
mod read_as;
#[path = "workspace/removing_runs.rs"]
mod removing_runs;
#[path = "workspace/results_json.rs"]
mod results_json;
#[path = "workspace/schemas.rs"]
mod schemas;
#[path = "workspace/table.rs"]
mod table;
#[path = "workspace/templates.rs"]
mod templates;
#[path = "workspace/which_run.rs"]
mod which_run;
#[path = "workspace/work.rs"]
mod work;
#[path = "workspace/zips.rs"]
mod zips;
