use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::check::check_found;
use super::convert::report;
use super::diff::{Edit, edited, harmless, unified_diff};
use super::failure::complain;
use super::files::Files;
use super::input::{Input, InputForm, looks_like_json, read_all, shown_name};
use super::output::Output;
use super::{Failure, Status};
use crate::notation::RecordReader;
use crate::record::{Fix, Judge};
use crate::text::{Tab, counted, escape};

/// Repairs files, or shows what would change, and checks what they hold then.
pub(super) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    let mut status = Status::Good;
    let mut files = Vec::new();
    let mut all = Files::new(&args.files)?;
    while let Some(file) = all.next() {
        match file {
            Ok(file) => files.push(Target { file, in_folder: all.in_folder() }),
            Err(failure) => {
                complain(&failure.to_string());
                status = Status::Trouble;
            }
        }
    }
    let is_stream = |target: &Target| target.file.as_os_str() == "-";
    if args.fix && files.len() > 1 && files.iter().any(is_stream) {
        return Err(Failure::Usage(
            "`--fix` writes standard input to standard output: name no file besides".to_owned(),
        ));
    }
    let fixer = Fixer { args, judge: Judge::new().max_laps(args.reading.budget.max_laps) };
    if args.diff {
        return Ok(status.max(fixer.show(&files)?));
    }
    if files.iter().any(is_stream) {
        return fixer.stream(&files[0].file);
    }
    let mut left = Vec::new();
    for target in files {
        match fixer.replace(&target) {
            Ok(()) => {}
            Err(Refusal::Unread) => status = Status::Trouble,
            Err(Refusal::Unwritten(failure)) => {
                complain(&failure.to_string());
                status = Status::Trouble;
            }
            Err(Refusal::Json) if target.in_folder => {}
            Err(Refusal::Json) => {
                complain(&json_refusal(&target.file));
                status = Status::Trouble;
                continue;
            }
        }
        left.push(target.file);
    }
    if left.is_empty() { Ok(status) } else { Ok(status.max(check_found(args, left)?)) }
}

/// A file that is to be repaired.
struct Target {
    file: PathBuf,
    /// Whether it was found in a folder. Then it may be JSON, which is only checked.
    in_folder: bool,
}

/// Why a file is not repaired.
enum Refusal {
    /// It cannot be read: the check that follows says why.
    Unread,
    /// It cannot be written.
    Unwritten(Failure),
    /// It is JSON.
    Json,
}

fn json_refusal(file: &Path) -> String {
    format!("{}: JSON is not repaired, only the notation is", escape(&shown_name(file), Tab::Escape))
}

struct Fixer<'a> {
    args: &'a CheckArgs,
    judge: Judge,
}

/// The repairs of a file.
struct Repairs {
    edits: Vec<Edit>,
    records: u64,
}

impl Repairs {
    const NONE: Self = Self { edits: Vec::new(), records: 0 };

    /// Tells how many there are; of the files in a folder only those that have some.
    fn tell(&self, file: &Path, in_folder: bool) {
        if in_folder && self.edits.is_empty() {
            return;
        }
        let what = match self.edits.len() as u64 {
            0 => "nothing to repair".to_owned(),
            edits => format!("{} in {}", counted(edits, "repair"), counted(self.records, "record")),
        };
        complain(&format!("{}: {what}", escape(&shown_name(file), Tab::Escape)));
    }
}

impl Fixer<'_> {
    fn is_json(&self, bytes: &[u8]) -> bool {
        self.args.reading.from.map_or_else(|| looks_like_json(bytes), |form| form != InputForm::Mgn)
    }

    /// Cuts bytes into records.
    fn split<'b>(&self, bytes: &'b [u8]) -> RecordReader<&'b [u8]> {
        RecordReader::with_limit(bytes, self.args.reading.input.max_record_bytes())
    }

    /// Finds the repairs of all records.
    fn repairs(&self, bytes: &[u8]) -> Repairs {
        let mut repairs = Repairs::NONE;
        let mut records = 0;
        for source in self.split(bytes) {
            // Bytes in memory can be read.
            let Ok(source) = source else { break };
            records += 1;
            let fix = Fix::find(&source, &self.judge);
            repairs.records += u64::from(!fix.edits.is_empty());
            let start = source.place().byte as usize;
            repairs.edits.extend(
                fix.edits
                    .into_iter()
                    .map(|(span, text)| Edit { range: start + span.start as usize..start + span.end as usize, text }),
            );
        }
        // A file whose records would be cut in other places is left alone.
        let repaired = edited(bytes, &repairs.edits);
        if self.split(&repaired).count() == records { repairs } else { Repairs { edits: Vec::new(), records: 0 } }
    }

    /// Repairs a file in its place.
    fn replace(&self, target: &Target) -> Result<(), Refusal> {
        let file = &target.file;
        let bytes = std::fs::read(file).map_err(|_| Refusal::Unread)?;
        if self.is_json(&bytes) {
            return Err(Refusal::Json);
        }
        let repairs = self.repairs(&bytes);
        if !repairs.edits.is_empty() {
            write(file, &edited(&bytes, &repairs.edits)).map_err(Refusal::Unwritten)?;
        }
        repairs.tell(file, target.in_folder);
        Ok(())
    }

    /// Repairs standard input, and reports on standard error.
    fn stream(&self, file: &Path) -> Result<Status, Failure> {
        let bytes = read_all(file)?;
        let json = self.is_json(&bytes);
        let repairs = if json { Repairs::NONE } else { self.repairs(&bytes) };
        let repaired = edited(&bytes, &repairs.edits);
        let mut out = Output::standard();
        out.put(&repaired)?;
        out.finish()?;
        if json {
            complain(&json_refusal(file));
            return Ok(Status::Trouble);
        }
        repairs.tell(file, false);
        let palette = self.args.colour.color.palette(&io::stderr());
        let mut status = Status::Good;
        for source in self.split(&repaired).map_while(Result::ok) {
            let input = Input { source, json: false };
            let judged = input.judge(&self.judge);
            report(&shown_name(file), &input, &judged, palette);
            if !judged.is_valid() {
                status = Status::Invalid;
            }
        }
        Ok(status)
    }

    /// Shows what would change.
    fn show(&self, targets: &[Target]) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut status = Status::Good;
        for Target { file, in_folder } in targets {
            let bytes = match read_all(file) {
                Ok(bytes) => bytes,
                Err(failure) => {
                    complain(&failure.to_string());
                    status = Status::Trouble;
                    continue;
                }
            };
            if self.is_json(&bytes) {
                if !in_folder {
                    complain(&json_refusal(file));
                    status = Status::Trouble;
                }
                continue;
            }
            let repairs = self.repairs(&bytes);
            if !repairs.edits.is_empty() {
                status = status.max(Status::Invalid);
                let name = escape(&shown_name(file), Tab::Escape).into_owned();
                let diff = unified_diff(&name, &bytes, &repairs.edits);
                out.put(&if io::stdout().is_terminal() { harmless(&diff) } else { diff })
                    .map_err(|failure| failure.after(status))?;
            }
            repairs.tell(file, *in_folder);
        }
        out.finish().map_err(|failure| failure.after(status))?;
        Ok(status)
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fail = |error| Failure::File { file: shown_name(file), error };
    // Another file may take its place though this one cannot be written: that was not asked for.
    if file.metadata().map_err(fail)?.permissions().readonly() {
        return Err(fail(io::Error::other("the file is read-only and was not repaired")));
    }
    let mut out = Output::open(Some(file))?;
    out.put(bytes)?;
    out.finish()
}
