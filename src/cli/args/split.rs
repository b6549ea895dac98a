use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;

use super::{GatherArgs, RecordForm};
use crate::archive::Field;

/// What decides into which file a record goes.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(in crate::cli) struct SplitByArgs {
    /// N records a file, the last one fewer.
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(in crate::cli) count: Option<NonZeroU64>,
    /// A file for every value of this tag; `result`, `plies`, `rules` and `file` are known too.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) tag: Option<Field>,
    /// A file for every game.
    #[arg(long)]
    pub(in crate::cli) game: bool,
}

/// Split records into several files.
///
/// Files are written to a folder, and their names, with the number of records in each, to standard output. Records
/// keep their order. Names made of values keep letters, digits, `-`, `_`, `+` and harmless dots; everything else
/// becomes `_`, and long ones are cut. Where two values would have the same name, also to a system that does not heed
/// case, the later gets a digest of its value behind it. Without a value the name is `unknown`.
///
/// The files appear only once all of them are whole. No file is replaced unless `--force` is given, and none that is
/// read. Invalid records go where their tags say and are written as they are, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo split --game --into games archive\n  \
                        matombo split --tag Event --into events --to jsonl archive\n  \
                        matombo split --count 1000 --into parts --name 'part-{}' games.mgn")]
pub(in crate::cli) struct SplitArgs {
    #[command(flatten)]
    pub(in crate::cli) gather: GatherArgs,
    #[command(flatten)]
    pub(in crate::cli) by: SplitByArgs,
    /// The folder to write to; it is made if it is not there.
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) into: PathBuf,
    /// How the files are named, without the ending: `{}` stands for the value or the number.
    #[arg(long, value_name = "PATTERN", default_value = "{}", value_parser = parse_pattern)]
    pub(in crate::cli) name: String,
    /// Replace files that are there.
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(in crate::cli) to: RecordForm,
}

fn parse_pattern(pattern: &str) -> Result<String, String> {
    let harmless = !pattern.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c));
    if pattern.matches("{}").count() == 1 && harmless && pattern.len() <= LONGEST_PATTERN {
        return Ok(pattern.to_owned());
    }
    Err(format!("a name has one `{{}}`, at most {LONGEST_PATTERN} bytes, and nothing that leads to another folder"))
}

/// The longest pattern of names: with a value it stays below what systems allow.
const LONGEST_PATTERN: usize = 60;

fn parse_count(count: &str) -> Result<NonZeroU64, String> {
    count.parse().map_err(|_| "a number of records from 1 is wanted".to_owned())
}
