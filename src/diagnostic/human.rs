use std::fmt;

use super::{Board, Code, Diagnostic, Label, Severity};
use crate::notation::{Source, Span};
use crate::render::{BoardStyle, Palette, Tone, draw_board};
use crate::text::{Tab, display_width, escape, wrap};

/// How many characters of a line are shown before the place at fault, and how many from there on.
const BEFORE: usize = 48;
const AFTER: usize = 64;
/// Columns that a tab is shown as.
const TAB: &str = "    ";
/// Width to which prose is wrapped.
const WIDTH: usize = 100;

impl Diagnostic {
    /// Writes the diagnostic for people: the message, the line with the place underlined, the board before the turn,
    /// and what would have been legal.
    ///
    /// `file` is a name to show; it is escaped here.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_human(&self, out: &mut impl fmt::Write, file: &str, source: &Source, palette: Palette) -> fmt::Result {
        let tone = match self.severity() {
            Severity::Error => Tone::Captured,
            Severity::Warning => Tone::Gained,
        };
        let head = format!("{}[{}]", self.severity().name(), self.code);
        writeln!(out, "{}: {}", palette.paint(tone, &head), palette.paint(Tone::Strong, &self.message))?;
        let margin = source.locate(self.span.start).line.to_string().len();
        let mut snippet = Snippet { out, file, source, palette, margin };
        if self.code == Code::Utf16 {
            // Nothing of it can be shown.
            snippet.arrow(self.span, None)?;
        } else {
            snippet.show(self.span, '^', tone, self.pointer.as_deref())?;
        }
        let mut last = self.span;
        for label in &self.labels {
            snippet.label(label, &mut last)?;
        }
        if let Some(board) = &self.board {
            snippet.board(board, self.ply)?;
        }
        for help in &self.help {
            snippet.prose("help", help)?;
        }
        for note in &self.notes {
            snippet.prose("note", note)?;
        }
        Ok(())
    }
}

/// Writes where a place in a text is, its line with the place underlined, and what helps, as diagnostics do.
///
/// `file` is a name to show; it is escaped here.
///
/// # Errors
///
/// Only those of the writer.
pub(crate) fn write_excerpt(
    out: &mut impl fmt::Write,
    file: &str,
    source: &Source,
    span: Span,
    help: &[String],
    palette: Palette,
) -> fmt::Result {
    let margin = source.locate(span.start).line.to_string().len();
    let mut snippet = Snippet { out, file, source, palette, margin };
    snippet.show(span, '^', Tone::Captured, None)?;
    help.iter().try_for_each(|help| snippet.prose("help", help))
}

struct Snippet<'a, W> {
    out: &'a mut W,
    file: &'a str,
    source: &'a Source,
    palette: Palette,
    /// Digits of the line number.
    margin: usize,
}

