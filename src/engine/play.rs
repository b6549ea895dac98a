use std::fmt;

use super::history::{History, Key};
use super::{
    DEFAULT_MAX_LAPS, EndReason, Event, Fill, Game, Observer, Outcome, Position, RoundEnd, RoundEndReason, Ruleset,
    SetupError, Starter, Turn, TurnInProgress, Undecided, bosh, legal,
};
use crate::board::{BySeat, Pit, Round, Row, Seat, Setup};

/// Holds a game in progress: the position, what came before it as far as that matters, and whether it is decided.
/// For Bosh it is the whole match.
#[derive(Clone, Debug)]
pub struct Match {
    rules: Ruleset,
    position: Position,
    state: State,
    history: History,
    max_laps: u64,
    laps_sown: u64,
}

/// Tells what a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The next turn.
    Turn,
    /// The pits to fill for the next round (Bosh with `fill=choice`).
    Refill {
        /// How many pits each seat fills.
        pits: BySeat<u8>,
    },
    /// Nothing: it is decided.
    Over(Outcome),
}

/// Tells what followed a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aftermath {
    /// The round that the turn ended.
    pub round_end: Option<RoundEnd>,
    /// The refill that followed by the rules.
    pub refill: Option<Refill>,
}

/// Tells which pits were filled for a round of Bosh, and what stayed in reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refill {
    /// The open pits of each seat.
    pub pits: BySeat<PitSet>,
    /// What each seat keeps in reserve.
    pub reserve: BySeat<u32>,
}

/// A set of columns of a Bosh row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PitSet(u8);

impl PitSet {
    /// Makes a set; columns outside 1..=5 are left out.
    pub fn new(columns: impl IntoIterator<Item = u8>) -> Self {
        let bits = columns.into_iter().filter(|column| (1..=bosh::COLUMNS).contains(column));
        Self(bits.fold(0, |set, column| set | 1 << (column - 1)))
    }

    /// Returns the columns, rising.
    pub fn columns(self) -> impl Iterator<Item = u8> {
        (1..=bosh::COLUMNS).filter(move |column| self.0 & (1 << (column - 1)) != 0)
    }

    /// Returns how many columns there are.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether there is no column.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Says why pits cannot be filled as named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefillError {
    /// No refill is asked for.
    #[error("no refill is due here")]
    NotDue,
    /// A seat fills another number of pits.
    #[error("{seat} fills {found} pit{}, but its supply fills {due}", if *.found == 1 { "" } else { "s" })]
    Count {
        /// The seat.
        seat: Seat,
        /// Pits named.
        found: u8,
        /// Pits due.
        due: u8,
    },
}

/// Marks a moment of a match to come back to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    position: Position,
    state: State,
    history: usize,
    /// What the history held beyond that moment, when it was left.
    later: Vec<Key>,
}

impl Match {
    fn new(rules: Ruleset, position: Position, max_laps: u64) -> Self {
        Self { rules, position, state: State::Turn, history: History::default(), max_laps, laps_sown: 0 }
    }

    /// Starts a game from the position its rules give.
    ///
    /// # Errors
    ///
    /// [`SetupError::NoPosition`] for Igisoro with `setup=custom`.
    pub fn start(rules: Ruleset) -> Result<Self, SetupError> {
        let position = Position::start(&rules)?;
        let mut game = Self::new(rules, position, DEFAULT_MAX_LAPS);
        game.remember();
        Ok(game)
    }

    /// Starts a game from a given position, which is tested for the end as after a turn (`RULES R12`).
    ///
    /// # Errors
    ///
    /// The reason why the game cannot be in that position, or [`Undecided`].
    pub fn from_setup(rules: Ruleset, setup: &Setup, max_laps: u64) -> Result<Self, StartError> {
        let position = Position::from_setup(&rules, setup)?;
        let mut game = Self::new(rules, position, max_laps);
        let mut aftermath = Aftermath::default();
        game.test_end(&mut aftermath, &mut ())?;
        Ok(game)
    }

    /// Sets the work budget: the number of laps after which a turn is given up as undecided.
    #[must_use]
    pub const fn with_max_laps(mut self, max_laps: u64) -> Self {
        self.max_laps = max_laps;
        self
    }

    /// Sets the work budget of the turns to come.
    pub const fn set_max_laps(&mut self, max_laps: u64) {
        self.max_laps = max_laps;
    }

    /// Returns the laps of all turns finished so far, also of those taken back, and of looking whether a seat can
    /// move: a measure of the work done.
    #[must_use]
    pub const fn laps_sown(&self) -> u64 {
        self.laps_sown
    }

