//! Reads a record: everything that can be read of it, and everything that breaks the grammar.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use memchr::memchr2;

use super::{
    GameResult, MoveNumber, RecordReader, Source, Span, Spanned, SyntaxError, SyntaxErrorKind, WrittenLine,
    WrittenRecord,
};

mod comments;
mod movetext;
mod tags;
mod variations;
mod words;

/// How deep variations may nest; the main line is 0.
pub const DEEPEST_VARIATION: usize = 24;

/// The most errors that are kept of a record; further ones are counted.
pub const MOST_ERRORS: usize = 1000;

/// Reads a record, whatever is wrong with it. What is wrong is in [`WrittenRecord::errors`], in the order of the text.
///
/// Never panics and takes time linear in the length of the text. A source holds one record, as
/// [`RecordReader`] cuts it: tags of a further one are errors like other tags among the turns.
#[must_use]
pub fn read(source: &Source) -> WrittenRecord {
    let mut reader = Reader::new(source);
    if let Some(error) = utf16(source) {
        reader.record.errors.push(error);
        return reader.record;
    }
    if let Some(limit) = source.limit_passed() {
        reader.tags();
        let span = reader.record.tags.first().map_or_else(|| reader.first_character(), |tag| tag.span);
        reader.record.errors = vec![SyntaxError::new(SyntaxErrorKind::RecordTooLarge { limit }, span)];
        reader.record.comments.clear();
        reader.record.main.span = reader.record.end;
        return reader.record;
    }
    reader.encoding();
    reader.control_characters();
    reader.tags();
    reader.movetext();
    reader.finish()
}

/// Reads the first record of a text. Places are offsets in the text.
///
/// ```
/// let record = matombo::notation::read_text("[Game \"Kimasai\"]\n\n1. A2xa12 b3 *\n");
/// assert_eq!(record.main.plies.len(), 2);
/// assert!(record.errors.is_empty());
/// ```
#[must_use]
pub fn read_text(text: &str) -> WrittenRecord {
    let mut records = RecordReader::with_limit(text.as_bytes(), usize::MAX);
    match records.next() {
        Some(Ok(source)) => read(&source),
        // Nothing but blanks; reading from memory does not fail.
        None | Some(Err(_)) => read(&Source::from_text(text)),
    }
}

fn utf16(source: &Source) -> Option<SyntaxError> {
    let bytes = source.bytes();
    let encoding = match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => "UTF-32",
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "UTF-16",
        [b'[', 0, ..] => "UTF-16LE",
        [0, b'[', ..] => "UTF-16BE",
        _ => return None,
    };
    Some(SyntaxError::new(SyntaxErrorKind::Utf16 { encoding }, Span::new(0, bytes.len().min(2) as u32)))
}

/// Where in its line the next character stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinePlace {
    Start,
    AfterBlanks,
    Inside,
}

/// A line of play that is being read.
#[derive(Debug, Default)]
struct Frame {
    line: WrittenLine,
    /// The number that waits for its turn.
    number: Option<Spanned<MoveNumber>>,
    /// A variation with no turn before it: it is read for its errors and then dropped.
    orphan: bool,
    /// Whether such a variation was reported in this line before its first turn.
    has_orphan: bool,
}

