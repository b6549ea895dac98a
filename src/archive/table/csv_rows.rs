use std::fmt::Display;

use csv::{Terminator, Writer, WriterBuilder};

use super::{Cells, ColumnHead, Table, Value};

/// Holds rows of a table as CSV (RFC 4180, lines ending in LF).
///
/// An empty cell and an empty text are both written as nothing.
///
/// ```
/// use matombo::archive::table::{CsvRows, Entry, Table};
/// use matombo::notation::read_text;
/// use matombo::record::{Judge, Keep};
/// let text = "[Game \"Bosh\"]\n\n1. A5xa1 *\n";
/// let judged = Judge::new().keep(Keep::Positions).judge(text, &read_text(text));
/// let mut rows = CsvRows::new();
/// Table::Plies.write(Entry { file: "a.mgn", record: 1, judged: &judged }, &mut rows);
/// assert_eq!(
///     String::from_utf8(rows.into_bytes())?,
///     "a.mgn,1,bosh,1,1,south,A5xa1,A5,false,A4,1,,,,\"0,3*5,0/4*5,0 N 5,0 1S\",,,0,2,1,5,0,0,0,0,0,0,0,0,0,0,0,0\n"
/// );
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
#[derive(Debug)]
pub struct CsvRows(Writer<Vec<u8>>);

impl Default for CsvRows {
    fn default() -> Self {
        Self::new()
    }
}

impl CsvRows {
    /// Makes a table without rows.
    #[must_use]
    pub fn new() -> Self {
        Self(WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new()))
    }

    /// Makes the header line of a table.
    #[must_use]
    pub fn header(table: Table) -> Self {
        let mut rows = Self::new();
        for ColumnHead { name, .. } in table.columns() {
            rows.field(Some(name));
        }
        rows.end_row();
        rows
    }

    /// Returns the text.
    ///
    /// # Panics
    ///
    /// Never: a vector takes all.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner().expect("a vector takes all")
    }

    fn field(&mut self, text: Option<&str>) {
        self.0.write_field(text.unwrap_or_default()).expect("a vector takes all");
    }

    fn shown(&mut self, value: Option<impl Display>) {
        self.field(value.map(|value| value.to_string()).as_deref());
    }
}

impl Cells for CsvRows {
    fn cell(&mut self, value: Value<'_>) {
        match value {
            Value::Text(text) => self.field(text.as_deref()),
            Value::Boolean(value) => self.shown(value),
            Value::Int32(value) => self.shown(value),
            Value::Int64(value) => self.shown(value),
            Value::Date(value) => self.shown(value),
        }
    }

    fn end_row(&mut self) {
        self.0.write_record(None::<&[u8]>).expect("a row has as many cells as the others");
    }
}
