use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};

use super::Failure;
use super::output::Output;
use crate::record::PageRecord;
use crate::render::{markup, page_foot, page_head};

/// Writes a page of records as they come, in memory that does not grow with them.
///
/// The index stands before the records, so these wait in a file without a name until all are known.
pub(super) struct PageWriter {
    waiting: BufWriter<File>,
    /// The only record so far: an index of one record says nothing.
    only: Option<PageRecord>,
    records: u64,
}

impl PageWriter {
    pub(super) fn new() -> Result<Self, Failure> {
        let waiting = BufWriter::new(tempfile::tempfile().map_err(failed)?);
        Ok(Self { waiting, only: None, records: 0 })
    }

    /// Adds a record. Its `html` need not be kept by the caller.
    pub(super) fn add(&mut self, mut record: PageRecord, out: &mut Output) -> Result<(), Failure> {
        self.records += 1;
        let html = std::mem::take(&mut record.html);
        self.waiting.write_all(html.as_bytes()).map_err(failed)?;
        if self.records == 1 {
            self.only = Some(record);
            return Ok(());
        }
        if let Some(first) = self.only.take() {
            out.put(page_head("Records of games").as_bytes())?;
            out.put(b"<nav id=\"index\" aria-label=\"Index\">\n<h2>Records</h2>\n<ol>\n")?;
            out.put(entry(&first).as_bytes())?;
        }
        out.put(entry(&record).as_bytes())
    }

    /// Writes what is left of the page.
    pub(super) fn finish(self, out: &mut Output) -> Result<(), Failure> {
        let beginning = match (&self.only, self.records) {
            (Some(only), _) => page_head(&only.title),
            (None, 0) => page_head("Records of games") + "<p>There are no records.</p>\n",
            (None, _) => "</ol>\n</nav>\n".to_owned(),
        };
        out.put(beginning.as_bytes())?;
        out.put(b"<main>\n")?;
        let mut waiting = self.waiting.into_inner().map_err(|error| failed(error.into_error()))?;
        waiting.rewind().map_err(failed)?;
        io::copy(&mut waiting, out).map_err(Failure::of_output)?;
        out.put(b"</main>\n")?;
        out.put(page_foot().as_bytes())
    }
}

fn entry(record: &PageRecord) -> String {
    format!("<li><a href=\"#{}\">{}</a></li>\n", record.id, markup(&record.title))
}

fn failed(error: io::Error) -> Failure {
    Failure::File { file: std::env::temp_dir().display().to_string(), error }
}
