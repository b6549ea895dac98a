use std::env;
use std::io::IsTerminal;

use clap::ValueEnum;

use crate::render::Palette;

/// Tells when colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColourChoice {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` says no; elsewhere if `CLICOLOR_FORCE` says yes.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColourChoice {
    /// Picks the palette for one stream. `colored` has one switch for all streams: it is on as soon as one palette
    /// asks for colours, and plain palettes never ask it.
    pub(super) fn palette(self, stream: &impl IsTerminal) -> Palette {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let wanted = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if set("NO_COLOR").is_some() => false,
            Self::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            Self::Auto => stream.is_terminal() && set("TERM").is_none_or(|term| term != "dumb"),
        };
        palette(wanted)
    }

    /// Picks the palette for a recording, which is played on some terminal later: with colours unless they are refused.
    pub(super) fn palette_of_recording(self) -> Palette {
        palette(self != Self::Never)
    }
}

fn palette(coloured: bool) -> Palette {
    if coloured {
        colored::control::set_override(true);
        Palette::coloured()
    } else {
        Palette::plain()
    }
}
