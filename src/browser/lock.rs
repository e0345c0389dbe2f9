//! Which tab works on which stored workspace, so that two tabs never overwrite each other.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

const NAME: &str = "marksheet:workspace";
const RECENT: &str = "marksheet:recent";

/// The workspace of this tab: the one it had before a reload, else the one used last, else a new one.
/// Each is held by one tab at a time, until the tab is closed.
pub async fn workspace() -> String {
    let session = web_sys::window().and_then(|window| window.session_storage().ok().flatten());
    let local = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    let of_tab = session
        .as_ref()
        .and_then(|store| store.get_item(NAME).ok().flatten());
    let recent = local
        .as_ref()
        .and_then(|store| store.get_item(RECENT).ok().flatten());
    let fresh = format!(
        "{:.0}-{:.0}",
        js_sys::Date::now(),
        js_sys::Math::random() * 1e9
    );
    // Without locks nobody knows whether another tab works on the recent one.
    let recent = recent.filter(|_| lock_manager().is_some());
    for name in [of_tab, recent, Some(fresh)].into_iter().flatten() {
        if is_ours(&name).await {
            if let Some(store) = session {
                let _ = store.set_item(NAME, &name);
            }
            if let Some(store) = local {
                let _ = store.set_item(RECENT, &name);
            }
            return name;
        }
    }
    "default".to_owned()
}

/// Takes the lock of that name for as long as the tab lives; false when another tab has it.
/// Browsers without locks say yes: one tab is the rule.
async fn is_ours(name: &str) -> bool {
    let Some((locks, request)) = lock_manager() else {
        return true;
    };
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let name = format!("marksheet:{name}");
    let granted = Promise::new(&mut |resolve, _| {
        let held = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            let _ = resolve.call1(&JsValue::NULL, &(!lock.is_null()).into());
            // A promise that never ends keeps the lock until the tab is gone.
            if lock.is_null() {
                JsValue::UNDEFINED
            } else {
                Promise::new(&mut |_, _| {}).into()
            }
        });
        if request
            .call3(&locks, &name.as_str().into(), &options, &held)
            .is_err()
        {
            let _ = held
                .unchecked_ref::<Function>()
                .call1(&JsValue::NULL, &JsValue::TRUE);
        }
    });
    JsFuture::from(granted)
        .await
        .is_ok_and(|granted| granted.is_truthy())
}

fn lock_manager() -> Option<(JsValue, Function)> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into())
        .ok()
        .filter(JsValue::is_object)?;
    let request = Reflect::get(&locks, &"request".into())
        .ok()?
        .dyn_into()
        .ok()?;
    Some((locks, request))
}
