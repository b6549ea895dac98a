//! Frames as pictures: SVG, with nothing but text in and text out.

mod alt_text;
mod arrows;
mod layout;
mod stones;
mod svg;
mod theme;
mod xml;

use std::fmt;

pub use theme::Theme;
pub use xml::markup;

pub(super) use alt_text::holdings;
pub(super) use arrows::Arrow;
pub(super) use svg::board_in_page;

use super::{Frame, Mark, Marks};
use crate::board::{Pit, Seat};
use crate::engine::Position;
use layout::Layout;

/// Draws a frame as an SVG picture.
///
/// Stones are dots up to a dozen, and a number beyond. Heads have a ring, pits for clockwise sowing a dashed one. The
/// last laps of the turn are arrows; pits that lost their stones are crossed, with the number taken. The same frame
/// gives the same bytes.
///
/// ```
/// use matombo::engine::{Game, Match, Ruleset};
/// use matombo::render::{Figure, Frame, Headline, Theme};
/// let game = Match::start(Ruleset::new(Game::Bosh))?;
/// let frame = Frame::start(&game, Vec::new());
/// let figure = Figure { frame: &frame, theme: Theme::Light, about: "A new match", headline: Headline::Whole };
/// let svg = figure.to_svg();
/// assert!(svg.contains("<title>A new match. Bosh: before the first turn</title>"));
/// assert!(svg.contains("row, a5 to a1: 4 4 4 4 4. South"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// What is drawn.
    pub frame: &'a Frame,
    /// In which colours.
    pub theme: Theme,
    /// What the game is, for the text that stands for the picture; may be empty. It is escaped here.
    pub about: &'a str,
    /// How much is written around the board.
    pub headline: Headline,
}

/// Tells how much a [`Figure`] writes around the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Headline {
    /// The whole heading, what the signs mean, and how the game ended. The height depends on the text.
    #[default]
    Whole,
    /// One line above and one below: every figure of a game is as large as the others.
    Fixed,
}

impl Figure<'_> {
    /// Returns how many pixels the picture is wide, as long as nobody scales it.
    #[must_use]
    pub fn width(&self) -> u32 {
        svg::width(self.frame.position.ring())
    }

    /// Returns the picture as a text.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    /// Writes the picture. It ends in a line end.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&svg::picture(self))
    }
}

/// What a picture shows of what happened in a pit.
#[derive(Clone, Copy, Debug)]
pub(super) struct PitSign {
    pub(super) pit: Pit,
    /// The class of its look.
    pub(super) class: &'static str,
    /// The stones taken from it, and the class of their number.
    pub(super) taken: Option<(u64, &'static str)>,
}

/// Returns what happened in every pit in which something happened.
pub(super) fn signs_of(marks: &Marks) -> Vec<PitSign> {
    let pits = Seat::BOTH.into_iter().flat_map(|seat| marks.ring().pits(seat));
    let sign = |pit: Pit| {
        let mark: Mark = marks.shown(pit)?;
        let taken = svg::taken_class(mark).map(|look| (marks.pit(pit).taken, look));
        Some(PitSign { pit, class: svg::class(mark), taken })
    };
    pits.filter_map(sign).collect()
}

/// Returns the arrows on a board that stands in a page.
pub(super) fn arrows_of(position: &Position, marks: &Marks) -> Vec<Arrow> {
    arrows::Arrows::new(&Layout::in_page(position.ring()), marks, position).drawn
}

/// Returns everything that drawings use by name.
pub(super) fn definitions() -> String {
    svg::definitions(None)
}
