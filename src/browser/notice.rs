//! Words put on the page without its components: before they are there, and after they are gone.

use web_sys::Element;

/// Takes away what the page shows until it runs.
pub fn started() {
    if let Some(loading) = find(".loading") {
        loading.remove();
    }
}

/// Says, over everything, that the page stopped because of a fault of ours.
pub fn crashed() {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(document) = document.filter(|_| find(".crash").is_none()) else {
        return;
    };
    let Ok(notice) = document.create_element("p") else {
        return;
    };
    notice.set_class_name("crash");
    notice.set_text_content(Some(
        "The page stopped because of a fault of its own; your files are untouched and still kept. Reload the page to go on.",
    ));
    // Without these two the words are still read, only less promptly.
    let _ = notice.set_attribute("role", "alert");
    if let Some(body) = document.body() {
        let _ = body.prepend_with_node_1(&notice);
    }
}

fn find(selector: &str) -> Option<Element> {
    web_sys::window()?
        .document()?
        .query_selector(selector)
        .ok()
        .flatten()
}
