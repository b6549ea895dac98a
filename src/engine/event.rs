use super::{Outcome, Position, Refill};
use crate::board::{BySeat, Pit, Seat};

/// Tells one thing that happened on the board. A turn's events, with the position after each, are all that replay,
/// JSON and drawings read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// All stones of a pit were lifted.
    Lift {
        /// The pit, now empty.
        pit: Pit,
        /// How many stones it held.
        stones: u32,
    },
    /// The stones in hand were sown.
    Lap {
        /// The lap's number in the turn, from 1.
        number: u64,
        /// The pit after which the first stone fell (clockwise: before which).
        from: Pit,
        /// How many stones were sown.
        stones: u32,
        /// Whether the lap went clockwise.
        clockwise: bool,
        /// Where the last stone fell.
        landing: Pit,
        /// Whether that pit held stones before the last one fell.
        occupied: bool,
    },
    /// The mover went on through an occupied head.
    GoOn {
        /// The head.
        pit: Pit,
    },
    /// The mover stopped in an occupied head.
    Stop {
        /// The head.
        pit: Pit,
    },
    /// The mover turned the relay clockwise.
    Reverse {
        /// The pit whose seeds are sown clockwise.
        pit: Pit,
    },
    /// Stones were captured.
    Capture {
        /// The pit that names the capture: the enemy's front pit, in Bosh the pit beyond the empty one.
        pit: Pit,
        /// The enemy's back pit of the file, where it was taken with it.
        with: Option<Pit>,
        /// All the stones that this capture took.
        stones: u32,
    },
    /// The whole contents of a pit were taken as bonus.
    Bonus {
        /// The pit, now empty.
        pit: Pit,
        /// How many stones it held.
        stones: u32,
    },
    /// Single stones were stripped from a pit.
    Strip {
        /// The pit.
        pit: Pit,
        /// How many stones were taken.
        stones: u32,
    },
    /// The mover took no bonus pit or stripped no stone though they could have.
    Waive,
    /// The mover passed a capture.
    Pass {
        /// The enemy's front pit of the file.
        pit: Pit,
    },
    /// The enemy drew back the seeds of a front pit whose capture was passed.
    Retreat {
        /// The front pit, now empty.
        pit: Pit,
        /// The back pit they were added to.
        to: Pit,
        /// How many seeds.
        stones: u32,
    },
    /// A round ended (Bosh).
    RoundEnd(RoundEnd),
    /// The pits were filled for the next round (Bosh).
    Refill(Refill),
    /// The game ended.
    GameEnd(Outcome),
}

impl Event {
    /// Returns whether a new part of the turn begins with the event, to be shown by itself: a lap with its lift, a
    /// capture, a retreat or the next round. `lifted` tells whether the event before was a lift.
    #[must_use]
    pub const fn begins_part(&self, lifted: bool) -> bool {
        match self {
            Self::Lift { .. } | Self::Capture { .. } | Self::Retreat { .. } | Self::Refill(_) => true,
            Self::Lap { .. } => !lifted,
            _ => false,
        }
    }
}

/// Tells how a round of Bosh ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundEnd {
    /// The number of the round that ended.
    pub round: u32,
    /// Why it ended.
    pub reason: RoundEndReason,
    /// The stones on the board that went to each seat's reserve.
    pub gained: BySeat<u32>,
}

/// Tells why a round of Bosh ended (`RULES B6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundEndReason {
    /// The seat to move had no stones and forfeited those on the board.
    Forfeit(Seat),
    /// The position came up once too often; each seat took its own row.
    Stall,
    /// The seat to move had stones but no legal origin; each seat took its own row.
    NoOrigin(Seat),
}

/// Watches what happens in a turn.
///
/// `()` watches nothing and costs nothing; a closure `FnMut(Event, &Position)` gets every event with the position
/// right after it.
pub trait Observer {
    /// Whether the events are looked at at all; where they are not, no work is done to tell them.
    const WATCHES: bool = true;

    /// Is told of an event and the position after it.
    fn event(&mut self, event: Event, position: &Position);
}

impl Observer for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn event(&mut self, _event: Event, _position: &Position) {}
}

impl<F: FnMut(Event, &Position)> Observer for F {
    #[inline]
    fn event(&mut self, event: Event, position: &Position) {
        self(event, position);
    }
}
