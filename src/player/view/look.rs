use ratatui::style::{Color, Modifier, Style};

use crate::render::Tone;

/// Tells how the screen is coloured.
///
/// Only the terminal's own sixteen colours are used, on its own background, so that light and dark ones both work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// With colours.
    Coloured,
    /// Without.
    Plain,
}

impl Look {
    /// Returns the look of a tone.
    pub(super) fn style(self, tone: Tone) -> Style {
        let style = Style::new();
        if self == Self::Plain {
            return match tone {
                Tone::Strong => style.add_modifier(Modifier::BOLD),
                _ => style,
            };
        }
        match tone {
            Tone::Plain => style,
            Tone::Quiet => style.add_modifier(Modifier::DIM),
            Tone::Strong => style.add_modifier(Modifier::BOLD),
            Tone::Lifted => style.fg(Color::Blue),
            Tone::Sown => style.fg(Color::Cyan),
            Tone::Landing => style.fg(Color::Green).add_modifier(Modifier::BOLD),
            Tone::Captured | Tone::Highlight => style.fg(Color::Red).add_modifier(Modifier::BOLD),
            Tone::Gained => style.fg(Color::Magenta).add_modifier(Modifier::BOLD),
            Tone::Retreat => style.fg(Color::Magenta),
        }
    }

    /// Returns the look of what is chosen.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
