use std::collections::HashMap;
use std::sync::Arc;

use super::Position;
use crate::board::Seat;

/// A position as repetition sees it: the stones in every pit, the closed pits, the seat to move and the round.
/// Stones taken need no place: where they differ, the board differs.
pub(super) type Key = Arc<[u8]>;

/// Counts how often each position came up on the way to the present one.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    order: Vec<Key>,
    counts: HashMap<Key, u32>,
}

impl History {
    pub(super) fn key(position: &Position) -> Key {
        let mut bytes = Vec::with_capacity(2 * position.ring.pits_a_seat() + 4);
        bytes.push(u8::from(position.to_move == Seat::North));
        bytes.extend([position.closed.south, position.closed.north]);
        push_number(&mut bytes, position.round.map_or(0, |round| round.number));
        for seat in Seat::BOTH {
            for stones in position.lane(seat) {
                push_number(&mut bytes, *stones);
            }
        }
        bytes.into()
    }

    /// Adds a position and returns how often it has now come up.
    pub(super) fn push(&mut self, key: Key) -> u32 {
        let count = self.counts.entry(Arc::clone(&key)).or_insert(0);
        *count += 1;
        self.order.push(key);
        *count
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Takes back everything after the first `length` positions and returns it, in order.
    pub(super) fn rewind(&mut self, length: usize) -> Vec<Key> {
        let gone = self.order.split_off(length.min(self.order.len()));
        for key in &gone {
            if let Some(count) = self.counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(key);
                }
            }
        }
        gone
    }
}

/// Appends a number so that no two sequences give the same bytes.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
