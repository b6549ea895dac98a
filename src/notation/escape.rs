//! Quotes text of a record in a message, so that nothing of it can act on a terminal.

/// How many characters of a quotation are shown.
const LONGEST: usize = 40;

/// Returns the text with control, direction and invisible characters escaped, and cut if it is long.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(4 * LONGEST));
    for (index, character) in text.chars().enumerate() {
        if index == LONGEST {
            shown.push_str("...");
            break;
        }
        if is_unsafe(character) { shown.extend(character.escape_unicode()) } else { shown.push(character) }
    }
    shown
}

/// Returns whether a character could hide text, turn its direction or act on a terminal.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}' | '\u{3000}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_on_a_terminal_remains() {
        assert_eq!(quoted("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(quoted("加é"), "加é");
        assert_eq!(quoted(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
    }
}
