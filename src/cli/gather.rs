use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::args::GatherArgs;
use super::convert::diagnostics_text;
use super::failure::{complain, tell};
use super::files::Files;
use super::input::Input;
use super::pieces::{Batch, Piece, Pieces};
use super::progress::Progress;
use super::spread::in_order;
use super::written::WrittenForm;
use super::{Failure, Status};
use crate::archive::Entry;
use crate::record::{Judge, Judged, Keep};
use crate::render::Palette;
use crate::text::{Tab, counted, escape};

/// A record that was read and judged, for a command that arranges records.
pub(super) struct Found<'a> {
    /// The name of its file.
    pub(super) file: &'a str,
    /// Its text.
    pub(super) input: &'a Input,
    pub(super) judged: Judged,
}

impl Found<'_> {
    /// Returns what an archive knows of it.
    pub(super) fn entry(&self) -> Entry<'_> {
        Entry { judged: &self.judged, file: self.file }
    }
}

/// What is made of a record.
struct Made<T> {
    value: T,
    valid: bool,
    /// What cannot be written of it, in words.
    loss: String,
    /// Its text in the form that is written; none if it is not written, or cannot be.
    text: Option<Vec<u8>>,
}

/// What came of reading all records.
pub(super) struct Gathered {
    pub(super) status: Status,
    /// How many records were read.
    pub(super) records: u64,
    invalid: u64,
    /// How many could not be written in the form that is wanted.
    pub(super) left_out: u64,
    /// Whether the form cannot carry all of a record.
    pub(super) lossy: bool,
    pub(super) files: Vec<GatheredFile>,
}

/// A file that was read.
pub(super) struct GatheredFile {
    pub(super) path: PathBuf,
    /// The name to show.
    pub(super) name: Arc<str>,
    /// The number of its first record among all, from 0.
    first: u64,
}

/// Reads records, judges them, and hands on what is made of each: its number among all, what `make` says of it, and its
/// text in the form that is written.
///
/// Invalid records are counted and told in one line: whoever wants to know more asks `matombo check`.
pub(super) fn gather<T: Send + 'static>(
    args: &GatherArgs,
    form: Option<WrittenForm>,
    keep: Keep,
    make: impl Fn(&Found<'_>) -> T + Send + Sync + 'static,
    take: impl FnMut(u64, T, Option<Vec<u8>>) -> Result<(), Failure>,
) -> Result<Gathered, Failure> {
    let maker = Maker {
        form,
        judge: Judge::new().max_laps(args.reading.budget.max_laps).keep(keep).without_help(),
        palette: args.colour.color.palette(&std::io::stderr()),
        make,
    };
    let mut gathering = Gathering { gathered: Gathered::new(), take, progress: Progress::new(&args.files) };
    let pieces = Pieces::new(Files::new(&args.files)?, args.reading.from, &args.reading.input);
    let work = move |piece: Piece<Batch>| piece.map(|batch| maker.batch(&batch));
    let done = in_order(args.jobs.count(), pieces, Piece::weight, work, |piece| gathering.piece(piece));
    gathering.progress.clear();
    let gathered = gathering.gathered;
    done.map_err(|failure| failure.after(gathered.status))?;
    gathered.tell_invalid();
    Ok(gathered)
}

/// Makes of records what is wanted of them.
struct Maker<F> {
    form: Option<WrittenForm>,
    judge: Judge,
    palette: Palette,
    make: F,
}

impl<T, F: Fn(&Found<'_>) -> T> Maker<F> {
    fn batch(&self, batch: &Batch) -> (Vec<Made<T>>, usize) {
        let made = batch.inputs.iter().map(|(number, input)| self.record(&batch.file, *number, input)).collect();
        (made, batch.bytes)
    }

    fn record(&self, file: &str, number: u64, input: &Input) -> Made<T> {
        let judged = input.judge(&self.judge);
        let found = Found { file, input, judged };
        let value = (self.make)(&found);
        let valid = found.judged.is_valid();
        let Some(form) = self.form else { return Made { value, valid, loss: String::new(), text: None } };
        let lost: Vec<_> = form.loss(input, &found.judged).into_iter().collect();
        let mut loss = diagnostics_text(file, input, &lost, self.palette);
        let text = form.text(input, &found.judged);
        if text.is_none() {
            let file = escape(file, Tab::Escape);
            loss.push_str(&format!("matombo: {file}: {}\n", WrittenForm::refusal(number, &found.judged)));
        }
        Made { value, valid, loss, text }
    }
}

/// Takes what was made, in order.
struct Gathering<F> {
    gathered: Gathered,
    take: F,
    progress: Progress,
}

impl<F> Gathering<F> {
    fn piece<T>(&mut self, piece: Piece<(Vec<Made<T>>, usize)>) -> Result<(), Failure>
    where
        F: FnMut(u64, T, Option<Vec<u8>>) -> Result<(), Failure>,
    {
        match piece {
            Piece::Records((made, bytes)) => {
                let count = made.len();
                made.into_iter().try_for_each(|made| self.record(made))?;
                self.progress.advance(bytes, count);
            }
            Piece::Trouble(failure) => {
                self.progress.aside(|| complain(&failure.to_string()));
                self.gathered.status = Status::Trouble;
            }
            Piece::End(end) => {
                let first = self.gathered.records - end.records;
                self.gathered.files.push(GatheredFile { path: end.path, name: end.file, first });
            }
        }
        Ok(())
    }

    fn record<T>(&mut self, made: Made<T>) -> Result<(), Failure>
    where
        F: FnMut(u64, T, Option<Vec<u8>>) -> Result<(), Failure>,
    {
        if !made.loss.is_empty() {
            self.progress.aside(|| tell(&made.loss));
            self.gathered.left_out += u64::from(made.text.is_none());
            self.gathered.lossy |= made.text.is_some();
        }
        if !made.valid {
            self.gathered.invalid += 1;
            self.gathered.status = self.gathered.status.max(Status::Invalid);
        }
        let number = self.gathered.records;
        self.gathered.records += 1;
        (self.take)(number, made.value, made.text)
    }
}

impl Gathered {
    const fn new() -> Self {
        Self { status: Status::Good, records: 0, invalid: 0, left_out: 0, lossy: false, files: Vec::new() }
    }

    fn tell_invalid(&self) {
        if self.invalid > 0 {
            let invalid = counted(self.invalid, "invalid record");
            complain(&format!("{invalid}, kept as found; `matombo check` tells what is wrong"));
        }
    }

    /// Returns the file of a record, and its number there, from 1.
    pub(super) fn place(&self, number: u64) -> (&str, u64) {
        let behind = self.files.partition_point(|file| file.first <= number);
        match behind.checked_sub(1).and_then(|index| self.files.get(index)) {
            Some(file) => (&file.name, number - file.first + 1),
            None => ("", number + 1),
        }
    }

    /// Tells which files were read more than once: their records are there as often.
    pub(super) fn tell_repeated_files(&self) {
        let mut seen = HashSet::new();
        for file in &self.files {
            let path = file.path.canonicalize().unwrap_or_else(|_| file.path.clone());
            if file.path.as_os_str() != "-" && !seen.insert(path) {
                complain(&format!(
                    "{}: it was read before, so its records are there twice",
                    escape(&file.name, Tab::Escape)
                ));
            }
        }
    }
}
