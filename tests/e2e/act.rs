//! What a person does on the page.

use crate::Outcome;
use crate::browser::Page;
use crate::find::{self, PATIENCE};
use fantoccini::Locator;
use fantoccini::error::{CmdError, ErrorStatus};
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// How often an element may get away.
const MISSES: u32 = 20;

/// Drops files: the file input takes every kind of file.
pub async fn drop_files<P: AsRef<Path>>(page: &Page, files: &[P]) -> Outcome {
    let mut paths = Vec::new();
    for file in files {
        let path = file.as_ref().canonicalize();
        let path = path.map_err(|e| format!("{}: {e}", file.as_ref().display()))?;
        paths.push(path.to_string_lossy().into_owned());
    }
    Ok(find::element(page, "files")
        .await?
        .send_keys(&paths.join("\n"))
        .await?)
}

/// Clicks what has that hook.
pub async fn click(page: &Page, testid: &str) -> Outcome {
    click_at(page, Locator::Css(&find::selector(testid))).await
}

/// Clicks the first element that a selector finds, for what has no hook.
pub async fn click_css(page: &Page, css: &str) -> Outcome {
    click_at(page, Locator::Css(css)).await
}

/// Clicks the first element that is found so. One that is drawn anew, or moves, just as it is clicked is looked for again, as
/// a person would.
pub async fn click_at(page: &Page, locator: Locator<'_>) -> Outcome {
    let mut n_missed = 0;
    loop {
        let found = page.client.wait().at_most(PATIENCE).for_element(locator);
        let found = found.await;
        let found = found.map_err(|why| format!("no {locator:?}: {why}"))?;
        let Err(why) = found.click().await else {
            return Ok(());
        };
        let is_covered = |why: &CmdError| matches!(why, CmdError::Standard(w) if w.error == ErrorStatus::ElementClickIntercepted);
        let has_moved = why.is_stale_element_reference() || is_covered(&why);
        n_missed += 1;
        if !has_moved || n_missed == MISSES {
            return Err(format!("{locator:?} cannot be clicked: {why}").into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Chooses an option of a select by its value.
pub async fn choose(page: &Page, testid: &str, value: &str) -> Outcome {
    Ok(find::element(page, testid)
        .await?
        .select_by_value(value)
        .await?)
}

/// Puts a text into a field of the Prompt place, as typing all of it at once would, and waits for its preview.
pub async fn type_into(page: &Page, testid: &str, text: &str) -> Outcome {
    find::element(page, testid).await?;
    let script = "const [selector, text, done] = arguments; \
        const field = document.querySelector(selector); \
        const n = () => performance.getEntriesByName('marksheet:render-template').length; \
        const before = n(); \
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, text); \
        field.dispatchEvent(new InputEvent('input', {bubbles: true})); \
        const look = setInterval(() => { if (n() > before) { clearInterval(look); done(); } }, 2);";
    let arguments = vec![json!(find::selector(testid)), json!(text)];
    page.client.execute_async(script, arguments).await?;
    Ok(())
}

/// Puts a number into a number field, as typing it would.
pub async fn type_number(page: &Page, testid: &str, number: u32) -> Outcome {
    fill(page, testid, &number.to_string()).await
}

/// Puts a text into a field of one line, as typing it and leaving the field would.
pub async fn fill(page: &Page, testid: &str, text: &str) -> Outcome {
    find::element(page, testid).await?;
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
        field.dispatchEvent(new InputEvent('input', {bubbles: true})); \
        field.dispatchEvent(new Event('change', {bubbles: true}));";
    let arguments = vec![json!(find::selector(testid)), json!(text)];
    page.script(script, arguments).await.map(drop)
}

/// Puts a text into a field of several lines, as pasting it would.
pub async fn fill_area(page: &Page, testid: &str, text: &str) -> Outcome {
    let field = find::element(page, testid).await?;
    field.clear().await?;
    Ok(field.send_keys(text).await?)
}

/// Goes to a place (`scores`) as a link to it does, without loading the page anew.
pub async fn go(page: &Page, place: &str) -> Outcome {
    page.script(
        "location.hash = arguments[0]",
        vec![json!(format!("#/{place}"))],
    )
    .await
    .map(drop)
}

/// Loads the page anew, as F5 does.
pub async fn reload(page: &Page) -> Outcome {
    page.client.refresh().await?;
    find::status(page).await.map(drop)
}

/// Says yes to the question whether to start over.
pub async fn confirm(page: &Page) -> Outcome {
    click(page, "start-over-confirm").await
}

/// Presses the button of those words.
pub async fn press(page: &Page, words: &str) -> Outcome {
    let button = format!("//button[normalize-space()='{words}']");
    click_at(page, Locator::XPath(&button)).await
}

/// Opens the page in another tab, does something there, and comes back.
pub async fn in_another_tab(page: &Page, deeds: impl Future<Output = Outcome>) -> Outcome {
    let first = page.client.window().await?;
    let other = page.client.new_window(true).await?;
    page.client.switch_to_window(other.handle).await?;
    page.client.goto(&page.site).await?;
    let done = deeds.await;
    page.client.close_window().await?;
    page.client.switch_to_window(first).await?;
    done
}

/// Makes the page that size, in CSS pixels, and light or dark (`prefers-color-scheme`).
pub async fn look_at(page: &Page, width: u32, height: u32, scheme: &str) -> Outcome {
    let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", size)
        .await?;
    let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
    page.devtools("Emulation.setEmulatedMedia", features)
        .await
        .map(drop)
}

/// Writes a picture of the whole page, to its end (or 6,000 pixels), to a file.
pub async fn take_picture(page: &Page, width: u32, scheme: &str, file: &Path) -> Outcome {
    look_at(page, width, 900, scheme).await?;
    let height = page
        .script("return document.documentElement.scrollHeight", vec![])
        .await?;
    let height = height.as_u64().unwrap_or(900).clamp(900, 6000);
    look_at(page, width, u32::try_from(height)?, scheme).await?;
    // Two frames: one to lay the page out at its new size, one to paint it.
    let frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";
    page.client.execute_async(frames, vec![]).await?;
    Ok(std::fs::write(file, page.client.screenshot().await?)?)
}

/// Clicks a download and returns what arrives: its name and its bytes.
pub async fn download(page: &Page, testid: &str) -> Outcome<(String, Vec<u8>)> {
    for entry in std::fs::read_dir(&page.downloads)?.flatten() {
        std::fs::remove_file(entry.path())?;
    }
    click(page, testid).await?;
    find::until(page, &format!("a file for {testid}"), |page| async {
        let mut files = std::fs::read_dir(&page.downloads)?.flatten();
        let whole = files.find(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            !name.ends_with(".crdownload") && !name.starts_with('.')
        });
        let Some(file) = whole else { return Ok(None) };
        let name = file.file_name().to_string_lossy().into_owned();
        Ok(Some((name, std::fs::read(file.path())?)))
    })
    .await
}
