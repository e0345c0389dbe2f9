//! The stories of the Answers place: a server that fails as told is asked, and what comes out is what it told beforehand.

mod asking;
mod buttons;
mod faults;
mod hand;
mod hidden;
mod key;
mod kills;
mod made;
mod network;
mod scan;
mod speed;
mod stops;
mod tabs;

pub use buttons::{
    a_paused_stopped_and_reloaded_run_goes_on_where_it_was, failed_items_are_asked_again_on_request,
};
pub use faults::every_fault_ends_as_told;
pub use hand::{baselines_answer_both_samples, replies_are_pasted_by_hand};
pub use hidden::a_hidden_tab_keeps_its_pace;
pub use key::{
    a_planted_text_is_found_everywhere, choosing_a_provider_asks_nobody, the_key_is_nowhere,
};
pub use kills::{
    a_killed_browser_loses_nothing_and_repeats_nothing, a_killed_browser_opens_with_its_files,
};
pub use network::a_cut_network_costs_no_answer;
pub use speed::time;
pub use stops::a_run_stops_for_quotas_and_keys_and_goes_on;
pub use tabs::a_second_tab_is_told_and_asks_nothing;
