use crate::board::Seat;

use super::GameResult;

/// A record ready to be printed: every text is already canonical or, in a broken record, verbatim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The tags in the order to print, values not yet escaped.
    pub tags: Vec<(String, String)>,
    /// The record's comments, not yet escaped.
    pub comments: Vec<String>,
    /// The turns of the main line.
    pub plies: Vec<DocumentPly>,
    /// The result token.
    pub result: GameResult,
}

/// A variation ready to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLine {
    /// The comments before its first turn, not yet escaped.
    pub comments: Vec<String>,
    /// Its turns, at least one.
    pub plies: Vec<DocumentPly>,
}

/// A turn ready to be printed with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentPly {
    /// The turn's move number.
    pub number: u32,
    /// Whose turn it is.
    pub seat: Seat,
    /// The turn token.
    pub turn: String,
    /// The glyphs, printed as `$n`.
    pub glyphs: Vec<u8>,
    /// The refill token.
    pub refill: Option<String>,
    /// The comments after the turn, not yet escaped.
    pub comments: Vec<String>,
    /// The variations of the turn.
    pub variations: Vec<DocumentLine>,
}
