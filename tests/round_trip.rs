//! Text and JSON carry the same records: whatever is read, written and read again says the same.

mod common;

use common::{RULESETS, canonical, judge, printed, random_document, ruleset, told};
use matombo::notation::{RecordReader, Source, read};
use matombo::record::{Checks, JsonRecord, Judge, Judged, Keep, json_text, minimal_json_text};
use pretty_assertions::assert_eq;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::path::Path;

fn judge_json(text: &str) -> Judged {
    let source = Source::from_text(text);
    JsonRecord::read(&source).judge(&Judge::new().keep(Keep::Positions))
}

/// Text → JSON → text, JSON → text → JSON, with all keys and with few, and every amount of checks, all come back to the
/// same.
fn check_round_trips(text: &str) {
    let judged = judge(text);
    assert!(judged.is_valid(), "{text}\n{}", told(text, &judged.diagnostics));
    assert_eq!(canonical(&judged), text, "printing is canonical");
    let json = json_text(&judged).expect("a known game");
    assert!(!json.contains("null"), "no nulls");
    let again = judge_json(&json);
    assert_eq!(told(&json, &again.diagnostics), told("", &[]), "{json}");
    assert_eq!(canonical(&again), text);
    assert_eq!(json_text(&again).expect("a known game"), json);
    let minimal = minimal_json_text(&judged).expect("a known game");
    let again = judge_json(&minimal);
    assert_eq!(told(&minimal, &again.diagnostics), "", "{minimal}");
    assert_eq!(json_text(&again).expect("a known game"), json);
    assert_eq!(minimal_json_text(&again).expect("a known game"), minimal);
    for checks in [Checks::Captures, Checks::Full] {
        let full = printed(&judged.document(checks).expect("a known game"));
        let read = judge(&full);
        assert_eq!(told(&full, &read.diagnostics), "");
        assert_eq!(canonical(&read), text);
    }
}

/// How many random records of each game are tried: 40, or as many as the environment asks for.
fn records_a_game() -> u64 {
    let asked = std::env::var("MATOMBO_RANDOM_RECORDS").ok();
    asked.map_or(40, |asked| asked.parse().expect("MATOMBO_RANDOM_RECORDS is a number"))
}

fn random_texts() -> impl Iterator<Item = (String, ChaCha8Rng)> {
    let records = records_a_game();
    RULESETS.iter().enumerate().flat_map(move |(index, rules)| {
        let variants = RULESETS.iter().filter(|other| other.0 == rules.0).count() as u64;
        (0..records.div_ceil(variants)).map(move |seed| {
            let mut random = ChaCha8Rng::seed_from_u64(((index as u64) << 32) + seed);
            let plies = random.random_range(0..30);
            (printed(&random_document(ruleset(*rules), &mut random, plies)), random)
        })
    })
}

#[test]
fn decorated_records_come_back_byte_for_byte() {
    for (text, _) in random_texts() {
        check_round_trips(&text);
    }
}

#[test]
fn the_corpus_comes_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "mgn") {
            for source in RecordReader::new(std::fs::File::open(&path).expect("a file")) {
                let source = source.expect("readable");
                let judged = Judge::new().keep(Keep::Positions).judge(source.text(), &read(&source));
                check_round_trips(&canonical(&judged));
            }
        }
    }
}

#[test]
fn line_ends_and_marks_do_not_matter() {
    for (text, mut random) in random_texts() {
        let ends = ["\r\n", "\r"][random.random_range(0..2)];
        let other = format!("\u{feff}{}", text.replace('\n', ends));
        let read = judge(&other);
        assert!(read.is_valid(), "{}", told(&other, &read.diagnostics));
        assert_eq!(canonical(&read), text);
    }
}

/// Changes every turn of a JSON record, variations included.
fn each_turn(record: &mut Value, change: &mut impl FnMut(&mut Value, &str), pointer: &str) {
    for (index, turn) in record["turns"].as_array_mut().expect("turns").iter_mut().enumerate() {
        let pointer = format!("{pointer}/turns/{index}");
        for (index, variation) in turn["variations"].as_array_mut().expect("variations").iter_mut().enumerate() {
            each_turn(variation, change, &format!("{pointer}/variations/{index}"));
        }
        change(turn, &pointer);
    }
}

const WORKED_OUT: [&str; 10] =
    ["ply", "number", "seat", "origin", "clockwise", "steps", "laps", "landing", "captured", "position"];

#[test]
fn worked_out_keys_may_be_missing() {
    for (text, mut random) in random_texts() {
        let mut value: Value = serde_json::from_str(&json_text(&judge(&text)).expect("json")).expect("json");
        each_turn(
            &mut value,
            &mut |turn, _| {
                let turn = turn.as_object_mut().expect("a turn");
                for key in WORKED_OUT {
                    if random.random() {
                        turn.remove(key);
                    }
                }
                for key in ["glyphs", "comments", "variations"] {
                    if turn[key] == json!([]) {
                        turn.remove(key);
                    }
                }
            },
            "",
        );
        let record = value.as_object_mut().expect("a record");
        record.remove("format");
        if record["comments"] == json!([]) {
            record.remove("comments");
        }
        let json = value.to_string();
        let read = judge_json(&json);
        assert_eq!(told(&json, &read.diagnostics), "", "{json}");
        assert_eq!(canonical(&read), text);
    }
}

