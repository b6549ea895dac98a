use memchr::{memchr2_iter, memrchr2};

/// Tells where in its file a record's text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourcePlace {
    /// Offset of the first byte in the file.
    pub byte: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its column in characters, from 1.
    pub column: u64,
}

impl SourcePlace {
    /// The beginning of a file.
    pub const START: Self = Self { byte: 0, line: 1, column: 1 };
}

impl Default for SourcePlace {
    fn default() -> Self {
        Self::START
    }
}

/// Tells where in its file a byte of a record stands.
///
/// Lines and columns count from 1, columns in characters (Unicode scalar values). A byte-order mark at the start of a
/// line has no column of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
    /// The offset from the start of the file, in bytes.
    pub byte: u64,
}

/// Counts lines and columns over text that arrives in pieces; a piece may end inside a CRLF or a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaceCounter {
    byte: u64,
    line: u64,
    /// Characters before this place in its line.
    column: u64,
    /// Bytes seen of a byte-order mark that may stand at the start of the line.
    mark: usize,
    after_carriage_return: bool,
}

const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

impl PlaceCounter {
    pub(super) fn new(place: SourcePlace) -> Self {
        Self {
            byte: place.byte,
            line: place.line,
            column: place.column.saturating_sub(1),
            mark: 0,
            after_carriage_return: false,
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.byte += bytes.len() as u64;
        let mut tail = bytes;
        if let Some(last) = memrchr2(b'\n', b'\r', bytes) {
            for index in memchr2_iter(b'\n', b'\r', &bytes[..=last]) {
                let second_half = bytes[index] == b'\n'
                    && if index == 0 { self.after_carriage_return } else { bytes[index - 1] == b'\r' };
                self.line += u64::from(!second_half);
            }
            self.column = 0;
            self.mark = 0;
            self.after_carriage_return = bytes[last] == b'\r';
            tail = &bytes[last + 1..];
        }
        if tail.is_empty() {
            return;
        }
        self.after_carriage_return = false;
        for &byte in tail {
            if self.column == u64::from(self.mark > 0) && byte == MARK[self.mark] {
                self.mark += 1;
                self.column = 1;
                if self.mark == MARK.len() {
                    (self.mark, self.column) = (0, 0);
                }
                continue;
            }
            // Continuation bytes belong to the character before them.
            self.mark = 0;
            self.column += u64::from(byte & 0xC0 != 0x80);
        }
    }

    pub(super) fn place(&self) -> SourcePlace {
        SourcePlace { byte: self.byte, line: self.line, column: self.column + 1 }
    }

    pub(super) fn location(&self) -> Location {
        Location { line: self.line, column: self.column + 1, byte: self.byte }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(pieces: &[&[u8]]) -> (u64, u64) {
        let mut counter = PlaceCounter::new(SourcePlace::START);
        for piece in pieces {
            counter.feed(piece);
        }
        (counter.place().line, counter.place().column)
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(count(&[b"a\nb\r\nc\rd"]), (4, 2));
        assert_eq!(count(&[b"a\r", b"\nb"]), (2, 2));
        assert_eq!(count(&[b"a\r", b"b\r", b"\r\n"]), (4, 1));
        assert_eq!(count(&[b"a\r", b"", b"\nb"]), (2, 2));
    }

    #[test]
    fn columns_count_characters_and_no_mark_at_a_line_start() {
        assert_eq!(count(&["\u{feff}é加x".as_bytes()]), (1, 4));
        assert_eq!(count(&[b"\xEF", b"\xBB", b"\xBFx"]), (1, 2));
        assert_eq!(count(&["x\u{feff}x".as_bytes()]), (1, 4));
        // Two files with a mark each, the first empty.
        assert_eq!(count(&["\n\u{feff}\u{feff}x".as_bytes()]), (2, 2));
        // U+FEC0 shares the first byte with the mark.
        assert_eq!(count(&["\u{fec0}x".as_bytes()]), (1, 3));
    }
}
