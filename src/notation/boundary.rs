//! Finds where one record ends and the next begins, a byte at a time.

use std::collections::HashSet;

use memchr::memchr2;

/// How many tag names of one record are remembered. No honest record comes near; it bounds the memory.
const MOST_NAMES: usize = 65_536;

const BLANK: u8 = 1;
const LINE_END: u8 = 2;
/// Bytes that end a word without white space.
const DELIMITER: u8 = 4;
/// Bytes that mean something inside a comment in braces.
const IN_COMMENT: u8 = 8;
/// Bytes that mean something inside a tag's value.
const IN_VALUE: u8 = 16;
/// Bytes that a result, or a number that touches one, can begin with.
const RESULT_START: u8 = 32;

static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    class[b' ' as usize] = BLANK;
    class[b'\t' as usize] = BLANK;
    class[b'\n' as usize] = LINE_END | IN_COMMENT;
    class[b'\r' as usize] = LINE_END | IN_COMMENT;
    class[b'{' as usize] = DELIMITER;
    class[b'}' as usize] = DELIMITER | IN_COMMENT;
    class[b'\\' as usize] = IN_COMMENT;
    class[b'(' as usize] = DELIMITER;
    class[b')' as usize] = DELIMITER;
    class[b';' as usize] = DELIMITER;
    class[b'[' as usize] = DELIMITER;
    class[b'*' as usize] = RESULT_START;
    let mut digit = b'0';
    while digit <= b'9' {
        class[digit as usize] = RESULT_START;
        digit += 1;
    }
    class[b'"' as usize] = IN_VALUE;
    class[b'\\' as usize] |= IN_VALUE;
    class[b'\n' as usize] |= IN_VALUE;
    class[b'\r' as usize] |= IN_VALUE;
    class
};

const fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

/// FNV-1a of a tag name without regard to case: a name of any length takes eight bytes of memory. Names made to
/// collide could only cut their own file in another place.
const NO_NAME: u64 = 0xCBF2_9CE4_8422_2325;

const fn hash(name: u64, byte: u8) -> u64 {
    (name ^ byte.to_ascii_lowercase() as u64).wrapping_mul(0x0100_0000_01B3)
}

/// Finds the next byte of a class; without one, the end.
fn find(bytes: &[u8], from: usize, class: u8) -> usize {
    bytes[from..].iter().position(|byte| is(*byte, class)).map_or(bytes.len(), |length| from + length)
}

/// How far the record has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Tags,
    Moves,
    AfterResult,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Between tokens.
    Gap,
    /// A byte-order mark that may stand at a line's start; so many bytes of it are read.
    Mark {
        read: u8,
        in_comment: bool,
    },
    Word(Word),
    /// A comment in braces.
    Comment,
    CommentEscape,
    /// The rest of a line: a `;` comment or a `%` line.
    Line,
    /// `[ name "` of a tag or of what may be one.
    Head {
        part: HeadPart,
        in_comment: bool,
    },
    Value,
    ValueEscape,
    AfterValue,
    /// A broken tag is skipped to its bracket or the end of its line.
    SkipTag {
        after_bracket: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeadPart {
    BeforeName,
    Name,
    AfterName,
}

/// What a word can still become: a result, perhaps behind move numbers that touch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Start,
    /// Digits of a move number.
    Digits(u8),
    /// `1.`, if no further dot follows.
    Dot,
    TwoDots,
    One,
    Zero,
    /// `1`, then the first or second byte of a dash beyond ASCII.
    OneWide(Wide),
    ZeroWide(Wide),
    OneDash,
    ZeroDash,
    OneSlash,
    Half,
    HalfWide(Wide),
    HalfDash,
    HalfDashOne,
    HalfDashOneSlash,
    Result,
    Other,
}

/// A dash beyond ASCII, of which some bytes are read: U+2013 or U+2212.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wide {
    First,
    EnDash,
    Minus,
}

impl Wide {
    const fn next(self, byte: u8) -> Option<Result<Self, ()>> {
        match (self, byte) {
            (Self::First, 0x80) => Some(Ok(Self::EnDash)),
            (Self::First, 0x88) => Some(Ok(Self::Minus)),
            (Self::EnDash, 0x93) | (Self::Minus, 0x92) => Some(Err(())),
            _ => None,
        }
    }
}

