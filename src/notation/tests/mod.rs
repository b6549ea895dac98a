//! Tests of the whole module, one a rule of the notation. What one file can test alone is tested there.

mod convert;
mod faults;
mod grammar;
mod movetext;
mod printing;
mod properties;
mod recovery;
mod splitting;

use super::{RecordReader, Source, SyntaxErrorKind, WrittenRecord, read, read_text};

/// Puts tags before movetext.
fn record(movetext: &str) -> String {
    format!("[Game \"Tsoro\"]\n\n{movetext}")
}

/// Reads movetext behind tags.
fn read_moves(movetext: &str) -> WrittenRecord {
    read_text(&record(movetext))
}

/// Returns what is wrong with movetext: each message with the text it points at.
fn faults(movetext: &str) -> Vec<(String, String)> {
    faults_of(&record(movetext))
}

/// Returns what is wrong with a record: each message with the text it points at.
fn faults_of(text: &str) -> Vec<(String, String)> {
    let record = read_text(text);
    record.errors.iter().map(|error| (error.to_string(), error.span.of(text).to_owned())).collect()
}

/// Asserts the only fault of movetext that has a result.
#[track_caller]
fn assert_fault(movetext: &str, message: &str, place: &str) {
    pretty_assertions::assert_eq!(faults(movetext), [(message.to_owned(), place.to_owned())], "{movetext}");
}

#[track_caller]
fn assert_fine(movetext: &str) -> WrittenRecord {
    let record = read_moves(movetext);
    assert_eq!(record.errors, [], "{movetext}");
    record
}

/// Shows the tree of turns in one line: turns, `@` refills, `$` glyphs, `{}` comments, `()` variations.
fn tree(text: &str, record: &WrittenRecord) -> String {
    let mut shown: Vec<String> = record.comments.iter().map(|comment| format!("{{{}}}", comment.text)).collect();
    shown.extend(line_words(text, &record.main));
    if let Some(result) = record.result {
        shown.push(result.value.to_string());
    }
    shown.join(" ")
}

fn line_words(text: &str, line: &super::WrittenLine) -> Vec<String> {
    let mut words: Vec<String> = line.comments.iter().map(|comment| format!("{{{}}}", comment.text)).collect();
    for ply in &line.plies {
        if let Some(number) = ply.number {
            words.push(number.span.of(text).to_owned());
        }
        let known = if ply.turn.body.is_some() { "" } else { "?" };
        words.push(format!("{known}{}", ply.turn.span.of(text)));
        words.extend(ply.glyphs.iter().map(|glyph| format!("${}", glyph.value)));
        words.extend(ply.refill.iter().map(|refill| refill.span.of(text).to_owned()));
        words.extend(ply.comments.iter().map(|comment| format!("{{{}}}", comment.text)));
        words.extend(ply.variations.iter().map(|line| format!("({})", line_words(text, line).join(" "))));
    }
    words
}

#[track_caller]
fn assert_tree(movetext: &str, expected: &str) {
    let text = record(movetext);
    let read = read_text(&text);
    assert_eq!(read.errors, [], "{movetext}");
    pretty_assertions::assert_eq!(tree(&text, &read), expected, "{movetext}");
}

fn kinds(record: &WrittenRecord) -> Vec<&SyntaxErrorKind> {
    record.errors.iter().map(|error| &error.kind).collect()
}

/// Cuts a file into the texts of its records.
fn split(file: &[u8]) -> Vec<String> {
    RecordReader::new(file).map(|source| source.expect("no input error").text().to_owned()).collect()
}

/// Reads all records of a file.
fn read_file(file: &[u8]) -> Vec<(Source, WrittenRecord)> {
    RecordReader::new(file)
        .map(|source| {
            let source = source.expect("no input error");
            let record = read(&source);
            (source, record)
        })
        .collect()
}
