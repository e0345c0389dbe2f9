//! Everything of a page that others may read: what it keeps, shows, names, says and hands out.
//!
//! Deliberately absent: the values of input fields, which are where a key belongs.

use crate::browser::Page;
use crate::{Outcome, act, check};
use serde_json::json;
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

/// A place and the bytes found there.
pub type Found = Vec<(String, Vec<u8>)>;

/// Collects texts by the name of their place. Blobs, buffers, maps and lists are taken apart.
const COLLECT: &str = r#"
const done = arguments[arguments.length - 1];
const found = [];
const written = async value => {
    if (value instanceof Blob) return await value.text();
    if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
    if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
    if (value instanceof Map || value instanceof Set) value = [...value];
    if (value instanceof Date || value === null || typeof value !== 'object') return String(value);
    const parts = [];
    for (const name of Object.keys(value)) parts.push(name + ': ' + await written(value[name]));
    return '{' + parts.join(', ') + '}';
};
const asked = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});
const collect = async () => {
    for (const {name} of await indexedDB.databases()) {
        const database = await asked(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
            const records = database.transaction(store).objectStore(store);
            const [keys, values] = await Promise.all([asked(records.getAllKeys()), asked(records.getAll())]);
            for (let i = 0; i < values.length; i++)
                found.push([`IndexedDB ${name} ${store} ${keys[i]}`, await written(values[i])]);
        }
        database.close();
    }
    for (const [name, storage] of [['localStorage', localStorage], ['sessionStorage', sessionStorage]])
        for (const key of Object.keys(storage)) found.push([`${name} ${key}`, storage.getItem(key)]);
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(['cache ' + name, request.url]);
    found.push(['address', location.href], ['cookies', document.cookie], ['window.name', window.name]);
    found.push(['history', JSON.stringify(history.state) ?? ''], ['title', document.title]);
    found.push(['HTML', document.documentElement.outerHTML]);
    for (const element of document.querySelectorAll('*'))
        for (const attribute of element.attributes)
            found.push([`attribute ${attribute.name} of ${element.tagName}`, attribute.value]);
    for (const entry of performance.getEntries()) found.push(['performance entry', entry.name]);
};
collect().then(() => done({found}), error => done({error: String(error)}));
"#;

/// What the page keeps, shows, names and says.
pub async fn page(page: &Page) -> Outcome<Found> {
    let told = page.client.execute_async(COLLECT, vec![]).await?;
    if let Some(error) = told["error"].as_str() {
        return Err(format!("the page cannot be looked through: {error}").into());
    }
    let texts: Vec<(String, String)> = serde_json::from_value(told["found"].clone())?;
    let texts = texts.into_iter();
    let mut found: Found = texts
        .map(|(place, text)| (place, text.into_bytes()))
        .collect();
    for entry in page.log("browser").await? {
        check::is_quiet(page, &entry)?;
        found.push(("console".to_owned(), entry.to_string().into_bytes()));
    }
    Ok(found)
}

/// All that can be downloaded at a place, and what is inside of zips.
pub async fn downloads(page: &Page, place: &str) -> Outcome<Found> {
    act::go(page, place).await?;
    let script = "return [...document.querySelectorAll('[data-testid^=\"download-\"]')] \
        .filter(e => !e.disabled && e.checkVisibility()).map(e => e.dataset.testid)";
    let names: Vec<String> = serde_json::from_value(page.script(script, vec![]).await?)?;
    let mut found = Found::new();
    for testid in names {
        let (name, bytes) = act::download(page, &testid).await?;
        if name.ends_with(".zip") {
            inside(&name, &bytes, &mut found)?;
        }
        found.push((format!("{place}: {name}"), bytes));
    }
    Ok(found)
}

/// The files inside of a zip, by the zip's name and theirs.
pub fn inside(name: &str, bytes: &[u8], found: &mut Found) -> Outcome {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
    for idx in 0..archive.len() {
        let mut file = archive.by_index(idx)?;
        let mut content = Vec::new();
        file.read_to_end(&mut content)?;
        found.push((format!("{name}: {}", file.name()?), content));
    }
    Ok(())
}

/// The files of the browser's profile, as far as they are on the disk.
pub fn profile(page: &Page) -> Found {
    let mut found = Found::new();
    let mut left = vec![page.profile()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => left.push(path),
                Ok(kind) if kind.is_file() => found.extend(file(&path)),
                _ => {}
            }
        }
    }
    found
}

fn file(path: &Path) -> Option<(String, Vec<u8>)> {
    Some((path.display().to_string(), fs::read(path).ok()?))
}

/// The places where a secret is, also in two bytes a character.
pub fn places_of<'a>(secret: &str, found: &'a Found) -> Vec<&'a str> {
    let wide: Vec<u8> = secret.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let is_in = |bytes: &[u8]| {
        [secret.as_bytes(), &wide]
            .iter()
            .any(|secret| bytes.windows(secret.len()).any(|window| window == *secret))
    };
    let places = found.iter().filter(|(_, bytes)| is_in(bytes));
    places.map(|(place, _)| place.as_str()).collect()
}

/// Plants a text in every kind of place, and sees it found there: a scan that finds nothing must be able to.
pub async fn finds_what_is_planted(of: &Page, secret: &str) -> Outcome {
    let plant = "const [secret, done] = arguments; \
        localStorage.setItem('planted', secret); sessionStorage.setItem('planted', secret); \
        document.body.dataset.planted = secret; performance.mark(secret); console.log(secret); \
        history.replaceState(secret, '', location.hash); \
        const open = indexedDB.open('planted', 1); \
        open.onupgradeneeded = () => open.result.createObjectStore('planted'); \
        open.onsuccess = () => { const t = open.result.transaction('planted', 'readwrite'); \
        t.objectStore('planted').put({deep: [new Blob([secret])]}, 1); \
        t.oncomplete = () => { open.result.close(); done(); } }";
    of.client.execute_async(plant, vec![json!(secret)]).await?;
    let found = page(of).await?;
    let places = places_of(secret, &found).join("\n");
    let uproot = "const done = arguments[0]; localStorage.removeItem('planted'); \
        sessionStorage.removeItem('planted'); delete document.body.dataset.planted; \
        performance.clearMarks(); history.replaceState(null, '', location.hash); \
        const gone = indexedDB.deleteDatabase('planted'); gone.onsuccess = () => done()";
    of.client.execute_async(uproot, vec![]).await?;
    let wanted = [
        "IndexedDB planted planted 1",
        "localStorage planted",
        "sessionStorage planted",
        "attribute data-planted of BODY",
        "performance entry",
        "console",
        "history",
        "HTML",
    ];
    let is_missed = |place: &&str| !places.lines().any(|found| found == *place);
    let missed: Vec<&str> = wanted.into_iter().filter(is_missed).collect();
    match missed.is_empty() {
        true => Ok(()),
        false => Err(format!("planted and not found: {missed:?}, found {places}").into()),
    }
}