#[test]
fn a_changed_worked_out_key_disagrees() {
    for (text, mut random) in random_texts() {
        let value: Value = serde_json::from_str(&json_text(&judge(&text)).expect("json")).expect("json");
        let mut places = Vec::new();
        each_turn(&mut value.clone(), &mut |_, pointer| places.push(pointer.to_owned()), "");
        for _ in 0..6.min(places.len()) {
            let place = &places[random.random_range(0..places.len())];
            let key = WORKED_OUT[random.random_range(0..WORKED_OUT.len())];
            let mut changed = value.clone();
            let pointer = format!("{place}/{key}");
            let target = changed.pointer_mut(&pointer).expect("there");
            *target = match &*target {
                Value::Number(number) => json!(number.as_u64().expect("whole") + 1),
                Value::Bool(yes) => json!(!yes),
                Value::String(word) => json!(format!("{word} ")),
                Value::Array(_) => json!([{"kind": "stop", "pit": "A1"}, {"kind": "go-on", "pit": "A2"}, 3]),
                other => unreachable!("{other}"),
            };
            let given = target.to_string();
            let json = serde_json::to_string_pretty(&changed).expect("json");
            let read = judge_json(&json);
            assert_eq!(read.diagnostics.len(), 1, "{}", told(&json, &read.diagnostics));
            let fault = &read.diagnostics[0];
            assert_eq!((fault.code.code(), fault.pointer.as_deref()), ("E1003", Some(pointer.as_str())));
            let span = fault.span;
            let marked = &json[span.start as usize..span.end as usize];
            if !given.starts_with('[') {
                assert_eq!(marked, given, "the place is the value's");
            }
            assert_eq!(serde_json::from_str::<Value>(marked).expect("a value").to_string(), given);
        }
    }
}

const SMALL: &str = r#"{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*"}"#;

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

#[test]
fn unknown_keys_move_to_ext() {
    let json = SMALL.replacen('{', r#"{"clock": {"left": 1.50, "big": 123456789012345678901234567890}, "#, 1);
    let read = judge_json(&json);
    assert_eq!(told(&json, &read.diagnostics), "");
    let written = json_text(&read).expect("json");
    let end = r#","ext":{"clock":{"left":1.50,"big":123456789012345678901234567890}}}"#;
    assert!(written.ends_with(end), "{written}");
    let again = judge_json(&written);
    assert_eq!(json_text(&again).expect("json"), written);
}

#[test]
fn unknown_keys_in_turns_are_dropped() {
    let json =
        SMALL.replace(r#""text""#, r#""eval": 3, "variations": [{"turns": [{"text": "A1xA2"}], "why": ""}], "text""#);
    let read = judge_json(&json);
    let told: Vec<_> =
        read.diagnostics.iter().map(|d| (d.code.code(), d.message.as_str(), d.pointer.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("W1004", "unknown key `eval` is dropped", Some("/turns/0/eval")),
            ("W1004", "unknown key `why` is dropped", Some("/turns/0/variations/0/why")),
        ]
    );
}

#[test]
fn ext_nests_32_levels() {
    for (levels, faults) in [(31, vec![]), (32, vec![("E1005", Some("/ext"))])] {
        let json = SMALL.replacen('{', &format!(r#"{{"ext": {{"x": {}}}, "#, nested(levels)), 1);
        let read = judge_json(&json);
        let told: Vec<_> = read.diagnostics.iter().map(|d| (d.code.code(), d.pointer.as_deref())).collect();
        assert_eq!(told, faults, "{levels}");
    }
}

#[test]
fn variations_nest_24_deep_in_both_forms() {
    for depth in [24, 25] {
        let mut text = String::new();
        for _ in 0..depth {
            text.push_str("1. A5xa1 (");
        }
        text.push_str("1. A5xa1");
        text.push_str(&")".repeat(depth));
        let text = format!("[Game \"Bosh\"]\n\n{text} *\n");
        let judged = judge(&text);
        assert_eq!(judged.is_valid(), depth == 24, "{}", told(&text, &judged.diagnostics));
        if depth == 24 {
            check_round_trips(&canonical(&judged));
        }
        let mut turn = json!({"text": "A5xa1"});
        for _ in 0..depth {
            turn = json!({"text": "A5xa1", "variations": [{"turns": [turn]}]});
        }
        let json = json!({"game": "bosh", "turns": [turn], "result": "*"}).to_string();
        let read = judge_json(&json);
        assert_eq!(read.is_valid(), depth == 24, "{}", told(&json, &read.diagnostics));
    }
}
