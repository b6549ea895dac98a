use std::io::{self, Read};
use std::str::FromStr;

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

/// The encoding of an input, by a name of the Encoding Standard of WHATWG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InputEncoding(&'static Encoding);

impl FromStr for InputEncoding {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Encoding::for_label_no_replacement(name.as_bytes()).map(Self);
        known.ok_or_else(|| {
            "encodings are named as on the web: utf-8, utf-16, utf-16be, latin1, windows-1250, iso-8859-15, …"
                .to_owned()
        })
    }
}

impl InputEncoding {
    /// Puts a decoder before an input, unless it is UTF-8 anyway: its faults have diagnostics of their own.
    pub(super) fn decode(self, input: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        if self.0 == UTF_8 { input } else { Box::new(Decoded::new(input, self.0)) }
    }
}

/// Bytes decoded at once.
const CHUNK: usize = 32 * 1024;

/// Reads text of another encoding as UTF-8. A byte-order mark in the input wins over the encoding's name.
struct Decoded {
    input: Box<dyn Read + Send>,
    encoding: &'static Encoding,
    decoder: Decoder,
    /// Bytes read, of which those from `taken` on are still to be decoded.
    raw: Vec<u8>,
    taken: usize,
    /// Text decoded, of which that from `given` on is still to be handed out.
    text: Vec<u8>,
    given: usize,
    /// Bytes decoded in all.
    offset: u64,
    ended: bool,
    done: bool,
}

impl Decoded {
    fn new(input: Box<dyn Read + Send>, encoding: &'static Encoding) -> Self {
        Self {
            input,
            encoding,
            decoder: encoding.new_decoder(),
            raw: Vec::new(),
            taken: 0,
            text: Vec::new(),
            given: 0,
            offset: 0,
            ended: false,
            done: false,
        }
    }

    /// Decodes some more. Replacing what is broken would lose it, so that is an error.
    fn fill(&mut self) -> io::Result<()> {
        if self.taken == self.raw.len() && !self.ended {
            self.raw.resize(CHUNK, 0);
            let count = self.input.read(&mut self.raw)?;
            self.raw.truncate(count);
            self.taken = 0;
            self.ended = count == 0;
        }
        // Three bytes of text for one of input is the most there is.
        self.text.resize(CHUNK * 3 + 16, 0);
        let raw = &self.raw[self.taken..];
        let (result, read, written) = self.decoder.decode_to_utf8_without_replacement(raw, &mut self.text, self.ended);
        self.taken += read;
        self.offset += read as u64;
        self.text.truncate(written);
        self.given = 0;
        match result {
            DecoderResult::InputEmpty => self.done = self.ended,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, behind) => {
                let start = self.offset.saturating_sub(u64::from(length) + u64::from(behind));
                let message = format!("byte {start} and what follows is no text in {}", self.encoding.name());
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        Ok(())
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.done {
            self.fill()?;
        }
        let count = (self.text.len() - self.given).min(buffer.len());
        buffer[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::io::Read;

    use super::InputEncoding;

    /// Hands out a byte at a time.
    struct Dribble(VecDeque<u8>);

    impl Read for Dribble {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            Ok(self.0.pop_front().map_or(0, |byte| {
                buffer[0] = byte;
                1
            }))
        }
    }

    fn decode(name: &str, bytes: &[u8]) -> std::io::Result<String> {
        let encoding: InputEncoding = name.parse().expect("an encoding");
        let mut text = String::new();
        encoding.decode(Box::new(Dribble(bytes.to_vec().into()))).read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn text_is_decoded_however_it_arrives() {
        let utf16 = |text: &str, to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
        let text = "[Game \"Bosh\"] {Gödel 加 \u{1f600}}\r\n*";
        assert_eq!(decode("utf-16le", &utf16(text, u16::to_le_bytes)).expect("text"), text);
        assert_eq!(decode("utf-16be", &utf16(text, u16::to_be_bytes)).expect("text"), text);
        let marked = format!("\u{feff}{text}");
        assert_eq!(decode("utf-16", &utf16(&marked, u16::to_be_bytes)).expect("text"), text);
        assert_eq!(decode("latin1", b"G\xF6del").expect("text"), "Gödel");
        assert_eq!(decode("iso-8859-15", b"\xA4").expect("text"), "€");
        assert_eq!(decode("utf-8", "ö".as_bytes()).expect("text"), "ö");
        let long = "ö".repeat(100_000);
        assert_eq!(decode("utf-16le", &utf16(&long, u16::to_le_bytes)).expect("text"), long);
        assert_eq!(decode("latin1", b"").expect("text"), "");
    }

    #[test]
    fn what_cannot_be_decoded_is_an_error_with_its_place() {
        let error = decode("utf-16le", b"a\0\x00\xD8b\0").expect_err("half a pair");
        assert_eq!(error.to_string(), "byte 2 and what follows is no text in UTF-16LE");
        let error = decode("shift_jis", b"ab\xFF").expect_err("no such byte");
        assert_eq!(error.to_string(), "byte 2 and what follows is no text in Shift_JIS");
        assert!(decode("utf-16le", b"a\0b").is_err());
        assert!("klingon".parse::<InputEncoding>().is_err());
        assert!("replacement".parse::<InputEncoding>().is_err());
    }
}
