use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{AnimationArgs, ColourArgs, FilesArgs, FlowArgs, ReadingArgs, RecordsArgs};
use crate::archive::table::Table;
use crate::cli::written::{JsonDetail, WrittenForm};

/// The form records are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OutputForm {
    /// The canonical notation.
    Mgn,
    /// A JSON array, a record a line.
    Json,
    /// A JSON object a line.
    Jsonl,
    /// A page that steps through the records, for a browser; it needs nothing else and runs offline.
    Html,
    /// A moving picture of one record, for messages.
    Gif,
    /// The same as a PNG that moves: sharper, and larger.
    Apng,
    /// A recording of one record for a terminal, in version 2 of asciicast.
    Cast,
    /// A table for spreadsheets and databases, a row a record or, with `--plies`, a row a ply.
    Csv,
    /// The same table as an Apache Parquet file, with typed columns.
    Parquet,
    /// Score sheets to print, in Markdown.
    Markdown,
}

impl OutputForm {
    /// Whether one record becomes something that moves.
    pub(in crate::cli) const fn is_animation(self) -> bool {
        matches!(self, Self::Gif | Self::Apng | Self::Cast)
    }

    /// Whether it is a moving picture of pixels.
    pub(in crate::cli) const fn is_picture(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    /// Returns what it is, if it is no text.
    pub(in crate::cli) const fn binary(self) -> Option<&'static str> {
        match self {
            Self::Gif | Self::Apng => Some("a moving picture"),
            Self::Parquet => Some("a Parquet file"),
            _ => None,
        }
    }
}

/// Convert records to the notation, JSON, a page, a moving picture, a table or score sheets.
///
/// Records are checked first. Invalid ones are reported on standard error and left out, and the exit status is 1.
/// The columns of tables are told in `notation/tables.md`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo convert --to jsonl games.mgn > games.jsonl\n  \
                        matombo convert --to mgn games.jsonl > games.mgn\n  \
                        matombo convert --to html games.mgn -o games.html\n  \
                        matombo convert --to gif --record 2 games.mgn -o game.gif\n  \
                        matombo convert --to csv archive > games.csv\n  \
                        matombo convert --to parquet --plies archive -o plies.parquet\n  \
                        matombo convert --to markdown games.mgn > sheets.md\n  \
                        matombo convert --to json games.mgn | jq '.[0].turns[-1].position'")]
pub(in crate::cli) struct ConvertArgs {
    #[command(flatten)]
    pub(in crate::cli) files: FilesArgs,
    #[command(flatten)]
    pub(in crate::cli) records: RecordsArgs,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM")]
    pub(in crate::cli) to: OutputForm,
    /// Write only what the records say into `json` and `jsonl`, without what the rules make of it: positions, steps,
    /// counts and defaults. It reads as the same record.
    #[arg(long)]
    minimal: bool,
    /// Write a row a ply of the main lines into `csv` and `parquet`, instead of a row a record.
    #[arg(long)]
    plies: bool,
    /// Write invalid records too: as they are in the notation; elsewhere as far as they could be judged.
    #[arg(long)]
    pub(in crate::cli) keep_invalid: bool,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) flow: FlowArgs,
    #[command(flatten)]
    pub(in crate::cli) animation: AnimationArgs,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) colour: ColourArgs,
}

impl ConvertArgs {
    /// Returns how each record is written, if records can be read from it again.
    pub(in crate::cli) fn written(&self) -> Option<WrittenForm> {
        let detail = if self.minimal { JsonDetail::Minimal } else { JsonDetail::Full };
        match self.to {
            OutputForm::Mgn => Some(WrittenForm::Mgn),
            OutputForm::Json => Some(WrittenForm::Json(detail)),
            OutputForm::Jsonl => Some(WrittenForm::Jsonl(detail)),
            OutputForm::Html
            | OutputForm::Gif
            | OutputForm::Apng
            | OutputForm::Cast
            | OutputForm::Csv
            | OutputForm::Parquet
            | OutputForm::Markdown => None,
        }
    }

    /// Returns the table that records are put into, if they are.
    pub(in crate::cli) fn table(&self) -> Option<Table> {
        let tabular = matches!(self.to, OutputForm::Csv | OutputForm::Parquet);
        tabular.then_some(if self.plies { Table::Plies } else { Table::Records })
    }

    /// Returns the first option that says nothing to the form that is written, and the forms that it is for.
    pub(in crate::cli) fn idle_option(&self) -> Option<(&'static str, &'static str)> {
        let json = matches!(self.to, OutputForm::Json | OutputForm::Jsonl);
        match self {
            _ if self.minimal && !json => Some(("--minimal", "json and jsonl")),
            _ if self.plies && self.table().is_none() => Some(("--plies", "csv and parquet")),
            _ => self.animation.idle(self.to),
        }
    }
}
