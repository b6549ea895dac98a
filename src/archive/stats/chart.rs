use std::fmt;

use super::rate::Rate;
use crate::render::{Palette, Tone};
use crate::text::display_width;

/// The parts of a bar that end in the middle of a cell, by eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// The cells in which a percentage fits.
const PERCENT: usize = 8;
/// The cells at the start of every line.
const INDENT: &str = "    ";

/// How charts look.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// The cells of a line.
    pub(super) width: usize,
    /// Whether bars are made of block characters.
    pub(super) unicode: bool,
    pub(super) palette: Palette,
}

/// Rows with a count, its share of all and a bar.
pub(super) struct Chart {
    /// What is all.
    pub(super) whole: u64,
    /// The heads of further columns.
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Row>,
}

/// A row of a chart.
pub(super) struct Row {
    pub(super) label: String,
    pub(super) count: u64,
    /// What stands in the further columns.
    pub(super) cells: Vec<u64>,
}

impl Row {
    pub(super) fn new(label: impl Into<String>, count: u64) -> Self {
        Self { label: label.into(), count, cells: Vec::new() }
    }
}

impl Chart {
    pub(super) fn new(whole: u64, rows: impl IntoIterator<Item = Row>) -> Self {
        Self { whole, columns: Vec::new(), rows: rows.into_iter().collect() }
    }

    /// Draws the chart. Labels that are numbers stand to the right.
    pub(super) fn write(&self, out: &mut impl fmt::Write, look: Look) -> fmt::Result {
        let label = self.rows.iter().map(|row| display_width(&row.label)).max().unwrap_or(0);
        let longest = self.rows.iter().map(|row| row.count).max().unwrap_or(0);
        let count = digits(longest);
        let cells: Vec<usize> = self.cell_widths();
        let used = INDENT.len() + label + 2 + count + 1 + PERCENT + cells.iter().map(|width| width + 2).sum::<usize>();
        let room = look.width.saturating_sub(used + 2);
        self.write_heads(out, label + 2 + count + 1 + PERCENT, &cells)?;
        let right = self.rows.iter().all(|row| row.label.starts_with(|c: char| c.is_ascii_digit()));
        for row in &self.rows {
            let space = " ".repeat(label - display_width(&row.label));
            let (before, after) = if right { (space.as_str(), "") } else { ("", space.as_str()) };
            write!(out, "{INDENT}{before}{}{after}  {:>count$} ", row.label, row.count)?;
            write!(out, "{:>PERCENT$}", Rate::Percent(row.count, self.whole))?;
            for (cell, width) in row.cells.iter().zip(&cells) {
                write!(out, "  {cell:>width$}")?;
            }
            let bar = bar(row.count, longest, room, look.unicode);
            let gap = if bar.is_empty() { "" } else { "  " };
            writeln!(out, "{gap}{}", look.palette.paint(Tone::Sown, &bar))?;
        }
        Ok(())
    }

    /// Names the further columns, which begin after so many cells.
    fn write_heads(&self, out: &mut impl fmt::Write, before: usize, cells: &[usize]) -> fmt::Result {
        if self.columns.is_empty() {
            return Ok(());
        }
        write!(out, "{INDENT}{:before$}", "")?;
        for (head, width) in self.columns.iter().zip(cells) {
            write!(out, "  {head:>width$}")?;
        }
        out.write_str("\n")
    }

    fn cell_widths(&self) -> Vec<usize> {
        let widths = self.columns.iter().enumerate().map(|(index, head)| {
            let cells = self.rows.iter().filter_map(|row| row.cells.get(index));
            cells.map(|cell| digits(*cell)).max().unwrap_or(0).max(head.len())
        });
        widths.collect()
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Draws a bar; something that is more than nothing can be seen.
fn bar(count: u64, longest: u64, room: usize, unicode: bool) -> String {
    if count == 0 || room == 0 {
        return String::new();
    }
    let steps = if unicode { 8 } else { 1 };
    let length = (u128::from(count) * (room * steps) as u128).div_ceil(u128::from(longest)) as usize;
    if unicode { "█".repeat(length / 8) + EIGHTHS[length % 8] } else { "#".repeat(length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill_the_room_and_never_vanish() {
        let lengths = |unicode| [0, 1, 50, 100].map(|count| bar(count, 100, 10, unicode));
        assert_eq!(lengths(false), ["", "#", "#####", "##########"]);
        assert_eq!(lengths(true), ["", "▏", "█████", "██████████"]);
        assert_eq!(bar(u64::MAX, u64::MAX, 3, false), "###");
        assert_eq!(bar(1, 1, 0, false), "");
    }

    #[test]
    fn wide_characters_keep_their_cells() {
        let mut text = String::new();
        let rows = [Row::new("モンド", 3), Row::new("e\u{301}", 1), Row::new("👩\u{200d}🌾 x", 10)];
        let look = Look { width: 40, unicode: false, palette: Palette::plain() };
        Chart::new(14, rows).write(&mut text, look).unwrap();
        let starts: Vec<_> = text.lines().map(|line| display_width(&line[..line.find('%').unwrap()])).collect();
        assert!(starts.iter().all(|start| *start == starts[0]), "{text}");
        assert!(text.lines().all(|line| display_width(line) <= 40), "{text}");
    }
}
