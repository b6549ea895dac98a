//! Movetext: the tokens in their order, and what follows the result.

use super::{Reader, between};
use crate::notation::grammar::{self, Grammar};
use crate::notation::{Span, SyntaxErrorKind};

impl Reader<'_> {
    pub(super) fn movetext(&mut self) {
        self.skip_blanks();
        let start = self.at;
        if !self.has_tag {
            let word = grammar::word_length(self.rest()).max(self.character_span(start).len() as usize);
            self.error(SyntaxErrorKind::NoTags, between(start, start + word));
            let begins_like_movetext = {
                let word = &self.text[start..start + word];
                let grammar = Grammar { end: start + word.len() };
                grammar::number(word).is_ok() || grammar::result(word).is_ok() || grammar.turn(word).is_ok()
            };
            if !begins_like_movetext {
                // This is no record at all: one error is enough, and no word of it is a turn.
                self.result_excused = true;
                self.take(self.text.len());
            }
        }
        while self.record.result.is_none() {
            self.skip_blanks();
            let Some(byte) = self.peek() else { break };
            if !matches!(byte, b'{' | b';') {
                self.loose_result = None;
            }
            match byte {
                b'{' | b';' => self.comment(),
                b'}' => self.stray(SyntaxErrorKind::StrayBrace),
                b'(' => self.open_variation(),
                b')' => self.close_variation(),
                b'[' => self.bracket(),
                _ => self.word(),
            }
        }
        self.record.main.span = between(start.min(self.last_end), self.last_end);
        if start >= self.last_end {
            self.record.main.span = Span::at(self.last_end as u32);
        }
        if self.record.result.is_some() {
            self.after_result();
        }
        self.record.end = Span::at(self.last_end as u32);
    }

    pub(super) fn stray(&mut self, kind: SyntaxErrorKind) {
        self.error(kind, between(self.at, self.at + 1));
        self.take(self.at + 1);
    }

    pub(super) fn after_result(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'{' | b';') => self.comment(),
                None => return,
                Some(_) => {
                    let word = grammar::word_length(self.rest()).max(self.character_span(self.at).len() as usize);
                    let found = self.text[self.at..self.at + word].to_owned();
                    let span = between(self.at, self.at + word);
                    return self.error(SyntaxErrorKind::TextAfterResult { found }, span);
                }
            }
        }
    }

    /// `[` among the turns: a tag in the wrong place, or something in brackets.
    pub(super) fn bracket(&mut self) {
        let start = self.at;
        if let Ok((_, name)) = grammar::head(self.rest()) {
            let (start_value, _) = grammar::head(self.rest()).unwrap_or((self.rest(), ""));
            let rest = grammar::value(start_value).map_or(start_value, |(rest, _)| rest);
            let after_quote = self.offset_of(rest);
            let line_end = self.line_end(after_quote);
            let end = self.skipped_tag(after_quote, line_end);
            self.error(SyntaxErrorKind::TagInMovetext { name: name.to_owned() }, between(start, end));
            return self.take(end);
        }
        let mut end = start + 1;
        if self.no_bracket_before <= start {
            let line_end = self.line_end(start);
            match memchr::memchr(b']', &self.text.as_bytes()[start..line_end]) {
                Some(length) => end = start + length + 1,
                None => self.no_bracket_before = line_end,
            }
        }
        self.error(SyntaxErrorKind::StrayBracket, between(start, end));
        self.take(end);
    }
}