struct Reader<'a> {
    source: &'a Source,
    text: &'a str,
    at: usize,
    /// Where the next token stands in its line, once blanks are skipped.
    place: LinePlace,
    /// End of the last token.
    last_end: usize,
    record: WrittenRecord,
    /// The main line, then the variations that are open.
    frames: Vec<Frame>,
    /// A result at the end of an open variation: the record's, if only the parenthesis was forgotten.
    loose_result: Option<(usize, Spanned<GameResult>)>,
    /// Whether something else than a missing result explains why there is none.
    result_excused: bool,
    /// For each brace that opens, the one that closes it if comments nested. Worked out when first needed.
    partners: Option<HashMap<usize, usize>>,
    /// There is no `]` before this offset.
    no_bracket_before: usize,
    /// End of the word that is read; several numbers and a turn may share it.
    word_end: usize,
    /// A part of a line, to its end.
    known_line: RangeInclusive<usize>,
    /// Where blanks were skipped last.
    blanks_end: Option<usize>,
    /// Whether there was a tag, readable or not.
    has_tag: bool,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            text: source.text(),
            at: 0,
            place: LinePlace::Start,
            last_end: 0,
            record: WrittenRecord::default(),
            frames: vec![Frame::default()],
            loose_result: None,
            result_excused: false,
            partners: None,
            no_bracket_before: 0,
            word_end: 0,
            known_line: RangeInclusive::new(1, 0),
            blanks_end: None,
            has_tag: false,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn offset_of(&self, rest: &str) -> usize {
        self.text.len() - rest.len()
    }

    /// The character at an offset, or nothing at the text's end.
    fn character_span(&self, at: usize) -> Span {
        let length = self.text[at..].chars().next().map_or(0, char::len_utf8);
        between(at, at + length)
    }

    fn first_character(&self) -> Span {
        self.character_span(0)
    }

    /// Returns the end of the line around an offset. Remembers it: a line can hold thousands of broken tags.
    fn line_end(&mut self, from: usize) -> usize {
        if !self.known_line.contains(&from) {
            let end =
                memchr2(b'\n', b'\r', &self.text.as_bytes()[from..]).map_or(self.text.len(), |length| from + length);
            self.known_line = from..=end;
        }
        *self.known_line.end()
    }

    fn error(&mut self, kind: SyntaxErrorKind, span: Span) {
        self.push_error(SyntaxError::new(kind, span));
    }

    fn push_error(&mut self, error: SyntaxError) {
        if self.record.errors.len() < MOST_ERRORS {
            self.record.errors.push(error);
        } else {
            self.record.more_errors += 1;
        }
    }

    /// Moves behind a token.
    fn take(&mut self, end: usize) {
        self.at = end;
        self.last_end = end;
    }

    /// Skips blanks, `%` lines and byte-order marks at line starts.
    fn skip_blanks(&mut self) {
        if self.blanks_end != Some(self.at) {
            self.place = if self.at == 0 { LinePlace::Start } else { LinePlace::Inside };
        }
        while let Some(byte) = self.peek() {
            match (byte, self.place) {
                (b' ' | b'\t', LinePlace::Start) => self.place = LinePlace::AfterBlanks,
                (b' ' | b'\t', _) => {}
                (b'\n' | b'\r', _) => self.place = LinePlace::Start,
                (b'%', LinePlace::Start) => {
                    self.at = self.line_end(self.at);
                    continue;
                }
                (0xEF, LinePlace::Start) if self.rest().starts_with('\u{feff}') => {
                    self.at += '\u{feff}'.len_utf8();
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        self.blanks_end = Some(self.at);
    }

    fn encoding(&mut self) {
        if let Some(broken) = self.source.broken_encoding() {
            let kind = SyntaxErrorKind::NotUtf8 { byte: broken.byte, more: broken.more };
            self.error(kind, Span::new(broken.offset, broken.offset + 1));
        }
    }

    fn control_characters(&mut self) {
        let mut first = None;
        let mut count = 0;
        let bytes = self.text.as_bytes();
        for (index, &byte) in bytes.iter().enumerate() {
            let control = match byte {
                b'\t' | b'\n' | b'\r' => false,
                0..=0x1F => !self.source.is_stand_in(index),
                0x7F => true,
                0xC2 => bytes.get(index + 1).is_some_and(|next| *next < 0xA0),
                _ => false,
            };
            if control {
                first.get_or_insert(index);
                count += 1;
            }
        }
        if let Some(index) = first {
            let found = self.text[index..].chars().next().unwrap_or_default();
            self.error(SyntaxErrorKind::ControlCharacter { found, more: count - 1 }, self.character_span(index));
        }
    }

    fn finish(mut self) -> WrittenRecord {
        self.number_ends();
        let open = self.frames.len() - 1;
        if open > 0 {
            if let Some((index, result)) = self.loose_result.take() {
                if index < self.record.errors.len() {
                    self.record.errors.remove(index);
                } else {
                    self.record.more_errors = self.record.more_errors.saturating_sub(1);
                }
                self.record.result = Some(result);
            }
            let first = Span::new(self.frames[1].line.span.start, self.frames[1].line.span.start + 1);
            self.error(SyntaxErrorKind::UnclosedVariation { more: open - 1 }, first);
            self.result_excused = true;
        }
        while self.frames.len() > 1 {
            let Some(mut frame) = self.frames.pop() else { break };
            frame.line.span.end = self.last_end as u32;
            // Its missing parenthesis is the one error of an empty variation here.
            frame.has_orphan = true;
            self.close_frame(frame);
        }
        if self.record.result.is_none() && !self.result_excused {
            self.error(SyntaxErrorKind::MissingResult, self.record.end);
        }
        if let Some(frame) = self.frames.pop() {
            self.record.main.plies = frame.line.plies;
        }
        self.record.errors.sort_by_key(|error| error.span.start);
        self.record
    }
}

fn between(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
