use std::cmp::Reverse;

use super::{Digest, Fullness, Kept};

/// Holds what is known of a record while duplicates are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Equal for records that are the same.
    pub digest: Digest,
    /// How much the record says.
    pub fullness: Fullness,
    /// Its number in the order of reading.
    pub number: u64,
}

/// Names a record that is left out, and the one that is kept for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The number of the record that is left out.
    pub number: u64,
    /// The number of the one that is kept.
    pub of: u64,
}

/// Groups records that are the same, and says which of them are duplicates.
///
/// It keeps less than a hundred bytes a record and nothing of the records themselves.
///
/// ```
/// use matombo::archive::{Candidate, Digest, Duplicate, Duplicates, Fullness, Kept};
/// let digest = |text: &str| Digest::of([text.as_bytes()]);
/// let record = |number, text, plies| {
///     Candidate { digest: digest(text), fullness: Fullness { plies, extras: 0 }, number }
/// };
/// let duplicates = Duplicates::new(vec![record(0, "a", 1), record(1, "b", 1), record(2, "a", 2)], Kept::Fuller);
/// assert_eq!(duplicates.list(), [Duplicate { number: 0, of: 2 }]);
/// ```
#[derive(Debug)]
pub struct Duplicates {
    /// In groups of one digest, the kept one first.
    candidates: Vec<Candidate>,
    /// Where each group begins.
    groups: Vec<usize>,
    /// For each group, the longest line that it is contained in; empty until there is one.
    containers: Vec<Option<Container>>,
}

/// A line that contains others.
#[derive(Clone, Copy, Debug)]
struct Container {
    plies: u32,
    group: usize,
}

impl Duplicates {
    /// Groups records.
    #[must_use]
    pub fn new(mut candidates: Vec<Candidate>, kept: Kept) -> Self {
        let fuller = |candidate: &Candidate| (kept == Kept::Fuller).then_some(Reverse(candidate.fullness));
        candidates.sort_unstable_by_key(|candidate| (candidate.digest, fuller(candidate), candidate.number));
        let begins = |at: &usize| *at == 0 || candidates[*at - 1].digest != candidates[*at].digest;
        let groups = (0..candidates.len()).filter(begins).collect();
        Self { candidates, groups, containers: Vec::new() }
    }

    /// Takes note that a record begins with the lines of these digests. Records come in the order of reading.
    pub fn contain(&mut self, record: &Digest, prefixes: impl IntoIterator<Item = Digest>) {
        let Some(group) = self.group(record) else { return };
        let container = Container { plies: self.candidates[self.groups[group]].fullness.plies, group };
        for prefix in prefixes {
            if let Some(contained) = self.group(&prefix) {
                self.containers.resize(self.groups.len(), None);
                let known = &mut self.containers[contained];
                if known.is_none_or(|known| known.plies < container.plies) {
                    *known = Some(container);
                }
            }
        }
    }

    fn group(&self, digest: &Digest) -> Option<usize> {
        self.groups.binary_search_by_key(digest, |begin| self.candidates[*begin].digest).ok()
    }

    /// Returns the duplicates in the order of reading.
    #[must_use]
    pub fn list(&self) -> Vec<Duplicate> {
        let mut list = Vec::new();
        for (group, begin) in self.groups.iter().enumerate() {
            let end = self.groups.get(group + 1).copied().unwrap_or(self.candidates.len());
            // The longest line is itself in no other.
            let container = self.containers.get(group).copied().flatten();
            let of = self.candidates[container.map_or(*begin, |container| self.groups[container.group])].number;
            let left_out = self.candidates[*begin..end].iter().filter(|candidate| candidate.number != of);
            list.extend(left_out.map(|candidate| Duplicate { number: candidate.number, of }));
        }
        list.sort_unstable_by_key(|duplicate| duplicate.number);
        list
    }
}
