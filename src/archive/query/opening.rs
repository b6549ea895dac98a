use std::fmt;
use std::ops::Range;

use super::comparison::Quoted;
use crate::board::{BySeat, Seat};
use crate::engine::{DEFAULT_MAX_LAPS, Match, PitSet, Position, TurnInProgress};
use crate::notation::{Source, SyntaxErrorKind, TurnBody, WrittenRefill, read, read_position_line};
use crate::record::{Header, Judged, JudgedPly, decide};

/// What stands before the turns so that they are read as those of a record.
const TAGS: &str = "[Game \"?\"]\n\n";

/// Turns that a record's main line begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    text: String,
    turns: Vec<OpeningTurn>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OpeningTurn {
    body: TurnBody,
    refill: Option<WrittenRefill>,
}

/// Says where a text stops being turns of the notation, and why.
pub(super) struct OpeningError {
    pub(super) range: Range<usize>,
    pub(super) message: String,
}

impl Opening {
    /// Reads turns; move numbers, comments, glyphs and variations among them, and a result, say nothing.
    pub(super) fn read(text: &str) -> Result<Self, OpeningError> {
        let record = read(&Source::from_text(&format!("{TAGS}{text}")));
        let fault = record.errors.iter().find(|error| {
            !matches!(error.kind, SyntaxErrorKind::MissingResult | SyntaxErrorKind::NumberWithoutTurn { .. })
        });
        if let Some(error) = fault {
            let at = |place: u32| (place as usize).saturating_sub(TAGS.len()).min(text.len());
            return Err(OpeningError { range: at(error.span.start)..at(error.span.end), message: error.to_string() });
        }
        let turns: Vec<OpeningTurn> = record.main.plies.into_iter().filter_map(OpeningTurn::new).collect();
        if turns.is_empty() {
            let message = "expected a turn, found the end of the text".to_owned();
            return Err(OpeningError { range: text.len()..text.len(), message });
        }
        Ok(Self { text: text.to_owned(), turns })
    }

    /// Returns whether the main line of a record begins so: whether these turns, played from where the record starts,
    /// come to the same decisions.
    pub(super) fn opens(&self, judged: &Judged) -> bool {
        let Some(header) = &judged.header else { return false };
        if judged.turns.len() < self.turns.len() || !self.turns[0].may_be(&judged.turns[0]) {
            return false;
        }
        let mut before = first_position(header);
        for (turn, ply) in self.turns.iter().zip(&judged.turns) {
            let same = before.as_ref().is_some_and(|position| turn.is(ply, header, position));
            if !same {
                return false;
            }
            let after = ply.position.as_deref().and_then(|line| read_position_line(line).ok());
            before = after.and_then(|setup| Position::reached(&header.rules, &setup).ok());
        }
        true
    }
}

/// Returns the position of the first turn: the start, or that of the next round if the start ends one.
fn first_position(header: &Header) -> Option<Position> {
    let game = Match::from_setup(header.rules, &header.start.to_setup(), DEFAULT_MAX_LAPS).ok()?;
    Some(game.position().clone())
}

impl OpeningTurn {
    fn new(ply: crate::notation::WrittenPly) -> Option<Self> {
        Some(Self { body: ply.turn.body?, refill: ply.refill.map(|refill| refill.value) })
    }

    /// Returns whether it could be this turn, as far as that can be seen without playing it.
    fn may_be(&self, ply: &JudgedPly) -> bool {
        let begun = |turn: &crate::engine::Turn| {
            (turn.origin, turn.clockwise) == (self.body.origin.value, self.body.clockwise.is_some())
        };
        ply.turn.as_ref().is_some_and(begun) && (self.body.ends_game.is_none() || ply.outcome.is_some())
    }

    fn is(&self, ply: &JudgedPly, header: &Header, before: &Position) -> bool {
        let Some(decided) = ply.turn.as_ref().filter(|_| self.may_be(ply)) else { return false };
        // If it sows more than that, it is another turn.
        let mut turn = TurnInProgress::from_position(&header.rules, before).with_max_laps(decided.laps);
        let played = decide(&mut turn, &self.body, &mut ());
        played.is_ok_and(|wrong_checks| wrong_checks.is_empty())
            && turn.steps() == decided.steps
            && self.refill.as_ref().is_none_or(|refill| refilled(refill, ply))
    }
}

/// Returns whether the pits filled after a turn, and what was kept, are those written.
fn refilled(written: &WrittenRefill, ply: &JudgedPly) -> bool {
    let pits = BySeat::from_fn(|seat| PitSet::new(written.columns[seat].value.iter().copied()));
    let kept = |reserve: BySeat<u32>| {
        Seat::BOTH.into_iter().all(|seat| written.keep[seat].is_none_or(|kept| kept.value == reserve[seat]))
    };
    ply.refill.is_some_and(|refill| refill.pits == pits && kept(refill.reserve))
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quoted(&self.text).fmt(f)
    }
}
