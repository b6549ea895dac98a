use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, line, put};
use crate::board::Seat;
use crate::player::state::Player;
use crate::player::timeline::{Place, Timeline};
use crate::render::{Caption, Tone};
use crate::text::{Tab, escape, escape_lines};

/// The blanks before a turn for every variation it is nested in, and how many of them at most.
const INDENT: usize = 2;
const DEEPEST: usize = 6;
/// How many characters of a comment are looked at for its beginning.
const GLANCE: usize = 80;

/// Draws the turns, variations set in below the turn that they replace, around the one shown.
pub(super) fn draw(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let Some(timeline) = &player.record.timeline else { return };
    let first = top(player, timeline, area);
    for index in 0..usize::from(area.height) {
        let place = first + index;
        if place > timeline.len() {
            break;
        }
        let style = if place == player.at.place {
            look.chosen()
        } else if timeline.is_decided(place) {
            let tone = if timeline.line(place).depth > 0 { Tone::Quiet } else { Tone::Plain };
            look.style(tone)
        } else {
            look.style(Tone::Captured)
        };
        put(buffer, line(area, index), &row(timeline, place, player.unicode), style);
    }
}

/// Returns the turn in a row of the list.
pub(super) fn turn_at(player: &Player, area: Rect, row: u16) -> Option<Place> {
    let timeline = player.record.timeline.as_ref()?;
    let place = top(player, timeline, area) + usize::from(row);
    (place <= timeline.len()).then_some(place)
}

/// Returns the first turn that is drawn, so that the one shown is in the middle.
fn top(player: &Player, timeline: &Timeline, area: Rect) -> Place {
    let height = usize::from(area.height);
    let last = (timeline.len() + 1).saturating_sub(height);
    player.at.place.saturating_sub(height / 2).min(last)
}

fn row(timeline: &Timeline, place: Place, unicode: bool) -> String {
    let node = timeline.node(place);
    let line = timeline.line(place);
    let mut text = " ".repeat(INDENT * line.depth.min(DEEPEST));
    if line.depth > 0 && line.places[0] == place {
        text.truncate(text.len() - INDENT);
        text.push_str(if unicode { "╰ " } else { "\\ " });
    }
    if place == 0 {
        text.push_str("Start");
    } else {
        let dots = if node.seat == Seat::South { "." } else { "..." };
        let _ = write!(text, "{}{dots} {}", node.number, caption(timeline, place));
    }
    if let Some(comment) = node.comments.first() {
        let _ = write!(text, " {{{}}}", begin(comment));
    }
    text
}

/// Returns a turn in the notation with its glyphs.
pub(super) fn caption(timeline: &Timeline, place: Place) -> String {
    let node = timeline.node(place);
    Caption::with_glyphs(escape(&node.text, Tab::Escape).into_owned(), &node.glyphs)
}

/// Returns a comment on one line, or its beginning.
fn begin(comment: &str) -> String {
    let start: String = comment.chars().take(GLANCE).collect();
    let more = if start.len() < comment.len() { "..." } else { "" };
    escape_lines(&start) + more
}
