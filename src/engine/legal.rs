//! Looking ahead: what is legal at a need, and whether a seat can move at all (`RULES R7, R8`).

use super::{Decision, DecisionError, Game, Legal, Need, Position, Ruleset, TurnInProgress, four_rows};
use crate::board::Pit;

/// Says that a sowing was not decided within the work budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not decided after {}", crate::text::counted(*.laps, "lap"))]
pub struct Undecided {
    /// The laps sown.
    pub laps: u64,
}

/// How many laps one sowing is followed in the first round of a look-ahead; every further round follows a hundred
/// times as many. An end nearby is so found before a long way is walked.
const FIRST_ROUND: u64 = 1_000;

/// What a look-ahead has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Some decisions end the turn.
    Ends,
    /// None do.
    Never,
    /// Not found out within the limits.
    Unknown,
}

/// The limits of one round of a look-ahead.
struct Limits {
    /// Laps that one sowing is followed.
    walk: u64,
    /// Laps that are left for all of them.
    left: u64,
}

/// Returns the limits of one round after the other, up to the work budget.
fn rounds(max_laps: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_ROUND.min(max_laps)), move |limit| {
        (*limit < max_laps).then(|| limit.saturating_mul(100).min(max_laps))
    })
}

pub(super) fn legal(turn: &TurnInProgress) -> Result<Legal, Undecided> {
    if let Some(ways) = turn.ways() {
        let mut legal = Vec::new();
        for decision in ways {
            if can_end_after(turn, decision)? == Some(true) {
                legal.push(decision.clone());
            }
        }
        return Ok(Legal::Ways(legal));
    }
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
        Need::Bonus { least, most } => Ok(Legal::Bonus { pits: four_rows::bonus_pits(turn).collect(), least, most }),
        Need::Strip { least, most } => {
            let position = &turn.position;
            let pits = position.ring.pits(turn.mover().other());
            let pits = pits.map(|pit| (pit, position.stones(pit))).filter(|(_, stones)| *stones > 0).collect();
            Ok(Legal::Strip { pits, least, most })
        }
        _ => Ok(Legal::Nothing),
    }
}

pub(super) fn can_end_after(turn: &TurnInProgress, decision: &Decision) -> Result<Option<bool>, Undecided> {
    for walk in rounds(turn.max_laps) {
        match verdict_after(turn, decision, &mut Limits { walk, left: turn.max_laps }) {
            None => return Ok(None),
            Some(Verdict::Ends) => return Ok(Some(true)),
            Some(Verdict::Never) => return Ok(Some(false)),
            Some(Verdict::Unknown) => {}
        }
    }
    Err(Undecided { laps: turn.max_laps })
}

/// Returns whether some decisions of both seats end the turn from here (`RULES R7`).
pub(super) fn can_end(turn: &TurnInProgress) -> Result<bool, Undecided> {
    for walk in rounds(turn.max_laps) {
        match search(turn, &mut Limits { walk, left: turn.max_laps }) {
            Verdict::Ends => return Ok(true),
            Verdict::Never => return Ok(false),
            Verdict::Unknown => {}
        }
    }
    Err(Undecided { laps: turn.max_laps })
}

/// Looks one round ahead from behind a decision. `None` if the decision itself is refused.
fn verdict_after(turn: &TurnInProgress, decision: &Decision, limits: &mut Limits) -> Option<Verdict> {
    match follow(turn, decision, limits) {
        Ok(next) => Some(search(&next, limits)),
        Err(DecisionError::Endless { .. }) => Some(Verdict::Never),
        Err(DecisionError::Undecided { .. }) => Some(Verdict::Unknown),
        Err(DecisionError::NotAsked | DecisionError::Origin(_) | DecisionError::Gain(_)) => None,
    }
}

/// Carries out a decision on a copy of the turn, within the limits.
fn follow(turn: &TurnInProgress, decision: &Decision, limits: &mut Limits) -> Result<TurnInProgress, DecisionError> {
    let mut next = turn.scout(turn.laps.saturating_add(limits.walk.min(limits.left)));
    let decided = next.decide(decision, &mut ());
    limits.left -= (next.laps - turn.laps).min(limits.left);
    decided.map(|()| next)
}

