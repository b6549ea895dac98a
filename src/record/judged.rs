use super::text::{refill_text, turn_text};
use super::{Checks, Header, Termination};
use crate::board::Seat;
use crate::diagnostic::Diagnostic;
use crate::engine::{Outcome, Refill, RoundEnd, Turn};
use crate::notation::{Document, DocumentLine, DocumentPly, GameResult, Span};

/// Holds a record after judging: what was decided, and everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What the tags say; `None` if they do not say what is played.
    pub header: Option<Header>,
    /// The record's own comments.
    pub comments: Vec<String>,
    /// The main line, as far as it was [kept](super::Keep).
    pub turns: Vec<JudgedPly>,
    /// The number of turns written in the main line.
    pub plies: u32,
    /// The result, `*` if none is written.
    pub result: GameResult,
    /// How the record ended, where the tag or the position says so.
    pub termination: Option<Termination>,
    /// How the game was decided on the board, if it was.
    pub outcome: Option<Outcome>,
    /// What strangers added to the JSON form; the notation cannot carry it.
    pub ext: Option<serde_json::Value>,
    /// The tags as written, where they do not say what is played; else they are in the header.
    pub unread_tags: Vec<(String, String)>,
    /// Everything that is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Holds a turn of a judged record.
#[derive(Clone, Debug)]
pub struct JudgedPly {
    /// The ply, from 1. A variation's first turn has that of the turn it replaces.
    pub ply: u32,
    /// The move number.
    pub number: u32,
    /// Whose turn it is. For turns that were not judged, whose it would be if the seats alternated.
    pub seat: Seat,
    /// What was decided; `None` if the turn is illegal or was not judged.
    pub turn: Option<Turn>,
    /// Where the turn stands in the text.
    pub span: Span,
    /// The round that the turn ended (Bosh).
    pub round_end: Option<RoundEnd>,
    /// How the turn decided the game, if it did.
    pub outcome: Option<Outcome>,
    /// The turn as written, where it was not decided.
    pub written: Option<String>,
    /// The refill after it.
    pub refill: Option<Refill>,
    /// The refill as written, where it was not judged.
    pub written_refill: Option<String>,
    /// The canonical position line after it, if it was kept.
    pub position: Option<String>,
    /// The glyphs.
    pub glyphs: Vec<u8>,
    /// The comments.
    pub comments: Vec<String>,
    /// The variations.
    pub variations: Vec<JudgedLine>,
}

/// Holds a variation of a judged record.
#[derive(Clone, Debug)]
pub struct JudgedLine {
    /// The comments before its first turn.
    pub comments: Vec<String>,
    /// Its turns.
    pub turns: Vec<JudgedPly>,
}

impl JudgedPly {
    /// Returns the turn in the notation; as it was written, where it was not decided.
    #[must_use]
    pub fn text(&self, checks: Checks) -> String {
        match (&self.turn, &self.written) {
            (Some(turn), _) => turn_text(turn, self.outcome.is_some(), checks),
            (None, Some(written)) => written.clone(),
            (None, None) => String::new(),
        }
    }

    /// Copies the turn without its comments and variations.
    pub(super) fn alone(&self) -> Self {
        Self {
            turn: self.turn.clone(),
            written: self.written.clone(),
            written_refill: self.written_refill.clone(),
            position: self.position.clone(),
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            ..*self
        }
    }

    fn document(&self, checks: Checks) -> DocumentPly {
        DocumentPly {
            number: self.number,
            seat: self.seat,
            turn: self.text(checks),
            glyphs: self.glyphs.clone(),
            refill: self.refill.map(|refill| refill_text(&refill, checks)).or_else(|| self.written_refill.clone()),
            comments: self.comments.clone(),
            variations: self
                .variations
                .iter()
                .map(|line| DocumentLine {
                    comments: line.comments.clone(),
                    plies: line.turns.iter().map(|ply| ply.document(checks)).collect(),
                })
                .collect(),
        }
    }
}

impl Judged {
    /// Returns whether nothing is wrong but what only deserves a warning.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns the record in canonical order, ready to be printed. `None` if its game is not known.
    #[must_use]
    pub fn document(&self, checks: Checks) -> Option<Document> {
        let header = self.header.as_ref()?;
        let mut tags = vec![("Game".to_owned(), header.rules.game().name().to_owned())];
        let rules = header.rules.to_string();
        if !rules.is_empty() {
            tags.push(("Rules".to_owned(), rules));
        }
        if header.custom_start {
            tags.push(("Position".to_owned(), header.start.to_string()));
        }
        let (known, other): (Vec<_>, Vec<_>) =
            header.tags.iter().cloned().partition(|(name, _)| super::header::is_known(name));
        tags.extend(known);
        tags.push(("Result".to_owned(), self.result.token().to_owned()));
        if let Some(termination) = self.written_termination() {
            tags.push(("Termination".to_owned(), termination.name().to_owned()));
        }
        tags.extend(other);
        Some(Document {
            tags,
            comments: self.comments.clone(),
            plies: self.turns.iter().map(|ply| ply.document(checks)).collect(),
            result: self.result,
        })
    }

    /// Returns the termination if it does not follow from the rest.
    pub(super) fn written_termination(&self) -> Option<Termination> {
        let follows = match (self.outcome, self.result) {
            (Some(_), _) => Some(Termination::Normal),
            (None, GameResult::Unfinished) => Some(Termination::Unterminated),
            (None, _) => None,
        };
        self.termination.filter(|termination| Some(*termination) != follows)
    }
}
