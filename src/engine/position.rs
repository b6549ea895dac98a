use std::fmt;

use super::{Game, Ruleset, bosh, igisoro, kimasai, lap, nsolo, tsoro};
use crate::board::{BySeat, Cell, Pit, Ring, Round, Row, Seat, Setup, write_rows};

/// Holds the stones of a game at one moment, whose turn it is and what each seat has taken.
///
/// `Display` writes the canonical position line.
///
/// ```
/// use matombo::engine::{Game, Position, Ruleset};
/// let start = Position::start(&Ruleset::new(Game::Nsolo))?;
/// assert_eq!(start.to_string(), "8*2/0,7*2/7*2,0/8*2 S 0,0");
/// # Ok::<(), matombo::engine::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) ring: Ring,
    /// Each seat's pits in sowing order; only the first [`Ring::pits_a_seat`] count.
    pub(super) pits: BySeat<[u32; Ring::MAX_PITS]>,
    /// Bosh: which columns are closed.
    pub(super) closed: BySeat<u8>,
    pub(super) to_move: Seat,
    pub(super) taken: BySeat<u32>,
    pub(super) round: Option<Round>,
}

/// Says why a game cannot be in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The number of rows is wrong.
    #[error("{game} has {expected} rows, not {found}")]
    Rows {
        /// The game.
        game: Game,
        /// Rows given.
        found: usize,
        /// Rows of the game.
        expected: usize,
    },
    /// A row has the wrong number of pits.
    #[error("row {row} has {found} pits, not {expected}")]
    Columns {
        /// Which row, from 1 at the top.
        row: usize,
        /// Pits given.
        found: usize,
        /// Pits of a row.
        expected: u8,
    },
    /// A closed pit in a game that has none.
    #[error("{game} has no closed pits: `{pit}` cannot be `-`")]
    ClosedPit {
        /// The game.
        game: Game,
        /// The pit.
        pit: Pit,
    },
    /// A seat without an open pit.
    #[error("{seat} has no open pit")]
    AllClosed {
        /// The seat.
        seat: Seat,
    },
    /// The round is missing.
    #[error("Bosh needs the round and who began it, such as `1S`")]
    NoRound,
    /// A round in a game that has none.
    #[error("{game} has no rounds: nothing may follow the stones taken")]
    Round {
        /// The game.
        game: Game,
    },
    /// The stones are not as many as the game has.
    #[error("board and stones taken make {found}, not {expected} (with `stones=free` any number is allowed)")]
    Total {
        /// Stones counted.
        found: u64,
        /// Stones of the game.
        expected: u32,
    },
    /// More stones than can be counted.
    #[error("board and stones taken make {found}, more than the {} that can be counted", u32::MAX)]
    TooMany {
        /// Stones counted.
        found: u64,
    },
    /// A seat of Igisoro has not its 32 seeds.
    #[error("{seat} has {found} seeds, not 32 (with `stones=free` any number is allowed)")]
    SeatTotal {
        /// The seat.
        seat: Seat,
        /// Seeds counted.
        found: u64,
    },
    /// Stones were removed in Igisoro, which removes none.
    #[error("Igisoro removes no seeds: the stones taken are `0,0`")]
    Taken,
    /// A pit of Kimasai holds more than one stone.
    #[error("`{pit}` has {found} stones: no pit of Kimasai holds more than one")]
    Crowded {
        /// The pit.
        pit: Pit,
        /// Its stones.
        found: u32,
    },
    /// Neither seat has stones.
    #[error("there are no stones on the board: no turn can leave both seats without stones")]
    NoStones,
    /// A custom set-up without a position.
    #[error("`setup=custom` needs a `Position`")]
    NoPosition,
}

impl Position {
    pub(super) fn empty(rules: &Ruleset) -> Self {
        Self {
            ring: rules.ring(),
            pits: BySeat::new([0; Ring::MAX_PITS], [0; Ring::MAX_PITS]),
            closed: BySeat::default(),
            to_move: Seat::South,
            taken: BySeat::default(),
            round: None,
        }
    }

