//! The schema of the JSON form, made from the types that are written.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::Termination;
use super::json_form::RecordForm;
use crate::engine::{Game, OptionValues, Ruleset};
use crate::notation::GameResult;

/// Returns the JSON Schema (2020-12) of a record in the JSON form.
///
/// Every record that is written, with all its keys or only what it says, fits the schema. It is stricter than the
/// reader, which forgives what has one meaning, and it knows no play: only judging tells whether turns are legal and
/// what was worked out is right.
#[must_use]
pub fn json_schema() -> Value {
    let generator = SchemaGenerator::new(SchemaSettings::draft2020_12().for_serialize());
    let schema = generator.into_root_schema_for::<RecordForm<'_>>().to_value();
    // People read it from the top: what it is comes first.
    let mut ordered = Map::new();
    for key in ["$schema", "title", "description"] {
        ordered.extend(schema.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    for (key, value) in schema.as_object().into_iter().flatten() {
        ordered.entry(key.as_str()).or_insert_with(|| value.clone());
    }
    Value::Object(ordered)
}

pub(super) fn game_name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": Game::ALL.map(Game::key)})
}

pub(super) fn result_token(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": GameResult::ALL.map(GameResult::token)})
}

pub(super) fn termination_name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": Termination::ALL.map(Termination::name)})
}

pub(super) fn pit_name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "pattern": "^[ABab]([1-9]|[12][0-9]|3[0-6])$"})
}

/// A position line: two or four rows, the seat to move, what was taken, and in Bosh the round with its starter.
pub(super) fn position_line(_: &mut SchemaGenerator) -> Schema {
    let number = "(0|[1-9][0-9]*)";
    let group = format!("([1-9][0-9]*\\*)?({number}|-)");
    let row = format!("{group}(,{group})*");
    let pattern = format!("^{row}/{row}(/{row}/{row})? [SN] {number},{number}( [1-9][0-9]*[SN])?$");
    json_schema!({"type": "string", "pattern": pattern})
}

/// Says of the schema of records which options each game has.
pub(super) fn settings_by_game(schema: &mut Schema) {
    let cases: Vec<Value> = Game::ALL
        .into_iter()
        .map(|game| {
            json!({
                "if": {"properties": {"game": {"const": game.key()}}, "required": ["game"]},
                "then": {"properties": {"rules": settings(game)}},
            })
        })
        .collect();
    schema.insert("allOf".to_owned(), cases.into());
}

fn settings(game: Game) -> Value {
    let setting = |values: OptionValues| match values {
        OptionValues::Number { least, most, default } => {
            json!({"type": "integer", "minimum": least, "maximum": most, "default": default})
        }
        OptionValues::Word(words) => {
            // A word that is a number is one in JSON.
            let words = words.iter().map(|word| word.parse::<u8>().map_or(Value::from(*word), Value::from));
            let words: Vec<Value> = words.collect();
            json!({"enum": words, "default": words[0]})
        }
    };
    let described = |spec: &crate::engine::OptionSpec| {
        let mut schema = setting(spec.values);
        schema["description"] = spec.summary.into();
        (spec.name.to_owned(), schema)
    };
    let options: Map<String, Value> = Ruleset::specs(game).iter().map(described).collect();
    json!({"properties": options, "additionalProperties": false})
}
