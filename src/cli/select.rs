use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{FilesArgs, SelectArgs};
use super::convert::report_text;
use super::failure::{complain, tell};
use super::files::Files;
use super::input::{Input, open_file, shown_name};
use super::output::Output;
use super::pieces::{Batch, Piece, Pieces};
use super::progress::Progress;
use super::spread::in_order;
use super::written::WrittenForm;
use super::{Failure, Status};
use crate::archive::Query;
use crate::record::{Judge, Judged, Keep};
use crate::render::Palette;
use crate::text::{Tab, escape};

/// The name under which an expression on the command line is shown.
const ARGUMENT: &str = "<expression>";

pub(super) fn run(args: &SelectArgs) -> Result<Status, Failure> {
    let (asked, files) = Asked::of(args)?;
    let palette = args.colour.color.palette(&std::io::stderr());
    let written = if args.count { None } else { args.to.written() };
    let selector = Selector {
        query: asked.query(palette)?,
        invert: args.invert,
        written,
        judge: Judge::new().max_laps(args.reading.budget.max_laps).without_help(),
        palette,
    };
    let mut select = Select {
        out: Output::open_beside(args.output.as_deref(), &files)?,
        written,
        count: args.count,
        line_buffered: args.flow.line_buffered,
        most: args.first.unwrap_or(u64::MAX),
        status: Status::Good,
        found: 0,
        replaces_input: false,
        progress: Progress::new(&files),
    };
    select.write(written.map_or("", WrittenForm::head))?;
    let work = move |piece: Piece<Batch>| piece.map(|batch| selector.all(&batch));
    let pieces = Pieces::new(Files::new(&files)?, args.reading.from, &args.reading.input);
    let pieces = pieces.select(&args.records).flow(&args.flow);
    match in_order(args.flow.jobs(), pieces, Piece::weight, work, |piece| select.piece(piece)) {
        Ok(()) | Err(Stop::Enough) => select.end(),
        Err(Stop::Failed(failure)) => Err(failure),
    }
}

/// What is asked, and where it was written.
struct Asked {
    text: String,
    /// The name to show.
    name: String,
    /// The argument that is taken for it, if no option has it.
    operand: Option<PathBuf>,
}

impl Asked {
    /// Parts the expression from the files.
    fn of(args: &SelectArgs) -> Result<(Self, FilesArgs), Failure> {
        let mut files = args.operands.clone();
        let argument = || ARGUMENT.to_owned();
        let asked = match (&args.expression, &args.query_file) {
            (Some(text), _) => Self { text: text.clone(), name: argument(), operand: None },
            (None, Some(file)) => Self { text: read_query(file)?, name: shown_name(file), operand: None },
            (None, None) => {
                let operand = files.pop().unwrap_or_default();
                let Some(text) = operand.to_str() else {
                    return Err(Failure::Usage(
                        "the last argument is the expression, and this is not UTF-8".to_owned(),
                    ));
                };
                Self { text: text.to_owned(), name: argument(), operand: Some(operand) }
            }
        };
        Ok((asked, FilesArgs { files, files_from: args.files_from.clone(), null: args.null }))
    }

    /// Reads the expression; what is wrong with it is told.
    fn query(&self, palette: Palette) -> Result<Query, Failure> {
        Query::parse(&self.text).map_err(|error| {
            let mut report = String::new();
            // Writing to a string cannot fail.
            let _ = error.write_human(&mut report, &self.name, &self.text, palette);
            tell(&report);
            self.refusal()
        })
    }

    /// Says that it cannot be read; whoever named only files is told so.
    fn refusal(&self) -> Failure {
        let file = self.operand.as_deref().filter(|operand| operand.as_os_str() == "-" || operand.exists());
        Failure::Usage(match file {
            Some(file) => format!(
                "`{}` is a file: the expression comes last, behind the files, or in `--expression`",
                escape(&file.display().to_string(), Tab::Escape)
            ),
            None => "the expression cannot be read: EXPRESSIONS in `man matombo` lists what can be asked".to_owned(),
        })
    }
}

