use serde::Serialize;

use super::{Diagnostic, Severity};
use crate::notation::Source;

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
}

impl Diagnostic {
    /// Returns the diagnostic as data for JSON.
    #[must_use]
    pub fn to_json<'a>(&'a self, source: &Source) -> DiagnosticJson<'a> {
        let place = source.locate(self.span.start);
        let text = source.text();
        let marked = text.get(self.span.start as usize..self.span.end as usize);
        DiagnosticJson {
            code: self.code.code(),
            severity: Severity::name(self.severity()),
            message: &self.message,
            line: place.line,
            column: place.column,
            length: marked.map_or(0, |text| text.chars().count()).max(1),
            ply: self.ply,
            byte: place.byte,
            help: &self.help,
            notes: &self.notes,
            pointer: self.pointer.as_deref(),
        }
    }
}
