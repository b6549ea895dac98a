//! Where records begin and end.

use std::io::{self, Read};

use super::*;
use crate::notation::{Location, SourcePlace};

/// A reader that hands out a few bytes at a time.
pub(super) struct Drip<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl<'a> Drip<'a> {
    pub(super) const fn new(bytes: &'a [u8], step: usize) -> Self {
        Self { bytes, step }
    }
}

impl Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.step.min(out.len()).min(self.bytes.len());
        out[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

#[track_caller]
fn assert_split(records: &[&str]) {
    let file = records.concat();
    for step in [1, 2, 3, 7, 1 << 20] {
        let sources: Vec<_> =
            RecordReader::new(Drip::new(file.as_bytes(), step)).map(|source| source.expect("no input error")).collect();
        let texts: Vec<_> = sources.iter().map(Source::text).collect();
        pretty_assertions::assert_eq!(texts, records, "{step} bytes at a time");
        for source in &sources {
            let whole = Source::from_text(&file);
            let place = source.place();
            assert_eq!(whole.locate(place.byte as u32), source.locate(0), "{:?}", source.text());
        }
    }
}

#[test]
fn a_head_at_a_line_start_begins_a_record_after_movetext() {
    for result in ["*", "", "(", "((x", "{open", "{open { a", "; open", "1-", ")", "}", "[", "]", "x{}", "$"] {
        let first = format!("[Game \"Bosh\"]\n\n1. A1 {result}\n \t");
        assert_split(&[&first, "[ Game\t\"Nsolo\"]\n*"]);
    }
    assert_split(&["[Game \"Bosh\"]\n1.\n\u{feff}", "[Game \"Nsolo\"]\n*"]);
    assert_split(&["[Game \"Bosh\"]\r1.\r", "[Game \"Nsolo\"]\r*\r\n", "[Game \"Bosh\"]*"]);
}

#[test]
fn a_head_within_a_line_begins_a_record_only_after_the_result() {
    for result in ["1-0", "0–1", "1/2-1/2", "*", "1/2−1/2", "12.*", "1.2...1-0", "(A2)*", "* {c} ", "*\t", "*\n;c\n "]
    {
        assert_split(&[&format!("[Game \"Bosh\"] A1 {result}"), "[Game \"Nsolo\"]*"]);
    }
    for other in ["", "1-1", "(A2 *", "x*", "**", "*x", "1..*", "{*}", "1/2", "123456789.*", "1-00", "11-0", "x1-0"] {
        assert_split(&[&format!("[Game \"Bosh\"] A1 {other} [Game \"Nsolo\"]*")]);
    }
    assert_split(&["[Game \"Bosh\"] A1 1-0[Game [Game x] [9 \"x\"] [", "[Game \"x\"]"]);
}

#[test]
fn heads_in_comments_count_only_at_line_starts() {
    assert_split(&["[Game \"Bosh\"] A1 {x [Game \"x\"] \\\n\\[Game \"x\"]\n[Game x] [%clk 1]\n [9 \"\"]} *"]);
    assert_split(&["[Game \"Bosh\"] A1 {x\n\u{feff} ", "[Game \"x\"]} *"]);
    assert_split(&["[Game \"Bosh\"] A1 ;{x [Game \"x\"]\n%[Game \"x\"] {\n", "[Game \"x\"] *"]);
    // Among the tags a head closes the comment.
    assert_split(&["[Game \"Bosh\"]\n{open\n[Event \"x\"]\nA1 *\n", "[Game \"x\"] *"]);
}

#[test]
fn brackets_and_braces_in_tag_values_are_text() {
    assert_split(&["[Event \"a ] [Game \\\"x\\\"] { ( ; %\"] [Game \"Bosh\"] *\n", "[Game \"{\"] *"]);
    assert_split(&["[Event \"never closed\n[Game \"Bosh\"]\n*\n", "[Game \"Bosh\"] *"]);
}

#[test]
fn a_repeated_name_after_an_empty_line_begins_a_record() {
    assert_split(&["[Game \"Bosh\"]\n[Event \"x\"]\n\n", "[Game \"Nsolo\"]\n \t\n", "[game \"Tsoro\"]\n*"]);
    assert_split(&["[Game \"Bosh\"]\r\n\r\n", "[Game \"Nsolo\"]\r\r", "[game \"Tsoro\"]\n*"]);
    assert_split(&["[Game \"Bosh\"]\n{open\n\n ", "[Game \"Nsolo\"]\n*"]);
    for together in [
        "[Game \"Bosh\"]\n[Game \"x\"]\n*",
        "[Game \"Bosh\"]\n\n[Event \"x\"] [Game \"x\"]\n*",
        "[Game \"Bosh\"]\n\n{c} [Game \"x\"]\n*",
        "[Game \"Bosh\"]\r\n[Game \"x\"]\n*",
        "[Game \"Bosh\"]\n\n% x\n[Game \"x\"]\n*",
        "[Game \"Bosh\"]\n\n[Event \"x\"]\n*",
    ] {
        assert_split(&[together]);
    }
}

#[test]
fn what_stands_between_records_belongs_to_the_earlier_one() {
    assert_split(&["\u{feff}\n{a}\n[Game \"Bosh\"]\n* {b}\n\n; c\n% d\n\n", "[Game \"x\"]\n*\n{e}\n\n"]);
    assert_split(&["no record\n", "[Game \"Bosh\"]\n*"]);
}

#[test]
fn records_larger_than_the_limit_are_flagged_and_skipped() {
    let big = format!("[Game \"Bosh\"]\n[Event \"é\"]\n\n{}\n*{{\r\n", "A1 é\n".repeat(100_000));
    let file = format!("[Game \"Bosh\"]\n*\n{big}[Game \"Nsolo\"]\n*[Game \"Tsoro\"]");
    for step in [1, 1000, 1 << 20] {
        for limit in [100, 70_000, 300_000] {
            let sources: Vec<_> = RecordReader::with_limit(Drip::new(file.as_bytes(), step), limit)
                .map(|source| source.expect("no input error"))
                .collect();
            assert_eq!(sources.len(), 4);
            assert_eq!(sources[1].limit_passed(), Some(limit));
            let read = read(&sources[1]);
            assert_eq!(kinds(&read), [&SyntaxErrorKind::RecordTooLarge { limit }]);
            assert_eq!(read.tags.len(), 2);
            assert!(sources[1].text().len() > 60_000 && sources[1].text().len() <= 65_536);
            let place = sources[2].place();
            assert_eq!((place.line, place.column), (100_008, 1));
            assert_eq!(place.byte as usize, 16 + big.len());
            assert_eq!((sources[3].place().line, sources[3].place().column), (100_009, 2));
        }
    }
}

#[test]
fn a_head_too_long_to_keep_is_none() {
    let file = format!("[Game \"Bosh\"]\nA1\n[{}Game \"x\"]\n[Game \"Nsolo\"] *", " ".repeat(500_000));
    let sources: Vec<_> = RecordReader::with_limit(file.as_bytes(), 1000).map(|source| source.expect("read")).collect();
    assert_eq!(sources.len(), 2);
    assert_eq!(sources[1].text(), "[Game \"Nsolo\"] *");
}

#[test]
fn an_input_error_ends_reading() {
    struct Broken(bool);
    impl Read for Broken {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("gone"));
            }
            out[..4].copy_from_slice(b"A1 *");
            Ok(4)
        }
    }
    let mut reader = RecordReader::new(Broken(false));
    assert!(reader.next().is_some_and(|source| source.is_err()));
    assert!(reader.next().is_none());
}

#[test]
fn places_are_those_of_the_file() {
    let file = "\u{feff}[Game \"加\"]\r\n1. A1 *[Game \"Bosh\"]\r\n\u{feff}\u{feff}A1 é q";
    let sources: Vec<_> = read_file(file.as_bytes());
    let (source, record) = &sources[1];
    assert_eq!(source.place(), SourcePlace { byte: 24, line: 2, column: 8 });
    let bad = record.errors[0].span;
    assert_eq!(bad.of(source.text()), "é");
    let byte = file.find('é').unwrap_or_default() as u64;
    assert_eq!(source.locate(bad.start), Location { line: 3, column: 4, byte });
    assert_eq!(source.line_span(bad.start).of(source.text()), "A1 é q");
    assert_eq!(source.line_span(0).of(source.text()), "[Game \"Bosh\"]");
    assert_eq!(source.locate(u32::MAX).column, 7);
}
