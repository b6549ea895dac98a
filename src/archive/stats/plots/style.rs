use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The ground.
pub(super) const PAPER: RGBColor = WHITE;
/// Text and outlines.
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
/// What is less important.
pub(super) const QUIET: RGBColor = RGBColor(85, 85, 85);
/// Lines behind bars.
pub(super) const GRID: RGBColor = RGBColor(221, 221, 221);
/// The colours of South, North, draws and unfinished games: those of Okabe and Ito, and greys, which people who see
/// few colours tell apart, and which differ in lightness too.
pub(super) const SOUTH: RGBColor = RGBColor(0, 114, 178);
pub(super) const NORTH: RGBColor = RGBColor(230, 159, 0);
pub(super) const DRAWN: RGBColor = RGBColor(119, 119, 119);
pub(super) const UNFINISHED: RGBColor = RGBColor(204, 204, 204);

/// What `plotters` divides sizes by, to go from its points to those of SVG.
const POINTS: f64 = 1.24;

fn style(size: u32, weight: FontStyle, colour: RGBColor) -> TextStyle<'static> {
    let font = FontDesc::new(FontFamily::SansSerif, f64::from(size) * POINTS, weight);
    TextStyle { font, color: colour.to_backend_color(), pos: Pos::new(HPos::Left, VPos::Center) }
}

/// Returns bold text of a size, which begins at its place.
pub(super) fn bold(size: u32) -> TextStyle<'static> {
    style(size, FontStyle::Bold, INK)
}

/// Returns plain text of a size, which begins at its place.
pub(super) fn plain(size: u32) -> TextStyle<'static> {
    style(size, FontStyle::Normal, INK)
}

/// The same, less dark.
pub(super) fn quiet(size: u32) -> TextStyle<'static> {
    style(size, FontStyle::Normal, QUIET)
}

/// Puts text into the middle of its place, or before it.
pub(super) fn anchored(style: TextStyle<'static>, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    style.pos(Pos::new(horizontal, vertical))
}

/// Returns an end for an axis that holds so much, with room behind it.
pub(super) const fn axis_end(most: u64) -> u64 {
    most.saturating_add(most / 8).saturating_add(1)
}

/// Writes text in a colour.
pub(super) fn coloured(style: TextStyle<'static>, colour: RGBColor) -> TextStyle<'static> {
    TextStyle { color: colour.to_backend_color(), ..style }
}
