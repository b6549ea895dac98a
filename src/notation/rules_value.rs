use std::ops::Range;

use super::grammar::{self, run};
use super::{RulesValueError, value_error::ValueError};

/// The places of an option's name and of its value in the text.
pub type OptionPlaces = (Range<usize>, Range<usize>);

/// Reads the value of a `Rules` tag into the places of its option names and values. What they mean is decided
/// elsewhere; an option may be repeated here.
///
/// # Errors
///
/// If the text is not `option=value` pairs with spaces between them.
///
/// ```
/// let options = matombo::notation::read_rules_value("columns=8 bonus=3")?;
/// assert_eq!(options, [(0..7, 8..9), (10..15, 16..17)]);
/// # Ok::<(), matombo::notation::RulesValueError>(())
/// ```
pub fn read_rules_value(text: &str) -> Result<Vec<OptionPlaces>, RulesValueError> {
    let mut options = Vec::new();
    let mut rest = text;
    if text.is_empty() {
        return Ok(options);
    }
    loop {
        let (after, (name, value)) = run(grammar::option, rest).map_err(|miss| ValueError::from_miss(text, miss))?;
        let value_end = text.len() - after.len();
        let value_start = value_end - value.len();
        options.push((value_start - 1 - name.len()..value_start - 1, value_start..value_end));
        if after.is_empty() {
            return Ok(options);
        }
        (rest, _) = run(grammar::spaces, after).map_err(|mut miss| {
            miss.expected = "a space or the end";
            ValueError::from_miss(text, miss)
        })?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_names_and_values_in_order() {
        let text = "bonus-duty=must   heads=right1";
        let read = read_rules_value(text).expect("readable");
        let words: Vec<_> = read.into_iter().map(|(name, value)| (&text[name], &text[value])).collect();
        assert_eq!(words, [("bonus-duty", "must"), ("heads", "right1")]);
        assert_eq!(read_rules_value(""), Ok(Vec::new()));
    }

    #[test]
    fn rules_errors_point_at_the_right_byte() {
        let cases = [
            ("columns", 7..7, "`=`"),
            ("columns=", 8..8, "a value, lower-case letters and digits"),
            ("columns=8,heads=x", 9..10, "a space or the end"),
            ("Columns=8", 0..1, "the name of an option, lower-case letters and `-`"),
            ("columns=8 ", 10..10, "the name of an option, lower-case letters and `-`"),
            (" columns=8", 0..1, "the name of an option, lower-case letters and `-`"),
        ];
        for (text, range, expected) in cases {
            let error = read_rules_value(text).expect_err(text);
            assert_eq!((error.range, error.expected), (range, expected), "{text}");
        }
    }
}
