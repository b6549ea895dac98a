//! Bao la Kimasai, `RULES K`. Source: Mancala World's page on Kimasai Four Rows, after M. Klamroth 1911.

use super::{Need, Observer, OriginError, Position, Ruleset, TurnInProgress, four_rows};
use crate::board::{Pit, Row, Seat};

/// `RULES K1`: one stone a pit, but none in the leftmost front pits.
pub(super) fn start(rules: &Ruleset) -> Position {
    let mut position = Position::empty(rules);
    for seat in Seat::BOTH {
        position.fill_row(seat, Row::Back, 1);
        position.fill_row(seat, Row::Front, 1);
        *position.pit_mut(Pit::new(seat, Row::Front, 1)) = 0;
    }
    position
}

/// `RULES K2`: a stone steps only into an empty pit.
pub(super) fn check_origin(position: &Position, place: usize) -> Result<(), OriginError> {
    four_rows::check_next_empty(position, place)
}

/// `RULES K2, K3`.
pub(super) fn step(turn: &mut TurnInProgress, place: usize, observer: &mut impl Observer) -> Need {
    turn.laps = 1;
    let stones = turn.lift(place, observer);
    let landing = turn.sow(place, stones, false, observer);
    four_rows::capture(turn, landing.place, true, observer);
    Need::Nothing
}
