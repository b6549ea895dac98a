//! Igisoro, `RULES I`. Sources: Wikipedia's page on Igisoro; Merriam 1953; Murray 1951; Mancala World.

use super::{
    Decision, DecisionError, Event, LapKind, Need, Observer, OriginError, Position, Resow, Ruleset, SetupKind, Step,
    TurnInProgress,
};
use crate::board::{Pit, Row, Seat};

/// What a turn remembers beyond the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    /// The place where the turn began.
    start: u8,
    /// The place from which the last lap was sown; a re-sowing counts from the pit it starts after.
    lap_from: u8,
    /// The place where the last lap ended.
    landing: u8,
    /// Captured seeds that are still to be sown.
    hand: u32,
    /// How often each reverse pit was relayed counter-clockwise, though it could go clockwise, since the last step.
    /// A clockwise relay from the same pit must tell these apart, so only then do they become steps.
    kept_on: [u32; 4],
}

/// `RULES I1`. `None` for a custom set-up.
pub(super) fn start(rules: &Ruleset) -> Option<Position> {
    let row = match rules.setup() {
        SetupKind::Back => Row::Back,
        SetupKind::Front => Row::Front,
        SetupKind::Custom => return None,
    };
    let mut position = Position::empty(rules);
    for seat in Seat::BOTH {
        position.fill_row(seat, row, 4);
    }
    Some(position)
}

/// `RULES I2`.
pub(super) fn check_origin(rules: &Ruleset, position: &Position, place: usize) -> Result<(), OriginError> {
    if position.lane(position.to_move)[place] >= 2 || rules.singles() {
        return Ok(());
    }
    Err(OriginError::Single { pit: position.ring.pit(position.to_move, place), fuller: false })
}

pub(super) fn begin(
    turn: &mut TurnInProgress,
    place: usize,
    observer: &mut impl Observer,
) -> Result<Need, DecisionError> {
    turn.igisoro.start = place as u8;
    turn.igisoro.landing = place as u8;
    relay(turn, LapKind::Origin, observer)
}

/// Sows on from the last landing (at first, the origin), asking for the direction where there is a choice.
fn relay(turn: &mut TurnInProgress, lap: LapKind, observer: &mut impl Observer) -> Result<Need, DecisionError> {
    let place = usize::from(turn.igisoro.landing);
    let stones = turn.position.lane(turn.mover())[place];
    if may_go_clockwise(turn, place, stones, true) {
        return Ok(Need::Direction { pit: turn.pit(place), lap });
    }
    relay_counter_clockwise(turn, observer)
}

fn relay_counter_clockwise(turn: &mut TurnInProgress, observer: &mut impl Observer) -> Result<Need, DecisionError> {
    loop {
        let place = usize::from(turn.igisoro.landing);
        let landing = turn.lift_and_sow(place, observer)?;
        turn.igisoro.lap_from = place as u8;
        turn.igisoro.landing = landing.place as u8;
        if !landing.occupied {
            return Ok(Need::Nothing);
        }
        if let Some(need) = capture_choice(turn) {
            return Ok(need);
        }
        let stones = turn.position.lane(turn.mover())[landing.place];
        if may_go_clockwise(turn, landing.place, stones, true) {
            return Ok(Need::Direction { pit: turn.pit(landing.place), lap: LapKind::Relay });
        }
    }
}

/// `RULES I4`: a lap that ended in an occupied front pit facing two occupied pits gives a choice.
fn capture_choice(turn: &TurnInProgress) -> Option<Need> {
    let place = usize::from(turn.igisoro.landing);
    let (pit, _) = facing_file(turn, place)?;
    Some(Need::Capture { landing: turn.pit(place), pit })
}

/// Returns the enemy's file that faces an own front pit, front pit first, if both its pits are occupied.
fn facing_file(turn: &TurnInProgress, place: usize) -> Option<(Pit, Pit)> {
    let landing = turn.pit(place);
    let ring = turn.position.ring;
    let (front, back) = (ring.facing(landing, Row::Front), ring.facing(landing, Row::Back));
    let both = landing.row == Row::Front && turn.position.stones(front) > 0 && turn.position.stones(back) > 0;
    both.then_some((front, back))
}

/// `RULES I7`: a lap sown from `B1`, `B8`, `A2` or `A7` may go clockwise only if its own last seed makes a capture
/// possible. `lifted` tells whether the seeds lie in that pit, or are captured ones in hand.
fn may_go_clockwise(turn: &TurnInProgress, place: usize, stones: u32, lifted: bool) -> bool {
    if stones == 0 || !turn.rules.is_reverse_pit(turn.pit(place)) {
        return false;
    }
    let lane = turn.position.lane(turn.mover());
    let length = lane.len();
    let landing = (place + length - stones as usize % length) % length;
    let there = if lifted && landing == place { 0 } else { lane[landing] };
    // Every full round before the last seed has already left one there.
    let earlier = (stones - 1) / length as u32;
    there + earlier > 0 && facing_file(turn, landing).is_some()
}

/// Numbers the four reverse pits.
pub(super) const fn ear(pit: Pit) -> Option<usize> {
    match (pit.row, pit.column) {
        (Row::Back, 1) => Some(0),
        (Row::Back, 8) => Some(1),
        (Row::Front, 2) => Some(2),
        (Row::Front, 7) => Some(3),
        _ => None,
    }
}

