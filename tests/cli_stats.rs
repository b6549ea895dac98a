//! `matombo stats`: all that it writes, and its exit status. `MATOMBO_BLESS=1` writes the goldens anew.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, run, run_in};
use pretty_assertions::assert_eq;
use serde_json::Value;
use tempfile::TempDir;

const GOOD: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
const OTHER: &str = "[Game \"Kimasai\"]\n[Result \"*\"]\n\n1. A2xa12 *\n\n";
const BAD: &str = "[Game \"Bosh\"]\n\n1. A5xa2 *\n\n";
const UNKNOWN: &str = "[Game \"Chess\"]\n\n1. A5 *\n\n";
const LEFT_OUT: &str = "matombo: 1 invalid record left out; `matombo check` tells why\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("good.mgn", GOOD), ("other.mgn", OTHER), ("bad.mgn", BAD), ("empty.mgn", "")] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the command where the records of this repository are.
fn stats(args: &[&str]) -> Ran {
    run_in(root(), &[&["stats"], args].concat(), "")
}

/// Compares with a file of this repository.
fn golden(name: &str, text: &str) {
    same_as(&root().join("tests/golden/stats").join(name), text);
}

fn same_as(file: &Path, text: &str) {
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, text).expect("writable");
    }
    assert_eq!(text, fs::read_to_string(file).unwrap_or_default(), "{}", file.display());
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).expect("JSON")
}

const RECORDS: [&str; 5] = ["records/tsoro", "records/nsolo", "records/igisoro", "records/bosh", "records/kimasai"];

#[test]
fn every_form_is_what_it_was() {
    for (name, args) in [
        ("records.txt", &[][..]),
        ("unicode.txt", &["--unicode", "--width", "60", "--top", "3", "--depth", "1"]),
        ("records.json", &["--format", "json"]),
        ("records.csv", &["--format", "csv"]),
        ("records.svg", &["--svg", "-"]),
    ] {
        let told = stats(&[&RECORDS[..], args].concat());
        assert_eq!((told.code, told.err.as_str()), (0, ""), "{name}");
        golden(name, &told.out);
    }
}

#[test]
fn the_readme_shows_a_picture_of_this_version() {
    let told = stats(&["--svg", "-", "tests/corpus/tsoro-8col-bonus3-right1.mgn"]);
    same_as(&root().join("docs/statistics.svg"), &told.out);
}

#[test]
fn the_output_is_the_same_for_any_number_of_jobs() {
    for args in [&["--format", "json", "--top", "100", "--depth", "4"][..], &[], &["--svg", "-"]] {
        let with = |jobs| stats(&[&["tests/corpus", "records", "--jobs", jobs], args].concat());
        let one = with("1");
        assert_eq!(one.code, 1);
        assert_eq!(one, with("2"));
        assert_eq!(one, with("7"));
    }
}

#[test]
fn many_records_are_split_without_a_trace() {
    let games = run(&["generate", "--game", "tsoro", "--rules", "columns=6", "--games", "600", "--seed", "4"], "").out;
    let with = |jobs: &str| run(&["stats", "--format", "json", "--depth", "5", "--jobs", jobs], games.clone());
    let one = with("1");
    assert_eq!(one, with("3"));
    assert_eq!(json(&one)["games"][0]["valid"], 600);
}

