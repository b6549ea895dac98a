use super::{
    Decision, DecisionError, Event, Game, Legal, Need, Observer, OriginError, Position, Ruleset, Undecided, bosh,
    four_rows, igisoro, kimasai, lap, legal, nsolo, tsoro,
};
use crate::board::{Pit, Ring, Seat};

/// The number of laps after which a turn is given up as undecided, unless told otherwise.
pub const DEFAULT_MAX_LAPS: u64 = 10_000_000;

/// Holds a turn that was played to its end: everything that was decided, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat that moved.
    pub seat: Seat,
    /// Where it began.
    pub origin: Pit,
    /// Whether its first lap went clockwise.
    pub clockwise: bool,
    /// What was decided and captured on the way, in order.
    pub steps: Vec<Step>,
    /// The laps sown.
    pub laps: u64,
    /// Where the last stone fell.
    pub landing: Pit,
    /// All stones the turn captured, bonus and strip included.
    pub captured: u64,
}

/// Tells one step of a turn, as the notation writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Went on through an occupied head; or relayed counter-clockwise where clockwise was possible (Igisoro).
    GoOn {
        /// The head, or the pit relayed from.
        pit: Pit,
    },
    /// Stopped in an occupied head.
    Stop {
        /// The head.
        pit: Pit,
    },
    /// Relayed clockwise.
    Reverse {
        /// The pit relayed from.
        pit: Pit,
    },
    /// Captured.
    Capture {
        /// The pit that names the capture.
        pit: Pit,
        /// The stones it took.
        stones: u32,
        /// Whether they were sown clockwise (Igisoro).
        clockwise: bool,
    },
    /// Passed a capture.
    Pass {
        /// The enemy's front pit.
        pit: Pit,
        /// Whether the enemy retreated.
        retreat: bool,
    },
    /// Took bonus pits, in the enemy's sowing order; none if the bonus was waived.
    Bonus {
        /// Each pit with the stones it held.
        pits: Vec<(Pit, u32)>,
    },
    /// Stripped stones, in the enemy's sowing order; none if the strip was waived.
    Strip {
        /// Each pit with the stones taken.
        pits: Vec<(Pit, u32)>,
    },
}

/// Plays one turn, decision by decision.
///
/// Decisions are carried out at once and only then judged: a decision that leads into an endless sowing is refused
/// where the sowing would repeat. A turn that reaches [`Need::Nothing`] is legal as a whole. What is allowed at a
/// need, [`TurnInProgress::legal`] finds out by looking ahead.
#[derive(Clone, Debug)]
pub struct TurnInProgress {
    pub(super) rules: Ruleset,
    pub(super) position: Position,
    pub(super) need: Need,
    pub(super) max_laps: u64,
    origin: Option<Pit>,
    pub(super) clockwise: bool,
    pub(super) steps: Vec<Step>,
    /// Whether steps are kept. A look-ahead needs none.
    pub(super) keep_steps: bool,
    pub(super) laps: u64,
    pub(super) landing: Option<Pit>,
    pub(super) captured: u64,
    pub(super) igisoro: igisoro::Memory,
    anchor: Anchor,
}

/// The first lap since the last capture or retreat: the one that would be the first to repeat (`RULES R7`).
#[derive(Clone, Debug)]
struct Anchor {
    place: Option<u8>,
    lane: [u32; Ring::MAX_PITS],
}

/// Tells how a lap ended: the place on the mover's ring, and whether stones lay there before the last one fell.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    pub(super) place: usize,
    pub(super) occupied: bool,
}

impl TurnInProgress {
    pub(super) fn new(rules: Ruleset, position: Position, max_laps: u64) -> Self {
        Self {
            rules,
            position,
            need: Need::Origin,
            max_laps,
            origin: None,
            clockwise: false,
            steps: Vec::new(),
            keep_steps: true,
            laps: 0,
            landing: None,
            captured: 0,
            igisoro: igisoro::Memory::default(),
            anchor: Anchor { place: None, lane: [0; Ring::MAX_PITS] },
        }
    }

    /// Begins a turn from a position without the match around it, to see again how a turn went that was judged before:
    /// what came before a turn does not matter within it. It has no work budget.
    #[must_use]
    pub fn from_position(rules: &Ruleset, position: &Position) -> Self {
        Self::new(*rules, position.clone(), u64::MAX)
    }

