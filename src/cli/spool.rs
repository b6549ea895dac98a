use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};

use super::Failure;

/// Keeps texts in a file without a name, so that memory does not grow with them.
pub(super) struct Spool {
    writer: BufWriter<File>,
    length: u64,
}

/// The same, once it is whole.
pub(super) struct Spooled {
    reader: BufReader<File>,
    at: u64,
    length: u64,
}

impl Spool {
    pub(super) fn new() -> Result<Self, Failure> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self { writer: BufWriter::with_capacity(64 * 1024, file), length: 0 })
    }

    /// Adds a text. Returns where it is.
    pub(super) fn put(&mut self, text: &[u8]) -> Result<u64, Failure> {
        let at = self.length;
        let length = text.len() as u64;
        self.writer.write_all(&length.to_le_bytes()).map_err(failed)?;
        self.writer.write_all(text).map_err(failed)?;
        self.length += 8 + length;
        Ok(at)
    }

    pub(super) fn finish(self) -> Result<Spooled, Failure> {
        let mut file = self.writer.into_inner().map_err(|error| failed(error.into_error()))?;
        file.rewind().map_err(failed)?;
        Ok(Spooled { reader: BufReader::with_capacity(64 * 1024, file), at: 0, length: self.length })
    }
}

impl Spooled {
    /// Reads the text at a place.
    pub(super) fn read(&mut self, at: u64) -> Result<Vec<u8>, Failure> {
        let text = self.text(at).map_err(failed)?;
        self.at = at + 8 + text.len() as u64;
        Ok(text)
    }

    /// Reads the text behind the one that was read last; the first one at the beginning.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if self.at < self.length { self.read(self.at).map(Some) } else { Ok(None) }
    }

    fn text(&mut self, at: u64) -> io::Result<Vec<u8>> {
        match i64::try_from(i128::from(at) - i128::from(self.at)) {
            // What was read ahead is used where it can be.
            Ok(distance) => self.reader.seek_relative(distance)?,
            Err(_) => _ = self.reader.seek(SeekFrom::Start(at))?,
        }
        let mut length = [0; 8];
        self.reader.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        let mut text = Vec::new();
        if self.reader.by_ref().take(length).read_to_end(&mut text)? as u64 == length {
            Ok(text)
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::File { file: std::env::temp_dir().display().to_string(), error }
}