#[test]
fn invalid_records_are_counted_and_told() {
    let folder = folder();
    let told = run_in(folder.path(), &["stats", "--format", "json", "good.mgn", "bad.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (1, LEFT_OUT));
    let bosh = &json(&told)["games"][0];
    assert_eq!((&bosh["records"], &bosh["invalid"], &bosh["turns"]), (&2.into(), &1.into(), &1.into()));
    let told = run(&["stats"], UNKNOWN);
    assert_eq!(told.out, "1 record, 0 valid, 1 invalid\n1 record of no known game\n");
    assert_eq!((told.code, told.err.as_str()), (1, LEFT_OUT));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_counts() {
    let folder = folder();
    let told = run_in(folder.path(), &["stats", "--format", "json", "none.mgn", "good.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (2, "matombo: none.mgn: No such file or directory (os error 2)\n"));
    assert_eq!(json(&told)["valid"], 1);
    let told = run_in(folder.path(), &["stats", "--record", "1-2", "good.mgn"], "");
    assert_eq!((told.code, told.out.is_empty()), (0, false), "{}", told.err);
    let told = run_in(folder.path(), &["stats", "--record", "2", "good.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (2, "matombo: good.mgn: there is no record 2, the file has 1\n"));
}

#[test]
fn no_records_are_no_error() {
    let folder = folder();
    let told = run_in(folder.path(), &["stats", "empty.mgn"], "");
    assert_eq!(told.out, "0 records, 0 valid, 0 invalid\n");
    assert_eq!((told.code, told.err.as_str()), (0, "matombo: empty.mgn: no records\n"));
    let told = run_in(folder.path(), &["stats", "--format", "json", "-"], "");
    assert_eq!((told.code, json(&told)["games"].clone()), (0, Value::Array(Vec::new())));
    let told = run(&["stats", "--format", "csv"], "");
    assert!(told.out.starts_with("game,rules,statistic,key,seat,value\n*,*,records,,,0\n"), "{}", told.out);
}

#[test]
fn a_file_that_is_named_twice_counts_twice() {
    let folder = folder();
    let told = run_in(folder.path(), &["stats", "--format", "json", "good.mgn", "-", "good.mgn"], GOOD);
    assert_eq!((told.code, &json(&told)["records"]), (0, &3.into()));
}

#[test]
fn one_game_can_be_asked_for() {
    let folder = folder();
    let games = |args: &[&str]| {
        let told = run_in(folder.path(), &[&["stats", "--format", "json", "good.mgn", "other.mgn"], args].concat(), "");
        let games: Vec<_> =
            json(&told)["games"].as_array().expect("games").iter().map(|game| game["game"].clone()).collect();
        (told.code, games)
    };
    assert_eq!(games(&["--game", "bosh"]), (0, vec!["bosh".into()]));
    assert_eq!(games(&["--game", "kimasai", "--game", "bosh"]), (0, vec!["bosh".into(), "kimasai".into()]));
    // What is asked for is all right, whatever other games there are.
    assert_eq!(games(&["bad.mgn", "--game", "kimasai"]), (0, vec!["kimasai".into()]));
    assert_eq!(run(&["stats", "--game", "chess"], "").code, 2);
}

#[test]
fn depth_and_top_limit_openings() {
    let told = |args: &[&str]| json(&stats(&[&["records/igisoro", "--format", "json"], args].concat()));
    let openings = |json: &Value| json["games"][0]["rulesets"][0]["openings"].clone();
    assert_eq!(openings(&told(&["--depth", "0"]))["next"], Value::Array(Vec::new()));
    let one = openings(&told(&["--depth", "1", "--top", "1"]));
    assert_eq!(one["next"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["next"][0]["next"], Value::Array(Vec::new()));
    let three = openings(&told(&["--depth", "3"]));
    assert_ne!(three["next"][0]["next"][0]["next"], Value::Array(Vec::new()));
    for wrong in [["--depth", "21"], ["--top", "-1"], ["--width", "59"]] {
        assert_eq!(stats(&wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn files_are_written_whole_and_never_in_the_place_of_records() {
    let folder = folder();
    let stats = |args: &[&str]| run_in(folder.path(), &[&["stats"], args].concat(), "");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let told = stats(&["good.mgn", "-o", "out.txt", "--svg", "out.svg"]);
    assert_eq!((told.code, told.out.as_str(), told.err.as_str()), (0, "", ""));
    assert_eq!(read("out.txt"), stats(&["good.mgn"]).out);
    assert_eq!(read("out.svg"), stats(&["good.mgn", "--svg", "-"]).out);
    for output in ["-o", "--svg"] {
        let told = stats(&["good.mgn", "other.mgn", output, "good.mgn"]);
        let lost = "matombo: nothing was written: the records would be lost from the file\n";
        assert_eq!((told.code, told.out.as_str(), told.err.as_str()), (2, "", lost));
        assert_eq!(read("good.mgn"), GOOD);
        let told = stats(&["good.mgn", "none.mgn", output, "new"]);
        assert_eq!(told.code, 2);
        assert!(told.err.ends_with("nothing was written: not all of the input could be read\n"), "{}", told.err);
        assert!(!folder.path().join("new").exists());
        assert_eq!(stats(&["good.mgn", output, "no/such/folder"]).code, 2);
    }
    let told = stats(&["good.mgn", "-o", "same", "--svg", "same"]);
    assert_eq!((told.code, told.err.as_str()), (2, "matombo: `--output` and `--svg` name the same file\n"));
    let told = stats(&["good.mgn", "--format", "json", "--svg", "-"]);
    let both = "matombo: `--svg -` and `--format` cannot both go to standard output\n";
    assert_eq!((told.code, told.err.as_str()), (2, both));
    assert_eq!(stats(&["good.mgn", "--format", "json", "--svg", "-", "-o", "out.json"]).out, read("out.svg"));
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 7);
}

#[test]
fn colours_are_only_for_terminals() {
    let plain = stats(&["records/bosh"]);
    assert!(!plain.out.contains('\u{1b}'));
    let coloured = stats(&["records/bosh", "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}[1mBosh\u{1b}[0m: 4 valid records\n"), "{}", coloured.out);
}

#[test]
fn nothing_that_strangers_write_reaches_the_outputs() {
    let names = "[South \"<script>&lt;\"]\n[Event \"加👩\u{200d}🌾\"]\n";
    let hostile = GOOD.replace("\n\n1.", &format!("\n{names}\n1. {{<b>}}"));
    let broken = GOOD.replace("A5", "\u{1b}[31m<b>");
    for args in [&["stats"][..], &["stats", "--svg", "-"], &["stats", "--format", "csv"]] {
        let told = run(args, hostile.clone());
        assert_eq!(told, run(args, GOOD));
        assert_eq!((told.code, told.err.as_str()), (0, ""));
        let told = run(args, broken.clone());
        assert_eq!((told.code, told.err.as_str()), (1, LEFT_OUT));
        assert!(!told.out.contains('\u{1b}') && !told.out.contains("<b>"), "{}", told.out);
    }
    let folder = folder();
    fs::write(folder.path().join("加👩\u{200d}🌾\u{1b}.mgn"), "").expect("writable");
    let told = run_in(folder.path(), &["stats", "加👩\u{200d}🌾\u{1b}.mgn"], "");
    assert_eq!(told.err, "matombo: 加👩\u{200d}🌾\\u{1b}.mgn: no records\n");
}
