//! Comments, and what is wrong with their braces.

use std::collections::HashMap;

use super::{Reader, between};
use crate::notation::grammar::{self, Braced};
use crate::notation::{Comment, Span, SyntaxError, SyntaxErrorKind};

impl Reader<'_> {
    pub(super) fn comment(&mut self) {
        let start = self.at;
        if let Ok((rest, text)) = grammar::line_comment(self.rest()) {
            self.take(self.offset_of(rest));
            return self.attach_comment(text.to_owned(), between(start, self.at));
        }
        let Ok((rest, Braced { text, inner_brace, closed })) = grammar::braced_comment(self.rest()) else { return };
        let end = self.offset_of(rest);
        self.take(end);
        self.attach_comment(text, between(start, end));
        if !closed {
            return self.unclosed_comment(start, end);
        }
        if let Some(inner) = inner_brace
            && let Some(partner) = self.partner(start)
            && partner >= end
        {
            let inner = self.offset_of(inner) - 1;
            let tail = partner - self.text[end..partner].trim_start().len();
            self.push_error(SyntaxError {
                kind: SyntaxErrorKind::NestedComment,
                span: between(tail, partner + 1),
                related: Some((between(inner, inner + 1), "`{` inside the comment")),
            });
            self.take(partner + 1);
        }
    }

    pub(super) fn unclosed_comment(&mut self, start: usize, end: usize) {
        self.error(SyntaxErrorKind::UnclosedComment, between(start, start + 1));
        // The result is probably in there.
        self.result_excused = true;
        self.last_end = self.text[..end].trim_end().len();
    }

    /// Returns the brace that would close this one if comments nested.
    pub(super) fn partner(&mut self, opening: usize) -> Option<usize> {
        let text = self.text;
        let partners = self.partners.get_or_insert_with(|| {
            let mut partners = HashMap::new();
            let mut open = Vec::new();
            let mut bytes = text.bytes().enumerate().skip(opening);
            while let Some((index, byte)) = bytes.next() {
                match byte {
                    b'\\' if matches!(text.as_bytes().get(index + 1), Some(b'}' | b'\\')) => drop(bytes.next()),
                    // No comment reaches over a head.
                    b'\n' | b'\r' => {
                        let line = text[index + 1..].trim_start_matches(['\u{feff}', ' ', '\t']);
                        if line.starts_with('[') && grammar::head(line).is_ok() {
                            open.clear();
                        }
                    }
                    b'{' => open.push(index),
                    b'}' => {
                        if let Some(opening) = open.pop() {
                            partners.insert(opening, index);
                        }
                    }
                    _ => {}
                }
            }
            partners
        });
        partners.get(&opening).copied()
    }

    pub(super) fn attach_comment(&mut self, text: String, span: Span) {
        let comment = Comment { text, span };
        let main = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.line.plies.last_mut() {
            Some(ply) => ply.comments.push(comment),
            None if main => self.record.comments.push(comment),
            None => frame.line.comments.push(comment),
        }
    }
}
