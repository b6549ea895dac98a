/// Returns the first character that a comment's text can't hold, with its offset, or `None` if the text is fine.
///
/// A comment may hold any text without control characters but tab and LF. A byte-order mark at the start of a later
/// line would be skipped when it is read again, so it counts too.
#[must_use]
pub fn find_bad_comment_character(text: &str) -> Option<(usize, char)> {
    let mut line_start = false;
    text.char_indices().find(|(_, character)| {
        let bad = match character {
            '\n' | '\t' => false,
            '\u{feff}' => line_start,
            _ => character.is_control(),
        };
        line_start = *character == '\n';
        bad
    })
}

/// Returns whether a comment, from JSON for example, can hold this text. See [`find_bad_comment_character`].
#[must_use]
pub fn is_comment_text_ok(text: &str) -> bool {
    find_bad_comment_character(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_hold_all_but_control_characters() {
        assert!(is_comment_text_ok("any {text} \\ ; [x \"\n\u{202e}\t加\u{feff}"));
        assert_eq!(find_bad_comment_character("a\u{85}b"), Some((1, '\u{85}')));
        assert_eq!(find_bad_comment_character("a\r\n"), Some((1, '\r')));
        assert_eq!(find_bad_comment_character("a\n\u{feff}"), Some((2, '\u{feff}')));
    }
}