/// Keeps a step; what was relayed counter-clockwise before it needs no telling any more.
fn log(turn: &mut TurnInProgress, step: Step) {
    turn.igisoro.kept_on = [0; 4];
    turn.log(|| step);
}

/// Carries out a direction, a capture or a pass, a retreat or none.
pub(super) fn decide(
    turn: &mut TurnInProgress,
    decision: &Decision,
    observer: &mut impl Observer,
) -> Result<Need, DecisionError> {
    match (turn.need, decision) {
        (Need::Direction { lap: LapKind::Resow, .. }, Decision::CounterClockwise) => resow(turn, false, observer),
        (Need::Direction { lap: LapKind::Resow, .. }, Decision::Clockwise) => {
            if let Some(Step::Capture { clockwise, .. }) = turn.steps.last_mut() {
                *clockwise = true;
            }
            resow(turn, true, observer)
        }
        (Need::Direction { pit, lap }, Decision::CounterClockwise) => {
            if let (LapKind::Relay, Some(ear)) = (lap, ear(pit)) {
                turn.igisoro.kept_on[ear] += 1;
            }
            relay_counter_clockwise(turn, observer)
        }
        (Need::Direction { pit, lap }, Decision::Clockwise) => {
            if lap == LapKind::Origin {
                turn.clockwise = true;
            } else {
                for _ in 0..ear(pit).map_or(0, |ear| turn.igisoro.kept_on[ear]) {
                    turn.log(|| Step::GoOn { pit });
                }
                log(turn, Step::Reverse { pit });
            }
            observer.event(Event::Reverse { pit }, &turn.position);
            relay_clockwise(turn, observer)
        }
        (Need::Capture { .. }, Decision::Capture) => capture(turn, observer),
        (Need::Capture { pit, .. }, Decision::Pass) => {
            log(turn, Step::Pass { pit, retreat: false });
            observer.event(Event::Pass { pit }, &turn.position);
            Ok(Need::Retreat { pit })
        }
        (Need::Retreat { .. }, Decision::Stay) => relay(turn, LapKind::Relay, observer),
        (Need::Retreat { pit }, Decision::Retreat) => {
            if let Some(Step::Pass { retreat, .. }) = turn.steps.last_mut() {
                *retreat = true;
            }
            retreat(turn, pit, observer);
            relay(turn, LapKind::Relay, observer)
        }
        _ => Err(DecisionError::NotAsked),
    }
}

/// `RULES I7`: sows the last landing clockwise; the capture that allowed it is then made.
fn relay_clockwise(turn: &mut TurnInProgress, observer: &mut impl Observer) -> Result<Need, DecisionError> {
    turn.count_lap()?;
    let place = usize::from(turn.igisoro.landing);
    let stones = turn.lift(place, observer);
    let landing = turn.sow(place, stones, true, observer);
    turn.igisoro.lap_from = place as u8;
    turn.igisoro.landing = landing.place as u8;
    capture(turn, observer)
}

/// `RULES I5`: lifts both facing pits, to be sown after the pit where the turn, or the capturing lap, began.
fn capture(turn: &mut TurnInProgress, observer: &mut impl Observer) -> Result<Need, DecisionError> {
    let landing = usize::from(turn.igisoro.landing);
    let (front, back) = facing_file(turn, landing).expect("a capture was asked for, or judged possible");
    let stones = std::mem::take(turn.position.pit_mut(front)) + std::mem::take(turn.position.pit_mut(back));
    turn.captured += u64::from(stones);
    log(turn, Step::Capture { pit: front, stones, clockwise: false });
    observer.event(Event::Capture { pit: front, with: Some(back), stones }, &turn.position);
    turn.clear_anchor();
    turn.igisoro.hand = stones;
    if turn.rules.resow() == Resow::Turn {
        turn.igisoro.lap_from = turn.igisoro.start;
    }
    let from = usize::from(turn.igisoro.lap_from);
    if may_go_clockwise(turn, from, stones, false) {
        return Ok(Need::Direction { pit: turn.pit(from), lap: LapKind::Resow });
    }
    resow(turn, false, observer)
}

/// Sows the captured seeds.
fn resow(turn: &mut TurnInProgress, clockwise: bool, observer: &mut impl Observer) -> Result<Need, DecisionError> {
    turn.count_lap()?;
    let from = usize::from(turn.igisoro.lap_from);
    let stones = std::mem::take(&mut turn.igisoro.hand);
    let landing = turn.sow(from, stones, clockwise, observer);
    turn.igisoro.landing = landing.place as u8;
    if clockwise {
        return capture(turn, observer);
    }
    if !landing.occupied {
        return Ok(Need::Nothing);
    }
    match capture_choice(turn) {
        Some(need) => Ok(need),
        None => relay(turn, LapKind::Relay, observer),
    }
}

/// `RULES I6`: the enemy adds the seeds of the front pit to the back pit behind it.
fn retreat(turn: &mut TurnInProgress, pit: Pit, observer: &mut impl Observer) {
    let to = Pit { row: Row::Back, ..pit };
    let stones = std::mem::take(turn.position.pit_mut(pit));
    *turn.position.pit_mut(to) += stones;
    turn.clear_anchor();
    observer.event(Event::Retreat { pit, to, stones }, &turn.position);
}
