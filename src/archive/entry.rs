use std::borrow::Cow;

use super::Field;
use crate::engine::Game;
use crate::record::Judged;

/// A record as an entry of an archive: what came of judging it, and the file it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The record.
    pub judged: &'a Judged,
    /// The name of its file.
    pub file: &'a str,
}

impl<'a> Entry<'a> {
    /// Returns what a field says of the record. `None` if it says nothing: it is missing, empty, or `?`.
    #[must_use]
    pub fn value(&self, field: &Field) -> Option<Cow<'a, str>> {
        let header = self.judged.header.as_ref();
        let value = match (field, header) {
            (Field::Game, Some(header)) => Cow::Borrowed(header.rules.game().name()),
            (Field::Game, None) => self.named_game()?,
            (Field::Rules, Some(header)) => Cow::Owned(header.rules.to_string()),
            (Field::Rules, None) => Cow::Borrowed(self.tag("Rules")?),
            (Field::Result, _) => Cow::Borrowed(self.judged.result.token()),
            (Field::Plies, _) => Cow::Owned(self.judged.plies.to_string()),
            (Field::File, _) => Cow::Borrowed(self.file),
            (Field::Tag(name), _) => match (self.tag(name), self.judged.termination) {
                (None, Some(termination)) if name.eq_ignore_ascii_case("Termination") => {
                    Cow::Borrowed(termination.name())
                }
                (tag, _) => Cow::Borrowed(tag?),
            },
        };
        (!matches!(value.trim(), "" | "?") || *field == Field::Rules).then_some(value)
    }

    /// Returns the value of a tag, whatever its case.
    fn tag(&self, name: &str) -> Option<&'a str> {
        let tags = self.judged.header.as_ref().map_or(&self.judged.unread_tags, |header| &header.tags);
        tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the game as the tag names it: something else than the game may be wrong with the record.
    fn named_game(&self) -> Option<Cow<'a, str>> {
        let named = self.tag("Game")?;
        Some(Cow::Borrowed(Game::from_name(named).map_or(named, |game| game.name())))
    }
}
