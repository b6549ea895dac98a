use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::{FilesArgs, RecordForm, RecordOutputArgs};
use super::failure::complain;
use super::gather::Gathered;
use super::output::{FileMark, Output};
use super::{Failure, Status};

/// Writes records one after the other, with what stands around them in their form.
pub(super) struct RecordWriter<W> {
    out: W,
    form: RecordForm,
    written: u64,
}

impl<W: Write> RecordWriter<W> {
    pub(super) const fn new(out: W, form: RecordForm) -> Self {
        Self { out, form, written: 0 }
    }

    /// Writes the text of a record.
    pub(super) fn put(&mut self, text: &[u8]) -> io::Result<()> {
        let form = self.form.written();
        if self.written == 0 {
            self.out.write_all(form.head().as_bytes())?;
        }
        self.out.write_all(form.joint(self.written).as_bytes())?;
        self.written += 1;
        self.out.write_all(text)
    }

    /// Writes what stands behind the records.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let form = self.form.written();
        if self.written == 0 {
            self.out.write_all(form.head().as_bytes())?;
        }
        self.out.write_all(form.foot(self.written).as_bytes())?;
        self.out.flush()
    }
}

/// Writes arranged records to standard output, or to a file that appears only once it is whole.
pub(super) struct RecordOutput {
    writer: RecordWriter<Output>,
    /// The file that is replaced, and what it was before anything was read.
    replaced: Option<(PathBuf, FileMark)>,
}

impl RecordOutput {
    pub(super) fn open(args: &RecordOutputArgs, files: &FilesArgs) -> Result<Self, Failure> {
        let writer = RecordWriter::new(Output::open_beside(args.output.as_deref(), files)?, args.to);
        let path = args.output.as_deref().filter(|path| writer.out.is_file() && path.exists());
        let mark = |path: &Path| FileMark::of(path).map(|mark| (path.to_owned(), mark));
        Ok(Self { replaced: path.map(mark).transpose()?, writer })
    }

    /// Writes the text of a record.
    pub(super) fn put(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.writer.put(text).map_err(|error| self.writer.out.failure(error))
    }

    /// Puts the file in its place, unless something that is in it would be lost. Then tells in a line what was done.
    pub(super) fn finish(mut self, gathered: &Gathered, summary: Option<&str>) -> Result<Status, Failure> {
        let status = gathered.status;
        let replaces = gathered.files.iter().any(|file| self.writer.out.replaces(&file.path));
        if self.writer.out.is_file() && status == Status::Trouble {
            complain("nothing was written: not all of the input could be read");
            return Ok(status);
        }
        if replaces && gathered.left_out > 0 {
            complain("nothing was written: records would be lost from the file");
            return Ok(status);
        }
        if replaces && gathered.lossy {
            return Err(Failure::Usage("nothing was written: what is in `ext` would be lost from the file".to_owned()));
        }
        if let Some((path, mark)) = self.replaced.as_ref().filter(|_| replaces) {
            mark.hold(path)?;
        }
        let ended = self.writer.end().map_err(|error| self.writer.out.failure(error));
        ended.and_then(|()| self.writer.out.finish()).map_err(|failure| failure.after(status))?;
        if let Some(summary) = summary {
            complain(summary);
        }
        Ok(status)
    }
}
