use std::fmt;

use super::{Diagnostic, Severity};
use crate::notation::Source;
use crate::text::{Tab, escape};

impl Diagnostic {
    /// Writes the diagnostic as a workflow command of GitHub, which shows it at its place in a change:
    /// `::error file=…,line=…,col=…,endColumn=…,title=CODE::message`.
    ///
    /// The end column is the one behind the text at fault; it is left out where that goes over a line end.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_github(&self, out: &mut impl fmt::Write, file: &str, source: &Source) -> fmt::Result {
        let severity = match self.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let (start, end) = (source.locate(self.span.start), source.locate(self.span.end));
        write!(out, "::{severity} file={},line={},col={}", property(file), start.line, start.column)?;
        if end.line == start.line {
            write!(out, ",endColumn={}", end.column.max(start.column + 1))?;
        }
        writeln!(out, ",title={}::{}", self.code, data(&self.message))
    }
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    percent(text, &['%', '\r', '\n', ':', ','])
}

/// Escapes a message.
fn data(text: &str) -> String {
    percent(text, &['%', '\r', '\n'])
}

/// Writes some characters, all of them ASCII, in percent form, and makes the others safe to show.
fn percent(text: &str, special: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(special) {
        escaped.push_str(&escape(&rest[..at], Tab::Keep));
        escaped.push_str(&format!("%{:02X}", rest.as_bytes()[at]));
        rest = &rest[at + 1..];
    }
    escaped.push_str(&escape(rest, Tab::Keep));
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_escape_more_than_messages() {
        assert_eq!(property("50%, a:b\r\n\u{1b}é"), "50%25%2C a%3Ab%0D%0A\\u{1b}é");
        assert_eq!(data("50%, a:b\r\n"), "50%25, a:b%0D%0A");
    }
}
