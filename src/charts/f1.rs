//! How many questions have which F1: bars of fixed width, and bars of their own for what is exactly right, for nothing shared
//! and for no reply.
//!
//! Deliberately absent: multiple choice, where F1 says nothing more.

use super::{Bar, Chart, Filter, Marks, Name, Question, Series, n_questions};
use crate::dataset::Task;
use serde::{Deserialize, Serialize};

/// One bar of the F1 chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum F1Bin {
    /// No reply: missing, or the call failed.
    NoReply,
    /// An F1 of 0.
    Zero,
    /// Tenths: n is from n/10 up to, not with, the next; 0 is above 0, and 9 includes 1 where the match is not exact.
    Tenth(u8),
    /// Exactly right.
    Exact,
}

impl F1Bin {
    /// The bar a question belongs to.
    pub fn of(question: &Question) -> Self {
        if !question.outcome.has_reply() {
            return F1Bin::NoReply;
        }
        if question.exact >= 1.0 {
            return F1Bin::Exact;
        }
        if question.f1 <= 0.0 {
            return F1Bin::Zero;
        }
        // 3/10 as 2·p·r/(p+r) may lie a little below 0.3.
        F1Bin::Tenth(((question.f1 * 10.0 + 1e-9) as u8).min(9))
    }

    /// The bar's label; per cent, as F1 is shown.
    pub(super) fn label(self) -> String {
        match self {
            F1Bin::NoReply => "no reply".to_owned(),
            F1Bin::Zero => "0".to_owned(),
            F1Bin::Tenth(0) => "above 0 to 10".to_owned(),
            F1Bin::Tenth(n) => format!("{}0 to {}0", n, n + 1),
            F1Bin::Exact => "exact".to_owned(),
        }
    }
}

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    if questions.first()?.task != Task::Extractive {
        return None;
    }
    let tenths = (0..10).map(F1Bin::Tenth);
    let bins = [F1Bin::NoReply, F1Bin::Zero]
        .into_iter()
        .chain(tenths)
        .chain([F1Bin::Exact]);
    let bar = |bin: F1Bin| {
        let filter = Filter::F1(bin);
        let count = filter.count(questions);
        Bar {
            label: bin.label(),
            value: f64::from(count),
            count,
            filter,
        }
    };
    let bars: Vec<Bar> = bins.map(bar).collect();
    Some(Chart {
        name: Name::F1,
        x: "F1".to_owned(),
        y: "questions".to_owned(),
        words: words(questions),
        marks: Marks::Bars(vec![Series {
            name: "questions".to_owned(),
            bars,
        }]),
    })
}

fn words(questions: &[Question]) -> String {
    let count = |holds: fn(F1Bin) -> bool| {
        questions
            .iter()
            .filter(|question| holds(F1Bin::of(question)))
            .count()
    };
    let between = count(|bin| matches!(bin, F1Bin::Tenth(_)));
    let absent = match count(|bin| bin == F1Bin::NoReply) {
        0 => String::new(),
        n => format!(", {n} without a reply"),
    };
    format!(
        "Of {}: {} exactly right, {between} in part (an F1 above 0), {} with an F1 of 0{absent}.",
        n_questions(questions.len()),
        count(|bin| bin == F1Bin::Exact),
        count(|bin| bin == F1Bin::Zero),
    )
}
