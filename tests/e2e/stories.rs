//! The stories: what a person does from opening the page to the result. Few, because they are slow;
//! every rule has its own test without a browser.

use crate::answers::{
    a_batch_beyond_one_file_is_a_zip_of_two, a_batch_goes_out_and_comes_back,
    a_cut_network_costs_no_answer, a_dataset_dropped_during_a_run_changes_nothing_unasked,
    a_finished_run_opens_again_in_a_fresh_browser, a_hidden_tab_keeps_its_pace,
    a_killed_browser_loses_nothing_and_repeats_nothing, a_killed_browser_opens_with_its_files,
    a_mistyped_model_is_put_right_and_the_run_goes_on,
    a_paused_stopped_and_reloaded_run_goes_on_where_it_was, a_planted_text_is_found_everywhere,
    a_record_opened_during_a_run_stays_open_to_its_end, a_run_outlives_its_dataset,
    a_run_stops_for_quotas_and_keys_and_goes_on,
    a_run_that_is_removed_asks_nothing_more_and_leaves_nothing,
    a_run_without_an_answer_says_why_beside_a_scored_one,
    a_schema_of_ones_own_is_built_typed_and_pasted, a_second_tab_is_told_and_asks_nothing,
    alues_documented_examples_work_under_their_own_names, an_open_record_tells_all_that_is_kept,
    baselines_answer_both_samples, choosing_a_provider_asks_nobody,
    chosen_examples_are_in_the_requests, every_fault_ends_as_told,
    every_provider_is_asked_by_a_schema, every_provider_is_asked_in_plain_text,
    failed_items_are_asked_again_on_request,
    inference_hands_out_its_files_and_evaluation_leads_to_scores,
    nothing_is_sent_before_it_is_asked_for, replies_are_pasted_by_hand,
    requests_in_flight_follow_their_field_during_a_run, scores_can_be_left_in_their_first_moments,
    starting_over_ends_a_run_and_leaves_nothing, the_key_is_nowhere,
    the_score_so_far_ends_as_the_headline, the_test_of_a_connection_names_the_cause,
};
use crate::browser::Page;
use crate::prompts::{
    a_changed_template_is_previewed_kept_and_reset, dropped_templates_come_back_unchanged,
    every_template_comes_out_as_in_jinja2, template_faults_are_told_and_data_stays_data,
    the_editor_types_undoes_finds_and_can_be_left,
};
use crate::understanding::{
    a_bar_shows_its_questions_and_a_chart_is_a_file,
    a_chain_moves_the_score_and_goes_along_with_its_run,
    a_group_of_faults_shows_its_questions_also_after_a_reload, two_runs_are_compared,
};
use crate::{Outcome, act, cases, check, downloads, find};
use std::path::PathBuf;

/// Lists the stories by the names of their functions.
macro_rules! stories {
    ($($name:ident,)*) => {
        /// Every story, in the order they are told.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Runs the story of that name.
        pub async fn tell(name: &str, page: &Page) -> Outcome {
            match name {
                $(stringify!($name) => $name(page).await,)*
                _ => Err(format!("there is no story {name}").into()),
            }
        }
    };
}

