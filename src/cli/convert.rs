use super::animate::Animator;
use super::args::{ConvertArgs, OutputForm};
use super::failure::{complain, tell};
use super::files::Files;
use super::input::Input;
use super::output::Output;
use super::page::PageWriter;
use super::pieces::{Batch, Piece, Pieces};
use super::progress::Progress;
use super::show::refuse_terminal;
use super::spread::in_order;
use super::table::{Rows, TableWriter, Tabular};
use super::written::WrittenForm;
use super::{Failure, Status};
use crate::archive::table::Entry;
use crate::diagnostic::Diagnostic;
use crate::record::{Judge, Judged, Keep, PageRecord, score_sheet};
use crate::render::Palette;
use crate::text::{Tab, escape};

pub(super) fn run(args: &ConvertArgs) -> Result<Status, Failure> {
    if let Some((option, forms)) = args.idle_option() {
        return Err(Failure::Usage(format!("{option} is only for --to {forms}")));
    }
    if let Some(what) = args.to.binary() {
        refuse_terminal(Output::is_standard(args.output.as_deref()), what)?;
    }
    let target = Target::new(args)?;
    let converter = Converter {
        target,
        keep_invalid: args.keep_invalid,
        judge: Judge::new().max_laps(args.reading.budget.max_laps).keep(target.keep()),
        palette: args.colour.color.palette(&std::io::stderr()),
    };
    let mut convert = Convert {
        to: args.to,
        out: Output::open_beside(args.output.as_deref(), &args.files)?,
        page: if args.to == OutputForm::Html { Some(PageWriter::new()?) } else { None },
        table: if let Target::Row(tabular) = target { Some(TableWriter::new(tabular)?) } else { None },
        args,
        moving: None,
        status: Status::Good,
        written: 0,
        left_out: false,
        lossy: false,
        replaces_input: false,
        progress: Progress::new(&args.files),
    };
    convert.begin()?;
    let work = move |piece: Piece<Batch>| piece.map(|batch| converter.all(&batch));
    let files = Files::new(&args.files)?;
    let pieces = Pieces::new(files, args.reading.from, &args.reading.input).select(&args.records).flow(&args.flow);
    in_order(args.flow.jobs(), pieces, Piece::weight, work, |piece| convert.piece(piece))?;
    convert.end()
}

/// What a record becomes.
#[derive(Clone, Copy)]
enum Target {
    /// Text from which it can be read again.
    Written(WrittenForm),
    /// A score sheet.
    Sheet,
    /// Rows of a table.
    Row(Tabular),
    /// A part of a page, or a moving picture.
    Shown,
}

impl Target {
    fn new(args: &ConvertArgs) -> Result<Self, Failure> {
        if let Some(written) = args.written() {
            return Ok(Self::Written(written));
        }
        if let Some(table) = args.table() {
            return Ok(Self::Row(Tabular::new(table, args.to)?));
        }
        Ok(if args.to == OutputForm::Markdown { Self::Sheet } else { Self::Shown })
    }

    /// Returns how much a judge must keep for it.
    const fn keep(self) -> Keep {
        match self {
            Self::Written(written) => written.keep(),
            Self::Row(_) => Keep::Positions,
            Self::Sheet | Self::Shown => Keep::Turns,
        }
    }
}

/// Puts records into another form.
struct Converter {
    target: Target,
    keep_invalid: bool,
    judge: Judge,
    palette: Palette,
}

/// A record in its new form.
struct Converted {
    /// What is wrong with it, in words.
    report: String,
    valid: bool,
    /// Whether its new form cannot carry all of it.
    lossy: bool,
    /// What is written, unless it is left out.
    body: Option<Body>,
}

/// What is written of a record.
enum Body {
    Text(Vec<u8>),
    /// It goes into a page or a moving picture.
    Judged(Box<Judged>),
    /// It is among the rows of the batch.
    Rows,
}

/// The records of a batch.
struct ConvertedBatch {
    records: Vec<Converted>,
    /// The rows of a table that they became.
    rows: Option<Rows>,
    bytes: usize,
}

