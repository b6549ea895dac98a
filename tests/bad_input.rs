//! Any bytes at all: never a panic, never a verdict without a place, never for long.

mod common;

use std::time::{Duration, Instant};

use common::{RULESETS, canonical, judge, printed, random_document, ruleset, run, told};
use matombo::notation::{JsonReader, RecordReader, Source, read};
use matombo::record::{JsonRecord, Judge, Judged, Keep, json_text};
use pretty_assertions::assert_eq;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// Reads bytes in both forms and looks at everything that is told.
fn check_bytes(bytes: &[u8]) {
    let judges = Judge::new().keep(Keep::Positions).max_laps(100_000);
    for source in RecordReader::new(bytes) {
        let source = source.expect("readable");
        let judged = judges.judge(source.text(), &read(&source));
        check_told(&source, &judged);
        if judged.is_valid() {
            let text = canonical(&judged);
            let again = judge(&text);
            assert!(again.is_valid(), "{text}\n{}", told(&text, &again.diagnostics));
            assert_eq!(canonical(&again), text);
        }
    }
    for source in JsonReader::new(bytes) {
        let source = source.expect("readable");
        let judged = JsonRecord::read(&source).judge(&judges);
        check_told(&source, &judged);
    }
}

fn check_told(source: &Source, judged: &Judged) {
    for diagnostic in &judged.diagnostics {
        let span = diagnostic.span;
        assert!(span.start <= span.end && span.end as usize <= source.text().len(), "{diagnostic:?}");
        assert!(source.text().is_char_boundary(span.start as usize), "{diagnostic:?}");
        assert!(source.text().is_char_boundary(span.end as usize), "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty() && !diagnostic.message.chars().any(char::is_control));
        let mut shown = String::new();
        diagnostic.write_human(&mut shown, "f", source, matombo::render::Palette::plain()).expect("a string");
        diagnostic.write_short(&mut shown, "f", source).expect("a string");
        let _ = serde_json::to_string(&diagnostic.to_json(source)).expect("json");
    }
    let _ = judged.document(matombo::record::Checks::Full).map(|document| printed(&document));
    let _ = json_text(judged);
}

fn samples() -> Vec<String> {
    RULESETS
        .iter()
        .enumerate()
        .map(|(index, rules)| {
            let mut random = ChaCha8Rng::seed_from_u64(index as u64);
            printed(&random_document(ruleset(*rules), &mut random, 6))
        })
        .collect()
}

fn quick(what: &str, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    assert!(start.elapsed() < Duration::from_secs(20), "{what} took {:?}", start.elapsed());
}

#[test]
fn random_bytes() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..300 {
        let length = random.random_range(0..400);
        let bytes: Vec<u8> = (0..length).map(|_| random.random()).collect();
        check_bytes(&bytes);
        check_bytes(&[b"[Game \"Bosh\"]\n\n".as_slice(), &bytes].concat());
        check_bytes(&[b"{\"game\": \"bosh\", \"turns\": [".as_slice(), &bytes].concat());
    }
}

#[test]
fn records_cut_anywhere() {
    for text in samples() {
        let bytes = &text.as_bytes()[..text.len().min(400)];
        for end in 0..bytes.len() {
            check_bytes(&bytes[..end]);
        }
    }
}

#[test]
fn json_cut_anywhere() {
    for text in samples().iter().step_by(4) {
        let json = json_text(&judge(text)).expect("a known game");
        let mut ends: Vec<usize> = (0..json.len()).collect();
        ends.truncate(900);
        for end in ends.into_iter().step_by(3) {
            check_bytes(&json.as_bytes()[..end]);
        }
    }
}

#[test]
fn tokens_deleted_doubled_and_swapped() {
    for text in samples() {
        let tokens: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', '{', '}', '"']).collect();
        for index in 0..tokens.len().min(60) {
            let mut deleted = tokens.clone();
            deleted.remove(index);
            check_bytes(deleted.concat().as_bytes());
            let mut doubled = tokens.clone();
            doubled.insert(index, tokens[index]);
            check_bytes(doubled.concat().as_bytes());
            let mut swapped = tokens.clone();
            swapped.swap(index, (index + 1) % tokens.len());
            check_bytes(swapped.concat().as_bytes());
        }
    }
}

