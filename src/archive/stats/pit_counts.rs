use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::board::Pit;

/// Counts what was taken from which pits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PitCounts(BTreeMap<Pit, Taken>);

/// Counts what was taken from one pit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// How often it was chosen.
    pub times: u64,
    /// The stones taken.
    pub stones: u64,
}

impl PitCounts {
    /// Counts stones taken from a pit at once.
    pub fn add(&mut self, pit: Pit, stones: u32) {
        let taken = self.0.entry(pit).or_default();
        taken.times += 1;
        taken.stones += u64::from(stones);
    }

    /// Returns what was taken from a pit.
    #[must_use]
    pub fn get(&self, pit: Pit) -> Taken {
        self.0.get(&pit).copied().unwrap_or_default()
    }

    /// Returns how often any pit was chosen.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.0.values().map(|taken| taken.times).sum()
    }

    /// Returns the pits that were chosen, in the order of the board.
    pub fn pits(&self) -> impl Iterator<Item = (Pit, Taken)> {
        self.0.iter().map(|(pit, taken)| (*pit, *taken))
    }

    /// Returns the pits that were chosen, most often first.
    #[must_use]
    pub fn ranked(&self) -> Vec<(Pit, Taken)> {
        let mut pits: Vec<_> = self.pits().collect();
        // The sort is stable: pits that were chosen equally often stay in the order of the board.
        pits.sort_by_key(|(_, taken)| std::cmp::Reverse(taken.times));
        pits
    }
}

impl AddAssign<&Self> for PitCounts {
    fn add_assign(&mut self, other: &Self) {
        for (pit, more) in &other.0 {
            let taken = self.0.entry(*pit).or_default();
            taken.times += more.times;
            taken.stones += more.stones;
        }
    }
}
