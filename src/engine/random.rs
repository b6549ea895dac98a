use rand::{Rng, RngExt as _, seq::IndexedRandom as _, seq::SliceRandom as _};

use super::{
    Aftermath, Decision, DecisionError, Legal, Match, Need, Observer, PitSet, State, Turn, TurnInProgress, Undecided,
};
use crate::board::{BySeat, Pit};

/// One waiver in so many, where a bonus or a strip may be waived.
const WAIVE_ONE_IN: u32 = 8;

/// Plays one turn at random, each decision uniform among the legal ones; where bonus pits or stripped stones may be
/// left, they all are now and then. A refill the players choose is chosen too. Returns `None` once the match is over.
///
/// # Errors
///
/// [`Undecided`] if a sowing was not decided within the work budget.
pub fn random_turn(
    game: &mut Match,
    random: &mut impl Rng,
    observer: &mut impl Observer,
) -> Result<Option<(Turn, Aftermath)>, Undecided> {
    if let State::Refill { pits } = game.state() {
        let chosen = BySeat::from_fn(|seat| random_pits(pits[seat], random));
        game.refill(chosen, observer).expect("as many pits as are due");
    }
    if game.state() != State::Turn {
        return Ok(None);
    }
    let mut turn = game.turn();
    while turn.need() != Need::Nothing {
        let decision = random_decision(&turn, random)?;
        match turn.decide(&decision, observer) {
            Ok(()) => {}
            Err(DecisionError::Undecided { laps }) => return Err(Undecided { laps }),
            Err(error) => unreachable!("a legal decision was refused: {error}"),
        }
    }
    let (turn, mut aftermath) = game.finish(turn, observer)?;
    if let State::Refill { pits } = game.state() {
        let chosen = BySeat::from_fn(|seat| random_pits(pits[seat], random));
        aftermath.refill = Some(game.refill(chosen, observer).expect("as many pits as are due"));
    }
    Ok(Some((turn, aftermath)))
}

fn random_pits(count: u8, random: &mut impl Rng) -> PitSet {
    let columns = [1, 2, 3, 4, 5];
    PitSet::new(columns.sample(random, usize::from(count)).copied())
}

fn random_decision(turn: &TurnInProgress, random: &mut impl Rng) -> Result<Decision, Undecided> {
    if turn.need() == Need::Origin {
        let pits = turn.position().ring().pits(turn.mover());
        return pick(turn, pits.map(Decision::Origin).collect(), random);
    }
    if let Some(ways) = turn.ways() {
        return pick(turn, ways.to_vec(), random);
    }
    Ok(match turn.legal()? {
        Legal::Bonus { pits, least, most } => {
            let count = random_count(u32::from(least), u32::from(most), random);
            Decision::Bonus(pits.sample(random, count as usize).copied().collect())
        }
        Legal::Strip { pits, least, most } => {
            Decision::Strip(random_strip(&pits, random_count(least, most, random), random))
        }
        Legal::Origins(_) | Legal::Ways(_) | Legal::Nothing => unreachable!("neither is asked for here"),
    })
}

/// Picks a legal decision, each with the same chance, looking ahead only from those it tries. One that is not decided
/// within the work budget is left alone as long as there is another.
fn pick(turn: &TurnInProgress, mut decisions: Vec<Decision>, random: &mut impl Rng) -> Result<Decision, Undecided> {
    decisions.shuffle(random);
    let mut undecided = None;
    for decision in decisions {
        match turn.can_end_after(&decision) {
            Ok(Some(true)) => return Ok(decision),
            Ok(_) => {}
            Err(error) => undecided = Some(error),
        }
    }
    Err(undecided.expect("a turn can always go on or end, and a seat without a legal move has already lost"))
}

fn random_count(least: u32, most: u32, random: &mut impl Rng) -> u32 {
    if least == 0 && random.random_range(0..WAIVE_ONE_IN) == 0 { 0 } else { random.random_range(least.max(1)..=most) }
}

fn random_strip(pits: &[(Pit, u32)], count: u32, random: &mut impl Rng) -> Vec<(Pit, u32)> {
    let mut left: Vec<(Pit, u32)> = pits.to_vec();
    let mut total: u64 = left.iter().map(|(_, stones)| u64::from(*stones)).sum();
    let mut strip: Vec<(Pit, u32)> = pits.iter().map(|(pit, _)| (*pit, 0)).collect();
    for _ in 0..count {
        let mut index = random.random_range(0..total);
        for ((_, stones), (_, taken)) in left.iter_mut().zip(&mut strip) {
            if index < u64::from(*stones) {
                *stones -= 1;
                *taken += 1;
                break;
            }
            index -= u64::from(*stones);
        }
        total -= 1;
    }
    strip.retain(|(_, stones)| *stones > 0);
    strip
}
