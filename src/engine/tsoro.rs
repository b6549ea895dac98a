//! Tsoro (Fuva, Imbwe), `RULES T`. Source: Mancala World's page on Tsoro, after J. B. Matthews 1964.

use super::{DecisionError, Event, Heads, Need, Observer, Position, Ruleset, Step, TurnInProgress, four_rows};
use crate::board::{Pit, Row, Seat};

/// `RULES T1, T2`: two stones in every back pit, three in the only head.
pub(super) fn start(rules: &Ruleset) -> Position {
    let mut position = Position::empty(rules);
    for seat in Seat::BOTH {
        position.fill_row(seat, Row::Back, 2);
        let head = match rules.heads() {
            Heads::Right1 => rules.columns(),
            Heads::Left1 => 1,
            Heads::Right2 | Heads::None => continue,
        };
        *position.pit_mut(Pit::new(seat, Row::Back, head)) = 3;
    }
    position
}

/// `RULES T2`.
pub(super) const fn is_head(rules: &Ruleset, pit: Pit) -> bool {
    matches!(pit.row, Row::Back)
        && match rules.heads() {
            Heads::Right2 => pit.column + 1 >= rules.columns(),
            Heads::Right1 => pit.column == rules.columns(),
            Heads::Left1 => pit.column == 1,
            Heads::None => false,
        }
}

/// Sows from a pit until the turn ends or a head asks for a decision (`RULES T4–T6`).
pub(super) fn sow_on(
    turn: &mut TurnInProgress,
    mut place: usize,
    observer: &mut impl Observer,
) -> Result<Need, DecisionError> {
    loop {
        let landing = turn.lift_and_sow(place, observer)?;
        place = landing.place;
        if !landing.occupied {
            return Ok(capture(turn, place, observer));
        }
        let pit = turn.pit(place);
        if is_head(&turn.rules, pit) {
            return Ok(Need::Head { pit });
        }
    }
}

/// `RULES T5`: the head's stones are relayed.
pub(super) fn go_on(turn: &mut TurnInProgress, pit: Pit, observer: &mut impl Observer) -> Result<Need, DecisionError> {
    turn.log(|| Step::GoOn { pit });
    observer.event(Event::GoOn { pit }, &turn.position);
    let place = turn.position.ring.place(pit).expect("a head is on the board");
    sow_on(turn, place, observer)
}

/// `RULES T5`: the turn is over, without a capture.
pub(super) fn stop(turn: &mut TurnInProgress, pit: Pit, observer: &mut impl Observer) -> Need {
    turn.log(|| Step::Stop { pit });
    observer.event(Event::Stop { pit }, &turn.position);
    Need::Nothing
}

/// `RULES T7, T8`: the file is captured, and earns a bonus.
fn capture(turn: &mut TurnInProgress, place: usize, observer: &mut impl Observer) -> Need {
    match four_rows::capture(turn, place, true, observer) {
        0 => Need::Nothing,
        _ => four_rows::ask_bonus(turn),
    }
}
