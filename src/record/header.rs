use std::fmt;

use super::Fault;
use crate::board::Setup;
use crate::diagnostic::Diagnostic;
use crate::engine::{Game, Match, Position, Ruleset, SetupKind, StartError};
use crate::notation::{
    DateReading, GameResult, Span, Spanned, WrittenRecord, WrittenTag, read_date, read_position_line, read_rules_value,
};

/// Tells how a record came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The position is decided.
    Normal,
    /// A seat resigned.
    Resignation,
    /// A seat ran out of time.
    TimeForfeit,
    /// A seat broke the rules.
    RulesInfraction,
    /// An arbiter decided.
    Adjudication,
    /// The seats agreed on a draw.
    Agreement,
    /// The game was broken off.
    Abandoned,
    /// The record ends before the game.
    Unterminated,
}

impl Termination {
    /// All terminations.
    pub const ALL: [Self; 8] = [
        Self::Normal,
        Self::Resignation,
        Self::TimeForfeit,
        Self::RulesInfraction,
        Self::Adjudication,
        Self::Agreement,
        Self::Abandoned,
        Self::Unterminated,
    ];

    /// Returns the word that the tag uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Resignation => "resignation",
            Self::TimeForfeit => "time forfeit",
            Self::RulesInfraction => "rules infraction",
            Self::Adjudication => "adjudication",
            Self::Agreement => "agreement",
            Self::Abandoned => "abandoned",
            Self::Unterminated => "unterminated",
        }
    }

    /// Finds a termination by its word, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The tags with a meaning of their own, in canonical order. Those that JSON has keys for come with `true`.
const KNOWN: [(&str, bool); 12] = [
    ("Format", true),
    ("Game", true),
    ("Rules", true),
    ("Position", true),
    ("Event", false),
    ("Site", false),
    ("Date", false),
    ("Round", false),
    ("South", false),
    ("North", false),
    ("Result", true),
    ("Termination", true),
];

/// Returns the name of a tag as it is written canonically, and its place in the canonical order.
fn known(name: &str) -> Option<(usize, &'static str)> {
    KNOWN.iter().position(|(known, _)| known.eq_ignore_ascii_case(name)).map(|index| (index, KNOWN[index].0))
}

/// Returns whether a tag of this name is one of those that the record has fields, and JSON has keys, for.
pub(super) fn is_reserved(name: &str) -> bool {
    known(name).is_some_and(|(index, _)| KNOWN[index].1)
}

/// Returns whether a tag of this name has a meaning of its own.
pub(super) fn is_known(name: &str) -> bool {
    known(name).is_some()
}

/// Holds what the tags of a record say.
#[derive(Clone, Debug)]
pub struct Header {
    /// The game with its options.
    pub rules: Ruleset,
    /// The position before the first turn, as given.
    pub start: Position,
    /// Whether that is another position than the rules give.
    pub custom_start: bool,
    /// All other tags in canonical order, names as they are written canonically.
    pub tags: Vec<(String, String)>,
    pub(super) result: Option<Spanned<GameResult>>,
    pub(super) termination: Option<Spanned<Termination>>,
}

