use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::args::FmtArgs;
use super::convert::report_text;
use super::diff::{Edit, harmless, unified_diff};
use super::failure::{complain, tell};
use super::files::Files;
use super::input::{Input, looks_like_json, read_all, shown_name};
use super::output::{FileMark, Output, write_all};
use super::pieces::{Batch, Piece, Pieces};
use super::spread::in_order;
use super::{Failure, Status};
use crate::notation::{RecordReader, print};
use crate::record::{Checks, Judge, Keep};
use crate::render::Palette;
use crate::text::{Tab, escape};

/// How many lines of one record are compared line by line; of a longer one all are shown.
const COMPARED_LINES: usize = 10_000;

pub(super) fn run(args: &FmtArgs) -> Result<Status, Failure> {
    let mut status = Status::Good;
    let formatter = Formatter {
        judge: Judge::new().max_laps(args.budget.max_laps).keep(Keep::Turns),
        checks: args.checks.into(),
        width: args.width(),
        palette: args.colour.color.palette(&io::stderr()),
        diff: args.diff,
    };
    for file in Files::notation(&args.files)? {
        let done = file.and_then(|file| Fmt::new(args, &file)?.run(formatter));
        match done {
            Ok(done) => status = status.max(done),
            Err(failure @ (Failure::Closed(_) | Failure::Output(_))) => return Err(failure.after(status)),
            Err(failure) => {
                complain(&failure.to_string());
                status = Status::Trouble;
            }
        }
    }
    Ok(status)
}

/// Puts records into canonical form.
#[derive(Clone, Copy)]
struct Formatter {
    judge: Judge,
    checks: Checks,
    width: usize,
    palette: Palette,
    /// Whether the lines that change are wanted.
    diff: bool,
}

/// What became of a record.
enum Formatted {
    /// It is JSON, which has no canonical form of its own.
    Json,
    /// It is larger than the limit, so not all of it is known.
    TooLarge(String),
    /// Its text: canonical, or as it was if it is invalid.
    Text { text: Vec<u8>, edits: Vec<Edit>, changed: bool, report: Option<String> },
}

impl Formatter {
    fn record(&self, file: &str, input: &Input) -> Formatted {
        if input.json {
            return Formatted::Json;
        }
        let judged = input.judge(&self.judge);
        let report = || report_text(file, input, &judged, self.palette);
        if input.source.limit_passed().is_some() {
            return Formatted::TooLarge(report());
        }
        let old = input.source.bytes();
        let document = judged.is_valid().then(|| judged.document(self.checks)).flatten();
        let Some(document) = document else {
            return Formatted::Text { text: old.to_vec(), edits: Vec::new(), changed: false, report: Some(report()) };
        };
        let mut text = String::with_capacity(old.len() + 64);
        // Writing to a string cannot fail.
        let _ = print(&document, self.width, &mut text);
        let changed = text.as_bytes() != old;
        let start = input.source.place().byte as usize;
        let edits = if changed && self.diff { edits(start, old, &text) } else { Vec::new() };
        Formatted::Text { text: text.into_bytes(), edits, changed, report: None }
    }
}

/// Finds the lines of a record that change.
fn edits(start: usize, old: &[u8], new: &str) -> Vec<Edit> {
    let old_lines: Vec<&[u8]> = old.split_inclusive(|byte| *byte == b'\n').collect();
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    if old_lines.len() + new_lines.len() > COMPARED_LINES {
        return vec![Edit { range: start..start + old.len(), text: new.to_owned() }];
    }
    let mut starts: Vec<usize> =
        old_lines.iter().scan(start, |at, line| Some(std::mem::replace(at, *at + line.len()))).collect();
    starts.push(start + old.len());
    let new_bytes: Vec<&[u8]> = new_lines.iter().map(|line| line.as_bytes()).collect();
    let ops = capture_diff_slices(Algorithm::Myers, &old_lines, &new_bytes);
    let changes = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let edit = |op: &DiffOp| {
        let (old, new) = (op.old_range(), op.new_range());
        Edit { range: starts[old.start]..starts[old.end], text: new_lines[new].concat() }
    };
    changes.map(edit).collect()
}

