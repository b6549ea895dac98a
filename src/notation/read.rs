//! Reads a record: everything that can be read of it, and everything that breaks the grammar.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use memchr::memchr2;

use super::grammar::{self, Braced, Grammar, TurnWord};
use super::look_alike::look_alike;
use super::word::{Wanted, blame, read_word};
use super::{
    Comment, GameResult, MoveNumber, Source, Span, Spanned, SyntaxError, SyntaxErrorKind, WrittenLine, WrittenPly,
    WrittenRecord, WrittenTag, WrittenTurn,
};

/// How deep variations may nest; the main line is 0.
pub const DEEPEST_VARIATION: usize = 24;

/// Reads a record, whatever is wrong with it. What is wrong is in [`WrittenRecord::errors`], in the order of the text.
///
/// Never panics and takes time linear in the length of the text. A source holds one record: where a next one begins,
/// reading ends.
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

/// Reads text that holds one record; [`read`] with a [`Source::from_text`].
///
/// ```
/// let record = matombo::notation::read_text("[Game \"Kimasai\"]\n\n1. A2xa12 b3 *\n");
/// assert_eq!(record.main.plies.len(), 2);
/// assert!(record.errors.is_empty());
/// ```
#[must_use]
pub fn read_text(text: &str) -> WrittenRecord {
    read(&Source::from_text(text))
}

