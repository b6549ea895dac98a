use std::fmt;

use super::date::{date, days, number};
use super::{DateReading, read_date};

/// Holds the days that a date can mean: one, or those of a month or a year.
///
/// `Display` writes the date as a `Date` tag does.
///
/// ```
/// use matombo::notation::Period;
/// let may = Period::read("1964.05.??").ok_or("a month")?;
/// assert_eq!((may.first(), may.last()), ((1964, 5, 1), (1964, 5, 31)));
/// assert_eq!(may.to_string(), "1964-05");
/// assert_eq!(Period::read("?"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    year: u32,
    month: Option<u32>,
    day: Option<u32>,
}

/// Year, month and day.
type Day = (u32, u32, u32);

impl Period {
    /// Reads the value of a `Date` tag. `None` if it is no date, or an unknown one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let DateReading::Exact(text) = read_date(text) else { return None };
        let (_, (year, month, day)) = date(&text).ok()?;
        Some(Self { year: number(year?), month: month.map(number), day: day.map(number) })
    }

    /// Returns the first day.
    #[must_use]
    pub fn first(self) -> Day {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// Returns the last day.
    #[must_use]
    pub fn last(self) -> Day {
        let month = self.month.unwrap_or(12);
        (self.year, month, self.day.unwrap_or_else(|| days(self.year, month)))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        self.month.map_or(Ok(()), |month| write!(f, "-{month:02}"))?;
        self.day.map_or(Ok(()), |day| write!(f, "-{day:02}"))
    }
}
