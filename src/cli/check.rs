use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use super::args::{CheckArgs, ReportFormat};
use super::failure::complain;
use super::files::Files;
use super::junit_log::JunitLog;
use super::output::Output;
use super::pieces::{Piece, Pieces};
use super::progress::Progress;
use super::sarif_log::SarifLog;
use super::spread::in_order;
use super::strictness::Strictness;
use super::tally::Tally;
use super::told::{Teller, Told, ToldBatch};
use super::{Failure, Status};
use crate::record::Judge;
use crate::render::Palette;
use crate::text::counted;

pub(super) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    if args.fix || args.diff {
        return super::fix::run(args);
    }
    check_files(args, Files::new(&args.files)?)
}

/// Checks files that were looked for before.
pub(super) fn check_found(args: &CheckArgs, files: Vec<PathBuf>) -> Result<Status, Failure> {
    check_files(args, Files::of(files))
}

fn check_files(args: &CheckArgs, files: Files) -> Result<Status, Failure> {
    let most = args.max_diagnostics.unwrap_or(u64::MAX);
    let judge = Judge::new().max_laps(args.reading.budget.max_laps);
    let helps = matches!(args.format, ReportFormat::Human | ReportFormat::Jsonl | ReportFormat::Junit) && !args.quiet;
    let teller = Teller {
        format: args.format,
        judge: if helps { judge } else { judge.without_help() },
        strictness: Strictness::new(&args.strictness)?,
        // In XML there are no colours.
        palette: match args.format {
            ReportFormat::Junit => Palette::plain(),
            _ => args.colour.color.palette(&std::io::stdout()),
        },
        most: most.try_into().unwrap_or(usize::MAX),
        quiet: args.quiet,
    };
    let mut out = Output::standard();
    let log = if args.quiet { Log::None } else { Log::begin(args.format, &mut out).map_err(Failure::of_output)? };
    let mut check = Check {
        format: args.format,
        strict: args.strictness.strict,
        quiet: args.quiet,
        left: most,
        out,
        on_terminal: std::io::stdout().is_terminal(),
        line_buffered: args.flow.line_buffered,
        status: Status::Good,
        tally: Tally::default(),
        log,
        progress: Progress::new(&args.files),
    };
    let work = move |piece: Piece<_>| piece.map(|batch| teller.tell_all(batch));
    let pieces = Pieces::new(files, args.reading.from, &args.reading.input).select(&args.records).flow(&args.flow);
    in_order(args.flow.jobs(), pieces, Piece::weight, work, |piece| check.piece(piece))?;
    check.end()
}

/// A log that holds all reports together.
enum Log {
    /// Reports stand for themselves.
    None,
    Sarif(SarifLog),
    Junit(JunitLog),
}

impl Log {
    fn begin(format: ReportFormat, out: &mut Output) -> std::io::Result<Self> {
        match format {
            ReportFormat::Sarif => {
                SarifLog::begin(out)?;
                Ok(Self::Sarif(SarifLog::default()))
            }
            ReportFormat::Junit => JunitLog::begin(out).map(Self::Junit),
            _ => Ok(Self::None),
        }
    }
}

/// Writes reports in order and keeps count.
struct Check {
    format: ReportFormat,
    /// Whether warnings fail.
    strict: bool,
    quiet: bool,
    /// How many diagnostics may still be shown.
    left: u64,
    out: Output,
    /// Whether that is a terminal.
    on_terminal: bool,
    /// Whether a report leaves at once.
    line_buffered: bool,
    status: Status,
    tally: Tally,
    log: Log,
    progress: Progress,
}

impl Check {
    fn piece(&mut self, piece: Piece<ToldBatch>) -> Result<(), Failure> {
        match piece {
            Piece::Records(batch) => {
                batch.told.iter().try_for_each(|told| self.record(&batch.file, told))?;
                if self.on_terminal && self.progress.is_shown() {
                    let out = &mut self.out;
                    self.progress.aside(|| out.flush()).map_err(|error| self.failed(error))?;
                }
                if self.line_buffered {
                    self.out.send().map_err(|failure| failure.after(self.status))?;
                }
                self.progress.advance(batch.bytes, batch.told.len());
                Ok(())
            }
            Piece::Trouble(failure) => self.trouble(&failure),
            Piece::End(end) => {
                if let Some(failure) = end.missing_record() {
                    self.say(&failure.to_string());
                    self.status = Status::Trouble;
                } else if let Some(emptiness) = end.emptiness().filter(|_| !self.quiet) {
                    self.say(&emptiness);
                }
                match &mut self.log {
                    Log::Junit(log) => log.end_of_file(&end.file, &mut self.out).map_err(|error| self.failed(error)),
                    _ => Ok(()),
                }
            }
        }
    }

    fn failed(&self, error: std::io::Error) -> Failure {
        Failure::of_output(error).after(self.status)
    }

    fn say(&self, message: &str) {
        self.progress.aside(|| complain(message));
    }

    fn trouble(&mut self, failure: &Failure) -> Result<(), Failure> {
        self.say(&failure.to_string());
        self.tally.unread += 1;
        self.status = Status::Trouble;
        match &self.log {
            Log::Junit(_) => JunitLog::trouble(&mut self.out, failure).map_err(|error| self.failed(error)),
            _ => Ok(()),
        }
    }

    fn record(&mut self, file: &str, told: &Told) -> Result<(), Failure> {
        self.tally.add(told);
        let fails = told.errors > 0 || (self.strict && told.warnings > 0);
        if fails {
            self.status = self.status.max(Status::Invalid);
        }
        if self.quiet {
            return Ok(());
        }
        let all = told.errors + told.warnings;
        let shown = all.min(self.left);
        self.left -= shown;
        self.tally.hidden += all - shown;
        self.put(file, told, fails, shown as usize).map_err(|error| self.failed(error))
    }

    fn put(&mut self, file: &str, told: &Told, fails: bool, shown: usize) -> std::io::Result<()> {
        match &mut self.log {
            Log::Sarif(log) => {
                return told
                    .items
                    .iter()
                    .take(shown)
                    .try_for_each(|(code, item)| log.result(&mut self.out, *code, item));
            }
            Log::Junit(log) => return log.case(file, told, fails, shown),
            Log::None => {}
        }
        self.out.write_all(told.head.as_bytes())?;
        for (index, (_, item)) in told.items.iter().take(shown).enumerate() {
            if index > 0 && self.format == ReportFormat::Jsonl {
                self.out.write_all(b",")?;
            }
            self.out.write_all(item.as_bytes())?;
        }
        self.out.write_all(told.tail.as_bytes())
    }

    fn end(mut self) -> Result<Status, Failure> {
        let status = self.status;
        self.progress.clear();
        let ended = match &self.log {
            Log::None => Ok(()),
            Log::Sarif(log) => log.end(&mut self.out, self.tally.unread == 0),
            Log::Junit(_) => JunitLog::end(&mut self.out),
        };
        ended.map_err(|error| self.failed(error))?;
        self.out.finish().map_err(|failure| failure.after(status))?;
        if !self.quiet {
            if self.tally.hidden > 0 {
                complain(&format!("{} not shown", counted(self.tally.hidden, "more diagnostic")));
            }
            if self.format == ReportFormat::Human {
                complain(&self.tally.summary());
            }
        }
        Ok(status)
    }
}
