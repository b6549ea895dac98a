use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::panel::titled;
use super::{Area, DrawResult, style};

/// How much of its place a column leaves free on each side.
const GAP: f64 = 0.08;
/// For how many columns there is room at least: fewer are not made wider, but stand in the middle.
const LEAST: f64 = 6.0;

/// Shows a distribution as upright bars.
pub(super) struct ColumnsPanel {
    pub(super) title: String,
    pub(super) note: String,
    pub(super) bars: Vec<(String, u64)>,
}

impl ColumnsPanel {
    pub(super) fn draw(&self, area: &Area<'_>) -> DrawResult {
        let area = titled(area, &self.title, &self.note)?;
        let most = self.bars.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let columns = self.bars.len() as f64;
        let beside = (LEAST - columns).max(0.0) / 2.0;
        let mut chart = ChartBuilder::on(&area)
            .margin_top(6)
            .margin_right(14)
            .x_label_area_size(26)
            .y_label_area_size(56)
            .build_cartesian_2d(-beside..columns + beside, 0..style::axis_end(most))?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_labels(5)
            .y_max_light_lines(1)
            .bold_line_style(style::GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(style::QUIET)
            .label_style(style::plain(11))
            .draw()?;
        let places = || self.bars.iter().enumerate().map(|(place, bar)| (place as f64, bar));
        chart.draw_series(places().map(|(place, (_, count))| {
            let corners = [(place + GAP, 0), (place + 1.0 - GAP, *count)];
            Rectangle::new(corners, style::SOUTH.filled())
        }))?;
        let below = style::anchored(style::plain(11), HPos::Center, VPos::Top);
        chart.draw_series(places().map(|(place, (name, _))| {
            EmptyElement::at((place + 0.5, 0)) + Text::new(name.clone(), (0, 7), below.clone())
        }))?;
        Ok(())
    }
}
