use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::ValueEnum;

use super::Failure;
use super::args::InputArgs;
use crate::notation::{JsonLineReader, JsonReader, RecordReader, Source, read};
use crate::record::{JsonRecord, Judge, Judged};

/// Names a form in which records are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum InputForm {
    /// The notation.
    Mgn,
    /// JSON objects: an array of them, or one after the other.
    Json,
    /// JSON objects, one a line; every line is a record, whatever stands in it.
    Jsonl,
}

/// How much of an input is looked at to tell its form.
const GLANCE: usize = 4096;

/// A record as it was read.
pub(super) struct Input {
    /// Its text and place.
    pub(super) source: Source,
    /// Whether it is JSON.
    pub(super) json: bool,
}

impl Input {
    /// Reads and judges the record.
    pub(super) fn judge(&self, judge: &Judge) -> Judged {
        if self.json {
            JsonRecord::read(&self.source).judge(judge)
        } else {
            judge.judge(self.source.text(), &read(&self.source))
        }
    }

    /// Reads only the tags, as they are given.
    pub(super) fn tags(&self) -> Vec<(String, String)> {
        if self.json {
            let record = JsonRecord::read(&self.source);
            record.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
        } else {
            read(&self.source).tags.into_iter().map(|tag| (tag.name.value, tag.value.value)).collect()
        }
    }
}

/// The name under which standard input is reported.
pub(super) const STANDARD_INPUT: &str = "<stdin>";

/// Opens a file, or standard input for `-`, and cuts it into records.
pub(super) fn open(file: &Path, form: Option<InputForm>, args: &InputArgs) -> Result<Records, Failure> {
    let input: Box<dyn Read + Send> =
        if file.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(open_file(file)?) };
    Records::cut(decoded(input, args), shown_name(file), form, args)
}

/// Puts the decoder of the encoding that was named before an input.
pub(super) fn decoded(input: Box<dyn Read + Send>, args: &InputArgs) -> Box<dyn Read + Send> {
    match args.encoding {
        Some(encoding) => encoding.decode(input),
        None => input,
    }
}

/// Opens a file that is no folder.
pub(super) fn open_file(file: &Path) -> Result<File, Failure> {
    let fail = |error| Failure::File { file: shown_name(file), error };
    let opened = File::open(file).map_err(fail)?;
    if opened.metadata().map_err(fail)?.is_dir() {
        return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    Ok(opened)
}

/// Returns the name that messages show for a file argument.
pub(super) fn shown_name(file: &Path) -> String {
    if file.as_os_str() == "-" { STANDARD_INPUT.to_owned() } else { file.display().to_string() }
}

/// The records of one input.
pub(super) struct Records {
    /// The name to show.
    pub(super) file: String,
    /// Whether they are JSON.
    pub(super) json: bool,
    records: Box<dyn Iterator<Item = io::Result<Source>>>,
}

impl Records {
    /// Returns the record with this number, from 1, of those that were not read yet.
    pub(super) fn pick(&mut self, number: u64) -> Result<Input, Failure> {
        let mut seen = 0;
        while let Some(input) = self.next().transpose()? {
            seen += 1;
            if seen == number {
                return Ok(input);
            }
        }
        Err(Failure::no_record(&self.file, number, seen))
    }

    /// Cuts what is read into records.
    pub(super) fn cut(
        mut input: Box<dyn Read>,
        file: String,
        form: Option<InputForm>,
        args: &InputArgs,
    ) -> Result<Self, Failure> {
        let form = match form {
            Some(form) => form,
            None => {
                let glance = match glance(&mut input) {
                    Ok(glance) => glance,
                    Err(error) => return Err(Failure::File { file, error }),
                };
                let form = if looks_like_json(&glance) { InputForm::Json } else { InputForm::Mgn };
                input = Box::new(io::Cursor::new(glance).chain(input));
                form
            }
        };
        let limit = args.max_record_bytes();
        let records: Box<dyn Iterator<Item = io::Result<Source>>> = match form {
            InputForm::Mgn => Box::new(RecordReader::with_limit(input, limit)),
            InputForm::Json => Box::new(JsonReader::with_limit(input, limit)),
            InputForm::Jsonl => Box::new(JsonLineReader::with_limit(input, limit)),
        };
        Ok(Self { file, json: form != InputForm::Mgn, records })
    }
}

impl Iterator for Records {
    type Item = Result<Input, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.records.next()?;
        let input = next.map(|source| Input { source, json: self.json });
        Some(input.map_err(|error| Failure::File { file: self.file.clone(), error }))
    }
}

/// Reads all of a file, or of standard input for `-`.
pub(super) fn read_all(file: &Path) -> Result<Vec<u8>, Failure> {
    let fail = |error| Failure::File { file: shown_name(file), error };
    if file.as_os_str() != "-" {
        return std::fs::read(file).map_err(fail);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(fail)?;
    Ok(bytes)
}

/// Reads as much as is needed to tell the form, and does not wait for more.
fn glance(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut seen = Vec::new();
    let mut chunk = [0; GLANCE];
    while seen.len() < GLANCE && json_or_not(&seen).is_none() {
        match input.read(&mut chunk[seen.len()..]) {
            Ok(0) => break,
            Ok(read) => seen.extend_from_slice(&chunk[seen.len()..][..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(seen)
}

/// Tells JSON from the notation by how it begins.
pub(super) fn looks_like_json(start: &[u8]) -> bool {
    json_or_not(start).unwrap_or_else(|| behind_mark(start).trim_ascii() == b"[")
}

fn behind_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start)
}

/// Tells JSON from the notation: an object's first key with its colon, or an array of objects. A file of the notation
/// begins with a tag, whose bracket is followed by a name, or with a comment. `None` if that takes more than is there.
fn json_or_not(start: &[u8]) -> Option<bool> {
    let mut text = behind_mark(start).trim_ascii_start();
    if let [b'[', rest @ ..] = text {
        let first = rest.trim_ascii_start().first()?;
        return Some(matches!(first, b'{' | b'[' | b']' | b'"'));
    }
    let [b'{', rest @ ..] = text else { return (!text.is_empty()).then_some(false) };
    text = rest.trim_ascii_start();
    let [b'"', rest @ ..] = text else { return (!text.is_empty()).then_some(false) };
    let mut escaped = false;
    let end = rest.iter().position(|byte| {
        let end = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        end
    })?;
    let behind = rest[end + 1..].trim_ascii_start().first()?;
    Some(*behind == b':')
}

#[cfg(test)]
mod tests {
    use super::{json_or_not, looks_like_json};

    #[test]
    fn form_is_told_by_content() {
        for json in ["{\"format\": 1}", " \n{ \"a\" :1}", "[{\"a\":1}]", "[ ]", "[", "\u{feff}{\"a\":1}"] {
            assert!(looks_like_json(json.as_bytes()), "{json}");
        }
        for notation in ["[Game \"Tsoro\"]", "{a comment}", "{\"quoted\" comment}", "{}", "", "% remark", "1. B5 *"] {
            assert!(!looks_like_json(notation.as_bytes()), "{notation}");
        }
    }

    #[test]
    fn no_more_is_read_than_tells_the_form() {
        for (start, told) in [("[", None), ("[\n", None), ("{ \"format\"", None), ("{\"a", None), ("\n", None)] {
            assert_eq!(json_or_not(start.as_bytes()), told, "{start}");
        }
        for (start, told) in [("[G", false), ("[{", true), ("{\"format\" :", true), ("{a", false), ("1", false)] {
            assert_eq!(json_or_not(start.as_bytes()), Some(told), "{start}");
        }
    }
}
