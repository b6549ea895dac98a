use super::width::{clusters, fitting};

/// Breaks a text into lines of at most `width` cells, at spaces where it can; a word wider than a line is broken
/// wherever the line is full. Spaces at a break are dropped, others kept. An empty text is one empty line.
///
/// The text is taken as one line; split one with line ends first.
///
/// ```
/// use matombo::text::wrap;
/// let lines: Vec<&str> = wrap("North lifts 3 stones from b4.", 14).collect();
/// assert_eq!(lines, ["North lifts 3", "stones from", "b4."]);
/// ```
pub fn wrap(text: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (line, tail) = first_line(text, width);
        rest = tail;
        Some(line)
    })
}

fn first_line(text: &str, width: usize) -> (&str, Option<&str>) {
    let fits = fitting(text, width);
    if fits == text.len() {
        return (text, None);
    }
    let text_begins = text.len() - text.trim_start_matches(' ').len();
    let end = if text[fits..].starts_with(' ') {
        fits
    } else {
        match text[..fits].rfind(' ') {
            Some(space) if space >= text_begins => space,
            // A cell too narrow for a wide character must not stop the lines.
            _ => fits.max(clusters(text).next().map_or(0, str::len)),
        }
    };
    let tail = text[end..].trim_start_matches(' ');
    (text[..end].trim_end_matches(' '), (!tail.is_empty()).then_some(tail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::display_width;
    use proptest::prelude::*;

    fn lines(text: &str, width: usize) -> Vec<&str> {
        wrap(text, width).collect()
    }

    #[test]
    fn breaks_at_spaces() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("one two three", 6), ["one", "two", "three"]);
        assert_eq!(lines("", 6), [""]);
    }

    #[test]
    fn breaks_a_long_word_where_the_line_is_full() {
        assert_eq!(lines("abcdefgh ij", 5), ["abcde", "fgh", "ij"]);
        assert_eq!(lines("  abcdefgh", 5), ["  abc", "defgh"]);
        assert_eq!(lines("モンド", 1), ["モ", "ン", "ド"]);
    }

    proptest! {
        #[test]
        fn keeps_every_word_and_the_width(text in "([a-z]{1,9}| |モ|e\u{301}){0,40}", width in 2_usize..20) {
            let lines = lines(&text, width);
            let bare = |text: &str| text.replace(' ', "");
            prop_assert!(lines.iter().all(|line| display_width(line) <= width));
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
        }
    }
}
