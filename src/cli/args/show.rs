use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{BudgetArgs, ColourArgs, InputArgs, parse_game};
use crate::cli::input::InputForm;
use crate::engine::Game;
use crate::render::Theme;

/// Show one board, as text or as a picture.
///
/// It is the board after a ply, with what was lifted, sown and captured in it. A picture draws stones as dots up to a
/// dozen, the last laps as arrows, and crosses out pits that were captured; the board in words stands for it where it
/// cannot be seen. Without a file, a position can be given.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo show games.mgn --record 2 --ply 12\n  \
                        matombo show games.mgn --svg --theme auto -o game.svg\n  \
                        matombo show games.mgn --png --width 1200 > game.png\n  \
                        matombo show --game bosh --position '0,4,-,2*0/3,1,0,4,4 S 12,12 2S' --svg")]
pub(in crate::cli) struct ShowArgs {
    /// The file to read, `-` for standard input.
    #[arg(default_value = "-", conflicts_with = "game")]
    pub(in crate::cli) file: PathBuf,
    /// Which record of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "game", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) record: u64,
    /// The ply after which the board is shown; 0 is the position before the first turn, `last` that after the last.
    ///
    /// Of an invalid record, `last` is the last turn before the fault.
    #[arg(long, value_name = "PLY", default_value = "last", conflicts_with = "game", value_parser = parse_ply)]
    pub(in crate::cli) ply: ShownPly,
    /// Show a position of this game instead of a record: the one it starts from, unless `--position` gives another.
    #[arg(long, value_name = "GAME", value_parser = parse_game)]
    pub(in crate::cli) game: Option<Game>,
    /// The options of the game, as in a `Rules` tag.
    #[arg(long, value_name = "OPTIONS", requires = "game")]
    pub(in crate::cli) rules: Option<String>,
    /// The position, as in a `Position` tag.
    #[arg(long, value_name = "LINE", requires = "game", allow_hyphen_values = true)]
    pub(in crate::cli) position: Option<String>,
    /// Write an SVG picture.
    #[arg(long)]
    pub(in crate::cli) svg: bool,
    /// Write a PNG picture.
    #[arg(long, conflicts_with = "svg")]
    pub(in crate::cli) png: bool,
    /// The colours of a picture; `auto` follows the reader's system where it can, and is light elsewhere.
    #[arg(long, value_enum, value_name = "THEME", default_value_t)]
    pub(in crate::cli) theme: ThemeChoice,
    /// The width of a PNG picture; twice its natural width if not given.
    #[arg(long, value_name = "PIXELS", requires = "png", conflicts_with = "svg", value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub(in crate::cli) width: Option<u32>,
    /// Draw text with signs outside ASCII.
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub(in crate::cli) unicode: bool,
    /// Draw text in ASCII only, as is done anyway.
    #[arg(long, conflicts_with_all = ["svg", "png", "unicode"])]
    pub(in crate::cli) ascii: bool,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// The form of the input; told from its content if not given.
    #[arg(long = "input", value_enum, value_name = "FORM")]
    pub(in crate::cli) form: Option<InputForm>,
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) budget: BudgetArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}

/// The colours of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ThemeChoice {
    /// Dark lines on a light ground.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
    /// What the reader's system prefers.
    Auto,
}

impl From<ThemeChoice> for Theme {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
            ThemeChoice::Auto => Self::Auto,
        }
    }
}

/// Which turn is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum ShownPly {
    /// The last that can be played.
    Last,
    /// The one with this number; 0 is before the first.
    Ply(u32),
}

fn parse_ply(ply: &str) -> Result<ShownPly, String> {
    match ply {
        "last" => Ok(ShownPly::Last),
        number => number.parse().map(ShownPly::Ply).map_err(|_| "a ply is a number from 0, or `last`".to_owned()),
    }
}
