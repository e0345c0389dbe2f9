//! Pictures of the page with each sample loaded: what a person sees, for a person to judge.

use crate::browser::{Driver, Page};
use crate::{Outcome, act, check};
use std::path::Path;

const SAMPLES: [&str; 2] = ["tail-numbers", "aviation-exam"];
const PLACES: [&str; 3] = ["data", "prompt", "scores"];
const WIDTHS: [u32; 3] = [360, 1280, 2560];
const SCHEMES: [&str; 2] = ["light", "dark"];

/// Writes all pictures into `dir`, named by sample, place, width and theme.
pub async fn take(driver: &Driver, site: &str, dir: &Path) -> Outcome {
    std::fs::create_dir_all(dir)?;
    let page = Page::open(driver, site).await?;
    pictures(&page, dir, "empty", "data").await?;
    for sample in SAMPLES {
        page.start_afresh().await?;
        act::look_at(&page, 1280, 900, "light").await?;
        act::click(&page, &format!("sample-{sample}")).await?;
        check::status_becomes(&page, "done").await?;
        for place in PLACES {
            act::go(&page, place).await?;
            pictures(&page, dir, sample, place).await?;
        }
    }
    page.close().await;
    Ok(())
}

async fn pictures(page: &Page, dir: &Path, sample: &str, place: &str) -> Outcome {
    for width in WIDTHS {
        for scheme in SCHEMES {
            let file = dir.join(format!("{sample}-{place}-{width}-{scheme}.png"));
            act::take_picture(page, width, scheme, &file).await?;
        }
    }
    println!("{sample}, {place}");
    Ok(())
}
