use super::Failure;
use super::args::OutputForm;
use super::output::Output;
#[cfg(feature = "parquet")]
use crate::archive::table::{ColumnRows, ParquetFile, RowGroupLimit};
use crate::archive::table::{CsvRows, Entry, Table};

/// A table, and the form it is written in.
#[derive(Clone, Copy)]
pub(super) struct Tabular {
    table: Table,
    form: TableForm,
}

#[derive(Clone, Copy)]
enum TableForm {
    Csv,
    #[cfg(feature = "parquet")]
    Parquet,
}

impl TableForm {
    fn new(to: OutputForm) -> Result<Self, Failure> {
        match to {
            #[cfg(feature = "parquet")]
            OutputForm::Parquet => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            OutputForm::Parquet => Err(Failure::Usage(
                "this build cannot write Parquet: it was made without the feature `parquet`".to_owned(),
            )),
            _ => Ok(Self::Csv),
        }
    }
}

impl Tabular {
    pub(super) fn new(table: Table, to: OutputForm) -> Result<Self, Failure> {
        Ok(Self { table, form: TableForm::new(to)? })
    }

    /// Makes room for the rows of some records.
    pub(super) fn rows(self) -> Rows {
        let cells = match self.form {
            TableForm::Csv => RowCells::Csv(Box::default()),
            #[cfg(feature = "parquet")]
            TableForm::Parquet => RowCells::Columns(ColumnRows::new(self.table)),
        };
        Rows { table: self.table, cells }
    }
}

/// The rows of some records.
pub(super) struct Rows {
    table: Table,
    cells: RowCells,
}

enum RowCells {
    Csv(Box<CsvRows>),
    #[cfg(feature = "parquet")]
    Columns(ColumnRows),
}

impl Rows {
    /// Adds the rows of a record.
    pub(super) fn add(&mut self, entry: Entry<'_>) {
        match &mut self.cells {
            RowCells::Csv(cells) => self.table.write(entry, cells.as_mut()),
            #[cfg(feature = "parquet")]
            RowCells::Columns(cells) => self.table.write(entry, cells),
        }
    }
}

/// Writes a table.
pub(super) enum TableWriter {
    Csv(Table),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile>),
}

impl TableWriter {
    pub(super) fn new(tabular: Tabular) -> Result<Self, Failure> {
        match tabular.form {
            TableForm::Csv => Ok(Self::Csv(tabular.table)),
            #[cfg(feature = "parquet")]
            TableForm::Parquet => {
                let file = ParquetFile::new(tabular.table, RowGroupLimit::default());
                Ok(Self::Parquet(Box::new(file.map_err(Failure::of_output)?)))
            }
        }
    }

    /// Writes what stands before the rows.
    pub(super) fn begin(&self, out: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Csv(table) => out.put(&CsvRows::header(*table).into_bytes()),
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Ok(()),
        }
    }

    /// Writes rows, or keeps them until there are more.
    pub(super) fn add(&mut self, rows: Rows, out: &mut Output) -> Result<(), Failure> {
        match (self, rows.cells) {
            (_, RowCells::Csv(cells)) => out.put(&cells.into_bytes()),
            #[cfg(feature = "parquet")]
            (Self::Parquet(file), RowCells::Columns(cells)) => out.put(&file.add(cells).map_err(Failure::of_output)?),
            #[cfg(feature = "parquet")]
            (Self::Csv(_), RowCells::Columns(_)) => Ok(()),
        }
    }

    /// Writes what is left.
    pub(super) fn finish(self, out: &mut Output) -> Result<(), Failure> {
        let rest = match self {
            Self::Csv(_) => Vec::new(),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.finish().map_err(Failure::of_output)?,
        };
        out.put(&rest)
    }
}
