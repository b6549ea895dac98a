use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::moves::caption;
use super::{Look, line, put};
use crate::player::state::Player;
use crate::player::timeline::{Place, Timeline};
use crate::render::{Caption, Next, Tone, words};
use crate::text::{escape_lines, wrap};

/// Draws how things stand.
pub(super) fn standing(player: &Player, buffer: &mut Buffer, area: Rect) {
    let (Some(picture), Some(timeline)) = (&player.picture, &player.record.timeline) else { return };
    let node = timeline.node(player.at.place);
    let next = match (player.at.moment, node.outcome, node.round_end) {
        (None, Some(_), _) => Next::Nothing,
        (None, None, Some(_)) if node.refill.is_none() => Next::Refill,
        _ => Next::Turn,
    };
    let mut text = words::standing(&picture.position, timeline.rules(), next);
    if picture.hand > 0 {
        text.push_str(&format!(" In hand: {}.", picture.hand));
    }
    for (index, words) in wrap(&text, area.width.into()).enumerate() {
        put(buffer, line(area, index), words, ratatui::style::Style::new());
    }
}

/// Draws what is said of the turn, and what happened in it up to the moment.
pub(super) fn draw(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let lines = lines(player, area.width.into());
    let height = usize::from(area.height);
    // Within a turn, what happened last is to be seen; after it, what is said of it.
    let top = if player.at.moment.is_some() {
        lines.len().saturating_sub(height).saturating_sub(player.text_top)
    } else {
        player.text_top.min(lines.len().saturating_sub(height))
    };
    for (index, (tone, text)) in lines.iter().skip(top).take(height).enumerate() {
        put(buffer, line(area, index), text, look.style(*tone));
    }
}

/// Returns how far the text can be scrolled.
pub(super) fn scroll(player: &Player, area: Rect) -> usize {
    lines(player, area.width.into()).len().saturating_sub(area.height.into())
}

fn lines(player: &Player, width: usize) -> Vec<(Tone, String)> {
    let mut lines = Vec::new();
    let mut add = |tone: Tone, text: &str| {
        lines.extend(wrap(text, width.max(1)).map(|line| (tone, line.to_owned())));
    };
    let record = &player.record;
    let Some(timeline) = &record.timeline else {
        for fault in &record.faults {
            add_fault(fault, &mut add);
        }
        return lines;
    };
    let place = player.at.place;
    let node = timeline.node(place);
    if place > 0 {
        add(Tone::Strong, &caption_line(timeline, place));
    }
    for fault in &node.faults {
        add_fault(&record.faults[*fault], &mut add);
    }
    if place > 0 && !timeline.is_decided(place) && node.faults.iter().all(|fault| !record.faults[*fault].error) {
        add(Tone::Captured, "This turn was not judged.");
    }
    if place == 0 {
        for (name, value) in &record.tags {
            add(Tone::Plain, &format!("{name}: {value}"));
        }
        add(Tone::Plain, &format!("Result: {}", record.result));
    }
    for comment in &node.comments {
        add(Tone::Plain, &format!("{{{}}}", escape_lines(comment)));
    }
    for event in &player.log {
        add(Tone::Plain, event);
    }
    if place > 0 && place == timeline.last(place) && timeline.line(place).depth == 0 && player.at.moment.is_none() {
        add(Tone::Strong, &format!("Result: {}", record.result));
    }
    lines
}

fn caption_line(timeline: &Timeline, place: Place) -> String {
    let node = timeline.node(place);
    let turn = caption(timeline, place);
    Caption { ply: node.ply.into(), number: node.number.into(), seat: node.seat, turn }.to_string()
}

fn add_fault(fault: &crate::player::record::FaultText, add: &mut impl FnMut(Tone, &str)) {
    for (index, line) in fault.lines.iter().enumerate() {
        let tone = match (index, fault.error) {
            (0, true) => Tone::Captured,
            (0, false) => Tone::Gained,
            _ => Tone::Plain,
        };
        add(tone, line);
    }
}
