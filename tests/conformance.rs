//! The conformance suite of the notation, `notation/conformance`: what it accepts, with positions and canonical
//! form, what it rejects, with the place of every fault, and what `check --fix` makes of what has a certain repair.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use matombo::diagnostic::{Code, Severity};
use matombo::notation::{JsonReader, RecordReader, Source, WIDTH, print, read};
use matombo::record::{Checks, Fix, JsonRecord, Judge, Judged, JudgedPly, Keep};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

fn suite(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("notation/conformance").join(part)
}

/// Returns the files of a part, by the name of their case, as the rest of their names.
fn cases(part: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut cases: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(suite(part)).expect(part) {
        let name = entry.expect(part).file_name().into_string().expect("a name in UTF-8");
        let (case, rest) = name.split_once('.').unwrap_or((&name, ""));
        cases.entry(case.to_owned()).or_default().insert(rest.to_owned());
    }
    cases
}

/// Returns the ending of a case's input. Panics unless the case has one input and just the side files it may have.
fn input_of(case: &str, files: &BTreeSet<String>, needed: &[&str], allowed: &[&str]) -> String {
    let inputs: Vec<&String> = files.iter().filter(|file| ["mgn", "json", "jsonl"].contains(&file.as_str())).collect();
    assert_eq!(inputs.len(), 1, "{case} has one input: {files:?}");
    for file in files.iter().filter(|file| *file != inputs[0]) {
        assert!(needed.contains(&file.as_str()) || allowed.contains(&file.as_str()), "{case}.{file} is a stray file");
    }
    for file in needed {
        assert!(files.contains(*file), "{case}.{file} is missing");
    }
    inputs[0].clone()
}

fn bytes(part: &str, file: &str) -> Vec<u8> {
    fs::read(suite(part).join(file)).expect(file)
}

fn text(part: &str, file: &str) -> String {
    String::from_utf8(bytes(part, file)).expect(file)
}

fn judge(bytes: &[u8], json: bool) -> Vec<(Source, Judged)> {
    let judge = Judge::new().keep(Keep::Positions);
    let sources: Result<Vec<Source>, _> =
        if json { JsonReader::new(bytes).collect() } else { RecordReader::new(bytes).collect() };
    let sources = sources.expect("bytes in memory");
    let judged = sources.into_iter().map(|source| {
        let judged =
            if json { JsonRecord::read(&source).judge(&judge) } else { judge.judge(source.text(), &read(&source)) };
        (source, judged)
    });
    judged.collect()
}

/// Lists what is wrong in the form of `NAME.expected.json`.
fn faults(records: &[(Source, Judged)]) -> Value {
    let mut faults = Vec::new();
    for (index, (source, judged)) in records.iter().enumerate() {
        for diagnostic in &judged.diagnostics {
            let place = source.locate(diagnostic.span.start);
            let marked = source.text().get(diagnostic.span.start as usize..diagnostic.span.end as usize);
            faults.push(json!({
                "code": diagnostic.code.code(),
                "line": place.line,
                "column": place.column,
                "length": marked.map_or(0, |text| text.chars().count()).max(1),
                "record": index + 1,
            }));
        }
    }
    Value::from(faults)
}

fn expected_faults(part: &str, case: &str) -> Value {
    serde_json::from_str(&text(part, &format!("{case}.expected.json"))).expect(case)
}

fn canonical(records: &[(Source, Judged)]) -> String {
    let mut text = String::new();
    for (_, judged) in records {
        print(&judged.document(Checks::None).expect("a valid record"), WIDTH, &mut text).expect("room");
    }
    text
}

fn line(turns: &[JudgedPly]) -> Value {
    let turns = turns.iter().map(|ply| {
        let mut turn = json!({"text": ply.text(Checks::None), "position": ply.position});
        if !ply.variations.is_empty() {
            turn["variations"] = ply.variations.iter().map(|variation| line(&variation.turns)).collect();
        }
        turn
    });
    turns.collect()
}

/// Says what records come to, in the form of `NAME.positions.jsonl`.
fn positions(records: &[(Source, Judged)]) -> Vec<Value> {
    let positions = records.iter().map(|(_, judged)| {
        let start = judged.header.as_ref().expect("a valid record").start.to_string();
        let mut record = json!({"start": start, "turns": line(&judged.turns), "result": judged.result.token()});
        if let Some(termination) = judged.termination {
            record["termination"] = Value::from(termination.name());
        }
        record
    });
    positions.collect()
}

