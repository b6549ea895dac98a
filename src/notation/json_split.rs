use std::io::{self, ErrorKind, Read};

use super::place::PlaceCounter;
use super::source::KEPT;
use super::{RECORD_LIMIT, Source, SourcePlace};

/// Bytes read at once.
const CHUNK: usize = 64 * 1024;

/// The byte-order mark, which may stand before everything.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Cuts a stream of JSON records into single objects without holding the stream.
///
/// Read are an array of objects, one object a line (JSONL), and objects one after the other in any layout, as `jq`
/// prints them. A broken object ends where the next line begins with `{`, so that it spoils none but itself. What an
/// object says is not looked at here.
///
/// ```
/// use matombo::notation::JsonReader;
/// let records = JsonReader::new(&b"[{\"a\": 1}, {\"b\": \"}\"}]"[..]).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(records[1].text(), "{\"b\": \"}\"}");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonReader<R> {
    input: R,
    limit: usize,
    buffer: Vec<u8>,
    /// The bytes of the buffer that belong to earlier records.
    taken: usize,
    counter: PlaceCounter,
    scan: Scan,
    layout: Layout,
    ended: bool,
    done: bool,
}

/// What the input is, as far as it was seen, and what may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Nothing was seen yet.
    Unknown,
    /// Objects one after the other.
    Sequence,
    /// An array that was just opened.
    Opened,
    /// An array, behind an object.
    BehindValue,
    /// An array, behind a comma.
    BehindComma,
    /// An array that was closed.
    Closed,
}

/// What stands between values.
enum Between {
    /// A value follows in the buffer.
    Value,
    /// The buffer ends.
    More,
    /// Something that breaks an array: so many bytes of it, perhaps none.
    Broken(usize),
}

/// How far the value at the front was scanned.
#[derive(Clone, Copy, Debug, Default)]
struct Scan {
    /// Bytes scanned.
    at: usize,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Where the first later line begins that starts with `{`.
    restart: Option<usize>,
}

/// What stands at the front of the buffer.
enum Front {
    /// A value of this many bytes.
    Value(usize),
    /// Not all of it is here yet.
    Partial,
}

impl<R: Read> JsonReader<R> {
    /// Makes a reader with the usual limit, [`RECORD_LIMIT`].
    pub fn new(input: R) -> Self {
        Self::with_limit(input, RECORD_LIMIT)
    }

    /// Makes a reader that keeps no record larger than a limit in bytes. A limit beyond 2 GiB counts as that.
    pub fn with_limit(input: R, max_record_bytes: usize) -> Self {
        Self {
            input,
            limit: max_record_bytes.min(i32::MAX as usize),
            buffer: Vec::new(),
            taken: 0,
            counter: PlaceCounter::new(SourcePlace::START),
            scan: Scan::default(),
            layout: Layout::Unknown,
            ended: false,
            done: false,
        }
    }

