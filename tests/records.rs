//! The teaching records are valid and canonical; the invalid ones show every diagnostic code, each alone.
//!
//! `MATOMBO_BLESS=1 cargo test --test records` rewrites the goldens.

mod common;

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use matombo::diagnostic::{Code, Severity};
use matombo::notation::{JsonReader, RecordReader, Source, WIDTH, print, read};
use matombo::record::{Checks, JsonRecord, Judge, Judged, Keep, json_text};
use pretty_assertions::assert_eq;

/// The folders of the teaching records, one a game.
const GAMES: [&str; 5] = ["tsoro", "nsolo", "igisoro", "bosh", "kimasai"];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the files in a folder, in order, a README left out.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(repository().join(folder)).expect(folder);
    let names = entries.map(|entry| entry.expect(folder).file_name().into_string().expect("a name in UTF-8"));
    let mut names: Vec<String> = names.filter(|name| name != "README.md").collect();
    names.sort();
    names
}

/// Returns the codes that a small file can show: all but the one for records that are too large.
fn shown_codes() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| *code != Code::RecordTooLarge)
}

/// Returns the start of the names of the files about a code, such as `E0502-head-undecided`.
fn stem(code: Code) -> String {
    format!("{code}-{}", code.slug())
}

/// Returns the endings of files about a code: the notation's, or those of JSON.
fn endings(code: Code) -> &'static [&'static str] {
    if code >= Code::BadJson { &["json", "jsonl"] } else { &["mgn"] }
}

/// Returns the file that shows a code, as named from the root of the repository.
fn invalid_file(code: Code) -> String {
    let files = endings(code).iter().map(|ending| format!("records/invalid/{}.{ending}", stem(code)));
    let mut found = files.filter(|file| repository().join(file).is_file());
    found.next().unwrap_or_else(|| panic!("no file in records/invalid/ shows {}", stem(code)))
}

fn golden_file(code: Code) -> String {
    format!("tests/golden/invalid/{}.txt", stem(code))
}

fn open(file: &str) -> File {
    File::open(repository().join(file)).expect(file)
}

fn sources(file: &str) -> Vec<Source> {
    let read: Result<Vec<Source>, _> = if Path::new(file).extension().is_some_and(|ending| ending == "mgn") {
        RecordReader::new(open(file)).collect()
    } else {
        JsonReader::new(open(file)).collect()
    };
    read.expect(file)
}

/// Judges a file that holds one record, with all that a conversion needs.
fn judge_only_record(file: &str) -> Judged {
    let sources = sources(file);
    assert_eq!(sources.len(), 1, "{file} holds one record");
    let judge = Judge::new().keep(Keep::Positions);
    if file.ends_with(".mgn") {
        judge.judge(sources[0].text(), &read(&sources[0]))
    } else {
        JsonRecord::read(&sources[0]).judge(&judge)
    }
}

fn canonical(judged: &Judged) -> String {
    let mut text = String::new();
    print(&judged.document(Checks::None).expect("a record of a known game"), WIDTH, &mut text).expect("room");
    text
}

#[test]
fn every_code_has_a_file_and_a_golden() {
    for code in shown_codes() {
        let file = invalid_file(code);
        assert!(repository().join(golden_file(code)).is_file(), "{file} has no golden: run with MATOMBO_BLESS=1");
    }
}

#[test]
fn every_file_and_golden_has_a_code() {
    let files: BTreeSet<String> =
        shown_codes().map(|code| invalid_file(code).trim_start_matches("records/invalid/").to_owned()).collect();
    assert_eq!(names("records/invalid"), Vec::from_iter(files), "records/invalid");
    let goldens: BTreeSet<String> = shown_codes().map(|code| format!("{}.txt", stem(code))).collect();
    assert_eq!(names("tests/golden/invalid"), Vec::from_iter(goldens), "tests/golden/invalid");
}

#[test]
fn a_check_of_the_folder_tells_each_files_own_code_and_nothing_else() {
    let told = common::run_in(repository(), &["check", "--format", "short", "records/invalid"], "");
    for code in shown_codes() {
        let file = invalid_file(code);
        let lines = told.out.lines().filter_map(|line| line.strip_prefix(&format!("{file}:")));
        let codes: BTreeSet<&str> = lines.filter_map(|line| line.split(['[', ']']).nth(1)).collect();
        // What the notation cannot carry is a fault of a conversion, not of the record.
        let own = if code == Code::ExtDropped { BTreeSet::new() } else { BTreeSet::from([code.code()]) };
        assert_eq!(codes, own, "{file}");
    }
    assert_eq!((told.code, told.err.as_str()), (1, ""));
}

