use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::panel::titled;
use super::{Area, DrawResult, style};

/// How much of its place a bar leaves free on each side.
const GAP: f64 = 0.16;
/// For how many rows there is room at least: fewer are not made higher, but stand at the top.
const LEAST: f64 = 4.0;

/// Shows parts of wholes as bars that lie side by side, a whole a row.
pub(super) struct SharesPanel {
    pub(super) title: String,
    pub(super) note: String,
    pub(super) rows: Vec<(String, Vec<Share>)>,
    /// What the colours mean, where the rows do not say it.
    pub(super) key: Vec<(&'static str, RGBColor)>,
}

/// A part of a bar.
pub(super) struct Share {
    pub(super) count: u64,
    pub(super) colour: RGBColor,
}

impl SharesPanel {
    pub(super) fn draw(&self, area: &Area<'_>) -> DrawResult {
        let area = titled(area, &self.title, &self.note)?;
        let (area, key) =
            area.split_vertically(area.dim_in_pixel().1 as i32 - if self.key.is_empty() { 0 } else { 20 });
        self.draw_key(&key)?;
        let most = self.rows.iter().map(|(_, shares)| whole(shares)).max().unwrap_or(0);
        let rows = self.rows.len() as f64;
        let mut chart = ChartBuilder::on(&area)
            .margin_top(6)
            .margin_right(14)
            .x_label_area_size(26)
            .y_label_area_size(120)
            .build_cartesian_2d(0..style::axis_end(most), (rows - LEAST).min(0.0)..rows)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_labels(5)
            .x_max_light_lines(1)
            .bold_line_style(style::GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(style::QUIET)
            .label_style(style::plain(11))
            .draw()?;
        let before = style::anchored(style::plain(12), HPos::Right, VPos::Center);
        // The first row is on top.
        for (height, (name, shares)) in self.rows.iter().rev().enumerate() {
            let height = height as f64;
            chart.draw_series(bar(shares, height))?;
            let middle = height + 0.5;
            chart.draw_series([EmptyElement::at((0, middle)) + Text::new(name.clone(), (-8, 0), before.clone())])?;
            let count = Text::new(whole(shares).to_string(), (5, 0), style::plain(11));
            chart.draw_series([EmptyElement::at((whole(shares), middle)) + count])?;
        }
        Ok(())
    }

    fn draw_key(&self, area: &Area<'_>) -> DrawResult {
        for (place, (name, colour)) in (0..).zip(&self.key) {
            let x = 20 + place * 108;
            area.draw(&Rectangle::new([(x, 4), (x + 12, 16)], colour.filled()))?;
            area.draw_text(name, &style::plain(11), (x + 17, 10))?;
        }
        Ok(())
    }
}

fn whole(shares: &[Share]) -> u64 {
    shares.iter().map(|share| share.count).sum()
}

fn bar(shares: &[Share], height: f64) -> impl Iterator<Item = Rectangle<(u64, f64)>> {
    let mut from = 0;
    shares.iter().filter(|share| share.count > 0).map(move |share| {
        let to = from + share.count;
        let corners = [(from, height + GAP), (to, height + 1.0 - GAP)];
        from = to;
        Rectangle::new(corners, share.colour.filled())
    })
}
