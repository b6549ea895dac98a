//! Looking ahead: what is legal at a need, and whether a seat can move at all (`RULES R7, R8`).

use super::{Decision, DecisionError, Game, Legal, Need, Position, Ruleset, TurnInProgress, four_rows};
use crate::board::Pit;

/// Says that a sowing was not decided within the work budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not decided after {laps} laps")]
pub struct Undecided {
    /// The laps sown.
    pub laps: u64,
}

/// Counts the laps of a whole look-ahead against the turn's budget.
struct Budget {
    left: u64,
    all: u64,
}

impl Budget {
    const fn new(all: u64) -> Self {
        Self { left: all, all }
    }

    fn spend(&mut self, laps: u64) -> Result<(), Undecided> {
        self.left = self.left.checked_sub(laps).ok_or(Undecided { laps: self.all })?;
        Ok(())
    }
}

pub(super) fn legal(turn: &TurnInProgress) -> Result<Legal, Undecided> {
    let ways = |decisions: &[Decision]| {
        let mut legal = Vec::new();
        for decision in decisions {
            if can_end_after(turn, decision)? == Some(true) {
                legal.push(decision.clone());
            }
        }
        Ok(Legal::Ways(legal))
    };
    match turn.need {
        Need::Origin => {
            let mut origins = Vec::new();
            for pit in turn.position.ring.pits(turn.mover()) {
                if can_end_after(turn, &Decision::Origin(pit))? == Some(true) {
                    origins.push(pit);
                }
            }
            Ok(Legal::Origins(origins))
        }
        Need::Direction { .. } => ways(&[Decision::CounterClockwise, Decision::Clockwise]),
        Need::Head { .. } => ways(&[Decision::GoOn, Decision::Stop]),
        Need::Capture { .. } => ways(&[Decision::Capture, Decision::Pass]),
        Need::Retreat { .. } => ways(&[Decision::Stay, Decision::Retreat]),
        Need::Bonus { least, most } => Ok(Legal::Bonus { pits: four_rows::bonus_pits(turn).collect(), least, most }),
        Need::Strip { least, most } => {
            let position = &turn.position;
            let pits = position.ring.pits(turn.mover().other());
            let pits = pits.map(|pit| (pit, position.stones(pit))).filter(|(_, stones)| *stones > 0).collect();
            Ok(Legal::Strip { pits, least, most })
        }
        Need::Nothing => Ok(Legal::Nothing),
    }
}

pub(super) fn can_end_after(turn: &TurnInProgress, decision: &Decision) -> Result<Option<bool>, Undecided> {
    let mut scout = turn.scout(turn.max_laps);
    let mut budget = Budget::new(turn.max_laps);
    let before = scout.laps;
    match scout.decide(decision, &mut ()) {
        Ok(()) => {
            budget.spend(scout.laps - before)?;
            can_end(&scout, &mut budget).map(Some)
        }
        Err(DecisionError::Endless { .. }) => Ok(Some(false)),
        Err(DecisionError::Undecided { laps }) => Err(Undecided { laps }),
        Err(DecisionError::NotAsked | DecisionError::Origin(_) | DecisionError::Gain(_)) => Ok(None),
    }
}

