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

/// Finds a key that an object of a JSON text has twice: the JSON reader would silently forget the first.
pub(super) fn find_repeated_key(text: &str) -> Option<(String, Range<usize>)> {
    let bytes = text.as_bytes();
    // The keys of every object that is open, and whether a string is a key there; `None` for an array.
    let mut open: Vec<Option<HashSet<Cow<'_, str>>>> = Vec::new();
    let mut key_follows = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' => {
                open.push(Some(HashSet::new()));
                key_follows = true;
            }
            b'[' => {
                open.push(None);
                key_follows = false;
            }
            b'}' | b']' => {
                open.pop();
            }
            b',' => key_follows = matches!(open.last(), Some(Some(_))),
            b'"' => {
                let start = at;
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if let (true, Some(Some(keys))) = (std::mem::take(&mut key_follows), open.last_mut()) {
                    let raw = &text[start..=at];
                    let key = if raw.contains('\\') {
                        Cow::Owned(serde_json::from_str(raw).ok()?)
                    } else {
                        Cow::Borrowed(&raw[1..raw.len() - 1])
                    };
                    if !keys.insert(key.clone()) {
                        return Some((key.into_owned(), start..at + 1));
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
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
        let found = |text: &str| find_repeated_key(text).map(|(key, range)| (key, text[range].to_owned()));
        assert_eq!(found(r#"{"a": {"a": 1}, "b": ["a", "a", {"a": 2}]}"#), None);
        assert_eq!(found(r#"{"a": {"b": 1, "c": "}", "b": 2}}"#), Some(("b".to_owned(), r#""b""#.to_owned())));
        assert_eq!(found(r#"{"a": 1, "\u0061": 2}"#), Some(("a".to_owned(), r#""\u0061""#.to_owned())));
        assert_eq!(found(r#"[{"x": "a"}, {"x": "a"}]"#), None);
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
