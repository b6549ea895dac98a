use std::fmt::Write as _;

use crate::text::{Tab, escape};

/// Makes a text safe inside elements and attributes of XML and HTML: markup and what is no character there is escaped,
/// after all that [`escape`] escapes.
///
/// ```
/// use matombo::render::markup;
/// assert_eq!(markup("<b title=\"x\">&'"), "&lt;b title=&quot;x&quot;&gt;&amp;&#39;");
/// assert_eq!(markup("\u{202e}<"), "\\u{202e}&lt;");
/// ```
#[must_use]
pub fn markup(text: &str) -> String {
    let visible = escape(text, Tab::Keep);
    let mut safe = String::with_capacity(visible.len());
    for c in visible.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // No characters of XML.
            '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    safe
}
