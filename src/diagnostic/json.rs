use serde::Serialize;

use super::{Diagnostic, Label, Severity};
use crate::notation::{Source, Span};

/// The JSON form of a diagnostic, an element of `diagnostics` in what `check --format jsonl` writes.
#[derive(Debug, Serialize)]
pub struct DiagnosticJson<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    line: u64,
    column: u64,
    /// Characters.
    length: usize,
    ply: Option<u32>,
    /// Offset in the file, in bytes.
    byte: u64,
    help: &'a [String],
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<LabelJson<'a>>,
}

/// The JSON form of a further place.
#[derive(Debug, Serialize)]
struct LabelJson<'a> {
    text: &'a str,
    line: u64,
    column: u64,
    length: usize,
    byte: u64,
}

/// Counts the characters of a place; an empty one counts as one.
fn length(span: Span, text: &str) -> usize {
    let marked = text.get(span.start as usize..span.end as usize);
    marked.map_or(0, |text| text.chars().count()).max(1)
}

impl Diagnostic {
    /// Returns the diagnostic as data for JSON.
    #[must_use]
    pub fn to_json<'a>(&'a self, source: &Source) -> DiagnosticJson<'a> {
        let place = source.locate(self.span.start);
        let label = |label: &'a Label| {
            let place = source.locate(label.span.start);
            let length = length(label.span, source.text());
            LabelJson { text: &label.text, line: place.line, column: place.column, length, byte: place.byte }
        };
        DiagnosticJson {
            code: self.code.code(),
            severity: Severity::name(self.severity()),
            message: &self.message,
            line: place.line,
            column: place.column,
            length: length(self.span, source.text()),
            ply: self.ply,
            byte: place.byte,
            help: &self.help,
            notes: &self.notes,
            pointer: self.pointer.as_deref(),
            labels: self.labels.iter().map(label).collect(),
        }
    }
}
