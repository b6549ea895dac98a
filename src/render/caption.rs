use std::fmt;

use crate::board::Seat;

/// Names a turn of a record, for the heading of its frame.
///
/// ```
/// use matombo::board::Seat;
/// use matombo::render::Caption;
/// let caption = Caption { ply: 12, number: 6, seat: Seat::North, turn: "b6xA6+0 ?!".to_owned() };
/// assert_eq!(caption.to_string(), "Ply 12, North: 6... b6xA6+0 ?!");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// Which turn it is, counted from 1 over both seats.
    pub ply: u64,
    /// The move number.
    pub number: u64,
    /// The seat that moved.
    pub seat: Seat,
    /// The turn in notation, glyphs included.
    pub turn: String,
}

/// The signs of the first glyphs.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl Caption {
    /// Writes the glyphs behind a turn: one that has a sign as that, others as numbers.
    #[must_use]
    pub fn with_glyphs(mut turn: String, glyphs: &[u8]) -> String {
        if let [glyph] = glyphs
            && let Some(sign) = SIGNS.get(usize::from(*glyph).wrapping_sub(1))
        {
            return turn + sign;
        }
        for glyph in glyphs {
            turn += &format!(" ${glyph}");
        }
        turn
    }
}

impl fmt::Display for Caption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = match self.seat {
            Seat::South => ".",
            Seat::North => "...",
        };
        write!(f, "Ply {}, {}: {}{dots} {}", self.ply, self.seat, self.number, self.turn)
    }
}
