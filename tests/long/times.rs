//! How often made-up inputs are tried. Every test crate with such a test includes this file.

/// `n` times, and twenty times as often under `cargo xtask test --long`, which sets `MARKSHEET_LONG`.
pub fn times(n: u32) -> u32 {
    match std::env::var_os("MARKSHEET_LONG") {
        Some(_) => 20 * n,
        None => n,
    }
}