impl Converter {
    fn all(&self, batch: &Batch) -> ConvertedBatch {
        let mut rows = if let Target::Row(tabular) = self.target { Some(tabular.rows()) } else { None };
        let one = |(number, input): &(u64, Input)| self.record(&batch.file, *number, input, rows.as_mut());
        let records = batch.inputs.iter().map(one).collect();
        ConvertedBatch { records, rows, bytes: batch.bytes }
    }

    fn record(&self, file: &str, number: u64, input: &Input, rows: Option<&mut Rows>) -> Converted {
        let mut judged = input.judge(&self.judge);
        let loss = if let Target::Written(written) = self.target { written.loss(input, &judged) } else { None };
        let lossy = loss.is_some();
        judged.diagnostics.extend(loss);
        let mut report = report_text(file, input, &judged, self.palette);
        let valid = judged.is_valid();
        if !valid && !self.keep_invalid {
            return Converted { report, valid, lossy, body: None };
        }
        let refusal = WrittenForm::refusal(number, &judged);
        let body = match (self.target, rows) {
            (Target::Written(written), _) => written.text(input, &judged).map(Body::Text),
            (Target::Sheet, _) => score_sheet(&judged).map(|sheet| Body::Text(sheet.into_bytes())),
            (Target::Row(_), Some(rows)) => {
                rows.add(Entry { file, record: number, judged: &judged });
                Some(Body::Rows)
            }
            (Target::Row(_) | Target::Shown, _) => judged.header.is_some().then(|| Body::Judged(Box::new(judged))),
        };
        if body.is_none() {
            let file = escape(file, Tab::Escape);
            report.push_str(&format!("matombo: {file}: {refusal}\n"));
        }
        Converted { report, valid, lossy, body }
    }
}

/// Writes records in order.
struct Convert<'a> {
    to: OutputForm,
    out: Output,
    /// The page that is written, if one is.
    page: Option<PageWriter>,
    /// The table that is written, if one is.
    table: Option<TableWriter>,
    args: &'a ConvertArgs,
    /// The record that becomes a moving picture, once it is known to be the only one.
    moving: Option<Judged>,
    status: Status,
    written: u64,
    /// Whether a record was not written.
    left_out: bool,
    /// Whether the form cannot carry all of a record.
    lossy: bool,
    /// Whether the output takes the place of an input.
    replaces_input: bool,
    progress: Progress,
}

