//! Predictions prepared for comparison.

pub mod choice_letter;