fn codes(text: &str) -> Vec<&'static str> {
    judge(text).diagnostics.iter().map(|diagnostic| diagnostic.code.code()).collect()
}

const BOSH: &str = "[Game \"Bosh\"]\n\n";

#[test]
fn structures_that_never_end() {
    quick("a comment", || assert_eq!(codes(&format!("{BOSH}1. A5 {{never")), ["E0110"]));
    quick("parentheses", || {
        let text = format!("{BOSH}1. A5 {}", "(1. A1 ".repeat(100_000));
        assert!(codes(&text).contains(&"E0113"));
        check_bytes(text.as_bytes());
    });
    quick("balanced parentheses", || {
        let text = format!("{BOSH}1. A5 {}{} *", "(A1 ".repeat(100_000), ")".repeat(100_000));
        assert!(codes(&text).contains(&"E0116"));
    });
    quick("empty parentheses", || {
        let text = format!("{BOSH}1. A5 {}{} *", "(".repeat(100_000), ")".repeat(100_000));
        assert!(!judge(&text).is_valid());
    });
    quick("closing parentheses", || assert!(!judge(&format!("{BOSH}1. A5 {} *", ")".repeat(100_000))).is_valid()));
    quick("a tag", || assert_eq!(codes("[Game \"Bosh"), ["E0107", "W0128"]));
    quick("a long line", || {
        let text = format!("{BOSH}1. A5 {{{}}} *", "x".repeat(10_000_000));
        assert_eq!(codes(&text), Vec::<&str>::new());
    });
    quick("a long word", || assert!(!judge(&format!("{BOSH}1. A5{} *", "x".repeat(5_000_000))).is_valid()));
    quick("a long turn", || assert!(!judge(&format!("{BOSH}1. A5{} *", "xa1".repeat(1_000_000))).is_valid()));
    quick("NULs", || {
        let text = format!("{BOSH}{}", "\0".repeat(1_000_000));
        assert!(codes(&text).contains(&"E0103"));
        check_bytes(text.as_bytes());
    });
    quick("braces", || check_bytes("{".repeat(1_000_000).as_bytes()));
    quick("brackets", || check_bytes("[".repeat(300_000).as_bytes()));
    quick("tags", || check_bytes("[A \"x\"]\n".repeat(20_000).as_bytes()));
}

#[test]
fn a_broken_byte_spoils_its_record_only() {
    let good = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    let bytes = [good.as_bytes(), b"[Game \"Bosh\"]\n[South \"J\xE1n\"]\n\n1. A5xa1 *\n\n", good.as_bytes()].concat();
    let ran = run(&["convert", "--to", "mgn"], bytes.clone());
    assert_eq!((ran.code, ran.out.as_str()), (1, [good, good].concat().as_str()));
    assert!(ran.err.contains("error[E0101]: byte 0xE1 is not UTF-8 text"), "{}", ran.err);
    let ran = run(&["check", "--format", "jsonl"], bytes.clone());
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("json")).collect();
    assert_eq!(
        lines.iter().map(|line| line["valid"].as_bool()).collect::<Vec<_>>(),
        [Some(true), Some(false), Some(true)]
    );
    let offset = bytes.iter().position(|byte| *byte == 0xE1);
    assert_eq!(lines[1]["diagnostics"][0]["byte"].as_u64(), offset.map(|at| at as u64));
    assert_eq!(lines[1]["diagnostics"][0]["line"], 7);
}

fn judge_json(text: &str) -> Judged {
    let source = Source::from_text(text);
    let judged = JsonRecord::read(&source).judge(&Judge::new().keep(Keep::Positions));
    check_told(&source, &judged);
    judged
}

