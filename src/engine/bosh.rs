//! Bosh, `RULES B`. Source: Mancala World's page on Bosh, after G. Marin 1931.

use super::{DecisionError, Event, Need, Observer, Position, Ruleset, Step, TurnInProgress, lap};
use crate::board::{Pit, Round, Row, Seat};

/// Columns of the board.
pub(super) const COLUMNS: u8 = 5;
/// The columns of a seat of which none is open.
pub(super) const ALL_CLOSED: u8 = 0b11111;
/// Stones a pit is filled with.
pub(super) const FILL: u32 = 4;

/// `RULES B1`: four stones a pit; South begins.
pub(super) fn start(rules: &Ruleset) -> Position {
    let mut position = Position::empty(rules);
    for seat in Seat::BOTH {
        position.fill_row(seat, Row::Front, FILL);
    }
    position.round = Some(Round { number: 1, starter: Seat::South });
    position
}

/// The open pits of both seats in sowing order (`RULES B1, B5`).
struct Lane {
    pits: [Pit; 2 * COLUMNS as usize],
    stones: [u32; 2 * COLUMNS as usize],
    length: usize,
}

impl Lane {
    fn open(position: &Position) -> Self {
        let mut lane = Self { pits: [Pit::new(Seat::South, Row::Front, 1); 10], stones: [0; 10], length: 0 };
        for pit in Seat::BOTH.into_iter().flat_map(|seat| position.ring.pits(seat)) {
            if !position.is_closed(pit) {
                lane.pits[lane.length] = pit;
                lane.stones[lane.length] = position.stones(pit);
                lane.length += 1;
            }
        }
        lane
    }

    const fn next(&self, place: usize) -> usize {
        if place + 1 == self.length { 0 } else { place + 1 }
    }

    fn put_back(&self, position: &mut Position) {
        for (pit, stones) in self.pits.iter().zip(self.stones).take(self.length) {
            *position.pit_mut(*pit) = stones;
        }
    }
}

/// Sows stones from the hand, the first into the open pit after `from`, and returns where the last one fell.
pub(super) fn sow(position: &mut Position, from: Pit, stones: u32) -> Option<Pit> {
    let mut lane = Lane::open(position);
    let place = lane.pits[..lane.length].iter().position(|pit| *pit == from)?;
    let last = lap::sow(&mut lane.stones[..lane.length], place, stones);
    lane.put_back(position);
    Some(lane.pits[last])
}

/// Sows from a pit, lifting the next pit after each lap whoever owns it, until that is empty; then captures the pit
/// beyond it (`RULES B2–B4`).
pub(super) fn sow_on<O: Observer>(
    turn: &mut TurnInProgress,
    origin: Pit,
    observer: &mut O,
) -> Result<Need, DecisionError> {
    let mut lane = Lane::open(&turn.position);
    let length = lane.length;
    let first = lane.pits[..length].iter().position(|pit| *pit == origin).expect("the origin was checked");
    let start = lane.stones;
    let mut place = first;
    let last = loop {
        if turn.laps > 0 && place == first && lane.stones == start {
            return Err(DecisionError::Endless { pit: lane.pits[place], laps: turn.laps });
        }
        turn.count_lap()?;
        let from = lane.pits[place];
        let stones = std::mem::take(&mut lane.stones[place]);
        if O::WATCHES {
            lane.put_back(&mut turn.position);
            observer.event(Event::Lift { pit: from, stones }, &turn.position);
        }
        let last = lap::sow(&mut lane.stones[..length], place, stones);
        if O::WATCHES {
            lane.put_back(&mut turn.position);
            let (landing, occupied) = (lane.pits[last], lane.stones[last] > 1);
            let lap = Event::Lap { number: turn.laps, from, stones, clockwise: false, landing, occupied };
            observer.event(lap, &turn.position);
        }
        place = lane.next(last);
        if lane.stones[place] == 0 {
            break last;
        }
    };
    lane.put_back(&mut turn.position);
    turn.landing = Some(lane.pits[last]);
    let beyond = lane.pits[lane.next(lane.next(last))];
    let stones = std::mem::take(turn.position.pit_mut(beyond));
    if stones > 0 {
        let mover = turn.mover();
        turn.position.taken[mover] += stones;
        turn.captured += u64::from(stones);
        turn.log(|| Step::Capture { pit: beyond, stones, clockwise: false });
        observer.event(Event::Capture { pit: beyond, with: None, stones }, &turn.position);
    }
    Ok(Need::Nothing)
}
