use std::collections::HashSet;

use serde_json::{Map, Value};

use super::header::{is_reserved, read_result};
use super::json_form::{Detail, TurnForm};
use super::json_places::{find_places, find_repeated_key, push_key};
use super::judge::syntax_diagnostic;
use super::{Judge, Judged, JudgedPly, Keep};
use crate::board::{BySeat, Pit};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{RulesetError, Step, Turn};
use crate::notation::{
    Comment, DEEPEST_VARIATION, Source, Span, Spanned, SyntaxError, SyntaxErrorKind, WrittenLine, WrittenPly,
    WrittenRecord, WrittenRefill, WrittenTag, WrittenTurn, find_bad_comment_character, read_turn_at,
};
use crate::text::quoted;

/// How deep an `ext` value may nest.
const DEEPEST_EXT: usize = 32;

/// The keys of a record that have a meaning.
const RECORD_KEYS: [&str; 10] =
    ["format", "game", "rules", "tags", "start", "comments", "turns", "result", "termination", "ext"];

/// The keys of a turn that say something when it is read.
const SAYING_KEYS: [&str; 5] = ["text", "refill", "glyphs", "comments", "variations"];

/// The keys of a turn that are worked out, and checked where they stand.
const WORKED_OUT_KEYS: [&str; 10] =
    ["ply", "number", "seat", "origin", "clockwise", "steps", "laps", "landing", "captured", "position"];

