use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Counts how often numbers come up, in bounded memory: every number below [`Self::EXACT`] for itself, larger ones
/// together with those within a thirty-second of them.
///
/// ```
/// use matombo::archive::stats::Histogram;
/// let mut lengths = Histogram::default();
/// for plies in [10, 20, 20, 60] {
///     lengths.add(plies);
/// }
/// assert_eq!((lengths.count(), lengths.sum(), lengths.least(), lengths.most()), (4, 110, Some(10), Some(60)));
/// assert_eq!(lengths.quantile(1, 2), Some(20));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    count: u64,
    sum: u64,
    /// The least and the greatest number.
    ends: Option<(u64, u64)>,
    buckets: BTreeMap<u16, u64>,
}

/// Counts the numbers of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The least number of the range.
    pub least: u64,
    /// The greatest; `None` if there is no limit.
    pub most: Option<u64>,
    /// How many there are.
    pub count: u64,
}

/// The binary digits of a number that is kept exactly.
const EXACT_BITS: u32 = 10;
/// The binary digits that are kept of a larger one, without the first.
const KEPT_BITS: u32 = 5;

impl Histogram {
    /// Every number below this is counted for itself.
    pub const EXACT: u64 = 1 << EXACT_BITS;

    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(number);
        let (least, most) = self.ends.unwrap_or((number, number));
        self.ends = Some((least.min(number), most.max(number)));
        *self.buckets.entry(bucket(number)).or_default() += 1;
    }

    /// Returns how many numbers there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns their sum.
    #[must_use]
    pub const fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns the least number.
    #[must_use]
    pub fn least(&self) -> Option<u64> {
        self.ends.map(|(least, _)| least)
    }

    /// Returns the greatest number.
    #[must_use]
    pub fn most(&self) -> Option<u64> {
        self.ends.map(|(_, most)| most)
    }

    /// Returns the least number that a part of all, `part` of `whole`, do not exceed; of numbers that are counted
    /// together, the least.
    #[must_use]
    pub fn quantile(&self, part: u64, whole: u64) -> Option<u64> {
        let (least, most) = self.ends?;
        let rank = (u128::from(self.count) * u128::from(part)).div_ceil(u128::from(whole.max(1))).max(1);
        let mut seen = 0_u128;
        let found = self.buckets.iter().find(|(_, count)| {
            seen += u128::from(**count);
            seen >= rank
        });
        Some(found.map_or(most, |(bucket, _)| range(*bucket).0.clamp(least, most)))
    }

    /// Returns the numbers that came up, those that are counted together as one range.
    pub fn buckets(&self) -> impl Iterator<Item = Bar> {
        self.buckets.iter().map(|(bucket, count)| {
            let (least, most) = range(*bucket);
            Bar { least, most: Some(most), count: *count }
        })
    }

    /// Returns at most `rows` bars, two at least, of equal, round width. The last one may be open: it then has the
    /// largest hundredth, which would leave all others too narrow to be told apart.
    #[must_use]
    pub fn bars(&self, rows: u64) -> Vec<Bar> {
        let (Some((least, most)), Some(usual)) = (self.ends, self.quantile(99, 100)) else { return Vec::new() };
        let closed = if usual < most { rows.max(2) - 1 } else { rows.max(1) };
        let step = step(least, usual, closed);
        let first = least / step;
        let mut bars: Vec<Bar> = (first..=usual / step)
            .map(|index| Bar { least: index * step, most: Some((index * step).saturating_add(step - 1)), count: 0 })
            .collect();
        let open = usual / step < most / step;
        // Where there is no 0, the first bar does not begin with it.
        bars[0].least = bars[0].least.max(least.min(1));
        if open {
            bars.push(Bar { least: (usual / step + 1) * step, most: None, count: 0 });
        }
        for bucket in self.buckets() {
            let index = usize::try_from(bucket.least.max(least) / step - first).unwrap_or(usize::MAX);
            let last = bars.len() - 1;
            bars[index.min(last)].count += bucket.count;
        }
        bars
    }
}

impl AddAssign<&Self> for Histogram {
    fn add_assign(&mut self, other: &Self) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.ends = match (self.ends, other.ends) {
            (Some((least, most)), Some((less, more))) => Some((least.min(less), most.max(more))),
            (ends, None) | (None, ends) => ends,
        };
        for (bucket, count) in &other.buckets {
            *self.buckets.entry(*bucket).or_default() += count;
        }
    }
}

