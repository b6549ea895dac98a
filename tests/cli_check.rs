//! `matombo check`: all that it writes, and its exit status.

mod common;

use std::fs;

use common::{Ran, run_in, run_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use tempfile::TempDir;

const GOOD: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
const BAD: &str = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n";
const WARNED: &str = "[Game \"Bosh\"]\n\n1. A5xa1\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("good.mgn", GOOD), ("bad.mgn", BAD), ("warned.mgn", WARNED), ("empty.mgn", ""), ("blank.mgn", " \n\t\r\n")]
    {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    fs::write(folder.path().join("tags.mgn"), "[Game \"Bosh\"]\n").expect("writable");
    fs::create_dir(folder.path().join("folder")).expect("writable");
    folder
}

fn check(args: &[&str], input: &str) -> Ran {
    let folder = folder();
    run_in(folder.path(), &[&["check"], args].concat(), input)
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

const BAD_TOLD: &str = "\
error[E0403]: `a1` is empty
 --> bad.mgn:3:7
  |
3 | 1. A2 a1 2. B1 *
  |       ^^
  |
  = the board before ply 2, North to move:
       12  11  10   9   8   7   6   5   4   3   2   1  North
    b   .   1   1   1   1   1   1   1   1   1   1   1  b
    a   .   1   1   1   1   1   1   1   1   1   1   .! a
      -------------------------------------------------
    A   1   .   1   1   1   1   1   1   1   1   1   1  A
    B   1   1   1   1   1   1   1   1   1   1   1   1  B
        1   2   3   4   5   6   7   8   9  10  11  12  South
  = help: a turn can begin in `b11` or `a2`
  = note: the turn after it and the result are not judged

bad.mgn: record 1 (Kimasai, 3 plies, *): invalid, 1 error

";

#[test]
fn a_good_file() {
    assert_eq!(
        check(&["good.mgn"], ""),
        ran(0, "good.mgn: record 1 (Bosh, 1 ply, *): valid\n", "matombo: 1 record checked, 0 invalid\n")
    );
}

#[test]
fn a_bad_file() {
    assert_eq!(check(&["bad.mgn"], ""), ran(1, BAD_TOLD, "matombo: 1 record checked, 1 invalid, 1 error\n"));
}

#[test]
fn a_warning_is_no_error() {
    let out = "\
warning[W0128]: the record has no result, it is read as `*`
 --> warned.mgn:3:9
  |
3 | 1. A5xa1
  |         ^

warned.mgn: record 1 (Bosh, 1 ply, *): valid, 1 warning

";
    assert_eq!(check(&["warned.mgn"], ""), ran(0, out, "matombo: 1 record checked, 0 invalid, 1 warning\n"));
}

#[test]
fn several_files_with_one_missing() {
    let good = "good.mgn: record 1 (Bosh, 1 ply, *): valid\n";
    assert_eq!(
        check(&["good.mgn", "none.mgn", "bad.mgn", "folder", "good.mgn"], ""),
        ran(
            2,
            &[good, BAD_TOLD, good].concat(),
            "matombo: none.mgn: No such file or directory (os error 2)\n\
             matombo: folder: no file in this folder ends in .mgn, .json or .jsonl\n\
             matombo: 3 records checked, 1 invalid, 1 error; 2 files could not be read\n"
        )
    );
}

#[test]
fn standard_input_named_or_not() {
    let out = "<stdin>: record 1 (Bosh, 1 ply, *): valid\n";
    let err = "matombo: 1 record checked, 0 invalid\n";
    assert_eq!(check(&[], GOOD), ran(0, out, err));
    assert_eq!(check(&["-"], GOOD), ran(0, out, err));
    assert_eq!(
        check(&["good.mgn", "-"], GOOD),
        ran(
            0,
            &["good.mgn: record 1 (Bosh, 1 ply, *): valid\n", out].concat(),
            "matombo: 2 records checked, 0 invalid\n"
        )
    );
    assert_eq!(check(&["-", "-"], GOOD), ran(0, out, &["matombo: <stdin>: no records\n", err].concat()));
}

#[test]
fn files_without_records() {
    for name in ["empty.mgn", "blank.mgn"] {
        let err = format!("matombo: {name}: no records\nmatombo: 0 records checked, 0 invalid\n");
        assert_eq!(check(&[name], ""), ran(0, "", &err));
        let err = format!("matombo: {name}: no records\n");
        assert_eq!(check(&["--format", "short", name], ""), ran(0, "", &err));
        assert_eq!(check(&["--format", "jsonl", name], ""), ran(0, "", &err));
    }
}

#[test]
fn tags_alone_are_a_record() {
    let ran = check(&["tags.mgn", "--format=jsonl"], "");
    let verdict: Value = serde_json::from_str(&ran.out).expect("json");
    assert_eq!((ran.code, &verdict["plies"], &verdict["valid"]), (0, &json!(0), &json!(true)));
}

#[test]
fn short_reports() {
    assert_eq!(
        check(&["--format", "short", "good.mgn", "bad.mgn", "warned.mgn"], ""),
        ran(
            1,
            "bad.mgn:3:7: error[E0403]: `a1` is empty\n\
             warned.mgn:3:9: warning[W0128]: the record has no result, it is read as `*`\n",
            ""
        )
    );
}

#[test]
fn reports_for_programs() {
    let told = check(&["--format", "jsonl", "good.mgn", "bad.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (1, ""));
    let lines: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).expect("json")).collect();
    assert_eq!(
        lines,
        [
            json!({
                "file": "good.mgn", "record": 1, "game": "bosh", "plies": 1, "result": "*", "valid": true,
                "diagnostics": []
            }),
            json!({
                "file": "bad.mgn", "record": 1, "game": "kimasai", "plies": 3, "result": "*", "valid": false,
                "diagnostics": [{
                    "code": "E0403", "severity": "error", "message": "`a1` is empty", "line": 3, "column": 7,
                    "length": 2, "ply": 2, "byte": 24, "help": ["a turn can begin in `b11` or `a2`"],
                    "notes": ["the turn after it and the result are not judged"]
                }]
            })
        ]
    );
}

#[test]
fn lines_and_columns_count_characters_and_bytes_bytes() {
    let text = "\u{feff}[Game \"Bosh\"]\r\n\t[South \"加\u{1f600}\"]\r\n\r\n{加}\t1. A9 *\r\n";
    let told = check(&["--format", "jsonl"], text);
    let verdict: Value = serde_json::from_str(&told.out).expect("json");
    let fault = &verdict["diagnostics"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&json!(4), &json!(8)));
    assert_eq!(fault["byte"].as_u64(), text.find("A9").map(|at| at as u64));
}

#[test]
fn each_form_of_input() {
    let json = r#"{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*"}"#;
    let array = format!("\u{feff} [{json},\n{json}]");
    for (args, input, records) in [
        (&[][..], json, 1),
        (&["--from", "json"], json, 1),
        (&["--from", "jsonl"], json, 1),
        (&[], array.as_str(), 2),
        (&["--from", "json"], array.as_str(), 2),
        (&["--from", "mgn"], GOOD, 1),
    ] {
        let told = check(args, input);
        assert_eq!(told.code, 0, "{args:?} {told:?}");
        assert_eq!(told.out.lines().count(), records);
    }
    assert_eq!(check(&["--from", "mgn"], json).code, 1);
    assert_eq!(check(&["--from", "json"], GOOD).code, 1);
}

#[test]
fn a_file_that_seems_json_by_mistake() {
    // A comment in front of the tags, and what looks like a key.
    assert_eq!(check(&[], "{\"a\" comment}\n[Game \"Bosh\"]\n\n*\n").code, 0);
    assert_eq!(check(&["--from", "mgn"], "{\"a\": comment}\n[Game \"Bosh\"]\n\n*\n").code, 0);
}

const LONG: &str = "[Game \"Igisoro\"]\n[Rules \"stones=free\"]\n\
                    [Position \"4*0,2,3*0/3*0,1,2*0,2*1/4,2,6,0,3,0,1,2/7,8,1,2,4,3,0,16 S 0,0\"]\n\n1. B4 *\n";

#[test]
fn an_undecided_turn_has_its_own_message() {
    let told = check(&["--format", "short", "--max-laps", "1000"], LONG);
    let message =
        "<stdin>:5:4: error[E0802]: the sowing was not decided after 1000 laps: whether it ends is not known\n";
    assert_eq!(told, ran(1, message, ""));
    let told = check(&["--max-laps", "1"], "[Game \"Tsoro\"]\n\n1. B1/B20 *\n");
    assert_eq!(told.code, 1);
    assert!(told.out.contains("= help: a larger work budget may decide it: `--max-laps`\n"), "{}", told.out);
    assert_eq!(check(&["--max-laps", "0"], LONG).code, 2);
}

#[test]
fn names_are_shown_safely() {
    let folder = folder();
    let name = "a\u{1b}[31m\n\u{202e}.mgn";
    fs::write(folder.path().join(name), BAD).expect("writable");
    for format in ["human", "short"] {
        let told = run_in(folder.path(), &["check", "--format", format, name, "no\u{1b}ne"], "");
        assert!(!told.out.contains('\u{1b}') && !told.err.contains('\u{1b}'), "{told:?}");
        assert!(told.out.contains("a\\u{1b}[31m\\u{a}\\u{202e}.mgn:3:7"), "{told:?}");
    }
}

#[test]
fn the_locale_does_not_matter() {
    let folder = folder();
    let plain = run_in(folder.path(), &["check", "bad.mgn", "none"], "");
    for locale in ["C", "POSIX", "de_DE.UTF-8", "zh_CN.GBK", "tr_TR.UTF-8"] {
        let other = run_with(folder.path(), &["check", "bad.mgn", "none"], "", &[("LC_ALL", locale), ("LANG", locale)]);
        assert_eq!(other, plain);
    }
}

#[test]
fn the_ending_of_a_name_does_not_matter() {
    let folder = folder();
    for name in ["a.json", "a.txt", "a"] {
        fs::write(folder.path().join(name), GOOD).expect("writable");
        assert_eq!(run_in(folder.path(), &["check", name], "").code, 0);
    }
}
