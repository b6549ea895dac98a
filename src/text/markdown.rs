use super::escape_lines;

/// Makes a text that a stranger wrote safe to stand inside a line of Markdown, also in a cell of a table: it becomes one
/// line, shows what it says, and makes no markup, link, mention or formula, after all that [`escape_lines`] escapes.
///
/// What only means something at the beginning of a line, such as `-` or `1.`, is not escaped: something must stand
/// before the text on its line.
///
/// ```
/// use matombo::text::markdown;
/// assert_eq!(markdown("*a* | <b>"), r"\*a\* &#124; \<b\>");
/// assert_eq!(markdown("see https://example.com"), r"see https\://example.com");
/// ```
#[must_use]
pub fn markdown(text: &str) -> String {
    let visible = escape_lines(text);
    let mut safe = String::with_capacity(visible.len());
    let mut chars = visible.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // Parsers differ on how a backslash before it is read in a table.
            '|' => safe.push_str("&#124;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' | '&' | '$' | '#' | '@' | '^' => {
                safe.push('\\');
                safe.push(c);
            }
            // That of an address, or of a word that stands for a picture; not that of a sentence.
            ':' if chars.peek().is_some_and(|next| !next.is_whitespace()) => safe.push_str("\\:"),
            // The dot of an address without a scheme.
            '.' if ends_with_www(&safe) => safe.push_str("\\."),
            c => safe.push(c),
        }
    }
    safe
}

fn ends_with_www(text: &str) -> bool {
    text.len().checked_sub(3).and_then(|start| text.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

#[cfg(test)]
mod tests {
    use super::markdown;

    #[test]
    fn markup_is_escaped_once() {
        assert_eq!(markdown("one: two=2:"), "one: two=2:");
        assert_eq!(markdown("a\n# b"), r"a \# b");
        assert_eq!(markdown("\u{202e}\\|"), r"\\u{202e}\\&#124;");
        assert_eq!(markdown("[x](javascript:y) ![z] &lt; $1$ @me"), r"\[x\](javascript\:y) !\[z\] \&lt; \$1\$ \@me");
        assert_eq!(markdown("WWW.example.com, a.b"), r"WWW\.example.com, a.b");
    }
}
