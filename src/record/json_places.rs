use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Finds where values stand in a JSON text, by their pointers (RFC 6901), in one pass.
///
/// The text must be valid JSON; of any other text some places may be missing.
pub(super) fn find_places(text: &str, wanted: &HashSet<String>) -> HashMap<String, Place> {
    let mut finder =
        Finder { bytes: text.as_bytes(), at: 0, path: String::new(), key: 0..0, wanted, found: HashMap::new() };
    finder.value();
    finder.found
}

/// A key that stands twice in an object.
pub(super) struct RepeatedKey {
    pub(super) key: String,
    /// The pointer to it.
    pub(super) pointer: String,
    /// Where it stands the second time, with its quotes.
    pub(super) range: Range<usize>,
}

/// An object or an array that is not closed yet.
struct Open<'a> {
    /// The keys of an object.
    keys: Option<HashSet<Cow<'a, str>>>,
    /// The last of them.
    key: Cow<'a, str>,
    /// The place in an array.
    index: usize,
}

/// Finds a key that an object of a JSON text has twice: the JSON reader would silently forget the first.
pub(super) fn find_repeated_key(text: &str) -> Option<RepeatedKey> {
    let bytes = text.as_bytes();
    let mut open: Vec<Open<'_>> = Vec::new();
    // Whether a string is a key there.
    let mut key_follows = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                key_follows = byte == b'{';
                open.push(Open { keys: key_follows.then(HashSet::new), key: Cow::Borrowed(""), index: 0 });
            }
            b'}' | b']' => {
                open.pop();
            }
            b',' => {
                let inner = open.last_mut()?;
                inner.index += 1;
                key_follows = inner.keys.is_some();
            }
            b'"' => {
                let start = at;
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if std::mem::take(&mut key_follows) {
                    let key = key_of(&text[start..=at])?;
                    let inner = open.last_mut()?;
                    inner.key = key.clone();
                    if !inner.keys.as_mut()?.insert(key.clone()) {
                        return Some(RepeatedKey { key: key.into(), pointer: pointer_to(&open), range: start..at + 1 });
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Reads a key with its quotes.
fn key_of(raw: &str) -> Option<Cow<'_, str>> {
    if raw.contains('\\') {
        return serde_json::from_str(raw).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(&raw[1..raw.len() - 1]))
}

fn pointer_to(open: &[Open<'_>]) -> String {
    let mut pointer = String::new();
    for inner in open {
        match inner.keys {
            Some(_) => push_key(&mut pointer, &inner.key),
            None => push_key(&mut pointer, &inner.index.to_string()),
        }
    }
    pointer
}

/// Tells where a value stands in a JSON text.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The value.
    pub(super) value: Range<usize>,
    /// Its key with the quotes; empty for a value that has none.
    pub(super) key: Range<usize>,
}

/// Adds a key to a pointer.
pub(super) fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
}

struct Finder<'a> {
    bytes: &'a [u8],
    at: usize,
    path: String,
    /// Where the key of the value stands that is looked at.
    key: Range<usize>,
    wanted: &'a HashSet<String>,
    found: HashMap<String, Place>,
}

impl Finder<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Passes over a value. The recursion is as deep as the JSON, which the JSON reader limits.
    fn value(&mut self) -> Option<()> {
        let first = self.peek()?;
        let start = self.at;
        let own_key = std::mem::take(&mut self.key);
        match first {
            b'{' => self.items(b'}', |finder, _| {
                let key = finder.string()?;
                let name: String = serde_json::from_slice(&finder.bytes[key.clone()]).ok()?;
                finder.key = key;
                (finder.peek()? == b':').then(|| finder.at += 1)?;
                Some(name)
            })?,
            b'[' => self.items(b']', |_, index| Some(index.to_string()))?,
            b'"' => {
                self.string()?;
            }
            _ => {
                while self
                    .bytes
                    .get(self.at)
                    .is_some_and(|b| !matches!(b, b',' | b'}' | b']') && !b.is_ascii_whitespace())
                {
                    self.at += 1;
                }
            }
        }
        if self.wanted.contains(&self.path) {
            // Of a key given twice the last one counts, as it does for the JSON reader.
            self.found.insert(self.path.clone(), Place { value: start..self.at, key: own_key });
        }
        Some(())
    }

    fn items(&mut self, close: u8, mut key: impl FnMut(&mut Self, usize) -> Option<String>) -> Option<()> {
        self.at += 1;
        let mut index = 0;
        if self.peek()? == close {
            self.at += 1;
            return Some(());
        }
        loop {
            self.peek()?;
            let name = key(self, index)?;
            let length = self.path.len();
            push_key(&mut self.path, &name);
            self.value()?;
            self.path.truncate(length);
            index += 1;
            let next = self.peek()?;
            self.at += 1;
            if next == close {
                return Some(());
            }
            if next != b',' {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        (self.peek()? == b'"').then_some(())?;
        self.at += 1;
        loop {
            match self.bytes.get(self.at)? {
                b'"' => {
                    self.at += 1;
                    return Some(start..self.at);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_given_twice_is_found() {
        let found = |text: &str| {
            let repeated = find_repeated_key(text)?;
            Some((repeated.key, text[repeated.range].to_owned(), repeated.pointer))
        };
        let told = |key: &str, raw: &str, pointer: &str| Some((key.to_owned(), raw.to_owned(), pointer.to_owned()));
        assert_eq!(found(r#"{"a": {"a": 1}, "b": ["a", "a", {"a": 2}]}"#), None);
        assert_eq!(found(r#"{"a": {"b": 1, "c": "}", "b": 2}}"#), told("b", r#""b""#, "/a/b"));
        assert_eq!(found(r#"{"a": 1, "\u0061": 2}"#), told("a", r#""\u0061""#, "/a"));
        assert_eq!(found(r#"[{"x": "a"}, {"x": "a"}]"#), None);
        assert_eq!(found(r#"{"t": [{}, {"~": [1, {"/": 1, "/": 2}]}]}"#), told("/", r#""/""#, "/t/1/~0/1/~1"));
    }

    #[test]
    fn places_are_found_by_pointer() {
        let text = r#" {"a": [1, {"b/c": "x\"y"}, true], "d~": {} }"#;
        let wanted = ["", "/a/0", "/a/1/b~1c", "/a/2", "/d~0", "/none"].map(str::to_owned).into();
        let found = find_places(text, &wanted);
        let shown = |pointer: &str| found.get(pointer).map(|place| &text[place.value.clone()]);
        let key = |pointer: &str| found.get(pointer).map(|place| &text[place.key.clone()]);
        assert_eq!(shown(""), Some(text.trim()));
        assert_eq!(shown("/a/0"), Some("1"));
        assert_eq!(shown("/a/1/b~1c"), Some(r#""x\"y""#));
        assert_eq!(shown("/a/2"), Some("true"));
        assert_eq!(shown("/d~0"), Some("{}"));
        assert_eq!(shown("/none"), None);
        assert_eq!((key(""), key("/a/0"), key("/d~0")), (Some(""), Some(""), Some("\"d~\"")));
    }
}
