use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;

use crate::cli::encoding::InputEncoding;
use crate::cli::input::InputForm;
use crate::cli::selection::Selection;
use crate::engine::DEFAULT_MAX_LAPS;

/// Which files are read.
#[derive(Debug, Args)]
pub(in crate::cli) struct FilesArgs {
    /// Files to read, `-` for standard input, which is also read if nothing is named; a folder stands for the files in
    /// it, at any depth, that end in .mgn, .json or .jsonl.
    ///
    /// Files of a folder are read in the order of their names. Hidden ones are left out, and links to other folders
    /// are not followed.
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Read the files, or folders, that LIST names too, one a line; `-` for standard input.
    #[arg(long, value_name = "LIST")]
    pub(in crate::cli) files_from: Option<PathBuf>,
    /// The names in LIST end with a zero byte, as `find -print0` writes them.
    #[arg(short = '0', long, requires = "files_from")]
    pub(in crate::cli) null: bool,
}

/// Which records are looked at.
#[derive(Debug, Args)]
pub(in crate::cli) struct RecordsArgs {
    /// Only these records of each file, by their numbers: `3,10-12,20-`.
    ///
    /// It is an error if a file has no record with the first number of a part, but `20-` asks for what there is.
    #[arg(long = "record", value_name = "NUMBERS")]
    pub(in crate::cli) selection: Option<Selection>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ReadingArgs {
    /// The form of the input; told from its content if not given.
    #[arg(long, value_enum, value_name = "FORM")]
    pub(in crate::cli) from: Option<InputForm>,
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) budget: BudgetArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct InputArgs {
    /// The encoding of the input, UTF-8 if not given; named as on the web: utf-16, latin1, windows-1250.
    ///
    /// A byte-order mark in the input wins. What is read is turned into UTF-8 first: places are those in that text.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) encoding: Option<InputEncoding>,
    /// The largest record that is read: bytes, or a size such as 500KiB or 1GiB. Larger ones are errors.
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = parse_size)]
    max_record: ByteSize,
}

impl InputArgs {
    /// Returns how many bytes a record may have.
    pub(in crate::cli) fn max_record_bytes(&self) -> usize {
        self.max_record.as_u64().try_into().unwrap_or(usize::MAX)
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BudgetArgs {
    /// Laps after which a turn is given up as undecided.
    #[arg(long, value_name = "LAPS", default_value_t = DEFAULT_MAX_LAPS, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) max_laps: u64,
}

pub(super) fn parse_size(text: &str) -> Result<ByteSize, String> {
    let size = text.parse().ok().filter(|size: &ByteSize| *size <= ByteSize::gib(2));
    size.ok_or_else(|| "a size is bytes, or something like 500KiB or 1GiB, and at most 2GiB".to_owned())
}