impl Word {
    const fn next(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start | Self::Dot, b'*') => Self::Result,
            (Self::Start | Self::Dot, b'0') => Self::Zero,
            (Self::Start | Self::Dot, b'1') => Self::One,
            (Self::Start, b'2'..=b'9') => Self::Digits(1),
            (Self::Dot, b'2'..=b'9') => Self::Digits(1),
            (Self::One, b'0'..=b'9') => Self::Digits(2),
            (Self::Digits(count @ 1..=7), b'0'..=b'9') => Self::Digits(count + 1),
            (Self::One | Self::Digits(_), b'.') => Self::Dot,
            (Self::Dot, b'.') => Self::TwoDots,
            (Self::TwoDots, b'.') => Self::Start,
            (Self::One, b'-') => Self::OneDash,
            (Self::One, 0xE2) => Self::OneWide(Wide::First),
            (Self::One, b'/') => Self::OneSlash,
            (Self::Zero, b'-') => Self::ZeroDash,
            (Self::Zero, 0xE2) => Self::ZeroWide(Wide::First),
            (Self::OneWide(wide), _) => match wide.next(byte) {
                Some(Ok(wide)) => Self::OneWide(wide),
                Some(Err(())) => Self::OneDash,
                None => Self::Other,
            },
            (Self::ZeroWide(wide), _) => match wide.next(byte) {
                Some(Ok(wide)) => Self::ZeroWide(wide),
                Some(Err(())) => Self::ZeroDash,
                None => Self::Other,
            },
            (Self::OneDash, b'0') | (Self::ZeroDash, b'1') => Self::Result,
            (Self::OneSlash, b'2') => Self::Half,
            (Self::Half, b'-') => Self::HalfDash,
            (Self::Half, 0xE2) => Self::HalfWide(Wide::First),
            (Self::HalfWide(wide), _) => match wide.next(byte) {
                Some(Ok(wide)) => Self::HalfWide(wide),
                Some(Err(())) => Self::HalfDash,
                None => Self::Other,
            },
            (Self::HalfDash, b'1') => Self::HalfDashOne,
            (Self::HalfDashOne, b'/') => Self::HalfDashOneSlash,
            (Self::HalfDashOneSlash, b'2') => Self::Result,
            _ => Self::Other,
        }
    }
}

/// Where in its line the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LinePlace {
    Start,
    AfterBlanks,
    Inside,
}

/// The state machine. It is fed pieces of a file and stops at each bracket that begins a record.
#[derive(Debug)]
pub(super) struct BoundaryScanner {
    phase: Phase,
    mode: Mode,
    line: LinePlace,
    /// Whether the line before this one is empty.
    after_empty_line: bool,
    after_carriage_return: bool,
    depth: u64,
    /// Whether the record has anything but blanks.
    content: bool,
    /// Offset of the bracket of the head that is being read.
    head: u64,
    head_on_line_start: bool,
    name: u64,
    names: HashSet<u64>,
}

