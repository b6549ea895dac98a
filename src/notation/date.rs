use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::char;
use nom::combinator::{eof, map, opt};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

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
pub(super) type Parts<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>);

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
        (Some(year), Some(month), None) if days(number(year), number(month)) > 0 => {
            DateReading::Exact(format!("{year}-{month}"))
        }
        (Some(year), Some(month), Some(day)) if (1..=days(number(year), number(month))).contains(&number(day)) => {
            DateReading::Exact(format!("{year}-{month}-{day}"))
        }
        _ => DateReading::Impossible,
    }
}

fn digits<'a>(count: usize) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    take_while_m_n(count, count, |c: char| c.is_ascii_digit())
}

pub(super) fn date(input: &str) -> IResult<&str, Parts<'_>> {
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
pub(super) fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
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
}
