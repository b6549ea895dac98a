use ratatui::layout::Rect;

use crate::player::state::Player;

/// The least screen that anything is drawn on.
const LEAST: (u16, u16) = (24, 12);
/// From this width on, the turns stand beside the board.
const WIDE: u16 = 110;
/// The width of the turns there.
const BESIDE: u16 = 40;
/// Lines that tell how things stand.
const STANDING: u16 = 2;

/// Tells where everything stands on a screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) title: Rect,
    pub(super) board: Rect,
    pub(super) standing: Rect,
    pub(super) moves: Rect,
    pub(super) text: Rect,
    pub(super) gauge: Rect,
    pub(super) hint: Rect,
}

impl Layout {
    /// Divides a screen. `None` if it is too small for anything.
    pub(super) fn of(area: Rect, player: &Player) -> Option<Self> {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return None;
        }
        let rows = player.position().map_or(4, |position| 2 * u16::from(position.ring().rows_a_seat()));
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let bottom = area.height - 2;
        // Between the title and the gauge; the rulers and the line in the middle are lines of the board too.
        let board_height = (rows + 3).min(bottom - 1);
        let below = 1 + board_height;
        let standing_height = STANDING.min(bottom - below);
        let rest = row(below + standing_height, bottom - below - standing_height);
        let mut layout = Self {
            title: row(0, 1),
            board: row(1, board_height),
            standing: row(below, standing_height),
            moves: rest,
            text: rest,
            gauge: row(bottom, 1),
            hint: row(bottom + 1, 1),
        };
        if area.width >= WIDE {
            let left = area.width - BESIDE - 1;
            for part in [&mut layout.board, &mut layout.standing, &mut layout.text] {
                part.width = left;
            }
            layout.text = inset(layout.text);
            layout.moves = Rect { x: area.x + left + 1, width: BESIDE, ..row(1, bottom - 1) };
        } else {
            let left = area.width / 2 - 1;
            let lower = inset(rest);
            layout.moves = Rect { width: left, ..lower };
            layout.text = Rect { x: area.x + left + 1, width: area.width - left - 1, ..lower };
        }
        Some(layout)
    }
}

/// Leaves a line free above, where there is room for one.
fn inset(area: Rect) -> Rect {
    let free = u16::from(area.height > 4);
    Rect { y: area.y + free, height: area.height - free, ..area }
}