    /// Makes the position a game starts from.
    ///
    /// # Errors
    ///
    /// [`SetupError::NoPosition`] for Igisoro with `setup=custom`.
    pub fn start(rules: &Ruleset) -> Result<Self, SetupError> {
        Ok(match rules.game() {
            Game::Tsoro => tsoro::start(rules),
            Game::Nsolo => nsolo::start(rules),
            Game::Igisoro => return igisoro::start(rules).ok_or(SetupError::NoPosition),
            Game::Bosh => bosh::start(rules),
            Game::Kimasai => kimasai::start(rules),
        })
    }

    /// Makes a position from a position line (`RULES R12`).
    ///
    /// # Errors
    ///
    /// The reason why this game, with these options, cannot be in it.
    pub fn from_setup(rules: &Ruleset, setup: &Setup) -> Result<Self, SetupError> {
        let position = Self::reached(rules, setup)?;
        if let Some(seat) = Seat::BOTH.into_iter().find(|seat| position.closed[*seat] == bosh::ALL_CLOSED) {
            return Err(SetupError::AllClosed { seat });
        }
        position.check_stones(rules)?;
        Ok(position)
    }

    /// Makes a position that a match came to from its line. No match needs to be able to start from it: it may be one
    /// between two rounds, with all pits closed, and the stones are not counted.
    ///
    /// # Errors
    ///
    /// The reason why this is no board of the game, with these options.
    pub fn reached(rules: &Ruleset, setup: &Setup) -> Result<Self, SetupError> {
        let game = rules.game();
        let mut position = Self::empty(rules);
        let ring = position.ring;
        let expected = ring.page_rows().count();
        if setup.rows.len() != expected {
            return Err(SetupError::Rows { game, found: setup.rows.len(), expected });
        }
        for (index, ((seat, row), cells)) in ring.page_rows().zip(&setup.rows).enumerate() {
            if cells.len() != usize::from(ring.columns()) {
                return Err(SetupError::Columns { row: index + 1, found: cells.len(), expected: ring.columns() });
            }
            for (pit, cell) in ring.page_row(seat, row).zip(cells) {
                match *cell {
                    Cell::Stones(stones) => *position.pit_mut(pit) = stones,
                    Cell::Closed if game == Game::Bosh => position.closed[seat] |= 1 << (pit.column - 1),
                    Cell::Closed => return Err(SetupError::ClosedPit { game, pit }),
                }
            }
        }
        position.to_move = setup.to_move;
        position.taken = setup.taken;
        position.round = setup.round;
        match (game, setup.round) {
            (Game::Bosh, None) => return Err(SetupError::NoRound),
            (Game::Bosh, Some(_)) | (_, None) => {}
            (_, Some(_)) => return Err(SetupError::Round { game }),
        }
        // No sum of stones can then overflow: their total never grows.
        match position.total() {
            found if found > u64::from(u32::MAX) => Err(SetupError::TooMany { found }),
            _ => Ok(position),
        }
    }

    /// Returns the number of all stones, those taken included.
    fn total(&self) -> u64 {
        let sums = Seat::BOTH.map(|seat| self.row_sum(seat) + u64::from(self.taken[seat]));
        sums[0] + sums[1]
    }

    fn check_stones(&self, rules: &Ruleset) -> Result<(), SetupError> {
        let sums = BySeat::from_fn(|seat| self.row_sum(seat));
        let taken = u64::from(self.taken.south) + u64::from(self.taken.north);
        match rules.game() {
            Game::Kimasai => {
                let crowded = Seat::BOTH.into_iter().flat_map(|seat| self.ring.pits(seat));
                if let Some(pit) = crowded.into_iter().find(|pit| self.stones(*pit) > 1) {
                    return Err(SetupError::Crowded { pit, found: self.stones(pit) });
                }
            }
            Game::Igisoro if taken > 0 => return Err(SetupError::Taken),
            Game::Igisoro if !rules.free_stones() => {
                if let Some(seat) = Seat::BOTH.into_iter().find(|seat| sums[*seat] != 32) {
                    return Err(SetupError::SeatTotal { seat, found: sums[seat] });
                }
            }
            _ => {}
        }
        let found = self.total();
        if !rules.free_stones() && found != u64::from(rules.total_stones()) {
            return Err(SetupError::Total { found, expected: rules.total_stones() });
        }
        let lost_without_stones = matches!(rules.game(), Game::Tsoro | Game::Nsolo | Game::Kimasai);
        if lost_without_stones && sums.south + sums.north == 0 {
            return Err(SetupError::NoStones);
        }
        Ok(())
    }