impl<W: fmt::Write> Snippet<'_, W> {
    fn bar(&mut self) -> fmt::Result {
        write!(self.out, "{:margin$} {}", "", self.palette.paint(Tone::Quiet, "|"), margin = self.margin)
    }

    /// Shows where a place is.
    fn arrow(&mut self, span: Span, pointer: Option<&str>) -> fmt::Result {
        let place = self.source.locate(span.start);
        let arrow = self.palette.paint(Tone::Quiet, "-->");
        let file = escape(self.file, Tab::Escape);
        write!(self.out, "{:margin$}{arrow} {file}:{}:{}", "", place.line, place.column, margin = self.margin)?;
        if let Some(pointer) = pointer.filter(|pointer| !pointer.is_empty()) {
            write!(self.out, " ({})", escape(pointer, Tab::Escape))?;
        }
        writeln!(self.out)
    }

    /// Shows the line of a place with the place underlined.
    fn show(&mut self, span: Span, sign: char, tone: Tone, pointer: Option<&str>) -> fmt::Result {
        self.arrow(span, pointer)?;
        let place = self.source.locate(span.start);
        self.bar()?;
        writeln!(self.out)?;
        let window = Window::around(self.source, span);
        let number = format!("{:>margin$}", place.line, margin = self.margin);
        let (number, bar) = (self.palette.paint(Tone::Quiet, &number), self.palette.paint(Tone::Quiet, "|"));
        writeln!(self.out, "{number} {bar} {}", window.line)?;
        self.bar()?;
        let underline = sign.to_string().repeat(window.width.max(1));
        writeln!(self.out, " {:indent$}{}", "", self.palette.paint(tone, &underline), indent = window.indent)
    }

    fn label(&mut self, label: &Label, last: &mut Span) -> fmt::Result {
        self.prose("note", &label.text)?;
        if label.span != *last {
            self.show(label.span, '-', Tone::Highlight, None)?;
            *last = label.span;
        }
        Ok(())
    }

    fn board(&mut self, board: &Board, ply: Option<u32>) -> fmt::Result {
        let Board { rules, position, pits } = board;
        self.bar()?;
        writeln!(self.out)?;
        let before = match ply {
            Some(ply) => format!("the board before ply {ply}, {} to move:", position.to_move()),
            None => format!("the board, {} to move:", position.to_move()),
        };
        writeln!(self.out, "{:margin$} {} {before}", "", self.palette.paint(Tone::Quiet, "="), margin = self.margin)?;
        let style = BoardStyle { indent: self.margin + 3, ..BoardStyle::default() };
        self.out.write_str(&draw_board(position, rules, pits, style, self.palette))
    }

    /// Writes a sentence behind a word, its further lines below its first.
    fn prose(&mut self, word: &str, text: &str) -> fmt::Result {
        let indent = self.margin + 3 + word.len() + 2;
        for (index, line) in wrap(text, WIDTH.saturating_sub(indent)).enumerate() {
            if index == 0 {
                let sign = self.palette.paint(Tone::Quiet, "=");
                let word = self.palette.paint(Tone::Strong, word);
                writeln!(self.out, "{:margin$} {sign} {word}: {line}", "", margin = self.margin)?;
            } else {
                writeln!(self.out, "{:indent$}{line}", "")?;
            }
        }
        Ok(())
    }
}

/// The part of a line around a place, ready to show.
struct Window {
    line: String,
    /// Columns before the place.
    indent: usize,
    /// Columns of the place.
    width: usize,
}

impl Window {
    fn around(source: &Source, span: Span) -> Self {
        let text = source.text();
        let whole = source.line_span(span.start);
        let at = (span.start.clamp(whole.start, whole.end)) as usize;
        let end = (span.end.clamp(at as u32, whole.end)) as usize;
        let line_start = whole.start as usize;
        let start =
            text[line_start..at].char_indices().rev().nth(BEFORE - 1).map_or(line_start, |(i, _)| line_start + i);
        let line_end = whole.end as usize;
        let stop = text[at..line_end].char_indices().nth(AFTER).map_or(line_end, |(i, _)| at + i);
        let shown = |from: usize, to: usize| {
            let safe = escape(&text[from..to.max(from)], Tab::Keep).replace('\t', TAB);
            // Of bytes that are not UTF-8, the stand-ins would say nothing.
            let raw = source.bytes()[from..to.max(from)].iter().zip(text.as_bytes()[from..to.max(from)].iter());
            raw.filter(|(raw, shown)| raw != shown)
                .fold(safe, |safe, (raw, _)| safe.replacen("\\u{1a}", &format!("\\x{raw:02X}"), 1))
        };
        let mut line = String::new();
        if start > line_start {
            line.push_str("... ");
        }
        line.push_str(&shown(start, at));
        let indent = display_width(&line);
        let place = shown(at, end.min(stop));
        let width = display_width(&place);
        line.push_str(&place);
        line.push_str(&shown(end.min(stop), stop));
        if stop < line_end {
            line.push_str(" ...");
        }
        line.truncate(line.trim_end().len());
        Self { line, indent, width }
    }
}

impl Diagnostic {
    /// Writes the diagnostic on one line: `file:line:column: error[CODE]: message`.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_short(&self, out: &mut impl fmt::Write, file: &str, source: &Source) -> fmt::Result {
        let place = source.locate(self.span.start);
        write!(out, "{}:{}:{}: ", escape(file, Tab::Escape), place.line, place.column)?;
        writeln!(out, "{}[{}]: {}", self.severity().name(), self.code, self.message)
    }
}
