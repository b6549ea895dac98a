use crate::board::{BySeat, Cell, Pit, Round, Setup};

use super::grammar::{self, CellRun, run};
use super::{PositionLineError, value_error::ValueError};

/// Reads a position line such as `21*2/21*0/21*0/21*2 S 0,0`. Whether a game can be in the position is decided
/// elsewhere: here any two to four rows of one to 99 pits each will do.
///
/// # Errors
///
/// If the text is no position line.
///
/// ```
/// let line = "5*4/5*4 S 0,0 1S";
/// assert_eq!(matombo::notation::read_position_line(line)?.to_string(), line);
/// # Ok::<(), matombo::notation::PositionLineError>(())
/// ```
pub fn read_position_line(text: &str) -> Result<Setup, PositionLineError> {
    let (_, line) = run(grammar::position, text).map_err(|miss| ValueError::from_miss(text, miss))?;
    Ok(Setup {
        rows: rows(text, &line.rows)?,
        to_move: line.to_move,
        taken: BySeat::new(line.taken.0, line.taken.1),
        round: line.round.map(|(number, starter)| Round { number, starter }),
    })
}

/// Reads the rows that a position line begins with, such as `5*4/5*4`, alone.
///
/// # Errors
///
/// If the text is anything else.
///
/// ```
/// assert_eq!(matombo::notation::read_board("2*4,0/3*1")?.len(), 2);
/// # Ok::<(), matombo::notation::PositionLineError>(())
/// ```
pub fn read_board(text: &str) -> Result<Vec<Vec<Cell>>, PositionLineError> {
    let (_, runs) = run(grammar::board, text).map_err(|miss| ValueError::from_miss(text, miss))?;
    rows(text, &runs)
}

fn rows(text: &str, rows: &[Vec<CellRun<'_>>]) -> Result<Vec<Vec<Cell>>, PositionLineError> {
    if !(2..=4).contains(&rows.len()) {
        let end = text.find(' ').unwrap_or(text.len());
        return Err(PositionLineError { range: 0..end, expected: "two to four rows", found: text[..end].to_owned() });
    }
    rows.iter().map(|cells| row(text, cells)).collect()
}

fn row(text: &str, runs: &[CellRun<'_>]) -> Result<Vec<Cell>, PositionLineError> {
    let mut cells = Vec::new();
    for run in runs {
        // Before anything is made: the number is a stranger's.
        if run.pits > usize::from(Pit::MAX_COLUMN) - cells.len() {
            let start = run.text.as_ptr() as usize - text.as_ptr() as usize;
            return Err(PositionLineError {
                range: start..start + run.text.len(),
                expected: "a row of at most 99 pits",
                found: run.text.to_owned(),
            });
        }
        let cell = run.stones.map_or(Cell::Closed, Cell::Stones);
        cells.extend(std::iter::repeat_n(cell, run.pits));
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_starts_round_trip() {
        for line in [
            "21*2/21*0/21*0/21*2 S 0,0",
            "8*2/0,7*2/7*2,0/8*2 S 0,0",
            "8*4/8*0/8*0/8*4 S 0,0",
            "5*4/5*4 S 0,0 1S",
            "5*-/5*- S 17,23 3S",
            "12*1/11*1,0/0,11*1/12*1 N 9999,0",
        ] {
            assert_eq!(read_position_line(line).map(|setup| setup.to_string()), Ok(line.to_owned()));
        }
        let loose = read_position_line("1*2,2,2/0,-  N  1,2  12N").expect("readable");
        assert_eq!(loose.to_string(), "3*2/0,- N 1,2 12N");
    }

    #[test]
    fn position_errors_point_at_the_right_byte() {
        let cases = [
            ("", 0..0, "a number of stones without leading zeros, or `-`"),
            ("5*4/ S 0,0", 4..5, "a number of stones without leading zeros, or `-`"),
            ("5*4/5*4", 7..7, "`*`, `,`, `/` or a space"),
            ("5*4/5*4 s 0,0", 8..9, "`S` or `N`"),
            ("5*4/5*4 S 0", 11..11, "`,`"),
            ("5*4/5*4 S 0,0 0S", 14..15, "the round's number"),
            ("5*4/5*4 S 0,0 1", 15..15, "`S` or `N`"),
            ("5*4/5*4 S 0,0x", 13..14, "the end of the position"),
            ("5*4 S 0,0", 0..3, "two to four rows"),
            ("1/1/1/1/1 S 0,0", 0..9, "two to four rows"),
            ("5*4/98*1,2*0 S 0,0", 9..12, "a row of at most 99 pits"),
            ("99999999999999999999999999*4/1 S 0,0", 0..28, "a row of at most 99 pits"),
            ("5*04/5*4 S 0,0", 2..3, "a number of stones without leading zeros, or `-`"),
        ];
        for (text, range, expected) in cases {
            let error = read_position_line(text).expect_err(text);
            assert_eq!((error.range, error.expected), (range, expected), "{text}");
        }
    }
}
