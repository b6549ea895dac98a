//! Nsolo (Nchombwa), `RULES N`. Source: Mancala World's page on Nsolo, after M. G. Sanderson 1913.

use super::{
    DecisionError, Duty, Event, GainError, Need, NsoloCapture, Observer, Position, Ruleset, Step, TurnInProgress,
    four_rows,
};
use crate::board::{Pit, Row, Seat};

/// `RULES N1`: two stones a pit, but none in the rightmost front pits.
pub(super) fn start(rules: &Ruleset) -> Position {
    let mut position = Position::empty(rules);
    for seat in Seat::BOTH {
        position.fill_row(seat, Row::Back, 2);
        position.fill_row(seat, Row::Front, 2);
        *position.pit_mut(Pit::new(seat, Row::Front, rules.columns())) = 0;
    }
    position
}

/// Sows from a pit until a lap ends in an empty pit (`RULES N2`).
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
    }
}

/// `RULES N3–N5`.
fn capture(turn: &mut TurnInProgress, place: usize, observer: &mut impl Observer) -> Need {
    let file = turn.rules.nsolo_capture() == NsoloCapture::File;
    match four_rows::capture(turn, place, file, observer) {
        0 => Need::Nothing,
        _ if file => four_rows::ask_bonus(turn),
        stones => ask_strip(turn, stones),
    }
}

/// `RULES N4`: as many stones as the capture took, or all that are left.
fn ask_strip(turn: &TurnInProgress, stones: u32) -> Need {
    let left = turn.position.row_sum(turn.mover().other());
    let most = stones.min(u32::try_from(left).unwrap_or(u32::MAX));
    if most == 0 {
        return Need::Nothing;
    }
    let least = if turn.rules.strip_duty() == Duty::Must { most } else { 0 };
    Need::Strip { least, most }
}

/// `RULES N4`: removes single stones from anywhere on the enemy's side.
pub(super) fn strip(
    turn: &mut TurnInProgress,
    pits: &[(Pit, u32)],
    least: u32,
    most: u32,
    observer: &mut impl Observer,
) -> Result<Need, GainError> {
    let mut found = 0_u64;
    for (index, &(pit, stones)) in pits.iter().enumerate() {
        four_rows::check_enemy_pit(turn, pit)?;
        if pits[..index].iter().any(|(other, _)| *other == pit) {
            return Err(GainError::Twice { pit });
        }
        let held = turn.position.stones(pit);
        if stones > held {
            return Err(GainError::Overdrawn { pit, found: stones, held });
        }
        found += u64::from(stones);
    }
    if found > u64::from(most) {
        return Err(GainError::TooManyStones { found, most });
    }
    if found < u64::from(least) {
        return Err(GainError::TooFewStones { found, least });
    }
    if found == 0 {
        observer.event(Event::Waive, &turn.position);
    }
    let mut order: Vec<(Pit, u32)> = pits.iter().copied().filter(|(_, stones)| *stones > 0).collect();
    order.sort_by_key(|(pit, _)| turn.position.ring.place(*pit));
    for &(pit, stones) in &order {
        *turn.position.pit_mut(pit) -= stones;
        four_rows::remove(turn, stones);
        observer.event(Event::Strip { pit, stones }, &turn.position);
    }
    turn.log(|| Step::Strip { pits: order });
    Ok(Need::Nothing)
}
