//! A reply against the schema it was asked for by.
//!
//! Deliberately absent: which schema that is, and how the server was asked for it: whatever it took of the form, the check
//! is the same.

use super::reply::{as_json, of_object};
use super::{Reply, Rule, Wanted};
use crate::json::{self, Json};
use crate::normalize::field::Form;
use crate::normalize::literal::fenced;
use crate::outcome::Outcome;
use crate::predictions::value::after_thinking;
use crate::problem::cut;
use crate::schema::{fields, validate, without_nulls};
use serde_json::Value;

/// So many violations are told.
const MAX_TOLD: usize = 3;
/// Characters of what is told.
const MAX_WORDS: usize = 600;
/// Opening brackets that are tried.
const MAX_STARTS: usize = 32;

impl Reply {
    /// The reply as it counts when it was asked for by `schema`: with a prediction only where JSON stands in it (alone, in
    /// a code fence, or the first balanced object) that fits. Nulls that only stand for a missing property are taken out;
    /// without wanted fields the whole object is the prediction.
    ///
    /// Other replies are `unparsed`, with the reason in [`misfit`](Self::misfit); those that were cut off are `truncated`.
    ///
    /// ```
    /// use marksheet::{provider::{Prediction, Reply, Wanted}, schema::mcqa_response};
    /// let schema = mcqa_response(&['A', 'B']).value;
    /// let reply = |text| Reply::pasted(text, &Wanted::Text).checked(&schema, &Wanted::from_typed("answer"));
    /// assert_eq!(reply("{\"answer\": \"B\"}").prediction, Some(Prediction::Text("B".into())));
    /// assert_eq!(reply("B").misfit.as_deref(), Some("there is no JSON object in the reply"));
    /// ```
    #[must_use]
    pub fn checked(mut self, schema: &Value, wanted: &Wanted) -> Self {
        if self.class.is_some() {
            return self;
        }
        let text = after_thinking(&self.raw).text;
        let fitting = found(&text).and_then(|(value, form)| {
            let value = without_nulls(schema, &value);
            match misfits(schema, &value) {
                None => Ok(predicted(&value, Rule::of(form), schema, wanted)),
                Some(why) => Err(why),
            }
        });
        match fitting {
            Ok((prediction, rule)) => {
                self.prediction = Some(prediction);
                self.rule = rule;
            }
            Err(why) => {
                self.prediction = None;
                self.rule = Rule::None;
                self.class = Some(match self.is_cut_off {
                    true => Outcome::Truncated,
                    false => Outcome::Unparsed,
                });
                self.misfit = Some(cut(&why, MAX_WORDS));
            }
        }
        self
    }
}

fn predicted(
    value: &Json<'_>,
    rule: Rule,
    schema: &Value,
    wanted: &Wanted,
) -> (super::Prediction, Rule) {
    let Wanted::Fields(names) = wanted else {
        return (as_json(value), rule);
    };
    match names.as_slice() {
        // The schema lets the model leave it out: that is its answer.
        [name] if value.get(name).is_none() && fields(schema).contains(&name.as_str()) => {
            (as_json(&Json::Null), rule)
        }
        names => of_object(value, rule, names),
    }
}

/// What of `value` does not fit, in words.
fn misfits(schema: &Value, value: &Json<'_>) -> Option<String> {
    let violations = validate(schema, value);
    if violations.is_empty() {
        return None;
    }
    let told = violations.iter().take(MAX_TOLD).map(ToString::to_string);
    let told: Vec<String> = told.collect();
    let more = match violations.len().saturating_sub(MAX_TOLD) {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    Some(format!(
        "does not fit the schema: {}{more}",
        told.join("; ")
    ))
}

/// The JSON in a reply, and where it stands.
///
/// # Errors
/// Why there is none.
fn found(text: &str) -> Result<(Json<'static>, Form), String> {
    let text = text.trim();
    let problem = match json::parse(text) {
        Ok(parsed) => return Ok((parsed.value.into_owned(), Form::Whole)),
        Err(problem) => problem,
    };
    if let Some(parsed) = fenced(text).and_then(|inside| json::parse(inside).ok()) {
        return Ok((parsed.value.into_owned(), Form::Fenced));
    }
    let starts = text.match_indices('{').take(MAX_STARTS);
    let mut balanced = starts.filter_map(|(start, _)| balanced(text.get(start..)?));
    let is_filled = |value: &Json| matches!(value, Json::Object(entries) if !entries.is_empty());
    let first = balanced.find_map(|object| {
        let value = json::parse(object).ok()?.value;
        is_filled(&value).then(|| value.into_owned())
    });
    match first {
        Some(value) => Ok((value, Form::First)),
        None if text.starts_with(['{', '[']) => {
            Err(format!("the reply is not JSON: {}", problem.message))
        }
        None => Err("there is no JSON object in the reply".to_owned()),
    }
}

/// The start of `text` up to the bracket that closes its first one.
fn balanced(text: &str) -> Option<&str> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b'{' if !is_quoted => depth += 1,
            b'}' if !is_quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(..=at);
                }
            }
            _ => {}
        }
    }
    None
}
