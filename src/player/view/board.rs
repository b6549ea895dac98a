use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, line, put};
use crate::player::state::Player;
use crate::render::{BoardDrawing, BoardStyle};
use crate::text::display_width;

/// Draws the board, in the middle of its area.
pub(super) fn draw(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let (Some(picture), Some(timeline)) = (&player.picture, &player.record.timeline) else {
        return put(buffer, line(area, 1), "  There is no board: it is not known what is played.", look.chosen());
    };
    let style = BoardStyle {
        unicode: player.unicode,
        indent: 0,
        stones: player.stones,
        near: player.near,
        room: Some(area.width.into()),
        focus: player.focus(),
    };
    let drawing = BoardDrawing { position: &picture.position, rules: timeline.rules(), marks: &picture.marks, style };
    let width = u16::try_from(drawing.width()).unwrap_or(u16::MAX);
    let left = area.width.saturating_sub(width) / 2;
    for (index, pieces) in drawing.lines().iter().enumerate() {
        let mut place = line(area, index);
        place.x += left;
        place.width = place.width.saturating_sub(left);
        for piece in pieces {
            put(buffer, place, &piece.text, look.style(piece.tone));
            let taken = u16::try_from(display_width(&piece.text)).unwrap_or(u16::MAX).min(place.width);
            place.x += taken;
            place.width -= taken;
        }
    }
}
