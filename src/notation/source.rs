use std::sync::OnceLock;

use memchr::{memchr2, memrchr2};

use super::place::PlaceCounter;
use super::{Location, SourcePlace, Span};

/// Stands in the text for each byte that is no UTF-8, so that offsets in text and file agree.
const STAND_IN: u8 = 0x1A;
/// How much of a record beyond the limit is kept, so that its tags can still be shown.
pub(super) const KEPT: usize = 64 * 1024;
/// Distance of the places that are remembered to find lines and columns.
const STRIDE: usize = 4096;

/// Holds the text of one record and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    place: SourcePlace,
    broken: Option<Broken>,
    limit_passed: Option<usize>,
    places: OnceLock<Vec<PlaceCounter>>,
}

/// What is known about bytes that are not UTF-8.
#[derive(Clone, Debug)]
struct Broken {
    raw: Vec<u8>,
    encoding: BrokenEncoding,
}

/// Tells where a record's bytes are not UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenEncoding {
    /// Offset of the first broken byte from the start of the record.
    pub offset: u32,
    /// That byte.
    pub byte: u8,
    /// How many further broken sequences follow.
    pub more: usize,
}

impl Source {
    /// Makes a source from text that holds one record, as if it were a file of its own.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self::from_bytes(text.as_bytes().to_vec(), SourcePlace::START)
    }

    /// Makes a source from bytes that hold one record and begin at a place of a file.
    ///
    /// Text too large for [`Span`] is cut and counts as larger than the limit.
    #[must_use]
    pub fn from_bytes(mut bytes: Vec<u8>, place: SourcePlace) -> Self {
        let limit = u32::MAX as usize;
        let limit_passed = (bytes.len() > limit).then_some(limit);
        if limit_passed.is_some() {
            bytes.truncate(KEPT);
            drop_half_character(&mut bytes);
        }
        let (text, broken) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let (text, broken) = repair(error.into_bytes());
                (text, Some(broken))
            }
        };
        Self { text, place, broken, limit_passed, places: OnceLock::new() }
    }

    /// Says that this is only the first part of a record larger than a limit.
    pub(crate) fn with_limit_passed(mut self, limit: usize) -> Self {
        self.limit_passed = Some(limit);
        self
    }

    /// Returns the text. A byte that is not UTF-8 is replaced by U+001A, so that offsets are those of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes as they were read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.broken.as_ref().map_or(self.text.as_bytes(), |broken| &broken.raw)
    }

    /// Returns where the text begins in its file.
    #[must_use]
    pub const fn place(&self) -> SourcePlace {
        self.place
    }

    /// Returns where the bytes are not UTF-8, if anywhere.
    #[must_use]
    pub fn broken_encoding(&self) -> Option<BrokenEncoding> {
        self.broken.as_ref().map(|broken| broken.encoding)
    }

    /// Returns the limit in bytes that the record passed, or `None`. Of such a record only the first part is here.
    #[must_use]
    pub const fn limit_passed(&self) -> Option<usize> {
        self.limit_passed
    }

    /// Returns whether the character at an offset only stands for a byte that is not UTF-8.
    #[must_use]
    pub(super) fn is_stand_in(&self, offset: usize) -> bool {
        self.broken.as_ref().is_some_and(|broken| broken.raw[offset] != self.text.as_bytes()[offset])
    }

    /// Returns where in the file an offset of the text is.
    ///
    /// An offset inside a character counts as the character's, one inside a CRLF as the line's end, one beyond the
    /// text as its end.
    #[must_use]
    pub fn locate(&self, offset: u32) -> Location {
        let bytes = self.text.as_bytes();
        let mut offset = (offset as usize).min(bytes.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        if offset > 0 && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n') {
            offset -= 1;
        }
        let places = self.places.get_or_init(|| {
            let mut counter = PlaceCounter::new(self.place);
            let mut places = vec![counter];
            for piece in bytes.chunks(STRIDE) {
                counter.feed(piece);
                places.push(counter);
            }
            places
        });
        let known = offset / STRIDE;
        let mut counter = places[known];
        counter.feed(&bytes[known * STRIDE..offset]);
        counter.location()
    }

    /// Returns the span of the line around an offset, without its line end and a byte-order mark at its start.
    ///
    /// The first line of a record that begins within a line of its file begins with the record.
    #[must_use]
    pub fn line_span(&self, offset: u32) -> Span {
        let bytes = self.text.as_bytes();
        let offset = (offset as usize).min(bytes.len());
        let mut start = memrchr2(b'\n', b'\r', &bytes[..offset]).map_or(0, |index| index + 1);
        let end = memchr2(b'\n', b'\r', &bytes[offset..]).map_or(bytes.len(), |index| offset + index);
        while bytes[start..end].starts_with("\u{feff}".as_bytes()) {
            start += 3;
        }
        Span::new(start as u32, end as u32)
    }
}

impl Default for Source {
    fn default() -> Self {
        Self::from_text("")
    }
}

/// Drops a character at the end of cut text of which only some bytes are left.
pub(super) fn drop_half_character(bytes: &mut Vec<u8>) {
    let tail = bytes.len().saturating_sub(3);
    if let Some(length) = bytes[tail..].iter().rev().position(|byte| byte & 0xC0 != 0x80) {
        let start = bytes.len() - length - 1;
        if std::str::from_utf8(&bytes[start..]).is_err_and(|error| error.error_len().is_none()) {
            bytes.truncate(start);
        }
    }
}

fn repair(raw: Vec<u8>) -> (String, Broken) {
    let mut text = String::with_capacity(raw.len());
    let mut first = None;
    let mut sequences = 0;
    for chunk in raw.utf8_chunks() {
        text.push_str(chunk.valid());
        if let Some(&byte) = chunk.invalid().first() {
            first.get_or_insert((text.len() as u32, byte));
            sequences += 1;
            text.extend(chunk.invalid().iter().map(|_| char::from(STAND_IN)));
        }
    }
    let (offset, byte) = first.unwrap_or_default();
    let encoding = BrokenEncoding { offset, byte, more: sequences.max(1) - 1 };
    (text, Broken { raw, encoding })
}