    /// Returns the ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns what the match waits for.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// Returns the outcome, once there is one.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over(outcome) => Some(outcome),
            State::Turn | State::Refill { .. } => None,
        }
    }

    /// Begins the next turn. It changes nothing here until it is [finished](Match::finish).
    #[must_use]
    pub fn turn(&self) -> TurnInProgress {
        TurnInProgress::new(self.rules, self.position.clone(), self.max_laps)
    }

    /// Takes over a completed turn and looks whether the round or the game is over.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if it could not be found out within the work budget whether the next seat can move.
    ///
    /// # Panics
    ///
    /// If the turn is not complete, or the match does not wait for one.
    pub fn finish(
        &mut self,
        turn: TurnInProgress,
        observer: &mut impl Observer,
    ) -> Result<(Turn, Aftermath), Undecided> {
        assert_eq!(self.state, State::Turn, "the match waits for a turn");
        let (turn, position) = turn.into_parts().expect("the turn is complete");
        self.position = position;
        self.position.to_move = turn.seat.other();
        self.laps_sown += turn.laps;
        let mut aftermath = Aftermath::default();
        self.test_end(&mut aftermath, observer)?;
        Ok((turn, aftermath))
    }

    /// Fills the pits that the players chose and begins the next round (Bosh with `fill=choice`).
    ///
    /// # Errors
    ///
    /// [`RefillError`]; the match is then as it was.
    pub fn refill(&mut self, chosen: BySeat<PitSet>, observer: &mut impl Observer) -> Result<Refill, RefillError> {
        let State::Refill { pits } = self.state else {
            return Err(RefillError::NotDue);
        };
        for seat in Seat::BOTH {
            if chosen[seat].len() != pits[seat] {
                return Err(RefillError::Count { seat, found: chosen[seat].len(), due: pits[seat] });
            }
        }
        Ok(self.fill(chosen, observer))
    }

    /// Marks the present moment.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            position: self.position.clone(),
            state: self.state,
            history: self.history.len(),
            later: Vec::new(),
        }
    }

    /// Goes back to an earlier moment of this line and returns the present one, to come back to it with
    /// [`Match::resume`].
    #[must_use]
    pub fn rewind(&mut self, earlier: &Checkpoint) -> Checkpoint {
        let later = self.history.rewind(earlier.history);
        Checkpoint {
            position: std::mem::replace(&mut self.position, earlier.position.clone()),
            state: std::mem::replace(&mut self.state, earlier.state),
            history: earlier.history,
            later,
        }
    }

    /// Comes back to a moment that [`Match::rewind`] left, dropping what was played since.
    pub fn resume(&mut self, left: Checkpoint) {
        self.history.rewind(left.history);
        for key in left.later {
            self.history.push(key);
        }
        self.position = left.position;
        self.state = left.state;
    }

    /// Counts the position where repetition matters, and returns how often it has come up.
    fn remember(&mut self) -> u32 {
        let limit = match self.rules.game() {
            Game::Nsolo | Game::Kimasai => self.rules.repetition(),
            Game::Bosh => self.rules.stall(),
            Game::Tsoro | Game::Igisoro => None,
        };
        if limit.is_none() { 0 } else { self.history.push(History::key(&self.position)) }
    }

    /// `RULES R8`.
    fn can_move(&mut self) -> Result<bool, Undecided> {
        let mobility = legal::mobility(&self.rules, &self.position, self.max_laps);
        self.laps_sown += mobility.laps;
        mobility.can_move
    }

    fn test_end(&mut self, aftermath: &mut Aftermath, observer: &mut impl Observer) -> Result<(), Undecided> {
        if self.rules.game() == Game::Bosh {
            return self.test_round_end(aftermath, observer);
        }
        let to_move = self.position.to_move;
        let empty = |seat: Seat| !self.position.has_stones(seat);
        let outcome = match self.rules.game() {
            // RULES I9: only the seat to move can have lost, by having no move.
            Game::Igisoro => None,
            _ if empty(to_move) => Some(Outcome::lost_by(to_move, EndReason::NoStones)),
            _ if empty(to_move.other()) => Some(Outcome::lost_by(to_move.other(), EndReason::NoStones)),
            _ => None,
        };
        let outcome = match outcome {
            None if !self.can_move()? => Some(Outcome::lost_by(to_move, EndReason::NoMove)),
            None => {
                let times = self.remember();
                let repeated = self.rules.game().has_draws() && self.rules.repetition() == Some(times);
                repeated.then_some(Outcome { winner: None, reason: EndReason::Repetition })
            }
            decided => decided,
        };
        if let Some(outcome) = outcome {
            self.end(outcome, observer);
        }
        Ok(())
    }

    fn end(&mut self, outcome: Outcome, observer: &mut impl Observer) {
        self.state = State::Over(outcome);
        observer.event(Event::GameEnd(outcome), &self.position);
    }

    /// `RULES B6`.
    fn test_round_end(&mut self, aftermath: &mut Aftermath, observer: &mut impl Observer) -> Result<(), Undecided> {
        let to_move = self.position.to_move;
        let reason = if !self.position.has_stones(to_move) {
            RoundEndReason::Forfeit(to_move)
        } else {
            let times = self.remember();
            if times > 0 && self.rules.stall() == Some(times) {
                RoundEndReason::Stall
            } else if self.can_move()? {
                return Ok(());
            } else {
                RoundEndReason::NoOrigin(to_move)
            }
        };
        self.end_round(reason, aftermath, observer);
        Ok(())
    }

    fn end_round(&mut self, reason: RoundEndReason, aftermath: &mut Aftermath, observer: &mut impl Observer) {
        let sums = BySeat::from_fn(|seat| self.position.lane(seat).iter().sum::<u32>());
        let gained = match reason {
            RoundEndReason::Forfeit(Seat::South) => BySeat::new(0, sums.south + sums.north),
            RoundEndReason::Forfeit(Seat::North) => BySeat::new(sums.south + sums.north, 0),
            RoundEndReason::Stall | RoundEndReason::NoOrigin(_) => sums,
        };
        for seat in Seat::BOTH {
            self.position.taken[seat] += gained[seat];
            self.position.lane_mut(seat).fill(0);
        }
        let round = self.position.round.expect("Bosh counts rounds");
        let end = RoundEnd { round: round.number, reason, gained };
        aftermath.round_end = Some(end);
        observer.event(Event::RoundEnd(end), &self.position);
        self.prepare_round(round, aftermath, observer);
    }

    /// `RULES B7–B9`: the match ends, or the next round is set up.
    fn prepare_round(&mut self, round: Round, aftermath: &mut Aftermath, observer: &mut impl Observer) {
        let supply = self.position.taken;
        if let Some(loser) = match_loser(supply, self.position.to_move) {
            return self.end(Outcome::lost_by(loser, EndReason::NoRefill), observer);
        }
        let smaller = if supply.south < supply.north { Seat::South } else { Seat::North };
        let starter = match self.rules.starter() {
            Starter::Loser if supply.south != supply.north => smaller,
            Starter::Winner if supply.south != supply.north => smaller.other(),
            _ => round.starter.other(),
        };
        self.position.round = Some(Round { number: round.number.saturating_add(1), starter });
        self.position.to_move = starter;
        let due = supply.map(|stones| (stones / bosh::FILL).min(u32::from(bosh::COLUMNS)) as u8);
        let columns = |count: u8| match self.rules.fill() {
            Fill::Right => PitSet::new(bosh::COLUMNS + 1 - count..=bosh::COLUMNS),
            Fill::Left | Fill::Choice => PitSet::new(1..=count),
        };
        if self.rules.fill() == Fill::Choice {
            self.position.closed = BySeat::new(0b11111, 0b11111);
            self.state = State::Refill { pits: due };
        } else {
            aftermath.refill = Some(self.fill(due.map(columns), observer));
        }
    }

    fn fill(&mut self, pits: BySeat<PitSet>, observer: &mut impl Observer) -> Refill {
        for seat in Seat::BOTH {
            self.position.taken[seat] -= bosh::FILL * u32::from(pits[seat].len());
            self.position.closed[seat] = !pits[seat].0 & 0b11111;
            for column in pits[seat].columns() {
                *self.position.pit_mut(Pit::new(seat, Row::Front, column)) = bosh::FILL;
            }
        }
        self.state = State::Turn;
        self.remember();
        let refill = Refill { pits, reserve: self.position.taken };
        observer.event(Event::Refill(refill), &self.position);
        refill
    }
}

