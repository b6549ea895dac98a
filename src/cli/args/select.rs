use std::path::PathBuf;

use clap::builder::TypedValueParser as _;
use clap::{Args, ValueEnum};

use super::{ColourArgs, FlowArgs, ReadingArgs, RecordsArgs};
use crate::cli::written::{JsonDetail, WrittenForm};

/// The form in which `select` writes what it finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum SelectedForm {
    /// The canonical notation.
    #[default]
    Mgn,
    /// A JSON array, a record a line.
    Json,
    /// A JSON object a line.
    Jsonl,
    /// A line `file:number` a record, the number being that of the record in its file.
    List,
}

impl SelectedForm {
    /// Returns how each record is written; `None` if it is only listed.
    pub(in crate::cli) const fn written(self) -> Option<WrittenForm> {
        match self {
            Self::Mgn => Some(WrittenForm::Mgn),
            Self::Json => Some(WrittenForm::Json(JsonDetail::Full)),
            Self::Jsonl => Some(WrittenForm::Jsonl(JsonDetail::Full)),
            Self::List => None,
        }
    }
}

/// Select records by what is in them.
///
/// The last argument is an expression that each record of the files is asked for, such as `South ~ "east" and
/// Date >= 1964`: about tags, rules, result, faults, what was played, positions reached and openings. The section
/// EXPRESSIONS of `man matombo` lists what can be asked; `notation/select.md` has the grammar.
///
/// Records are written in the canonical form; invalid ones as they are, without a report. The exit status is 0 if a
/// record was found, 1 if none was.
#[derive(Debug, Args)]
#[command(
    override_usage = "matombo select [OPTIONS] [FILE]... <EXPR>\n       \
                      matombo select [OPTIONS] --expression <EXPR> [FILE]...\n       \
                      matombo select [OPTIONS] --query-file <PATH> [FILE]...",
    after_help = "Examples:\n  matombo select games.mgn 'South ~ \"east\" and Date >= 1964'\n  \
                  matombo select --to list archive 'game = tsoro and (head-stop or waived-bonus)'\n  \
                  matombo select --count archive 'result = 1-0 and south.captures > 3'\n  \
                  matombo select games.mgn 'opens \"B5 b19\"' > b5.mgn\n  \
                  matombo select games.mgn 'reaches board \"8*0/8*0/7*0,1/8*0\" from either seat'\n  \
                  matombo generate --game bosh --games 100 | matombo select --first 3 'rounds > 5'"
)]
pub(in crate::cli) struct SelectArgs {
    /// The files to read, and behind them the expression, unless an option has it.
    ///
    /// Files are named as for `matombo check`: `-` is standard input, which is also read if nothing is named; a folder
    /// stands for the files in it, at any depth, that end in .mgn, .json or .jsonl.
    #[arg(value_name = "FILE... EXPR", required_unless_present_any = ["expression", "query_file"],
        value_parser = clap::builder::OsStringValueParser::new().map(PathBuf::from))]
    pub(in crate::cli) operands: Vec<PathBuf>,
    /// Read the files, or folders, that LIST names too, one a line; `-` for standard input.
    #[arg(long, value_name = "LIST")]
    pub(in crate::cli) files_from: Option<PathBuf>,
    /// The names in LIST end with a zero byte, as `find -print0` writes them.
    #[arg(short = '0', long, requires = "files_from")]
    pub(in crate::cli) null: bool,
    /// The expression; all other arguments are then files.
    #[arg(long, short, value_name = "EXPR")]
    pub(in crate::cli) expression: Option<String>,
    /// Read the expression from a file; a `#` in it begins a remark up to the end of the line.
    #[arg(long, value_name = "PATH", conflicts_with = "expression")]
    pub(in crate::cli) query_file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) records: RecordsArgs,
    /// Select the records for which the expression does not hold.
    #[arg(long, short = 'v')]
    pub(in crate::cli) invert: bool,
    /// Stop after the first N records that are found, in all files together; what follows is not read.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) first: Option<u64>,
    /// Write only how many records were found, in all files together.
    #[arg(long, conflicts_with = "to")]
    pub(in crate::cli) count: bool,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(in crate::cli) to: SelectedForm,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) flow: FlowArgs,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}
