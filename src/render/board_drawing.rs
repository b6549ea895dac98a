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

impl BoardDrawing<'_> {
    /// Returns the width of the drawing's lines, indent included.
    #[must_use]
    pub fn width(&self) -> usize {
        let columns = usize::from(self.position.ring().columns());
        // A letter and a blank before the pits; a blank and a seat's name, or a letter, behind them.
        self.style.indent + 2 + columns * self.cell_width() + 1 + "North".len()
    }

    /// Writes the board.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write(&self, out: &mut impl fmt::Write, palette: Palette) -> fmt::Result {
        let ring = self.position.ring();
        let width = self.cell_width();
        self.write_ruler(out, palette, Seat::North, width)?;
        for (seat, row) in ring.page_rows() {
            if (seat, row) == (Seat::South, Row::Front) {
                let line = self.style.line().repeat(width * usize::from(ring.columns()) + 1);
                writeln!(out, "{:indent$}{}", "", palette.paint(Tone::Quiet, &line), indent = self.style.indent + 2)?;
            }
            self.write_row(out, palette, seat, row, width)?;
        }
        self.write_ruler(out, palette, Seat::South, width)
    }

    fn write_ruler(&self, out: &mut impl fmt::Write, palette: Palette, seat: Seat, width: usize) -> fmt::Result {
        let mut ruler = String::new();
        for pit in self.position.ring().page_row(seat, Row::Front) {
            ruler += &format!("{:>number$} ", pit.column, number = width - 1);
        }
        let ruler = format!("{ruler} {seat}");
        writeln!(out, "{:indent$}{}", "", palette.paint(Tone::Quiet, &ruler), indent = self.style.indent + 2)
    }

    fn write_row(
        &self,
        out: &mut impl fmt::Write,
        palette: Palette,
        seat: Seat,
        row: Row,
        width: usize,
    ) -> fmt::Result {
        let letter = Pit::new(seat, row, 1).letter().to_string();
        write!(out, "{:indent$}{} ", "", palette.paint(Tone::Strong, &letter), indent = self.style.indent)?;
        for pit in self.position.ring().page_row(seat, row) {
            let cell = self.cell(pit);
            let text = cell.text(width);
            // The place behind the number is free where no sign stands in it.
            let behind = usize::from(cell.right.is_none());
            let before = width.saturating_sub(text.chars().count() + behind);
            write!(out, "{:before$}{}{:behind$}", "", palette.paint(cell.tone, &text), "")?;
        }
        writeln!(out, " {}", palette.paint(Tone::Strong, &letter))
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

    /// The width of a pit: its number, a sign on either side; on a board that would be too wide that way, without the
    /// place for a sign before the number where none that matters stands there.
    fn cell_width(&self) -> usize {
        let ring = self.position.ring();
        let pits = || Seat::BOTH.into_iter().flat_map(|seat| ring.pits(seat)).map(|pit| self.cell(pit));
        let digits = pits().map(|cell| cell.body.chars().count()).max().unwrap_or(0).max(2);
        let roomy = digits + 2;
        let columns = usize::from(ring.columns());
        let limit = if columns <= 21 { 100 } else { 160 };
        if self.style.indent + 2 + columns * roomy + 6 <= limit {
            return roomy;
        }
        let needed = |cell: Cell| cell.body.chars().count() + usize::from(cell.left_matters);
        pits().map(needed).max().unwrap_or(0).max(2) + 1
    }
}
