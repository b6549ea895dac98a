//! The JSON form as types: what is written is made of them, and so is the schema.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::json_schema::{game_name, pit_name, position_line, result_token, settings_by_game, termination_name};
use super::{Checks, Header, Judged, JudgedLine, JudgedPly};
use crate::board::Pit;
use crate::engine::{OptionSpec, Refill, Setting, Step, Turn};
use crate::notation::{WrittenRefill, read_refill};

/// Tells how much of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// What was written and what the rules make of it, with every key.
    Full,
    /// Only what was written, without empty lists.
    Minimal,
}

/// A record of one game, in the JSON form of matombo's notation.
///
/// What was written is always there; what the rules make of it may be missing. The keys and why each exists are told in
/// section 10 of the specification.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record", deny_unknown_fields, transform = settings_by_game)]
pub(super) struct RecordForm<'a> {
    /// The version of the notation.
    #[schemars(range(min = 1, max = 1))]
    format: u8,
    /// The game.
    #[schemars(schema_with = "game_name")]
    game: &'static str,
    /// The options of the game by their names: in the full form all, else those that are not as by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "any_object")]
    rules: Option<Settings<'a>>,
    /// All tags but those that have keys of their own here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "tags")]
    tags: Option<Tags<'a>>,
    /// The position before the first turn; without it, the one that the rules give.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "position_line")]
    start: Option<String>,
    /// The comments of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    comments: Option<&'a [String]>,
    /// The main line.
    #[schemars(with = "Vec<TurnForm<'_>>")]
    turns: Turns<'a>,
    /// The result, `*` if there is none.
    #[schemars(schema_with = "result_token")]
    result: &'static str,
    /// How the record came to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "termination_name")]
    termination: Option<&'static str>,
    /// What programs keep for themselves, at most 32 levels deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "any_object")]
    ext: Option<&'a Value>,
}

impl<'a> RecordForm<'a> {
    /// Takes what is written of a record. `None` if its game is not known.
    pub(super) fn new(judged: &'a Judged, detail: Detail) -> Option<Self> {
        let header = judged.header.as_ref()?;
        let full = detail == Detail::Full;
        let termination = if full { judged.termination } else { judged.written_termination() };
        Some(Self {
            format: 1,
            game: header.rules.game().key(),
            rules: (full || header.rules.changed_settings().next().is_some()).then_some(Settings { header, detail }),
            tags: (full || !header.tags.is_empty()).then_some(Tags(&header.tags)),
            start: (full || header.custom_start).then(|| header.start.to_string()),
            comments: list(&judged.comments, detail),
            turns: Turns { turns: &judged.turns, detail },
            result: judged.result.token(),
            termination: termination.map(|termination| termination.name()),
            ext: judged.ext.as_ref(),
        })
    }
}

/// Returns a list, unless it is empty and that can be left out.
fn list<T>(list: &[T], detail: Detail) -> Option<&[T]> {
    (detail == Detail::Full || !list.is_empty()).then_some(list)
}

struct Settings<'a> {
    header: &'a Header,
    detail: Detail,
}

impl Serialize for Settings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = &self.header.rules;
        let entry = |(spec, setting): (&'static OptionSpec, Setting)| (spec.name, SettingValue(setting));
        match self.detail {
            Detail::Full => serializer.collect_map(rules.settings().map(entry)),
            Detail::Minimal => serializer.collect_map(rules.changed_settings().map(entry)),
        }
    }
}

struct SettingValue(Setting);

impl Serialize for SettingValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Setting::Number(number) => serializer.serialize_u8(number),
            Setting::Word(word) => serializer.serialize_str(word),
        }
    }
}

struct Tags<'a>(&'a [(String, String)]);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

struct Turns<'a> {
    turns: &'a [JudgedPly],
    detail: Detail,
}

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.turns.iter().map(|ply| TurnForm::new(ply, self.detail)))
    }
}

