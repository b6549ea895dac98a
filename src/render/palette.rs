use std::fmt;

use colored::Colorize as _;

/// Decides whether what is drawn has colours.
///
/// The colours are those of the `colored` crate, whose switch is global: whoever picks [`Palette::coloured`] must also
/// call `colored::control::set_override(true)`. A plain palette never asks that crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    coloured: bool,
}

/// Names what a piece of text means, for which a [`Palette`] has a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Text like any other.
    Plain,
    /// What only helps the eye: rulers, lines, empty pits, legends.
    Quiet,
    /// Headings and names.
    Strong,
    /// Where stones were lifted.
    Lifted,
    /// Where stones were sown.
    Sown,
    /// Where the last stone fell.
    Landing,
    /// What the turn captured.
    Captured,
    /// What it took beyond the capture.
    Gained,
    /// Where the enemy drew back.
    Retreat,
    /// What a message points at.
    Highlight,
}

impl Palette {
    /// Returns the palette without colours.
    #[must_use]
    pub const fn plain() -> Self {
        Self { coloured: false }
    }

    /// Returns the palette with colours, which can be read on light and on dark backgrounds.
    #[must_use]
    pub const fn coloured() -> Self {
        Self { coloured: true }
    }

    /// Gives a text the look of a tone.
    #[must_use]
    pub const fn paint(self, tone: Tone, text: &str) -> Painted<'_> {
        Painted { palette: self, tone, text }
    }
}

/// Shows a text in the look of a tone.
#[derive(Clone, Copy, Debug)]
pub struct Painted<'a> {
    palette: Palette,
    tone: Tone,
    text: &'a str,
}

impl fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.palette.coloured || self.text.is_empty() {
            return f.write_str(self.text);
        }
        let painted = match self.tone {
            Tone::Plain => return f.write_str(self.text),
            Tone::Quiet => self.text.dimmed(),
            Tone::Strong => self.text.bold(),
            Tone::Lifted => self.text.blue(),
            Tone::Sown => self.text.cyan(),
            Tone::Landing => self.text.green().bold(),
            Tone::Captured | Tone::Highlight => self.text.red().bold(),
            Tone::Gained => self.text.magenta().bold(),
            Tone::Retreat => self.text.magenta(),
        };
        painted.fmt(f)
    }
}
