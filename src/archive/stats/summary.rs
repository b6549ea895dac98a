use std::ops::AddAssign;

use super::{Histogram, PitCounts, Results};
use crate::archive::{Counts, Facts};
use crate::board::{BySeat, Seat};
use crate::engine::{Step, Turn};
use crate::record::{Header, Judged, Termination};

/// Holds what records of one ruleset, or of one game, amount to. Of invalid records only the number is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The invalid records.
    pub invalid: u64,
    /// The results of the valid records, by the seat that began.
    pub results: BySeat<Results>,
    /// How the valid records ended, in the order of [`Termination::ALL`].
    pub terminations: [u64; Termination::ALL.len()],
    /// What each seat did.
    pub by_seat: BySeat<Counts>,
    /// The turns of a record.
    pub lengths: Histogram,
    /// The rounds of a match (Bosh).
    pub rounds: Histogram,
    /// The laps of a turn.
    pub laps: Histogram,
    /// The captures of a turn.
    pub captures: Histogram,
    /// The stones that a turn captured, of turns that did.
    pub captured: Histogram,
    /// The pits taken as bonus. Those of boards of different sizes say nothing together.
    pub bonus_pits: PitCounts,
    /// The pits stripped.
    pub strip_pits: PitCounts,
}

impl Summary {
    /// Counts a record whose tags are known, judged with [`Keep::Turns`](crate::record::Keep::Turns) or more.
    pub(super) fn add(&mut self, header: &Header, judged: &Judged) {
        if !judged.is_valid() {
            self.invalid += 1;
            return;
        }
        self.results[header.start.to_move()] += Results::of(judged.result);
        if let Some(termination) = judged.termination {
            self.terminations[termination as usize] += 1;
        }
        let facts = Facts::of(judged);
        for seat in Seat::BOTH {
            self.by_seat[seat] += facts.by_seat[seat];
        }
        self.lengths.add(facts.both().turns);
        if let Some(rounds) = facts.rounds {
            self.rounds.add(rounds.into());
        }
        for turn in judged.turns.iter().filter_map(|ply| ply.turn.as_ref()) {
            self.add_turn(header, turn);
        }
    }

    fn add_turn(&mut self, header: &Header, turn: &Turn) {
        self.laps.add(turn.laps);
        self.captures.add(Counts::of(header.rules.game(), turn).captures);
        if turn.captured > 0 {
            self.captured.add(turn.captured);
        }
        for step in &turn.steps {
            match step {
                Step::Bonus { pits } => pits.iter().for_each(|(pit, stones)| self.bonus_pits.add(*pit, *stones)),
                Step::Strip { pits } => pits.iter().for_each(|(pit, stones)| self.strip_pits.add(*pit, *stones)),
                _ => {}
            }
        }
    }

    /// Returns the results of the valid records.
    #[must_use]
    pub fn all_results(&self) -> Results {
        let mut all = self.results.south;
        all += self.results.north;
        all
    }

    /// Returns what both seats did.
    #[must_use]
    pub fn both(&self) -> Counts {
        let mut both = self.by_seat.south;
        both += self.by_seat.north;
        both
    }

    /// Returns how many records are valid.
    #[must_use]
    pub fn valid(&self) -> u64 {
        self.all_results().records()
    }

    /// Returns how many records there are.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.valid() + self.invalid
    }
}

impl AddAssign<&Self> for Summary {
    fn add_assign(&mut self, other: &Self) {
        self.invalid += other.invalid;
        for seat in Seat::BOTH {
            self.results[seat] += other.results[seat];
            self.by_seat[seat] += other.by_seat[seat];
        }
        for (count, more) in self.terminations.iter_mut().zip(other.terminations) {
            *count += more;
        }
        self.lengths += &other.lengths;
        self.rounds += &other.rounds;
        self.laps += &other.laps;
        self.captures += &other.captures;
        self.captured += &other.captured;
        self.bonus_pits += &other.bonus_pits;
        self.strip_pits += &other.strip_pits;
    }
}
