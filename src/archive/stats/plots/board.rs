use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::panel::titled;
use super::{Area, DrawResult, style};
use crate::archive::stats::PitCounts;
use crate::board::{Pit, Ring, Row, Seat};

/// The largest side of a pit, and the room for the letters of the rows, in pixels.
const LARGEST: i32 = 44;
const LETTERS: i32 = 40;
/// The width of a digit.
const DIGIT: i32 = 7;

/// Shows on the board how often which pits were chosen: the more often, the darker.
pub(super) struct BoardPanel {
    pub(super) title: String,
    pub(super) note: String,
    pub(super) ring: Ring,
    pub(super) pits: PitCounts,
}

impl BoardPanel {
    pub(super) fn draw(&self, area: &Area<'_>) -> DrawResult {
        let area = titled(area, &self.title, &self.note)?;
        let columns = i32::from(self.ring.columns());
        let side = LARGEST.min((area.dim_in_pixel().0 as i32 - 2 * LETTERS) / columns);
        let small = style::anchored(style::quiet(11), HPos::Center, VPos::Center);
        let mut top = 20;
        for (index, (seat, row)) in self.ring.page_rows().enumerate() {
            let middle = top + side / 2;
            let letter = Pit::new(seat, row, 1).letter().to_string();
            area.draw_text(
                &letter,
                &style::anchored(style::bold(12), HPos::Center, VPos::Center),
                (LETTERS / 2, middle),
            )?;
            for (place, pit) in (0..).zip(self.ring.page_row(seat, row)) {
                let corner = (LETTERS + place * side, top);
                self.draw_pit(&area, pit, corner, side)?;
                let above = seat == Seat::North && index == 0;
                if above || (seat == Seat::South && row == last_row(self.ring)) {
                    let y = if above { top - 9 } else { top + side + 10 };
                    area.draw_text(&pit.column.to_string(), &small, (corner.0 + side / 2, y))?;
                }
            }
            // The board is parted between the seats.
            let gap = if seat == Seat::North && row == Row::Front { 6 } else { 0 };
            top += side + gap;
        }
        Ok(())
    }

    fn draw_pit(&self, area: &Area<'_>, pit: Pit, (x, y): (i32, i32), side: i32) -> DrawResult {
        let most = self.pits.pits().map(|(_, taken)| taken.times).max().unwrap_or(1).max(1);
        let times = self.pits.get(pit).times;
        let share = times as f64 / most as f64;
        let corners = [(x, y), (x + side - 2, y + side - 2)];
        area.draw(&Rectangle::new(corners, shade(share).filled()))?;
        area.draw(&Rectangle::new(corners, style::GRID))?;
        let text = times.to_string();
        if times == 0 || text.len() as i32 * DIGIT > side {
            return Ok(());
        }
        let colour = if share > 0.5 { style::PAPER } else { style::INK };
        let centred = style::anchored(style::coloured(style::plain(11), colour), HPos::Center, VPos::Center);
        area.draw_text(&text, &centred, (x + side / 2 - 1, y + side / 2 - 1))
    }
}

const fn last_row(ring: Ring) -> Row {
    if ring.pits_a_seat() > ring.columns() as usize { Row::Back } else { Row::Front }
}

/// Returns a colour between that of the ground, for nothing, and a dark one, for all.
fn shade(share: f64) -> RGBColor {
    let mix = |light: u8, dark: u8| (f64::from(light) + (f64::from(dark) - f64::from(light)) * share).round() as u8;
    RGBColor(
        mix(style::PAPER.0, style::SOUTH.0 / 2),
        mix(style::PAPER.1, style::SOUTH.1 / 2),
        mix(style::PAPER.2, style::SOUTH.2 / 2),
    )
}
