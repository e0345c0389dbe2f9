//! Makes a PNG of an SVG.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url,
};

/// Pixels of the PNG for each of the SVG, so that it is sharp on paper.
const SCALE: f64 = 2.0;

/// A PNG of a whole SVG file of this size in pixels; `None` where the browser cannot make one.
pub async fn png(svg: &str, width: f64, height: f64) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let parts = Array::of1(&JsValue::from_str(svg));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let drawn = draw(&url, width, height).await;
    let _ = Url::revoke_object_url(&url);
    to_blob(&drawn?).await
}

async fn draw(url: &str, width: f64, height: f64) -> Option<HtmlCanvasElement> {
    let image = HtmlImageElement::new().ok()?;
    image.set_src(url);
    JsFuture::from(image.decode()).await.ok()?;
    let document = web_sys::window()?.document()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width((width * SCALE) as u32);
    canvas.set_height((height * SCALE) as u32);
    let context = canvas.get_context("2d").ok()??;
    let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
    let size = (width * SCALE, height * SCALE);
    context
        .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, size.0, size.1)
        .ok()?;
    Some(canvas)
}

async fn to_blob(canvas: &HtmlCanvasElement) -> Option<Blob> {
    let made = Promise::new(&mut |resolve: Function, reject: Function| {
        let give = Closure::once_into_js(move |blob: JsValue| {
            let _ = resolve.call1(&JsValue::UNDEFINED, &blob);
        });
        if canvas.to_blob(give.unchecked_ref()).is_err() {
            let _ = reject.call0(&JsValue::UNDEFINED);
        }
    });
    JsFuture::from(made).await.ok()?.dyn_into().ok()
}
