use super::Judged;
use super::json_form::{Detail, RecordForm};

/// Writes a judged record as the JSON object of `notation/SPEC.md`, all on one line. `None` if its game is not known.
///
/// The record must be judged with [`Keep::Positions`](super::Keep::Positions). Turns that were not decided have only
/// what was written.
#[must_use]
pub fn json_text(judged: &Judged) -> Option<String> {
    text(judged, Detail::Full)
}

/// Writes a judged record as a JSON object that has only what the record says, and nothing that follows from it: as
/// small as its notation, and the same record when it is read. `None` if its game is not known.
///
/// The record must be judged with [`Keep::Turns`](super::Keep::Turns) or more.
///
/// ```
/// use matombo::notation::read_text;
/// use matombo::record::{Judge, Keep, minimal_json_text};
/// let text = "[Game \"Kimasai\"]\n\n1. A2xa12 {forced} *\n";
/// let judged = Judge::new().keep(Keep::Turns).judge(text, &read_text(text));
/// assert_eq!(
///     minimal_json_text(&judged).ok_or("its game is known")?,
///     r#"{"format":1,"game":"kimasai","turns":[{"text":"A2xa12","comments":["forced"]}],"result":"*"}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn minimal_json_text(judged: &Judged) -> Option<String> {
    text(judged, Detail::Minimal)
}

fn text(judged: &Judged, detail: Detail) -> Option<String> {
    let record = RecordForm::new(judged, detail)?;
    Some(serde_json::to_string(&record).expect("a record has only keys that are texts"))
}
