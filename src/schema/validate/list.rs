//! The rules of lists.
//!
//! Deliberately absent: `items` as a list, the form of older drafts; it allows everything, and `check` says so.

use super::equal::canonical;
use super::{Checker, Path, Site, count, counted};
use crate::json::Json;
use rustc_hash::FxHashSet;
use serde_json::Value;

impl<'s> Checker<'s> {
    pub(super) fn fits_list_rules(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let Json::List(items) = instance else {
            return true;
        };
        let mut is_good = self.fits_length(site, items.len() as u64);
        is_good &= self.fits_items(site, items);
        is_good &= self.fits_contains(site, items);
        if site.schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            let mut seen = FxHashSet::default();
            if !items.iter().all(|item| seen.insert(canonical(item))) {
                let message = || "must not have the same item twice".to_owned();
                is_good = self.wrong(site.path, "uniqueItems", message);
            }
        }
        is_good
    }

    fn fits_length(&mut self, site: Site<'s, '_>, length: u64) -> bool {
        let mut is_good = true;
        let limits = [("minItems", "at least"), ("maxItems", "at most")];
        for (keyword, words) in limits {
            let Some(limit) = count(site.schema, keyword) else {
                continue;
            };
            let is_within = if keyword == "minItems" {
                length >= limit
            } else {
                length <= limit
            };
            if !is_within {
                is_good = self.wrong(site.path, keyword, || {
                    format!(
                        "must have {words} {}, but has {length}",
                        counted(limit, "item")
                    )
                });
            }
        }
        is_good
    }

    fn fits_items(&mut self, site: Site<'s, '_>, items: &[Json<'_>]) -> bool {
        let first: &[Value] = match site.schema.get("prefixItems") {
            Some(Value::Array(first)) => first,
            _ => &[],
        };
        let rest = site
            .schema
            .get("items")
            .filter(|rest| rest.is_object() || rest.is_boolean());
        let mut is_good = true;
        for (n, item) in items.iter().enumerate() {
            let Some(schema) = first.get(n).or(rest) else {
                break;
            };
            is_good &= self.fits(schema, item, &Path::Item(site.path, n), site.depth + 1);
            if self.is_exhausted || (!is_good && self.n_silent > 0) {
                return false;
            }
        }
        is_good
    }

    fn fits_contains(&mut self, site: Site<'s, '_>, items: &[Json<'_>]) -> bool {
        let Some(schema) = site.schema.get("contains") else {
            return true;
        };
        let n_found = items
            .iter()
            .filter(|item| self.would_fit(schema, item, site.path, site.depth + 1));
        let n_found = n_found.count() as u64;
        let at_least = count(site.schema, "minContains").unwrap_or(1);
        let at_most = count(site.schema, "maxContains").unwrap_or(u64::MAX);
        if n_found < at_least {
            return self.wrong(site.path, "contains", || {
                format!(
                    "must have at least {} of the kind asked for, but has {n_found}",
                    counted(at_least, "item")
                )
            });
        }
        if n_found > at_most {
            return self.wrong(site.path, "maxContains", || {
                format!(
                    "must have at most {} of the kind asked for, but has {n_found}",
                    counted(at_most, "item")
                )
            });
        }
        true
    }
}