/// Returns the bucket that a number belongs to.
fn bucket(number: u64) -> u16 {
    let bits = u64::BITS - number.leading_zeros();
    if bits <= EXACT_BITS {
        return number as u16;
    }
    let kept = (number >> (bits - 1 - KEPT_BITS)) as u16 & ((1 << KEPT_BITS) - 1);
    Histogram::EXACT as u16 + (((bits - 1 - EXACT_BITS) as u16) << KEPT_BITS) + kept
}

/// Returns the least and the greatest number of a bucket.
fn range(bucket: u16) -> (u64, u64) {
    let Some(above) = u64::from(bucket).checked_sub(Histogram::EXACT) else {
        return (bucket.into(), bucket.into());
    };
    let shift = (above >> KEPT_BITS) as u32 + EXACT_BITS - KEPT_BITS;
    let least = ((1 << KEPT_BITS) + (above & ((1 << KEPT_BITS) - 1))) << shift;
    (least, least + ((1 << shift) - 1))
}

/// Returns the least of 1, 2, 5, 10, 20, 50 … with which so many rows hold all numbers from one to another.
fn step(least: u64, most: u64, rows: u64) -> u64 {
    let mut ten = 1_u64;
    loop {
        for step in [ten, ten.saturating_mul(2), ten.saturating_mul(5)] {
            if most / step - least / step < rows {
                return step;
            }
        }
        ten = ten.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn histogram(numbers: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        numbers.iter().for_each(|number| histogram.add(*number));
        histogram
    }

    #[test]
    fn quantiles_are_numbers_that_came_up() {
        let numbers = histogram(&[1, 2, 3, 4, 1000]);
        let quartiles = [0, 1, 2, 3, 4].map(|part| numbers.quantile(part, 4));
        assert_eq!(quartiles, [Some(1), Some(2), Some(3), Some(4), Some(1000)]);
        assert_eq!(Histogram::default().quantile(1, 2), None);
    }

    #[test]
    fn bars_are_round_and_hold_all() {
        let bar = |least, most, count| Bar { least, most, count };
        assert_eq!(histogram(&[3, 3, 5]).bars(10), [bar(3, Some(3), 2), bar(4, Some(4), 0), bar(5, Some(5), 1)]);
        assert_eq!(histogram(&[12, 37]).bars(5), [bar(10, Some(19), 1), bar(20, Some(29), 0), bar(30, Some(39), 1)]);
        assert_eq!(histogram(&[1, 5, 9]).bars(2), [bar(1, Some(4), 1), bar(5, Some(9), 2)]);
        assert_eq!(histogram(&[0, 5, 9]).bars(2), [bar(0, Some(4), 1), bar(5, Some(9), 2)]);
        assert_eq!(Histogram::default().bars(10), []);
    }

    #[test]
    fn a_few_giants_do_not_flatten_the_rest() {
        let mut numbers = histogram(&[5_000_000]);
        (0..200).for_each(|number| numbers.add(number % 4));
        let last = Bar { least: 4, most: None, count: 1 };
        assert_eq!(numbers.bars(10).len(), 5);
        assert_eq!(numbers.bars(10).last(), Some(&last));
    }

    #[test]
    fn the_ends_of_the_numbers_have_buckets() {
        let numbers = histogram(&[0, u64::MAX]);
        assert_eq!((numbers.least(), numbers.most(), numbers.sum()), (Some(0), Some(u64::MAX), u64::MAX));
        assert_eq!(numbers.buckets().last().and_then(|bar| bar.most), Some(u64::MAX));
        assert_eq!(numbers.bars(10).iter().map(|bar| bar.count).sum::<u64>(), 2);
    }

    proptest! {
        #[test]
        fn a_bucket_holds_its_numbers_and_is_narrow(number: u64) {
            let (least, most) = range(bucket(number));
            prop_assert!(least <= number && number <= most);
            prop_assert!(number >= Histogram::EXACT || least == most);
            prop_assert!(most - least <= number / 32);
        }

        #[test]
        fn bars_count_every_number_once(numbers in proptest::collection::vec(0_u64..100_000, 1..300), rows in 1_u64..20) {
            let bars = histogram(&numbers).bars(rows);
            prop_assert!(bars.len() as u64 <= rows.max(2));
            prop_assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), numbers.len() as u64);
            prop_assert!(bars.windows(2).all(|pair| pair[0].most.is_some_and(|most| most + 1 == pair[1].least)));
        }

        #[test]
        fn merging_is_counting_all(one: Vec<u64>, other: Vec<u64>) {
            let mut merged = histogram(&one);
            merged += &histogram(&other);
            prop_assert_eq!(merged, histogram(&[one, other].concat()));
        }
    }
}
