use clap::{Args, ValueEnum};

use super::{GatherArgs, RecordOutputArgs};

/// Which record gives the main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MainChoice {
    /// The first.
    #[default]
    First,
    /// The one with the most turns; of several, the first.
    Longest,
}

/// Merge records with one beginning into one record with variations.
///
/// Records of the same game, rules and start whose first turns are the same become one record, in the place of the
/// first of them; its line is the main line, and its result stays. Every other line is a variation where it leaves the
/// others. Comments, glyphs and variations are kept, the same one at a place once. Tags stay that all of them have
/// alike. Where the line of a record ends, a comment tells what is its own, as in
/// `{Amina against Baraka, Round 2, 1-0 (resignation)}`.
///
/// Invalid records stand apart, are written as they are, and the exit status is 1. The records wait in a temporary
/// file; memory holds one merged record, which is an error if it is larger than `--max-record`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo merge openings.mgn -o tree.mgn\n  \
                        matombo merge --min-common 10 --main longest games.mgn | matombo check\n  \
                        matombo merge games.mgn | matombo convert --to html -o games.html")]
pub(in crate::cli) struct MergeArgs {
    #[command(flatten)]
    pub(in crate::cli) gather: GatherArgs,
    /// How many turns must be the same; with 0, it is enough that the records start alike.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) min_common: u32,
    /// Which record gives the main line and the result.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub(in crate::cli) main: MainChoice,
    #[command(flatten)]
    pub(in crate::cli) output: RecordOutputArgs,
}