    /// Reads more into the buffer. Returns whether there was more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.taken > 0 {
            self.buffer.drain(..self.taken);
            self.taken = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        self.ended = read? == 0;
        Ok(!self.ended)
    }

    fn drop_front(&mut self, bytes: usize) {
        self.counter.feed(&self.buffer[self.taken..self.taken + bytes]);
        self.taken += bytes;
        self.scan = Scan::default();
    }

    /// Cuts a value off.
    fn cut_value(&mut self, bytes: usize) -> Source {
        self.pass_value();
        self.cut(bytes)
    }

    /// Remembers that a value was passed.
    fn pass_value(&mut self) {
        if matches!(self.layout, Layout::Opened | Layout::BehindComma) {
            self.layout = Layout::BehindValue;
        }
    }

    fn cut(&mut self, bytes: usize) -> Source {
        let place = self.counter.place();
        let value = self.buffer[self.taken..self.taken + bytes].to_vec();
        self.drop_front(bytes);
        Source::from_bytes(value, place)
    }

    /// Passes over what stands between values.
    fn skip_between(&mut self) -> Between {
        let front = &self.buffer[self.taken..];
        let mut at = 0;
        if self.layout == Layout::Unknown && !front.is_empty() {
            if front.starts_with(MARK) {
                at = MARK.len();
            } else if MARK.starts_with(front) && !self.ended {
                return Between::More;
            }
        }
        let mut found = Between::More;
        while let Some(&byte) = front.get(at) {
            if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                at += 1;
                continue;
            }
            (self.layout, found) = match (self.layout, byte) {
                (Layout::Unknown, b'[') => (Layout::Opened, Between::More),
                (Layout::Opened | Layout::BehindValue, b']') => (Layout::Closed, Between::More),
                (Layout::BehindValue, b',') => (Layout::BehindComma, Between::More),
                (Layout::BehindComma, b']') => (Layout::Closed, Between::Broken(1)),
                (layout @ (Layout::Opened | Layout::BehindComma), b',') => (layout, Between::Broken(1)),
                (Layout::BehindValue, _) => (Layout::BehindComma, Between::Broken(0)),
                (Layout::Unknown | Layout::Sequence, _) => (Layout::Sequence, Between::Value),
                (Layout::Closed, _) => (Layout::Sequence, Between::Broken(0)),
                (layout @ (Layout::Opened | Layout::BehindComma), _) => (layout, Between::Value),
            };
            if !matches!(found, Between::More) {
                break;
            }
            at += 1;
        }
        self.drop_front(at);
        found
    }

    /// Scans the value at the front as far as it is in the buffer.
    fn front(&mut self) -> Front {
        let front = &self.buffer[self.taken..];
        let scan = &mut self.scan;
        let object = front.first() == Some(&b'{');
        while let Some(&byte) = front.get(scan.at) {
            let at = scan.at;
            scan.at += 1;
            if byte == b'\n' || byte == b'\r' {
                // No string of JSON goes beyond its line.
                (scan.in_string, scan.escaped) = (false, false);
            } else if object && byte == b'{' && at > 0 && matches!(front[at - 1], b'\n' | b'\r') {
                scan.restart.get_or_insert(at);
            }
            if scan.in_string {
                match byte {
                    _ if scan.escaped => scan.escaped = false,
                    b'\\' => scan.escaped = true,
                    b'"' => scan.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => scan.in_string = true,
                b'{' | b'[' => scan.depth += 1,
                b'}' | b']' => {
                    scan.depth = scan.depth.saturating_sub(1);
                    if scan.depth == 0 {
                        return Front::Value(scan.at);
                    }
                }
                // Anything but an object or an array is no record; it ends with its line.
                b'\n' | b'\r' if !object && scan.depth == 0 => return Front::Value(at.max(1)),
                _ => {}
            }
        }
        Front::Partial
    }

    fn next_source(&mut self) -> io::Result<Option<Source>> {
        loop {
            match self.skip_between() {
                Between::Value => {}
                Between::Broken(bytes) => return Ok(Some(self.cut(bytes))),
                Between::More => {
                    if self.ended || !self.fill()? {
                        // An array that is not closed was cut off.
                        let whole = matches!(self.layout, Layout::Unknown | Layout::Sequence | Layout::Closed);
                        self.layout = Layout::Sequence;
                        return Ok((!whole).then(|| self.cut(0)));
                    }
                    continue;
                }
            }
            match self.front() {
                Front::Value(length) => {
                    let restart = self.scan.restart.filter(|_| !self.reads(length));
                    return Ok(Some(self.cut_value(restart.unwrap_or(length))));
                }
                Front::Partial if self.scan.at > self.limit => return self.skip_large().map(Some),
                Front::Partial if self.ended => {
                    let rest = self.buffer.len() - self.taken;
                    let length = self.scan.restart.unwrap_or(rest);
                    return Ok(Some(self.cut_value(length)));
                }
                Front::Partial => {
                    self.fill()?;
                }
            }
        }
    }

    /// Returns whether the front of the buffer is one JSON value: an object written without indents has lines that
    /// begin with `{`, but so has a broken one that swallowed the next.
    fn reads(&self, length: usize) -> bool {
        let value = &self.buffer[self.taken..self.taken + length];
        serde_json::from_slice::<serde::de::IgnoredAny>(value).is_ok()
    }

    /// Cuts off a record larger than the limit: up to the next line that begins with `{`.
    fn skip_large(&mut self) -> io::Result<Source> {
        if let Some(restart) = self.scan.restart.filter(|restart| *restart <= self.limit) {
            return Ok(self.cut_value(restart));
        }
        self.pass_value();
        let place = self.counter.place();
        let mut kept = self.buffer[self.taken..].to_vec();
        kept.truncate(KEPT);
        let mut line_end = false;
        loop {
            let front = &self.buffer[self.taken..];
            let next = front.iter().enumerate().find_map(|(at, byte)| {
                let found = line_end && *byte == b'{';
                line_end = matches!(byte, b'\n' | b'\r');
                found.then_some(at)
            });
            if let Some(next) = next.filter(|next| *next > 0 || self.counter.place() != place) {
                self.drop_front(next);
                break;
            }
            let rest = self.buffer.len() - self.taken;
            self.drop_front(rest);
            if !self.fill()? {
                break;
            }
        }
        Ok(Source::from_bytes(kept, place).with_limit_passed(self.limit))
    }
}

