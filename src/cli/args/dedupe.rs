use clap::{Args, ValueEnum};

use super::{GatherArgs, RecordOutputArgs};
use crate::archive::{Field, Kept, Likeness};

/// When records are duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum LikenessChoice {
    /// They say the same, tags, comments and all, however it is written.
    #[default]
    Exact,
    /// The same game, rules and start, and the same turns in the main line; tags and comments may differ.
    Turns,
    /// The same game, rules and final position, however it was reached.
    Position,
    /// The same game, rules and start, and the main line of one is the beginning of that of the other: the longer is
    /// kept.
    Contained,
}

impl From<LikenessChoice> for Likeness {
    fn from(choice: LikenessChoice) -> Self {
        match choice {
            LikenessChoice::Exact => Self::Exact,
            LikenessChoice::Turns => Self::Turns,
            LikenessChoice::Position => Self::Position,
            LikenessChoice::Contained => Self::Contained,
        }
    }
}

/// Which of the same records is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum KeptChoice {
    /// The first.
    #[default]
    First,
    /// The one with more turns, then with more comments, variations and tags; of several, the first.
    Fuller,
}

impl From<KeptChoice> for Kept {
    fn from(choice: KeptChoice) -> Self {
        match choice {
            KeptChoice::First => Self::First,
            KeptChoice::Fuller => Self::Fuller,
        }
    }
}

/// How duplicates are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DuplicateFormat {
    /// A line a duplicate: `file:record: duplicate of file:record`.
    #[default]
    Text,
    /// A JSON object a duplicate.
    Jsonl,
}

/// Write records without duplicates, or tell which are.
///
/// Records are kept in their order. An invalid record, or one with fewer turns than `--min-plies`, is a duplicate only
/// of one that is exactly the same. Invalid records are written as they are, and the exit status is 1.
///
/// Memory holds less than a hundred bytes a record, and nothing of the record itself. With `--keep fuller` and
/// `--by contained` the records wait in a temporary file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo dedupe archive -o games.mgn\n  \
                        matombo dedupe --by turns --tags South,North,Date --keep fuller games.mgn -o games.mgn\n  \
                        matombo dedupe --by contained --report archive\n  \
                        matombo dedupe --by position --min-plies 20 --report --format jsonl games.mgn | jq .record")]
pub(in crate::cli) struct DedupeArgs {
    #[command(flatten)]
    pub(in crate::cli) gather: GatherArgs,
    /// When records are duplicates.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub(in crate::cli) by: LikenessChoice,
    /// What must agree besides: tags, or `game`, `rules`, `result`, `plies` and `file`. A tag that is missing agrees
    /// with a missing one only.
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub(in crate::cli) tags: Vec<Field>,
    /// Compare only records with at least N turns in their main line: short games share much. Others are duplicates
    /// only if they are exactly the same.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) min_plies: u32,
    /// Which of the same records is kept.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub(in crate::cli) keep: KeptChoice,
    /// Write no records, but which of them are duplicates of which; the exit status is 1 if there are any.
    #[arg(long, conflicts_with_all = ["to", "output"])]
    pub(in crate::cli) report: bool,
    /// How to report.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, requires = "report")]
    pub(in crate::cli) format: DuplicateFormat,
    #[command(flatten)]
    pub(in crate::cli) output: RecordOutputArgs,
}
