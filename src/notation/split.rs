use std::io::{self, ErrorKind, Read};

use super::boundary::BoundaryScanner;
use super::place::PlaceCounter;
use super::source::{KEPT, drop_half_character};
use super::{Source, SourcePlace};

/// How much is read from the input at once.
const CHUNK: usize = 64 * 1024;
/// The limit of one record unless another is asked for.
pub const RECORD_LIMIT: usize = 16 * 1024 * 1024;

/// Cuts a stream of bytes into records. Holds one record at a time, never the file.
///
/// A record larger than the limit is not kept: it yields a [`Source`] with its first part, flagged by
/// [`Source::limit_passed`], and reading goes on at the next record. After an error of the input it yields nothing
/// more.
///
/// ```
/// use matombo::notation::RecordReader;
/// let file = "[Game \"Bosh\"]\n\n*\n\n[Game \"Nsolo\"]\n\n*\n";
/// let records: Result<Vec<_>, _> = RecordReader::new(file.as_bytes()).collect();
/// let records = records?;
/// assert_eq!(records.len(), 2);
/// assert_eq!(records[1].place().line, 5);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    limit: usize,
    scanner: BoundaryScanner,
    chunk: Box<[u8]>,
    /// The bytes of the chunk that hold input.
    filled: usize,
    /// The bytes of the chunk that were scanned.
    scanned: usize,
    /// The bytes of the chunk that belong to earlier records or were moved out.
    taken: usize,
    /// Offset of the chunk in the file.
    base: u64,
    /// The part of the record from earlier chunks.
    record: Vec<u8>,
    /// The part of a head from earlier chunks, of which it is open whose record it belongs to.
    head: Vec<u8>,
    /// The place behind everything that went into records or was dropped.
    counter: PlaceCounter,
    /// Where the record begins.
    place: SourcePlace,
    too_large: bool,
    done: bool,
}

impl<R: Read> RecordReader<R> {
    /// Makes a reader with the usual limit, [`RECORD_LIMIT`].
    pub fn new(input: R) -> Self {
        Self::with_limit(input, RECORD_LIMIT)
    }

    /// Makes a reader that keeps no record larger than a limit in bytes. A limit beyond 2 GiB counts as that.
    pub fn with_limit(input: R, max_record_bytes: usize) -> Self {
        Self {
            input,
            limit: max_record_bytes.min(i32::MAX as usize),
            scanner: BoundaryScanner::new(),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            filled: 0,
            scanned: 0,
            taken: 0,
            base: 0,
            record: Vec::new(),
            head: Vec::new(),
            counter: PlaceCounter::new(SourcePlace::START),
            place: SourcePlace::START,
            too_large: false,
            done: false,
        }
    }

    fn next_source(&mut self) -> io::Result<Option<Source>> {
        loop {
            if self.scanned < self.filled {
                let base = self.base + self.scanned as u64;
                let (read, boundary) = self.scanner.scan(&self.chunk[self.scanned..self.filled], base);
                self.scanned += read;
                if let Some(head) = boundary {
                    self.take_until(head);
                    return Ok(Some(self.finish()));
                }
            }
            self.empty_chunk();
            match self.input.read(&mut self.chunk) {
                Ok(0) => {
                    self.done = true;
                    let head = std::mem::take(&mut self.head);
                    self.keep(&head);
                    return Ok(self.scanner.has_content().then(|| self.finish()));
                }
                Ok(count) => (self.filled, self.scanned, self.taken) = (count, 0, 0),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Moves everything before a head into the record. What the head has in earlier chunks begins the next one.
    fn take_until(&mut self, head: u64) {
        if head >= self.base {
            self.settle_head();
            let end = (head - self.base) as usize;
            let chunk = std::mem::take(&mut self.chunk);
            self.keep(&chunk[self.taken..end]);
            self.chunk = chunk;
            self.taken = end;
        }
    }

    /// Moves what is left of the chunk out of it, because the next one is read into its place.
    fn empty_chunk(&mut self) {
        let chunk = std::mem::take(&mut self.chunk);
        let rest = &chunk[self.taken..self.filled];
        match self.scanner.open_head() {
            Some(head) => {
                // Whatever was kept as a head before belongs to the record if a new head has begun since.
                let before = head.saturating_sub(self.base + self.taken as u64) as usize;
                if head >= self.base {
                    self.settle_head();
                    self.keep(&rest[..before]);
                }
                self.head.extend_from_slice(&rest[before..]);
                if self.head.len() > self.limit.max(KEPT) {
                    self.scanner.give_up_head();
                    self.settle_head();
                }
            }
            None => {
                self.settle_head();
                self.keep(rest);
            }
        }
        self.chunk = chunk;
        self.base += self.filled as u64;
        (self.filled, self.scanned, self.taken) = (0, 0, 0);
    }

    fn settle_head(&mut self) {
        let head = std::mem::take(&mut self.head);
        self.keep(&head);
    }

    /// Adds bytes to the record, or drops them if it is too large.
    fn keep(&mut self, bytes: &[u8]) {
        if !self.too_large {
            if self.record.len() + bytes.len() <= self.limit {
                self.record.extend_from_slice(bytes);
                return;
            }
            self.too_large = true;
            self.counter.feed(&self.record);
            self.record.truncate(KEPT);
            self.record.shrink_to_fit();
        }
        self.counter.feed(bytes);
        let room = KEPT - self.record.len();
        self.record.extend_from_slice(&bytes[..room.min(bytes.len())]);
    }

    /// Makes the source of the record and begins the next one.
    fn finish(&mut self) -> Source {
        // The next record begins with the head's bytes from earlier chunks.
        let mut bytes = std::mem::replace(&mut self.record, std::mem::take(&mut self.head));
        if self.too_large {
            drop_half_character(&mut bytes);
        }
        let source = Source::from_bytes(bytes, self.place);
        let source = if self.too_large {
            source.with_limit_passed(self.limit)
        } else {
            self.counter.feed(source.text().as_bytes());
            source
        };
        self.too_large = false;
        self.place = self.counter.place();
        source
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = io::Result<Source>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.next_source();
        self.done |= next.is_err();
        next.transpose()
    }
}
