use super::{Mark, Trail};
use crate::board::{BySeat, Pit, Ring, Seat};
use crate::engine::{Event, Game, Position};

/// Holds what happened in every pit, in a turn or in a part of it.
///
/// However long the turn, this stays as large as the board.
#[derive(Clone, Debug)]
pub struct Marks {
    ring: Ring,
    pits: BySeat<Vec<PitMarks>>,
    landing: Option<Pit>,
    trail: Trail,
}

/// Tells what happened in one pit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PitMarks {
    /// The greatest thing that happened, the landing apart.
    pub mark: Option<Mark>,
    /// How often its stones were lifted.
    pub lifted: u64,
    /// How many stones fell into it.
    pub sown: u64,
    /// How many of its stones were captured, taken as bonus or stripped.
    pub taken: u64,
}

impl Marks {
    /// Makes the marks of a board in which nothing has happened.
    #[must_use]
    pub fn new(ring: Ring) -> Self {
        let none = vec![PitMarks::default(); ring.pits_a_seat()];
        Self { ring, pits: BySeat::new(none.clone(), none), landing: None, trail: Trail::default() }
    }

    /// Marks the pits that a message speaks of; those that the board does not have are left out.
    #[must_use]
    pub fn highlighting(ring: Ring, pits: &[Pit]) -> Self {
        let mut marks = Self::new(ring);
        for pit in pits {
            marks.set(*pit, Mark::Highlight);
        }
        marks
    }

    /// Returns what happened in a pit.
    #[must_use]
    pub fn pit(&self, pit: Pit) -> PitMarks {
        self.ring.place(pit).map_or_else(PitMarks::default, |place| self.pits[pit.seat][place])
    }

    /// Returns the mark to show at a pit.
    #[must_use]
    pub fn shown(&self, pit: Pit) -> Option<Mark> {
        self.pit(pit).mark.max((self.landing == Some(pit)).then_some(Mark::Landing))
    }

    /// Returns all marks that are shown somewhere, in the order a legend explains them.
    pub fn kinds(&self) -> impl Iterator<Item = Mark> {
        let pits = || Seat::BOTH.into_iter().flat_map(|seat| self.ring.pits(seat));
        Mark::ALL.into_iter().filter(move |mark| pits().any(|pit| self.shown(pit) == Some(*mark)))
    }

    pub(super) const fn ring(&self) -> Ring {
        self.ring
    }

    /// Returns where the stones were sown.
    #[must_use]
    pub const fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Adds an event. `before` is the position before it, of which only pits that can be captured are looked at.
    pub fn add(&mut self, event: &Event, game: Game, before: &Position) {
        self.trail.add(event);
        match *event {
            Event::Lift { pit, .. } => {
                let first = self.landing.is_none();
                self.set(pit, if first { Mark::Origin } else { Mark::Relayed });
                self.count(pit, |marks| marks.lifted += 1);
            }
            Event::Lap { from, stones, clockwise, landing, .. } => {
                if game == Game::Bosh {
                    self.sow_shared(from, stones, before);
                } else {
                    self.sow(from, stones, clockwise);
                }
                self.landing = Some(landing);
            }
            Event::Capture { pit, with, stones } => {
                let behind = with.map_or(0, |with| before.stones(with));
                self.take(pit, Mark::Captured, stones.saturating_sub(behind));
                if let Some(with) = with {
                    self.take(with, Mark::Captured, behind);
                }
            }
            Event::Bonus { pit, stones } => self.take(pit, Mark::Bonus, stones),
            Event::Strip { pit, stones } => self.take(pit, Mark::Stripped, stones),
            Event::Retreat { pit, to, .. } => {
                self.set(pit, Mark::RetreatFrom);
                self.set(to, Mark::RetreatTo);
            }
            Event::GoOn { .. }
            | Event::Stop { .. }
            | Event::Reverse { .. }
            | Event::Waive
            | Event::Pass { .. }
            | Event::RoundEnd(_)
            | Event::Refill(_)
            | Event::GameEnd(_) => {}
        }
    }

    /// Marks a lifted pit as one on the way, where the turn did not begin in it.
    pub fn relay(&mut self, pit: Pit) {
        self.count(pit, |marks| marks.mark = Some(Mark::Relayed));
    }

    /// Marks a pit, unless a greater thing happened there.
    pub fn set(&mut self, pit: Pit, mark: Mark) {
        self.count(pit, |marks| marks.mark = marks.mark.max(Some(mark)));
    }

    fn take(&mut self, pit: Pit, mark: Mark, stones: u32) {
        self.set(pit, mark);
        self.count(pit, |marks| marks.taken += u64::from(stones));
    }

    fn count(&mut self, pit: Pit, change: impl FnOnce(&mut PitMarks)) {
        if let Some(place) = self.ring.place(pit) {
            change(&mut self.pits[pit.seat][place]);
        }
    }

    /// Marks a lap in the ring of the seat that owns its first pit.
    fn sow(&mut self, from: Pit, stones: u32, clockwise: bool) {
        let Some(from_place) = self.ring.place(from) else { return };
        let lane = &mut self.pits[from.seat];
        let length = lane.len();
        let mut place = from_place;
        for_each_pit(stones, length, |sown| {
            place = if clockwise { (place + length - 1) % length } else { (place + 1) % length };
            lane[place].sown += sown;
            lane[place].mark = lane[place].mark.max(Some(Mark::Sown));
        });
    }

    /// Marks a lap in the ring that both seats of Bosh share (`RULES B1, B5`).
    fn sow_shared(&mut self, from: Pit, stones: u32, position: &Position) {
        let ring = self.ring;
        let open: Vec<Pit> =
            Seat::BOTH.into_iter().flat_map(|seat| ring.pits(seat)).filter(|pit| !position.is_closed(*pit)).collect();
        let Some(mut place) = open.iter().position(|pit| *pit == from) else { return };
        for_each_pit(stones, open.len(), |sown| {
            place = (place + 1) % open.len();
            self.set(open[place], Mark::Sown);
            self.count(open[place], |marks| marks.sown += sown);
        });
    }
}

/// Calls `sow` with the number of stones that each pit of a lap gets, from the first pit on.
fn for_each_pit(stones: u32, length: usize, mut sow: impl FnMut(u64)) {
    let stones = stones as usize;
    for index in 0..stones.min(length) {
        let rounds = (stones - index).div_ceil(length);
        sow(rounds as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pit(name: &str) -> Pit {
        name.parse().unwrap()
    }

    #[test]
    fn a_lap_of_more_than_a_round_counts_every_stone() {
        let mut marks = Marks::new(Ring::four_rows(6));
        marks.sow(pit("B1"), 14, false);
        assert_eq!(marks.pit(pit("B2")).sown, 2);
        assert_eq!(marks.pit(pit("B3")).sown, 2);
        assert_eq!(marks.pit(pit("B1")).sown, 1);
        assert_eq!(marks.pit(pit("b2")).sown, 0);
    }

    #[test]
    fn the_greatest_mark_is_shown() {
        let mut marks = Marks::new(Ring::four_rows(6));
        marks.set(pit("B1"), Mark::Origin);
        marks.set(pit("B1"), Mark::Sown);
        assert_eq!(marks.shown(pit("B1")), Some(Mark::Origin));
        marks.landing = Some(pit("B1"));
        assert_eq!(marks.shown(pit("B1")), Some(Mark::Landing));
        marks.set(pit("B1"), Mark::Captured);
        assert_eq!(marks.shown(pit("B1")), Some(Mark::Captured));
    }
}
