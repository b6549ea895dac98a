use std::str::FromStr;

/// Records of a file by their numbers, from 1: `3,10-12,20-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selection {
    /// First and last numbers, in order and apart from each other.
    runs: Vec<(u64, u64)>,
}

impl Selection {
    /// Returns whether a record is selected.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.runs.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }

    /// Returns whether all selected records come before this one.
    pub(super) fn ends_before(&self, number: u64) -> bool {
        self.runs.last().is_none_or(|(_, last)| *last < number)
    }

    /// Returns the first number that was asked for and is not there in a file with so many records. `20-` asks for
    /// what there is.
    pub(super) fn missing(&self, records: u64) -> Option<u64> {
        self.runs.iter().filter(|(_, last)| *last < u64::MAX).map(|(first, _)| *first).find(|first| *first > records)
    }
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.parse::<u64>() {
            Ok(number) if (1..u64::MAX).contains(&number) && !text.starts_with('+') => Ok(number),
            _ => Err(format!("`{text}` is no number of a record: they are counted from 1, as in `3,10-12,20-`")),
        };
        let mut runs = Vec::new();
        for part in text.split(',').map(str::trim) {
            let run = match part.split_once('-') {
                None => (number(part)?, number(part)?),
                Some((first, "")) => (number(first)?, u64::MAX),
                Some((first, last)) => (number(first)?, number(last)?),
            };
            if run.0 > run.1 {
                return Err(format!("`{part}` runs backwards"));
            }
            runs.push(run);
        }
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let joined = next.0 <= run.1.saturating_add(1);
            if joined {
                run.1 = run.1.max(next.1);
            }
            joined
        });
        Ok(Self { runs })
    }
}

#[cfg(test)]
mod tests {
    use super::Selection;

    fn runs(text: &str) -> Vec<(u64, u64)> {
        text.parse::<Selection>().expect("a selection").runs
    }

    #[test]
    fn numbers_and_runs_are_put_in_order_and_joined() {
        assert_eq!(runs("3"), [(3, 3)]);
        assert_eq!(runs("10-12,3"), [(3, 3), (10, 12)]);
        assert_eq!(runs("4-6, 5-9,10"), [(4, 10)]);
        assert_eq!(runs("1,20-"), [(1, 1), (20, u64::MAX)]);
        assert_eq!(runs("5-,7"), [(5, u64::MAX)]);
    }

    #[test]
    fn what_is_no_selection_is_refused() {
        for text in ["", "0", "3,", "-3", "a", "3-2", "1-2-3", "+1", "18446744073709551615", "99999999999999999999"] {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
    }

    #[test]
    fn it_knows_what_it_holds_and_lacks() {
        let selection: Selection = "2,5-6".parse().expect("a selection");
        assert!([2, 5, 6].iter().all(|number| selection.contains(*number)));
        assert!(![1, 3, 4, 7].iter().any(|number| selection.contains(*number)));
        assert!(!selection.ends_before(6) && selection.ends_before(7));
        assert_eq!([1, 4, 5].map(|records| selection.missing(records)), [Some(2), Some(5), None]);
        assert_eq!("20-".parse::<Selection>().expect("a selection").missing(3), None);
    }
}