/// Reads a file that holds an expression, as far as one can be long.
fn read_query(file: &Path) -> Result<String, Failure> {
    if file.as_os_str() == "-" {
        return Err(Failure::Usage("an expression is not read from standard input: name a file".to_owned()));
    }
    let fail = |error| Failure::File { file: shown_name(file), error };
    let mut bytes = Vec::new();
    open_file(file)?.take(Query::LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() > Query::LONGEST {
        // It is too long whatever it says; a character may be cut off.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Usage(format!("{}: this is not UTF-8", escape(&shown_name(file), Tab::Escape))))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Finds the records that are asked for, and puts them into the form that is written.
struct Selector {
    query: Query,
    invert: bool,
    /// How each record is written, if it is.
    written: Option<WrittenForm>,
    judge: Judge,
    palette: Palette,
}

/// A record that was found.
#[derive(Default)]
struct Selected {
    /// What is written of it; `None` if its form cannot hold it.
    body: Option<Vec<u8>>,
    /// What there is to say of it.
    report: String,
}

/// The records found in a batch.
struct SelectedBatch {
    path: PathBuf,
    found: Vec<Selected>,
    records: usize,
    bytes: usize,
}

impl Selector {
    fn all(&self, batch: &Batch) -> SelectedBatch {
        let found = batch.inputs.iter().filter_map(|(number, input)| self.record(&batch.file, *number, input));
        SelectedBatch {
            path: batch.path.clone(),
            found: found.collect(),
            records: batch.inputs.len(),
            bytes: batch.bytes,
        }
    }

    fn record(&self, file: &Arc<str>, number: u64, input: &Input) -> Option<Selected> {
        let (judged, kept) = self.selected(input)?;
        let Some(written) = self.written else {
            let line = format!("{}:{number}\n", escape(file, Tab::Escape));
            return Some(Selected { body: Some(line.into_bytes()), report: String::new() });
        };
        let mut judged = if kept < written.keep() { self.judged(input, written.keep()) } else { judged };
        let body = written.text(input, &judged);
        judged.diagnostics = written.loss(input, &judged).into_iter().collect();
        let mut report = report_text(file, input, &judged, self.palette);
        if body.is_none() {
            let file = escape(file, Tab::Escape);
            report.push_str(&format!(
                "matombo: {file}: record {number} is selected, and cannot be written in this form\n"
            ));
        }
        Some(Selected { body, report })
    }

    /// Returns a record that is asked for, and how much was kept of it. It is judged only if its tags do not tell.
    fn selected(&self, input: &Input) -> Option<(Judged, Keep)> {
        let wanted = |matches: bool| matches != self.invert;
        let (least, needs) = (self.query.may_need(), self.query.needs());
        if least < needs {
            let judged = self.judged(input, least);
            if let Some(matches) = self.query.matches(&judged, least) {
                return wanted(matches).then_some((judged, least));
            }
        }
        let judged = self.judged(input, needs);
        let matches = self.query.matches(&judged, needs)?;
        wanted(matches).then_some((judged, needs))
    }

    fn judged(&self, input: &Input, keep: Keep) -> Judged {
        input.judge(&self.judge.keep(keep))
    }
}

/// Why no more is read.
enum Stop {
    /// As many records were found as are wanted.
    Enough,
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Writes what is found, in order.
struct Select {
    out: Output,
    written: Option<WrittenForm>,
    /// Whether only the number is written.
    count: bool,
    /// Whether what is found leaves at once.
    line_buffered: bool,
    /// How many records are wanted.
    most: u64,
    status: Status,
    found: u64,
    /// Whether the output takes the place of an input.
    replaces_input: bool,
    progress: Progress,
}

impl Select {
    fn piece(&mut self, piece: Piece<SelectedBatch>) -> Result<(), Stop> {
        match piece {
            Piece::Records(batch) => {
                self.replaces_input |= self.out.replaces(&batch.path);
                batch.found.into_iter().try_for_each(|selected| self.record(&selected))?;
                if self.line_buffered {
                    self.out.send().map_err(|failure| failure.after(self.reached()))?;
                }
                self.progress.advance(batch.bytes, batch.records);
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

    fn record(&mut self, selected: &Selected) -> Result<(), Stop> {
        if !selected.report.is_empty() {
            self.progress.aside(|| tell(&selected.report));
        }
        match &selected.body {
            Some(body) => {
                let joint = self.written.map_or("", |written| written.joint(self.found));
                self.found += 1;
                self.write(joint)?;
                if !self.count {
                    self.write(body)?;
                }
            }
            None => self.status = Status::Trouble,
        }
        if self.found == self.most { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Returns the status as it stands: none found, unless something was.
    fn reached(&self) -> Status {
        let found = if self.found > 0 { Status::Good } else { Status::Invalid };
        self.status.max(found)
    }

    fn write(&mut self, text: impl AsRef<[u8]>) -> Result<(), Failure> {
        let status = self.reached();
        self.out.put(text.as_ref()).map_err(|failure| failure.after(status))
    }

    fn end(mut self) -> Result<Status, Failure> {
        self.progress.clear();
        if self.count {
            self.write(format!("{}\n", self.found))?;
        }
        let foot = self.written.map_or("", |written| written.foot(self.found));
        self.write(foot)?;
        let status = self.reached();
        // A file is replaced by nothing less than what was asked for.
        if self.out.is_file() && status == Status::Trouble {
            complain("nothing was written: not all of the input could be read, or not all that was found be written");
            return Ok(status);
        }
        if self.replaces_input {
            return Err(Failure::Usage(
                "nothing was written: the other records would be lost from the file".to_owned(),
            ));
        }
        self.out.finish().map_err(|failure| failure.after(status))?;
        Ok(status)
    }
}