impl<R: Read> Iterator for JsonReader<R> {
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

    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(out.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn texts(input: &str) -> Vec<String> {
        let whole: Vec<String> =
            JsonReader::new(input.as_bytes()).map(|source| source.expect("readable").text().to_owned()).collect();
        for size in [1, 2, 3, 7] {
            let drip: Vec<String> = JsonReader::new(Drip(input.as_bytes(), size))
                .map(|source| source.expect("readable").text().to_owned())
                .collect();
            assert_eq!(drip, whole, "in pieces of {size}");
        }
        whole
    }

    #[test]
    fn arrays_lines_and_loose_objects_are_cut() {
        assert_eq!(texts("[{\"a\":1},\n {\"b\":[{}]}]\n"), ["{\"a\":1}", "{\"b\":[{}]}"]);
        assert_eq!(texts("{\"a\":\"}\\\"\"}\n{}\n\n"), ["{\"a\":\"}\\\"\"}", "{}"]);
        assert_eq!(texts("\u{feff}{\n \"a\": 1\n}\n{\n \"b\": 2\n}"), ["{\n \"a\": 1\n}", "{\n \"b\": 2\n}"]);
        assert_eq!(texts("  \n"), Vec::<String>::new());
        assert_eq!(texts("[]"), Vec::<String>::new());
    }

    #[test]
    fn what_breaks_an_array_is_a_record_that_cannot_be_read() {
        assert_eq!(texts("[{}"), ["{}", ""]);
        assert_eq!(texts("["), [""]);
        assert_eq!(texts("[{},"), ["{}", ""]);
        assert_eq!(texts("[{} {}]"), ["{}", "", "{}"]);
        assert_eq!(texts("[{},]"), ["{}", "]"]);
        assert_eq!(texts("[,{}]"), [",", "{}"]);
        assert_eq!(texts("[{},,{}]"), ["{}", ",", "{}"]);
        assert_eq!(texts("[{}]]"), ["{}", "", "]"]);
        assert_eq!(texts("[{}] {}"), ["{}", "", "{}"]);
    }

    #[test]
    fn objects_without_indents_are_whole() {
        let text = "{\n\"a\": [\n{\n\"b\": 1\n},\n{}\n]\n}";
        assert_eq!(texts(text), [text]);
    }

    #[test]
    fn a_broken_object_spoils_only_itself() {
        assert_eq!(texts("{\"a\": [1}\n{\"b\": 2}\n"), ["{\"a\": [1}\n", "{\"b\": 2}"]);
        assert_eq!(texts("{\"a\": {\n{\"b\": 2}\n{\"c\": 3}\n"), ["{\"a\": {\n", "{\"b\": 2}", "{\"c\": 3}"]);
        assert_eq!(texts("{\"a\": \"x\n{\"b\": 2}\n"), ["{\"a\": \"x\n", "{\"b\": 2}"]);
        assert_eq!(texts("nonsense\n{\"b\": 2}\n"), ["nonsense", "{\"b\": 2}"]);
        assert_eq!(texts("{\"a\": 1}}\n{\"b\": 2}"), ["{\"a\": 1}", "}", "{\"b\": 2}"]);
    }

    #[test]
    fn a_large_object_is_passed_over() {
        let large = format!("{{\"a\": \"{}\"}}\n{{\"b\": 2}}\n", "x".repeat(300_000));
        for size in [1000, usize::MAX] {
            let sources: Vec<Source> = JsonReader::with_limit(Drip(large.as_bytes(), size), 1000)
                .map(|source| source.expect("readable"))
                .collect();
            assert_eq!(sources.len(), 2);
            assert_eq!(sources[0].limit_passed(), Some(1000));
            assert_eq!((sources[1].text(), sources[1].place().line), ("{\"b\": 2}", 2));
        }
    }
}
