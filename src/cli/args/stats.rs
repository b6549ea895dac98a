use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{ColourArgs, FilesArgs, JobsArgs, ReadingArgs, RecordsArgs, parse_game};
use crate::engine::Game;

/// How statistics are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StatsFormat {
    /// For people: tables and bars.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// A table of numbers, one a row.
    Csv,
}

/// Tell what many records amount to.
///
/// For each game: results by seat, how records ended and how long they are, captures, laps and stones a turn, stops at
/// heads, bonus pits, strips, passes and clockwise captures, rounds a match, and how games begin. Only main lines
/// count. Of invalid records nothing counts but their number; the exit status is then 1, and `matombo check` tells
/// what is wrong with them. Records that start from a position of their own have no opening.
///
/// Memory does not grow with the records: 50000 openings are kept, in the order in which they first come, and of
/// turns a record, captures, stones and laps a turn, each number from 1024 on is counted with those close to it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo stats archive\n  \
                        matombo stats --game tsoro --depth 3 --top 10 archive\n  \
                        matombo stats --format json archive | jq '.games[] | {game, results}'\n  \
                        matombo stats --format csv archive > stats.csv\n  \
                        matombo stats --svg stats.svg archive")]
pub(in crate::cli) struct StatsArgs {
    #[command(flatten)]
    pub(in crate::cli) files: FilesArgs,
    #[command(flatten)]
    pub(in crate::cli) records: RecordsArgs,
    /// Count only records of this game; may be repeated. Records that name no known game are told of all the same.
    #[arg(long = "game", value_name = "GAME", value_parser = parse_game)]
    pub(in crate::cli) games: Vec<Game>,
    /// How to tell.
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: StatsFormat,
    /// How many turns an opening has at most; 0 leaves openings out.
    #[arg(long, value_name = "TURNS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(..=20))]
    pub(in crate::cli) depth: u8,
    /// How many turns are listed after an opening, and in text and plots how many pits and rulesets.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(in crate::cli) top: u16,
    /// The characters of a line of text.
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u16).range(60..=1000))]
    pub(in crate::cli) width: u16,
    /// Draw bars with signs outside ASCII.
    #[arg(long)]
    pub(in crate::cli) unicode: bool,
    /// Draw plots too, of all games in one SVG picture; `-` writes it to standard output, in the place of the rest.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) jobs: JobsArgs,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}
