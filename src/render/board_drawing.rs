use std::fmt;

use super::cell::{Cell, PitKind};
use super::{BoardStyle, Marks, Palette, Tone};
use crate::board::{Pit, Row, Seat};
use crate::engine::{Position, Ruleset};
use crate::text::wrap;

/// Draws a board as the players see it from South's seat, with marks for what happened.
///
/// North's back row is on top. Above it stand North's column numbers, which run from right to left; below, South's. A
/// pit is as wide as the widest one needs, so columns always align.
#[derive(Clone, Copy, Debug)]
pub struct BoardDrawing<'a> {
    /// The stones.
    pub position: &'a Position,
    /// The rules, which tell heads and clockwise pits.
    pub rules: &'a Ruleset,
    /// What happened in each pit.
    pub marks: &'a Marks,
    /// How it is drawn.
    pub style: BoardStyle,
}

/// Draws a board in which some pits are highlighted, without a legend.
///
/// The lines end in a line end. They are at most 100 characters wide with up to 21 columns, else 160, indent included,
/// unless pits hold a thousand stones.
///
/// ```
/// use matombo::engine::{Game, Position, Ruleset};
/// use matombo::render::{BoardStyle, Palette, draw_board};
/// let rules = Ruleset::new(Game::Bosh);
/// let start = Position::start(&rules)?;
/// let style = BoardStyle { indent: 0, ..BoardStyle::default() };
/// let drawing = draw_board(&start, &rules, &["a2".parse()?], style, Palette::plain());
/// let lines: Vec<&str> = drawing.lines().collect();
/// assert_eq!(
///     lines,
///     [
///         "    5   4   3   2   1  North",
///         "a   4   4   4   4!  4  a",
///         "  ---------------------",
///         "A   4   4   4   4   4  A",
///         "    1   2   3   4   5  South",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn draw_board(
    position: &Position,
    rules: &Ruleset,
    highlight: &[Pit],
    style: BoardStyle,
    palette: Palette,
) -> String {
    let marks = Marks::highlighting(position.ring(), highlight);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = BoardDrawing { position, rules, marks: &marks, style }.write(&mut text, palette);
    text
}

/// A piece of a line of a drawing, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it means.
    pub tone: Tone,
    /// How it is drawn.
    pub text: String,
}

/// The columns that are drawn, and how wide.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// The place of the first, from the left.
    first: usize,
    /// How many are drawn.
    drawn: usize,
    /// How many there are.
    all: usize,
    /// The width of a pit.
    width: usize,
}

/// The least width of a pit in which brackets have room.
const ROOM_FOR_BRACKETS: usize = 3;
/// What stands beside the pits: a letter and a blank before them; a blank and a seat's name, or a letter, behind them.
const MARGINS: usize = 2 + 1 + "North".len();