    /// Returns a copy with another work budget.
    #[must_use]
    pub fn with_max_laps(&self, max_laps: u64) -> Self {
        Self { max_laps, ..self.clone() }
    }

    /// Returns what must be told next.
    #[must_use]
    pub const fn need(&self) -> Need {
        self.need
    }

    /// Returns the seat whose turn it is. The one decision that is not the mover's is the answer to
    /// [`Need::Retreat`].
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.position.to_move
    }

    /// Returns the position as it stands within the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the steps made so far, automatic captures included.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns where the last lap ended, once one was sown.
    #[must_use]
    pub const fn landing(&self) -> Option<Pit> {
        self.landing
    }

    /// Returns the laps sown so far.
    #[must_use]
    pub const fn laps(&self) -> u64 {
        self.laps
    }

    /// Checks whether a turn may begin in a pit, apart from endless sowing.
    ///
    /// # Errors
    ///
    /// The reason why not.
    pub fn check_origin(&self, pit: Pit) -> Result<(), OriginError> {
        let ring = self.position.ring;
        let mover = self.mover();
        if pit.seat != mover {
            return Err(OriginError::NotOwn { pit, mover });
        }
        let Some(place) = ring.place(pit) else {
            return Err(if (1..=ring.columns()).contains(&pit.column) {
                OriginError::NoBackRow { pit }
            } else {
                OriginError::OffBoard { pit, columns: ring.columns() }
            });
        };
        if self.position.is_closed(pit) {
            return Err(OriginError::Closed { pit });
        }
        if self.position.stones(pit) == 0 {
            return Err(OriginError::Empty { pit });
        }
        match self.rules.game() {
            Game::Tsoro | Game::Nsolo => four_rows::check_origin(&self.position, place),
            Game::Igisoro => igisoro::check_origin(&self.rules, &self.position, place),
            Game::Kimasai => kimasai::check_origin(&self.position, place),
            Game::Bosh => Ok(()),
        }
    }

    /// Carries out a decision and everything that follows from it, up to the next need.
    ///
    /// # Errors
    ///
    /// A [`DecisionError`]. After `Endless` and `Undecided` the turn cannot go on.
    pub fn decide(&mut self, decision: &Decision, observer: &mut impl Observer) -> Result<(), DecisionError> {
        let need = match (self.need, decision) {
            (Need::Origin, Decision::Origin(pit)) => {
                self.check_origin(*pit).map_err(DecisionError::Origin)?;
                self.origin = Some(*pit);
                self.begin(*pit, observer)
            }
            (Need::Head { pit }, Decision::GoOn) => tsoro::go_on(self, pit, observer),
            (Need::Head { pit }, Decision::Stop) => Ok(tsoro::stop(self, pit, observer)),
            (Need::Bonus { least, most }, Decision::Bonus(pits)) => {
                four_rows::take_bonus(self, pits, least, most, observer).map_err(DecisionError::Gain)
            }
            (Need::Strip { least, most }, Decision::Strip(pits)) => {
                nsolo::strip(self, pits, least, most, observer).map_err(DecisionError::Gain)
            }
            (Need::Direction { .. } | Need::Capture { .. } | Need::Retreat { .. }, decision) => {
                igisoro::decide(self, decision, observer)
            }
            _ => Err(DecisionError::NotAsked),
        }?;
        self.need = need;
        Ok(())
    }

    fn begin(&mut self, pit: Pit, observer: &mut impl Observer) -> Result<Need, DecisionError> {
        let place = self.position.ring.place(pit).expect("the origin was checked");
        match self.rules.game() {
            Game::Tsoro => tsoro::sow_on(self, place, observer),
            Game::Nsolo => nsolo::sow_on(self, place, observer),
            Game::Igisoro => igisoro::begin(self, place, observer),
            Game::Bosh => bosh::sow_on(self, pit, observer),
            Game::Kimasai => Ok(kimasai::step(self, place, observer)),
        }
    }

    /// Copies the turn for looking ahead.
    pub(super) fn scout(&self, max_laps: u64) -> Self {
        Self { keep_steps: false, steps: Vec::new(), max_laps, ..self.clone() }
    }

    /// Returns the decisions that answer the present need, legal or not, if there are only a few kinds of them.
    #[must_use]
    pub const fn ways(&self) -> Option<&'static [Decision]> {
        Some(match self.need {
            Need::Direction { .. } => &[Decision::CounterClockwise, Decision::Clockwise],
            Need::Head { .. } => &[Decision::GoOn, Decision::Stop],
            Need::Capture { .. } => &[Decision::Capture, Decision::Pass],
            Need::Retreat { .. } => &[Decision::Stay, Decision::Retreat],
            Need::Origin | Need::Bonus { .. } | Need::Strip { .. } | Need::Nothing => return None,
        })
    }

    /// Lists what is allowed at the present need. Looks ahead as far as it takes to know that the turn can end.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if that takes more laps than the work budget.
    pub fn legal(&self) -> Result<Legal, Undecided> {
        legal::legal(self)
    }

    /// Returns whether the turn can end after this decision, or `Ok(None)` if the decision itself is refused.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if that takes more laps than the work budget.
    pub fn can_end_after(&self, decision: &Decision) -> Result<Option<bool>, Undecided> {
        legal::can_end_after(self, decision)
    }

    /// Returns whether some decisions of both seats end the turn from here (`RULES R7`).
    ///
    /// # Errors
    ///
    /// [`Undecided`] if finding out takes more laps than the work budget.
    pub fn can_end(&self) -> Result<bool, Undecided> {
        if self.need == Need::Origin {
            return Ok(matches!(self.legal()?, Legal::Origins(pits) if !pits.is_empty()));
        }
        legal::can_end(self)
    }

    /// Returns the completed turn and the position after it, before the end of game or round is looked at.
    pub(super) fn into_parts(self) -> Option<(Turn, Position)> {
        if self.need != Need::Nothing {
            return None;
        }
        let turn = Turn {
            seat: self.mover(),
            origin: self.origin?,
            clockwise: self.clockwise,
            steps: self.steps,
            laps: self.laps,
            landing: self.landing?,
            captured: self.captured,
        };
        Some((turn, self.position))
    }

    pub(super) fn pit(&self, place: usize) -> Pit {
        self.position.ring.pit(self.mover(), place)
    }

    pub(super) fn log(&mut self, step: impl FnOnce() -> Step) {
        if self.keep_steps {
            self.steps.push(step());
        }
    }

    /// Counts a lap against the work budget.
    pub(super) fn count_lap(&mut self) -> Result<(), DecisionError> {
        if self.laps >= self.max_laps {
            return Err(DecisionError::Undecided { laps: self.laps });
        }
        self.laps += 1;
        Ok(())
    }

    /// Forgets the first lap: after a capture or a retreat no earlier lap can come again.
    pub(super) fn clear_anchor(&mut self) {
        self.anchor.place = None;
    }

    /// Lifts a pit of the mover's ring and sows it counter-clockwise, unless that lap was already sown (`RULES R7`).
    #[inline]
    pub(super) fn lift_and_sow(
        &mut self,
        place: usize,
        observer: &mut impl Observer,
    ) -> Result<Landing, DecisionError> {
        let mover = self.mover();
        let pits = self.position.ring.pits_a_seat();
        let lane = &self.position.pits[mover][..pits];
        match self.anchor.place {
            None => {
                self.anchor.place = Some(place as u8);
                self.anchor.lane[..pits].copy_from_slice(lane);
            }
            Some(first) if usize::from(first) == place && self.anchor.lane[..pits] == *lane => {
                return Err(DecisionError::Endless { pit: self.pit(place), laps: self.laps });
            }
            Some(_) => {}
        }
        self.count_lap()?;
        let stones = self.lift(place, observer);
        Ok(self.sow(place, stones, false, observer))
    }

    #[inline]
    pub(super) fn lift(&mut self, place: usize, observer: &mut impl Observer) -> u32 {
        let mover = self.mover();
        let stones = std::mem::take(&mut self.position.pits[mover][place]);
        observer.event(Event::Lift { pit: self.pit(place), stones }, &self.position);
        stones
    }

    #[inline]
    pub(super) fn sow(&mut self, from: usize, stones: u32, clockwise: bool, observer: &mut impl Observer) -> Landing {
        let mover = self.mover();
        let lane = self.position.lane_mut(mover);
        let place = if clockwise { lap::sow_clockwise(lane, from, stones) } else { lap::sow(lane, from, stones) };
        let occupied = lane[place] > 1;
        let landing = self.pit(place);
        self.landing = Some(landing);
        let lap = Event::Lap { number: self.laps, from: self.pit(from), stones, clockwise, landing, occupied };
        observer.event(lap, &self.position);
        Landing { place, occupied }
    }
}