fn utf16(source: &Source) -> Option<SyntaxError> {
    let bytes = source.bytes();
    let marked = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let bare = bytes.starts_with(b"[\0") || bytes.starts_with(b"\0[");
    (marked || bare).then(|| SyntaxError::new(SyntaxErrorKind::Utf16, Span::new(0, bytes.len().min(2) as u32)))
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
    /// Offset of the head at a line start that ended a comment.
    head_after_comment: Option<usize>,
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
            head_after_comment: None,
        }
    }

    // --- places -----------------------------------------------------------------------------------------------------

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
        self.record.errors.push(SyntaxError::new(kind, span));
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

    fn at_head(&self) -> bool {
        grammar::head(self.rest()).is_ok()
    }

    /// Returns whether a head begins here that is first on its line.
    fn at_boundary(&self) -> bool {
        let line_start = self.place != LinePlace::Inside || self.head_after_comment == Some(self.at);
        line_start && self.at_head()
    }

    /// Returns whether the line before the one of this offset is empty.
    fn after_empty_line(&self, at: usize) -> bool {
        const NOTHING: [char; 3] = [' ', '\t', '\u{feff}'];
        let before = self.text[..at].trim_end_matches(NOTHING);
        let line_end = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(['\n', '\r']));
        line_end.is_some_and(|line| {
            let line = line.trim_end_matches(NOTHING);
            line.is_empty() || line.ends_with(['\n', '\r'])
        })
    }

    // --- the whole text ---------------------------------------------------------------------------------------------

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

    // --- tags -------------------------------------------------------------------------------------------------------

    fn tags(&mut self) {
        let mut names: HashMap<String, Span> = HashMap::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'{' | b';') => self.comment(),
                Some(b'[') => {
                    if let Ok((_, name)) = grammar::head(self.rest())
                        && names.contains_key(&name.to_ascii_lowercase())
                        && self.after_empty_line(self.at)
                    {
                        break;
                    }
                    self.tag(&mut names);
                }
                _ => break,
            }
        }
        self.record.end = Span::at(self.last_end as u32);
    }

    fn tag(&mut self, names: &mut HashMap<String, Span>) {
        self.has_tag = true;
        let start = self.at;
        let (rest, _) = grammar::hs(&self.text[start + 1..]).unwrap_or((&self.text[start + 1..], ""));
        let (rest, name) = match grammar::run(grammar::name, rest) {
            Ok(name) => name,
            Err(miss) => return self.bad_tag(self.offset_of(miss.rest), "a name"),
        };
        let name_end = self.offset_of(rest);
        let name_span = between(name_end - name.len(), name_end);
        let (rest, _) = grammar::hs(rest).unwrap_or((rest, ""));
        let Some(after_quote) = rest.strip_prefix('"') else {
            return self.bad_tag(self.offset_of(rest), "a value in quotes, `\"...\"`,");
        };
        let (rest, value) = grammar::value(after_quote).unwrap_or((after_quote, String::new()));
        let value_span = between(self.offset_of(after_quote), self.offset_of(rest));
        let after_value = rest.strip_prefix('"').map(|rest| grammar::hs(rest).unwrap_or((rest, "")).0);
        let end = match after_value {
            None => {
                let quote = self.offset_of(after_quote) - 1;
                let kind = SyntaxErrorKind::BadTag { expected: "`\"` after the value", found: String::new() };
                self.error(kind, between(quote, self.offset_of(rest)));
                self.take(self.offset_of(rest));
                self.offset_of(rest)
            }
            Some(rest) if rest.starts_with(']') => {
                self.take(self.offset_of(rest) + 1);
                self.at
            }
            Some(rest) => {
                self.bad_tag(self.offset_of(rest), "`]`");
                self.last_end
            }
        };
        let key = name.to_ascii_lowercase();
        match names.get(&key) {
            Some(first) => self.record.errors.push(SyntaxError {
                kind: SyntaxErrorKind::DuplicateTag { name: name.to_owned() },
                span: name_span,
                related: Some((*first, "first given here")),
            }),
            None => {
                names.insert(key, name_span);
            }
        }
        self.record.tags.push(WrittenTag {
            name: Spanned::new(name.to_owned(), name_span),
            value: Spanned::new(value, value_span),
            span: between(start, end),
        });
    }

    /// Reports a tag that breaks off at an offset and skips the rest of it.
    fn bad_tag(&mut self, at: usize, expected: &'static str) {
        let line_end = self.line_end(at);
        let character = self.text[at..line_end].chars().next();
        // Control characters are reported once for the whole record.
        if !character.is_some_and(char::is_control) {
            let kind = match character {
                Some(found) => match look_alike(found) {
                    // Every kind of curly quote was meant as the one that tags have.
                    Some("'") => SyntaxErrorKind::LookAlike { found, meant: "\"" },
                    Some(meant) => SyntaxErrorKind::LookAlike { found, meant },
                    None => SyntaxErrorKind::BadTag { expected, found: found.to_string() },
                },
                None => SyntaxErrorKind::BadTag { expected, found: String::new() },
            };
            // At a line's end the tag's last character is pointed at.
            let span = if at < line_end { self.character_span(at) } else { self.last_character(at) };
            self.error(kind, span);
        }
        if expected == "`]`" && character == Some('[') {
            return self.take(at);
        }
        self.take(self.skipped_tag(at, line_end));
    }

    /// Returns the end of a broken tag: its bracket, if one stands at the end of a word, or the end of its line.
    fn skipped_tag(&self, from: usize, line_end: usize) -> usize {
        let bytes = &self.text.as_bytes()[..line_end];
        let closes = |index: &usize| bytes[*index] == b']' && bytes.get(index + 1).is_none_or(|b| grammar::is_end(*b));
        (from..line_end).find(closes).map_or(line_end, |bracket| bracket + 1)
    }

    fn last_character(&self, end: usize) -> Span {
        let length = self.text[..end].chars().next_back().map_or(0, char::len_utf8);
        between(end - length, end)
    }

    // --- comments ---------------------------------------------------------------------------------------------------

    fn comment(&mut self) {
        let start = self.at;
        if let Ok((rest, text)) = grammar::line_comment(self.rest()) {
            self.take(self.offset_of(rest));
            return self.attach_comment(text.to_owned(), between(start, self.at));
        }
        let Ok((rest, Braced { text, inner_brace, closed })) = grammar::braced_comment(self.rest()) else { return };
        let end = self.offset_of(rest);
        self.take(end);
        self.attach_comment(text, between(start, end));
        if !closed {
            return self.unclosed_comment(start, end);
        }
        if let Some(inner) = inner_brace
            && let Some(partner) = self.partner(start)
            && partner >= end
        {
            let inner = self.offset_of(inner) - 1;
            let tail = partner - self.text[end..partner].trim_start().len();
            self.record.errors.push(SyntaxError {
                kind: SyntaxErrorKind::NestedComment,
                span: between(tail, partner + 1),
                related: Some((between(inner, inner + 1), "`{` inside the comment")),
            });
            self.take(partner + 1);
        }
    }

    fn unclosed_comment(&mut self, start: usize, end: usize) {
        self.error(SyntaxErrorKind::UnclosedComment, between(start, start + 1));
        // The result is probably in there.
        self.result_excused = true;
        self.last_end = self.text[..end].trim_end().len();
        self.head_after_comment = Some(end);
    }

    /// Returns the brace that would close this one if comments nested.
    fn partner(&mut self, opening: usize) -> Option<usize> {
        let text = self.text;
        let partners = self.partners.get_or_insert_with(|| {
            let mut partners = HashMap::new();
            let mut open = Vec::new();
            let mut bytes = text.bytes().enumerate().skip(opening);
            while let Some((index, byte)) = bytes.next() {
                match byte {
                    b'\\' if matches!(text.as_bytes().get(index + 1), Some(b'}' | b'\\')) => drop(bytes.next()),
                    // No comment reaches over a head.
                    b'\n' | b'\r' => {
                        let line = text[index + 1..].trim_start_matches(['\u{feff}', ' ', '\t']);
                        if line.starts_with('[') && grammar::head(line).is_ok() {
                            open.clear();
                        }
                    }
                    b'{' => open.push(index),
                    b'}' => {
                        if let Some(opening) = open.pop() {
                            partners.insert(opening, index);
                        }
                    }
                    _ => {}
                }
            }
            partners
        });
        partners.get(&opening).copied()
    }

    fn attach_comment(&mut self, text: String, span: Span) {
        let comment = Comment { text, span };
        let main = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.line.plies.last_mut() {
            Some(ply) => ply.comments.push(comment),
            None if main => self.record.comments.push(comment),
            None => frame.line.comments.push(comment),
        }
    }

    // --- movetext ---------------------------------------------------------------------------------------------------

    fn movetext(&mut self) {
        self.skip_blanks();
        let start = self.at;
        if !self.has_tag {
            let word = grammar::word_length(self.rest()).max(self.character_span(start).len() as usize);
            self.error(SyntaxErrorKind::NoTags, between(start, start + word));
            let begins_like_movetext = {
                let word = &self.text[start..start + word];
                let grammar = Grammar { end: start + word.len() };
                grammar::number(word).is_ok() || grammar::result(word).is_ok() || grammar.turn(word).is_ok()
            };
            if !begins_like_movetext {
                // This is no record at all: one error is enough, and no word of it is a turn.
                self.result_excused = true;
                self.take(self.text.len());
            }
        }
        while self.record.result.is_none() {
            self.skip_blanks();
            let Some(byte) = self.peek() else { break };
            if byte == b'[' && self.at_boundary() {
                break;
            }
            if !matches!(byte, b'{' | b';') {
                self.loose_result = None;
            }
            match byte {
                b'{' | b';' => self.comment(),
                b'}' => self.stray(SyntaxErrorKind::StrayBrace),
                b'(' => self.open_variation(),
                b')' => self.close_variation(),
                b'[' => self.bracket(),
                _ => self.word(),
            }
        }
        self.record.main.span = between(start.min(self.last_end), self.last_end);
        if start >= self.last_end {
            self.record.main.span = Span::at(self.last_end as u32);
        }
        if self.record.result.is_some() {
            self.after_result();
        }
        self.record.end = Span::at(self.last_end as u32);
    }

    fn stray(&mut self, kind: SyntaxErrorKind) {
        self.error(kind, between(self.at, self.at + 1));
        self.take(self.at + 1);
    }

    fn after_result(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'{' | b';') => self.comment(),
                Some(b'[') if self.at_head() => return,
                None => return,
                Some(_) => {
                    let word = grammar::word_length(self.rest()).max(self.character_span(self.at).len() as usize);
                    let found = self.text[self.at..self.at + word].to_owned();
                    let span = between(self.at, self.at + word);
                    return self.error(SyntaxErrorKind::TextAfterResult { found }, span);
                }
            }
        }
    }

    /// `[` among the turns: a tag in the wrong place, or something in brackets.
    fn bracket(&mut self) {
        let start = self.at;
        if let Ok((_, name)) = grammar::head(self.rest()) {
            let (start_value, _) = grammar::head(self.rest()).unwrap_or((self.rest(), ""));
            let rest = grammar::value(start_value).map_or(start_value, |(rest, _)| rest);
            let after_quote = self.offset_of(rest);
            let line_end = self.line_end(after_quote);
            let end = self.skipped_tag(after_quote, line_end);
            self.error(SyntaxErrorKind::TagInMovetext { name: name.to_owned() }, between(start, end));
            return self.take(end);
        }
        let mut end = start + 1;
        if self.no_bracket_before <= start {
            let line_end = self.line_end(start);
            match memchr::memchr(b']', &self.text.as_bytes()[start..line_end]) {
                Some(length) => end = start + length + 1,
                None => self.no_bracket_before = line_end,
            }
        }
        self.error(SyntaxErrorKind::StrayBracket, between(start, end));
        self.take(end);
    }

    fn open_variation(&mut self) {
        let start = self.at;
        let span = between(start, start + 1);
        self.take(start + 1);
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return };
        let orphan = frame.line.plies.is_empty();
        let mut found = None;
        if orphan {
            if !frame.has_orphan && !frame.orphan {
                found = Some(SyntaxErrorKind::VariationWithoutTurn);
            }
            frame.has_orphan = true;
        } else if frame.number.is_some() {
            found = Some(SyntaxErrorKind::PartedFromTurn { what: "variation" });
        }
        if let Some(kind) = found {
            self.error(kind, span);
        }
        if depth > DEEPEST_VARIATION {
            self.error(SyntaxErrorKind::VariationTooDeep { limit: DEEPEST_VARIATION }, span);
            return self.skip_variation();
        }
        self.frames.push(Frame { line: WrittenLine { span, ..WrittenLine::default() }, orphan, ..Frame::default() });
    }

    /// Skips a variation that is too deep, by counting, up to its matching end.
    fn skip_variation(&mut self) {
        let mut open = 1_usize;
        while open > 0 {
            self.skip_blanks();
            match self.peek() {
                None => return,
                Some(b'[') if self.at_boundary() => return,
                Some(b'{') => {
                    let Ok((rest, braced)) = grammar::braced_comment(self.rest()) else { return };
                    let (start, end) = (self.at, self.offset_of(rest));
                    self.take(end);
                    if !braced.closed {
                        self.unclosed_comment(start, end);
                    }
                }
                Some(b';') => {
                    let end = self.line_end(self.at);
                    self.take(end);
                }
                Some(byte) => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ => {}
                    }
                    let word = grammar::word_length(self.rest()).max(1);
                    self.take(self.at + word);
                }
            }
        }
    }

    fn close_variation(&mut self) {
        if self.frames.len() == 1 {
            return self.stray(SyntaxErrorKind::StrayParenthesis);
        }
        self.take(self.at + 1);
        self.number_ends();
        let Some(mut frame) = self.frames.pop() else { return };
        frame.line.span.end = self.at as u32;
        self.close_frame(frame);
    }

    fn close_frame(&mut self, frame: Frame) {
        let empty = frame.line.plies.is_empty();
        if empty && !frame.orphan && !frame.has_orphan {
            self.error(SyntaxErrorKind::EmptyVariation, frame.line.span);
        }
        if !empty
            && !frame.orphan
            && let Some(ply) = self.last_ply()
        {
            ply.variations.push(frame.line);
        }
    }

    fn last_ply(&mut self) -> Option<&mut WrittenPly> {
        self.frames.last_mut()?.line.plies.last_mut()
    }

    /// The line ends, or another number comes: warns of a number that got no turn.
    fn number_ends(&mut self) {
        if let Some(number) = self.frames.last_mut().and_then(|frame| frame.number.take()) {
            self.error(SyntaxErrorKind::NumberWithoutTurn { number: number.value.number }, number.span);
        }
    }

    // --- words ------------------------------------------------------------------------------------------------------

    fn word(&mut self) {
        let start = self.at;
        if start >= self.word_end {
            self.word_end = start + grammar::word_length(self.rest());
        }
        let end = self.word_end;
        let word = &self.text[start..end];
        let span = between(start, end);
        if let Ok((rest, number)) = grammar::number(word) {
            self.take(end - rest.len());
            self.number_ends();
            if let Some(frame) = self.frames.last_mut() {
                frame.number = Some(Spanned::new(number, between(start, self.at)));
            }
            return;
        }
        if let Ok((_, result)) = grammar::result(word) {
            self.take(end);
            return self.result(word, Spanned::new(result, span));
        }
        match word.as_bytes().first() {
            _ if looks_like_result(word) => {
                self.number_ends();
                self.result_excused = true;
                self.unreadable(word, start, SyntaxErrorKind::BadResult { found: word.to_owned() });
            }
            Some(b'0'..=b'9') => self.number_word(word, start),
            Some(b'$' | b'!' | b'?') => self.glyph(word, span),
            Some(b'@') => self.refill(word, span),
            _ => self.turn(word, start),
        }
    }

    fn result(&mut self, word: &str, result: Spanned<GameResult>) {
        self.number_ends();
        if self.frames.len() == 1 {
            self.record.result = Some(result);
            return;
        }
        self.loose_result = Some((self.record.errors.len(), result));
        self.error(SyntaxErrorKind::ResultInVariation { found: word.to_owned() }, result.span);
    }

    /// A word that begins with digits and is neither number nor result.
    fn number_word(&mut self, word: &str, start: usize) {
        let count = word.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = word.split_at(count);
        let dots = rest.bytes().take_while(|b| *b == b'.').count();
        let ellipsis = rest.starts_with('…');
        let touches_turn = rest.as_bytes().first().is_some_and(|b| matches!(b, b'A' | b'B' | b'a' | b'b'));
        let (kind, length) = if rest.is_empty() || touches_turn {
            (SyntaxErrorKind::NumberWithoutDot { number: digits.to_owned() }, count)
        } else if ellipsis {
            let at = start + count;
            self.error(SyntaxErrorKind::LookAlike { found: '…', meant: "..." }, self.character_span(at));
            return self.take(at + '…'.len_utf8());
        } else if dots > 0 {
            let expected = if digits.starts_with('0') {
                "a number from 1 without leading zeros"
            } else if count > 8 {
                "at most eight digits"
            } else {
                "one dot or three"
            };
            (SyntaxErrorKind::BadNumber { expected, found: word[..count + dots].to_owned() }, count + dots)
        } else {
            return self.turn(word, start);
        };
        self.error(kind, between(start, start + length));
        self.take(start + length);
    }

    /// Reports a word for which a look-alike, or a character reported already, may be to blame.
    fn unreadable(&mut self, word: &str, start: usize, kind: SyntaxErrorKind) {
        match blame(word, start, word.len()) {
            Some(fault) => self.record.errors.extend(fault.of_word()),
            None => self.error(kind, between(start, start + word.len())),
        }
        self.take(start + word.len());
    }

    fn glyph(&mut self, word: &str, span: Span) {
        let Ok((_, glyph)) = grammar::glyph(word) else {
            let kind = SyntaxErrorKind::BadGlyph { found: word.to_owned() };
            return self.unreadable(word, span.start as usize, kind);
        };
        self.take(span.end as usize);
        if self.belongs_to_turn("glyph", span, || SyntaxErrorKind::GlyphWithoutTurn { found: word.to_owned() })
            && let Some(ply) = self.last_ply()
        {
            ply.glyphs.push(Spanned::new(glyph, span));
        }
    }

    fn refill(&mut self, word: &str, span: Span) {
        let refill = read_word(word, span.start as usize, Wanted::Refill, Grammar::refill);
        self.take(span.end as usize);
        let refill = match refill {
            Ok(refill) => Some(Spanned::new(refill, span)),
            Err(fault) => {
                self.record.errors.extend(fault.of_word());
                None
            }
        };
        if !self.belongs_to_turn("refill", span, || SyntaxErrorKind::RefillWithoutTurn { found: word.to_owned() }) {
            return;
        }
        let Some(ply) = self.last_ply() else { return };
        if ply.refill.is_some() {
            return self.error(SyntaxErrorKind::SecondRefill, span);
        }
        ply.refill = refill;
    }

    /// Returns whether there is a turn that a token can belong to; reports one that has none, or is parted from it.
    fn belongs_to_turn(&mut self, what: &'static str, span: Span, orphan: impl Fn() -> SyntaxErrorKind) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let (has_turn, parted) = (!frame.line.plies.is_empty(), frame.number.is_some());
        if !has_turn {
            self.error(orphan(), span);
        } else if parted {
            self.error(SyntaxErrorKind::PartedFromTurn { what }, span);
        }
        has_turn
    }

    fn turn(&mut self, word: &str, start: usize) {
        let mut end = start + word.len();
        let mut glyphs = Vec::new();
        let body = match read_word(word, start, Wanted::Turn, Grammar::turn) {
            Ok(TurnWord { body, suffix }) => {
                if let Some(suffix) = suffix {
                    end = suffix.span.start as usize;
                    glyphs.push(suffix);
                }
                Some(body)
            }
            Err(fault) => {
                self.record.errors.extend(fault.of_word());
                None
            }
        };
        self.take(start + word.len());
        let turn = WrittenTurn { span: between(start, end), body };
        let Some(frame) = self.frames.last_mut() else { return };
        frame.line.plies.push(WrittenPly {
            number: frame.number.take(),
            turn,
            glyphs,
            refill: None,
            comments: Vec::new(),
            variations: Vec::new(),
        });
    }

    // --- the end ----------------------------------------------------------------------------------------------------

    fn finish(mut self) -> WrittenRecord {
        self.number_ends();
        let open = self.frames.len() - 1;
        if open > 0 {
            if let Some((index, result)) = self.loose_result.take() {
                self.record.errors.remove(index);
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

/// Returns whether a word is made of nothing but what results are made of, or look-alikes of that. Digits alone are a
/// number.
fn looks_like_result(word: &str) -> bool {
    let mut chars = word.chars();
    chars.all(|c| matches!(c, '0' | '1' | '2' | '/' | '*' | '-' | '–' | '−' | '—' | '½' | '⁄' | '∕'))
        && word.contains(|c: char| !c.is_ascii_digit())
}
