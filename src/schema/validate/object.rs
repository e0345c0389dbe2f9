//! The rules of objects.
//!
//! Deliberately absent: `unevaluatedProperties`.

use super::{Checker, Path, Site, count, counted};
use crate::json::Json;
use crate::problem::some_ids;
use rustc_hash::FxHashMap;
use serde_json::Value;

/// The properties of an object; of a repeated key the last value counts.
type Members<'i, 'j> = FxHashMap<&'i str, &'i Json<'j>>;

impl<'s> Checker<'s> {
    pub(super) fn fits_object_rules(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let Json::Object(entries) = instance else {
            return true;
        };
        let members: Members<'_, '_> = entries.iter().map(|(key, value)| (&**key, value)).collect();
        let mut is_good = self.fits_required(site, &members);
        is_good &= self.fits_size(site, members.len() as u64);
        is_good &= self.fits_dependent(site, instance, &members);
        let mut extra = Vec::new();
        for (key, value) in entries {
            let counts = members
                .get(&**key)
                .is_some_and(|last| std::ptr::eq(*last, value));
            if !counts {
                continue;
            }
            is_good &= self.fits_name(site, key);
            is_good &= self.fits_member(site, key, value, &mut extra);
            if self.is_exhausted || (!is_good && self.n_silent > 0) {
                return false;
            }
        }
        if !extra.is_empty() {
            is_good = self.wrong(site.path, "additionalProperties", || {
                let noun = if extra.len() == 1 {
                    "the property"
                } else {
                    "the properties"
                };
                format!(
                    "must not have {noun} {}",
                    some_ids(extra.iter().copied(), 5)
                )
            });
        }
        is_good
    }

    /// One property against all that is said of its name.
    fn fits_member<'i>(
        &mut self,
        site: Site<'s, '_>,
        key: &'i str,
        value: &Json<'_>,
        extra: &mut Vec<&'i str>,
    ) -> bool {
        let path = &Path::Key(site.path, key);
        let mut is_good = true;
        let mut is_named = false;
        if let Some(Value::Object(named)) = site.schema.get("properties")
            && let Some(schema) = named.get(key)
        {
            is_named = true;
            is_good &= self.fits(schema, value, path, site.depth + 1);
        }
        if let Some(Value::Object(patterns)) = site.schema.get("patternProperties") {
            for (pattern, schema) in patterns {
                if self
                    .pattern(pattern)
                    .is_some_and(|regex| regex.is_match(key))
                {
                    is_named = true;
                    is_good &= self.fits(schema, value, path, site.depth + 1);
                }
            }
        }
        match site.schema.get("additionalProperties") {
            Some(Value::Bool(false)) if !is_named => {
                extra.push(key);
                false
            }
            Some(schema) if !is_named => is_good & self.fits(schema, value, path, site.depth + 1),
            _ => is_good,
        }
    }

    fn fits_name(&mut self, site: Site<'s, '_>, key: &str) -> bool {
        let Some(schema) = site.schema.get("propertyNames") else {
            return true;
        };
        let name = Json::Text(key.into());
        if self.would_fit(schema, &name, site.path, site.depth + 1) {
            return true;
        }
        self.wrong(site.path, "propertyNames", || {
            format!(
                "must not have a property of the name {}",
                some_ids([key], 1)
            )
        })
    }

    fn fits_required(&mut self, site: Site<'s, '_>, members: &Members<'_, '_>) -> bool {
        let Some(Value::Array(required)) = site.schema.get("required") else {
            return true;
        };
        let mut is_good = true;
        for name in required.iter().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                is_good = self.wrong(site.path, "required", || {
                    format!("must have the property {}", some_ids([name], 1))
                });
            }
        }
        is_good
    }

    fn fits_size(&mut self, site: Site<'s, '_>, size: u64) -> bool {
        let mut is_good = true;
        let limits = [("minProperties", "at least"), ("maxProperties", "at most")];
        for (keyword, words) in limits {
            let Some(limit) = count(site.schema, keyword) else {
                continue;
            };
            let is_within = if keyword == "minProperties" {
                size >= limit
            } else {
                size <= limit
            };
            if !is_within {
                is_good = self.wrong(site.path, keyword, || {
                    format!(
                        "must have {words} {}, but has {size}",
                        counted(limit, "property")
                    )
                });
            }
        }
        is_good
    }

    fn fits_dependent(
        &mut self,
        site: Site<'s, '_>,
        instance: &Json<'_>,
        members: &Members<'_, '_>,
    ) -> bool {
        let mut is_good = true;
        if let Some(Value::Object(rules)) = site.schema.get("dependentRequired") {
            for (name, needed) in rules
                .iter()
                .filter(|(name, _)| members.contains_key(name.as_str()))
            {
                let needed = needed
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str);
                for needed in needed.filter(|needed| !members.contains_key(needed)) {
                    is_good = self.wrong(site.path, "dependentRequired", || {
                        format!(
                            "must have the property {} because it has {}",
                            some_ids([needed], 1),
                            some_ids([name.as_str()], 1)
                        )
                    });
                }
            }
        }
        if let Some(Value::Object(rules)) = site.schema.get("dependentSchemas") {
            for (_, schema) in rules
                .iter()
                .filter(|(name, _)| members.contains_key(name.as_str()))
            {
                is_good &= self.fits(schema, instance, site.path, site.depth + 1);
            }
        }
        is_good
    }
}
