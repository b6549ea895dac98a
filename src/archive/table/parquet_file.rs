use std::io;
use std::mem;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::column_rows::{Cellar, Chunk, Values};
use super::{ColumnHead, ColumnKind, ColumnRows, TABLE_VERSION, Table};

/// Says when a row group of a Parquet file is full. Its rows are held in memory until it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowGroupLimit {
    /// The rows.
    pub rows: usize,
    /// The bytes of their cells, before they are compressed.
    pub bytes: usize,
}

impl Default for RowGroupLimit {
    fn default() -> Self {
        Self { rows: 256 * 1024, bytes: 32 << 20 }
    }
}

/// Writes a table as a Parquet file: compressed with Zstandard, with statistics of every column of a row group. The
/// same rows give the same bytes.
///
/// What it returns is to be written in this order; nothing is ever changed behind it, so a pipe will do.
pub struct ParquetFile {
    writer: SerializedFileWriter<Vec<u8>>,
    limit: RowGroupLimit,
    /// The rows of the next row group.
    chunks: Vec<Chunk>,
    /// How many they are.
    rows: usize,
    /// About how much memory they take.
    bytes: usize,
}

impl ParquetFile {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// None that is known of.
    pub fn new(table: Table, limit: RowGroupLimit) -> io::Result<Self> {
        let properties = Arc::new(properties(table)?);
        let writer = SerializedFileWriter::new(Vec::new(), schema(table)?, properties)?;
        Ok(Self { writer, limit, chunks: Vec::new(), rows: 0, bytes: 0 })
    }

    /// Adds rows of its table, and returns what can be written by now.
    ///
    /// # Errors
    ///
    /// If a cell is larger than the format allows, which is about 2 GB.
    pub fn add(&mut self, rows: ColumnRows) -> io::Result<Vec<u8>> {
        for chunk in rows.into_chunks() {
            self.rows += chunk.rows;
            self.bytes += chunk.bytes;
            match self.chunks.last_mut() {
                // Rows of many small files are put together: a chunk has its price, however few rows it has.
                Some(last) if !last.is_full() => last.append(chunk),
                _ => self.chunks.push(chunk),
            }
            if self.rows >= self.limit.rows || self.bytes >= self.limit.bytes {
                self.write_row_group()?;
            }
        }
        self.writer.flush()?;
        Ok(mem::take(self.writer.inner_mut()))
    }

    /// Ends the file, and returns the rest of it.
    ///
    /// # Errors
    ///
    /// As for [`ParquetFile::add`].
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        if !self.chunks.is_empty() {
            self.write_row_group()?;
        }
        Ok(self.writer.into_inner()?)
    }

    fn write_row_group(&mut self) -> Result<(), ParquetError> {
        (self.rows, self.bytes) = (0, 0);
        // Every cell is freed once it is written.
        let mut chunks: Vec<_> =
            mem::take(&mut self.chunks).into_iter().map(|chunk| chunk.columns.into_iter()).collect();
        let mut group = self.writer.next_row_group()?;
        while let Some(mut column) = group.next_column()? {
            for cells in chunks.iter_mut().filter_map(Iterator::next) {
                write_cells(&mut column, cells)?;
            }
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn write_cells(column: &mut SerializedColumnWriter<'_>, cells: Cellar) -> Result<(), ParquetError> {
    let levels = cells.levels.as_deref();
    match cells.values {
        Values::Text(text, ends) => {
            let text = ByteArray::from(text.into_bytes());
            let starts = std::iter::once(&0).chain(&ends);
            let texts: Vec<_> = starts.zip(&ends).map(|(start, end)| text.slice(*start, end - start)).collect();
            column.typed::<ByteArrayType>().write_batch(&texts, levels, None)
        }
        Values::Boolean(values) => column.typed::<BoolType>().write_batch(&values, levels, None),
        Values::Int32(values) => column.typed::<Int32Type>().write_batch(&values, levels, None),
        Values::Int64(values) => column.typed::<Int64Type>().write_batch(&values, levels, None),
    }?;
    Ok(())
}

fn properties(table: Table) -> Result<WriterProperties, ParquetError> {
    let about = [("matombo.table", table.name().to_owned()), ("matombo.table_version", TABLE_VERSION.to_string())];
    let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value));
    Ok(WriterProperties::builder()
        .set_created_by(concat!("matombo version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(about.to_vec()))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        // What it tells of each page would be kept to the end, and without statistics of pages nobody looks for it.
        .set_offset_index_disabled(true)
        .build())
}

fn schema(table: Table) -> Result<TypePtr, ParquetError> {
    let fields = table.columns().iter().map(field).collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder(table.name()).with_fields(fields).build()?))
}

fn field(head: &ColumnHead) -> Result<TypePtr, ParquetError> {
    let (physical, logical) = match head.kind {
        ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnKind::Boolean => (PhysicalType::BOOLEAN, None),
        ColumnKind::Int32 => (PhysicalType::INT32, Some(LogicalType::integer(32, true))),
        ColumnKind::Int64 => (PhysicalType::INT64, Some(LogicalType::integer(64, true))),
        ColumnKind::Date => (PhysicalType::INT32, Some(LogicalType::Date)),
    };
    let repetition = if head.required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
    let field =
        Type::primitive_type_builder(head.name, physical).with_logical_type(logical).with_repetition(repetition);
    Ok(Arc::new(field.build()?))
}
