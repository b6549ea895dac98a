//! `matombo check`: the formats that other tools read.

mod common;

use std::fs;

use common::{Ran, run_in};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

#[test]
fn workflow_commands_of_github() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "50%,a:b.mgn";
    fs::write(folder.path().join(name), "[Game \"Kimasai\"]\n\n{\u{1f600}} 1. A2 a1 2. B1 *\n").expect("writable");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    let out = "::error file=50%25%2Ca%3Ab.mgn,line=3,col=11,endColumn=13,title=E0403::`a1` is empty\n\
               ::warning file=warned.mgn,line=3,col=9,endColumn=10,title=W0128::the record has no result, it is read \
               as `*`\n";
    let told = run_in(folder.path(), &["check", "--format", "github", name, "warned.mgn"], "");
    assert_eq!(told, Ran { code: 1, out: out.to_owned(), err: String::new() });
}

#[test]
fn a_sarif_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = "[Game \"Kimasai\"]\n\n{\u{1f600}} 1. A2 a1 2. B1 *\n";
    fs::write(folder.path().join("a b.mgn"), [bad, "\n", bad].concat()).expect("writable");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    let told = run_in(folder.path(), &["check", "--format", "sarif", "warned.mgn", "a b.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (1, ""));
    let result = |code: &str, index: u32, level: &str, message: &str, uri: &str, region: Value| {
        json!({
            "ruleId": code, "ruleIndex": index, "level": level, "message": {"text": message},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}]
        })
    };
    let region = |line: u32, start: u32, end: u32| json!({"startLine": line, "startColumn": start, "endColumn": end});
    let no_result = "the record has no result, it is read as `*`";
    let rule = |code: &str, name: &str, text: &str, level: &str| {
        json!({
            "id": code, "name": name, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}
        })
    };
    let expected = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "columnKind": "unicodeCodePoints",
            "results": [
                result("W0128", 0, "warning", no_result, "warned.mgn", region(3, 9, 9)),
                result("E0403", 1, "error", "`a1` is empty", "a%20b.mgn", region(3, 11, 13)),
                result("E0403", 1, "error", "`a1` is empty", "a%20b.mgn", region(7, 11, 13)),
            ],
            "invocations": [{"executionSuccessful": true}],
            "tool": {"driver": {"name": "matombo", "version": env!("CARGO_PKG_VERSION"), "rules": [
                rule("W0128", "missing-result", "The record has no result.", "warning"),
                rule("E0403", "empty-pit", "The turn begins in an empty pit.", "error"),
            ]}},
        }]
    });
    assert_eq!(serde_json::from_str::<Value>(&told.out).expect("json"), expected);
}

#[test]
fn a_sarif_log_is_whole_without_results_and_with_a_missing_file() {
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "sarif", "no-such-file.mgn"], "");
    let log: Value = serde_json::from_str(&told.out).expect("json");
    let run = &log["runs"][0];
    assert_eq!((told.code, &run["results"]), (2, &json!([])));
    assert_eq!(run["invocations"][0]["executionSuccessful"], json!(false));
}

#[test]
fn jsonl_tells_what_was_meant_and_short_does_not() {
    let text = "[Game \"Bosh\"]\n\n1. A6xa1 *\n";
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "jsonl", "-"], text);
    let record: Value = serde_json::from_str(&told.out).expect("json");
    let help = json!(["did you mean `A5xa1`?", "a turn can begin in `A1`, `A2`, `A3`, `A4` or `A5`"]);
    assert_eq!((told.code, &record["diagnostics"][0]["help"]), (1, &help));
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "short", "-"], text);
    let out = "<stdin>:3:4: error[E0402]: `A6` is not on this board: columns go from 1 to 5\n";
    assert_eq!(told, Ran { code: 1, out: out.to_owned(), err: String::new() });
}
