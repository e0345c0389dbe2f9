//! The page's end of the worker: start it, ask it, hear it, replace it.

use super::message;
use crate::protocol::{Reply, Request};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// What comes from the worker.
pub enum Heard {
    /// A reply and what travels beside it.
    Reply(Reply, JsValue),
    /// It died while it worked; the reason as far as the browser tells.
    Died(String),
    /// It never came to life.
    NeverStarted,
}

/// A running worker. Dropping it ends it, whatever it is doing.
pub struct Handle {
    worker: Worker,
    waiting: Rc<RefCell<Option<Vec<JsValue>>>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Handle {
    /// Starts the worker; `hear` is called with everything it says.
    ///
    /// # Errors
    /// When the browser has no workers, or refuses to start this one.
    pub fn start(hear: impl Fn(Heard) + Clone + 'static) -> Result<Self, JsValue> {
        let worker = Worker::new("./worker_loader.js")?;
        let waiting = Rc::new(RefCell::new(Some(Vec::new())));
        let on_message = {
            let (hear, waiting, worker) = (hear.clone(), waiting.clone(), worker.clone());
            Closure::new(move |event: MessageEvent| {
                let Some((reply, attachment)) = message::unpack(event.data()) else {
                    return;
                };
                if let Reply::Ready(_) = reply {
                    // What was asked before it could listen.
                    for request in waiting.borrow_mut().take().into_iter().flatten() {
                        let _ = worker.post_message(&request);
                    }
                }
                match reply {
                    Reply::Crashed(reason) => hear(Heard::Died(reason)),
                    reply => hear(Heard::Reply(reply, attachment)),
                }
            })
        };
        let on_error = {
            let waiting = waiting.clone();
            Closure::new(move |event: ErrorEvent| match *waiting.borrow() {
                None => hear(Heard::Died(event.message())),
                Some(_) => hear(Heard::NeverStarted),
            })
        };
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            waiting,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Whether it has not said a word yet.
    pub fn is_silent(&self) -> bool {
        self.waiting.borrow().is_some()
    }

    /// Asks; requests wait until the worker is ready.
    pub fn ask(&self, request: &Request, attachment: &JsValue) {
        let packed = message::pack(request, attachment);
        if let Some(waiting) = self.waiting.borrow_mut().as_mut() {
            waiting.push(packed);
            return;
        }
        let _ = self.worker.post_message(&packed);
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
