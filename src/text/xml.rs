use std::borrow::Cow;

/// Escapes text for XML 1.0, in an attribute or between tags. Characters that XML cannot hold become U+FFFD.
///
/// ```
/// use matombo::text::xml;
/// assert_eq!(xml("<a & \"b\">\u{1b}"), "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}");
/// ```
#[must_use]
pub fn xml(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // An attribute would make spaces of them.
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            c if is_plain(c) => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    Cow::Owned(escaped)
}

const fn is_plain(c: char) -> bool {
    !matches!(c, '<' | '>' | '&' | '"' | '\'' | '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}
