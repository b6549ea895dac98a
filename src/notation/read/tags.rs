//! Tags: `[Name "value"]`, whole and broken.

use std::collections::HashMap;

use super::{Reader, between};
use crate::notation::grammar;
use crate::notation::look_alike::look_alike;
use crate::notation::{Span, Spanned, SyntaxError, SyntaxErrorKind, WrittenTag};

impl Reader<'_> {
    pub(super) fn tags(&mut self) {
        let mut names: HashMap<String, Span> = HashMap::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'{' | b';') => self.comment(),
                Some(b'[') => self.tag(&mut names),
                _ => break,
            }
        }
        self.record.end = Span::at(self.last_end as u32);
    }

    pub(super) fn tag(&mut self, names: &mut HashMap<String, Span>) {
        self.has_tag = true;
        let start = self.at;
        let (rest, _) = grammar::hs(&self.text[start + 1..]).unwrap_or((&self.text[start + 1..], ""));
        let (rest, name) = match grammar::run(grammar::name, rest) {
            Ok(name) => name,
            Err(miss) => return self.bad_tag(self.offset_of(miss.rest), "a name"),
        };
        let name_end = self.offset_of(rest);
        let name_span = between(name_end - name.len(), name_end);
        let (rest, _) = grammar::hs(rest).unwrap_or((rest, ""));
        let Some(after_quote) = rest.strip_prefix('"') else {
            return self.bad_tag(self.offset_of(rest), "a value in quotes, `\"...\"`,");
        };
        let (rest, value) = grammar::value(after_quote).unwrap_or((after_quote, String::new()));
        let value_span = between(self.offset_of(after_quote), self.offset_of(rest));
        let after_value = rest.strip_prefix('"').map(|rest| grammar::hs(rest).unwrap_or((rest, "")).0);
        let end = match after_value {
            None => {
                let quote = self.offset_of(after_quote) - 1;
                let kind = SyntaxErrorKind::BadTag { expected: "`\"` after the value", found: String::new() };
                self.error(kind, between(quote, self.offset_of(rest)));
                self.take(self.offset_of(rest));
                self.offset_of(rest)
            }
            Some(rest) if rest.starts_with(']') => {
                self.take(self.offset_of(rest) + 1);
                self.at
            }
            Some(rest) => {
                self.bad_tag(self.offset_of(rest), "`]`");
                self.last_end
            }
        };
        let key = name.to_ascii_lowercase();
        match names.get(&key) {
            Some(first) => self.push_error(SyntaxError {
                kind: SyntaxErrorKind::DuplicateTag { name: name.to_owned() },
                span: name_span,
                related: Some((*first, "first given here")),
            }),
            None => {
                names.insert(key, name_span);
            }
        }
        self.record.tags.push(WrittenTag {
            name: Spanned::new(name.to_owned(), name_span),
            value: Spanned::new(value, value_span),
            span: between(start, end),
        });
    }

    /// Reports a tag that breaks off at an offset and skips the rest of it.
    pub(super) fn bad_tag(&mut self, at: usize, expected: &'static str) {
        let line_end = self.line_end(at);
        let character = self.text[at..line_end].chars().next();
        // Control characters are reported once for the whole record.
        if !character.is_some_and(char::is_control) {
            let kind = match character {
                Some(found) => match look_alike(found) {
                    // Every kind of curly quote was meant as the one that tags have.
                    Some("'") => SyntaxErrorKind::LookAlike { found, meant: "\"" },
                    Some(meant) => SyntaxErrorKind::LookAlike { found, meant },
                    None => SyntaxErrorKind::BadTag { expected, found: found.to_string() },
                },
                None => SyntaxErrorKind::BadTag { expected, found: String::new() },
            };
            // At a line's end the tag's last character is pointed at.
            let span = if at < line_end { self.character_span(at) } else { self.last_character(at) };
            self.error(kind, span);
        }
        if expected == "`]`" && character == Some('[') {
            return self.take(at);
        }
        self.take(self.skipped_tag(at, line_end));
    }

    /// Returns the end of a broken tag: its bracket, if one stands at the end of a word, or the end of its line.
    pub(super) fn skipped_tag(&self, from: usize, line_end: usize) -> usize {
        let bytes = &self.text.as_bytes()[..line_end];
        let closes = |index: &usize| bytes[*index] == b']' && bytes.get(index + 1).is_none_or(|b| grammar::is_end(*b));
        (from..line_end).find(closes).map_or(line_end, |bracket| bracket + 1)
    }

    pub(super) fn last_character(&self, end: usize) -> Span {
        let length = self.text[..end].chars().next_back().map_or(0, char::len_utf8);
        between(end - length, end)
    }
}
