//! What is written in a record, with its places, before any rule has looked at it.

use crate::board::{BySeat, Pit, Seat};

use super::{Span, Spanned, SyntaxError};

/// A record as it is written. Everything that could be read is here, whatever else was wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenRecord {
    /// The tag section, in the order written, repeated names included.
    pub tags: Vec<WrittenTag>,
    /// Comments that belong to the record: those among its tags or before its first turn.
    pub comments: Vec<Comment>,
    /// The main line. Its own comments are always empty, they are the record's.
    pub main: WrittenLine,
    /// The result token that ends the movetext, if there is one.
    pub result: Option<Spanned<GameResult>>,
    /// Where the written part of the record ends: the place to point at when something is missing at its end.
    pub end: Span,
    /// Everything that broke the grammar, in the order of the text; warnings of the grammar too.
    pub errors: Vec<SyntaxError>,
    /// How many more there are than are kept.
    pub more_errors: usize,
}

/// One tag: `[Name "value"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTag {
    /// The name as written.
    pub name: Spanned<String>,
    /// The value with its escapes undone; the span covers the text between the quotes.
    pub value: Spanned<String>,
    /// The whole tag with its brackets.
    pub span: Span,
}

/// A comment's text: escapes undone, line ends as LF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text between the braces, or after the semicolon without blanks at its ends.
    pub text: String,
    /// The comment with its braces or semicolon.
    pub span: Span,
}

/// A line of play: the main line or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenLine {
    /// Comments before the line's first turn (variations only).
    pub comments: Vec<Comment>,
    /// The turns.
    pub plies: Vec<WrittenPly>,
    /// The line with its parentheses; for the main line, the movetext.
    pub span: Span,
}

/// A turn with everything that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPly {
    /// The move number before the turn; the last one, if there are several.
    pub number: Option<Spanned<MoveNumber>>,
    /// The turn itself.
    pub turn: WrittenTurn,
    /// Annotation glyphs in the order given, a suffix such as `!?` included.
    pub glyphs: Vec<Spanned<u8>>,
    /// The refill that follows the turn (Bosh).
    pub refill: Option<Spanned<WrittenRefill>>,
    /// The comments that follow the turn.
    pub comments: Vec<Comment>,
    /// The variations that replace the turn.
    pub variations: Vec<WrittenLine>,
}

/// A move number: `12.` for South's turn, `12...` for North's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number, from 1.
    pub number: u32,
    /// Whose turn the dots announce.
    pub seat: Seat,
}

/// A turn token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTurn {
    /// The whole token, without a glyph suffix.
    pub span: Span,
    /// What the token says, or `None` if it could not be read; the reason is among the record's errors.
    pub body: Option<TurnBody>,
}

/// What a readable turn token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnBody {
    /// The pit the turn begins in.
    pub origin: Spanned<Pit>,
    /// The `~` behind the origin: its lap goes clockwise.
    pub clockwise: Option<Span>,
    /// The steps in the order written.
    pub steps: Vec<Spanned<WrittenStep>>,
    /// The `=pit` check: where the last stone fell. The span is the pit's.
    pub landing: Option<Spanned<Pit>>,
    /// The `#` mark: the turn ended the game.
    pub ends_game: Option<Span>,
}

impl TurnBody {
    /// Returns every pit that the turn names, in the order written.
    pub(crate) fn pits_mut(&mut self) -> Vec<&mut Spanned<Pit>> {
        let mut pits = vec![&mut self.origin];
        for step in &mut self.steps {
            match &mut step.value {
                WrittenStep::GoOn(pit)
                | WrittenStep::Stop(pit)
                | WrittenStep::Capture { pit, .. }
                | WrittenStep::Pass { pit, .. }
                | WrittenStep::Reverse(pit) => pits.push(pit),
                WrittenStep::Waive => {}
                WrittenStep::Gain(items) => pits.extend(items.iter_mut().map(|item| &mut item.value.pit)),
            }
        }
        pits.extend(&mut self.landing);
        pits
    }
}

/// One step of a turn, as written. Which game allows it is decided later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenStep {
    /// `/pit`: went on through a head (Tsoro), relayed counter-clockwise (Igisoro).
    GoOn(Spanned<Pit>),
    /// `.pit`: stopped in a head (Tsoro).
    Stop(Spanned<Pit>),
    /// `xpit`: captured.
    Capture {
        /// The captured pit.
        pit: Spanned<Pit>,
        /// The `:n` check, if written; the span is the number's.
        count: Option<Spanned<u32>>,
        /// The `~` behind it: the stones are re-sown clockwise (Igisoro).
        clockwise: Option<Span>,
    },
    /// `-pit`: passed a capture (Igisoro).
    Pass {
        /// The enemy front pit whose capture was passed.
        pit: Spanned<Pit>,
        /// The `^` behind it: the enemy retreats.
        retreat: Option<Span>,
    },
    /// `~pit`: relayed clockwise from that own pit (Igisoro).
    Reverse(Spanned<Pit>),
    /// `+0`: waived every bonus pit, or the strip.
    Waive,
    /// `+list`: bonus pits or stripped stones.
    Gain(Vec<Spanned<WrittenGain>>),
}

/// One item of a `+` list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenGain {
    /// The pit the stones are taken from.
    pub pit: Spanned<Pit>,
    /// The number of stones; a check in a bonus, required in a strip. The span is the number's.
    pub count: Option<Spanned<u32>>,
}

/// A refill token: `@A1-5/a1-3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenRefill {
    /// The columns each seat fills, rising; the span covers the seat's part of the token.
    pub columns: BySeat<Spanned<Vec<u8>>>,
    /// The `:n` checks of what stays in reserve; the span is the number's.
    pub keep: BySeat<Option<Spanned<u32>>>,
}

/// The result token of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    SouthWon,
    /// `0-1`
    NorthWon,
    /// `1/2-1/2`
    Drawn,
    /// `*`
    Unfinished,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::SouthWon, Self::NorthWon, Self::Drawn, Self::Unfinished];

    /// Returns the token as it is written.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::SouthWon => "1-0",
            Self::NorthWon => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Returns the result that says this seat has won.
    #[must_use]
    pub const fn won_by(seat: Seat) -> Self {
        match seat {
            Seat::South => Self::SouthWon,
            Seat::North => Self::NorthWon,
        }
    }
}

impl std::fmt::Display for GameResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.token())
    }
}
