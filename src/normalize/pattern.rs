//! The capture group of a regular expression.
//!
//! Deliberately absent: look-around and back references, which the engine does not have so that no expression can take
//! for ever; `\w`, `\d` and ignoring case are ASCII only.

use regex_lite::Regex;

use crate::problem::Problem;

/// A compiled expression and the group that is taken.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    group: usize,
}

impl Pattern {
    /// Compiles `pattern`; Python's `(?P<name>…)` and `\Z` are understood.
    ///
    /// # Errors
    /// When the expression is malformed, too large, uses look-around or back references, or has no group `group`.
    pub fn new(pattern: &str, group: usize) -> Result<Self, Problem> {
        let regex = Regex::new(&pattern.replace("\\Z", "\\z")).map_err(|error| {
            let hint = match ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|look| pattern.contains(look)) {
                true => "look-ahead and look-behind are not available; capture the wanted part with ( ) instead",
                false => "check brackets and backslashes, or start from `answer: (.*)` with group 1",
            };
            Problem::error(format!("the regular expression cannot be read: {error}")).hint(hint)
        })?;
        let n_groups = regex.captures_len().saturating_sub(1);
        if group > n_groups {
            let has = if n_groups == 1 {
                "1 group".to_owned()
            } else {
                format!("{n_groups} groups")
            };
            return Err(Problem::error(format!(
                "the regular expression has {has}, so group {group} cannot be taken"
            ))
            .hint("group 0 is the whole match; put ( ) around the part that is wanted"));
        }
        Ok(Self { regex, group })
    }

    /// The wanted group of the first match; `None` when nothing matches or the group took no part.
    ///
    /// ```
    /// use marksheet::normalize::pattern::Pattern;
    /// let pattern = Pattern::new(r"answer: (?P<it>\w+)", 1).unwrap();
    /// assert_eq!(pattern.find("My answer: N1."), Some("N1"));
    /// assert_eq!(pattern.find("nothing"), None);
    /// ```
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let captures = self.regex.captures(text)?;
        captures.get(self.group).map(|found| found.as_str())
    }
}