impl Convert<'_> {
    fn piece(&mut self, piece: Piece<ConvertedBatch>) -> Result<(), Failure> {
        match piece {
            Piece::Records(batch) => {
                let count = batch.records.len();
                batch.records.into_iter().try_for_each(|record| self.record(record))?;
                if let (Some(table), Some(rows)) = (&mut self.table, batch.rows) {
                    table.add(rows, &mut self.out).map_err(|failure| failure.after(self.status))?;
                }
                if self.args.flow.line_buffered {
                    self.out.send().map_err(|failure| failure.after(self.status))?;
                }
                self.progress.advance(batch.bytes, count);
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

    fn record(&mut self, record: Converted) -> Result<(), Failure> {
        if !record.report.is_empty() {
            self.progress.aside(|| tell(&record.report));
        }
        self.lossy |= record.lossy;
        if !record.valid {
            self.status = self.status.max(Status::Invalid);
        }
        match record.body {
            None => {
                self.left_out = true;
                Ok(())
            }
            Some(Body::Text(text)) => {
                self.write(self.joint().as_bytes())?;
                self.written += 1;
                self.write(&text)
            }
            Some(Body::Rows) => {
                self.written += 1;
                Ok(())
            }
            Some(Body::Judged(judged)) => self.judged(judged),
        }
    }

    /// Puts a record into the page, or keeps it for the moving picture.
    fn judged(&mut self, judged: Box<Judged>) -> Result<(), Failure> {
        let max_laps = self.args.reading.budget.max_laps;
        let Some(page) = &mut self.page else {
            self.written += 1;
            return match self.moving.replace(*judged) {
                None => Ok(()),
                Some(_) => Err(Failure::Usage(
                    "one record can be animated, and there are more: --record N picks one".to_owned(),
                )),
            };
        };
        let Some(record) = PageRecord::new(&judged, self.written + 1, max_laps) else {
            self.left_out = true;
            return Ok(());
        };
        self.written += 1;
        page.add(record, &mut self.out).map_err(|failure| failure.after(self.status))
    }

    /// Returns what stands before the next record.
    fn joint(&self) -> &'static str {
        match (self.args.written(), self.to) {
            (Some(written), _) => written.joint(self.written),
            (None, OutputForm::Markdown) if self.written > 0 => "\n---\n\n",
            (None, _) => "",
        }
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.out.put(text).map_err(|failure| failure.after(self.status))
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if let Some(table) = &self.table {
            return table.begin(&mut self.out);
        }
        self.write(self.args.written().map_or("", WrittenForm::head).as_bytes())
    }

    fn end(mut self) -> Result<Status, Failure> {
        self.progress.clear();
        let foot = self.args.written().map_or("", |written| written.foot(self.written));
        self.write(foot.as_bytes())?;
        if let Some(page) = self.page.take() {
            page.finish(&mut self.out).map_err(|failure| failure.after(self.status))?;
        }
        if let Some(table) = self.table.take() {
            table.finish(&mut self.out).map_err(|failure| failure.after(self.status))?;
        }
        if self.to.is_animation() {
            self.animate()?;
        }
        let status = self.status;
        // A file is replaced by nothing less than what was asked for.
        if self.out.is_file() && status == Status::Trouble {
            complain("nothing was written: not all of the input could be read");
            return Ok(status);
        }
        if self.replaces_input && self.args.written().is_none() {
            return Err(Failure::Usage("nothing was written: the records would be lost from the file".to_owned()));
        }
        if self.args.records.selection.is_some() && self.replaces_input {
            return Err(Failure::Usage(
                "nothing was written: the other records would be lost from the file".to_owned(),
            ));
        }
        if self.lossy && self.replaces_input {
            return Err(Failure::Usage("nothing was written: what is in `ext` would be lost from the file".to_owned()));
        }
        if self.left_out && self.replaces_input {
            complain("nothing was written: invalid records would be lost from the file; `--keep-invalid` keeps them");
            return Ok(status);
        }
        if self.left_out && self.written == 0 && self.to.is_animation() {
            complain("nothing was written: there is no valid record");
            return Ok(status);
        }
        if self.left_out && self.written == 0 && self.out.replaces_any() {
            complain("nothing was written: there is no valid record to take the place of the file");
            return Ok(status);
        }
        self.out.finish().map_err(|failure| failure.after(status))?;
        Ok(status)
    }

    fn animate(&mut self) -> Result<(), Failure> {
        let Some(judged) = self.moving.take() else {
            // What was left out has been told.
            let none = || Failure::Usage("there is no record to animate".to_owned());
            return if self.left_out || self.status == Status::Trouble { Ok(()) } else { Err(none()) };
        };
        let palette = self.args.colour.color.palette_of_recording();
        let max_laps = self.args.reading.budget.max_laps;
        let animator = Animator { args: &self.args.animation, max_laps, palette };
        animator.write(self.to, &judged, &mut self.out).map_err(|failure| failure.after(self.status))
    }
}

/// Reports what is wrong with a record on standard error.
pub(super) fn report(file: &str, input: &Input, judged: &Judged, palette: Palette) {
    tell(&report_text(file, input, judged, palette));
}

pub(super) fn report_text(file: &str, input: &Input, judged: &Judged, palette: Palette) -> String {
    diagnostics_text(file, input, &judged.diagnostics, palette)
}

pub(super) fn diagnostics_text(file: &str, input: &Input, diagnostics: &[Diagnostic], palette: Palette) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        // Writing to a string cannot fail.
        let _ = diagnostic.write_human(&mut text, file, &input.source, palette);
        text.push('\n');
    }
    text
}