/// Returns whether some decisions of both seats end the turn (`RULES R7`).
///
/// Passing everything and sowing counter-clockwise is tried first: it nearly always ends. Only if it never ends are
/// the other ways tried at each choice on that path. Every one of them is a capture or a retreat, or leads straight
/// into a capture; both empty an enemy pit for the rest of the turn, so this goes no deeper than the enemy has pits.
fn can_end(turn: &TurnInProgress, budget: &mut Budget) -> Result<bool, Undecided> {
    let mut choices = false;
    if walk(turn, budget, |_, _| {
        choices = true;
        Ok(false)
    })? {
        return Ok(true);
    }
    // Without a choice on the way the second walk would find nothing.
    if !choices {
        return Ok(false);
    }
    walk(turn, budget, |there, budget| {
        let other = match there.need {
            Need::Capture { .. } => Decision::Capture,
            Need::Retreat { .. } => Decision::Retreat,
            _ => Decision::Clockwise,
        };
        let mut branch = there.scout(there.max_laps);
        let before = branch.laps;
        match branch.decide(&other, &mut ()) {
            Ok(()) => {
                budget.spend(branch.laps - before)?;
                can_end(&branch, budget)
            }
            Err(DecisionError::Endless { laps, .. }) => {
                budget.spend(laps - before)?;
                Ok(false)
            }
            Err(DecisionError::Undecided { laps }) => Err(Undecided { laps }),
            Err(_) => Ok(false),
        }
    })
}

/// Follows a turn, passing every capture and sowing counter-clockwise. Returns whether that ends, or `branch`, which
/// is called at every choice, found another end.
fn walk(
    turn: &TurnInProgress,
    budget: &mut Budget,
    mut branch: impl FnMut(&TurnInProgress, &mut Budget) -> Result<bool, Undecided>,
) -> Result<bool, Undecided> {
    let mut walker = turn.scout(turn.max_laps);
    loop {
        let decision = match walker.need {
            Need::Nothing | Need::Origin | Need::Head { .. } | Need::Bonus { .. } | Need::Strip { .. } => {
                return Ok(true);
            }
            Need::Capture { .. } => Decision::Pass,
            Need::Retreat { .. } => Decision::Stay,
            Need::Direction { .. } => Decision::CounterClockwise,
        };
        if branch(&walker, budget)? {
            return Ok(true);
        }
        let before = walker.laps;
        match walker.decide(&decision, &mut ()) {
            Ok(()) => budget.spend(walker.laps - before)?,
            Err(DecisionError::Endless { laps, .. }) => {
                budget.spend(laps - before)?;
                return Ok(false);
            }
            Err(DecisionError::Undecided { laps }) => return Err(Undecided { laps }),
            Err(_) => return Ok(false),
        }
    }
}

/// Returns whether the seat to move has a legal move (`RULES R8`).
///
/// Most positions have an origin whose first lap already ends the turn. Only where there is none are the origins
/// followed, each with a growing budget, so that one endless sowing does not hold up the others.
pub(super) fn can_move(rules: &Ruleset, position: &Position, max_laps: u64) -> Result<bool, Undecided> {
    let turn = TurnInProgress::new(*rules, position.clone(), max_laps);
    let mut open: Vec<Pit> = Vec::new();
    for pit in position.ring.pits(position.to_move) {
        if turn.check_origin(pit).is_ok() {
            if ends_at_once(rules, position, pit) {
                return Ok(true);
            }
            open.push(pit);
        }
    }
    let mut limit = 1_000.min(max_laps);
    loop {
        let mut undecided = Vec::new();
        for pit in open {
            let limited = turn.scout(limit);
            match can_end_after(&limited, &Decision::Origin(pit)) {
                Ok(Some(true)) => return Ok(true),
                Ok(_) => {}
                Err(Undecided { .. }) => undecided.push(pit),
            }
        }
        if undecided.is_empty() {
            return Ok(false);
        }
        if limit == max_laps {
            return Err(Undecided { laps: max_laps });
        }
        limit = limit.saturating_mul(100).min(max_laps);
        open = undecided;
    }
}

/// Returns true if the first lap from a pit of a four-row game ends in an empty pit.
fn ends_at_once(rules: &Ruleset, position: &Position, pit: Pit) -> bool {
    if rules.game() == Game::Bosh {
        return false;
    }
    let lane = position.lane(pit.seat);
    let place = position.ring.place(pit).expect("the origin was checked");
    let stones = lane[place] as usize;
    // A lap longer than the ring leaves a stone in every pit before the last one falls.
    stones < lane.len() && lane[(place + stones) % lane.len()] == 0
}
