use std::path::PathBuf;
use std::sync::Arc;

use super::Failure;
use super::args::{FlowArgs, InputArgs, RecordsArgs};
use super::files::Files;
use super::input::{Input, InputForm, Records, open};
use super::selection::Selection;
use crate::text::{Tab, escape};

/// How many bytes of records are handed on at once.
const PIECE: usize = 64 * 1024;
/// What a record costs beside its bytes.
const RECORD: usize = 256;

/// A part of the input, or what became of it.
pub(super) enum Piece<T> {
    /// Records of one file.
    Records(T),
    /// A file that cannot be read, or not any further.
    Trouble(Failure),
    /// The end of a file.
    End(FileEnd),
}

impl<T> Piece<T> {
    /// Does something with records.
    pub(super) fn map<U>(self, work: impl FnOnce(T) -> U) -> Piece<U> {
        match self {
            Self::Records(records) => Piece::Records(work(records)),
            Self::Trouble(failure) => Piece::Trouble(failure),
            Self::End(end) => Piece::End(end),
        }
    }
}

/// A few records that follow each other in one file.
pub(super) struct Batch {
    pub(super) path: PathBuf,
    /// The name to show.
    pub(super) file: Arc<str>,
    /// Records with their numbers, from 1.
    pub(super) inputs: Vec<(u64, Input)>,
    /// Their bytes.
    pub(super) bytes: usize,
}

impl Piece<Batch> {
    /// Returns about how much memory it takes.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Records(batch) => batch.bytes + batch.inputs.len() * RECORD,
            Self::Trouble(_) | Self::End(_) => RECORD,
        }
    }
}

/// What is known of a file at its end.
pub(super) struct FileEnd {
    pub(super) path: PathBuf,
    /// The name to show.
    pub(super) file: Arc<str>,
    /// How many records were seen. Behind the last selected one nobody looks.
    pub(super) records: u64,
    /// The first record that was asked for and is not there.
    pub(super) missing: Option<u64>,
    /// Whether all of it could be read.
    whole: bool,
}

impl FileEnd {
    /// Says that there are no records, where all was read.
    pub(super) fn emptiness(&self) -> Option<String> {
        let empty = self.whole && self.records == 0;
        empty.then(|| format!("{}: no records", escape(&self.file, Tab::Escape)))
    }

    /// Says that records are missing.
    pub(super) fn missing_record(&self) -> Option<Failure> {
        let missing = self.missing?;
        Some(Failure::no_record(&self.file, missing, self.records))
    }
}

/// Reads the selected records of files, a piece at a time.
pub(super) struct Pieces<'a> {
    files: Files,
    selection: Option<&'a Selection>,
    form: Option<InputForm>,
    args: &'a InputArgs,
    /// How many bytes are handed on at once, at least one record.
    size: usize,
    open: Option<OpenFile>,
}

struct OpenFile {
    path: PathBuf,
    file: Arc<str>,
    records: Records,
    seen: u64,
    /// What stopped the reading, to be told after the records before it.
    failure: Option<Failure>,
    ended: bool,
    failed: bool,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(files: Files, form: Option<InputForm>, args: &'a InputArgs) -> Self {
        Self { files, selection: None, form, args, size: PIECE, open: None }
    }

    /// Reads only selected records.
    pub(super) fn select(self, records: &'a RecordsArgs) -> Self {
        Self { selection: records.selection.as_ref(), ..self }
    }

    /// Hands on every record as soon as it is read, if that is asked for.
    pub(super) fn flow(self, flow: &FlowArgs) -> Self {
        Self { size: if flow.line_buffered { 1 } else { self.size }, ..self }
    }

    fn open_next(&mut self) -> Option<Result<OpenFile, Failure>> {
        let path = match self.files.next()? {
            Ok(path) => path,
            Err(failure) => return Some(Err(failure)),
        };
        let records = match open(&path, self.form, self.args) {
            Ok(records) => records,
            Err(failure) => return Some(Err(failure)),
        };
        let file = Arc::from(records.file.as_str());
        Some(Ok(OpenFile { path, file, records, seen: 0, failure: None, ended: false, failed: false }))
    }
}

impl OpenFile {
    /// Reads the next records.
    fn batch(&mut self, selection: Option<&Selection>, size: usize) -> Batch {
        let mut batch = Batch { path: self.path.clone(), file: Arc::clone(&self.file), inputs: Vec::new(), bytes: 0 };
        while !self.ended && batch.bytes + batch.inputs.len() * RECORD < size {
            if selection.is_some_and(|selection| selection.ends_before(self.seen + 1)) {
                self.ended = true;
                break;
            }
            match self.records.next() {
                None => self.ended = true,
                Some(Err(failure)) => {
                    self.failure = Some(failure);
                    self.ended = true;
                }
                Some(Ok(input)) => {
                    self.seen += 1;
                    if selection.is_none_or(|selection| selection.contains(self.seen)) {
                        batch.bytes += input.source.bytes().len();
                        batch.inputs.push((self.seen, input));
                    }
                }
            }
        }
        batch
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece<Batch>;

    fn next(&mut self) -> Option<Piece<Batch>> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => match self.open_next()? {
                Ok(open) => open,
                Err(failure) => return Some(Piece::Trouble(failure)),
            },
        };
        let batch = open.batch(self.selection, self.size);
        if !batch.inputs.is_empty() {
            self.open = Some(open);
            return Some(Piece::Records(batch));
        }
        if let Some(failure) = open.failure.take() {
            open.failed = true;
            self.open = Some(open);
            return Some(Piece::Trouble(failure));
        }
        let selection = self.selection.filter(|_| !open.failed);
        let missing = selection.and_then(|selection| selection.missing(open.seen));
        Some(Piece::End(FileEnd { path: open.path, file: open.file, records: open.seen, missing, whole: !open.failed }))
    }
}
