use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget as _};

use super::{Look, line, put};
use crate::player::BINDINGS;
use crate::player::listing::Listing;
use crate::player::state::Player;
use crate::render::{Mark, Tone};
use crate::text::{Tab, escape, wrap};

/// The width of the names of keys in the help.
const KEYS: usize = 20;
/// The width of the help, and of the position line at most.
const WIDTH: u16 = 64;

/// Lines of ASCII signs.
const ASCII: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws an empty box with a title, and returns what is inside.
fn frame(buffer: &mut Buffer, area: Rect, title: &str, look: Look, unicode: bool) -> Rect {
    let lines = if unicode { border::PLAIN } else { ASCII };
    let block = Block::bordered().border_set(lines).border_style(look.style(Tone::Quiet)).title(title.to_owned());
    let inside = block.inner(area);
    Clear.render(area, buffer);
    block.render(area, buffer);
    inside
}

/// Returns an area in the middle of another.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

fn help_lines() -> Vec<String> {
    let names =
        |binding: &crate::player::Binding| binding.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut lines: Vec<String> =
        BINDINGS.iter().map(|binding| format!("{:KEYS$}{}", names(binding), binding.words)).collect();
    lines.push(format!("{:KEYS$}go to a turn of the list, or a ply of the gauge", "click"));
    lines.push(format!("{:KEYS$}a ply back or on", "wheel"));
    lines.push(String::new());
    lines.push("Signs at the pits:".to_owned());
    lines.extend(Mark::ALL.iter().map(|mark| format!("  {} {}", mark.sign(), mark.meaning())));
    lines
}

fn help_area(area: Rect) -> Rect {
    let height = u16::try_from(help_lines().len()).unwrap_or(u16::MAX);
    middle(area, WIDTH, height.saturating_add(2))
}

/// Returns how far the help can be scrolled.
pub(super) fn help_scroll(area: Rect) -> usize {
    help_lines().len().saturating_sub(help_area(area).height.saturating_sub(2).into())
}

/// Draws what every key does.
pub(super) fn help(buffer: &mut Buffer, area: Rect, top: usize, look: Look, unicode: bool) {
    let more = help_scroll(area) > 0;
    let title = if more { " Keys (Up Down scroll, Esc back) " } else { " Keys (Esc back) " };
    let inside = frame(buffer, help_area(area), title, look, unicode);
    for (index, text) in help_lines().iter().skip(top.min(help_scroll(area))).enumerate() {
        put(buffer, line(inside, index), text, look.style(Tone::Plain));
    }
}

/// Returns where the records of the list stand.
pub(super) fn list_area(area: Rect) -> Rect {
    let list = area.inner(ratatui::layout::Margin::new(1, 1));
    Rect { height: list.height.saturating_sub(1), ..list }
}

/// Draws the list of records.
pub(super) fn records(buffer: &mut Buffer, area: Rect, listing: &Listing, look: Look, unicode: bool) {
    frame(buffer, area, " Records ", look, unicode);
    let list = list_area(area);
    for (index, (number, title, selected)) in listing.rows().enumerate() {
        let style = if selected { look.chosen() } else { look.style(Tone::Plain) };
        put(buffer, line(list, index), &format!("{number:>4}  {title}"), style);
    }
    let hint = Rect { y: list.y + list.height, height: 1, ..list };
    put(buffer, hint, &escape(&listing.hint(), Tab::Escape), look.style(Tone::Strong));
}

/// Draws the position line.
pub(super) fn line_box(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let Some((words, text)) = player.line_shown() else { return };
    let width = WIDTH.max(text.len() as u16 + 2).min(area.width);
    let lines: Vec<&str> = wrap(&text, usize::from(width).saturating_sub(2)).collect();
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let title = format!(" {words} ");
    let inside = frame(buffer, middle(area, width, height), &title, look, player.unicode);
    for (index, text) in lines.iter().enumerate() {
        put(buffer, line(inside, index), text, look.style(Tone::Strong));
    }
}
