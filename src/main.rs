//! The page's entry point; natively it only says how to see the page.

#[cfg(target_arch = "wasm32")]
fn main() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        marksheet::browser::notice::crashed();
    }));
    marksheet::browser::notice::started();
    leptos::mount::mount_to_body(marksheet::app::App);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("Marksheet is a web page: run `cargo xtask serve`.");
}
