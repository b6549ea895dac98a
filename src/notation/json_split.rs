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
    /// The first byte and the last one scanned.
    first: u8,
    last: u8,
}

impl Scan {
    /// Takes the next byte, of a value that stands in an array or not. Returns the length of the value once it has
    /// ended.
    fn step(&mut self, byte: u8, in_array: bool) -> Option<usize> {
        let at = self.at;
        self.at += 1;
        if at == 0 {
            self.first = byte;
        }
        let before = std::mem::replace(&mut self.last, byte);
        let object = self.first == b'{';
        if byte == b'\n' || byte == b'\r' {
            // No string of JSON goes beyond its line.
            (self.in_string, self.escaped) = (false, false);
        } else if object && byte == b'{' && at > 0 && matches!(before, b'\n' | b'\r') {
            self.restart.get_or_insert(at);
        }
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return None;
        }
        match byte {
            // What is neither an object nor an array is no record; it ends with its line, or with its place in an array.
            b'\n' | b'\r' if !object && self.depth == 0 => return Some(at.max(1)),
            b',' | b']' if in_array && self.depth == 0 => return Some(at.max(1)),
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    return Some(self.at);
                }
            }
            _ => {}
        }
        None
    }
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
        if bytes == 0 {
            // The value at the front stays, and what is known of it.
            return;
        }
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
                (Layout::Closed, b'[') => (Layout::Opened, Between::More),
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
        let in_array = self.in_array();
        let scan = &mut self.scan;
        for byte in &self.buffer[self.taken + scan.at..] {
            if let Some(length) = scan.step(*byte, in_array) {
                return Front::Value(length);
            }
        }
        Front::Partial
    }

    /// Returns whether the value at the front stands in an array.
    const fn in_array(&self) -> bool {
        matches!(self.layout, Layout::Opened | Layout::BehindComma)
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
                    let length = restart.unwrap_or(length);
                    let large = length > self.limit;
                    return Ok(Some(if large { self.cut_large(length) } else { self.cut_value(length) }));
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

    /// Cuts off a record larger than the limit that is in the buffer, and keeps only its beginning.
    fn cut_large(&mut self, bytes: usize) -> Source {
        self.pass_value();
        let place = self.counter.place();
        let kept = self.buffer[self.taken..][..bytes.min(KEPT)].to_vec();
        self.drop_front(bytes);
        Source::from_bytes(kept, place).with_limit_passed(self.limit)
    }

    /// Cuts off a record larger than the limit whose end is not in the buffer yet. A broken one has none; it ends where
    /// a line begins with `{`.
    fn skip_large(&mut self) -> io::Result<Source> {
        if let Some(restart) = self.scan.restart {
            let large = restart > self.limit;
            return Ok(if large { self.cut_large(restart) } else { self.cut_value(restart) });
        }
        let in_array = self.in_array();
        let (mut scan, rest) = (self.scan, self.buffer.len() - self.taken);
        let source = self.cut_large(rest);
        while self.fill()? {
            let before = scan.at;
            let front = &self.buffer[self.taken..];
            let end = front.iter().find_map(|byte| scan.step(*byte, in_array).or(scan.restart));
            self.drop_front(end.map_or(front.len(), |end| end - before));
            if end.is_some() {
                break;
            }
        }
        Ok(source)
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
    fn what_is_no_object_spoils_only_its_place_in_an_array() {
        assert_eq!(texts("[1,{\"a\":1}]"), ["1", "{\"a\":1}"]);
        assert_eq!(texts("[\"x, ]\",{},null]"), ["\"x, ]\"", "{}", "null"]);
        assert_eq!(texts("[[{}],{}]"), ["[{}]", "{}"]);
        assert_eq!(texts("[\n{},\n1,\n{}\n]\n"), ["{}", "1", "{}"]);
    }

    #[test]
    fn arrays_may_follow_each_other() {
        assert_eq!(texts("[{\"a\":1}]\n[{},\n{\"b\":2}]\n[]"), ["{\"a\":1}", "{}", "{\"b\":2}"]);
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

    /// The texts of what is kept, and whether each was too large.
    fn limited(input: &str, limit: usize, step: usize) -> Vec<(String, bool)> {
        let sources = JsonReader::with_limit(Drip(input.as_bytes(), step), limit);
        let sources = sources.map(|source| source.expect("readable"));
        sources.map(|source| (source.text().chars().take(10).collect(), source.limit_passed().is_some())).collect()
    }

    #[test]
    fn a_large_object_takes_nothing_behind_it_with_it() {
        for length in [100, 70_000, 300_000] {
            let large = format!("{{\"a\": [\"{}\"]}}", "]},x".repeat(length / 4));
            let told = |large: bool| ("{}".to_owned(), large);
            for joint in ["", " ", "\n"] {
                let text = format!("{{}}{joint}{large}{joint}{{}}{joint}{{}}");
                let expected = [told(false), ("{\"a\": [\"]}".to_owned(), true), told(false), told(false)];
                assert_eq!(limited(&text, 50, usize::MAX), expected, "{length} {joint:?}");
                assert_eq!(limited(&text, 50, 1000), expected, "{length} {joint:?}");
            }
            let expected = [told(false), ("{\"a\": [\"]}".to_owned(), true), told(false)];
            assert_eq!(limited(&format!("[{{}},{large},{{}}]"), 50, usize::MAX), expected, "{length}");
        }
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