impl BoundaryScanner {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::Tags,
            mode: Mode::Gap,
            line: LinePlace::Start,
            after_empty_line: false,
            after_carriage_return: false,
            depth: 0,
            content: false,
            head: 0,
            head_on_line_start: false,
            name: NO_NAME,
            names: HashSet::new(),
        }
    }

    /// Returns whether anything but blanks has been seen since the record began.
    pub(super) const fn has_content(&self) -> bool {
        // Half a byte-order mark at the end of a file is something too: broken text.
        self.content || matches!(self.mode, Mode::Mark { .. })
    }

    /// Returns the offset from which on bytes may belong to the next record, if it is open whether they do.
    pub(super) const fn open_head(&self) -> Option<u64> {
        match self.mode {
            Mode::Head { .. } => Some(self.head),
            _ => None,
        }
    }

    /// Decides that the head that is being read is none, because it is too long to be kept.
    pub(super) fn give_up_head(&mut self) {
        if let Mode::Head { in_comment, .. } = self.mode {
            self.head_failed(in_comment);
        }
    }

    /// Reads on to the next boundary. Returns how many bytes were read and, if a record begins, the offset
    /// of its bracket; without one, all bytes were read.
    pub(super) fn scan(&mut self, bytes: &[u8], base: u64) -> (usize, Option<u64>) {
        let mut index = 0;
        while index < bytes.len() {
            // The long stretches first: nothing in them can be a boundary.
            match self.mode {
                Mode::Word(Word::Other) => index = self.skim(bytes, index, true),
                Mode::Gap if self.phase != Phase::Tags && self.line == LinePlace::Inside => {
                    index = self.skim(bytes, index, false);
                }
                Mode::Comment if self.line == LinePlace::Inside => index = find(bytes, index, IN_COMMENT),
                Mode::Value => index = find(bytes, index, IN_VALUE),
                Mode::Line => index += memchr2(b'\n', b'\r', &bytes[index..]).unwrap_or(bytes.len() - index),
                _ => {}
            }
            let Some(&byte) = bytes.get(index) else { break };
            let offset = base + index as u64;
            if is(byte, LINE_END) {
                self.line_end(byte);
                index += 1;
                continue;
            }
            self.after_carriage_return = false;
            if self.step(byte, offset) {
                return (index + 1, Some(self.head));
            }
            index += 1;
        }
        (index, None)
    }

    /// Passes blanks and words that can't be results. Movetext is made of little else.
    fn skim(&mut self, bytes: &[u8], mut index: usize, mut in_word: bool) -> usize {
        while let Some(&byte) = bytes.get(index) {
            let class = CLASS[byte as usize];
            if class & (LINE_END | DELIMITER) != 0 {
                break;
            }
            if class & RESULT_START != 0 && !in_word {
                // Digits, a dot and a blank are a number or no good, but no result.
                let digits = bytes[index..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                match bytes[index + digits..] {
                    [b'.', b' ', ..] => {
                        index += digits + 2;
                        continue;
                    }
                    _ => break,
                }
            }
            in_word = class & BLANK == 0;
            index += 1;
        }
        self.mode = if in_word { Mode::Word(Word::Other) } else { Mode::Gap };
        index
    }

    fn line_end(&mut self, byte: u8) {
        let second_half = byte == b'\n' && self.after_carriage_return;
        self.after_carriage_return = byte == b'\r';
        if second_half {
            return;
        }
        match self.mode {
            Mode::Comment | Mode::CommentEscape => self.mode = Mode::Comment,
            Mode::Mark { in_comment, .. } | Mode::Head { in_comment, .. } => {
                self.broken_off(in_comment);
                if !in_comment {
                    self.mode = Mode::Gap;
                }
            }
            Mode::Word(word) => self.word_ended(word),
            _ => self.mode = Mode::Gap,
        }
        self.after_empty_line = self.line != LinePlace::Inside;
        self.line = LinePlace::Start;
    }

    /// What began as a mark or a head is none: back to what it stands in.
    fn broken_off(&mut self, in_comment: bool) {
        match self.mode {
            Mode::Head { .. } => self.head_failed(in_comment),
            _ if in_comment => {
                self.mode = Mode::Comment;
                self.line = LinePlace::Inside;
            }
            _ => {
                self.word_begins();
                self.mode = Mode::Word(Word::Other);
            }
        }
    }

    fn head_failed(&mut self, in_comment: bool) {
        self.line = LinePlace::Inside;
        self.mode = match self.mode {
            _ if in_comment => Mode::Comment,
            _ if self.phase == Phase::Tags => Mode::SkipTag { after_bracket: false },
            // A word that begins with a letter is no result, whatever follows.
            Mode::Head { part: HeadPart::Name, .. } => Mode::Word(Word::Other),
            _ => Mode::Gap,
        };
    }

    fn word_begins(&mut self) {
        self.line = LinePlace::Inside;
        self.content = true;
        if self.phase == Phase::Tags {
            self.phase = Phase::Moves;
        }
    }

    fn word_ended(&mut self, word: Word) {
        if word == Word::Result && self.depth == 0 {
            self.phase = Phase::AfterResult;
        }
        self.mode = Mode::Gap;
    }

    /// Takes one byte that is no line end. Returns whether it completes the head of a new record.
    fn step(&mut self, byte: u8, offset: u64) -> bool {
        match self.mode {
            Mode::Gap => self.gap(byte, offset),
            Mode::Mark { read, in_comment } => {
                if (read, byte) == (1, 0xBB) {
                    self.mode = Mode::Mark { read: 2, in_comment };
                } else if (read, byte) == (2, 0xBF) {
                    self.mode = if in_comment { Mode::Comment } else { Mode::Gap };
                } else {
                    self.broken_off(in_comment);
                    return self.step(byte, offset);
                }
            }
            Mode::Word(word) => {
                if is(byte, BLANK | DELIMITER) {
                    self.word_ended(word);
                    self.gap(byte, offset);
                } else {
                    self.mode = Mode::Word(word.next(byte));
                }
            }
            Mode::Comment => self.comment(byte, offset),
            Mode::CommentEscape => {
                self.mode = Mode::Comment;
                if !matches!(byte, b'}' | b'\\' | b'[') {
                    self.comment(byte, offset);
                }
            }
            Mode::Line => {}
            Mode::Head { part, in_comment } => return self.head(part, in_comment, byte, offset),
            Mode::Value => match byte {
                b'"' => self.mode = Mode::AfterValue,
                b'\\' => self.mode = Mode::ValueEscape,
                _ => {}
            },
            Mode::ValueEscape => {
                self.mode = Mode::Value;
                if !matches!(byte, b'"' | b'\\') {
                    return self.step(byte, offset);
                }
            }
            Mode::AfterValue => match byte {
                b' ' | b'\t' => {}
                b']' => self.mode = Mode::Gap,
                b'[' => self.gap(byte, offset),
                _ => self.mode = Mode::SkipTag { after_bracket: false },
            },
            Mode::SkipTag { after_bracket } => {
                if after_bracket && is(byte, BLANK | DELIMITER) {
                    self.mode = Mode::Gap;
                    self.gap(byte, offset);
                } else {
                    self.mode = Mode::SkipTag { after_bracket: byte == b']' };
                }
            }
        }
        false
    }

    fn gap(&mut self, byte: u8, offset: u64) {
        self.mode = Mode::Gap;
        let line = self.line;
        if is(byte, BLANK) {
            self.line = line.max(LinePlace::AfterBlanks);
            return;
        }
        if line == LinePlace::Start && byte == 0xEF {
            self.mode = Mode::Mark { read: 1, in_comment: false };
            return;
        }
        self.line = LinePlace::Inside;
        match byte {
            b'%' if line == LinePlace::Start => self.mode = Mode::Line,
            b';' => {
                self.content = true;
                self.mode = Mode::Line;
            }
            b'{' => {
                self.content = true;
                self.mode = Mode::Comment;
            }
            b'[' if self.phase != Phase::Moves || line != LinePlace::Inside => self.begin_head(line, false, offset),
            b'(' => {
                self.word_begins();
                self.depth += 1;
            }
            b')' => {
                self.word_begins();
                self.depth = self.depth.saturating_sub(1);
            }
            b'}' | b'[' => self.word_begins(),
            _ => {
                self.word_begins();
                self.mode = Mode::Word(Word::Start.next(byte));
            }
        }
    }

    fn comment(&mut self, byte: u8, offset: u64) {
        let line = self.line;
        match byte {
            b' ' | b'\t' => {
                self.line = line.max(LinePlace::AfterBlanks);
                return;
            }
            0xEF if line == LinePlace::Start => {
                self.mode = Mode::Mark { read: 1, in_comment: true };
                return;
            }
            b'[' if line != LinePlace::Inside => self.begin_head(line, true, offset),
            b'}' => self.mode = Mode::Gap,
            b'\\' => self.mode = Mode::CommentEscape,
            _ => {}
        }
        self.line = LinePlace::Inside;
    }

    fn begin_head(&mut self, line: LinePlace, in_comment: bool, offset: u64) {
        self.content = true;
        self.head = offset;
        self.head_on_line_start = line != LinePlace::Inside;
        self.line = LinePlace::Inside;
        self.mode = Mode::Head { part: HeadPart::BeforeName, in_comment };
    }

    fn head(&mut self, part: HeadPart, in_comment: bool, byte: u8, offset: u64) -> bool {
        let next = match (part, byte) {
            (HeadPart::BeforeName, b' ' | b'\t') => HeadPart::BeforeName,
            (HeadPart::BeforeName, b'A'..=b'Z' | b'a'..=b'z') => {
                self.name = hash(NO_NAME, byte);
                HeadPart::Name
            }
            (HeadPart::Name, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-') => {
                self.name = hash(self.name, byte);
                HeadPart::Name
            }
            (HeadPart::Name | HeadPart::AfterName, b' ' | b'\t') => HeadPart::AfterName,
            (HeadPart::Name | HeadPart::AfterName, b'"') => return self.head_complete(),
            _ => {
                self.head_failed(in_comment);
                return self.step(byte, offset);
            }
        };
        self.mode = Mode::Head { part: next, in_comment };
        false
    }

    fn head_complete(&mut self) -> bool {
        self.mode = Mode::Value;
        let repeated = || self.names.contains(&self.name) && self.head_on_line_start && self.after_empty_line;
        let boundary = self.phase != Phase::Tags || repeated();
        if boundary {
            self.phase = Phase::Tags;
            self.depth = 0;
            self.names.clear();
        }
        if self.names.len() < MOST_NAMES {
            self.names.insert(self.name);
        }
        boundary
    }
}
