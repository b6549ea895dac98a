use std::fmt::Write as _;
use std::sync::Arc;

use serde::Serialize;

use super::args::ReportFormat;
use super::input::Input;
use super::pieces::Batch;
use super::strictness::Strictness;
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::Source;
use crate::record::{Judge, Judged};
use crate::render::Palette;
use crate::text::{Tab, counted, escape};

/// Judges records and puts their reports into words.
pub(super) struct Teller {
    pub(super) format: ReportFormat,
    pub(super) judge: Judge,
    pub(super) strictness: Strictness,
    pub(super) palette: Palette,
    /// How many diagnostics of one record can be shown at most.
    pub(super) most: usize,
    /// Whether nothing is shown at all.
    pub(super) quiet: bool,
}

/// The report of one record.
#[derive(Default)]
pub(super) struct Told {
    pub(super) errors: u64,
    pub(super) warnings: u64,
    /// What comes before the diagnostics; for JUnit the name of the test.
    pub(super) head: String,
    /// The diagnostics, as many as can be shown.
    pub(super) items: Vec<(Code, String)>,
    /// What comes after them.
    pub(super) tail: String,
    /// For JUnit, the first error, or else the first warning.
    pub(super) worst: Option<(Code, String)>,
}

/// The reports of a few records of one file.
pub(super) struct ToldBatch {
    pub(super) file: Arc<str>,
    pub(super) told: Vec<Told>,
    /// The bytes of the records.
    pub(super) bytes: usize,
}

/// What a line of `--format jsonl` says before its diagnostics.
#[derive(Serialize)]
struct Verdict<'a> {
    file: &'a str,
    record: u64,
    game: Option<&'static str>,
    plies: u32,
    result: &'static str,
    valid: bool,
}

impl Teller {
    /// Judges records and tells what is wrong with them.
    pub(super) fn tell_all(&self, batch: Batch) -> ToldBatch {
        let Batch { file, inputs, bytes, .. } = batch;
        let told = inputs.into_iter().map(|(number, input)| self.tell(&file, number, &input)).collect();
        ToldBatch { file, told, bytes }
    }

    /// Judges a record and tells what is wrong with it.
    fn tell(&self, file: &str, number: u64, input: &Input) -> Told {
        let mut judged = input.judge(&self.judge);
        self.strictness.apply(&mut judged.diagnostics);
        let errors = judged.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count() as u64;
        let warnings = judged.diagnostics.len() as u64 - errors;
        let mut told = Told { errors, warnings, ..Told::default() };
        if self.quiet {
            return told;
        }
        for diagnostic in judged.diagnostics.iter().take(self.most) {
            told.items.push((diagnostic.code, self.item(file, &input.source, diagnostic)));
        }
        match self.format {
            ReportFormat::Human => {
                told.tail = verdict_line(file, number, &judged, &told);
                told.tail.push_str(if judged.diagnostics.is_empty() { "\n" } else { "\n\n" });
            }
            ReportFormat::Short | ReportFormat::Github | ReportFormat::Sarif => {}
            ReportFormat::Junit => {
                told.head = format!("record {number}");
                if let Some(header) = &judged.header {
                    let _ = write!(told.head, " ({})", header.rules.game());
                }
                let worst = judged.diagnostics.iter().min_by_key(|diagnostic| !diagnostic.is_error());
                told.worst = worst.map(|worst| (worst.code, worst.message.clone()));
            }
            ReportFormat::Jsonl => {
                let verdict = Verdict {
                    file,
                    record: number,
                    game: judged.header.as_ref().map(|header| header.rules.game().key()),
                    plies: judged.plies,
                    result: judged.result.token(),
                    valid: judged.is_valid(),
                };
                told.head = serde_json::to_string(&verdict).expect("all keys are texts");
                told.head.truncate(told.head.len() - 1);
                told.head.push_str(",\"diagnostics\":[");
                told.tail = "]}\n".to_owned();
            }
        }
        told
    }

    fn item(&self, file: &str, source: &Source, diagnostic: &Diagnostic) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match self.format {
            ReportFormat::Human | ReportFormat::Junit => {
                diagnostic.write_human(&mut text, file, source, self.palette).and_then(|()| text.write_char('\n'))
            }
            ReportFormat::Short => diagnostic.write_short(&mut text, file, source),
            ReportFormat::Github => diagnostic.write_github(&mut text, file, source),
            ReportFormat::Sarif => {
                text = serde_json::to_string(&diagnostic.to_sarif(file, source)).expect("all keys are texts");
                Ok(())
            }
            ReportFormat::Jsonl => {
                text = serde_json::to_string(&diagnostic.to_json(source)).expect("all keys are texts");
                Ok(())
            }
        };
        text
    }
}

/// Says in one line what a record is and whether it is valid.
fn verdict_line(file: &str, number: u64, judged: &Judged, told: &Told) -> String {
    let mut line = format!("{}: record {number}", escape(file, Tab::Escape));
    if let Some(header) = &judged.header {
        let plies = counted_plies(judged.plies);
        let _ = write!(line, " ({}, {plies}, {})", header.rules.game(), judged.result);
    }
    line.push_str(if told.errors > 0 { ": invalid" } else { ": valid" });
    for (count, one) in [(told.errors, "error"), (told.warnings, "warning")] {
        if count > 0 {
            let _ = write!(line, ", {}", counted(count, one));
        }
    }
    line
}

fn counted_plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}