/// A turn.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Turn", deny_unknown_fields)]
pub(super) struct TurnForm<'a> {
    /// The number of the turn in its line of play, from 1; the first of a variation has that of the turn it replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1))]
    ply: Option<u32>,
    /// The move number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1))]
    number: Option<u32>,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "seat")]
    seat: Option<&'static str>,
    /// The turn in the notation, without glyphs: it holds every decision.
    text: String,
    #[serde(flatten)]
    decided: Option<DecidedForm<'a>>,
    /// The refill after the turn (Bosh).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RefillForm")]
    refill: Option<RefillForm>,
    /// The position after the turn and its refill.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "position_line")]
    position: Option<&'a str>,
    /// The glyphs, in the order given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<u8>", inner(range(min = 0, max = 255)))]
    glyphs: Option<&'a [u8]>,
    /// The comments of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    comments: Option<&'a [String]>,
    /// Alternatives to this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<VariationForm<'_>>")]
    variations: Option<Variations<'a>>,
}

impl<'a> TurnForm<'a> {
    pub(super) fn new(ply: &'a JudgedPly, detail: Detail) -> Self {
        let full = detail == Detail::Full;
        Self {
            ply: full.then_some(ply.ply),
            number: full.then_some(ply.number),
            seat: full.then(|| ply.seat.name()),
            text: ply.text(Checks::None),
            decided: ply.turn.as_ref().filter(|_| full).map(DecidedForm::new),
            refill: RefillForm::of(ply, detail),
            position: ply.position.as_deref().filter(|_| full),
            glyphs: list(&ply.glyphs, detail),
            comments: list(&ply.comments, detail),
            variations: list(&ply.variations, detail).map(|lines| Variations { lines, detail }),
        }
    }
}

/// What the rules make of a turn.
#[derive(Serialize, JsonSchema)]
struct DecidedForm<'a> {
    /// The pit where the turn begins.
    #[schemars(schema_with = "pit_name")]
    origin: PitName,
    /// Whether the first lap goes clockwise.
    clockwise: bool,
    /// What was decided and captured, in the order it happened.
    #[schemars(with = "Vec<StepForm<'_>>")]
    steps: Steps<'a>,
    /// The laps sown in the turn, the first and re-sowings included.
    laps: u64,
    /// The pit where the last stone fell.
    #[schemars(schema_with = "pit_name")]
    landing: PitName,
    /// All stones the turn captured, bonus and strip included, those of a round's end not.
    captured: u64,
}

impl<'a> DecidedForm<'a> {
    fn new(turn: &'a Turn) -> Self {
        Self {
            origin: PitName(turn.origin),
            clockwise: turn.clockwise,
            steps: Steps(&turn.steps),
            laps: turn.laps,
            landing: PitName(turn.landing),
            captured: turn.captured,
        }
    }
}

struct PitName(Pit);

impl Serialize for PitName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

struct Steps<'a>(&'a [Step]);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(StepForm::new))
    }
}

/// A step of a turn.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schemars(rename = "Step", deny_unknown_fields)]
enum StepForm<'a> {
    /// Went on through a head, or relayed counter-clockwise where clockwise was possible.
    GoOn {
        /// The head, or the pit relayed from.
        #[schemars(schema_with = "pit_name")]
        pit: PitName,
    },
    /// Stopped in a head.
    Stop {
        /// The head.
        #[schemars(schema_with = "pit_name")]
        pit: PitName,
    },
    /// Relayed clockwise.
    Reverse {
        /// The pit relayed from.
        #[schemars(schema_with = "pit_name")]
        pit: PitName,
    },
    /// Captured.
    Capture {
        /// The pit that names the capture.
        #[schemars(schema_with = "pit_name")]
        pit: PitName,
        /// The stones that this capture took.
        #[schemars(range(min = 1))]
        stones: u32,
        /// Whether they were sown clockwise.
        clockwise: bool,
    },
    /// Passed a capture.
    Pass {
        /// The enemy's front pit.
        #[schemars(schema_with = "pit_name")]
        pit: PitName,
        /// Whether the enemy retreated.
        retreat: bool,
    },
    /// Took bonus pits, or waived them.
    Bonus {
        /// The pits, none if the bonus was waived.
        #[schemars(with = "Vec<GainForm>")]
        pits: Gains<'a>,
    },
    /// Stripped stones, or waived that.
    Strip {
        /// The pits, none if the strip was waived.
        #[schemars(with = "Vec<GainForm>")]
        pits: Gains<'a>,
    },
}