stories! {
    two_dropped_files_are_scored,
    a_sample_is_scored_with_one_click,
    a_reload_keeps_the_score,
    starting_over_clears_everything,
    a_bad_file_is_told_and_the_page_stays_usable,
    a_file_of_500_mb_is_refused_with_a_reason,
    every_download_of_a_sample_is_right,
    another_profile_and_normalizer_score_again_at_once,
    the_table_filters_searches_and_opens_a_question,
    two_look_alike_files_are_asked_about,
    predictions_wait_for_their_dataset,
    two_tabs_keep_apart,
    a_downloaded_run_opens_again,
    a_group_of_faults_shows_its_questions_also_after_a_reload,
    a_chain_moves_the_score_and_goes_along_with_its_run,
    a_bar_shows_its_questions_and_a_chart_is_a_file,
    two_runs_are_compared,
    a_changed_template_is_previewed_kept_and_reset,
    dropped_templates_come_back_unchanged,
    template_faults_are_told_and_data_stays_data,
    the_editor_types_undoes_finds_and_can_be_left,
    every_template_comes_out_as_in_jinja2,
    baselines_answer_both_samples,
    replies_are_pasted_by_hand,
    nothing_is_sent_before_it_is_asked_for,
    the_score_so_far_ends_as_the_headline,
    requests_in_flight_follow_their_field_during_a_run,
    an_open_record_tells_all_that_is_kept,
    a_record_opened_during_a_run_stays_open_to_its_end,
    chosen_examples_are_in_the_requests,
    inference_hands_out_its_files_and_evaluation_leads_to_scores,
    a_finished_run_opens_again_in_a_fresh_browser,
    a_dataset_dropped_during_a_run_changes_nothing_unasked,
    a_run_outlives_its_dataset,
    a_run_that_is_removed_asks_nothing_more_and_leaves_nothing,
    starting_over_ends_a_run_and_leaves_nothing,
    scores_can_be_left_in_their_first_moments,
    a_paused_stopped_and_reloaded_run_goes_on_where_it_was,
    failed_items_are_asked_again_on_request,
    a_run_stops_for_quotas_and_keys_and_goes_on,
    a_mistyped_model_is_put_right_and_the_run_goes_on,
    a_run_without_an_answer_says_why_beside_a_scored_one,
    a_cut_network_costs_no_answer,
    every_fault_ends_as_told,
    every_provider_is_asked_by_a_schema,
    every_provider_is_asked_in_plain_text,
    alues_documented_examples_work_under_their_own_names,
    a_schema_of_ones_own_is_built_typed_and_pasted,
    the_test_of_a_connection_names_the_cause,
    a_batch_goes_out_and_comes_back,
    a_batch_beyond_one_file_is_a_zip_of_two,
    a_second_tab_is_told_and_asks_nothing,
    a_planted_text_is_found_everywhere,
    choosing_a_provider_asks_nobody,
    the_key_is_nowhere,
    a_killed_browser_opens_with_its_files,
    a_killed_browser_loses_nothing_and_repeats_nothing,
    a_hidden_tab_keeps_its_pace,
    every_case_comes_out_as_expected,
}

async fn two_dropped_files_are_scored(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await?;
    check::metric_is(page, "f1", 200.0 / 7.0).await?;
    check::metric_is(page, "total", 7.0).await
}

async fn a_sample_is_scored_with_one_click(page: &Page) -> Outcome {
    act::click(page, "sample-aviation-exam").await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    find::element(page, "metric-accuracy").await.map(drop)
}

async fn a_reload_keeps_the_score(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    act::reload(page).await?;
    check::status_becomes(page, "done").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await
}

async fn starting_over_clears_everything(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::click(page, "start-over").await?;
    act::confirm(page).await?;
    check::status_becomes(page, "idle").await?;
    act::reload(page).await?;
    check::status_becomes(page, "idle").await
}

async fn a_bad_file_is_told_and_the_page_stays_usable(page: &Page) -> Outcome {
    let cut_off = page.downloads.with_file_name("cut-off.json");
    std::fs::write(&cut_off, "{\"data\": [{\"paragraphs\": [")?;
    act::drop_files(page, &[cut_off]).await?;
    check::message_says(page, "error", &["cut-off.json"]).await?;
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await
}

async fn a_file_of_500_mb_is_refused_with_a_reason(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    let huge = page.downloads.with_file_name("huge.json");
    std::fs::File::create(&huge)?.set_len(500 * 1024 * 1024)?;
    act::drop_files(page, &[huge]).await?;
    check::message_says(page, "error", &["huge.json", "500 MB", "split"]).await?;
    check::status_becomes(page, "done").await
}