#[test]
fn valid_records_are_accepted() {
    let cases = cases("accept");
    assert!(cases.len() >= 40, "the suite is part of this repository");
    for (case, files) in cases {
        let ending = input_of(&case, &files, &["canonical.mgn", "positions.jsonl"], &["expected.json"]);
        let records = judge(&bytes("accept", &format!("{case}.{ending}")), ending != "mgn");
        let warnings = faults(&records);
        let expected =
            if files.contains("expected.json") { expected_faults("accept", &case) } else { Value::Array(Vec::new()) };
        assert_eq!(warnings, expected, "{case}");
        assert!(records.iter().all(|(_, judged)| judged.is_valid()), "{case}");

        let lines = text("accept", &format!("{case}.positions.jsonl"));
        let expected: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect(&case)).collect();
        assert_eq!(positions(&records), expected, "{case}");

        let written = text("accept", &format!("{case}.canonical.mgn"));
        assert_eq!(canonical(&records), written, "{case}");
        let again = judge(written.as_bytes(), false);
        assert_eq!(canonical(&again), written, "{case}: canonical again");
        assert_eq!(positions(&again), expected, "{case}: canonical positions");
    }
}

#[test]
fn invalid_records_are_rejected_at_their_places() {
    let cases = cases("reject");
    assert!(cases.len() >= 60, "the suite is part of this repository");
    for (case, files) in cases {
        let ending = input_of(&case, &files, &["expected.json"], &[]);
        let records = judge(&bytes("reject", &format!("{case}.{ending}")), ending != "mgn");
        assert_eq!(faults(&records), expected_faults("reject", &case), "{case}");
        assert!(records.iter().any(|(_, judged)| !judged.is_valid()), "{case}");
    }
}

/// Repairs every record of a file.
fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut repaired = Vec::new();
    let mut end = 0;
    for source in RecordReader::new(bytes) {
        let source = source.expect("bytes in memory");
        let start = source.place().byte as usize;
        repaired.extend(&bytes[end..start]);
        end = start + source.bytes().len();
        let fix = Fix::find(&source, &Judge::new());
        if fix.edits.is_empty() {
            repaired.extend(source.bytes());
        } else {
            repaired.extend(fix.apply(source.text()).bytes());
        }
    }
    repaired.extend(&bytes[end..]);
    repaired
}

#[test]
fn what_has_a_certain_repair_is_repaired_and_nothing_else() {
    let cases = cases("repair");
    assert!(cases.len() >= 40, "the suite is part of this repository");
    for (case, files) in cases {
        assert_eq!(Vec::from_iter(&files), ["after.mgn", "before.mgn"], "{case}");
        let before = bytes("repair", &format!("{case}.before.mgn"));
        let after = bytes("repair", &format!("{case}.after.mgn"));
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(show(&repaired(&before)), show(&after), "{case}");
        assert_eq!(repaired(&before), after, "{case}");
        assert_eq!(show(&repaired(&after)), show(&after), "{case}: again");
        assert_eq!(case.starts_with("kept-"), before == after, "{case}: the name says whether something changes");
    }
}

#[test]
fn repairs_change_no_valid_record_and_make_no_invalid_one_worse() {
    let repair_twice = |file: &[u8]| {
        let after = repaired(file);
        assert!(repaired(&after) == after, "a second repair changes nothing: {}", String::from_utf8_lossy(file));
        judge(&after, false)
    };
    for (case, files) in cases("accept").iter().filter(|(_, files)| files.contains("mgn")) {
        let records = repair_twice(&bytes("accept", &format!("{case}.mgn")));
        assert_eq!(canonical(&records), text("accept", &format!("{case}.canonical.mgn")), "{case} {files:?}");
    }
    for (case, _) in cases("reject").iter().filter(|(_, files)| files.contains("mgn")) {
        let before = bytes("reject", &format!("{case}.mgn"));
        let codes = |records: &[(Source, Judged)]| -> Vec<Code> {
            records.iter().flat_map(|(_, judged)| judged.diagnostics.iter().map(|fault| fault.code)).collect()
        };
        let mut left = codes(&judge(&before, false));
        for code in codes(&repair_twice(&before)) {
            let known = left.iter().position(|known| *known == code);
            left.swap_remove(known.unwrap_or_else(|| panic!("{case}: {code} is new")));
        }
    }
}

#[test]
fn every_error_that_text_can_show_is_there() {
    let mut shown = BTreeSet::new();
    for case in cases("reject").keys() {
        for fault in expected_faults("reject", case).as_array().expect("a list") {
            shown.insert(fault["code"].as_str().expect("a code").to_owned());
        }
    }
    let depends_on_limits = [Code::RecordTooLarge, Code::Undecided];
    for code in Code::ALL.iter().filter(|code| code.severity() == Severity::Error && !depends_on_limits.contains(code))
    {
        assert!(shown.contains(code.code()), "no case in reject/ shows {code}");
    }
}

#[test]
fn nothing_else_lies_in_the_suite() {
    let mut names: Vec<String> = fs::read_dir(suite(""))
        .expect("the suite")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in UTF-8"))
        .collect();
    names.sort();
    assert_eq!(names, [".gitattributes", "README.md", "accept", "reject", "repair"]);
}