/// Reads the tags. `None` if they do not say what is played, or from where.
pub(super) fn read_header(
    record: &WrittenRecord,
    max_laps: u64,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Header, Match)> {
    let find = |name: &str| record.tags.iter().find(|tag| tag.name.value.eq_ignore_ascii_case(name));
    let mut report =
        |fault: Fault, span: Span| diagnostics.push(Diagnostic::new(fault.code(), span, fault.to_string()));

    if let Some(format) = find("Format").filter(|tag| tag.value.value != "1") {
        report(Fault::UnknownFormat { format: format.value.value.clone() }, format.value.span);
        return None;
    }
    let Some(game_tag) = find("Game") else {
        // A record without any tag is a syntax error already, and one whose tag cannot be read may have named it.
        let movetext = record.main.plies.first().map_or(record.end.start, |ply| ply.turn.span.start);
        let told = record.errors.iter().any(|error| {
            use crate::notation::SyntaxErrorKind::{BadTag, LookAlike, NoTags, NotUtf8, RecordTooLarge, Utf16};
            matches!(error.kind, NoTags | BadTag { .. } | NotUtf8 { .. } | Utf16 { .. } | RecordTooLarge { .. })
                || matches!(error.kind, LookAlike { .. } if error.span.start < movetext)
                || record.tags.is_empty()
        });
        if !told {
            let span = record.tags.first().map_or(record.end, |tag| tag.span);
            report(Fault::MissingGame, span);
        }
        return None;
    };
    let Some(game) = Game::from_name(&game_tag.value.value) else {
        report(Fault::UnknownGame { name: game_tag.value.value.clone() }, game_tag.value.span);
        return None;
    };
    let rules = match find("Rules").map_or_else(|| Ok((Ruleset::new(game), false)), |tag| read_rules(game, tag)) {
        Ok(rules) => Some(rules),
        Err((fault, span)) => {
            report(fault, span);
            None
        }
    };
    let rules_span = find("Rules").map_or(game_tag.value.span, |tag| tag.value.span);
    if let Some((rules, _)) = rules {
        for (option, by) in rules.idle_settings() {
            report(Fault::IdleOption { option, by }, rules_span);
        }
    }
    let mut setup = None;
    if let Some(tag) = find("Position") {
        match read_position_line(&tag.value.value) {
            Ok(read) => setup = Some((read, tag.value.span)),
            Err(error) => {
                report(Fault::BadPosition(error.to_string()), within(tag, error.range));
                return None;
            }
        }
    }
    let result = find("Result").and_then(|tag| match read_result(&tag.value.value) {
        Some(result) => Some(Spanned::new(result, tag.value.span)),
        None => {
            report(Fault::BadResultTag { result: tag.value.value.clone() }, tag.value.span);
            None
        }
    });
    let termination = find("Termination").and_then(|tag| match Termination::from_name(&tag.value.value) {
        Some(termination) => Some(Spanned::new(termination, tag.value.span)),
        None => {
            report(Fault::BadTermination { termination: tag.value.value.clone() }, tag.value.span);
            None
        }
    });
    let tags = read_other_tags(record, &mut report);
    let (rules, named_setup) = rules?;
    let (setup, span) = setup.map_or((None, rules_span), |(setup, span)| (Some(setup), span));
    match Start::new(rules, named_setup, setup.as_ref(), max_laps) {
        Ok(Start { rules, position: start, custom: custom_start, game }) => {
            Some((Header { rules, start, custom_start, tags, result, termination }, game))
        }
        Err(fault) => {
            report(fault, span);
            None
        }
    }
}

/// Reads a `Rules` value, and whether it names the set-up of Igisoro.
fn read_rules(game: Game, tag: &WrittenTag) -> Result<(Ruleset, bool), (Fault, Span)> {
    let value = &tag.value.value;
    let options = read_rules_value(value).map_err(|error| {
        // The whole word at fault; of blanks at an end, the whole value.
        let at = error.range.start;
        let start = value[..at].rfind(' ').map_or(0, |blank| blank + 1);
        let end = value[at..].find(' ').map_or(value.len(), |blank| at + blank);
        let word = if start < end { start..end } else { 0..value.len() };
        let fault = Fault::Rules(crate::engine::RulesetError::Malformed { text: value[word.clone()].to_owned() });
        (fault, within(tag, word))
    })?;
    let mut rules = Ruleset::new(game);
    let mut seen: Vec<&'static str> = Vec::new();
    for (name, setting) in options {
        let whole = name.start..setting.end;
        let spec = rules
            .set(&value[name], &value[setting])
            .map_err(|error| (Fault::Rules(error), within(tag, whole.clone())))?;
        if seen.contains(&spec.name) {
            let fault = Fault::Rules(crate::engine::RulesetError::Repeated { name: spec.name });
            return Err((fault, within(tag, whole)));
        }
        seen.push(spec.name);
    }
    Ok((rules, seen.contains(&"setup")))
}

