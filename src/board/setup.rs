use std::fmt;

use super::{BySeat, Seat};

/// Tells what one pit of a position line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An open pit with this many stones.
    Stones(u32),
    /// A closed pit (Bosh), written `-`.
    Closed,
}

/// Tells which round of a Bosh match is played and who began it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// The round's number, from 1.
    pub number: u32,
    /// The seat that began it.
    pub starter: Seat,
}

/// Describes a position before any game has looked at it: any rows, any numbers.
///
/// [`engine::Position::from_setup`](crate::engine::Position::from_setup) decides whether a game can be in it.
/// Its `Display` is the canonical position line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The rows from North's back row to South's back row (Bosh: North's row, South's row), each pit left to right
    /// as South sees the board.
    pub rows: Vec<Vec<Cell>>,
    /// The seat to move.
    pub to_move: Seat,
    /// The stones removed by each seat; in Bosh the reserves.
    pub taken: BySeat<u32>,
    /// The round, in Bosh only.
    pub round: Option<Round>,
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, self.rows.iter().map(|row| row.iter().copied()), self.to_move, self.taken, self.round)
    }
}

/// Writes a canonical position line: every run of two or more equal pits as `k*v`.
///
/// # Errors
///
/// Only those of the writer.
pub fn write_rows<R>(
    out: &mut impl fmt::Write,
    rows: impl IntoIterator<Item = R>,
    to_move: Seat,
    taken: BySeat<u32>,
    round: Option<Round>,
) -> fmt::Result
where
    R: IntoIterator<Item = Cell>,
{
    for (index, row) in rows.into_iter().enumerate() {
        if index > 0 {
            out.write_char('/')?;
        }
        let mut cells = row.into_iter().peekable();
        let mut first = true;
        while let Some(cell) = cells.next() {
            let mut run = 1_usize;
            while cells.next_if_eq(&cell).is_some() {
                run += 1;
            }
            if !first {
                out.write_char(',')?;
            }
            first = false;
            if run > 1 {
                write!(out, "{run}*")?;
            }
            match cell {
                Cell::Stones(stones) => write!(out, "{stones}")?,
                Cell::Closed => out.write_char('-')?,
            }
        }
    }
    write!(out, " {} {},{}", to_move.letter(), taken.south, taken.north)?;
    if let Some(round) = round {
        write!(out, " {}{}", round.number, round.starter.letter())?;
    }
    Ok(())
}
