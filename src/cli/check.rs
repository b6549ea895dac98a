use std::io::Write as _;
use std::path::PathBuf;

use super::args::{CheckArgs, ReportFormat};
use super::failure::complain;
use super::input::{Records, files_or_standard_input, open};
use super::output::Output;
use super::sarif_log::SarifLog;
use super::strictness::Strictness;
use super::tally::Tally;
use super::told::{Teller, Told};
use super::{Failure, Status};
use crate::record::Judge;
use crate::text::{Tab, counted, escape};

pub(super) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    if args.fix || args.diff {
        return super::fix::run(args);
    }
    check_files(args, &files_or_standard_input(&args.files))
}

/// Checks files one after the other.
pub(super) fn check_files(args: &CheckArgs, files: &[PathBuf]) -> Result<Status, Failure> {
    let most = args.max_diagnostics.unwrap_or(u64::MAX);
    let judge = Judge::new().max_laps(args.reading.budget.max_laps);
    let helps = matches!(args.format, ReportFormat::Human | ReportFormat::Jsonl) && !args.quiet;
    let teller = Teller {
        format: args.format,
        judge: if helps { judge } else { judge.without_help() },
        strictness: Strictness::new(&args.strictness)?,
        palette: args.colour.color.palette(&std::io::stdout()),
        most: most.try_into().unwrap_or(usize::MAX),
        quiet: args.quiet,
    };
    let mut check = Check {
        format: args.format,
        strict: args.strictness.strict,
        quiet: args.quiet,
        left: most,
        out: Output::standard(),
        status: Status::Good,
        tally: Tally::default(),
        sarif: (args.format == ReportFormat::Sarif && !args.quiet).then(SarifLog::default),
    };
    if check.sarif.is_some() {
        SarifLog::begin(&mut check.out).map_err(Failure::of_output)?;
    }
    for file in files {
        match open(file, args.reading.from) {
            Ok(records) => check.file(records, &teller)?,
            Err(failure) => check.trouble(&failure),
        }
    }
    check.end()
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
    status: Status,
    tally: Tally,
    /// The log that results go to, if one is asked for.
    sarif: Option<SarifLog>,
}

impl Check {
    fn trouble(&mut self, failure: &Failure) {
        complain(&failure.to_string());
        self.tally.unread += 1;
        self.status = Status::Trouble;
    }

    fn file(&mut self, records: Records, teller: &Teller) -> Result<(), Failure> {
        let file = records.file.clone();
        let mut number = 0;
        for input in records {
            match input {
                Ok(input) => {
                    number += 1;
                    self.record(&teller.tell(&file, number, &input))?;
                }
                Err(failure) => self.trouble(&failure),
            }
        }
        if number == 0 {
            self.remark(&format!("{}: no records", escape(&file, Tab::Escape)));
        }
        Ok(())
    }

    /// Says something that is no fault.
    fn remark(&self, message: &str) {
        if !self.quiet {
            complain(message);
        }
    }

    fn record(&mut self, told: &Told) -> Result<(), Failure> {
        self.tally.add(told);
        if told.errors > 0 || (self.strict && told.warnings > 0) {
            self.status = self.status.max(Status::Invalid);
        }
        if self.quiet {
            return Ok(());
        }
        let all = told.errors + told.warnings;
        let shown = all.min(self.left);
        self.left -= shown;
        self.tally.hidden += all - shown;
        self.put(told, shown as usize).map_err(|error| Failure::of_output(error).after(self.status))
    }

    fn put(&mut self, told: &Told, shown: usize) -> std::io::Result<()> {
        self.out.write_all(told.head.as_bytes())?;
        for (index, (code, item)) in told.items.iter().take(shown).enumerate() {
            if index > 0 && self.format == ReportFormat::Jsonl {
                self.out.write_all(b",")?;
            }
            match &mut self.sarif {
                Some(log) => log.result(&mut self.out, *code, item)?,
                None => self.out.write_all(item.as_bytes())?,
            }
        }
        self.out.write_all(told.tail.as_bytes())
    }

    fn end(mut self) -> Result<Status, Failure> {
        let status = self.status;
        if let Some(log) = &self.sarif {
            let ended = log.end(&mut self.out, self.tally.unread == 0);
            ended.map_err(|error| Failure::of_output(error).after(status))?;
        }
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
