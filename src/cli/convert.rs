use std::io::Write as _;

use super::args::{ConvertArgs, OutputForm};
use super::failure::complain;
use super::files::Files;
use super::input::Input;
use super::output::Output;
use super::pieces::{Batch, Piece, Pieces};
use super::progress::Progress;
use super::spread::in_order;
use super::{Failure, Status};
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::{Span, WIDTH, print};
use crate::record::{Checks, Judge, Judged, Keep, json_text, place_of_value};
use crate::render::Palette;
use crate::text::{Tab, escape, quoted};

pub(super) fn run(args: &ConvertArgs) -> Result<Status, Failure> {
    let keep = if args.to == OutputForm::Mgn { Keep::Turns } else { Keep::Positions };
    let converter = Converter {
        to: args.to,
        keep_invalid: args.keep_invalid,
        judge: Judge::new().max_laps(args.reading.budget.max_laps).keep(keep),
        palette: args.colour.color.palette(&std::io::stderr()),
    };
    let mut convert = Convert {
        to: args.to,
        out: Output::open(args.output.as_deref())?,
        status: Status::Good,
        written: 0,
        left_out: false,
        replaces_input: false,
        progress: Progress::new(&args.files),
    };
    convert.begin()?;
    let work = move |piece: Piece<Batch>| piece.map(|batch| converter.all(&batch));
    let files = Files::new(&args.files)?;
    let pieces = Pieces::new(files, args.reading.from, &args.reading.input).select(&args.records);
    in_order(args.jobs.count(), pieces, Piece::weight, work, |piece| convert.piece(piece))?;
    convert.end()
}

/// Puts records into another form.
struct Converter {
    to: OutputForm,
    keep_invalid: bool,
    judge: Judge,
    palette: Palette,
}

/// A record in its new form.
struct Converted {
    /// What is wrong with it, in words.
    report: String,
    valid: bool,
    text: Option<Vec<u8>>,
}

/// The records of a batch.
struct ConvertedBatch {
    records: Vec<Converted>,
    bytes: usize,
}

impl Converter {
    fn all(&self, batch: &Batch) -> ConvertedBatch {
        let records = batch.inputs.iter().map(|(_, input)| self.record(&batch.file, input)).collect();
        ConvertedBatch { records, bytes: batch.bytes }
    }

    fn record(&self, file: &str, input: &Input) -> Converted {
        let mut judged = input.judge(&self.judge);
        if let (OutputForm::Mgn, Some(ext)) = (self.to, &judged.ext) {
            judged.diagnostics.push(dropped(input, ext));
        }
        let mut report = report_text(file, input, &judged, self.palette);
        let valid = judged.is_valid();
        let wanted = valid || self.keep_invalid;
        let text = if wanted { self.text(input, &judged) } else { None };
        if wanted && text.is_none() {
            let file = escape(file, Tab::Escape);
            let why = if judged.header.is_none() { "whose start is not known" } else { "with such text" };
            report.push_str(&format!("matombo: {file}: a record {why} cannot be written in this form\n"));
        }
        Converted { report, valid, text }
    }

    fn text(&self, input: &Input, judged: &Judged) -> Option<Vec<u8>> {
        match self.to {
            OutputForm::Json => json_text(judged).map(String::into_bytes),
            OutputForm::Jsonl => json_text(judged).map(|text| text.into_bytes().into_iter().chain(*b"\n").collect()),
            OutputForm::Mgn if !judged.is_valid() && !input.json => Some(verbatim(input.source.bytes(), judged)),
            OutputForm::Mgn if input.json && !stands(judged) => None,
            OutputForm::Mgn => {
                let mut text = String::new();
                // Writing to a string cannot fail.
                let _ = print(&judged.document(Checks::None)?, WIDTH, &mut text);
                Some(text.into_bytes())
            }
        }
    }
}

/// Writes records in order.
struct Convert {
    to: OutputForm,
    out: Output,
    status: Status,
    written: u64,
    /// Whether a record was not written.
    left_out: bool,
    /// Whether the output takes the place of an input.
    replaces_input: bool,
    progress: Progress,
}

impl Convert {
    fn piece(&mut self, piece: Piece<ConvertedBatch>) -> Result<(), Failure> {
        match piece {
            Piece::Records(batch) => {
                batch.records.iter().try_for_each(|record| self.record(record))?;
                self.progress.advance(batch.bytes, batch.records.len());
            }
            Piece::Trouble(failure) => self.trouble(&failure),
            Piece::End(end) => {
                self.replaces_input |= self.out.replaces(&end.path);
                if let Some(failure) = end.missing_record() {
                    self.trouble(&failure);
                }
            }
        }
        Ok(())
    }

    fn trouble(&mut self, failure: &Failure) {
        self.progress.aside(|| complain(&failure.to_string()));
        self.status = Status::Trouble;
    }

