use clap::Args;

use super::{GatherArgs, RecordOutputArgs};
use crate::archive::SortKey;

/// Sort records by tags and other things that they say.
///
/// Records that are the same in all keys stay in their order. In texts, numbers count as numbers (`2.10` comes after
/// `2.9`) and case does not count. A date of which the end is unknown comes before all that it may be: `2026`,
/// `2026-01`, `2026-01-05`. Results are sorted as `1-0`, `0-1`, `1/2-1/2`, `*`. What is missing, or `?`, comes last,
/// also in falling order; before it comes a date that cannot be read.
///
/// Invalid records are sorted by what their tags say and written as they are, and the exit status is 1. The records
/// wait in a temporary file; memory holds their keys.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo sort --by Date,Event,Round archive -o games.mgn\n  \
                        matombo sort --by=-Date games.mgn\n  \
                        matombo sort --by game,plies:desc games.mgn | matombo check")]
pub(in crate::cli) struct SortArgs {
    #[command(flatten)]
    pub(in crate::cli) gather: GatherArgs,
    /// What to sort by, the first before the second: tags, or `game`, `rules`, `result`, `plies` and `file`; with `-`
    /// before it or `:desc` behind it in falling order.
    #[arg(long, value_name = "KEYS", value_delimiter = ',', required = true, allow_hyphen_values = true)]
    pub(in crate::cli) by: Vec<SortKey>,
    #[command(flatten)]
    pub(in crate::cli) output: RecordOutputArgs,
}
