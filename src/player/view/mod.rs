//! What the screen shows.

mod board;
mod boxes;
mod layout;
mod look;
mod moves;
mod strip;
mod words;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::state::{Mode, Player};
use super::timeline::Place;
use crate::text::truncate_to_width;
use layout::Layout;
pub use look::Look;

/// What lies under a place of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// A turn of the list.
    Turn(Place),
    /// A ply on the gauge.
    Ply(u32),
    /// A row of the list of records.
    Record(u64),
}

impl Player {
    /// Draws the screen. What does not fit is left out; nothing is drawn outside the buffer.
    pub fn draw(&self, buffer: &mut Buffer, look: Look) {
        let area = buffer.area;
        let Some(layout) = Layout::of(area, self) else {
            let words = "the terminal is too small";
            return put(buffer, area, words, ratatui::style::Style::new());
        };
        strip::title(self, buffer, layout.title, look);
        board::draw(self, buffer, layout.board, look);
        words::standing(self, buffer, layout.standing);
        moves::draw(self, buffer, layout.moves, look);
        words::draw(self, buffer, layout.text, look);
        strip::gauge(self, buffer, layout.gauge, look);
        strip::hint(self, buffer, layout.hint, look);
        match &self.mode {
            Mode::Help(top) => boxes::help(buffer, area, *top, look, self.unicode),
            Mode::Records(listing) => boxes::records(buffer, area, listing, look, self.unicode),
            Mode::Line => boxes::line_box(self, buffer, area, look),
            Mode::Board | Mode::GoTo(_) | Mode::Find(_) => {}
        }
    }
}

/// Returns what lies under a place of the screen.
pub(super) fn hit(player: &Player, column: u16, row: u16) -> Option<Hit> {
    let area = Rect::new(0, 0, player.size.0, player.size.1);
    let layout = Layout::of(area, player)?;
    let at = Position::new(column, row);
    match player.mode {
        Mode::Records(_) => {
            let list = boxes::list_area(area);
            list.contains(at).then(|| Hit::Record(u64::from(row - list.y)))
        }
        Mode::Board if layout.moves.contains(at) => {
            moves::turn_at(player, layout.moves, row - layout.moves.y).map(Hit::Turn)
        }
        Mode::Board if layout.gauge.contains(at) => strip::ply_at(player, layout.gauge, column).map(Hit::Ply),
        _ => None,
    }
}

/// Returns how many records the list shows at once.
pub(super) fn listing_height(size: (u16, u16)) -> u64 {
    boxes::list_area(Rect::new(0, 0, size.0, size.1)).height.into()
}

/// Returns how far the help can be scrolled.
pub(super) fn help_scroll(size: (u16, u16)) -> usize {
    boxes::help_scroll(Rect::new(0, 0, size.0, size.1))
}

/// Returns how far the text can be scrolled.
pub(super) fn text_scroll(player: &Player) -> usize {
    let area = Rect::new(0, 0, player.size.0, player.size.1);
    Layout::of(area, player).map_or(0, |layout| words::scroll(player, layout.text))
}

/// Writes a text on the first line of an area, cut where it ends.
fn put(buffer: &mut Buffer, area: Rect, text: &str, style: ratatui::style::Style) {
    let area = area.intersection(buffer.area);
    if !area.is_empty() {
        let text = truncate_to_width(text, area.width.into());
        buffer.set_stringn(area.x, area.y, text, area.width.into(), style);
    }
}

/// Returns a line of an area, counted from its top.
fn line(area: Rect, index: usize) -> Rect {
    let offset = u16::try_from(index).unwrap_or(u16::MAX);
    if offset < area.height { Rect { y: area.y + offset, height: 1, ..area } } else { Rect::ZERO }
}
