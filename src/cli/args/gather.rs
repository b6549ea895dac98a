use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{ColourArgs, FilesArgs, JobsArgs, ReadingArgs};
use crate::cli::written::{JsonDetail, WrittenForm};

/// What commands read that arrange records.
#[derive(Debug, Args)]
pub(in crate::cli) struct GatherArgs {
    #[command(flatten)]
    pub(in crate::cli) files: FilesArgs,
    #[command(flatten)]
    pub(in crate::cli) jobs: JobsArgs,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}

/// The form that arranged records are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RecordForm {
    /// The canonical notation.
    #[default]
    Mgn,
    /// A JSON array, a record a line.
    Json,
    /// A JSON object a line.
    Jsonl,
}

impl RecordForm {
    /// Returns how each record is written.
    pub(in crate::cli) const fn written(self) -> WrittenForm {
        match self {
            Self::Mgn => WrittenForm::Mgn,
            Self::Json => WrittenForm::Json(JsonDetail::Full),
            Self::Jsonl => WrittenForm::Jsonl(JsonDetail::Full),
        }
    }

    /// Returns how names of its files end.
    pub(in crate::cli) const fn ending(self) -> &'static str {
        match self {
            Self::Mgn => ".mgn",
            Self::Json => ".json",
            Self::Jsonl => ".jsonl",
        }
    }
}

/// Where arranged records go.
#[derive(Debug, Args)]
pub(in crate::cli) struct RecordOutputArgs {
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(in crate::cli) to: RecordForm,
    /// The file to write instead of standard output; it appears only once it is whole, and may be one that is read.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
}
