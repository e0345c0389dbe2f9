//! The one record an item ends in.
//!
//! Deliberately absent: the prompt, which can be made again, and headers.

use super::queue::Tries;
use super::{Ask, Tried};
use crate::outcome::Outcome;
use crate::provider::{Fault, Prediction, Reply, Rule, Sent, Wanted};
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// What became of one item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemRecord {
    /// Which question of the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
    /// The reply as it came; empty when there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reply: String,
    /// The model's reasoning, where it can be told from the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// What is scored, before normalizers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction: Option<Prediction>,
    /// How the prediction was found.
    pub rule: Rule,
    /// Why there is no prediction: `empty`, `unparsed`, `refused`, `truncated`, `timeout`, `http_error`, `network`; `missing`
    /// when the item could not be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Outcome>,
    /// The reply was cut off, though there may be a prediction.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_cut_off: bool,
    /// The prompt filled all the room there was, so that the server has most likely cut it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_prompt_cut: bool,
    /// Why the model stopped, in the server's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Tokens of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_tokens_in: Option<u64>,
    /// Tokens of the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_tokens_out: Option<u64>,
    /// What it cost in US dollars, where the server says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How long the last request took, in whole milliseconds when kept.
    #[serde(with = "super::milliseconds")]
    pub duration: Duration,
    /// Requests sent for this item, all counted.
    pub n_tries: u32,
    /// The parameters of the last request.
    #[serde(default)]
    pub sent: Sent,
    /// The model's name as the server reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What went wrong, what the model said when it declined, or what in the reply does not fit its schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl ItemRecord {
    /// Whether the call failed, so that "retry failed" asks the item again.
    pub fn has_failed(&self) -> bool {
        self.class.is_some_and(|class| !class.has_reply())
    }

    /// Whether a model said anything: then it can be asked. A server's word about a question or a reply is none.
    pub fn is_answer(&self) -> bool {
        let is_told = self.finish_reason.is_some() || self.n_tokens_out.is_some();
        !self.has_failed() && (self.prediction.is_some() || is_told || self.error.is_none())
    }

    /// The record of a reply that a person got elsewhere and pasted.
    ///
    /// ```
    /// use marksheet::{provider::Wanted, run::{Ask, ItemRecord}};
    /// let record = ItemRecord::by_hand(&Ask { index: 0, id: "q1".into() }, "B", &Wanted::Text);
    /// assert_eq!((record.reply.as_str(), record.n_tries), ("B", 0));
    /// ```
    pub fn by_hand(ask: &Ask, reply: &str, wanted: &Wanted) -> Self {
        let reply = Reply::pasted(reply, wanted);
        Self::answered(
            ask,
            reply,
            Sent::default(),
            Duration::ZERO,
            Tries::default(),
        )
    }

    /// The record of an item asked outside any run, after so many requests.
    pub fn of_tried(ask: &Ask, tried: Tried, n_sent: u32) -> Self {
        let duration = tried.duration.unwrap_or_default();
        let tries = Tries {
            n_sent,
            ..Tries::default()
        };
        match tried.result {
            Ok(reply) => Self::answered(ask, reply, tried.sent, duration, tries),
            Err(fault) => Self::failed(ask, fault, tried.sent, duration, tries),
        }
    }

    pub(super) fn answered(
        ask: &Ask,
        reply: Reply,
        sent: Sent,
        duration: Duration,
        tries: Tries,
    ) -> Self {
        Self {
            index: ask.index,
            id: ask.id.clone(),
            reply: reply.raw,
            reasoning: reply.reasoning,
            prediction: reply.prediction,
            rule: reply.rule,
            class: reply.class,
            is_cut_off: reply.is_cut_off,
            is_prompt_cut: reply.is_prompt_cut,
            finish_reason: reply.finish_reason,
            n_tokens_in: reply.n_tokens_in,
            n_tokens_out: reply.n_tokens_out,
            cost: reply.cost,
            duration,
            n_tries: tries.n_sent,
            sent,
            model: reply.model,
            error: reply.refusal.or(reply.misfit),
        }
    }

    pub(super) fn failed(
        ask: &Ask,
        fault: Fault,
        sent: Sent,
        duration: Duration,
        tries: Tries,
    ) -> Self {
        Self {
            index: ask.index,
            id: ask.id.clone(),
            reply: fault.kept.unwrap_or_default(),
            reasoning: None,
            prediction: None,
            rule: Rule::None,
            class: Some(fault.class),
            is_cut_off: false,
            is_prompt_cut: false,
            finish_reason: None,
            n_tokens_in: None,
            n_tokens_out: None,
            cost: None,
            duration,
            n_tries: tries.n_sent,
            sent,
            model: None,
            error: Some(fault.message),
        }
    }
}
