use std::collections::VecDeque;

use crate::board::Pit;
use crate::engine::Event;

/// How many laps a trail keeps: more could not be told apart in a picture.
const KEPT: usize = 24;

/// Holds the last laps of a turn, or of a part of it, in the order they were sown.
///
/// However long the turn, this stays small.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    laps: VecDeque<SownLap>,
    total: u64,
    /// Whether the stones of the next lap were lifted from a pit, and not captured.
    lifted: bool,
}

/// Tells where one lap went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SownLap {
    /// The pit after which the first stone fell (clockwise: before which).
    pub from: Pit,
    /// Where the last stone fell.
    pub landing: Pit,
    /// How many stones were sown.
    pub stones: u32,
    /// Whether the lap went clockwise.
    pub clockwise: bool,
    /// Whether the stones were lifted from `from`; else they were captured and are sown again.
    pub lifted: bool,
}

impl Trail {
    /// Adds an event.
    pub fn add(&mut self, event: &Event) {
        match *event {
            Event::Lift { .. } => self.lifted = true,
            Event::Lap { from, stones, clockwise, landing, .. } => {
                if self.laps.len() == KEPT {
                    self.laps.pop_front();
                }
                let lifted = std::mem::take(&mut self.lifted);
                self.laps.push_back(SownLap { from, landing, stones, clockwise, lifted });
                self.total += 1;
            }
            _ => {}
        }
    }

    /// Returns the laps that are kept, the last ones of the turn.
    pub fn laps(&self) -> impl DoubleEndedIterator<Item = &SownLap> + ExactSizeIterator {
        self.laps.iter()
    }

    /// Returns how many laps there were.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_laps_are_kept() {
        let mut trail = Trail::default();
        let (from, landing) = ("B1".parse().unwrap(), "B2".parse().unwrap());
        for number in 1..=30 {
            if number != 30 {
                trail.add(&Event::Lift { pit: from, stones: 1 });
            }
            trail.add(&Event::Lap { number, from, stones: 1, clockwise: false, landing, occupied: true });
        }
        assert_eq!((trail.total(), trail.laps().len()), (30, KEPT));
        let lifted: Vec<bool> = trail.laps().map(|lap| lap.lifted).collect();
        assert!(lifted[..KEPT - 1].iter().all(|lifted| *lifted) && !lifted[KEPT - 1]);
    }
}
