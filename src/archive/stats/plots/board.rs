use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::panel::titled;
use super::{Area, DrawResult, WIDTH, style};
use crate::archive::stats::PitCounts;
use crate::board::{Pit, Ring, Row, Seat};

/// The largest side of a pit, the room for the letters of the rows and that for the numbers of the columns, in pixels.
const LARGEST: u32 = 44;
const LETTERS: u32 = 40;
const NUMBERS: u32 = 20;
/// What lies between the seats.
const MIDDLE: u32 = 6;
/// The width of a digit.
const DIGIT: usize = 7;

/// Shows on the board how often which pits were chosen: the more often, the darker.
pub(super) struct BoardPanel {
    pub(super) title: String,
    pub(super) note: String,
    pub(super) ring: Ring,
    pub(super) pits: PitCounts,
}

impl BoardPanel {
    /// Returns the side of a pit.
    fn side(&self) -> u32 {
        LARGEST.min((WIDTH - 2 * LETTERS) / u32::from(self.ring.columns()))
    }

    /// Returns how high the board is.
    pub(super) fn height(&self) -> u32 {
        self.ring.page_rows().count() as u32 * self.side() + MIDDLE + 2 * NUMBERS
    }

    pub(super) fn draw(&self, area: &Area<'_>) -> DrawResult {
        let area = titled(area, &self.title, &self.note)?;
        let side = self.side() as i32;
        let mut top = NUMBERS as i32;
        self.draw_numbers(&area, Seat::North, top - NUMBERS as i32 / 2)?;
        for (seat, row) in self.ring.page_rows() {
            let letter = Pit::new(seat, row, 1).letter().to_string();
            area.draw_text(&letter, &centred(style::bold(12)), (LETTERS as i32 / 2, top + side / 2))?;
            for (x, pit) in self.lefts().zip(self.ring.page_row(seat, row)) {
                self.draw_pit(&area, pit, (x, top), side)?;
            }
            top += side + if (seat, row) == (Seat::North, Row::Front) { MIDDLE as i32 } else { 0 };
        }
        self.draw_numbers(&area, Seat::South, top + NUMBERS as i32 / 2)
    }

    /// Returns where the pits of a row begin.
    fn lefts(&self) -> impl Iterator<Item = i32> {
        (LETTERS as i32..).step_by(self.side() as usize)
    }

    fn draw_numbers(&self, area: &Area<'_>, seat: Seat, y: i32) -> DrawResult {
        let middle = self.side() as i32 / 2;
        self.lefts().zip(self.ring.page_row(seat, Row::Front)).try_for_each(|(x, pit)| {
            area.draw_text(&pit.column.to_string(), &centred(style::quiet(11)), (x + middle, y))
        })
    }

    fn draw_pit(&self, area: &Area<'_>, pit: Pit, (x, y): (i32, i32), side: i32) -> DrawResult {
        let most = self.pits.pits().map(|(_, taken)| taken.times).max().unwrap_or(1).max(1);
        let times = self.pits.get(pit).times;
        let share = times as f64 / most as f64;
        let corners = [(x, y), (x + side - 2, y + side - 2)];
        area.draw(&Rectangle::new(corners, shade(share).filled()))?;
        area.draw(&Rectangle::new(corners, style::GRID))?;
        let text = times.to_string();
        if times == 0 || text.len() * DIGIT > side as usize {
            return Ok(());
        }
        let colour = if share > 0.45 { style::PAPER } else { style::INK };
        let look = centred(style::coloured(style::plain(11), colour));
        area.draw_text(&text, &look, (x + side / 2 - 1, y + side / 2 - 1))
    }
}

fn centred(style: TextStyle<'static>) -> TextStyle<'static> {
    style::anchored(style, HPos::Center, VPos::Center)
}

/// Returns the ground for nothing, and for the rest a colour from a light one to a dark one.
fn shade(share: f64) -> RGBColor {
    const LIGHT: RGBColor = RGBColor(229, 240, 248);
    const DARK: RGBColor = RGBColor(0, 45, 82);
    const TURNING: f64 = 0.6;
    if share <= 0.0 {
        style::PAPER
    } else if share < TURNING {
        mix(LIGHT, style::SOUTH, share / TURNING)
    } else {
        mix(style::SOUTH, DARK, (share - TURNING) / (1.0 - TURNING))
    }
}

fn mix(from: RGBColor, to: RGBColor, share: f64) -> RGBColor {
    let part = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
    RGBColor(part(from.0, to.0), part(from.1, to.1), part(from.2, to.2))
}
