use super::{Tab, escape};

/// How many characters of a quotation are shown.
const LONGEST: usize = 40;

/// Quotes a stranger's text in a message: [escaped](escape), and cut if it is long.
///
/// ```
/// use matombo::text::quoted;
/// assert_eq!(quoted("a\u{1b}[31m"), "a\\u{1b}[31m");
/// assert_eq!(quoted(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", escape(&text[..end], Tab::Escape)),
        None => escape(text, Tab::Escape).into_owned(),
    }
}
