//! The key: it stands in one input element and nowhere else, and belongs to the origin it was typed for.
//!
//! Its text is never brought into this program's own memory, which nothing wipes: it goes from the element to the worker,
//! and on request to the tab's storage, as the browser's own string.

use crate::browser::kept;
use crate::provider::address;
use js_sys::{JsString, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlInputElement;

/// How the base URL came to be another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A keystroke in its field.
    Typed,
    /// Its field was left.
    Left,
    /// Anything else: another provider, a restored form.
    Otherwise,
}

/// The handles of the key.
#[derive(Clone, Copy)]
pub struct HeldKey {
    /// Whether there is one.
    pub has_key: RwSignal<bool>,
    /// Why it is gone.
    pub note: RwSignal<Option<String>>,
    /// Whether the tab keeps it over a reload.
    pub is_kept: RwSignal<bool>,
    /// The origin it was typed for; `None` while there was no address yet.
    origin: StoredValue<Option<String>>,
    /// Made once, so that going to another place and back keeps what stands in it.
    input: StoredValue<Option<HtmlInputElement>, LocalStorage>,
}

/// What keeps browsers and password managers from offering to save what is typed. A key is no password of this site.
const ATTRIBUTES: [(&str, &str); 10] = [
    ("type", "password"),
    ("name", "provider-token"),
    ("data-testid", "api-key"),
    ("autocomplete", "off"),
    ("autocapitalize", "off"),
    ("spellcheck", "false"),
    ("data-1p-ignore", ""),
    ("data-bwignore", ""),
    ("data-lpignore", "true"),
    ("data-form-type", "other"),
];

impl HeldKey {
    /// No key.
    pub fn new() -> Self {
        let input = document().create_element("input").ok();
        let input = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
        for (name, value) in ATTRIBUTES {
            if let Some(input) = &input {
                // Only names that are no names are refused.
                let _ = input.set_attribute(name, value);
            }
        }
        Self {
            has_key: RwSignal::new(false),
            note: RwSignal::new(None),
            is_kept: RwSignal::new(false),
            origin: StoredValue::new(None),
            input: StoredValue::new_local(input),
        }
    }

    /// The element it stands in.
    pub fn input(self) -> Option<HtmlInputElement> {
        self.input.get_value()
    }

    fn text(self) -> Option<JsString> {
        let value = Reflect::get(self.input()?.as_ref(), &"value".into()).ok()?;
        let text = value.dyn_into::<JsString>().ok()?.trim();
        (text.length() > 0).then_some(text)
    }

    fn put(self, text: &JsString) {
        if let Some(input) = self.input() {
            let _ = Reflect::set(input.as_ref(), &"value".into(), text);
        }
    }

    /// Something was typed into it: it belongs to the origin of the base URL as it is now.
    pub fn typed(self, base_url: &str) {
        let has_key = self.text().is_some();
        self.has_key.set(has_key);
        self.note.set(None);
        // While the address is being written, a key keeps the origin it had: more letters make it no other key.
        let before = self.origin.get_value().filter(|_| has_key);
        let now = || address::origin(base_url).ok().filter(|_| has_key);
        self.origin.set_value(before.or_else(now));
        if !has_key {
            kept::drop_key();
        }
    }

    /// The base URL is another, or may be: a key for another origin is gone.
    ///
    /// `is_asking`: a run goes on, which has a copy of its own until it ends.
    pub fn base_url_changed(self, base_url: &str, how: Change, is_asking: bool) {
        if !self.has_key.get_untracked() {
            return;
        }
        let new = address::origin(base_url).ok();
        match (self.origin.get_value(), new) {
            (Some(old), Some(new)) if old == new => {}
            (Some(_), None) if how == Change::Typed => {}
            (Some(old), _) if is_asking => self.clear(format!(
                "The key was for {old} and was cleared here; the run goes on with it. \"Forget key\" ends that."
            )),
            (Some(old), _) => self.clear(format!("The key was for {old} and was cleared.")),
            (None, _) if how == Change::Otherwise => {
                self.clear("The key was cleared, for it was typed before this address.".to_owned());
            }
            (None, Some(new)) if how == Change::Left => {
                self.origin.set_value(Some(new));
                self.keep();
            }
            (None, _) => {}
        }
    }

    /// The key and its origin, to go beside a request to that address; nothing when there is no key for it.
    pub fn sent_to(self, base_url: &str) -> (JsValue, String) {
        let nothing = (JsValue::UNDEFINED, String::new());
        let Ok(origin) = address::origin(base_url) else {
            return nothing;
        };
        self.base_url_changed(base_url, Change::Left, false);
        match self.text() {
            Some(text) if self.origin.get_value().as_ref() == Some(&origin) => {
                self.keep();
                (text.into(), origin)
            }
            _ => nothing,
        }
    }

    /// Whether the tab keeps it over a reload.
    pub fn set_kept(self, is_kept: bool) {
        self.is_kept.set(is_kept);
        self.keep();
    }

    /// Brings what the tab keeps up to date with what stands in the field.
    pub fn keep(self) {
        let origin = self.origin.get_value();
        match (self.text(), origin) {
            (Some(text), Some(origin)) if self.is_kept.get_untracked() => {
                kept::keep_key(&origin, &text);
            }
            _ => kept::drop_key(),
        }
    }

    /// The key the tab kept, if it is for this address.
    pub fn bring_back(self, base_url: &str) {
        let Some((origin, text)) = kept::kept_key() else {
            return;
        };
        if self.has_key.get_untracked() {
            return;
        }
        if address::origin(base_url).ok().as_ref() != Some(&origin) {
            kept::drop_key();
            return;
        }
        self.put(&text);
        self.origin.set_value(Some(origin));
        self.has_key.set(true);
        self.is_kept.set(true);
    }

    /// Empties the field and what the tab keeps.
    pub fn forget(self) {
        self.empty();
        self.note.set(None);
        self.is_kept.set(false);
    }

    fn clear(self, why: String) {
        self.empty();
        self.note.set(Some(why));
    }

    fn empty(self) {
        self.put(&JsString::from(""));
        self.has_key.set(false);
        self.origin.set_value(None);
        kept::drop_key();
    }
}
