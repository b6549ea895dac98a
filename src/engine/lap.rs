/// Sows `stones` counter-clockwise, the first in the place after `from`, and returns the place of the last.
///
/// Whole rounds are added at once, so a lap costs one pass over the ring however many stones it has.
#[inline]
pub(super) fn sow(ring: &mut [u32], from: usize, stones: u32) -> usize {
    let length = ring.len();
    let mut rest = stones as usize;
    if rest >= length {
        let rounds = (rest / length) as u32;
        rest %= length;
        for pit in ring.iter_mut() {
            *pit += rounds;
        }
    }
    let first = from + 1;
    let end = first + rest;
    if end <= length {
        for pit in &mut ring[first..end] {
            *pit += 1;
        }
    } else {
        for pit in &mut ring[first..] {
            *pit += 1;
        }
        for pit in &mut ring[..end - length] {
            *pit += 1;
        }
    }
    let last = from + rest;
    if last >= length { last - length } else { last }
}

/// Sows `stones` clockwise, the first in the place before `from`, and returns the place of the last.
pub(super) fn sow_clockwise(ring: &mut [u32], from: usize, stones: u32) -> usize {
    let length = ring.len();
    let rounds = stones / length as u32;
    let rest = stones as usize % length;
    for pit in ring.iter_mut() {
        *pit += rounds;
    }
    let mut place = from;
    for _ in 0..rest {
        place = place.checked_sub(1).unwrap_or(length - 1);
        ring[place] += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v2_twenty_nine_stones_from_b1_end_in_a3() {
        let mut ring = [0; 16];
        // A3 is place 2·8 − 3.
        assert_eq!(sow(&mut ring, 0, 29), 13);
        assert_eq!(ring.iter().sum::<u32>(), 29);
    }

    #[test]
    fn r5_a_full_round_ends_in_the_origin_which_counts_as_empty() {
        let mut ring = [0; 10];
        assert_eq!(sow(&mut ring, 3, 10), 3);
        assert_eq!(ring, [1; 10]);
        let mut ring = [0; 10];
        assert_eq!(sow_clockwise(&mut ring, 3, 10), 3);
        assert_eq!(ring, [1; 10]);
    }

    #[test]
    fn both_directions_agree_with_one_stone_at_a_time() {
        for length in [2_usize, 10, 12, 16, 72] {
            for from in 0..length {
                for stones in 0..3 * length as u32 + 2 {
                    let mut slow = vec![0; length];
                    let mut place = from;
                    for _ in 0..stones {
                        place = (place + 1) % length;
                        slow[place] += 1;
                    }
                    let mut fast = vec![0; length];
                    assert_eq!(sow(&mut fast, from, stones), place);
                    assert_eq!(fast, slow);

                    let mut slow = vec![0; length];
                    let mut place = from;
                    for _ in 0..stones {
                        place = (place + length - 1) % length;
                        slow[place] += 1;
                    }
                    let mut fast = vec![0; length];
                    assert_eq!(sow_clockwise(&mut fast, from, stones), place);
                    assert_eq!(fast, slow);
                }
            }
        }
    }
}
