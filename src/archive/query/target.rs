use std::fmt;

use super::comparison::Quoted;
use crate::board::{BySeat, Cell, Round, Seat, Setup};
use crate::notation::{PositionLineError, read_board, read_position_line};

/// A position that is looked for, or a board alone, perhaps from either seat.
///
/// Positions are compared by their canonical lines, which are the same exactly if the positions are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    line: String,
    /// The same with the seats exchanged, if that will do too.
    exchanged: Option<String>,
    extent: Extent,
}

/// How much of a position must be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it: the pits, the seat to move, the stones taken, the round.
    Position,
    /// The pits.
    Board,
}

impl Target {
    /// Reads a position line, or the rows of a board.
    pub(super) fn read(text: &str, extent: Extent, either_seat: bool) -> Result<Self, PositionLineError> {
        let setup = match extent {
            Extent::Position => read_position_line(text)?,
            Extent::Board => {
                Setup { rows: read_board(text)?, to_move: Seat::South, taken: BySeat::default(), round: None }
            }
        };
        let line = |setup: &Setup| part(&setup.to_string(), extent).to_owned();
        Ok(Self { line: line(&setup), exchanged: either_seat.then(|| line(&exchanged(&setup))), extent })
    }

    /// Returns whether this is the position of a canonical line.
    pub(super) fn is(&self, line: &str) -> bool {
        let line = part(line, self.extent);
        line == self.line || self.exchanged.as_deref() == Some(line)
    }
}

/// Returns what counts of a canonical line.
fn part(line: &str, extent: Extent) -> &str {
    match extent {
        Extent::Position => line,
        Extent::Board => line.split(' ').next().unwrap_or_default(),
    }
}

/// Turns the board half a turn round: what was South's is North's, pit by pit of the same name.
fn exchanged(setup: &Setup) -> Setup {
    Setup {
        rows: setup.rows.iter().rev().map(|row| row.iter().rev().copied().collect::<Vec<Cell>>()).collect(),
        to_move: setup.to_move.other(),
        taken: BySeat::new(setup.taken.north, setup.taken.south),
        round: setup.round.map(|round| Round { starter: round.starter.other(), ..round }),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.extent == Extent::Board { "board " } else { "" })?;
        Quoted(&self.line).fmt(f)?;
        f.write_str(if self.exchanged.is_some() { " from either seat" } else { "" })
    }
}