/// `RULES B9`: a seat with fewer than four stones has lost the match. Only in a composed position can both have so
/// few; then the smaller supply loses, and with equal ones the seat that was to move.
fn match_loser(supply: BySeat<u32>, to_move: Seat) -> Option<Seat> {
    match (supply.south < bosh::FILL, supply.north < bosh::FILL) {
        (false, false) => None,
        (true, false) => Some(Seat::South),
        (false, true) => Some(Seat::North),
        (true, true) if supply.south == supply.north => Some(to_move),
        (true, true) => Some(if supply.south < supply.north { Seat::South } else { Seat::North }),
    }
}

impl fmt::Display for PitSet {
    /// Writes runs of two or more as `first-last`: `1-2,4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut columns = self.columns().peekable();
        let mut first = true;
        while let Some(start) = columns.next() {
            let mut end = start;
            while let Some(next) = columns.next_if_eq(&(end + 1)) {
                end = next;
            }
            write!(f, "{}{start}", if first { "" } else { "," })?;
            if end > start {
                write!(f, "-{end}")?;
            }
            first = false;
        }
        Ok(())
    }
}

impl fmt::Display for Refill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@A{}/a{}", self.pits.south, self.pits.north)
    }
}

/// Says why a game cannot start from a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The game cannot be in it.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It could not be found out whether the seat to move can move.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}
