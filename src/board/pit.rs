use std::fmt;
use std::str::FromStr;

use super::Seat;

/// Names one of a seat's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Row {
    /// The inner row, next to the enemy: letter A. Bosh has only this one.
    Front,
    /// The outer row, next to its owner: letter B.
    Back,
}

/// Names a pit as the Bao clubs do: `B7` is South's back row, seventh from South's own left; `b7` is North's, from
/// North's own left (`RULES R2`).
///
/// A name may lie beyond the board that is played on; [`Ring`](super::Ring) tells which names exist.
///
/// ```
/// use matombo::board::{Pit, Row, Seat};
/// let pit: Pit = "b7".parse()?;
/// assert_eq!((pit.seat, pit.row, pit.column), (Seat::North, Row::Back, 7));
/// assert_eq!(pit.to_string(), "b7");
/// # Ok::<(), matombo::board::PitParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit {
    /// Who owns the pit.
    pub seat: Seat,
    /// Which of the owner's rows it is in.
    pub row: Row,
    /// Its column, counted from the owner's left, from 1 to 99.
    pub column: u8,
}

impl Pit {
    /// The largest column that a name can carry.
    pub const MAX_COLUMN: u8 = 99;

    /// Makes a pit from its parts.
    #[must_use]
    pub const fn new(seat: Seat, row: Row, column: u8) -> Self {
        Self { seat, row, column }
    }

    /// Returns the row's letter in the owner's case.
    #[must_use]
    pub const fn letter(self) -> char {
        match (self.seat, self.row) {
            (Seat::South, Row::Front) => 'A',
            (Seat::South, Row::Back) => 'B',
            (Seat::North, Row::Front) => 'a',
            (Seat::North, Row::Back) => 'b',
        }
    }

    /// Reads a row letter: the seat and the row that it names.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<(Seat, Row)> {
        match letter {
            'A' => Some((Seat::South, Row::Front)),
            'B' => Some((Seat::South, Row::Back)),
            'a' => Some((Seat::North, Row::Front)),
            'b' => Some((Seat::North, Row::Back)),
            _ => None,
        }
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.column)
    }
}

/// Says that a text is no pit name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no pit: a pit is `A`, `B`, `a` or `b` and a column without leading zeros, such as `B7`", crate::text::quoted(.0))]
pub struct PitParseError(String);

impl FromStr for Pit {
    type Err = PitParseError;

    fn from_str(text: &str) -> Result<Self, PitParseError> {
        let read = || {
            let mut chars = text.chars();
            let (seat, row) = Self::from_letter(chars.next()?)?;
            let digits = chars.as_str();
            let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            if !plain || digits.starts_with('0') {
                return None;
            }
            Some(Self { seat, row, column: digits.parse().ok()? })
        };
        read().ok_or_else(|| PitParseError(text.to_owned()))
    }
}