    /// Returns the position as unchecked data.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            rows: self.page().map(Iterator::collect).collect(),
            to_move: self.to_move,
            taken: self.taken,
            round: self.round,
        }
    }

    /// Returns the position after some stones of a lap, and where the last of them fell, to show a lap stone by stone.
    ///
    /// The pit named is that after which (clockwise: before which) the lap begins. The stones come from the hand: no pit
    /// is lifted here. `None` if the board has no such open pit, or no stones are sown.
    #[must_use]
    pub fn sown(&self, from: Pit, stones: u32, clockwise: bool) -> Option<(Self, Pit)> {
        if stones == 0 {
            return None;
        }
        let mut position = self.clone();
        // Only Bosh has rounds, and one ring for both seats (`RULES B1`).
        if self.round.is_some() {
            let landing = bosh::sow(&mut position, from, stones)?;
            return Some((position, landing));
        }
        let place = self.ring.place(from)?;
        let lane = position.lane_mut(from.seat);
        let last = if clockwise { lap::sow_clockwise(lane, place, stones) } else { lap::sow(lane, place, stones) };
        Some((position, self.ring.pit(from.seat, last)))
    }

    fn page(&self) -> impl Iterator<Item = impl Iterator<Item = Cell>> {
        self.ring.page_rows().map(|(seat, row)| {
            self.ring
                .page_row(seat, row)
                .map(|pit| if self.is_closed(pit) { Cell::Closed } else { Cell::Stones(self.stones(pit)) })
        })
    }

    /// Returns the geometry of the board.
    #[must_use]
    pub const fn ring(&self) -> Ring {
        self.ring
    }

    /// Returns the stones in a pit; none in a pit that the board does not have.
    #[must_use]
    pub fn stones(&self, pit: Pit) -> u32 {
        self.ring.place(pit).map_or(0, |place| self.pits[pit.seat][place])
    }

    /// Returns whether the pit is closed for this round (Bosh).
    #[must_use]
    pub fn is_closed(&self, pit: Pit) -> bool {
        self.ring.contains(pit) && self.closed[pit.seat] & 1_u8.checked_shl(u32::from(pit.column) - 1).unwrap_or(0) != 0
    }

    /// Returns the seat to move.
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Returns the stones each seat has removed; in Bosh, its reserve.
    #[must_use]
    pub const fn taken(&self) -> BySeat<u32> {
        self.taken
    }

    /// Returns the round and who began it, in Bosh.
    #[must_use]
    pub const fn round(&self) -> Option<Round> {
        self.round
    }

    /// Returns the stones in a seat's rows.
    #[must_use]
    pub fn row_sum(&self, seat: Seat) -> u64 {
        self.lane(seat).iter().map(|stones| u64::from(*stones)).sum()
    }

    /// Returns a seat's pits in sowing order.
    #[must_use]
    pub fn lane(&self, seat: Seat) -> &[u32] {
        &self.pits[seat][..self.ring.pits_a_seat()]
    }

    pub(super) fn lane_mut(&mut self, seat: Seat) -> &mut [u32] {
        &mut self.pits[seat][..self.ring.pits_a_seat()]
    }

    pub(super) fn pit_mut(&mut self, pit: Pit) -> &mut u32 {
        let place = self.ring.place(pit).expect("the pit is on the board");
        &mut self.pits[pit.seat][place]
    }

    pub(super) fn has_stones(&self, seat: Seat) -> bool {
        self.lane(seat).iter().any(|stones| *stones > 0)
    }

    /// Fills one row of a seat with the same number of stones a pit.
    pub(super) fn fill_row(&mut self, seat: Seat, row: Row, stones: u32) {
        for column in 1..=self.ring.columns() {
            *self.pit_mut(Pit::new(seat, row, column)) = stones;
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, self.page(), self.to_move, self.taken, self.round)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
