//! The stories of the Answers place: a server that fails as told is asked, and what comes out is what it told beforehand.

mod again;
mod asking;
mod batch;
mod before;
mod buttons;
mod connection;
mod during;
mod examples;
mod faults;
mod hand;
mod hidden;
mod key;
mod kills;
mod leaving;
pub mod made;
mod modes;
mod network;
mod providers;
mod records;
mod scan;
mod schemas;
mod speed;
mod stops;
mod tabs;
mod work;

pub use again::a_finished_run_opens_again_in_a_fresh_browser;
pub use batch::{a_batch_beyond_one_file_is_a_zip_of_two, a_batch_goes_out_and_comes_back};
pub use before::nothing_is_sent_before_it_is_asked_for;
pub use buttons::{
    a_paused_stopped_and_reloaded_run_goes_on_where_it_was, failed_items_are_asked_again_on_request,
};
pub use connection::the_test_of_a_connection_names_the_cause;
pub use during::{
    requests_in_flight_follow_their_field_during_a_run, the_score_so_far_ends_as_the_headline,
};
pub use examples::chosen_examples_are_in_the_requests;
pub use faults::every_fault_ends_as_told;
pub use hand::{baselines_answer_both_samples, replies_are_pasted_by_hand};
pub use hidden::a_hidden_tab_keeps_its_pace;
pub use key::{
    a_planted_text_is_found_everywhere, choosing_a_provider_asks_nobody, the_key_is_nowhere,
};
pub use kills::{
    a_killed_browser_loses_nothing_and_repeats_nothing, a_killed_browser_opens_with_its_files,
};
pub use leaving::scores_can_be_left_in_their_first_moments;
pub use modes::inference_hands_out_its_files_and_evaluation_leads_to_scores;
pub use network::a_cut_network_costs_no_answer;
pub use providers::{every_provider_is_asked_by_a_schema, every_provider_is_asked_in_plain_text};
pub use records::{
    a_record_opened_during_a_run_stays_open_to_its_end, an_open_record_tells_all_that_is_kept,
};
pub use schemas::{
    a_schema_of_ones_own_is_built_typed_and_pasted,
    alues_documented_examples_work_under_their_own_names,
};
pub use speed::time;
pub use stops::{
    a_mistyped_model_is_put_right_and_the_run_goes_on, a_run_stops_for_quotas_and_keys_and_goes_on,
    a_run_without_an_answer_says_why_beside_a_scored_one,
};
pub use tabs::a_second_tab_is_told_and_asks_nothing;
pub use work::{
    a_dataset_dropped_during_a_run_changes_nothing_unasked, a_run_outlives_its_dataset,
    a_run_that_is_removed_asks_nothing_more_and_leaves_nothing,
    starting_over_ends_a_run_and_leaves_nothing,
};
