use super::{Decision, DecisionError, Legal, Match, Need, PitSet, State, TurnInProgress, Undecided};
use crate::board::{BySeat, Pit};

/// How many strips one capture may offer before perft refuses to enumerate them.
const STRIP_LIMIT: u128 = 1_000_000;

/// Says why a perft count was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// A capture on the way offers too many strips to play each of them.
    #[error(
        "a capture on the way offers {strips} different strips, too many to play each (the limit is 1000000); choose a \
         smaller depth, or `strip-duty=must` or `capture=file`"
    )]
    Strips {
        /// How many.
        strips: u128,
    },
    /// The count is larger than any number here can be.
    #[error("there are more sequences than a 128-bit number can count")]
    Overflow,
    /// A sowing was not decided within the work budget.
    #[error("a sowing was {0}")]
    Undecided(#[from] Undecided),
}

/// Counts the different sequences of whole turns of a given length (`RULES V13`).
///
/// Two turns differ if any decision differs; bonus pits and strips are sets. A line that ends earlier is not counted.
/// Where players choose the pits of a refill, the choice belongs to the turn before it.
///
/// # Errors
///
/// [`PerftError`], where the count cannot be made.
///
/// # Examples
///
/// ```
/// use matombo::engine::{Game, Match, Ruleset, perft};
/// let mut bosh = Match::start(Ruleset::new(Game::Bosh))?;
/// assert_eq!(perft(&mut bosh, 3)?, 79);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(game: &mut Match, depth: u32) -> Result<u128, PerftError> {
    if depth == 0 {
        return Ok(1);
    }
    match game.state() {
        State::Over(_) => Ok(0),
        // Only a given position can wait for a refill here: that belongs to no turn.
        State::Refill { .. } => choose_refills(game, depth),
        State::Turn => {
            let turn = game.turn();
            play(game, &turn, depth)
        }
    }
}

fn play(game: &mut Match, turn: &TurnInProgress, depth: u32) -> Result<u128, PerftError> {
    let mut count = 0_u128;
    let mut add = |more: u128| {
        count = count.checked_add(more).ok_or(PerftError::Overflow)?;
        Ok::<(), PerftError>(())
    };
    match turn.legal()? {
        Legal::Nothing => return finish(game, turn.clone(), depth),
        Legal::Origins(pits) => {
            for pit in pits {
                add(follow(game, turn, &Decision::Origin(pit), depth)?)?;
            }
        }
        Legal::Ways(ways) => {
            for way in ways {
                add(follow(game, turn, &way, depth)?)?;
            }
        }
        Legal::Bonus { pits, least, most } => {
            for chosen in subsets(&pits, usize::from(least), usize::from(most)) {
                add(follow(game, turn, &Decision::Bonus(chosen), depth)?)?;
            }
        }
        Legal::Strip { pits, least, most } => {
            let strips = count_strips(&pits, least, most);
            // No need to play the last turn of a sequence to count it, unless it asks for a refill; Nsolo has none.
            if depth == 1 {
                return strips.ok_or(PerftError::Overflow);
            }
            match strips {
                Some(strips) if strips <= STRIP_LIMIT => {
                    let mut chosen = Vec::new();
                    for_each_strip(&pits, least, most, &mut chosen, &mut |strip| {
                        add(follow(game, turn, &Decision::Strip(strip.to_vec()), depth)?)
                    })?;
                }
                strips => return Err(PerftError::Strips { strips: strips.unwrap_or(u128::MAX) }),
            }
        }
    }
    Ok(count)
}

fn follow(game: &mut Match, turn: &TurnInProgress, decision: &Decision, depth: u32) -> Result<u128, PerftError> {
    let mut next = turn.clone();
    match next.decide(decision, &mut ()) {
        Ok(()) if next.need() == Need::Nothing => finish(game, next, depth),
        Ok(()) => play(game, &next, depth),
        Err(DecisionError::Undecided { laps }) => Err(PerftError::Undecided(Undecided { laps })),
        // Only legal decisions are followed.
        Err(_) => Ok(0),
    }
}

