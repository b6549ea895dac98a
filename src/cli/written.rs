use super::input::Input;
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::{Span, WIDTH, print};
use crate::record::{Checks, Judged, Keep, json_text, minimal_json_text, place_of_value};
use crate::text::quoted;

/// How records are written so that they can be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenForm {
    /// The canonical notation; invalid records stay as they are.
    Mgn,
    /// A JSON object, without a line end.
    Json(JsonDetail),
    /// A JSON object a line.
    Jsonl(JsonDetail),
}

/// How much of a record stands in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum JsonDetail {
    /// What was written and what the rules make of it.
    #[default]
    Full,
    /// Only what was written.
    Minimal,
}

impl WrittenForm {
    /// Returns how much a judge must keep for it.
    pub(super) const fn keep(self) -> Keep {
        match self {
            Self::Mgn | Self::Json(JsonDetail::Minimal) | Self::Jsonl(JsonDetail::Minimal) => Keep::Turns,
            Self::Json(JsonDetail::Full) | Self::Jsonl(JsonDetail::Full) => Keep::Positions,
        }
    }

    /// Returns what stands before the first record.
    pub(super) const fn head(self) -> &'static str {
        if matches!(self, Self::Json(_)) { "[" } else { "" }
    }

    /// Returns what stands before a record that so many others precede.
    pub(super) const fn joint(self, written: u64) -> &'static str {
        match (self, written) {
            (Self::Json(_), 0) => "\n",
            (Self::Json(_), _) => ",\n",
            (Self::Mgn | Self::Jsonl(_), _) => "",
        }
    }

    /// Returns what stands behind so many records.
    pub(super) const fn foot(self, written: u64) -> &'static str {
        match (self, written) {
            (Self::Json(_), 0) => "]\n",
            (Self::Json(_), _) => "\n]\n",
            (Self::Mgn | Self::Jsonl(_), _) => "",
        }
    }

    /// Returns what it cannot carry of a record.
    pub(super) fn loss(self, input: &Input, judged: &Judged) -> Option<Diagnostic> {
        match (self, &judged.ext) {
            (Self::Mgn, Some(ext)) => Some(dropped(input, ext)),
            _ => None,
        }
    }

    /// Says why it has no text for a record.
    pub(super) fn refusal(number: u64, judged: &Judged) -> String {
        let why = if judged.header.is_none() { "its start is not known" } else { "its text could not stand there" };
        format!("record {number} cannot be written in this form: {why}")
    }

    /// Writes a record; in the notation with an empty line behind it. `None` if its start is not known, or if its text
    /// could not stand in the notation.
    pub(super) fn text(self, input: &Input, judged: &Judged) -> Option<Vec<u8>> {
        match self {
            Self::Mgn if !judged.is_valid() && !input.json => Some(verbatim(input.source.bytes(), judged)),
            Self::Mgn if input.json && !stands(judged) => None,
            _ => self.made_text(judged),
        }
    }

    /// Writes a valid record that nobody wrote as it is.
    pub(super) fn made_text(self, judged: &Judged) -> Option<Vec<u8>> {
        match self {
            Self::Json(detail) => detail.text(judged).map(String::into_bytes),
            Self::Jsonl(detail) => detail.text(judged).map(|text| (text + "\n").into_bytes()),
            Self::Mgn => canonical(judged),
        }
    }
}

fn canonical(judged: &Judged) -> Option<Vec<u8>> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print(&judged.document(Checks::None)?, WIDTH, &mut text);
    Some(text.into_bytes())
}

impl JsonDetail {
    fn text(self, judged: &Judged) -> Option<String> {
        match self {
            Self::Full => json_text(judged),
            Self::Minimal => minimal_json_text(judged),
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
