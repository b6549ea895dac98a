use std::fmt::Write as _;

use super::Timeline;
use crate::board::Pit;
use crate::diagnostic::{Diagnostic, Severity};
use crate::notation::{GameResult, Source};
use crate::record::{Judged, Termination};
use crate::text::{Tab, escape};

/// Holds a record that is ready to be played.
#[derive(Debug)]
pub struct Record {
    /// Its turns; `None` if it is not known what is played.
    pub(super) timeline: Option<Timeline>,
    /// Its tags, escaped.
    pub(super) tags: Vec<(String, String)>,
    /// What is wrong with it.
    pub(super) faults: Vec<FaultText>,
    pub(super) result: String,
    valid: bool,
}

/// Holds a diagnostic in words.
#[derive(Debug)]
pub(super) struct FaultText {
    pub(super) error: bool,
    /// The message, and what helps.
    pub(super) lines: Vec<String>,
    /// The pits it is about.
    pub(super) pits: Vec<Pit>,
}

impl Record {
    /// Makes a record of one that was judged with its positions kept.
    #[must_use]
    pub fn new(judged: Judged, source: &Source) -> Self {
        let safe = |text: &str| escape(text, Tab::Escape).into_owned();
        let tags = judged.header.iter().flat_map(|header| &header.tags);
        Self {
            tags: tags.map(|(name, value)| (safe(name), safe(value))).collect(),
            faults: judged.diagnostics.iter().map(|diagnostic| FaultText::new(diagnostic, source)).collect(),
            result: result_words(judged.result, judged.termination.filter(|_| judged.outcome.is_none())),
            valid: judged.is_valid(),
            timeline: Timeline::new(judged),
        }
    }

    /// Returns whether nothing but warnings were found.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.valid
    }

    /// Returns the turns; `None` if it is not known what is played.
    #[must_use]
    pub const fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_ref()
    }

    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the name of the game and who plays it.
    pub(super) fn title(&self) -> String {
        let game = self.timeline.as_ref().map_or("No game", |timeline| timeline.rules().game().name());
        let mut title = game.to_owned();
        if let (Some(south), Some(north)) = (self.tag("South"), self.tag("North")) {
            let _ = write!(title, ": {south} - {north}");
        }
        for name in ["Title", "Event"] {
            if let Some(value) = self.tag(name) {
                let _ = write!(title, ", {value}");
            }
        }
        title
    }
}

fn result_words(result: GameResult, termination: Option<Termination>) -> String {
    termination.map_or_else(|| result.to_string(), |termination| format!("{result} ({termination})"))
}

impl FaultText {
    fn new(diagnostic: &Diagnostic, source: &Source) -> Self {
        let place = source.locate(diagnostic.span.start);
        let head = format!("{}[{}]", diagnostic.severity().name(), diagnostic.code);
        let mut lines = vec![format!("{head}, line {}, column {}: {}", place.line, place.column, diagnostic.message)];
        lines.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
        lines.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
        Self {
            error: diagnostic.severity() == Severity::Error,
            lines: lines.iter().map(|line| escape(line, Tab::Escape).into_owned()).collect(),
            pits: diagnostic.board.as_ref().map_or_else(Vec::new, |board| board.pits.clone()),
        }
    }
}
