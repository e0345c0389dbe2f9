//! What each figure is called and what it is, by its key in the result files.

/// Label and meaning of every figure, by its key in the result files.
const LABELS: &[(&str, &str, &str)] = &[
    (
        "exact",
        "Exact match",
        "questions answered exactly as the key, of all asked",
    ),
    (
        "exact_match",
        "Exact match",
        "questions answered exactly as the key, of all asked",
    ),
    (
        "f1",
        "F1",
        "mean overlap of words with the key, over all asked",
    ),
    ("accuracy", "Accuracy", "right letters, of all asked"),
    ("correct", "Right letters", "questions"),
    ("total", "Asked", "questions"),
    ("answered", "Answered", "questions that have a reply"),
    (
        "answered_exact",
        "Exact, of the answered",
        "only questions that have a reply",
    ),
    (
        "answered_f1",
        "F1, of the answered",
        "only questions that have a reply",
    ),
    (
        "answered_accuracy",
        "Of the answered",
        "right letters, only questions that have a reply",
    ),
    (
        "unparsed",
        "Without a readable letter",
        "unreadable, empty, cut short, refused or failed replies",
    ),
    (
        "strict_accuracy",
        "Strict equality",
        "as ALUE compares: the reply is the letter and nothing else",
    ),
    ("strict_correct", "Right by strict equality", "questions"),
    (
        "HasAns_exact",
        "Exact, where there is an answer",
        "HasAns in SQuAD 2.0",
    ),
    (
        "HasAns_f1",
        "F1, where there is an answer",
        "HasAns in SQuAD 2.0",
    ),
    (
        "HasAns_total",
        "Questions that have an answer",
        "HasAns in SQuAD 2.0",
    ),
    (
        "NoAns_exact",
        "Exact, where there is none",
        "NoAns in SQuAD 2.0",
    ),
    ("NoAns_f1", "F1, where there is none", "NoAns in SQuAD 2.0"),
    (
        "NoAns_total",
        "Questions without an answer",
        "NoAns in SQuAD 2.0",
    ),
    (
        "list_exact",
        "Lists: exact",
        "same members in any order; Marksheet's own figure",
    ),
    (
        "list_f1",
        "Lists: F1",
        "members found, in any order; Marksheet's own figure",
    ),
    (
        "list_precision",
        "Lists: precision",
        "share of named members that are right; Marksheet's own figure",
    ),
    (
        "list_recall",
        "Lists: recall",
        "share of right members that were named; Marksheet's own figure",
    ),
    (
        "best_exact",
        "Best exact",
        "at the best no-answer threshold",
    ),
    (
        "best_exact_thresh",
        "Its threshold",
        "no-answer probability",
    ),
    ("best_f1", "Best F1", "at the best no-answer threshold"),
    ("best_f1_thresh", "Its threshold", "no-answer probability"),
    (
        "pr_exact_ap",
        "Average precision, exact",
        "over the no-answer threshold",
    ),
    (
        "pr_f1_ap",
        "Average precision, F1",
        "over the no-answer threshold",
    ),
    (
        "pr_oracle_ap",
        "Average precision, oracle",
        "over the no-answer threshold",
    ),
    (
        "chance",
        "Chance level",
        "what guessing would reach on average",
    ),
];

/// The figure's name and what it is; an unknown key stands for itself.
pub fn label(key: &str) -> (&str, &'static str) {
    LABELS
        .iter()
        .find(|(known, ..)| *known == key)
        .map_or((key, ""), |(_, label, meaning)| (label, meaning))
}
