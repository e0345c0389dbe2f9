//! The page's entry point; natively it only says how to see the page.

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(marksheet::app::App);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("Marksheet is a web page: run `cargo xtask serve`.");
}
