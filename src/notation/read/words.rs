//! Words: numbers, results, glyphs, refills, turns.

use super::{Reader, between};
use crate::notation::grammar::{self, Grammar, TurnWord};
use crate::notation::word::{Wanted, blame, read_word};
use crate::notation::{GameResult, Span, Spanned, SyntaxErrorKind, WrittenPly, WrittenTurn};

impl Reader<'_> {
    pub(super) fn word(&mut self) {
        let start = self.at;
        if start >= self.word_end {
            self.word_end = start + grammar::word_length(self.rest());
        }
        let end = self.word_end;
        let word = &self.text[start..end];
        let span = between(start, end);
        if let Ok((rest, number)) = grammar::number(word) {
            self.take(end - rest.len());
            self.number_ends();
            if let Some(frame) = self.frames.last_mut() {
                frame.number = Some(Spanned::new(number, between(start, self.at)));
            }
            return;
        }
        if let Ok((_, result)) = grammar::result(word) {
            self.take(end);
            return self.result(word, Spanned::new(result, span));
        }
        match word.as_bytes().first() {
            _ if looks_like_result(word) => {
                self.number_ends();
                self.result_excused = true;
                self.unreadable(word, start, SyntaxErrorKind::BadResult { found: word.to_owned() });
            }
            Some(b'0'..=b'9') => self.number_word(word, start),
            Some(b'$' | b'!' | b'?') => self.glyph(word, span),
            Some(b'@') => self.refill(word, span),
            _ => self.turn(word, start),
        }
    }

    pub(super) fn result(&mut self, word: &str, result: Spanned<GameResult>) {
        self.number_ends();
        if self.frames.len() == 1 {
            self.record.result = Some(result);
            return;
        }
        self.loose_result = Some((self.record.errors.len(), result));
        self.error(SyntaxErrorKind::ResultInVariation { found: word.to_owned() }, result.span);
    }

    /// A word that begins with digits and is neither number nor result.
    pub(super) fn number_word(&mut self, word: &str, start: usize) {
        let count = word.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = word.split_at(count);
        let dots = rest.bytes().take_while(|b| *b == b'.').count();
        let ellipsis = rest.starts_with('…');
        let touches_turn = rest.as_bytes().first().is_some_and(|b| matches!(b, b'A' | b'B' | b'a' | b'b'));
        let (kind, length) = if rest.is_empty() || touches_turn {
            (SyntaxErrorKind::NumberWithoutDot { number: digits.to_owned() }, count)
        } else if ellipsis {
            let at = start + count;
            self.error(SyntaxErrorKind::LookAlike { found: '…', meant: "..." }, self.character_span(at));
            return self.take(at + '…'.len_utf8());
        } else if dots > 0 {
            let expected = if digits.starts_with('0') {
                "a number from 1 without leading zeros"
            } else if count > 8 {
                "at most eight digits"
            } else {
                "one dot or three"
            };
            (SyntaxErrorKind::BadNumber { expected, found: word[..count + dots].to_owned() }, count + dots)
        } else {
            return self.turn(word, start);
        };
        self.error(kind, between(start, start + length));
        self.take(start + length);
    }

    /// Reports a word for which a look-alike, or a character reported already, may be to blame.
    fn word_fault(&mut self, fault: super::super::word::Fault) {
        if let Some(error) = fault.of_word() {
            self.push_error(error);
        }
    }

    pub(super) fn unreadable(&mut self, word: &str, start: usize, kind: SyntaxErrorKind) {
        match blame(word, start, word.len()) {
            Some(fault) => self.word_fault(fault),
            None => self.error(kind, between(start, start + word.len())),
        }
        self.take(start + word.len());
    }

    pub(super) fn glyph(&mut self, word: &str, span: Span) {
        let Ok((_, glyph)) = grammar::glyph(word) else {
            let kind = SyntaxErrorKind::BadGlyph { found: word.to_owned() };
            return self.unreadable(word, span.start as usize, kind);
        };
        self.take(span.end as usize);
        if self.belongs_to_turn("glyph", span, || SyntaxErrorKind::GlyphWithoutTurn { found: word.to_owned() })
            && let Some(ply) = self.last_ply()
        {
            ply.glyphs.push(Spanned::new(glyph, span));
        }
    }

    pub(super) fn refill(&mut self, word: &str, span: Span) {
        let refill = read_word(word, span.start as usize, Wanted::Refill, Grammar::refill);
        self.take(span.end as usize);
        let refill = match refill {
            Ok(refill) => Some(Spanned::new(refill, span)),
            Err(fault) => {
                self.word_fault(fault);
                None
            }
        };
        if !self.belongs_to_turn("refill", span, || SyntaxErrorKind::RefillWithoutTurn { found: word.to_owned() }) {
            return;
        }
        let Some(ply) = self.last_ply() else { return };
        if ply.refill.is_some() {
            return self.error(SyntaxErrorKind::SecondRefill, span);
        }
        ply.refill = refill;
    }

    /// Returns whether there is a turn that a token can belong to; reports one that has none, or is parted from it.
    pub(super) fn belongs_to_turn(
        &mut self,
        what: &'static str,
        span: Span,
        orphan: impl Fn() -> SyntaxErrorKind,
    ) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let (has_turn, parted) = (!frame.line.plies.is_empty(), frame.number.is_some());
        if !has_turn {
            self.error(orphan(), span);
        } else if parted {
            self.error(SyntaxErrorKind::PartedFromTurn { what }, span);
        }
        has_turn
    }

    pub(super) fn turn(&mut self, word: &str, start: usize) {
        let mut end = start + word.len();
        let mut glyphs = Vec::new();
        let body = match read_word(word, start, Wanted::Turn, Grammar::turn) {
            Ok(TurnWord { body, suffix }) => {
                if let Some(suffix) = suffix {
                    end = suffix.span.start as usize;
                    glyphs.push(suffix);
                }
                Some(body)
            }
            Err(fault) => {
                self.word_fault(fault);
                None
            }
        };
        self.take(start + word.len());
        let turn = WrittenTurn { span: between(start, end), body };
        let Some(frame) = self.frames.last_mut() else { return };
        frame.line.plies.push(WrittenPly {
            number: frame.number.take(),
            turn,
            glyphs,
            refill: None,
            comments: Vec::new(),
            variations: Vec::new(),
        });
    }
}

/// Returns whether a word is made of nothing but what results are made of, or look-alikes of that. Digits alone are a
/// number.
fn looks_like_result(word: &str) -> bool {
    let mut chars = word.chars();
    chars.all(|c| matches!(c, '0' | '1' | '2' | '/' | '*' | '-' | '–' | '−' | '—' | '½' | '⁄' | '∕'))
        && word.contains(|c: char| !c.is_ascii_digit())
}
