//! The arguments of the command line, a file a command.

mod animation;
mod check;
mod colour;
mod convert;
mod dedupe;
mod explain;
mod flow;
mod fmt;
mod game;
mod gather;
mod merge;
mod reading;
mod replay;
mod select;
mod show;
mod sort;
mod split;
mod stats;

use clap::{Parser, Subcommand};

pub(super) use animation::{AnimationArgs, FrameChoice};
pub(super) use check::{CheckArgs, ReportFormat, StrictnessArgs};
pub(super) use colour::ColourArgs;
pub(super) use convert::{ConvertArgs, OutputForm};
pub(super) use dedupe::{DedupeArgs, DuplicateFormat, KeptChoice, LikenessChoice};
pub(super) use explain::{CompletionsArgs, ExplainArgs};
pub(super) use flow::{FlowArgs, JobsArgs};
pub(super) use fmt::FmtArgs;
use game::parse_game;
pub(super) use game::{GameArgs, GenerateArgs, PerftArgs, RulesArgs};
pub(super) use gather::{GatherArgs, RecordForm, RecordOutputArgs};
pub(super) use merge::{MainChoice, MergeArgs};
pub(super) use reading::{BudgetArgs, FilesArgs, InputArgs, ReadingArgs, RecordsArgs};
pub(super) use replay::{FrameStep, ReplayArgs};
pub(super) use select::SelectArgs;
pub(super) use show::{ShowArgs, ShownPly, ThemeChoice};
pub(super) use sort::SortArgs;
pub(super) use split::{SplitArgs, SplitByArgs};
pub(super) use stats::{StatsArgs, StatsFormat};

/// Check, replay and convert records of five traditional mancala games.
///
/// Records are plain text in the notation of `man matombo-notation`, or its JSON form.
#[derive(Debug, Parser)]
#[command(
    name = "matombo",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Examples:\n  matombo check games.mgn\n  matombo replay games.mgn --record 2 | less\n  \
                  matombo convert --to jsonl games.mgn | jq .result\n\n\
                  Exit status: 0 all well, 1 a record is invalid or `select` found none, 2 wrong usage or a file that cannot be \
                  read or written."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Check(CheckArgs),
    Convert(ConvertArgs),
    Select(SelectArgs),
    Fmt(FmtArgs),
    Dedupe(DedupeArgs),
    Sort(SortArgs),
    Split(SplitArgs),
    Merge(MergeArgs),
    Replay(ReplayArgs),
    Show(ShowArgs),
    Generate(GenerateArgs),
    Stats(StatsArgs),
    Perft(PerftArgs),
    Rules(RulesArgs),
    /// Write the JSON Schema of records in JSON.
    ///
    /// It is of version 2020-12, for validators and for programs that generate code from schemas. What fits it may still
    /// break the rules of play: `matombo check` tells.
    #[command(after_help = "Example:\n  matombo schema > record.schema.json")]
    Schema,
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
}
