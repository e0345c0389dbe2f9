//! What is computed from the scores of single questions.

pub mod choice;
pub mod threshold;
pub mod uncertainty;
