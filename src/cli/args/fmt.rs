use clap::{Args, ValueEnum};

use super::{BudgetArgs, ColourArgs, FilesArgs, InputArgs, JobsArgs};
use crate::notation::WIDTH;
use crate::record::Checks;

/// Which checks stand in the text though they follow from the turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum WrittenChecks {
    /// None: the canonical form.
    #[default]
    None,
    /// The stones of captures and bonus pits, and what stays in reserve.
    Captures,
    /// The same, and where every turn ends.
    Full,
}

impl From<WrittenChecks> for Checks {
    fn from(checks: WrittenChecks) -> Self {
        match checks {
            WrittenChecks::None => Self::None,
            WrittenChecks::Captures => Self::Captures,
            WrittenChecks::Full => Self::Full,
        }
    }
}

/// Put files of the notation into canonical form, in place.
///
/// Comments, glyphs and variations are kept; lines that begin with `%` belong to no record and are dropped. A record
/// with errors is left as it is, byte for byte, and reported, and the exit status is 1. Of a folder, only files that end
/// in .mgn are taken. A file is replaced by a new one with its owner and permissions: symbolic links lead to that one,
/// further hard links keep the old. A file that does not change is
/// not written. Standard input goes to standard output.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo fmt games.mgn\n  matombo fmt --check archive\n  \
                        matombo fmt --diff games.mgn\n  matombo fmt --checks full < games.mgn")]
pub(in crate::cli) struct FmtArgs {
    #[command(flatten)]
    pub(in crate::cli) files: FilesArgs,
    /// Write nothing but the names of files that are not in canonical form; the exit status is 1 if there are any.
    #[arg(long)]
    pub(in crate::cli) check: bool,
    /// Show what would change as a unified diff and write no file; the exit status is 1 if anything would.
    #[arg(long, conflicts_with_all = ["check", "encoding"])]
    pub(in crate::cli) diff: bool,
    /// What to write beside the turns, so that a reader without the rules can check them.
    #[arg(long, value_enum, value_name = "CHECKS", default_value_t)]
    pub(in crate::cli) checks: WrittenChecks,
    /// The characters after which a line is broken; words are never broken.
    #[arg(long, value_name = "N", default_value_t = WIDTH as u16, value_parser = clap::value_parser!(u16).range(20..))]
    width: u16,
    #[command(flatten)]
    pub(in crate::cli) jobs: JobsArgs,
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) budget: BudgetArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}

impl FmtArgs {
    /// Returns the width in characters.
    pub(in crate::cli) fn width(&self) -> usize {
        self.width.into()
    }
}