/// A record read from JSON, not yet judged.
///
/// ```
/// use matombo::notation::Source;
/// use matombo::record::{Judge, JsonRecord};
/// let source = Source::from_text(r#"{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*"}"#);
/// let judged = JsonRecord::read(&source).judge(&Judge::new());
/// assert!(judged.is_valid());
/// ```
#[derive(Clone, Debug)]
pub struct JsonRecord<'a> {
    source: &'a Source,
    record: WrittenRecord,
    /// All texts of the record one after the other: what the spans of the syntax tree mark.
    texts: String,
    /// Where each text begins there, and the pointer to it.
    pointers: Vec<(u32, String)>,
    ext: Option<Value>,
    given: Value,
    /// A key is given twice. Its place is that of the second time, to which no pointer leads.
    repeated: Option<Diagnostic>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> JsonRecord<'a> {
    /// Reads one JSON object. What is wrong with it is told when it is [judged](JsonRecord::judge).
    #[must_use]
    pub fn read(source: &'a Source) -> Self {
        let mut record = Self {
            source,
            record: WrittenRecord::default(),
            texts: String::new(),
            pointers: Vec::new(),
            ext: None,
            given: Value::Null,
            repeated: None,
            diagnostics: Vec::new(),
        };
        if let Some(limit) = source.limit_passed() {
            let error = SyntaxErrorKind::RecordTooLarge { limit };
            record.diagnostics.push(Diagnostic::new(Code::RecordTooLarge, Span::at(0), error.to_string()));
            return record;
        }
        if let Some(broken) = source.broken_encoding() {
            let kind = SyntaxErrorKind::NotUtf8 { byte: broken.byte, more: broken.more };
            let error = SyntaxError::new(kind, Span::new(broken.offset, broken.offset + 1));
            record.diagnostics.push(syntax_diagnostic(&error));
            return record;
        }
        let (text, shift) = text_behind_mark(source);
        if let Some(message) = broken_array(text) {
            record.diagnostics.push(Diagnostic::new(Code::BadJson, Span::new(0, text.len() as u32), message));
            return record;
        }
        match serde_json::from_str(text) {
            Ok(value) => {
                record.given = value;
                if let Some(repeated) = find_repeated_key(text) {
                    let span = Span::new((repeated.range.start + shift) as u32, (repeated.range.end + shift) as u32);
                    let message = format!("key `{}` is given twice", quoted(&repeated.key));
                    let mut diagnostic = Diagnostic::new(Code::WrongKey, span, message);
                    diagnostic.pointer = Some(repeated.pointer);
                    record.repeated = Some(diagnostic);
                }
                record.read_record();
            }
            Err(error) => {
                let span = place_of(&error, text, shift);
                // The words are the JSON reader's, without its own line and column.
                let words = error.to_string();
                let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
                let message = format!("this is not JSON that can be read: {}", quoted(words));
                record.diagnostics.push(Diagnostic::new(Code::BadJson, span, message));
            }
        }
        record
    }

    /// Returns the tags, those that JSON has keys for included, as they are given.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.record.tags.iter().map(|tag| (tag.name.value.as_str(), tag.value.value.as_str()))
    }

    /// Judges the record; every worked-out value that is given must agree.
    #[must_use]
    pub fn judge(mut self, judge: &Judge) -> Judged {
        if !self.given.is_object() {
            let mut judged = judge.judge("", &WrittenRecord::default());
            judged.diagnostics = self.diagnostics;
            return judged;
        }
        // What is given is compared with all that can be worked out.
        let keep = if judge.kept() == Keep::Tags { Keep::Tags } else { Keep::Positions };
        let mut judged = judge.keep(keep).judge(&self.texts, &self.record);
        for diagnostic in &mut judged.diagnostics {
            let at = self.pointers.partition_point(|(start, _)| *start <= diagnostic.span.start);
            let (start, pointer) = at.checked_sub(1).map_or((0, ""), |at| {
                let (start, pointer) = &self.pointers[at];
                (*start, pointer.as_str())
            });
            diagnostic.span = Span::new(diagnostic.span.start - start, diagnostic.span.end - start);
            diagnostic.pointer = Some(pointer.to_owned());
            diagnostic.labels.clear();
        }
        let wrong_game = self.diagnostics.iter().any(|diagnostic| diagnostic.pointer.as_deref() == Some("/game"));
        let mut disagreements = Vec::new();
        if let Some(turns) = self.given["turns"].as_array() {
            compare_turns(turns, &judged.turns, "/turns", &mut disagreements);
        }
        judged.diagnostics.extend(disagreements);
        judged.diagnostics.append(&mut self.diagnostics);
        if wrong_game {
            // The game is given, however wrong.
            judged.diagnostics.retain(|diagnostic| diagnostic.code != Code::MissingGame);
        }
        self.place(&mut judged.diagnostics);
        judged.diagnostics.extend(self.repeated.take());
        judged.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        judged.ext = self.ext;
        judged
    }

    /// Works out the places of values in the JSON text from their pointers.
    fn place(&self, diagnostics: &mut [Diagnostic]) {
        let wanted: HashSet<String> = diagnostics.iter().filter_map(|diagnostic| diagnostic.pointer.clone()).collect();
        if wanted.is_empty() {
            return;
        }
        let (text, shift) = text_behind_mark(self.source);
        let places = find_places(text, &wanted);
        for diagnostic in diagnostics {
            let Some(pointer) = &diagnostic.pointer else { continue };
            let Some(place) = places.get(pointer) else {
                diagnostic.span = Span::new(shift as u32, shift as u32 + 1);
                continue;
            };
            // Of a key that should not be there, the key is at fault.
            let unknown = diagnostic.code == Code::UnknownKey && !place.key.is_empty();
            let range = if unknown { &place.key } else { &place.value };
            let (start, end) = ((range.start + shift) as u32, (range.end + shift) as u32);
            let raw = &text[range.clone()];
            let inner = diagnostic.span;
            let plain = raw.starts_with('"') && !raw.contains('\\') && inner.end as usize + 2 <= raw.len();
            diagnostic.span = if pointer.is_empty() {
                Span::new(start, start + 1)
            } else if plain && !inner.is_empty() {
                Span::new(start + 1 + inner.start, start + 1 + inner.end)
            } else {
                Span::new(start, end)
            };
        }
    }

    fn wrong_key(&mut self, pointer: &str, message: impl Into<String>) {
        self.fault(Code::WrongKey, pointer, message);
    }

    fn fault(&mut self, code: Code, pointer: &str, message: impl Into<String>) {
        let mut diagnostic = Diagnostic::new(code, Span::at(0), message);
        diagnostic.pointer = Some(pointer.to_owned());
        self.diagnostics.push(diagnostic);
    }

    /// Adds a text and returns its span.
    fn put(&mut self, text: &str, pointer: &str) -> Span {
        let start = self.texts.len() as u32;
        self.pointers.push((start, pointer.to_owned()));
        self.texts.push_str(text);
        let end = self.texts.len() as u32;
        self.texts.push('\n');
        Span::new(start, end)
    }

    fn put_tag(&mut self, name: &str, value: &str, pointer: &str) {
        let span = self.put(value, pointer);
        if let Some(found) = value.chars().find(|c| c.is_control() && *c != '\t') {
            let error = SyntaxErrorKind::ControlCharacter { found, more: 0 };
            self.fault(Code::ControlCharacter, pointer, error.to_string());
        }
        let name = Spanned::new(name.to_owned(), span);
        self.record.tags.push(WrittenTag { name, value: Spanned::new(value.to_owned(), span), span });
    }

    fn read_record(&mut self) {
        let Value::Object(mut given) = std::mem::take(&mut self.given) else {
            self.given = Value::Null;
            let message = "a record is a JSON object";
            self.diagnostics.push(Diagnostic::new(Code::WrongKey, Span::new(0, 1), message));
            return;
        };
        match given.get("format") {
            None => {}
            Some(number @ Value::Number(_)) => self.put_tag("Format", &number_text(number), "/format"),
            Some(_) => self.wrong_key("/format", "`format` is a number"),
        }
        match given.get("game") {
            Some(Value::String(game)) => self.put_tag("Game", game, "/game"),
            Some(_) => self.wrong_key("/game", "`game` is a text, such as \"tsoro\""),
            None => self.wrong_key("", "the record has no `game`"),
        }
        self.read_rules(given.get("rules"));
        match given.get("start") {
            None => {}
            Some(Value::String(start)) => self.put_tag("Position", start, "/start"),
            Some(_) => self.wrong_key("/start", "`start` is a text: a position line"),
        }
        self.read_tags(given.get("tags"));
        match given.get("termination") {
            None => {}
            Some(Value::String(termination)) => self.put_tag("Termination", termination, "/termination"),
            Some(_) => self.wrong_key("/termination", "`termination` is a text, such as \"resignation\""),
        }
        self.record.comments = self.read_comments(given.get("comments"), "/comments");
        if !given.contains_key("turns") {
            self.wrong_key("", "the record has no `turns`");
        }
        self.record.main = self.read_turns(given.get("turns"), "/turns", 0);
        let end = self.put("", "");
        self.record.end = end;
        match given.get("result") {
            None => self.record.errors.push(SyntaxError::new(SyntaxErrorKind::MissingResult, end)),
            Some(Value::String(text)) => {
                let span = self.put(text, "/result");
                match read_result(text) {
                    Some(result) => self.record.result = Some(Spanned::new(result, span)),
                    None => {
                        let error = SyntaxErrorKind::BadResult { found: text.clone() };
                        self.record.errors.push(SyntaxError::new(error, span));
                    }
                }
            }
            Some(_) => self.wrong_key("/result", "`result` is a text: \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\""),
        }
        self.read_ext(&mut given);
        self.given = Value::Object(given);
    }

    fn read_rules(&mut self, rules: Option<&Value>) {
        let Some(rules) = rules else { return };
        let Value::Object(rules) = rules else {
            return self.wrong_key("/rules", "`rules` is an object of options");
        };
        let mut text = String::new();
        for (name, value) in rules {
            let setting = match value {
                Value::String(word) => word.clone(),
                Value::Number(_) => number_text(value),
                _ => {
                    let mut pointer = "/rules".to_owned();
                    push_key(&mut pointer, name);
                    self.wrong_key(&pointer, "an option is a text or a number");
                    continue;
                }
            };
            // Joined they are read as a `Rules` tag: none may pass for two.
            let letters = |text: &str, more: fn(&u8) -> bool| {
                !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || more(&b))
            };
            if !letters(name, |b| *b == b'-') || !letters(&setting, u8::is_ascii_digit) {
                let mut pointer = "/rules".to_owned();
                push_key(&mut pointer, name);
                let text = format!("{name}={setting}");
                self.fault(Code::BadRules, &pointer, RulesetError::Malformed { text }.to_string());
                continue;
            }
            text.push_str(&format!("{}{name}={setting}", if text.is_empty() { "" } else { " " }));
        }
        self.put_tag("Rules", &text, "/rules");
    }

    fn read_tags(&mut self, tags: Option<&Value>) {
        let Some(tags) = tags else { return };
        let Value::Object(tags) = tags else {
            return self.wrong_key("/tags", "`tags` is an object of texts");
        };
        let mut seen: HashSet<String> = HashSet::new();
        for (name, value) in tags {
            let mut pointer = "/tags".to_owned();
            push_key(&mut pointer, name);
            let mut letters = name.chars();
            let good = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
                && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
            if !good {
                let message = "a tag's name is an ASCII letter, then letters, digits, `_` and `-`";
                self.wrong_key(&pointer, message);
            } else if is_reserved(name) {
                self.wrong_key(&pointer, format!("`{name}` has a key of its own in the record"));
            } else if !seen.insert(name.to_ascii_lowercase()) {
                let error = SyntaxErrorKind::DuplicateTag { name: name.clone() };
                self.fault(Code::DuplicateTag, &pointer, error.to_string());
            } else if let Value::String(value) = value {
                self.put_tag(name, value, &pointer);
            } else {
                self.wrong_key(&pointer, "a tag's value is a text");
            }
        }
    }

    fn read_comments(&mut self, comments: Option<&Value>, pointer: &str) -> Vec<Comment> {
        let list = match comments {
            None => return Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.wrong_key(pointer, "`comments` is a list of texts");
                return Vec::new();
            }
        };
        let mut read = Vec::with_capacity(list.len());
        for (index, comment) in list.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            match comment {
                Value::String(text) => {
                    let text = text.replace("\r\n", "\n").replace('\r', "\n");
                    if let Some((_, found)) = find_bad_comment_character(&text) {
                        let error = SyntaxErrorKind::ControlCharacter { found, more: 0 };
                        self.fault(Code::ControlCharacter, &pointer, error.to_string());
                    }
                    let span = Span::at(self.texts.len() as u32);
                    read.push(Comment { text, span });
                }
                _ => self.wrong_key(&pointer, "a comment is a text"),
            }
        }
        read
    }

    /// Reads a list of turns. The recursion follows the variations, which are limited.
    fn read_turns(&mut self, turns: Option<&Value>, pointer: &str, depth: usize) -> WrittenLine {
        let mut line = WrittenLine::default();
        let list = match turns {
            None => return line,
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.wrong_key(pointer, "`turns` is a list of turns");
                return line;
            }
        };
        for (index, turn) in list.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            match turn {
                Value::Object(turn) => line.plies.push(self.read_turn(turn, &pointer, depth)),
                _ => {
                    self.wrong_key(&pointer, "a turn is an object with a `text`");
                    // What follows cannot be judged without it.
                    line.plies.push(self.missing_turn(&pointer));
                }
            }
        }
        line
    }

    /// Stands for a turn that cannot be read.
    fn missing_turn(&mut self, pointer: &str) -> WrittenPly {
        let turn = WrittenTurn { span: self.put("", pointer), body: None };
        WrittenPly {
            number: None,
            turn,
            glyphs: Vec::new(),
            refill: None,
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }

    fn read_turn(&mut self, turn: &Map<String, Value>, pointer: &str, depth: usize) -> WrittenPly {
        for key in turn.keys() {
            if !SAYING_KEYS.contains(&key.as_str()) && !WORKED_OUT_KEYS.contains(&key.as_str()) {
                let mut pointer = pointer.to_owned();
                push_key(&mut pointer, key);
                self.fault(Code::UnknownKey, &pointer, format!("unknown key `{}` is dropped", quoted(key)));
            }
        }
        let mut glyphs = Vec::new();
        let written = match turn.get("text") {
            Some(Value::String(text)) => {
                let span = self.put(text, &format!("{pointer}/text"));
                match read_turn_at(text, span.start) {
                    Ok((body, glyph)) => {
                        glyphs.extend(glyph.map(|glyph| Spanned::new(glyph, span)));
                        WrittenTurn { span, body: Some(body) }
                    }
                    Err(error) => {
                        self.record.errors.push(error);
                        WrittenTurn { span, body: None }
                    }
                }
            }
            other => {
                let span = self.put("", &format!("{pointer}/text"));
                match other {
                    Some(_) => self.wrong_key(&format!("{pointer}/text"), "`text` is a text: the turn in the notation"),
                    None => self.wrong_key(pointer, "the turn has no `text`"),
                }
                WrittenTurn { span, body: None }
            }
        };
        self.read_glyphs(turn.get("glyphs"), pointer, &mut glyphs);
        let refill = self.read_refill(turn.get("refill"), pointer);
        let comments = self.read_comments(turn.get("comments"), &format!("{pointer}/comments"));
        let variations = self.read_variations(turn.get("variations"), &format!("{pointer}/variations"), depth + 1);
        WrittenPly { number: None, turn: written, glyphs, refill, comments, variations }
    }

    fn read_glyphs(&mut self, given: Option<&Value>, pointer: &str, glyphs: &mut Vec<Spanned<u8>>) {
        let Some(given) = given else { return };
        let read = given.as_array().and_then(|list| {
            list.iter()
                .map(|glyph| whole_number(glyph).and_then(|glyph| u8::try_from(glyph).ok()))
                .collect::<Option<Vec<_>>>()
        });
        let place = Span::at(self.texts.len() as u32);
        match read {
            Some(read) => glyphs.extend(read.into_iter().map(|glyph| Spanned::new(glyph, place))),
            None => self.wrong_key(&format!("{pointer}/glyphs"), "`glyphs` is a list of numbers from 0 to 255"),
        }
    }

    fn read_refill(&mut self, given: Option<&Value>, pointer: &str) -> Option<Spanned<WrittenRefill>> {
        let given = given?;
        let pointer = format!("{pointer}/refill");
        let columns = |seat: &str| {
            let list = given.get(seat)?.as_array()?;
            let read: Option<Vec<u8>> = list
                .iter()
                .map(|column| whole_number(column).and_then(|column| u8::try_from(column).ok()))
                .map(|column| column.filter(|column| (1..=5).contains(column)))
                .collect();
            read.filter(|columns| !columns.is_empty() && columns.is_sorted_by(|one, next| one < next))
        };
        let reserve = match given.get("reserve") {
            None => Some([None, None]),
            Some(reserve) => reserve.as_array().filter(|list| list.len() == 2).and_then(|list| {
                let number = |value: &Value| whole_number(value).and_then(|number| u32::try_from(number).ok());
                Some([Some(number(&list[0])?), Some(number(&list[1])?)])
            }),
        };
        let (Some(south), Some(north), Some(reserve)) = (columns("south"), columns("north"), reserve) else {
            let message = "`refill` is an object: `south` and `north` are rising lists of columns from 1 to 5, \
                           `reserve` is a list of two numbers";
            self.wrong_key(&pointer, message);
            return None;
        };
        let south = Spanned::new(south, self.put("", &format!("{pointer}/south")));
        let north = Spanned::new(north, self.put("", &format!("{pointer}/north")));
        let place = self.put("", &format!("{pointer}/reserve"));
        let keep = BySeat::new(reserve[0], reserve[1]).map(|kept| kept.map(|kept| Spanned::new(kept, place)));
        let span = self.put("", &pointer);
        Some(Spanned::new(WrittenRefill { columns: BySeat::new(south, north), keep }, span))
    }

    fn read_variations(&mut self, given: Option<&Value>, pointer: &str, depth: usize) -> Vec<WrittenLine> {
        let list = match given {
            None => return Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.wrong_key(pointer, "`variations` is a list of variations");
                return Vec::new();
            }
        };
        let mut lines = Vec::new();
        for (index, variation) in list.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let Value::Object(variation) = variation else {
                self.wrong_key(&pointer, "a variation is an object with `turns`");
                continue;
            };
            if depth > DEEPEST_VARIATION {
                let error = SyntaxErrorKind::VariationTooDeep { limit: DEEPEST_VARIATION };
                self.fault(Code::VariationTooDeep, &pointer, error.to_string());
                continue;
            }
            for key in variation.keys().filter(|key| !matches!(key.as_str(), "comments" | "turns")) {
                let mut pointer = pointer.clone();
                push_key(&mut pointer, key);
                self.fault(Code::UnknownKey, &pointer, format!("unknown key `{}` is dropped", quoted(key)));
            }
            let comments = self.read_comments(variation.get("comments"), &format!("{pointer}/comments"));
            let line = self.read_turns(variation.get("turns"), &format!("{pointer}/turns"), depth);
            if line.plies.is_empty() {
                self.fault(Code::EmptyVariation, &pointer, SyntaxErrorKind::EmptyVariation.to_string());
            } else {
                lines.push(WrittenLine { comments, ..line });
            }
        }
        lines
    }

    /// Moves unknown keys of the record to `ext`.
    fn read_ext(&mut self, given: &mut Map<String, Value>) {
        let mut ext = match given.get("ext") {
            None => Map::new(),
            Some(Value::Object(ext)) => ext.clone(),
            Some(_) => {
                self.wrong_key("/ext", "`ext` is an object");
                Map::new()
            }
        };
        for (key, value) in given.iter().filter(|(key, _)| !RECORD_KEYS.contains(&key.as_str())) {
            if ext.contains_key(key) {
                let mut pointer = String::new();
                push_key(&mut pointer, key);
                self.wrong_key(&pointer, format!("`{}` stands in `ext` too", quoted(key)));
            }
            ext.insert(key.clone(), value.clone());
        }
        if ext.is_empty() && !given.contains_key("ext") {
            return;
        }
        let ext = Value::Object(ext);
        if depth(&ext) > DEEPEST_EXT {
            let pointer = if given.contains_key("ext") { "/ext" } else { "" };
            self.fault(Code::ExtTooDeep, pointer, format!("`ext` nests at most {DEEPEST_EXT} levels"));
        }
        if let Some(found) = control_in(&ext) {
            let error = SyntaxErrorKind::ControlCharacter { found, more: 0 };
            let pointer = if given.contains_key("ext") { "/ext" } else { "" };
            self.fault(Code::ControlCharacter, pointer, error.to_string());
        }
        self.ext = Some(ext);
    }
}

