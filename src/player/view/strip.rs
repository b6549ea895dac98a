use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, put};
use crate::player::state::{Mode, Player};
use crate::render::Tone;
use crate::text::{Tab, display_width, escape};

/// Draws what is played.
pub(super) fn title(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let (known, all) = player.known_records();
    let count = if all { format!("{} of {known}", player.number) } else { format!("{} ...", player.number) };
    let file = escape(player.file(), Tab::Escape);
    put(buffer, area, &format!("{file} ({count})  {}", player.record.title()), look.style(Tone::Strong));
}

/// The gauge: a bar, and words behind it.
struct Gauge {
    ply: u32,
    last: u32,
    words: String,
    bar: Rect,
}

impl Gauge {
    fn of(player: &Player, area: Rect) -> Option<Self> {
        let timeline = player.record.timeline.as_ref()?;
        let place = player.at.place;
        let (ply, last) = (timeline.node(place).ply, timeline.node(timeline.last(place)).ply);
        let within = if player.at.moment.is_some() { "in " } else { "" };
        let state = if player.is_playing() { "playing" } else { "paused" };
        let words = format!(" {within}ply {ply} of {last}  {state} {}", player.speed);
        let taken = u16::try_from(display_width(&words)).unwrap_or(u16::MAX);
        let bar = Rect { width: area.width.saturating_sub(taken), ..area };
        Some(Self { ply, last, words, bar })
    }
}

/// Draws how far the line is played.
pub(super) fn gauge(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let Some(Gauge { ply, last, words, bar }) = Gauge::of(player, area) else { return };
    let width = usize::from(bar.width);
    let full = if last == 0 { 0 } else { width * ply as usize / last as usize };
    let (done, rest) = if player.unicode { ("━", "─") } else { ("=", "-") };
    put(buffer, bar, &done.repeat(full), look.style(Tone::Landing));
    let right = Rect { x: bar.x + full as u16, width: bar.width - full as u16, ..bar };
    put(buffer, right, &rest.repeat(width - full), look.style(Tone::Quiet));
    put(buffer, Rect { x: bar.x + bar.width, width: area.width - bar.width, ..area }, &words, look.style(Tone::Plain));
}

/// Returns the ply under a column of the gauge.
pub(super) fn ply_at(player: &Player, area: Rect, column: u16) -> Option<u32> {
    let Gauge { last, bar, .. } = Gauge::of(player, area)?;
    let offset = u64::from(column.checked_sub(bar.x).filter(|offset| *offset < bar.width)?);
    let width = u64::from(bar.width.max(2) - 1);
    u32::try_from((offset * u64::from(last) + width / 2) / width).ok()
}

/// Draws what is asked for, or said.
pub(super) fn hint(player: &Player, buffer: &mut Buffer, area: Rect, look: Look) {
    let text = match (&player.mode, &player.message) {
        (Mode::GoTo(prompt), _) => format!(":{}", prompt.text()),
        (Mode::Find(prompt), _) => format!("/{}", prompt.text()),
        (_, Some(message)) => message.clone(),
        (_, None) => "? help   arrows ply, lap   , . stone   Space play   q quit".to_owned(),
    };
    put(buffer, area, &escape(&text, Tab::Escape), look.style(Tone::Plain));
}
