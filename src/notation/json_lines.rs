use std::io::{self, BufRead as _, BufReader, Read};

use super::place::PlaceCounter;
use super::source::KEPT;
use super::{RECORD_LIMIT, Source, SourcePlace};

/// Cuts a stream into its lines, a JSON record each (JSONL).
///
/// A line is one record whatever stands in it, so that a program can tell which line became what; only blank lines are
/// passed over. [`JsonReader`](super::JsonReader) takes records in any layout. A record is given as soon as its line
/// ends, without waiting for the next.
///
/// ```
/// use matombo::notation::JsonLineReader;
/// let lines = JsonLineReader::new(&b"{\"a\":\n\n{\"b\": 1} {}\n"[..]).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(lines.iter().map(|line| line.text()).collect::<Vec<_>>(), ["{\"a\":", "{\"b\": 1} {}"]);
/// assert_eq!(lines[1].place().line, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonLineReader<R> {
    input: BufReader<R>,
    limit: usize,
    counter: PlaceCounter,
    done: bool,
}

impl<R: Read> JsonLineReader<R> {
    /// Makes a reader with the usual limit, [`RECORD_LIMIT`].
    pub fn new(input: R) -> Self {
        Self::with_limit(input, RECORD_LIMIT)
    }

    /// Makes a reader that keeps no line larger than a limit in bytes. A limit beyond 2 GiB counts as that.
    pub fn with_limit(input: R, max_record_bytes: usize) -> Self {
        Self {
            input: BufReader::with_capacity(64 * 1024, input),
            limit: max_record_bytes.min(i32::MAX as usize),
            counter: PlaceCounter::new(SourcePlace::START),
            done: false,
        }
    }

    /// Reads a line without its end, and returns whether it is larger than the limit. `None` at the end.
    fn line(&mut self, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
        let mut length = 0_usize;
        loop {
            let front = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                front => front?,
            };
            if front.is_empty() {
                return Ok((length > 0).then_some(length > self.limit));
            }
            let end = memchr::memchr(b'\n', front);
            let part = &front[..end.unwrap_or(front.len())];
            let room = self.limit.saturating_add(1).saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            length = length.saturating_add(part.len());
            let used = part.len() + usize::from(end.is_some());
            self.counter.feed(&front[..used]);
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(length > self.limit));
            }
        }
    }

    fn next_source(&mut self) -> io::Result<Option<Source>> {
        loop {
            let place = self.counter.place();
            let mut line = Vec::new();
            let Some(large) = self.line(&mut line)? else { return Ok(None) };
            if large {
                line.truncate(KEPT);
                return Ok(Some(Source::from_bytes(line, place).with_limit_passed(self.limit)));
            }
            if line.ends_with(b"\r") {
                line.pop();
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(Source::from_bytes(line, place)));
            }
        }
    }
}

impl<R: Read> Iterator for JsonLineReader<R> {
    type Item = io::Result<Source>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.next_source().transpose();
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], limit: usize) -> Vec<(String, u64, bool)> {
        let read = JsonLineReader::with_limit(input, limit).map(|source| source.expect("readable"));
        read.map(|source| (source.text().to_owned(), source.place().line, source.limit_passed().is_some())).collect()
    }

    #[test]
    fn every_line_is_a_record_whatever_stands_in_it() {
        let text = b"{\"a\":\r\n\n  \t\n}{\n{\"b\": 1}";
        let told = [("{\"a\":", 1), ("}{", 4), ("{\"b\": 1}", 5)].map(|(text, line)| (text.to_owned(), line, false));
        assert_eq!(lines(text, 100), told);
        assert_eq!(lines(b"", 100), []);
        assert_eq!(lines(b"\n\n", 100), []);
    }

    #[test]
    fn a_large_line_is_passed_over() {
        let text = format!("{{\"a\": \"{}\"}}\n{{}}\n", "x".repeat(200_000));
        let told = lines(text.as_bytes(), 1000);
        assert_eq!(told[0].1..=told[0].1, 1..=1);
        assert!(told[0].2 && told[0].0.len() <= KEPT);
        assert_eq!(told[1..], [("{}".to_owned(), 2, false)]);
        assert_eq!(lines(b"12345\n123456\n", 5).iter().map(|line| line.2).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn a_line_is_given_before_the_next_is_there() {
        struct Once(bool);
        impl Read for Once {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                assert!(!std::mem::replace(&mut self.0, true), "more was asked for than the line");
                out[..3].copy_from_slice(b"{}\n");
                Ok(3)
            }
        }
        let first = JsonLineReader::new(Once(false)).next().expect("a line").expect("readable");
        assert_eq!(first.text(), "{}");
    }
}
