//! Which tab works on which stored workspace and asks for which run, so that two tabs never do the same.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

const NAME: &str = "marksheet:workspace";
const RECENT: &str = "marksheet:recent";

/// The end of the name of a workspace that lies beside one that cannot be read.
pub const BESIDE: &str = "-anew";

/// So many workspaces are remembered.
const MOST: usize = 20;

/// The workspace of a tab.
pub struct Ours {
    /// Its name.
    pub name: String,
    /// Whether another tab works on the one that was used last.
    pub is_beside_another: bool,
}

/// The workspace of this tab: the one it had before a reload, else the one worked on last that no other tab has, else a
/// new one. Each is held by one tab at a time, until the tab is closed.
///
/// What a browser remembers of names is written seconds later, and lost when the browser is killed before: `stored` tells
/// of what is kept elsewhere.
pub async fn workspace(stored: impl Future<Output = Vec<String>>) -> Ours {
    let session = session_storage();
    let of_tab = session
        .as_ref()
        .and_then(|store| store.get_item(NAME).ok().flatten());
    let mut is_beside_another = false;
    if let Some(name) = of_tab {
        if is_ours(&name).await {
            return Ours {
                name,
                is_beside_another,
            };
        }
        is_beside_another = true;
    }
    // Without locks nobody knows whether another tab works on one of them.
    let known = match lock_manager() {
        Some(_) => known(stored.await),
        None => Vec::new(),
    };
    let fresh = format!(
        "{:.0}-{:.0}",
        js_sys::Date::now(),
        js_sys::Math::random() * 1e9
    );
    for name in known.into_iter().chain([fresh]) {
        if is_ours(&name).await {
            if let Some(store) = session {
                let _ = store.set_item(NAME, &name);
            }
            return Ours {
                name,
                is_beside_another,
            };
        }
        is_beside_another = true;
    }
    Ours {
        name: "default".to_owned(),
        is_beside_another,
    }
}

/// Takes a workspace for as long as the tab lives, if no other tab has it.
async fn is_ours(name: &str) -> bool {
    let held = take(name).await;
    let is_ours = held.is_some();
    std::mem::forget(held);
    is_ours
}

/// All workspaces, those first in which something was done last. Names begin with the time they were made.
fn known(mut stored: Vec<String>) -> Vec<String> {
    let remembered = remembered();
    let newest = remembered.iter().max().cloned().unwrap_or_default();
    // What lies beside one that cannot be read is found with it.
    stored.retain(|name| !remembered.contains(name) && !name.ends_with(BESIDE));
    stored.sort_unstable_by(|a, b| b.cmp(a));
    let (newer, older): (Vec<_>, Vec<_>) = stored.into_iter().partition(|name| *name > newest);
    newer.into_iter().chain(remembered).chain(older).collect()
}

/// Remembers that there is work in a workspace: the newest is the first to be opened again.
pub fn remember(name: &str) {
    let mut known = remembered();
    if known.first().is_some_and(|first| first == name) {
        return;
    }
    known.retain(|other| other != name);
    known.insert(0, name.to_owned());
    known.truncate(MOST);
    if let Some(store) = local_storage() {
        let _ = store.set_item(RECENT, &known.join("\n"));
    }
}

/// The names of workspaces in which something was done, newest first.
fn remembered() -> Vec<String> {
    let known = local_storage().and_then(|store| store.get_item(RECENT).ok().flatten());
    let known = known.unwrap_or_default();
    known.lines().map(str::to_owned).collect()
}

fn session_storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn local_storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// Holds its lock until it is dropped, or its tab or worker is gone.
pub struct Held {
    release: Option<Function>,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Takes the lock of that name; `None` when another tab has it. Browsers without locks give everyone theirs: one tab is
/// the rule.
pub async fn take(name: &str) -> Option<Held> {
    let Some((locks, request)) = lock_manager() else {
        return Some(Held { release: None });
    };
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let name = format!("marksheet:{name}");
    let mut release = None;
    // The lock is held for as long as this promise is open.
    let open = Promise::new(&mut |resolve, _| release = Some(resolve));
    let granted = Promise::new(&mut |resolve, _| {
        let open = open.clone();
        let refuse = resolve.clone();
        let held = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            let _ = resolve.call1(&JsValue::NULL, &(!lock.is_null()).into());
            match lock.is_null() {
                true => JsValue::UNDEFINED,
                false => open.into(),
            }
        });
        // Where locks are forbidden it is as if there were none.
        let asked = request.call3(&locks, &name.as_str().into(), &options, &held);
        match asked.map(JsCast::dyn_into::<Promise>) {
            Ok(Ok(asked)) => {
                let refused = Closure::once(move |_: JsValue| {
                    let _ = refuse.call1(&JsValue::NULL, &JsValue::TRUE);
                });
                let _ = asked.catch(&refused);
                refused.forget();
            }
            _ => {
                let _ = refuse.call1(&JsValue::NULL, &JsValue::TRUE);
            }
        }
    });
    let is_granted = JsFuture::from(granted).await;
    is_granted
        .is_ok_and(|granted| granted.is_truthy())
        .then_some(Held { release })
}

/// Of the page or of the worker.
fn lock_manager() -> Option<(JsValue, Function)> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into())
        .ok()
        .filter(JsValue::is_object)?;
    let request = Reflect::get(&locks, &"request".into())
        .ok()?
        .dyn_into()
        .ok()?;
    Some((locks, request))
}
