use std::io::Write as _;

use super::animate::Animator;
use super::args::{ConvertArgs, OutputForm};
use super::failure::complain;
use super::input::{Input, files_or_standard_input, open};
use super::output::Output;
use super::page::PageWriter;
use super::show::refuse_terminal;
use super::{Failure, Status};
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::{Span, WIDTH, print};
use crate::record::{Checks, Judge, Judged, Keep, PageRecord, json_text, place_of_value};
use crate::render::Palette;
use crate::text::{Tab, escape, quoted};

pub(super) fn run(args: &ConvertArgs) -> Result<Status, Failure> {
    if let Some(option) = args.animation.idle(args.to) {
        let forms = if matches!(option, "--frames" | "--delay") { "gif, apng and cast" } else { "gif and apng" };
        return Err(Failure::Usage(format!("{option} is only for --to {forms}")));
    }
    refuse_terminal(args.to.is_binary() && Output::is_standard(args.output.as_deref()), "a moving picture")?;
    let keep = match args.to {
        OutputForm::Json | OutputForm::Jsonl => Keep::Positions,
        _ => Keep::Turns,
    };
    let mut convert = Convert {
        to: args.to,
        keep_invalid: args.keep_invalid,
        judge: Judge::new().max_laps(args.reading.budget.max_laps).keep(keep),
        palette: args.colour.color.palette(&std::io::stderr()),
        out: Output::open(args.output.as_deref())?,
        page: if args.to == OutputForm::Html { Some(PageWriter::new()?) } else { None },
        args,
        moving: None,
        seen: 0,
        status: Status::Good,
        written: 0,
        left_out: false,
        replaces_input: false,
    };
    convert.begin()?;
    for file in files_or_standard_input(&args.files) {
        convert.replaces_input |= convert.out.replaces(&file);
        let records = match open(&file, args.reading.from) {
            Ok(records) => records,
            Err(failure) => {
                convert.trouble(&failure);
                continue;
            }
        };
        let name = records.file.clone();
        for input in records {
            match input {
                Ok(input) => convert.record(&name, &input)?,
                Err(failure) => convert.trouble(&failure),
            }
        }
    }
    convert.end()
}

struct Convert<'a> {
    to: OutputForm,
    keep_invalid: bool,
    judge: Judge,
    palette: Palette,
    out: Output,
    /// The page that is written, if one is.
    page: Option<PageWriter>,
    args: &'a ConvertArgs,
    /// The record that becomes a moving picture, once it is known to be the only one.
    moving: Option<Judged>,
    /// How many records there were.
    seen: u64,
    status: Status,
    written: u64,
    /// Whether a record was not written.
    left_out: bool,
    /// Whether the output takes the place of an input.
    replaces_input: bool,
}

impl Convert<'_> {
    fn trouble(&mut self, failure: &Failure) {
        complain(&failure.to_string());
        self.status = Status::Trouble;
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.out.put(text).map_err(|failure| failure.after(self.status))
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if self.to == OutputForm::Json { self.write(b"[") } else { Ok(()) }
    }

    fn end(mut self) -> Result<Status, Failure> {
        if let Some(number) = self.args.record.filter(|number| *number > self.seen)
            && self.status != Status::Trouble
        {
            return Err(Failure::Usage(format!("there is no record {number}, the input has {}", self.seen)));
        }
        if self.to == OutputForm::Json {
            self.write(if self.written > 0 { b"\n]\n" } else { b"]\n" })?;
        }
        if let Some(page) = self.page.take() {
            page.finish(&mut self.out).map_err(|failure| failure.after(self.status))?;
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
        if self.args.record.is_some() && self.replaces_input {
            return Err(Failure::Usage(
                "nothing was written: the other records would be lost from the file".to_owned(),
            ));
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

    fn record(&mut self, file: &str, input: &Input) -> Result<(), Failure> {
        self.seen += 1;
        if self.args.record.is_some_and(|number| number != self.seen) {
            return Ok(());
        }
        let mut judged = input.judge(&self.judge);
        if let (OutputForm::Mgn, Some(ext)) = (self.to, &judged.ext) {
            judged.diagnostics.push(dropped(input, ext));
        }
        report(file, input, &judged, self.palette);
        if !judged.is_valid() {
            self.status = self.status.max(Status::Invalid);
            if !self.keep_invalid {
                self.left_out = true;
                return Ok(());
            }
        }
        if let Some(page) = &mut self.page {
            let Some(record) = PageRecord::new(&judged, self.written + 1, self.args.reading.budget.max_laps) else {
                self.leave_out(file, &judged);
                return Ok(());
            };
            self.written += 1;
            return page.add(record, &mut self.out).map_err(|failure| failure.after(self.status));
        }
        if self.to.is_animation() && judged.header.is_some() {
            self.written += 1;
            return match self.moving.replace(judged) {
                None => Ok(()),
                Some(_) => Err(Failure::Usage(
                    "one record can be animated, and there are more: --record N picks one".to_owned(),
                )),
            };
        }
        let Some(text) = self.text(input, &judged) else {
            self.leave_out(file, &judged);
            return Ok(());
        };
        if self.to == OutputForm::Json {
            self.write(if self.written > 0 { b",\n" } else { b"\n" })?;
        }
        self.written += 1;
        self.write(&text)
    }

    /// Says that a record has no form of the kind that is written.
    fn leave_out(&mut self, file: &str, judged: &Judged) {
        let file = escape(file, Tab::Escape);
        let why = if judged.header.is_none() { "whose start is not known" } else { "with such text" };
        complain(&format!("{file}: a record {why} cannot be written in this form"));
        self.left_out = true;
    }

    fn text(&self, input: &Input, judged: &Judged) -> Option<Vec<u8>> {
        match self.to {
            OutputForm::Json => json_text(judged).map(String::into_bytes),
            OutputForm::Jsonl => json_text(judged).map(|text| text.into_bytes().into_iter().chain(*b"\n").collect()),
            OutputForm::Html | OutputForm::Gif | OutputForm::Apng | OutputForm::Cast => None,
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
    let mut text = String::new();
    for diagnostic in &judged.diagnostics {
        // Writing to a string cannot fail.
        let _ = diagnostic.write_human(&mut text, file, &input.source, palette);
        text.push('\n');
    }
    // Nobody is left to be told that standard error is closed.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
