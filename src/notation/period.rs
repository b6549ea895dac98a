use std::fmt;

use super::date::{date, days};
use super::{DateReading, Day, read_date};

/// Holds the days that a date can mean: one, or those of a month or a year.
///
/// `Display` writes the date as a `Date` tag does.
///
/// ```
/// use matombo::notation::Period;
/// let may = Period::read("1964.05.??").ok_or("a month")?;
/// assert_eq!((may.first().to_string(), may.last().day), ("1964-05-01".to_owned(), 31));
/// assert_eq!(may.to_string(), "1964-05");
/// assert_eq!(Period::read("?"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Period {
    /// Reads the value of a `Date` tag. `None` if it is no date, or an unknown one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let DateReading::Exact(text) = read_date(text) else { return None };
        let (_, (year, month, day)) = date(&text).ok()?;
        let two_digits = |digits: &str| digits.parse().ok();
        Some(Self { year: year?.parse().ok()?, month: month.and_then(two_digits), day: day.and_then(two_digits) })
    }

    /// Returns the first day.
    #[must_use]
    pub fn first(self) -> Day {
        Day { year: self.year, month: self.month.unwrap_or(1), day: self.day.unwrap_or(1) }
    }

    /// Returns the last day.
    #[must_use]
    pub fn last(self) -> Day {
        let month = self.month.unwrap_or(12);
        let day = self.day.unwrap_or_else(|| days(self.year.into(), month.into()) as u8);
        Day { year: self.year, month, day }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        self.month.map_or(Ok(()), |month| write!(f, "-{month:02}"))?;
        self.day.map_or(Ok(()), |day| write!(f, "-{day:02}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Period;

    #[test]
    fn a_period_has_the_days_that_a_date_can_mean() {
        let days = |text: &str| Period::read(text).map(|period| format!("{} {}", period.first(), period.last()));
        for (text, meant) in [
            ("2026", "2026-01-01 2026-12-31"),
            ("0000", "0000-01-01 0000-12-31"),
            ("2024.02.??", "2024-02-01 2024-02-29"),
            ("1900-02", "1900-02-01 1900-02-28"),
            ("2026-11-30", "2026-11-30 2026-11-30"),
        ] {
            assert_eq!(days(text).as_deref(), Some(meant));
        }
        for text in ["", "?", "????.??.??", "2026-13", "2026-02-29", "2026.??.30", "yesterday"] {
            assert_eq!(days(text), None, "{text}");
        }
    }
}