/// Returns a whole number; `1.0` is one in JSON.
fn whole_number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let text = value.as_number()?.to_string();
        let (whole, zeros) = text.split_once('.')?;
        (zeros.bytes().all(|digit| digit == b'0') && !whole.starts_with('-')).then(|| whole.parse().ok())?
    })
}

/// Returns the digits of a whole number, and anything else as it is written.
fn number_text(value: &Value) -> String {
    whole_number(value).map_or_else(|| value.to_string(), |number| number.to_string())
}

/// Returns the text of a record without byte-order marks before it, and the bytes that these take.
fn text_behind_mark(source: &Source) -> (&str, usize) {
    let text = source.text().trim_start_matches('\u{feff}');
    (text, source.text().len() - text.len())
}

/// Says what is wrong with what [`JsonReader`](crate::notation::JsonReader) cuts out where an array is broken.
fn broken_array(text: &str) -> Option<&'static str> {
    match text {
        "" => Some("the array of records is broken: a `,` or `]` is missing before this"),
        "," => Some("the array of records is broken: a record is missing before this `,`"),
        "]" => Some("the array of records is broken: a record is missing before this `]`, or it closes nothing"),
        _ => None,
    }
}

/// Finds where a value stands in a record's JSON text, by its pointer.
pub(crate) fn place_of_value(source: &Source, pointer: &str) -> Option<Span> {
    let (text, shift) = text_behind_mark(source);
    let places = find_places(text, &HashSet::from([pointer.to_owned()]));
    let value = &places.get(pointer)?.value;
    Some(Span::new((shift + value.start) as u32, (shift + value.end) as u32))
}

