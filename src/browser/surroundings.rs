//! What the browser says of itself and of its network, in the page and in a worker alike.
//!
//! Deliberately absent: anything that is sent anywhere.

use crate::provider::address::{Space, space};
use crate::provider::connection::{Browser, Permission};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

fn navigator() -> Option<JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    navigator.is_object().then_some(navigator)
}

/// The family of the browser.
pub fn browser() -> Browser {
    let agent =
        navigator().and_then(|navigator| Reflect::get(&navigator, &"userAgent".into()).ok());
    Browser::of(
        &agent
            .and_then(|agent| agent.as_string())
            .unwrap_or_default(),
    )
}

/// Whether the browser knows that there is no network.
pub fn is_offline() -> bool {
    let is_online =
        navigator().and_then(|navigator| Reflect::get(&navigator, &"onLine".into()).ok());
    is_online.and_then(|is_online| is_online.as_bool()) == Some(false)
}

/// The permission that stands between a page and the server at `url`; `None` where the browser has no such.
pub async fn permission(url: &str) -> Option<Permission> {
    // Newer browsers have two, older ones of them one for both.
    let own = match space(url)? {
        Space::Public => return None,
        Space::Local => "local-network",
        Space::Loopback => "loopback-network",
    };
    for name in [own, "local-network-access"] {
        if let Some(permission) = asked(name).await {
            return Some(permission);
        }
    }
    None
}

async fn asked(name: &str) -> Option<Permission> {
    let permissions = Reflect::get(&navigator()?, &"permissions".into()).ok()?;
    let query = Reflect::get(&permissions, &"query".into()).ok()?;
    let query: Function = query.dyn_into().ok()?;
    let wanted = Object::new();
    Reflect::set(&wanted, &"name".into(), &name.into()).ok()?;
    let promise: Promise = query.call1(&permissions, &wanted).ok()?.dyn_into().ok()?;
    let status = JsFuture::from(promise).await.ok()?;
    let state = Reflect::get(&status, &"state".into()).ok()?;
    Permission::named(&state.as_string()?)
}
