//! The page's entry point; natively it only says how to see the page.

fn main() {
    println!("Marksheet is a web page: run `cargo xtask serve`.");
}