/// Returns the levels of lists and objects. The recursion is limited by the JSON reader.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Finds a control character in the texts and keys of a value.
fn control_in(value: &Value) -> Option<char> {
    let in_text = |text: &str| text.chars().find(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'));
    match value {
        Value::String(text) => in_text(text),
        Value::Array(list) => list.iter().find_map(control_in),
        Value::Object(map) => map.iter().find_map(|(key, value)| in_text(key).or_else(|| control_in(value))),
        _ => None,
    }
}

/// Finds the place of a JSON error in the text.
fn place_of(error: &serde_json::Error, text: &str, shift: usize) -> Span {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    // What ends too early is pointed at by its last character.
    let last = text.trim_end().len().saturating_sub(1);
    let mut at = (line + error.column().saturating_sub(1)).min(last);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let width = text[at..].chars().next().map_or(0, char::len_utf8);
    Span::new((shift + at) as u32, (shift + at + width) as u32)
}

/// Compares what is given of each turn with what was worked out. The recursion follows the variations.
fn compare_turns(given: &[Value], judged: &[JudgedPly], pointer: &str, diagnostics: &mut Vec<Diagnostic>) {
    for ((index, turn), ply) in given.iter().enumerate().zip(judged) {
        let pointer = format!("{pointer}/{index}");
        if let Some(decided) = &ply.turn {
            let mut worked_out = None;
            for key in WORKED_OUT_KEYS {
                let Some(value) = turn.get(key).filter(|value| !is_plainly(value, key, ply, decided)) else { continue };
                let worked_out = worked_out.get_or_insert_with(|| {
                    serde_json::to_value(TurnForm::new(&ply.alone(), Detail::Full))
                        .expect("a turn has only keys that are texts")
                });
                compare(value, &worked_out[key], &format!("{pointer}/{key}"), key, ply.ply, diagnostics);
            }
        }
        if let Some(variations) = turn.get("variations").and_then(Value::as_array) {
            let lines = variations.iter().enumerate().filter_map(|(index, variation)| {
                variation
                    .get("turns")
                    .and_then(Value::as_array)
                    .filter(|turns| !turns.is_empty())
                    .map(|turns| (index, turns))
            });
            for ((index, turns), line) in lines.zip(&ply.variations) {
                compare_turns(turns, &line.turns, &format!("{pointer}/variations/{index}/turns"), diagnostics);
            }
        }
    }
}

/// Returns whether a given value is just what is written for the key: the usual case, told without writing anything.
fn is_plainly(given: &Value, key: &str, ply: &JudgedPly, turn: &Turn) -> bool {
    let number = |own: u64| given.as_u64() == Some(own);
    match key {
        "ply" => number(ply.ply.into()),
        "number" => number(ply.number.into()),
        "seat" => given.as_str() == Some(ply.seat.name()),
        "origin" => is_pit(given, turn.origin),
        "clockwise" => given.as_bool() == Some(turn.clockwise),
        "steps" => given.as_array().is_some_and(|given| {
            given.len() == turn.steps.len() && given.iter().zip(&turn.steps).all(|(given, step)| is_step(given, step))
        }),
        "laps" => number(turn.laps),
        "landing" => is_pit(given, turn.landing),
        "captured" => number(turn.captured),
        "position" => given.is_string() && given.as_str() == ply.position.as_deref(),
        _ => false,
    }
}

fn is_pit(given: &Value, pit: Pit) -> bool {
    given.as_str().is_some_and(|given| given.parse() == Ok(pit))
}

fn is_step(given: &Value, step: &Step) -> bool {
    let Some(given) = given.as_object() else { return false };
    let is = |kind: &str, pit: Pit, keys: usize| {
        given.len() == keys
            && given.get("kind").and_then(Value::as_str) == Some(kind)
            && given.get("pit").is_some_and(|given| is_pit(given, pit))
    };
    match step {
        Step::GoOn { pit } => is("go-on", *pit, 2),
        Step::Stop { pit } => is("stop", *pit, 2),
        Step::Reverse { pit } => is("reverse", *pit, 2),
        Step::Capture { pit, stones, clockwise } => {
            is("capture", *pit, 4)
                && given.get("stones").and_then(Value::as_u64) == Some((*stones).into())
                && given.get("clockwise").and_then(Value::as_bool) == Some(*clockwise)
        }
        Step::Pass { pit, retreat } => {
            is("pass", *pit, 3) && given.get("retreat").and_then(Value::as_bool) == Some(*retreat)
        }
        // Rare enough to be written out.
        Step::Bonus { .. } | Step::Strip { .. } => false,
    }
}

fn compare(given: &Value, own: &Value, pointer: &str, key: &str, ply: u32, diagnostics: &mut Vec<Diagnostic>) {
    if agrees(given, own) {
        return;
    }
    let mut pointer = pointer.to_owned();
    let (given, own) = disagreement(given, own, &mut pointer);
    let (given, own) = quoted_apart(&given.to_string(), &own.to_string());
    let message = format!("`{key}` is `{given}`, but the turn gives `{own}`");
    let mut diagnostic = Diagnostic::new(Code::Disagrees, Span::at(0), message);
    diagnostic.pointer = Some(pointer);
    diagnostic.ply = Some(ply);
    diagnostics.push(diagnostic);
}

/// Finds what it is in two values that disagree, and extends the pointer to there. It goes no deeper than the worked-out
/// value.
fn disagreement<'a>(given: &'a Value, own: &'a Value, pointer: &mut String) -> (&'a Value, &'a Value) {
    let inner = match (given, own) {
        (Value::Array(items), Value::Array(own_items)) if items.len() == own_items.len() => {
            let pairs = items.iter().zip(own_items).enumerate();
            let mut pairs = pairs.map(|(index, (item, own_item))| (index.to_string(), item, own_item));
            pairs.find(|(_, item, own_item)| !agrees(item, own_item))
        }
        (Value::Object(values), Value::Object(own_values)) => {
            let mut pairs = values.iter().filter_map(|(key, value)| Some((key.clone(), value, own_values.get(key)?)));
            pairs.find(|(_, value, own_value)| !agrees(value, own_value))
        }
        _ => None,
    };
    match inner {
        Some((key, given, own)) => {
            push_key(pointer, &key);
            disagreement(given, own, pointer)
        }
        None => (given, own),
    }
}

/// Quotes two texts that differ so that it is seen in what: long ones from shortly before.
fn quoted_apart(one: &str, other: &str) -> (String, String) {
    let (whole_one, whole_other) = (quoted(one), quoted(other));
    if whole_one != whole_other {
        return (whole_one, whole_other);
    }
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let from = |text: &str| format!("...{}", quoted(&text.chars().skip(shared.saturating_sub(10)).collect::<String>()));
    (from(one), from(other))
}

/// Returns whether a given value says nothing else than the worked-out one; keys of objects may be missing.
fn agrees(given: &Value, own: &Value) -> bool {
    match (given, own) {
        (Value::Array(given), Value::Array(own)) => {
            given.len() == own.len() && given.iter().zip(own).all(|(given, own)| agrees(given, own))
        }
        (Value::Object(given), Value::Object(own)) => {
            given.iter().all(|(key, given)| own.get(key).is_some_and(|own| agrees(given, own)))
        }
        (Value::Number(given), Value::Number(own)) => given.as_f64() == own.as_f64(),
        _ => given == own,
    }
}
