//! The Content-Security-Policy of the built page: Trunk's loader is an inline script, and only scripts
//! whose hash the policy names may run.

use crate::run::Outcome;
use base64::Engine;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Puts the hash of every inline script of the page into the policy's `script-src`.
pub fn allow_inline_scripts(page: &Path) -> Outcome {
    let html = fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
    let html = with_hashes(&html).map_err(|why| format!("{}: {why}", page.display()))?;
    fs::write(page, html).map_err(|e| format!("{}: {e}", page.display()))
}

fn with_hashes(html: &str) -> Outcome<String> {
    let hashes: Vec<String> = inline_scripts(html)?
        .iter()
        .map(|script| {
            let digest = Sha256::digest(script.replace("\r\n", "\n"));
            format!(
                "'sha256-{}'",
                base64::engine::general_purpose::STANDARD.encode(digest)
            )
        })
        .collect();
    let absent = "there is no <meta http-equiv=\"Content-Security-Policy\"> with a script-src";
    let meta = tags(html, "meta")
        .into_iter()
        .find(|(_, tag)| tag.to_ascii_lowercase().contains("content-security-policy"));
    let (start, tag) = meta.ok_or(absent)?;
    let at = start + tag.find("script-src ").ok_or(absent)? + "script-src ".len();
    let (before, after) = html.split_at(at);
    let missing: Vec<_> = hashes
        .into_iter()
        .filter(|hash| !tag.contains(hash.as_str()))
        .collect();
    let gap = if missing.is_empty() { "" } else { " " };
    Ok(format!("{before}{}{gap}{after}", missing.join(" ")))
}

/// The text of every script that is in the page itself.
fn inline_scripts(html: &str) -> Outcome<Vec<&str>> {
    let mut scripts = Vec::new();
    for (start, tag) in tags(html, "script") {
        if tag.contains(" src=") || tag.contains("\nsrc=") {
            continue;
        }
        let body = &html[start + tag.len()..];
        let end = body.find("</script").ok_or("a <script> is not closed")?;
        scripts.push(&body[..end]);
    }
    Ok(scripts)
}

/// Every opening tag of that name outside comments, with where it starts.
fn tags<'a>(html: &'a str, name: &str) -> Vec<(usize, &'a str)> {
    let open = format!("<{name}");
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = html[at..].find('<') {
        let start = at + next;
        let rest = &html[start..];
        at = start + 1;
        if rest.starts_with("<!--") {
            at = start + rest.find("-->").unwrap_or(rest.len());
        } else if rest.starts_with(&open) {
            let end = rest.find('>').map_or(rest.len(), |end| end + 1);
            found.push((start, &rest[..end]));
            at = start + end;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">"#;

    #[test]
    fn the_hash_of_an_inline_script_joins_the_policy() {
        let page = format!("<head>{POLICY}<script type=\"module\">go()</script></head>");
        let built = with_hashes(&page).expect("a policy");
        // printf 'go()' | openssl dgst -sha256 -binary | base64
        assert!(
            built.contains(
                "script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=' 'self'"
            ),
            "{built}"
        );
        assert_eq!(
            with_hashes(&built),
            Ok(built.clone()),
            "a second time changes nothing"
        );
    }

    #[test]
    fn scripts_from_files_and_in_comments_need_no_hash() {
        let page = format!("{POLICY}<script src=\"a.js\"></script><!-- <script>x</script> -->");
        assert_eq!(with_hashes(&page), Ok(page.clone()));
    }

    #[test]
    fn a_page_without_a_policy_is_refused() {
        assert!(with_hashes("<script>go()</script>").is_err());
        assert!(with_hashes(&POLICY.replace("script-src", "style-src")).is_err());
    }
}
