use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use super::args::{CheckArgs, ReportFormat};
use super::failure::complain;
use super::input::{Input, Records, files_or_standard_input, open};
use super::output::Output;
use super::{Failure, Status};
use crate::diagnostic::{Diagnostic, DiagnosticJson};
use crate::record::{Judge, Judged};
use crate::render::Palette;
use crate::text::{Tab, counted, escape};

pub(super) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    if args.fix || args.diff {
        return super::fix::run(args);
    }
    check_files(args, &files_or_standard_input(&args.files))
}

/// Checks files one after the other.
pub(super) fn check_files(args: &CheckArgs, files: &[PathBuf]) -> Result<Status, Failure> {
    let mut check = Check {
        format: args.format,
        judge: Judge::new().max_laps(args.reading.budget.max_laps),
        palette: args.colour.color.palette(&std::io::stdout()),
        out: Output::standard(),
        text: String::new(),
        status: Status::Good,
        tally: Tally::default(),
    };
    for file in files {
        match open(file, args.reading.from) {
            Ok(records) => check.file(records)?,
            Err(failure) => check.trouble(&failure),
        }
    }
    check.out.finish().map_err(|failure| failure.after(check.status))?;
    if args.format == ReportFormat::Human {
        complain(&check.tally.summary());
    }
    Ok(check.status)
}

struct Check {
    format: ReportFormat,
    judge: Judge,
    palette: Palette,
    out: Output,
    /// What is written of a record, kept to use its memory again.
    text: String,
    status: Status,
    tally: Tally,
}

/// Counts verdicts.
#[derive(Default)]
struct Tally {
    records: u64,
    invalid: u64,
    errors: u64,
    warnings: u64,
    unread: u64,
}

impl Tally {
    fn summary(&self) -> String {
        let mut text = format!("{} checked, {} invalid", counted(self.records, "record"), self.invalid);
        for (count, one) in [(self.errors, "error"), (self.warnings, "warning")] {
            if count > 0 {
                text.push_str(&format!(", {}", counted(count, one)));
            }
        }
        if self.unread > 0 {
            text.push_str(&format!("; {} could not be read", counted(self.unread, "file")));
        }
        text
    }
}

/// One line of `--format jsonl`.
#[derive(Serialize)]
struct Verdict<'a> {
    file: &'a str,
    record: u64,
    game: Option<&'static str>,
    plies: u32,
    result: &'static str,
    valid: bool,
    diagnostics: Vec<DiagnosticJson<'a>>,
}

impl Check {
    fn trouble(&mut self, failure: &Failure) {
        complain(&failure.to_string());
        self.tally.unread += 1;
        self.status = Status::Trouble;
    }

    fn file(&mut self, records: Records) -> Result<(), Failure> {
        let file = records.file.clone();
        let mut number = 0;
        for input in records {
            match input {
                Ok(input) => {
                    number += 1;
                    self.record(&file, number, &input)?;
                }
                Err(failure) => self.trouble(&failure),
            }
        }
        if number == 0 {
            complain(&format!("{}: no records", escape(&file, Tab::Escape)));
        }
        Ok(())
    }

    fn record(&mut self, file: &str, number: u64, input: &Input) -> Result<(), Failure> {
        let judged = input.judge(&self.judge);
        let errors = judged.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count() as u64;
        self.tally.records += 1;
        self.tally.errors += errors;
        self.tally.warnings += judged.diagnostics.len() as u64 - errors;
        if errors > 0 {
            self.tally.invalid += 1;
            self.status = self.status.max(Status::Invalid);
        }
        self.text.clear();
        self.report(file, number, input, &judged);
        self.out.write_all(self.text.as_bytes()).map_err(|error| Failure::of_output(error).after(self.status))
    }

    fn report(&mut self, file: &str, number: u64, input: &Input, judged: &Judged) {
        let source = &input.source;
        let text = &mut self.text;
        // Writing to a string cannot fail.
        let _ = match self.format {
            ReportFormat::Human => {
                for diagnostic in &judged.diagnostics {
                    let _ = diagnostic.write_human(text, file, source, self.palette);
                    text.push('\n');
                }
                let result = writeln!(text, "{}", verdict_line(file, number, judged));
                if !judged.diagnostics.is_empty() {
                    text.push('\n');
                }
                result
            }
            ReportFormat::Short => {
                judged.diagnostics.iter().try_for_each(|diagnostic| diagnostic.write_short(text, file, source))
            }
            ReportFormat::Jsonl => {
                let verdict = Verdict {
                    file,
                    record: number,
                    game: judged.header.as_ref().map(|header| header.rules.game().key()),
                    plies: judged.plies,
                    result: judged.result.token(),
                    valid: judged.is_valid(),
                    diagnostics: judged.diagnostics.iter().map(|diagnostic| diagnostic.to_json(source)).collect(),
                };
                writeln!(text, "{}", serde_json::to_string(&verdict).expect("all keys are texts"))
            }
        };
    }
}

/// Says in one line what a record is and whether it is valid.
fn verdict_line(file: &str, number: u64, judged: &Judged) -> String {
    let mut line = format!("{}: record {number}", escape(file, Tab::Escape));
    if let Some(header) = &judged.header {
        line.push_str(&format!(" ({}, {}, {})", header.rules.game(), plies(judged.plies), judged.result));
    }
    let errors = judged.diagnostics.iter().filter(|diagnostic| Diagnostic::is_error(diagnostic)).count() as u64;
    let warnings = judged.diagnostics.len() as u64 - errors;
    match (errors, warnings) {
        (0, 0) => line.push_str(": valid"),
        (0, _) => line.push_str(&format!(": valid, {}", counted(warnings, "warning"))),
        (_, 0) => line.push_str(&format!(": invalid, {}", counted(errors, "error"))),
        _ => line.push_str(&format!(": invalid, {}, {}", counted(errors, "error"), counted(warnings, "warning"))),
    }
    line
}

fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}
