//! A page that steps through records: what does not depend on them, and what a frame becomes in it.

mod step;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

pub use step::PageStep;

use super::figure;
use super::{Theme, markup};
use crate::engine::{Position, Ruleset};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The buttons, and what stands at the end of the page.
const CONTROLS: &str = include_str!("page.html");

/// Returns the beginning of a page, up to the first thing that depends on its records. The title is escaped here.
///
/// The page loads nothing, and runs no script and takes no style but its own: their hashes say so to the browser.
#[must_use]
pub fn page_head(title: &str) -> String {
    let style = format!("{STYLE}{}", Theme::Auto.style_sheet(".figure"));
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(&style)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"figure\" hidden><defs>{}</defs></svg>\n",
        markup(title),
        figure::definitions()
    )
}

/// Returns the end of a page.
#[must_use]
pub fn page_foot() -> String {
    format!("{CONTROLS}<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// Draws a board to stand in a page.
#[must_use]
pub fn page_board(position: &Position, rules: &Ruleset) -> String {
    figure::board_in_page(position, rules)
}

/// Writes data as JSON that can stand in a page.
///
/// # Panics
///
/// If the data has keys that are no texts.
#[must_use]
pub fn page_data(data: &impl serde::Serialize) -> String {
    // No markup can begin inside.
    serde_json::to_string(data).expect("all keys are texts").replace('<', "\\u003c")
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_never_ends_its_element() {
        assert_eq!(page_data(&["</script><!--"]), "[\"\\u003c/script>\\u003c!--\"]");
    }

    #[test]
    fn the_policy_names_what_the_page_holds() {
        assert_eq!(hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        let page = page_head("<i>") + &page_foot();
        assert!(page.contains("<title>&lt;i&gt;</title>"));
        let between = |start: &str, end: &str| page.split_once(start).unwrap().1.split_once(end).unwrap().0;
        assert!(page.contains(&format!("script-src '{}'", hash(between("<script>", "</script>")))));
        assert!(page.contains(&format!("style-src '{}'", hash(between("<style>", "</style>")))));
    }
}