#[test]
fn every_invalid_file_reports_its_code_and_nothing_else() {
    for code in shown_codes() {
        let file = invalid_file(code);
        let judged = judge_only_record(&file);
        let reported: Vec<Code> = judged.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        if code == Code::ExtDropped {
            // Only the notation cannot carry it, and only a conversion to the notation says so.
            assert_eq!(reported, [], "{file}");
            assert!(judged.ext.is_some(), "{file}");
        } else {
            assert_eq!(reported, [code], "{file}");
        }
        assert_eq!(judged.is_valid(), code.severity() == Severity::Warning, "{file}");
    }
}

#[test]
fn every_report_is_its_golden() {
    let bless = env::var_os("MATOMBO_BLESS").is_some_and(|value| value == "1");
    for code in shown_codes() {
        let file = invalid_file(code);
        let mut command = cargo_bin_cmd!("matombo");
        command.current_dir(repository());
        let command =
            if code == Code::ExtDropped { command.args(["convert", "--to", "mgn"]) } else { command.arg("check") };
        let ran = command.args(["--color", "never", &file]).assert();
        let ran = ran.code(if code.severity() == Severity::Error { 1 } else { 0 });
        let output = ran.get_output();
        let report = if code == Code::ExtDropped { &output.stderr } else { &output.stdout };
        let report = String::from_utf8(report.clone()).expect("a report in UTF-8");
        let golden = repository().join(golden_file(code));
        if bless {
            fs::write(&golden, report).expect("a golden that can be written");
        } else {
            let expected = fs::read_to_string(&golden).unwrap_or_default();
            assert_eq!(report, expected, "{file}: MATOMBO_BLESS=1 rewrites {}", golden_file(code));
        }
    }
}

#[test]
fn a_record_beyond_the_limit_is_reported_alone() {
    let moves = "1. A5xa1 {Far too many words.} ".repeat(20);
    let large = format!("[Game \"Bosh\"]\n[Result \"*\"]\n\n{moves}*\n\n");
    let small = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    let file = format!("{small}{large}{small}");
    let mut reported = Vec::new();
    for source in RecordReader::with_limit(file.as_bytes(), 256) {
        let source = source.expect("text in memory");
        let judged = Judge::new().judge(source.text(), &read(&source));
        reported.push(Vec::from_iter(judged.diagnostics.iter().map(|diagnostic| diagnostic.code)));
    }
    assert_eq!(reported, [vec![], vec![Code::RecordTooLarge], vec![]]);
}

fn teaching_files() -> Vec<String> {
    let mut files = Vec::new();
    for game in GAMES {
        let folder = format!("records/{game}");
        let of_game: Vec<PathBuf> = names(&folder).into_iter().map(|name| Path::new(&folder).join(name)).collect();
        assert!(of_game.len() >= 3, "{folder} holds at least three records");
        files.extend(of_game.into_iter().map(|path| path.to_str().expect("a path in UTF-8").to_owned()));
    }
    files
}

#[test]
fn teaching_records_are_valid_and_free_of_warnings() {
    for file in teaching_files() {
        assert!(file.ends_with(".mgn"), "{file}");
        let judged = judge_only_record(&file);
        let reported: Vec<_> = judged.diagnostics.iter().map(|fault| (fault.code, fault.message.as_str())).collect();
        assert_eq!(reported, [], "{file}");
        let game = judged.header.as_ref().expect("a header").rules.game().key();
        assert!(file.starts_with(&format!("records/{game}/")), "{file} is one of {game}");
    }
}

#[test]
fn teaching_records_are_canonical() {
    for file in teaching_files() {
        let text = fs::read_to_string(repository().join(&file)).expect("text in UTF-8");
        assert_eq!(canonical(&judge_only_record(&file)), text, "{file}");
    }
}

#[test]
fn teaching_records_survive_json() {
    for file in teaching_files() {
        let text = fs::read_to_string(repository().join(&file)).expect("text in UTF-8");
        let json = json_text(&judge_only_record(&file)).expect("a record of a known game");
        let source = Source::from_text(&json);
        let judged = JsonRecord::read(&source).judge(&Judge::new().keep(Keep::Turns));
        assert_eq!(judged.diagnostics, [], "{file}");
        assert_eq!(canonical(&judged), text, "{file}");
    }
}
