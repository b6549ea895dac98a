//! `matombo select`: all that it writes, and its exit status.

mod common;

use std::fs;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use common::{Ran, run, run_in};
use pretty_assertions::assert_eq;
use tempfile::TempDir;

const BOSH: &str = "[Game \"Bosh\"]\n[South \"Amina\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
const LOOSE: &str = "[result \"*\"][game \"BOSH\"] A5 ; taken\n*";
const LOOSE_CANONICAL: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 {taken} *\n\n";
const KIMASAI: &str = "[Game \"Kimasai\"]\n[Date \"1964-05\"]\n[Result \"*\"]\n\n1. A2xa12 a2xA12 2. A3xa11 *\n\n";
const BAD: &str = "[Game \"Bosh\"]\n\n1. A5xa2 {why?} a1 *";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("both.mgn", format!("{BOSH}{KIMASAI}")),
        ("loose.mgn", LOOSE.to_owned()),
        ("bad.mgn", BAD.to_owned()),
        ("empty.mgn", String::new()),
    ] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

fn select(folder: &TempDir, args: &[&str]) -> Ran {
    run_in(folder.path(), &[&["select"], args].concat(), "")
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("readable")
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

#[test]
fn each_form_of_output() {
    let folder = folder();
    let files = ["both.mgn", "loose.mgn", "empty.mgn"];
    let with = |args: &[&str]| select(&folder, &[&files, args].concat());
    assert_eq!(with(&["game = bosh"]), ran(0, &[BOSH, LOOSE_CANONICAL].concat(), ""));
    assert_eq!(with(&["--to", "list", "game = bosh"]), ran(0, "both.mgn:1\nloose.mgn:1\n", ""));
    assert_eq!(with(&["--count", "game = bosh"]), ran(0, "2\n", ""));
    let lines = run_in(folder.path(), &["convert", "--to", "jsonl", "both.mgn", "loose.mgn"], "").out;
    assert_eq!(with(&["--to", "jsonl", "plies > 0"]), ran(0, &lines, ""));
    let array = run_in(folder.path(), &["convert", "--to", "json", "both.mgn", "loose.mgn"], "").out;
    assert_eq!(with(&["--to", "json", "plies > 0"]), ran(0, &array, ""));
}

#[test]
fn nothing_found_is_status_1() {
    let folder = folder();
    for (form, out) in [("mgn", ""), ("list", ""), ("jsonl", ""), ("json", "[]\n")] {
        assert_eq!(select(&folder, &["both.mgn", "--to", form, "game = tsoro"]), ran(1, out, ""));
    }
    assert_eq!(select(&folder, &["both.mgn", "--count", "game = tsoro"]), ran(1, "0\n", ""));
    assert_eq!(select(&folder, &["empty.mgn", "valid"]), ran(1, "", ""));
}

#[test]
fn the_expression_is_the_last_argument_or_an_option() {
    let folder = folder();
    let found = ran(0, "both.mgn:2\n", "");
    assert_eq!(select(&folder, &["both.mgn", "--to", "list", "Date >= 1964"]), found);
    assert_eq!(select(&folder, &["-e", "Date >= 1964", "--to", "list", "both.mgn"]), found);
    let query = folder.path().join("query");
    fs::write(&query, "\u{feff}# From the village\nDate >= 1964 # or later\n  and plies > 2\n").expect("writable");
    assert_eq!(select(&folder, &["--query-file", "query", "--to", "list", "both.mgn"]), found);
    fs::write(folder.path().join("names"), "both.mgn\nloose.mgn\n").expect("writable");
    assert_eq!(select(&folder, &["--files-from", "names", "--to", "list", "Date >= 1964"]), found);
    assert_eq!(select(&folder, &["--files-from", "names", "--to", "list", "-e", "Date >= 1964"]), found);
    let told =
        run_in(folder.path(), &["select", "--files-from", "-", "-0", "--count", "plies > 0"], "both.mgn\0bad.mgn\0");
    assert_eq!(told, ran(0, "3\n", ""));
}

#[test]
fn standard_input_is_read_if_nothing_is_named() {
    let text = format!("{BOSH}{KIMASAI}");
    assert_eq!(run(&["select", "game = kimasai"], text.clone()), ran(0, KIMASAI, ""));
    assert_eq!(run(&["select", "-", "game = kimasai"], text.clone()), ran(0, KIMASAI, ""));
    assert_eq!(run(&["select", "-e", "game = kimasai"], text.clone()), ran(0, KIMASAI, ""));
    assert_eq!(run(&["select", "--to", "list", "game = kimasai"], text), ran(0, "<stdin>:2\n", ""));
}

#[test]
fn a_wrong_expression_is_told_with_its_place() {
    let folder = folder();
    let told = select(&folder, &["both.mgn", "game = bosh and plise > 3"]);
    let err = "error: unknown name `plise`
 --> <expression>:1:17
  |
1 | game = bosh and plise > 3
  |                 ^^^^^
  = help: did you mean `plies`?
  = help: a tag of this name is written `tag.plise`
matombo: the expression cannot be read: EXPRESSIONS in `man matombo` lists what can be asked
";
    assert_eq!(told, ran(2, "", err));
    fs::write(folder.path().join("a\u{1b}query"), "game = bosh\nand plise > 3\n").expect("writable");
    let told = select(&folder, &["--query-file", "a\u{1b}query", "both.mgn"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.contains("\n --> a\\u{1b}query:2:5\n  |\n2 | and plise > 3\n  |     ^^^^^\n"), "{}", told.err);
}

#[test]
fn a_file_in_the_place_of_the_expression_is_told() {
    let folder = folder();
    let told = select(&folder, &["game = bosh", "both.mgn"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert_eq!(
        told.err.lines().last(),
        Some("matombo: `both.mgn` is a file: the expression comes last, behind the files, or in `--expression`")
    );
    let told = select(&folder, &[]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.contains("matombo select [OPTIONS] [FILE]... <EXPR>"), "{}", told.err);
}

#[test]
fn files_with_expressions_are_read_with_care() {
    let folder = folder();
    fs::write(folder.path().join("latin"), b"South ~ \"J\xE1n\"").expect("writable");
    fs::write(folder.path().join("long"), "(".repeat(70_000)).expect("writable");
    for (file, message) in [
        ("none", "matombo: none: No such file or directory (os error 2)\n"),
        ("latin", "matombo: latin: this is not UTF-8\n"),
        ("-", "matombo: an expression is not read from standard input: name a file\n"),
    ] {
        assert_eq!(select(&folder, &["--query-file", file, "both.mgn"]), ran(2, "", message));
    }
    let told = select(&folder, &["--query-file", "long", "both.mgn"]);
    assert!(told.err.starts_with("error: an expression has at most 65536 bytes\n"), "{}", told.err);
    let told = select(&folder, &["--query-file", "long", "-e", "valid", "both.mgn"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
}

#[test]
fn invert_and_first() {
    let folder = folder();
    let files = ["both.mgn", "loose.mgn", "bad.mgn"];
    let list = |args: &[&str]| select(&folder, &[&files[..], &["--to", "list"], args].concat());
    assert_eq!(list(&["--invert", "game = bosh"]), ran(0, "both.mgn:2\n", ""));
    assert_eq!(list(&["-v", "plies > 0"]), ran(1, "", ""));
    assert_eq!(list(&["--first", "2", "game = bosh"]), ran(0, "both.mgn:1\nloose.mgn:1\n", ""));
    assert_eq!(list(&["--first", "9", "game = bosh"]), ran(0, "both.mgn:1\nloose.mgn:1\nbad.mgn:1\n", ""));
    assert_eq!(list(&["--first", "1", "-v", "game = bosh"]), ran(0, "both.mgn:2\n", ""));
    let args = ["both.mgn", "none.mgn", "--first", "1", "--count", "-j", "1", "valid"];
    assert_eq!(select(&folder, &args), ran(0, "1\n", ""));
    let args = ["both.mgn", "--to", "json", "--first", "1", "valid"];
    assert!(select(&folder, &args).out.ends_with("}\n]\n"));
    assert_eq!(select(&folder, &["both.mgn", "--first", "0", "valid"]).code, 2);
}

#[test]
fn invalid_records_come_as_they_are_and_without_a_report() {
    let folder = folder();
    let told = select(&folder, &["bad.mgn", "both.mgn", "invalid-turn or game = kimasai"]);
    assert_eq!(told, ran(0, &format!("{BAD}\n\n{KIMASAI}"), ""));
    assert_eq!(select(&folder, &["bad.mgn", "valid"]), ran(1, "", ""));
    let told = select(&folder, &["bad.mgn", "--to", "jsonl", "code E0506"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(told.out.contains(r#""text":"A5xa2""#), "{}", told.out);
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = folder();
    fs::write(folder.path().join("chess.mgn"), format!("[Game \"Chess\"]\n\n1. e4 *\n\n{BOSH}")).expect("writable");
    let told = select(&folder, &["chess.mgn", "--to", "jsonl", "plies = 1"]);
    let err = "matombo: chess.mgn: record 1 is selected, and cannot be written in this form\n";
    assert_eq!((told.code, told.out.lines().count(), told.err.as_str()), (2, 1, err));
    let told = select(&folder, &["chess.mgn", "--to", "jsonl", "plies = 1", "-o", "new"]);
    assert_eq!((told.code, folder.path().join("new").exists()), (2, false));
    assert_eq!(select(&folder, &["chess.mgn", "code unknown-game"]), ran(0, "[Game \"Chess\"]\n\n1. e4 *\n\n", ""));
}

#[test]
fn json_lines_are_filtered() {
    let line = r#"{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*", "clock": 5}"#;
    let other = r#"{"game": "bosh", "turns": [], "result": "*"}"#;
    let told = run(&["select", "--from", "jsonl", "--to", "jsonl", "capture"], format!("{line}\n{other}\n{line}\n"));
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert_eq!(told.out.lines().count(), 2);
    assert!(told.out.lines().all(|line| line.ends_with(r#""ext":{"clock":5}}"#)), "{}", told.out);
    // The notation has no place for it.
    let told = run(&["select", "capture"], line);
    assert_eq!((told.code, told.out.as_str()), (0, "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n"));
    assert!(told.err.starts_with("warning[W1006]"), "{}", told.err);
    assert_eq!(run(&["select", "--count", "has South or South = x"], line), ran(1, "0\n", ""));
}

#[test]
fn files_that_cannot_be_read_keep_no_other_from_being_searched() {
    let folder = folder();
    let told = select(&folder, &["none.mgn", "both.mgn", "--to", "list", "game = bosh"]);
    assert_eq!(told, ran(2, "both.mgn:1\n", "matombo: none.mgn: No such file or directory (os error 2)\n"));
    let told = select(&folder, &["both.mgn", "--record", "2-", "--to", "list", "plies > 0"]);
    assert_eq!(told, ran(0, "both.mgn:2\n", ""));
    let told = select(&folder, &["both.mgn", "--record", "7", "--count", "plies > 0"]);
    assert_eq!(told, ran(2, "0\n", "matombo: both.mgn: there is no record 7, the file has 2\n"));
}

#[test]
fn folders_and_files_named_twice() {
    let folder = folder();
    let told = select(&folder, &[".", "both.mgn", "--to", "list", "game = kimasai or invalid"]);
    assert_eq!(told, ran(0, "bad.mgn:1\nboth.mgn:2\nboth.mgn:2\n", ""));
}

#[cfg(unix)]
#[test]
fn names_of_files_are_safe_to_show() {
    let folder = folder();
    fs::write(folder.path().join("a\u{1b}\n.mgn"), BOSH).expect("writable");
    let told = select(&folder, &["a\u{1b}\n.mgn", "--to", "list", "valid"]);
    assert_eq!(told, ran(0, "a\\u{1b}\\u{a}.mgn:1\n", ""));
}

#[test]
fn an_output_file_is_whole_and_no_input() {
    let folder = folder();
    assert_eq!(select(&folder, &["both.mgn", "-o", "new.mgn", "game = bosh"]), ran(0, "", ""));
    assert_eq!(read(&folder, "new.mgn"), BOSH);
    assert_eq!(select(&folder, &["both.mgn", "-o", "-", "game = bosh"]), ran(0, BOSH, ""));
    let lost = "matombo: nothing was written: the other records would be lost from the file\n";
    for args in
        [&["game = bosh"][..], &["--first", "1", "valid"], &["--first", "1", "-j", "1", "valid"], &["--count", "valid"]]
    {
        let told = select(&folder, &[&["both.mgn", "loose.mgn", "-o", "./both.mgn"], args].concat());
        assert_eq!(told, ran(2, "", lost), "{args:?}");
        assert_eq!(read(&folder, "both.mgn"), format!("{BOSH}{KIMASAI}"));
    }
    let told = select(&folder, &["none.mgn", "both.mgn", "-o", "new.mgn", "game = kimasai"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert_eq!(read(&folder, "new.mgn"), BOSH);
    assert_eq!(select(&folder, &["both.mgn", "-o", "none/new.mgn", "valid"]).code, 2);
}

#[test]
fn the_output_is_the_same_for_any_number_of_jobs() {
    let records = run(&["generate", "--game", "nsolo", "--games", "60", "--seed", "5"], "").out;
    let query = "south.captures > north.captures and (waived-strip or plies > 60)";
    let select = |jobs: &str, form: &str| run(&["select", "-j", jobs, "--to", form, query], records.clone());
    for form in ["mgn", "jsonl", "list"] {
        let one = select("1", form);
        assert_eq!((one.code, one.err.as_str()), (0, ""));
        assert_eq!(select("2", form), one);
        assert_eq!(select("7", form), one);
    }
    let found = select("3", "mgn").out;
    assert_eq!(run(&["select", query], found.clone()), ran(0, &found, ""), "what is found is found again");
    let rest = run(&["select", "--invert", "--count", query], records.clone()).out;
    let count = run(&["select", "--count", query], records).out;
    let number = |text: &str| text.trim().parse::<u32>().expect("a number");
    assert_eq!(number(&rest) + number(&count), 60);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_a_closed_pipe_is_not() {
    let folder = folder();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut command = Command::new(cargo_bin("matombo"));
    command.current_dir(folder.path()).args(["select", "both.mgn", "valid"]).stdout(full);
    let output = command.output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(err, "matombo: cannot write standard output: No space left on device (os error 28)\n");

    let records = run(&["generate", "--game", "bosh", "--games", "300"], "").out;
    fs::write(folder.path().join("many.mgn"), records).expect("writable");
    let mut command = Command::new(cargo_bin("matombo"));
    command.current_dir(folder.path()).args(["select", "many.mgn", "plies > 0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
