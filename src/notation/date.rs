use std::ops::RangeInclusive;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::char;
use nom::combinator::{eof, map, opt};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::Day;

/// Tells what the value of a `Date` tag says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DateReading {
    /// A date, perhaps partly unknown: its canonical form `2026-11-30`, `2026-11`, `2026` or `?`.
    Exact(String),
    /// Written like a date, but there is no such day or month, or it is unknown what the day or month belongs to
    /// (`2026.??.30`). It is kept as it is, with a warning.
    Impossible,
    /// Not written like a date.
    Malformed,
}

/// Year, month and day; what is unknown or not given is `None`.
type Parts<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// Reads the value of a `Date` tag: ISO 8601, from the day to the year alone, or PGN's `2026.11.??`.
///
/// ```
/// use matombo::notation::{DateReading, read_date};
/// assert_eq!(read_date("2026.11.??"), DateReading::Exact("2026-11".to_owned()));
/// assert_eq!(read_date("2026-02-30"), DateReading::Impossible);
/// assert_eq!(read_date("yesterday"), DateReading::Malformed);
/// ```
#[must_use]
pub fn read_date(text: &str) -> DateReading {
    let Ok((_, parts)) = date(text) else { return DateReading::Malformed };
    match parts {
        (None, None, None) => DateReading::Exact("?".to_owned()),
        (Some(year), None, None) => DateReading::Exact(year.to_owned()),
        (Some(year), Some(month), None) if days(year, month) > 0 => DateReading::Exact(format!("{year}-{month}")),
        (Some(year), Some(month), Some(day)) if (1..=days(year, month)).contains(&number(day)) => {
            DateReading::Exact(format!("{year}-{month}-{day}"))
        }
        _ => DateReading::Impossible,
    }
}

/// Returns the first and the last day that the value of a `Date` tag can mean. `None` if it is no date, or if its year is
/// not known or zero.
///
/// ```
/// use matombo::notation::days_of_date;
/// let days = days_of_date("1964-02").ok_or("a month")?;
/// assert_eq!((days.start().to_string(), days.end().to_string()), ("1964-02-01".to_owned(), "1964-02-29".to_owned()));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn days_of_date(text: &str) -> Option<RangeInclusive<Day>> {
    let (_, (Some(written), month, day)) = date(text).ok()? else { return None };
    let year = written.parse().ok().filter(|year| *year > 0)?;
    let at = |month: u32, day: u32| Some(Day { year, month: month.try_into().ok()?, day: day.try_into().ok()? });
    match (month, day) {
        (None, None) => Some(at(1, 1)?..=at(12, 31)?),
        (Some(month), None) if days(written, month) > 0 => {
            Some(at(number(month), 1)?..=at(number(month), days(written, month))?)
        }
        (Some(month), Some(day)) if (1..=days(written, month)).contains(&number(day)) => {
            let day = at(number(month), number(day))?;
            Some(day..=day)
        }
        _ => None,
    }
}

fn digits<'a>(count: usize) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    take_while_m_n(count, count, |c: char| c.is_ascii_digit())
}

fn date(input: &str) -> IResult<&str, Parts<'_>> {
    let iso = (map(digits(4), Some), opt((preceded(char('-'), digits(2)), opt(preceded(char('-'), digits(2))))));
    let iso = map(iso, |(year, rest)| match rest {
        None => (year, None, None),
        Some((month, day)) => (year, Some(month), day),
    });
    let part = |count: usize, unknown: &'static str| alt((map(digits(count), Some), map(tag(unknown), |_| None)));
    let pgn = (part(4, "????"), preceded(char('.'), part(2, "??")), preceded(char('.'), part(2, "??")));
    alt((terminated(map(char('?'), |_| (None, None, None)), eof), terminated(iso, eof), terminated(pgn, eof)))
        .parse(input)
}

fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(0)
}

/// Returns how many days a month has, 0 if there is no such month.
fn days(year: &str, month: &str) -> u32 {
    let year = number(year);
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match number(month) {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_iso_and_pgn_forms() {
        let exact = |text: &str| DateReading::Exact(text.to_owned());
        let cases = [
            ("?", exact("?")),
            ("2026", exact("2026")),
            ("2026-11", exact("2026-11")),
            ("2026-11-30", exact("2026-11-30")),
            ("2024-02-29", exact("2024-02-29")),
            ("2026.11.30", exact("2026-11-30")),
            ("2026.11.??", exact("2026-11")),
            ("2026.??.??", exact("2026")),
            ("????.??.??", exact("?")),
            ("2026-02-29", DateReading::Impossible),
            ("2026-13", DateReading::Impossible),
            ("2026.00.??", DateReading::Impossible),
            ("2026-11-31", DateReading::Impossible),
            ("2026.??.30", DateReading::Impossible),
            ("????.11.30", DateReading::Impossible),
            ("", DateReading::Malformed),
            ("2026.11", DateReading::Malformed),
            ("2026-1-1", DateReading::Malformed),
            ("2026-11-30 ", DateReading::Malformed),
            ("٢٠٢٦", DateReading::Malformed),
        ];
        for (text, reading) in cases {
            assert_eq!(read_date(text), reading, "{text}");
        }
    }
    #[test]
    fn date_days_it_can_mean() {
        let days = |text: &str| days_of_date(text).map(|days| format!("{} {}", days.start(), days.end()));
        for (text, meant) in [
            ("2026", "2026-01-01 2026-12-31"),
            ("2024.02.??", "2024-02-01 2024-02-29"),
            ("1900-02", "1900-02-01 1900-02-28"),
            ("2026-11-30", "2026-11-30 2026-11-30"),
        ] {
            assert_eq!(days(text).as_deref(), Some(meant));
        }
        for text in ["", "?", "????.??.??", "0000", "2026-13", "2026-02-29", "2026.??.30", "yesterday"] {
            assert_eq!(days(text), None, "{text}");
        }
    }
}