/// Works on one file.
struct Fmt<'a> {
    args: &'a FmtArgs,
    file: &'a Path,
    /// Where the text goes; nowhere if it is only compared.
    out: Option<Output>,
    mark: Option<FileMark>,
    status: Status,
    changed: bool,
}

impl<'a> Fmt<'a> {
    fn new(args: &'a FmtArgs, file: &'a Path) -> Result<Self, Failure> {
        let in_place = file.as_os_str() != "-" && !args.check && !args.diff;
        let mark = if in_place { Some(FileMark::of(file)?) } else { None };
        let out = if args.check || args.diff { None } else { Some(Output::open(Some(file))?) };
        Ok(Self { args, file, out, mark, status: Status::Good, changed: args.input.encoding.is_some() })
    }

    fn run(mut self, formatter: Formatter) -> Result<Status, Failure> {
        let args = self.args;
        if args.diff {
            return self.diff(formatter);
        }
        let work = move |piece: Piece<Batch>| {
            piece.map(|batch| {
                let record = |(_, input): &(u64, Input)| formatter.record(&batch.file, input);
                batch.inputs.iter().map(record).collect::<Vec<Formatted>>()
            })
        };
        let pieces = Pieces::new(Files::of(vec![self.file.to_owned()]), None, &args.input);
        in_order(args.jobs.count(), pieces, Piece::weight, work, |piece| self.piece(piece))?;
        self.end()
    }

    fn piece(&mut self, piece: Piece<Vec<Formatted>>) -> Result<(), Failure> {
        match piece {
            Piece::Records(records) => records.into_iter().try_for_each(|record| {
                let (text, _) = self.record(record)?;
                self.out.as_mut().map_or(Ok(()), |out| out.put(&text))
            }),
            Piece::Trouble(failure) => Err(failure),
            Piece::End(_) => Ok(()),
        }
    }

    /// Takes note of a record. Returns its text and what changes.
    fn record(&mut self, record: Formatted) -> Result<(Vec<u8>, Vec<Edit>), Failure> {
        match record {
            Formatted::Json => {
                Err(self
                    .refusal("JSON has no canonical notation, `matombo convert --to mgn` puts it into the notation"))
            }
            Formatted::TooLarge(report) => {
                tell(&report);
                Err(self.refusal("left alone, since one record of it is too large"))
            }
            Formatted::Text { text, edits, changed, report } => {
                if let Some(report) = report {
                    tell(&report);
                    self.status = self.status.max(Status::Invalid);
                }
                self.changed |= changed;
                Ok((text, edits))
            }
        }
    }

    fn refusal(&self, why: &str) -> Failure {
        Failure::Usage(format!("{}: {why}", escape(&shown_name(self.file), Tab::Escape)))
    }

    /// Writes the file anew if it changes, or its name if it is only compared.
    fn end(self) -> Result<Status, Failure> {
        let differs = if self.changed { Status::Invalid } else { Status::Good };
        if self.args.check {
            if self.changed {
                write_all(|out| writeln!(out, "{}", escape(&shown_name(self.file), Tab::Escape)))?;
            }
            return Ok(self.status.max(differs));
        }
        let Some(out) = self.out else { return Ok(self.status) };
        if let Some(mark) = &self.mark {
            if !self.changed {
                return Ok(self.status);
            }
            mark.hold(self.file)?;
        }
        out.finish()?;
        Ok(self.status)
    }

    /// Shows which lines change. The file is held in memory, since a diff shows lines around each change.
    fn diff(mut self, formatter: Formatter) -> Result<Status, Failure> {
        let bytes = read_all(self.file)?;
        if looks_like_json(&bytes) {
            self.record(Formatted::Json)?;
        }
        let name = shown_name(self.file);
        let mut edits = Vec::new();
        for source in RecordReader::with_limit(&bytes[..], self.args.input.max_record_bytes()).map_while(Result::ok) {
            let (_, changes) = self.record(formatter.record(&name, &Input { source, json: false }))?;
            edits.extend(changes);
        }
        if edits.is_empty() {
            return Ok(self.status);
        }
        let diff = unified_diff(&escape(&name, Tab::Escape), &bytes, &edits);
        write_all(|out| out.write_all(&if io::stdout().is_terminal() { harmless(&diff) } else { diff }))?;
        Ok(Status::Invalid.max(self.status))
    }
}
