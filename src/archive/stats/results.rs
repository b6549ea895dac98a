use std::ops::{AddAssign, Index};

use crate::notation::GameResult;

/// Counts records by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results([u64; GameResult::ALL.len()]);

impl Results {
    /// Counts one record.
    #[must_use]
    pub fn of(result: GameResult) -> Self {
        let mut results = Self::default();
        results.0[result as usize] = 1;
        results
    }

    /// Returns how many records there are.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns what South scored of the points that were played for, as half points: a win is two, a draw one.
    #[must_use]
    pub const fn south_score(&self) -> (u64, u64) {
        let [south, north, drawn, _] = self.0;
        (2 * south + drawn, 2 * (south + north + drawn))
    }
}

impl Index<GameResult> for Results {
    type Output = u64;

    fn index(&self, result: GameResult) -> &u64 {
        &self.0[result as usize]
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_has_its_own_count() {
        let mut results = Results::default();
        for (index, result) in GameResult::ALL.into_iter().enumerate() {
            for _ in 0..=index {
                results += Results::of(result);
            }
        }
        assert_eq!(GameResult::ALL.map(|result| results[result]), [1, 2, 3, 4]);
        assert_eq!((results.records(), results.south_score()), (10, (5, 12)));
    }
}
