use std::borrow::Cow;
use std::fmt::Write as _;

/// The character that joins emoji, and letters of some Indian scripts.
const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Tells what [`escape`] does with a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Leaves it as it is.
    Keep,
    /// Writes it as `\u{9}`.
    Escape,
}

/// Makes a text that a stranger wrote safe to show: whatever could move the cursor, change the order of the line or
/// hide is written as an escape such as `\u{202e}`.
///
/// Escaped are
///
/// - control characters: C0 with line ends (tabs as asked), DEL and C1;
/// - marks, embeddings, overrides and isolates of bidirectional text;
/// - line and paragraph separators;
/// - invisible characters: soft hyphen, zero-width space, joiners and non-joiner, word joiner, invisible operators,
///   deprecated format characters, byte-order mark, annotation anchors, tags, blank Hangul fillers.
///
/// A zero-width joiner stays between two visible characters outside ASCII, where emoji and Indian scripts need it.
/// Variation selectors stay; they only choose a shape.
///
/// The result is unambiguous: a backslash that is followed by `u{` in the text is itself written `\u{5c}`, so every
/// `\u{…}` in the result stands for one character of the text.
///
/// ```
/// use matombo::text::{Tab, escape};
/// assert_eq!(escape("a fine move", Tab::Keep), "a fine move");
/// assert_eq!(escape("\u{1b}[2Jgone", Tab::Keep), "\\u{1b}[2Jgone");
/// assert_eq!(escape("written \\u{1b}", Tab::Keep), "written \\u{5c}u{1b}");
/// ```
#[must_use]
pub fn escape(text: &str, tab: Tab) -> Cow<'_, str> {
    let Some(first) = text.char_indices().find_map(|(at, c)| must_escape(text, at, c, tab).then_some(at)) else {
        return Cow::Borrowed(text);
    };
    let mut safe = String::with_capacity(text.len() + 16);
    safe.push_str(&text[..first]);
    for (at, c) in text[first..].char_indices() {
        if must_escape(text, first + at, c, tab) {
            // Writing to a string cannot fail.
            let _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// Makes a text of several lines safe to show, and one line of it.
#[must_use]
pub fn escape_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| escape(line.trim(), Tab::Escape)).collect();
    lines.join(" ")
}

fn must_escape(text: &str, at: usize, c: char, tab: Tab) -> bool {
    match c {
        '\t' => tab == Tab::Escape,
        '\\' => text[at + 1..].starts_with("u{"),
        ZERO_WIDTH_JOINER => {
            let before = text[..at].chars().next_back();
            let after = text[at + c.len_utf8()..].chars().next();
            !(before.is_some_and(can_be_joined) && after.is_some_and(can_be_joined))
        }
        c => c.is_control() || is_hidden(c),
    }
}

/// Whether a zero-width joiner may stand next to this character.
fn can_be_joined(c: char) -> bool {
    !c.is_ascii() && !c.is_control() && !is_hidden(c)
}

/// Whether the character is invisible, or changes the order or the lines of the text around it.
const fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kept(text: &str) -> String {
        escape(text, Tab::Keep).into_owned()
    }

    #[test]
    fn visible_text_is_borrowed_as_it_is() {
        for text in ["", "North’s own move!", "Zażółć gęślą jaźń", "モンド", "a\\b", "\\u", "❤\u{fe0f}"]
        {
            assert!(matches!(escape(text, Tab::Keep), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            kept("\u{0}\u{7}\u{1b}[31m\u{7f}\u{85}\u{9b}\r\n"),
            r"\u{0}\u{7}\u{1b}[31m\u{7f}\u{85}\u{9b}\u{d}\u{a}"
        );
    }

    #[test]
    fn tabs_are_kept_or_escaped_as_asked() {
        assert_eq!(escape("a\tb", Tab::Keep), "a\tb");
        assert_eq!(escape("a\tb", Tab::Escape), r"a\u{9}b");
    }

    #[test]
    fn what_hides_or_reorders_is_escaped() {
        let ranges = [
            '\u{200b}'..='\u{200f}',
            '\u{202a}'..='\u{202e}',
            '\u{2060}'..='\u{2064}',
            '\u{2066}'..='\u{206f}',
            '\u{e0000}'..='\u{e007f}',
            '\u{2028}'..='\u{2029}',
        ];
        let singles = ['\u{feff}', '\u{61c}', '\u{ad}'];
        for c in ranges.into_iter().flatten().chain(singles) {
            assert_eq!(kept(&format!("a{c}b")), format!("a\\u{{{:x}}}b", u32::from(c)));
        }
    }

    #[test]
    fn a_joiner_stays_only_between_visible_characters_outside_ascii() {
        assert_eq!(kept("👩\u{200d}🌾"), "👩\u{200d}🌾");
        assert_eq!(kept("क्\u{200d}ष"), "क्\u{200d}ष");
        assert_eq!(kept("a\u{200d}b"), r"a\u{200d}b");
        assert_eq!(kept("👩\u{200d}"), r"👩\u{200d}");
        assert_eq!(kept("👩\u{200d}\u{200d}🌾"), r"👩\u{200d}\u{200d}🌾");
    }

    #[test]
    fn a_written_escape_is_told_from_a_made_one() {
        assert_eq!(kept("\\u{202e}"), r"\u{5c}u{202e}");
        assert_eq!(kept("\\\u{202e}"), r"\\u{202e}");
        assert_eq!(kept("\\\\u{9}"), r"\\u{5c}u{9}");
    }

    /// Reads the escapes back, as a reader of the result would.
    fn unescape(mut safe: &str) -> String {
        let mut text = String::new();
        while let Some(start) = safe.find("\\u{") {
            text.push_str(&safe[..start]);
            let (code, rest) = safe[start + 3..].split_once('}').unwrap();
            text.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
            safe = rest;
        }
        text + safe
    }

    proptest! {
        #[test]
        fn every_text_can_be_read_back(text in "([\\\\u{}9a]|\\PC|\\p{C}|\u{200d}|👩)*") {
            let safe = escape(&text, Tab::Escape);
            prop_assert!(!safe.chars().any(char::is_control));
            prop_assert_eq!(unescape(&safe), text);
        }
    }
}
