//! Variations: opened, closed, skipped, forgotten.

use super::{DEEPEST_VARIATION, Frame, Reader, between};
use crate::notation::grammar;
use crate::notation::{SyntaxErrorKind, WrittenLine, WrittenPly};

impl Reader<'_> {
    pub(super) fn open_variation(&mut self) {
        let start = self.at;
        let span = between(start, start + 1);
        self.take(start + 1);
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return };
        let orphan = frame.line.plies.is_empty();
        let mut found = None;
        if orphan {
            if !frame.has_orphan && !frame.orphan {
                found = Some(SyntaxErrorKind::VariationWithoutTurn);
            }
            frame.has_orphan = true;
        } else if frame.number.is_some() {
            found = Some(SyntaxErrorKind::PartedFromTurn { what: "variation" });
        }
        if let Some(kind) = found {
            self.error(kind, span);
        }
        if depth > DEEPEST_VARIATION {
            self.error(SyntaxErrorKind::VariationTooDeep { limit: DEEPEST_VARIATION }, span);
            return self.skip_variation();
        }
        self.frames.push(Frame { line: WrittenLine { span, ..WrittenLine::default() }, orphan, ..Frame::default() });
    }

    /// Skips a variation that is too deep, by counting, up to its matching end.
    pub(super) fn skip_variation(&mut self) {
        let mut open = 1_usize;
        while open > 0 {
            self.skip_blanks();
            match self.peek() {
                None => return,
                Some(b'{') => {
                    let Ok((rest, braced)) = grammar::braced_comment(self.rest()) else { return };
                    let (start, end) = (self.at, self.offset_of(rest));
                    self.take(end);
                    if !braced.closed {
                        self.unclosed_comment(start, end);
                    }
                }
                Some(b';') => {
                    let end = self.line_end(self.at);
                    self.take(end);
                }
                Some(byte) => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ => {}
                    }
                    let word = grammar::word_length(self.rest()).max(1);
                    self.take(self.at + word);
                }
            }
        }
    }

    pub(super) fn close_variation(&mut self) {
        if self.frames.len() == 1 {
            return self.stray(SyntaxErrorKind::StrayParenthesis);
        }
        self.take(self.at + 1);
        self.number_ends();
        let Some(mut frame) = self.frames.pop() else { return };
        frame.line.span.end = self.at as u32;
        self.close_frame(frame);
    }

    pub(super) fn close_frame(&mut self, frame: Frame) {
        let empty = frame.line.plies.is_empty();
        if empty && !frame.orphan && !frame.has_orphan {
            self.error(SyntaxErrorKind::EmptyVariation, frame.line.span);
        }
        if !empty
            && !frame.orphan
            && let Some(ply) = self.last_ply()
        {
            ply.variations.push(frame.line);
        }
    }

    pub(super) fn last_ply(&mut self) -> Option<&mut WrittenPly> {
        self.frames.last_mut()?.line.plies.last_mut()
    }

    /// The line ends, or another number comes: warns of a number that got no turn.
    pub(super) fn number_ends(&mut self) {
        if let Some(number) = self.frames.last_mut().and_then(|frame| frame.number.take()) {
            self.error(SyntaxErrorKind::NumberWithoutTurn { number: number.value.number }, number.span);
        }
    }
}
