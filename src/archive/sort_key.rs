use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::{Entry, Field, FieldError};
use crate::notation::{DateReading, GameResult, read_date};

/// Says what records are sorted by: a field and a direction.
///
/// ```
/// use matombo::archive::SortKey;
/// let key: SortKey = "-Round".parse()?;
/// assert_eq!(key.to_string(), "Round:desc");
/// assert_eq!("round:asc".parse::<SortKey>()?.to_string(), "round");
/// # Ok::<(), matombo::archive::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortKey {
    field: Field,
    descending: bool,
}

impl FromStr for SortKey {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let (text, minus) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
        let (name, descending) = match text.rsplit_once(':') {
            Some((name, "desc")) => (name, !minus),
            Some((name, "asc")) => (name, minus),
            _ => (text, minus),
        };
        Ok(Self { field: name.parse()?, descending })
    }
}

impl fmt::Display for SortKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.field, if self.descending { ":desc" } else { "" })
    }
}

/// What a record says comes first, then what cannot be read, then what is missing, in either direction.
const SAID: u8 = 0;
const UNREADABLE: u8 = 1;
const MISSING: u8 = 2;

impl SortKey {
    /// Appends bytes by which records are compared: one after the other, the bytes of several keys compare as the keys
    /// do.
    pub fn write(&self, entry: &Entry<'_>, bytes: &mut Vec<u8>) {
        let Some(value) = entry.value(&self.field) else { return bytes.push(MISSING) };
        let (value, standing) = if self.is_date() { dated(&value) } else { (value, SAID) };
        bytes.push(standing);
        let start = bytes.len();
        match &self.field {
            Field::Plies => bytes.extend(entry.judged.plies.to_be_bytes()),
            Field::Result => bytes.push(rank(entry.judged.result)),
            _ => text(&value, bytes),
        }
        if self.descending {
            bytes[start..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }

    fn is_date(&self) -> bool {
        matches!(&self.field, Field::Tag(name) if name.eq_ignore_ascii_case("Date"))
    }
}

const fn rank(result: GameResult) -> u8 {
    match result {
        GameResult::SouthWon => 0,
        GameResult::NorthWon => 1,
        GameResult::Drawn => 2,
        GameResult::Unfinished => 3,
    }
}

/// Returns a date in the form in which dates compare as texts: `2026` before `2026-01` before `2026-01-05`.
fn dated(value: &str) -> (Cow<'_, str>, u8) {
    match read_date(value) {
        DateReading::Exact(date) if date == "?" => (Cow::Owned(date), MISSING),
        DateReading::Exact(date) => (Cow::Owned(date), SAID),
        DateReading::Impossible | DateReading::Malformed => (Cow::Borrowed(value), UNREADABLE),
    }
}

/// Writes a text so that its bytes compare as people would: numbers in it as numbers, and without regard to case.
fn text(value: &str, bytes: &mut Vec<u8>) {
    let mut rest = value.trim();
    while let Some(character) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let number = rest[..digits].trim_start_matches('0');
            // More digits, larger number.
            bytes.push(b'0');
            bytes.extend(u32::try_from(number.len()).unwrap_or(u32::MAX).to_be_bytes());
            bytes.extend(number.as_bytes());
            rest = &rest[digits..];
            continue;
        }
        let mut buffer = [0; 4];
        for lower in character.to_lowercase() {
            bytes.extend(lower.encode_utf8(&mut buffer).as_bytes());
            // The end is told by two zeros.
            bytes.extend((lower == '\0').then_some(0xFF));
        }
        rest = &rest[character.len_utf8()..];
    }
    bytes.extend([0, 0]);
}

#[cfg(test)]
mod tests {
    use super::text;

    fn key(value: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        text(value, &mut bytes);
        bytes
    }

    #[test]
    fn texts_compare_as_people_would() {
        let rising = ["", "\0", "\0a", "2", "2.9", "2.10", "10", "a", "a\0", "a1", "a2b", "a10", "B", "ba", "\u{e9}"];
        for pair in rising.windows(2) {
            assert!(key(pair[0]) < key(pair[1]), "{pair:?}");
        }
        for (one, other) in [("Amina", "aMINA"), ("7", "007"), (" a ", "a")] {
            assert_eq!(key(one), key(other));
        }
    }
}
