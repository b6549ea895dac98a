use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

use super::{Checks, Judged, JudgedLine, JudgedPly};
use crate::board::Pit;
use crate::engine::{Refill, Setting, Step};
use crate::notation::read_refill;

/// Writes a judged record as the JSON object of `notation/SPEC.md`, all on one line. `None` if its game is not known.
///
/// The record must be judged with [`Keep::Positions`](super::Keep::Positions). Turns that were not decided have only
/// what was written.
#[must_use]
pub fn json_text(judged: &Judged) -> Option<String> {
    judged.header.as_ref()?;
    Some(serde_json::to_string(&JsonRecord(judged)).expect("a record has only keys that are texts"))
}

struct JsonRecord<'a>(&'a Judged);

impl Serialize for JsonRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let judged = self.0;
        let header = judged.header.as_ref().expect("the caller saw a header");
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", &1)?;
        map.serialize_entry("game", header.rules.game().key())?;
        map.serialize_entry("rules", &Settings(&header.rules))?;
        map.serialize_entry("tags", &Tags(&header.tags))?;
        map.serialize_entry("start", &header.start.to_string())?;
        map.serialize_entry("comments", &judged.comments)?;
        map.serialize_entry("turns", &Turns(&judged.turns))?;
        map.serialize_entry("result", judged.result.token())?;
        if let Some(termination) = judged.termination {
            map.serialize_entry("termination", termination.name())?;
        }
        if let Some(ext) = &judged.ext {
            map.serialize_entry("ext", ext)?;
        }
        map.end()
    }
}

struct Settings<'a>(&'a crate::engine::Ruleset);

impl Serialize for Settings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (spec, setting) in self.0.settings() {
            match setting {
                Setting::Number(number) => map.serialize_entry(spec.name, &number)?,
                Setting::Word(word) => map.serialize_entry(spec.name, word)?,
            }
        }
        map.end()
    }
}

struct Tags<'a>(&'a [(String, String)]);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

struct Turns<'a>(&'a [JudgedPly]);

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(JsonPly))
    }
}

/// Writes one turn.
pub(super) struct JsonPly<'a>(pub(super) &'a JudgedPly);

impl Serialize for JsonPly<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ply = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ply", &ply.ply)?;
        map.serialize_entry("number", &ply.number)?;
        map.serialize_entry("seat", ply.seat.name())?;
        map.serialize_entry("text", &ply.text(Checks::None))?;
        if let Some(turn) = &ply.turn {
            map.serialize_entry("origin", &turn.origin.to_string())?;
            map.serialize_entry("clockwise", &turn.clockwise)?;
            map.serialize_entry("steps", &Steps(&turn.steps))?;
            map.serialize_entry("laps", &turn.laps)?;
            map.serialize_entry("landing", &turn.landing.to_string())?;
            map.serialize_entry("captured", &turn.captured)?;
        }
        match (&ply.refill, &ply.written_refill) {
            (Some(refill), _) => map.serialize_entry("refill", &JsonRefill(refill))?,
            (None, Some(written)) => {
                // Kept although it was not judged: without what stays in reserve, which is not known.
                if let Ok(written) = read_refill(written) {
                    map.serialize_entry("refill", &WrittenColumns(&written))?;
                }
            }
            (None, None) => {}
        }
        if let Some(position) = &ply.position {
            map.serialize_entry("position", position)?;
        }
        map.serialize_entry("glyphs", &ply.glyphs)?;
        map.serialize_entry("comments", &ply.comments)?;
        map.serialize_entry("variations", &Variations(&ply.variations))?;
        map.end()
    }
}

struct Variations<'a>(&'a [JudgedLine]);

impl Serialize for Variations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for line in self.0 {
            seq.serialize_element(&Variation(line))?;
        }
        seq.end()
    }
}

struct Variation<'a>(&'a JudgedLine);

impl Serialize for Variation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("comments", &self.0.comments)?;
        map.serialize_entry("turns", &Turns(&self.0.turns))?;
        map.end()
    }
}

struct JsonRefill<'a>(&'a Refill);

impl Serialize for JsonRefill<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Refill { pits, reserve } = self.0;
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("south", &pits.south.columns().collect::<Vec<_>>())?;
        map.serialize_entry("north", &pits.north.columns().collect::<Vec<_>>())?;
        map.serialize_entry("reserve", &[reserve.south, reserve.north])?;
        map.end()
    }
}

struct WrittenColumns<'a>(&'a crate::notation::WrittenRefill);

impl Serialize for WrittenColumns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("south", &self.0.columns.south.value)?;
        map.serialize_entry("north", &self.0.columns.north.value)?;
        map.end()
    }
}

struct Steps<'a>(&'a [Step]);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(JsonStep))
    }
}

struct JsonStep<'a>(&'a Step);

impl Serialize for JsonStep<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut entry = |kind: &str, pit: &Pit| {
            map.serialize_entry("kind", kind)?;
            map.serialize_entry("pit", &pit.to_string())
        };
        match self.0 {
            Step::GoOn { pit } => entry("go-on", pit)?,
            Step::Stop { pit } => entry("stop", pit)?,
            Step::Reverse { pit } => entry("reverse", pit)?,
            Step::Capture { pit, stones, clockwise } => {
                entry("capture", pit)?;
                map.serialize_entry("stones", stones)?;
                map.serialize_entry("clockwise", clockwise)?;
            }
            Step::Pass { pit, retreat } => {
                entry("pass", pit)?;
                map.serialize_entry("retreat", retreat)?;
            }
            Step::Bonus { pits } => {
                map.serialize_entry("kind", "bonus")?;
                map.serialize_entry("pits", &Gains(pits))?;
            }
            Step::Strip { pits } => {
                map.serialize_entry("kind", "strip")?;
                map.serialize_entry("pits", &Gains(pits))?;
            }
        }
        map.end()
    }
}

struct Gains<'a>(&'a [(Pit, u32)]);

impl Serialize for Gains<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Gain {
            pit: String,
            stones: u32,
        }
        serializer.collect_seq(self.0.iter().map(|(pit, stones)| Gain { pit: pit.to_string(), stones: *stones }))
    }
}