fn finish(game: &mut Match, turn: TurnInProgress, depth: u32) -> Result<u128, PerftError> {
    let before = game.checkpoint();
    let count = match game.finish(turn, &mut ()) {
        Err(undecided) => Err(undecided.into()),
        Ok(_) if matches!(game.state(), State::Refill { .. }) => choose_refills(game, depth - 1),
        Ok(_) => perft(game, depth - 1),
    };
    let _ = game.rewind(&before);
    count
}

/// Goes on, for `depth` turns, with every choice of pits after a round has ended.
fn choose_refills(game: &mut Match, depth: u32) -> Result<u128, PerftError> {
    let State::Refill { pits } = game.state() else { return Ok(0) };
    let of_size = |count: u8| (0..32_u8).filter(move |bits| bits.count_ones() as u8 == count).map(set_of_bits);
    let mut count = 0_u128;
    for south in of_size(pits.south) {
        for north in of_size(pits.north) {
            let before = game.checkpoint();
            let refilled = game.refill(BySeat::new(south, north), &mut ());
            let more = if refilled.is_ok() { perft(game, depth) } else { Ok(0) };
            let _ = game.rewind(&before);
            count = count.checked_add(more?).ok_or(PerftError::Overflow)?;
        }
    }
    Ok(count)
}

fn set_of_bits(bits: u8) -> PitSet {
    PitSet::new((1..=5).filter(|column| bits & (1 << (column - 1)) != 0))
}

/// Lists the sets of `least` to `most` pits.
fn subsets(pits: &[Pit], least: usize, most: usize) -> Vec<Vec<Pit>> {
    let mut all = vec![Vec::new()];
    for &pit in pits {
        let longer: Vec<Vec<Pit>> =
            all.iter().filter(|set| set.len() < most).map(|set| set.iter().copied().chain([pit]).collect()).collect();
        all.extend(longer);
    }
    all.retain(|set| set.len() >= least);
    all
}

/// Counts the ways to take from `least` to `most` stones from pits of limited size. `None`: more than can be counted.
fn count_strips(pits: &[(Pit, u32)], least: u32, most: u32) -> Option<u128> {
    let most = most as usize;
    let mut ways = vec![0_u128; most + 1];
    ways[0] = 1;
    for (_, held) in pits {
        let mut next = vec![0_u128; most + 1];
        for (taken, way) in ways.iter().enumerate() {
            for more in 0..=(*held as usize).min(most - taken) {
                next[taken + more] = next[taken + more].checked_add(*way)?;
            }
        }
        ways = next;
    }
    ways[least as usize..].iter().try_fold(0_u128, |sum, way| sum.checked_add(*way))
}

fn for_each_strip(
    pits: &[(Pit, u32)],
    least: u32,
    most: u32,
    chosen: &mut Vec<(Pit, u32)>,
    visit: &mut impl FnMut(&[(Pit, u32)]) -> Result<(), PerftError>,
) -> Result<(), PerftError> {
    let Some((&(pit, held), rest)) = pits.split_first() else {
        return if least == 0 { visit(chosen) } else { Ok(()) };
    };
    for stones in 0..=held.min(most) {
        if stones > 0 {
            chosen.push((pit, stones));
        }
        for_each_strip(rest, least.saturating_sub(stones), most - stones, chosen, visit)?;
        if stones > 0 {
            chosen.pop();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_are_counted_as_they_are_listed() {
        let pits: Vec<(Pit, u32)> = [("b1", 2), ("b3", 1), ("a2", 4), ("a1", 1)]
            .into_iter()
            .map(|(name, stones)| (name.parse().expect("a pit"), stones))
            .collect();
        for most in 0..=8 {
            for least in 0..=most {
                let mut listed = 0;
                for_each_strip(&pits, least, most, &mut Vec::new(), &mut |strip| {
                    let sum: u32 = strip.iter().map(|(_, stones)| stones).sum();
                    assert!((least..=most).contains(&sum));
                    listed += 1;
                    Ok(())
                })
                .expect("nothing overflows");
                assert_eq!(count_strips(&pits, least, most), Some(listed), "{least}..={most}");
            }
        }
    }
}