impl<'a> StepForm<'a> {
    fn new(step: &'a Step) -> Self {
        match step {
            Step::GoOn { pit } => Self::GoOn { pit: PitName(*pit) },
            Step::Stop { pit } => Self::Stop { pit: PitName(*pit) },
            Step::Reverse { pit } => Self::Reverse { pit: PitName(*pit) },
            Step::Capture { pit, stones, clockwise } => {
                Self::Capture { pit: PitName(*pit), stones: *stones, clockwise: *clockwise }
            }
            Step::Pass { pit, retreat } => Self::Pass { pit: PitName(*pit), retreat: *retreat },
            Step::Bonus { pits } => Self::Bonus { pits: Gains(pits) },
            Step::Strip { pits } => Self::Strip { pits: Gains(pits) },
        }
    }
}

struct Gains<'a>(&'a [(Pit, u32)]);

impl Serialize for Gains<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(pit, stones)| GainForm { pit: PitName(*pit), stones: *stones }))
    }
}

/// Stones that were taken from a pit.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Gain", deny_unknown_fields)]
struct GainForm {
    /// The pit.
    #[schemars(schema_with = "pit_name")]
    pit: PitName,
    /// The stones taken.
    #[schemars(range(min = 1))]
    stones: u32,
}

/// A refill of the pits for the next round (Bosh).
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refill", deny_unknown_fields)]
struct RefillForm {
    /// The columns that South fills, rising.
    #[schemars(schema_with = "columns")]
    south: Vec<u8>,
    /// The columns that North fills, rising.
    #[schemars(schema_with = "columns")]
    north: Vec<u8>,
    /// What stays in reserve, South's and North's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "[u32; 2]")]
    reserve: Option<[u32; 2]>,
}

impl RefillForm {
    fn of(ply: &JudgedPly, detail: Detail) -> Option<Self> {
        match (&ply.refill, &ply.written_refill) {
            (Some(refill), _) => Some(Self::decided(refill, detail)),
            // Kept although it was not judged: without what stays in reserve, which is not known.
            (None, Some(written)) => read_refill(written).ok().as_ref().map(Self::written),
            (None, None) => None,
        }
    }

    fn decided(refill: &Refill, detail: Detail) -> Self {
        let Refill { pits, reserve } = refill;
        Self {
            south: pits.south.columns().collect(),
            north: pits.north.columns().collect(),
            reserve: (detail == Detail::Full).then_some([reserve.south, reserve.north]),
        }
    }

    fn written(refill: &WrittenRefill) -> Self {
        let columns = &refill.columns;
        Self { south: columns.south.value.clone(), north: columns.north.value.clone(), reserve: None }
    }
}

struct Variations<'a> {
    lines: &'a [JudgedLine],
    detail: Detail,
}

impl Serialize for Variations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.lines.iter().map(|line| VariationForm::new(line, self.detail)))
    }
}

/// An alternative to a turn, from the position before it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Variation", deny_unknown_fields)]
struct VariationForm<'a> {
    /// The comments before its first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    comments: Option<&'a [String]>,
    /// Its line, at least one turn.
    #[schemars(with = "Vec<TurnForm<'_>>", length(min = 1))]
    turns: Turns<'a>,
}

impl<'a> VariationForm<'a> {
    fn new(line: &'a JudgedLine, detail: Detail) -> Self {
        Self { comments: list(&line.comments, detail), turns: Turns { turns: &line.turns, detail } }
    }
}

fn any_object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

fn tags(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9_-]*$"},
        "additionalProperties": {"type": "string"},
    })
}

fn seat(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["south", "north"]})
}

fn columns(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 5},
        "minItems": 1,
        "uniqueItems": true,
    })
}