impl BoardDrawing<'_> {
    /// Returns the width of the drawing's lines, indent included.
    #[must_use]
    pub fn width(&self) -> usize {
        let columns = self.columns();
        self.style.indent + MARGINS + columns.drawn * columns.width
    }

    /// Writes the board.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write(&self, out: &mut impl fmt::Write, palette: Palette) -> fmt::Result {
        for line in self.lines() {
            for piece in line {
                write!(out, "{}", palette.paint(piece.tone, &piece.text))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Returns the lines of the drawing, from the top, in pieces.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<Piece>> {
        let columns = self.columns();
        let near = self.style.near;
        let mut rows: Vec<(Seat, Row)> = self.position.ring().page_rows().collect();
        if near == Seat::North {
            rows.reverse();
        }
        let mut lines = vec![self.ruler(near.other(), columns)];
        for (seat, row) in rows {
            if (seat, row) == (near, Row::Front) {
                let line = self.style.line().repeat(columns.width * columns.drawn + 1);
                lines.push(self.indented(2, Tone::Quiet, line));
            }
            lines.push(self.row(seat, row, columns));
        }
        lines.push(self.ruler(near, columns));
        lines
    }

    fn indented(&self, more: usize, tone: Tone, text: String) -> Vec<Piece> {
        let indent = " ".repeat(self.style.indent + more);
        vec![Piece { tone: Tone::Plain, text: indent }, Piece { tone, text }]
    }

    /// Returns the pits of a row that are drawn, from the left.
    fn shown(&self, seat: Seat, row: Row, columns: Columns) -> impl Iterator<Item = Pit> {
        let mut pits: Vec<Pit> = self.position.ring().page_row(seat, row).collect();
        if self.style.near == Seat::North {
            pits.reverse();
        }
        pits.into_iter().skip(columns.first).take(columns.drawn)
    }

    /// Numbers the columns of a seat, or only some of them where there is no room for all.
    fn ruler(&self, seat: Seat, columns: Columns) -> Vec<Piece> {
        let roomy = columns.width > usize::from(self.position.ring().columns()).to_string().len();
        let mut ruler = String::new();
        for (index, pit) in self.shown(seat, Row::Front, columns).enumerate() {
            if roomy || pit.column == 1 || pit.column % 5 == 0 {
                let number = pit.column.to_string();
                // The last digit stands above the last of the pit's stones.
                let start = ((index + 1) * columns.width - 1).saturating_sub(number.len());
                ruler += &" ".repeat(start.saturating_sub(ruler.len()));
                ruler += &number;
            }
        }
        let ruler = format!("{ruler:width$} {seat}", width = columns.drawn * columns.width);
        self.indented(2, Tone::Quiet, ruler)
    }

    fn row(&self, seat: Seat, row: Row, columns: Columns) -> Vec<Piece> {
        let width = columns.width;
        let letter = Pit::new(seat, row, 1).letter().to_string();
        let plain = |text: String| Piece { tone: Tone::Plain, text };
        let more = |more: bool, sign: &str| if more { sign.to_owned() } else { " ".to_owned() };
        let mut line = self.indented(0, Tone::Strong, letter.clone());
        line.push(plain(more(columns.first > 0, "<")));
        for pit in self.shown(seat, row, columns) {
            let mut cell = self.cell(pit);
            if width < ROOM_FOR_BRACKETS {
                cell.drop_brackets();
            }
            let text = cell.text(width);
            // The place behind the number is free where no sign stands in it.
            let behind = usize::from(cell.right.is_none());
            let before = width.saturating_sub(text.chars().count() + behind);
            line.push(plain(" ".repeat(before)));
            line.push(Piece { tone: cell.tone, text });
            line.push(plain(" ".repeat(behind)));
        }
        line.push(plain(more(columns.first + columns.drawn < columns.all, ">")));
        line.push(Piece { tone: Tone::Strong, text: letter });
        line
    }

    /// Returns whether there are signs that a legend explains.
    #[must_use]
    pub fn has_legend(&self) -> bool {
        !self.legend().is_empty()
    }

    /// Writes what the signs of this drawing mean, or nothing if there are none; each line ends in a line end.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_legend(&self, out: &mut impl fmt::Write, palette: Palette, width: usize) -> fmt::Result {
        let entries = self.legend();
        if entries.is_empty() {
            return Ok(());
        }
        // Blanks within an entry must not be broken at: they are made so after the lines are found.
        let joined = entries.iter().map(|entry| entry.replace(' ', "\u{a0}")).collect::<Vec<_>>().join("   ");
        for line in wrap(&joined, width.saturating_sub(self.style.indent)) {
            let line = line.replace('\u{a0}', " ");
            writeln!(out, "{:indent$}{}", "", palette.paint(Tone::Quiet, &line), indent = self.style.indent)?;
        }
        Ok(())
    }

    fn legend(&self) -> Vec<String> {
        let pits = || Seat::BOTH.into_iter().flat_map(|seat| self.position.ring().pits(seat));
        let signs = self.marks.kinds().map(|mark| format!("{} {}", mark.sign(), mark.meaning()));
        let mut entries: Vec<String> = signs.collect();
        for kind in [PitKind::Head, PitKind::Ear] {
            if let Some((open, close, meaning)) = kind.brackets()
                && pits().any(|pit| PitKind::of(self.rules, pit) == kind)
            {
                entries.push(format!("{open} {close} {meaning}"));
            }
        }
        if pits().any(|pit| self.position.is_closed(pit)) {
            entries.push(format!("{} closed", self.style.closed()));
        }
        entries
    }

    fn cell(&self, pit: Pit) -> Cell {
        Cell::new(self.position, self.rules, self.marks, self.style, pit)
    }

    /// Chooses what is drawn, and how wide a pit is: its number, a sign on either side; on a board that would be too
    /// wide that way, without the place for a sign before the number where none that matters stands there. If even that
    /// is too wide, only the columns around the focus are drawn.
    fn columns(&self) -> Columns {
        let ring = self.position.ring();
        let all = usize::from(ring.columns());
        let pits = || Seat::BOTH.into_iter().flat_map(|seat| ring.pits(seat)).map(|pit| self.cell(pit));
        let digits = pits().map(|cell| cell.body.chars().count()).max().unwrap_or(0);
        let usual = if all <= 21 { 100 } else { 160 };
        let room = self.style.room.unwrap_or(usual).saturating_sub(self.style.indent + MARGINS);
        let roomy = digits.max(2) + 2;
        let whole = |width| Columns { first: 0, drawn: all, all, width };
        if all * roomy <= room {
            return whole(roomy);
        }
        let needed = |cell: Cell| cell.body.chars().count() + usize::from(cell.left_matters);
        let needed = pits().map(needed).max().unwrap_or(0);
        let tight = needed.max(2) + 1;
        if self.style.room.is_none() || all * tight <= room {
            return whole(tight);
        }
        let width = digits.max(1) + 1;
        let drawn = (room / width).clamp(1, all);
        // The window moves with the focus, so that both ends can be reached and nothing jumps.
        let first = (self.style.focus.min(all - 1) * (all - drawn)).checked_div(all - 1).unwrap_or(0);
        Columns { first, drawn, all, width }
    }
}
