use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

const ELLIPSIS: &str = "...";

/// Returns how many cells of a terminal a text takes. A tab counts for one; nothing is expanded.
///
/// ```
/// use matombo::text::display_width;
/// assert_eq!(display_width("b7xA6"), 5);
/// assert_eq!(display_width("モンド"), 6);
/// assert_eq!(display_width("e\u{301}"), 1);
/// ```
#[must_use]
pub fn display_width(text: &str) -> usize {
    text.width()
}

/// Cuts a text that is wider than `width`, and ends it in `...` where there is room for that.
///
/// ```
/// use matombo::text::truncate_to_width;
/// assert_eq!(truncate_to_width("Village match", 20), "Village match");
/// assert_eq!(truncate_to_width("Village match", 10), "Village...");
/// ```
#[must_use]
pub fn truncate_to_width(text: &str, width: usize) -> Cow<'_, str> {
    if display_width(text) <= width {
        return Cow::Borrowed(text);
    }
    let Some(room) = width.checked_sub(ELLIPSIS.len()).filter(|room| *room > 0) else {
        return Cow::Borrowed(&text[..fitting(text, width)]);
    };
    Cow::Owned(format!("{}{ELLIPSIS}", &text[..fitting(text, room)]))
}

/// Returns the length in bytes of the longest run of whole clusters at the start that fits into `width`.
pub(super) fn fitting(text: &str, width: usize) -> usize {
    let mut used = 0;
    let mut end = 0;
    for cluster in clusters(text) {
        used += display_width(cluster);
        if used > width {
            break;
        }
        end += cluster.len();
    }
    end
}

/// Splits a text where a line may be cut: before every character that takes a cell and is not joined to the last.
pub(super) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut chars = rest.char_indices();
        let (_, mut before) = chars.next()?;
        let end = chars
            .find(|&(_, c)| {
                let begins = c.width() != Some(0) && before != '\u{200d}';
                before = c;
                begins
            })
            .map_or(rest.len(), |(at, _)| at);
        let (cluster, tail) = rest.split_at(end);
        rest = tail;
        Some(cluster)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_that_fits_is_borrowed() {
        assert!(matches!(truncate_to_width("South", 5), Cow::Borrowed("South")));
    }

    #[test]
    fn a_wide_character_is_never_halved() {
        assert_eq!(truncate_to_width("モンドモンド", 6), "モ...");
        assert_eq!(truncate_to_width("モンドモンド", 1), "");
        assert_eq!(truncate_to_width("モンドモンド", 3), "モ");
    }

    #[test]
    fn marks_stay_with_their_letter() {
        assert_eq!(truncate_to_width("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", 4), "e\u{301}...");
        assert_eq!(clusters("👩\u{200d}🌾!").collect::<Vec<_>>(), ["👩\u{200d}🌾", "!"]);
    }

    proptest! {
        #[test]
        fn the_result_never_exceeds_the_width(text in "\\PC*", width in 0_usize..40) {
            prop_assert!(display_width(&truncate_to_width(&text, width)) <= width);
        }
    }
}
