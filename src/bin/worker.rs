//! The worker's entry point.

fn main() {
    #[cfg(target_arch = "wasm32")]
    marksheet::worker::start();
}