#[test]
fn deep_and_huge_json() {
    quick("brackets", || assert_eq!(judge_json(&"[".repeat(100_000)).diagnostics[0].code.code(), "E1001"));
    quick("objects", || {
        let text = format!("{{\"game\": \"bosh\", \"x\": {}", "{\"a\": ".repeat(100_000));
        assert_eq!(judge_json(&text).diagnostics[0].code.code(), "E1001");
        check_bytes(text.as_bytes());
    });
    for number in ["1e400", "-1e400", "123456789012345678901234567890", "0.1", "-1", "1e-400", "256"] {
        for record in [
            "{\"format\": N, \"game\": \"bosh\", \"result\": \"*\"}",
            "{\"game\": \"tsoro\", \"rules\": {\"columns\": N}, \"result\": \"*\"}",
            "{\"game\": \"bosh\", \"turns\": [{\"text\": \"A5\", \"laps\": N}], \"result\": \"*\"}",
            "{\"game\": \"bosh\", \"turns\": [{\"text\": \"A5\", \"ply\": N}], \"result\": \"*\"}",
            "{\"game\": \"bosh\", \"turns\": [{\"text\": \"A5\", \"glyphs\": [N]}], \"result\": \"*\"}",
            "{\"game\": \"bosh\", \"turns\": [{\"text\": N}], \"result\": \"*\"}",
        ] {
            let text = record.replace('N', number);
            assert!(!judge_json(&text).is_valid(), "{text}");
        }
    }
}

/// All pointers into a value.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                pointers(item, &format!("{pointer}/{index}"), found);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                pointers(item, &format!("{pointer}/{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn wrong_types_at_every_key() {
    for text in samples() {
        let value: Value = serde_json::from_str(&json_text(&judge(&text)).expect("json")).expect("json");
        let mut places = Vec::new();
        pointers(&value, "", &mut places);
        let others = [
            json!(null),
            json!(true),
            json!(7),
            json!(-1.5),
            json!("x"),
            json!(""),
            json!([]),
            json!({}),
            json!([null]),
            json!({"a": null}),
        ];
        for (index, place) in places.iter().enumerate() {
            // All types in turn at each place, all of them over all places.
            for other in others.iter().skip(index % 3).step_by(3).chain([&others[0]]) {
                let mut changed = value.clone();
                *changed.pointer_mut(place).expect("there") = other.clone();
                let json = changed.to_string();
                let judged = judge_json(&json);
                if judged.is_valid() {
                    assert!(!other.is_null(), "{place} is null: {json}");
                    let text = canonical(&judged);
                    assert!(judge(&text).is_valid(), "{place} is {other}: {text}");
                } else {
                    let fault = judged.diagnostics.iter().find(|d| d.is_error()).expect("an error");
                    assert!(fault.pointer.is_some() || place.is_empty(), "{place} is {other}: {fault:?}");
                }
            }
        }
    }
}

#[test]
fn a_turn_of_the_wrong_type_is_one_error() {
    let text = r#"{"game": "bosh", "turns": [{"text": "A5xa1"}, 7, {"text": "A1"}, {"text": "a9"}], "result": "*"}"#;
    let told: Vec<_> = judge_json(text).diagnostics.into_iter().map(|d| (d.message, d.pointer)).collect();
    assert_eq!(told, [("a turn is an object with a `text`".to_owned(), Some("/turns/1".to_owned()))]);
}

#[test]
fn one_option_cannot_pass_for_two() {
    for rules in [r#"{"columns=8 bonus": 3}"#, r#"{"columns": "8 bonus=3"}"#, r#"{"": 3}"#, r#"{"columns": ""}"#] {
        let text = format!(r#"{{"game": "tsoro", "rules": {rules}, "turns": [], "result": "*"}}"#);
        let judged = judge_json(&text);
        let codes: Vec<_> = judged.diagnostics.iter().map(|d| d.code.code()).collect();
        assert_eq!(codes, ["E0204"], "{text}");
    }
}

#[test]
fn broken_json_lines_spoil_themselves_only() {
    let good = r#"{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*"}"#;
    let input =
        format!("{good}\n{{\"game\": \"bosh\", \n{good}\nnonsense\n{good}\n{{\"game\": 3, \"turns\": []}}\n{good}\n");
    let ran = run(&["convert", "--to", "mgn", "--from", "jsonl"], input);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out, "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n".repeat(4));
    assert_eq!(ran.err.matches("error[").count(), 3, "{}", ran.err);
}
