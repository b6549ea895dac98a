use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{BudgetArgs, ColourArgs, InputArgs};
use crate::cli::input::InputForm;

/// What a frame of a replay shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FrameStep {
    /// A turn.
    #[default]
    Ply,
    /// A lap, a capture, a retreat or a new round.
    Lap,
    /// A stone that is sown, or anything else that happens in a turn.
    Stone,
}

/// Replay a record: on a terminal in a full-screen player, elsewhere as text, a frame a turn.
///
/// The player steps on and back by a ply, a lap or a stone, and through variations and the other records of the file;
/// `?` shows its keys. It opens where standard output is a terminal, unless an option asks for text.
///
/// As text, each frame shows the board as the players see it, with what was lifted, sown and captured, and the turn in
/// words. A record with a fault is played up to it; the fault is reported on standard error.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo replay games.mgn\n  \
                        matombo replay games.mgn | less -R\n  \
                        matombo replay games.mgn --record 3 --from 10 --to 12\n  \
                        matombo replay games.mgn --from 1 --to 1 --frames lap\n  \
                        matombo replay games.mgn --words")]
pub(in crate::cli) struct ReplayArgs {
    /// The file to read, `-` for standard input.
    #[arg(default_value = "-")]
    pub(in crate::cli) file: PathBuf,
    /// Which record of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) record: u64,
    /// Write text on a terminal too. So does each of the options `--from`, `--to`, `--frames`, `--words` and `--delay`.
    #[arg(long)]
    pub(in crate::cli) plain: bool,
    /// The first ply to show; 0, the default, is the position before the first turn.
    #[arg(long, value_name = "PLY")]
    pub(in crate::cli) from: Option<u32>,
    /// The last ply to show.
    #[arg(long, value_name = "PLY")]
    pub(in crate::cli) to: Option<u32>,
    /// What a frame shows; a turn if not given.
    #[arg(long, value_enum, value_name = "STEP")]
    pub(in crate::cli) frames: Option<FrameStep>,
    /// The same as `--frames lap`.
    #[arg(long, conflicts_with = "frames")]
    pub(in crate::cli) laps: bool,
    /// Tell every turn in words on one line, without a board: for screen readers and transcripts.
    #[arg(long, conflicts_with_all = ["frames", "laps"])]
    pub(in crate::cli) words: bool,
    /// Wait so many seconds, such as 0.5, between frames.
    #[arg(long, value_name = "SECONDS", value_parser = parse_delay)]
    pub(in crate::cli) delay: Option<Duration>,
    /// Draw with signs outside ASCII. The player does so anyway where the locale is UTF-8.
    #[arg(long)]
    pub(in crate::cli) unicode: bool,
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

impl ReplayArgs {
    /// Returns what a frame shows.
    pub(in crate::cli) fn step(&self) -> FrameStep {
        if self.laps { FrameStep::Lap } else { self.frames.unwrap_or_default() }
    }

    /// Returns whether an option asks for text.
    pub(in crate::cli) fn wants_text(&self) -> bool {
        let range = self.from.is_some() || self.to.is_some();
        self.plain || range || self.laps || self.frames.is_some() || self.words || self.delay.is_some()
    }
}

/// The longest pause between frames that can be asked for.
const LONGEST_DELAY: f64 = 3600.0;

fn parse_delay(seconds: &str) -> Result<Duration, String> {
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| (0.0..=LONGEST_DELAY).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("a number from 0 to {LONGEST_DELAY} is wanted"))
}
