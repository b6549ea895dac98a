use clap::{Args, ValueEnum};

use super::{ColourArgs, FilesArgs, FlowArgs, ReadingArgs, RecordsArgs};

/// How reports are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ReportFormat {
    /// For people: the line with the fault underlined, the board, what would have been legal and was likely meant.
    #[default]
    Human,
    /// A line a fault: `file:line:column: error[CODE]: message`.
    Short,
    /// A JSON object a record.
    Jsonl,
    /// Workflow commands of GitHub, which shows them in the files of a change.
    Github,
    /// One SARIF 2.1.0 log, for code scanning.
    Sarif,
    /// JUnit's XML, which build servers show: a suite a file, a test a record.
    Junit,
}

/// Check records against the rules.
///
/// Every turn of every record is played by the rules of its game. Whatever is wrong is reported with its place,
/// what would have been legal and what was likely meant; the other records and files are checked all the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo check records/tsoro/*.mgn\n  \
                        matombo check --format short - < games.mgn\n  \
                        matombo check --diff games.mgn\n  \
                        matombo check --fix games.mgn\n  \
                        matombo check --format jsonl games.mgn | jq 'select(.valid | not) | .record'\n  \
                        matombo check --strict --allow no-termination --deny W0206 games.mgn\n  \
                        matombo check --format sarif archive > matombo.sarif\n  \
                        find archive -name '*.mgn' -print0 | matombo check --files-from - -0 --quiet\n  \
                        matombo check --record 3,10-12 games.mgn")]
pub(in crate::cli) struct CheckArgs {
    #[command(flatten)]
    pub(in crate::cli) files: FilesArgs,
    #[command(flatten)]
    pub(in crate::cli) records: RecordsArgs,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: ReportFormat,
    /// Repair what has one certain repair, in the files themselves, then report what is still wrong.
    ///
    /// Repaired are move numbers, captures left out, counts and landing pits behind turns, characters that only look
    /// like those of the notation, dates such as 2026.11.30, a `Result` tag that the final position contradicts, and
    /// a missing result that the final position or the `Result` tag tells. Everything else is kept byte for byte.
    /// Standard input is written to standard output, and the report to standard error. JSON is not repaired; in a
    /// folder it is only checked.
    #[arg(long, conflicts_with_all = ["selection", "encoding"])]
    pub(in crate::cli) fix: bool,
    /// Show what `--fix` would change as a unified diff, without a report; the exit status is 1 if anything would.
    #[arg(long, conflicts_with_all = ["fix", "selection", "encoding"])]
    pub(in crate::cli) diff: bool,
    #[command(flatten)]
    pub(in crate::cli) strictness: StrictnessArgs,
    /// Write no report and no summary: only the exit status tells, and what cannot be read is still told.
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
    /// Show no more than N diagnostics; all of them are counted.
    #[arg(long, value_name = "N")]
    pub(in crate::cli) max_diagnostics: Option<u64>,
    #[command(flatten)]
    pub(in crate::cli) flow: FlowArgs,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}

/// How grave diagnostics are to the user.
#[derive(Debug, Args)]
pub(in crate::cli) struct StrictnessArgs {
    /// Fail if there are warnings: the exit status is 1.
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// Leave out the warning CODE, a number or name of `matombo explain --list`; may be repeated.
    #[arg(long, value_name = "CODE")]
    pub(in crate::cli) allow: Vec<String>,
    /// Take the warning CODE for an error; may be repeated.
    #[arg(long, value_name = "CODE")]
    pub(in crate::cli) deny: Vec<String>,
}
