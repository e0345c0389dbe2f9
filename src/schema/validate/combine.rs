//! `allOf`, `anyOf`, `oneOf`, `not`, `if`.
//!
//! Deliberately absent: all branches in one message. Where one branch is plainly meant, its faults are told.

use super::{Checker, Site};
use crate::json::Json;
use serde_json::Value;

impl<'s> Checker<'s> {
    /// What must hold as well: every `allOf`, and the side of `if` that applies.
    pub(super) fn fits_all_of(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let mut is_good = true;
        for schema in branches(site, "allOf") {
            is_good &= self.fits(schema, instance, site.path, site.depth + 1);
            if self.is_exhausted || (!is_good && self.n_silent > 0) {
                return false;
            }
        }
        if let Some(condition) = site.schema.get("if") {
            let holds = self.would_fit(condition, instance, site.path, site.depth + 1);
            if let Some(schema) = site.schema.get(if holds { "then" } else { "else" }) {
                is_good &= self.fits(schema, instance, site.path, site.depth + 1);
            }
        }
        is_good
    }

    pub(super) fn fits_one_of_several(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let mut is_good = true;
        for keyword in ["anyOf", "oneOf"] {
            let all = branches(site, keyword);
            if all.is_empty() {
                continue;
            }
            let mut n_fitting = 0;
            for schema in all {
                n_fitting +=
                    usize::from(self.would_fit(schema, instance, site.path, site.depth + 1));
                if n_fitting == 1 && keyword == "anyOf" {
                    break;
                }
            }
            is_good &= match n_fitting {
                0 => self.fits_none(site, keyword, all, instance),
                1 => true,
                n => self.wrong(site.path, "oneOf", || {
                    format!("must fit only one of the allowed forms, but fits {n}")
                }),
            };
        }
        if let Some(schema) = site.schema.get("not")
            && self.would_fit(schema, instance, site.path, site.depth + 1)
            && !self.is_exhausted
        {
            is_good = self.wrong(site.path, "not", || {
                "has a form that is ruled out".to_owned()
            });
        }
        is_good
    }

    /// Of "a text or null" a number is simply no text; of several objects it is not said which was meant.
    fn fits_none(
        &mut self,
        site: Site<'s, '_>,
        keyword: &'static str,
        all: &'s [Value],
        instance: &Json<'_>,
    ) -> bool {
        if self.n_silent > 0 || self.is_exhausted {
            return false;
        }
        let not_null = |schema: &&Value| schema.get("type").and_then(Value::as_str) != Some("null");
        let mut meant = all.iter().filter(not_null);
        if let (Some(schema), None) = (meant.next(), meant.next()) {
            return self.fits(schema, instance, site.path, site.depth + 1);
        }
        self.wrong(site.path, keyword, || {
            format!("fits none of the {} allowed forms", all.len())
        })
    }
}

fn branches<'s>(site: Site<'s, '_>, keyword: &str) -> &'s [Value] {
    match site.schema.get(keyword) {
        Some(Value::Array(branches)) => branches,
        _ => &[],
    }
}
