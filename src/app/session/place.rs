//! Where the page is, and what it waits for.

/// The places, one per hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `#/data`: files in.
    Data,
    /// `#/prompt`: templates, and the messages they make.
    Prompt,
    /// `#/answers`: a model is asked.
    Answers,
    /// `#/scores`: numbers out.
    Scores,
    /// `#/compare`: runs beside each other.
    Compare,
}

impl Place {
    /// Whether what all prompts come to is shown there.
    pub(super) fn shows_totals(self) -> bool {
        matches!(self, Place::Prompt | Place::Answers)
    }
}

/// What the page is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing scored, nothing going on; a dataset alone as well.
    Idle,
    /// Files are being read.
    Loading,
    /// Questions are being scored.
    Scoring,
    /// Questions are being asked.
    Running,
    /// There is a run that can go on, and does not.
    Paused,
    /// Every number shown belongs to the present input and settings.
    Done,
    /// Nothing usable.
    Failed,
}

impl State {
    /// The word in `data-state`.
    pub fn word(self) -> &'static str {
        match self {
            State::Idle => "idle",
            State::Loading => "loading",
            State::Scoring => "scoring",
            State::Running => "running",
            State::Paused => "paused",
            State::Done => "done",
            State::Failed => "failed",
        }
    }
}