/// Looks whether some decisions of both seats end the turn.
///
/// Passing everything and sowing counter-clockwise is tried first: it nearly always ends. Only where it does not are
/// the other ways tried at each choice on that path. Every one of them is a capture or a retreat, or leads straight
/// into a capture; both empty an enemy pit for the rest of the turn, so this goes no deeper than the enemy has pits.
fn search(turn: &TurnInProgress, limits: &mut Limits) -> Verdict {
    let mut choices = false;
    let straight = walk(turn, limits, |_, _| {
        choices = true;
        Verdict::Never
    });
    // Without a choice on the way a second walk would find nothing.
    if straight == Verdict::Ends || !choices {
        return straight;
    }
    let mut open = straight == Verdict::Unknown;
    let branched = walk(turn, limits, |there, limits| {
        let other = match there.need {
            Need::Capture { .. } => Decision::Capture,
            Need::Retreat { .. } => Decision::Retreat,
            _ => Decision::Clockwise,
        };
        let verdict = match follow(there, &other, limits) {
            Ok(branch) => search(&branch, limits),
            Err(DecisionError::Undecided { .. }) => Verdict::Unknown,
            Err(_) => Verdict::Never,
        };
        open |= verdict == Verdict::Unknown;
        verdict
    });
    match branched {
        Verdict::Ends => Verdict::Ends,
        Verdict::Never if !open => Verdict::Never,
        Verdict::Never | Verdict::Unknown => Verdict::Unknown,
    }
}

/// Follows a turn, passing every capture and sowing counter-clockwise. Tells whether that ends, or whether `branch`,
/// which is called at every choice, found another end.
fn walk(
    turn: &TurnInProgress,
    limits: &mut Limits,
    mut branch: impl FnMut(&TurnInProgress, &mut Limits) -> Verdict,
) -> Verdict {
    let mut walker = turn.scout(turn.laps.saturating_add(limits.walk.min(limits.left)));
    loop {
        let decision = match walker.need {
            Need::Nothing | Need::Origin | Need::Head { .. } | Need::Bonus { .. } | Need::Strip { .. } => {
                return Verdict::Ends;
            }
            Need::Capture { .. } => Decision::Pass,
            Need::Retreat { .. } => Decision::Stay,
            Need::Direction { .. } => Decision::CounterClockwise,
        };
        if branch(&walker, limits) == Verdict::Ends {
            return Verdict::Ends;
        }
        let before = walker.laps;
        let decided = walker.decide(&decision, &mut ());
        limits.left -= (walker.laps - before).min(limits.left);
        match decided {
            Ok(()) if limits.left == 0 => return Verdict::Unknown,
            Ok(()) => {}
            Err(DecisionError::Undecided { .. }) => return Verdict::Unknown,
            // A sowing that never ends; nothing else is refused on this way.
            Err(_) => return Verdict::Never,
        }
    }
}

/// Tells whether a seat can move, and what finding it out has cost.
pub(super) struct Mobility {
    pub(super) can_move: Result<bool, Undecided>,
    /// The laps sown.
    pub(super) laps: u64,
}

/// Finds out whether the seat to move has a legal move (`RULES R8`).
///
/// Most positions have an origin whose first lap already ends the turn. Only where there is none are the origins
/// followed, in rounds, so that one endless sowing does not hold up the others. All of a round share the work budget.
pub(super) fn mobility(rules: &Ruleset, position: &Position, max_laps: u64) -> Mobility {
    let turn = TurnInProgress::new(*rules, position.clone(), max_laps);
    let mut open: Vec<Pit> = Vec::new();
    for pit in position.ring.pits(position.to_move) {
        if turn.check_origin(pit).is_ok() {
            if ends_at_once(rules, position, pit) {
                return Mobility { can_move: Ok(true), laps: 0 };
            }
            open.push(pit);
        }
    }
    let mut laps = 0;
    for walk in rounds(max_laps) {
        let mut limits = Limits { walk, left: max_laps };
        let mut undecided = Vec::new();
        let mut can_move = false;
        for pit in std::mem::take(&mut open) {
            match verdict_after(&turn, &Decision::Origin(pit), &mut limits) {
                Some(Verdict::Ends) => {
                    can_move = true;
                    break;
                }
                Some(Verdict::Unknown) => undecided.push(pit),
                Some(Verdict::Never) | None => {}
            }
        }
        laps += max_laps - limits.left;
        if can_move || undecided.is_empty() {
            return Mobility { can_move: Ok(can_move), laps };
        }
        open = undecided;
    }
    Mobility { can_move: Err(Undecided { laps: max_laps }), laps }
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