/// Both samples, each result file against what the core writes natively, and its headline against the sample's README.
async fn every_download_of_a_sample_is_right(page: &Page) -> Outcome {
    for (sample, folder, headline) in [
        (
            "sample-tail-numbers",
            "tail-numbers",
            ("exact", 100.0 * 31.0 / 48.0),
        ),
        (
            "sample-aviation-exam",
            "aviation-exam",
            ("accuracy", 78.0 / 104.0),
        ),
    ] {
        act::go(page, "data").await?;
        act::click(page, sample).await?;
        check::status_becomes(page, "done").await?;
        act::go(page, "scores").await?;
        check::metric_is(page, headline.0, headline.1).await?;
        for (name, expected) in downloads::expected(folder)? {
            let (file, bytes) = act::download(page, &format!("download-{name}")).await?;
            downloads::are_equal(&name, &expected, &file, &bytes)?;
        }
    }
    Ok(())
}

async fn another_profile_and_normalizer_score_again_at_once(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    act::choose(page, "profile", "squad-v2").await?;
    check::status_becomes(page, "done").await?;
    check::metric_is(page, "exact", 300.0 / 7.0).await?;
    act::choose(page, "profile", "squad-v1.1").await?;
    check::status_becomes(page, "done").await?;
    check::metric_is(page, "exact_match", 300.0 / 7.0).await?;
    act::choose(page, "normalizer", "strict").await?;
    check::status_becomes(page, "done").await?;
    check::metric_is(page, "exact_match", 0.0).await
}

async fn the_table_filters_searches_and_opens_a_question(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::rows_are(page, 7).await?;
    act::click(page, "count-correct").await?;
    check::rows_are(page, 1).await?;
    act::click(page, "row").await?;
    check::page_shows(page, "Question 2 of 7").await?;
    act::click(page, "count-correct").await?;
    check::rows_are(page, 7).await
}

async fn two_look_alike_files_are_asked_about(page: &Page) -> Outcome {
    let key = page.downloads.with_file_name("gold.json");
    let predictions = page.downloads.with_file_name("answers.json");
    std::fs::write(&key, r#"{"a": "red", "b": "blue"}"#)?;
    std::fs::write(&predictions, r#"{"a": "red", "b": "green"}"#)?;
    act::drop_files(page, &[key, predictions]).await?;
    check::status_becomes(page, "idle").await?;
    act::press(page, "gold.json").await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "exact", 50.0).await
}

async fn predictions_wait_for_their_dataset(page: &Page) -> Outcome {
    let [dataset, predictions] = case_files("13");
    act::drop_files(page, &[predictions]).await?;
    check::status_becomes(page, "idle").await?;
    act::drop_files(page, &[dataset]).await?;
    check::status_becomes(page, "done").await?;
    check::message_says(page, "warning", &["6 predictions", "x0"]).await
}

async fn two_tabs_keep_apart(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::in_another_tab(page, async {
        check::status_becomes(page, "idle").await?;
        act::drop_files(page, &case_files("13")).await?;
        check::status_becomes(page, "done").await
    })
    .await?;
    act::reload(page).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await
}

async fn a_downloaded_run_opens_again(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    let (name, bytes) = act::download(page, "download-all").await?;
    let kept = page.downloads.with_file_name(name);
    std::fs::write(&kept, bytes)?;
    page.start_afresh().await?;
    act::drop_files(page, &[kept]).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await?;
    check::metric_is(page, "f1", 200.0 / 7.0).await
}

async fn every_case_comes_out_as_expected(page: &Page) -> Outcome {
    cases::all_come_out_as_expected(page).await
}

/// The dataset and the predictions of a case.
fn case_files(id: &str) -> [PathBuf; 2] {
    ["dataset", "predictions"].map(|kind| cases::folder().join(format!("files/{id}.{kind}.json")))
}