    fn record(&mut self, record: &Converted) -> Result<(), Failure> {
        if !record.report.is_empty() {
            // Nobody is left to be told that standard error is closed.
            let _ = self.progress.aside(|| std::io::stderr().lock().write_all(record.report.as_bytes()));
        }
        if !record.valid {
            self.status = self.status.max(Status::Invalid);
        }
        let Some(text) = &record.text else {
            self.left_out = true;
            return Ok(());
        };
        if self.to == OutputForm::Json {
            self.write(if self.written > 0 { b",\n" } else { b"\n" })?;
        }
        self.written += 1;
        self.write(text)
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.out.put(text).map_err(|failure| failure.after(self.status))
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if self.to == OutputForm::Json { self.write(b"[") } else { Ok(()) }
    }

    fn end(mut self) -> Result<Status, Failure> {
        self.progress.clear();
        if self.to == OutputForm::Json {
            self.write(if self.written > 0 { b"\n]\n" } else { b"]\n" })?;
        }
        let status = self.status;
        // A file is replaced by nothing less than what was asked for.
        if self.out.is_file() && status == Status::Trouble {
            complain("nothing was written: not all of the input could be read");
            return Ok(status);
        }
        if self.left_out && self.replaces_input {
            complain("nothing was written: invalid records would be lost from the file; `--keep-invalid` keeps them");
            return Ok(status);
        }
        if self.left_out && self.written == 0 && self.out.replaces_any() {
            complain("nothing was written: there is no valid record to take the place of the file");
            return Ok(status);
        }
        self.out.finish().map_err(|failure| failure.after(status))?;
        Ok(status)
    }
}

/// Returns whether all that stands in an invalid JSON record for a turn or a tag is one in the notation too, however
/// wrong: nothing may pass for more than it is.
fn stands(judged: &Judged) -> bool {
    let word = |text: &str| {
        text.starts_with(|c: char| c.is_alphabetic())
            && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "{}()[];".contains(c))
    };
    let mut open = vec![&judged.turns];
    while let Some(turns) = open.pop() {
        for ply in turns {
            if !ply.written.as_deref().is_none_or(word) {
                return false;
            }
            open.extend(ply.variations.iter().map(|line| &line.turns));
        }
    }
    let tags = judged.header.iter().flat_map(|header| &header.tags);
    tags.into_iter().all(|(_, value)| !value.contains(|c: char| c.is_control() && c != '\t'))
}

/// Warns that the notation cannot carry what strangers added.
fn dropped(input: &Input, ext: &serde_json::Value) -> Diagnostic {
    let keys: Vec<&String> = ext.as_object().into_iter().flat_map(|ext| ext.keys()).collect();
    let given = place_of_value(&input.source, "/ext").map(|place| ("/ext".to_owned(), place));
    // Without an `ext`, unknown keys of the record were meant to go there.
    let (pointer, place) = given.unwrap_or_else(|| {
        let pointer = format!("/{}", keys.first().map_or("", |key| key.as_str()).replace('~', "~0").replace('/', "~1"));
        let place = place_of_value(&input.source, &pointer).unwrap_or(Span::new(0, 1));
        (pointer, place)
    });
    let names: Vec<String> = keys.iter().take(3).map(|key| format!("`{}`", quoted(key))).collect();
    let more = if keys.len() > 3 { format!(" and {} more", keys.len() - 3) } else { String::new() };
    let names = if names.is_empty() { "`ext`".to_owned() } else { names.join(", ") };
    let message = format!("the notation cannot carry what is in `ext`, or belongs there: {names}{more}");
    let mut diagnostic = Diagnostic::new(Code::ExtDropped, place, message);
    diagnostic.pointer = Some(pointer);
    diagnostic
}

/// Copies a record as it is, with an empty line behind it so that the next one stands apart. Tags alone get a result:
/// they would be taken for the next record's.
fn verbatim(bytes: &[u8], judged: &Judged) -> Vec<u8> {
    let end = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
    let mut text = bytes[..end].to_vec();
    text.extend(b"\n\n");
    let missing = judged.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::MissingResult);
    if judged.plies == 0 && missing {
        text.extend(b"*\n\n");
    }
    text
}

/// Reports what is wrong with a record on standard error.
pub(super) fn report(file: &str, input: &Input, judged: &Judged, palette: Palette) {
    let text = report_text(file, input, judged, palette);
    // Nobody is left to be told that standard error is closed.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

pub(super) fn report_text(file: &str, input: &Input, judged: &Judged, palette: Palette) -> String {
    let mut text = String::new();
    for diagnostic in &judged.diagnostics {
        // Writing to a string cannot fail.
        let _ = diagnostic.write_human(&mut text, file, &input.source, palette);
        text.push('\n');
    }
    text
}
