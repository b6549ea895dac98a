//! What Tsoro, Nsolo and Kimasai have in common: single stones, captures of a file, bonus pits.

use super::{BonusHeads, Duty, Event, GainError, Need, Observer, OriginError, Position, Step, TurnInProgress, tsoro};
use crate::board::{Pit, Row};

/// `RULES T3, N2`: a turn begins in a pit with two stones or more; a single stone may step only when there is no such
/// pit, and only if the next pit is empty.
pub(super) fn check_origin(position: &Position, place: usize) -> Result<(), OriginError> {
    let lane = position.lane(position.to_move);
    if lane[place] >= 2 {
        return Ok(());
    }
    let pit = position.ring.pit(position.to_move, place);
    if lane.iter().any(|stones| *stones >= 2) {
        return Err(OriginError::Single { pit, fuller: true });
    }
    check_next_empty(position, place)
}

pub(super) fn check_next_empty(position: &Position, place: usize) -> Result<(), OriginError> {
    let seat = position.to_move;
    let lane = position.lane(seat);
    let next = if place + 1 == lane.len() { 0 } else { place + 1 };
    if lane[next] == 0 {
        Ok(())
    } else {
        Err(OriginError::Blocked { pit: position.ring.pit(seat, place), next: position.ring.pit(seat, next) })
    }
}

/// `RULES T7, N3, K3`: takes the facing front pit, and with `file` the back pit behind it, if the sowing ended in an
/// own front pit that faces stones. Returns the stones taken, none if there is no capture.
pub(super) fn capture(turn: &mut TurnInProgress, place: usize, file: bool, observer: &mut impl Observer) -> u32 {
    let landing = turn.pit(place);
    if landing.row != Row::Front {
        return 0;
    }
    let ring = turn.position.ring;
    let front = ring.facing(landing, Row::Front);
    let mut stones = std::mem::take(turn.position.pit_mut(front));
    if stones == 0 {
        return 0;
    }
    let back = ring.facing(landing, Row::Back);
    let mut with = None;
    if file {
        let behind = std::mem::take(turn.position.pit_mut(back));
        with = (behind > 0).then_some(back);
        stones += behind;
    }
    remove(turn, stones);
    turn.log(|| Step::Capture { pit: front, stones, clockwise: false });
    observer.event(Event::Capture { pit: front, with, stones }, &turn.position);
    stones
}

/// Removes captured stones from the game (`RULES R10`).
pub(super) fn remove(turn: &mut TurnInProgress, stones: u32) {
    let mover = turn.mover();
    turn.position.taken[mover] += stones;
    turn.captured += u64::from(stones);
}

/// Returns the pits that can be taken as bonus, in the enemy's sowing order (`RULES T8, N5`).
pub(super) fn bonus_pits(turn: &TurnInProgress) -> impl Iterator<Item = Pit> {
    let enemy = turn.mover().other();
    let safe = turn.rules.bonus_heads() == BonusHeads::Safe;
    let rules = turn.rules;
    turn.position
        .ring
        .pits(enemy)
        .filter(move |pit| turn.position.stones(*pit) > 0 && !(safe && tsoro::is_head(&rules, *pit)))
}

/// Asks for the bonus a capture earned, if a pit can be taken.
pub(super) fn ask_bonus(turn: &TurnInProgress) -> Need {
    let available = bonus_pits(turn).take(usize::from(turn.rules.bonus())).count() as u8;
    if available == 0 {
        return Need::Nothing;
    }
    let least = if turn.rules.bonus_duty() == Duty::Must { available } else { 0 };
    Need::Bonus { least, most: available }
}

/// `RULES T8`: removes the whole contents of distinct occupied enemy pits.
pub(super) fn take_bonus(
    turn: &mut TurnInProgress,
    pits: &[Pit],
    least: u8,
    most: u8,
    observer: &mut impl Observer,
) -> Result<Need, GainError> {
    let ring = turn.position.ring;
    let mover = turn.mover();
    for (index, &pit) in pits.iter().enumerate() {
        check_enemy_pit(turn, pit)?;
        if turn.rules.bonus_heads() == BonusHeads::Safe && tsoro::is_head(&turn.rules, pit) {
            return Err(GainError::SafeHead { pit });
        }
        if pits[..index].contains(&pit) {
            return Err(GainError::Twice { pit });
        }
    }
    if pits.len() > usize::from(most) {
        return Err(GainError::TooManyPits { found: pits.len(), most });
    }
    if pits.len() < usize::from(least) {
        return Err(GainError::TooFewPits { found: pits.len(), least });
    }
    if pits.is_empty() {
        observer.event(Event::Waive, &turn.position);
    }
    let mut taken = Vec::new();
    for pit in ring.pits(mover.other()).filter(|pit| pits.contains(pit)) {
        let stones = std::mem::take(turn.position.pit_mut(pit));
        remove(turn, stones);
        if turn.keep_steps {
            taken.push((pit, stones));
        }
        observer.event(Event::Bonus { pit, stones }, &turn.position);
    }
    turn.log(|| Step::Bonus { pits: taken });
    Ok(Need::Nothing)
}

/// Checks that a pit is an occupied one of the enemy's.
pub(super) fn check_enemy_pit(turn: &TurnInProgress, pit: Pit) -> Result<(), GainError> {
    let ring = turn.position.ring;
    if !ring.contains(pit) {
        return Err(GainError::OffBoard { pit, columns: ring.columns() });
    }
    if pit.seat == turn.mover() {
        return Err(GainError::Own { pit, mover: turn.mover() });
    }
    if turn.position.stones(pit) == 0 {
        return Err(GainError::Empty { pit });
    }
    Ok(())
}
