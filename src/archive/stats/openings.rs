use std::collections::HashMap;
use std::sync::Arc;

use super::Results;

/// Turns that are written longer than this are not followed: a record must not decide how much memory is taken.
const LONGEST_TURN: usize = 120;

/// The first turns of records as trees, one for every name of a root.
///
/// The openings are in the order in which they first came, parents before children, and those that come when there is
/// no room are left out. So trees that are merged in the order of the records are the same however the records were
/// split, as long as no part fills up by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Openings {
    nodes: Vec<Node>,
    places: HashMap<(Option<u32>, Arc<str>), u32>,
    /// How many openings there is room for.
    most: usize,
    /// Whether any was left out.
    cut: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    parent: Option<u32>,
    turn: Arc<str>,
    results: Results,
    /// The places of the turns that followed.
    next: Vec<u32>,
}

/// Holds the records that began in the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The last turn of it, in the notation; of all records, nothing.
    pub turn: String,
    /// How the records ended.
    pub results: Results,
    /// The turns that followed, most often played first.
    pub next: Vec<Opening>,
    /// How many more turns followed that are not in the list.
    pub more: u64,
}

impl Openings {
    pub(super) fn new(most: usize) -> Self {
        Self { nodes: Vec::new(), places: HashMap::new(), most, cut: false }
    }

    /// Counts the first turns of a record.
    pub(super) fn add(&mut self, root: &str, turns: impl Iterator<Item = String>, results: Results) {
        let mut place = self.enter(None, root.into(), results);
        for turn in turns {
            let Some(parent) = place else { return };
            if turn.len() > LONGEST_TURN {
                self.cut = true;
                return;
            }
            place = self.enter(Some(parent), turn.into(), results);
        }
    }

    /// Counts records of an opening, and returns its place. There are only so many roots: they always find room.
    fn enter(&mut self, parent: Option<u32>, turn: Arc<str>, results: Results) -> Option<u32> {
        let key = (parent, turn);
        if let Some(place) = self.places.get(&key) {
            self.nodes[*place as usize].results += results;
            return Some(*place);
        }
        if parent.is_some() && self.nodes.len() >= self.most {
            self.cut = true;
            return None;
        }
        let place = u32::try_from(self.nodes.len()).ok()?;
        self.nodes.push(Node { parent, turn: Arc::clone(&key.1), results, next: Vec::new() });
        self.places.insert(key, place);
        if let Some(parent) = parent {
            self.nodes[parent as usize].next.push(place);
        }
        Some(place)
    }

    /// Adds the openings of later records.
    pub(super) fn merge(&mut self, later: Self) {
        self.cut |= later.cut;
        let mut places: Vec<Option<u32>> = Vec::with_capacity(later.nodes.len());
        for Node { parent, turn, results, .. } in later.nodes {
            let place = match parent.map(|parent| places[parent as usize]) {
                None => self.enter(None, turn, results),
                Some(Some(parent)) => self.enter(Some(parent), turn, results),
                Some(None) => None,
            };
            places.push(place);
        }
    }

    pub(super) const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Returns the tree of a root, with no more than `top` turns after every opening.
    pub(super) fn tree(&self, root: &str, top: usize) -> Opening {
        match self.places.get(&(None, root.into())) {
            Some(root) => Opening { turn: String::new(), ..self.opening(*root, top) },
            None => Opening::default(),
        }
    }

    /// It goes no deeper than turns were counted.
    fn opening(&self, place: u32, top: usize) -> Opening {
        let node = &self.nodes[place as usize];
        let mut places = node.next.clone();
        places.sort_by_key(|place| {
            let node = &self.nodes[*place as usize];
            (std::cmp::Reverse(node.results.records()), &node.turn)
        });
        let more = places.len().saturating_sub(top) as u64;
        let next = places.iter().take(top).map(|place| self.opening(*place, top)).collect();
        Opening { turn: node.turn.to_string(), results: node.results, next, more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::GameResult;
    use proptest::prelude::*;

    fn tree(most: usize, records: &[Vec<u8>]) -> Openings {
        let mut openings = Openings::new(most);
        for turns in records {
            let result = GameResult::ALL[turns.len() % 4];
            openings.add("game", turns.iter().map(|turn| format!("A{turn}")), Results::of(result));
        }
        openings
    }

    #[test]
    fn turns_are_ranked_and_the_rest_is_counted() {
        let opening = tree(100, &[vec![2, 1], vec![1], vec![2, 3], vec![3], vec![2, 3]]).tree("game", 2);
        let turns: Vec<_> = opening.next.iter().map(|next| (next.turn.as_str(), next.results.records())).collect();
        assert_eq!((opening.results.records(), opening.more, turns), (5, 1, vec![("A2", 3), ("A1", 1)]));
        let replies: Vec<_> = opening.next[0].next.iter().map(|next| next.turn.as_str()).collect();
        assert_eq!(replies, ["A3", "A1"]);
    }

    #[test]
    fn what_comes_when_it_is_full_is_left_out_and_told() {
        let full = tree(3, &[vec![1, 2], vec![3], vec![1, 2], vec![1, 4]]);
        let opening = full.tree("game", 9);
        assert!(full.is_cut());
        assert_eq!((opening.results.records(), opening.next.len()), (4, 1));
        assert_eq!((opening.next[0].results.records(), opening.next[0].next.len()), (3, 1));
        assert!(!tree(4, &[vec![1, 2], vec![3], vec![1, 2]]).is_cut());
    }

    #[test]
    fn a_turn_of_any_length_takes_bounded_memory() {
        let mut openings = Openings::new(100);
        openings.add("game", ["A1".to_owned(), "x".repeat(121), "A2".to_owned()].into_iter(), Results::default());
        assert_eq!((openings.nodes.len(), openings.is_cut()), (2, true));
    }

    proptest! {
        #[test]
        fn parts_that_are_merged_in_order_make_the_same_tree(
            records in proptest::collection::vec(proptest::collection::vec(0_u8..4, 0..4), 0..40),
            cuts in proptest::collection::vec(0_usize..40, 0..4),
            most in 1_usize..30,
        ) {
            let mut merged = Openings::new(most);
            let mut from = 0;
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(records.len())).collect();
            cuts.push(records.len());
            cuts.sort_unstable();
            for cut in cuts {
                merged.merge(Openings { most, ..tree(usize::MAX, &records[from..cut]) });
                from = cut;
            }
            prop_assert_eq!(merged, tree(most, &records));
        }
    }
}
