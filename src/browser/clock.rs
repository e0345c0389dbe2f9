//! The time: milliseconds for measures, and the date for file names.

use futures::future::{Either, select};
use js_sys::{Date, Function, Object, Promise, Reflect};
use std::pin::pin;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The global `performance` object, in the page and in a worker alike.
fn performance() -> Option<web_sys::Performance> {
    Reflect::get(&js_sys::global(), &"performance".into())
        .ok()?
        .dyn_into()
        .ok()
}

/// Milliseconds since [`origin`].
pub fn now() -> f64 {
    performance().map_or(0.0, |performance| performance.now())
}

/// The time since 1970, from a clock that never goes back.
pub fn since_1970() -> Duration {
    Duration::try_from_secs_f64((origin() + now()) / 1000.0).unwrap_or_default()
}

/// When this page or worker began, in milliseconds since 1970.
pub fn origin() -> f64 {
    performance().map_or(0.0, |performance| performance.time_origin())
}

/// Enters a measure into the page's timeline: `start` and `end` in milliseconds since [`origin`].
pub fn measure(name: &str, start: f64, end: f64) {
    let options = Object::new();
    let is_set = Reflect::set(&options, &"start".into(), &start.into()).is_ok()
        && Reflect::set(&options, &"end".into(), &end.max(start).into()).is_ok();
    let Some(performance) = performance().filter(|_| is_set) else {
        return;
    };
    let Ok(measure) = Reflect::get(&performance, &"measure".into()) else {
        return;
    };
    if let Ok(measure) = measure.dyn_into::<Function>() {
        // A browser without user-timing level 3 refuses; the measure is then missing, nothing else.
        let _ = measure.call2(&performance, &name.into(), &options);
    }
}

/// Now, in UTC, to the second: `2026-03-01T12:04:05Z`.
pub fn utc() -> String {
    let date = Date::new_0();
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        date.get_utc_full_year(),
        date.get_utc_month() + 1,
        date.get_utc_date(),
        date.get_utc_hours(),
        date.get_utc_minutes(),
        date.get_utc_seconds(),
    )
}

/// Waits at least so many milliseconds; 0 lets waiting events go first. Dropping the future ends the wait.
pub async fn sleep(milliseconds: i32) {
    let mut timer = Timer(None);
    let promise = Promise::new(&mut |resolve, _| {
        if let Some(set) = global_function("setTimeout") {
            let set = set.call2(&JsValue::NULL, &resolve, &milliseconds.into());
            timer.0 = set.ok();
        }
    });
    // A timer's promise cannot fail.
    let _ = JsFuture::from(promise).await;
    drop(timer);
}

/// A timer that has not gone off; without this one that nobody waits for any more would lie about until it does.
struct Timer(Option<JsValue>);

impl Drop for Timer {
    fn drop(&mut self) {
        if let (Some(timer), Some(clear)) = (&self.0, global_function("clearTimeout")) {
            let _ = clear.call1(&JsValue::NULL, timer);
        }
    }
}

/// In the page and in a worker alike.
fn global_function(name: &str) -> Option<Function> {
    Reflect::get(&js_sys::global(), &name.into())
        .ok()?
        .dyn_into()
        .ok()
}

/// What `future` comes to, or `None` when that takes longer than so many milliseconds.
pub async fn within<T>(milliseconds: i32, future: impl Future<Output = T>) -> Option<T> {
    match select(pin!(future), pin!(sleep(milliseconds))).await {
        Either::Left((value, _)) => Some(value),
        Either::Right(_) => None,
    }
}