/// Returns the place of a part of a tag's value; the whole value, if it has escapes.
fn within(tag: &WrittenTag, range: std::ops::Range<usize>) -> Span {
    let span = tag.value.span;
    if span.len() as usize != tag.value.value.len() {
        return span;
    }
    let end = range.end.max(range.start + 1).min(span.len() as usize);
    let start = range.start.min(end.saturating_sub(1));
    if span.is_empty() { tag.span } else { Span::new(span.start + start as u32, span.start + end as u32) }
}

fn read_other_tags(record: &WrittenRecord, report: &mut impl FnMut(Fault, Span)) -> Vec<(String, String)> {
    let mut tags: Vec<(usize, String, String)> = Vec::new();
    for tag in &record.tags {
        let name = &tag.name.value;
        if is_reserved(name) {
            continue;
        }
        let mut value = tag.value.value.clone();
        let (order, name) = match known(name) {
            Some((order, known)) => (order, known.to_owned()),
            None => (KNOWN.len(), name.clone()),
        };
        if name == "Date" {
            match read_date(&value) {
                DateReading::Exact(date) => value = date,
                DateReading::Impossible | DateReading::Malformed => {
                    let span = if tag.value.span.is_empty() { tag.span } else { tag.value.span };
                    report(Fault::BadDate { date: value.clone() }, span);
                }
            }
        }
        tags.push((order, name, value));
    }
    tags.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    tags.into_iter().map(|(_, name, value)| (name, value)).collect()
}

/// Reads a result token, also with the dashes that are read for `-`.
pub(super) fn read_result(text: &str) -> Option<GameResult> {
    let plain = text.replace(['\u{2013}', '\u{2212}'], "-");
    [GameResult::SouthWon, GameResult::NorthWon, GameResult::Drawn, GameResult::Unfinished]
        .into_iter()
        .find(|result| result.token() == plain)
}

/// Holds a game that is set up.
pub(crate) struct Start {
    /// The rules; of Igisoro, with the set-up that the position makes it.
    pub(crate) rules: Ruleset,
    /// The position as given.
    pub(crate) position: Position,
    /// Whether that is another one than the rules give.
    pub(crate) custom: bool,
    /// The game, at its start.
    pub(crate) game: Match,
}

impl Start {
    /// Sets up a game. A position equal to that of the rules says nothing new and is forgotten (`RULES I1, R12`).
    ///
    /// `named_setup` tells whether the options name the set-up of Igisoro.
    ///
    /// # Errors
    ///
    /// What is wrong with the position, or, without one, with the rules.
    pub(crate) fn new(
        mut rules: Ruleset,
        named_setup: bool,
        setup: Option<&Setup>,
        max_laps: u64,
    ) -> Result<Self, Fault> {
        let Some(setup) = setup else {
            let game = Match::start(rules).map_err(|error| Fault::SetupConflict(error.to_string()))?;
            let game = game.with_max_laps(max_laps);
            return Ok(Self { rules, position: game.position().clone(), custom: false, game });
        };
        let position = Position::from_setup(&rules, setup).map_err(Fault::ImpossiblePosition)?;
        let named = named_setup && rules.setup() != SetupKind::Custom;
        if rules.setup() == SetupKind::Custom {
            // A custom set-up that equals the default one is the default one.
            let _ = rules.set("setup", "back");
        }
        let custom = Position::start(&rules).as_ref() != Ok(&position);
        if rules.game() == Game::Igisoro && custom {
            if named {
                let message =
                    "the rules name a set-up, but the position is another one: leave out `setup`, or the position";
                return Err(Fault::SetupConflict(message.to_owned()));
            }
            let _ = rules.set("setup", "custom");
        }
        let game = Match::from_setup(rules, setup, max_laps).map_err(|error| match error {
            StartError::Setup(error) => Fault::ImpossiblePosition(error),
            StartError::Undecided(undecided) => Fault::Undecided { laps: undecided.laps },
        })?;
        Ok(Self { rules, position, custom, game })
    }
}
