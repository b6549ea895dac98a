/// Finds what a misspelled word was probably meant to be: of some words the one with the fewest characters to add,
/// drop or change, the first of several. Case does not matter. `None` if all differ in more than a third.
///
/// ```
/// use matombo::text::nearest;
/// assert_eq!(nearest("Bohs", ["bosh", "tsoro"]), Some("bosh"));
/// assert_eq!(nearest("chess", ["bosh", "tsoro"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let measured = words.into_iter().map(|other| (distance(&word, &other.to_lowercase()), other));
    let (distance, found) = measured.min_by_key(|(distance, _)| *distance)?;
    let tolerated = found.chars().count().div_ceil(3).max(2);
    (distance <= tolerated).then_some(found)
}

/// Counts the characters to add, drop or change to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    // The distances of what was read of `one` from every beginning of `other`.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (read, c) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = read + 1;
        for (column, d) in other.iter().enumerate() {
            let changed = before + usize::from(c != *d);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_what_is_added_dropped_or_changed() {
        let cases =
            [("", "", 0), ("", "ab", 2), ("ab", "", 2), ("a", "b", 1), ("kitten", "sitting", 3), ("ab", "ba", 2)];
        for (one, other, expected) in cases {
            assert_eq!(distance(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn nearest_is_the_first_of_equals_within_a_third() {
        assert_eq!(nearest("x1", ["a1", "b1"]), Some("a1"));
        assert_eq!(nearest("", []), None);
        assert_eq!(nearest("abcdefghi", ["abcdefxyz"]), Some("abcdefxyz"));
        assert_eq!(nearest("abcdeghij", ["abcdefxyz"]), None);
    }
}
