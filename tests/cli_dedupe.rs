//! `matombo dedupe`: all that it writes, and its exit status.

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use common::{Ran, fifty_games, folder_of, ran, run, run_in, text_in};
use pretty_assertions::assert_eq;

const SHORT: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 a4 *\n\n";
const SHORT_LOOSE: &str = "[result \"*\"][game \"BOSH\"] A5 a4 *\n";
const NAMED: &str = "[Game \"Bosh\"]\n[South \"Amina\"]\n[Result \"*\"]\n\n1. A5xa1 a4 *\n\n";
const TOLD: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 {taken} (1. A4xA5) 1... a4 *\n\n";
const LONG: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 a4 2. A4xa4 *\n\n";
const BAD: &str = "[Game \"Bosh\"]\n\n1. A5xa2 a1 *\n\n";
const ONE_BAD: &str = "matombo: 1 invalid record, kept as found; `matombo check` tells what is wrong\n";
const TWO_BAD: &str = "matombo: 2 invalid records, kept as found; `matombo check` tells what is wrong\n";

fn dedupe(args: &[&str], input: &str) -> Ran {
    run(&[&["dedupe"], args].concat(), input)
}

fn left_out(records: usize, duplicates: &str) -> String {
    format!("matombo: {records} records read, {duplicates} left out\n")
}

#[test]
fn exact_duplicates_say_the_same_however_they_are_written() {
    let input = [SHORT, NAMED, SHORT_LOOSE, TOLD, NAMED].concat();
    assert_eq!(dedupe(&[], &input), ran(0, &[SHORT, NAMED, TOLD].concat(), &left_out(5, "2 duplicates")));
    assert_eq!(dedupe(&[], ""), ran(0, "", &left_out(0, "0 duplicates")));
    assert_eq!(dedupe(&[], SHORT), ran(0, SHORT, "matombo: 1 record read, 0 duplicates left out\n"));
    let json = run(&["convert", "--to", "jsonl"], SHORT).out;
    let folder = folder_of(&[("a.mgn", SHORT), ("b.jsonl", &json)]);
    let told = run_in(folder.path(), &["dedupe", "--to", "jsonl", "."], "");
    assert_eq!(told, ran(0, &json, &left_out(2, "1 duplicate")));
    let told = run_in(folder.path(), &["dedupe", "--to", "json", "b.jsonl", "b.jsonl"], "");
    assert_eq!(told, ran(0, &format!("[\n{}\n]\n", json.trim_end()), &left_out(2, "1 duplicate")));
    assert_eq!(dedupe(&["--to", "json"], "").out, "[]\n");
}

#[test]
fn what_the_notation_cannot_carry_makes_a_difference() {
    let plain = run(&["convert", "--to", "jsonl"], SHORT).out;
    let with =
        |ext: &str| format!("{},\"ext\":{{\"x\":{ext}}}}}\n", plain.trim_end().strip_suffix('}').expect("an object"));
    let input = [with("1"), with("2"), with("1")].concat();
    assert_eq!(
        dedupe(&["--to", "jsonl"], &input),
        ran(0, &[with("1"), with("2")].concat(), &left_out(3, "1 duplicate"))
    );
}

#[test]
fn the_same_turns_with_other_tags_and_comments() {
    let input = [NAMED, SHORT, TOLD, LONG].concat();
    assert_eq!(dedupe(&["--by", "turns"], &input), ran(0, &[NAMED, LONG].concat(), &left_out(4, "2 duplicates")));
    let fuller = dedupe(&["--by", "turns", "--keep", "fuller"], &input);
    assert_eq!(fuller, ran(0, &[TOLD, LONG].concat(), &left_out(4, "2 duplicates")));
    let tags = dedupe(&["--by", "turns", "--tags", "South,North"], &input);
    assert_eq!(tags, ran(0, &[NAMED, SHORT, LONG].concat(), &left_out(4, "1 duplicate")));
    // The order of a list means nothing, and other rules are another game.
    let strip = |list: &str| format!("[Game \"Nsolo\"]\n\n1. B7xa1+{list} *\n");
    let told = dedupe(&["--by", "turns"], &[strip("b2:1,a6:1"), strip("a6:1,b2:1"), strip("0")].concat());
    assert_eq!(told.err, left_out(3, "1 duplicate"));
    let bosh = |rules: &str| format!("[Game \"Bosh\"]\n[Rules \"{rules}\"]\n\n1. A5xa1 *\n");
    assert_eq!(
        dedupe(&["--by", "turns"], &[bosh(""), bosh("stall=2"), bosh("stall=3")].concat()).err,
        left_out(3, "1 duplicate")
    );
}

#[test]
fn the_same_position_however_it_was_reached() {
    let start = "3*0,1,5*0,1,2*0/12*0/4*0,1,7*0/2*0,1,9*0 S 0,0";
    let tags = format!("[Game \"Kimasai\"]\n[Rules \"stones=free\"]\n[Position \"{start}\"]\n[Result \"*\"]");
    let record = |turns: &str| format!("{tags}\n\n{turns} *\n\n");
    let (one, other) = (record("1. A5 b9 2. B3 b3"), record("1. B3 b9 2. A5 b3"));
    let input = [one.as_str(), &other].concat();
    assert_eq!(dedupe(&["--by", "position"], &input), ran(0, &one, &left_out(2, "1 duplicate")));
    assert_eq!(dedupe(&["--by", "turns"], &input).out, input);
    assert_eq!(dedupe(&["--by", "position", "--min-plies", "5"], &input).out, input);
}

#[test]
fn the_longer_is_kept_of_records_that_begin_alike() {
    let folder = folder_of(&[("a.mgn", &[SHORT, LONG].concat()), ("b.mgn", &[NAMED, LONG, TOLD].concat())]);
    let in_folder =
        |args: &[&str]| run_in(folder.path(), &[&["dedupe", "--by", "contained", "a.mgn", "b.mgn"], args].concat(), "");
    assert_eq!(in_folder(&[]), ran(0, LONG, &left_out(5, "4 duplicates")));
    let report = "a.mgn:1: duplicate of a.mgn:2\nb.mgn:1: duplicate of a.mgn:2\nb.mgn:2: duplicate of a.mgn:2\n\
                  b.mgn:3: duplicate of a.mgn:2\n";
    assert_eq!(in_folder(&["--report"]), ran(1, report, ""));
    let tags = in_folder(&["--tags", "South"]);
    assert_eq!(tags, ran(0, &[LONG, NAMED].concat(), &left_out(5, "3 duplicates")));
    let long = in_folder(&["--min-plies", "3"]);
    assert_eq!(long, ran(0, &[SHORT, LONG, NAMED, TOLD].concat(), &left_out(5, "1 duplicate")));
}

#[test]
fn records_without_turns_are_compared_exactly() {
    let stub = |south: &str| format!("[Game \"Bosh\"]\n[South \"{south}\"]\n[Result \"*\"]\n\n*\n\n");
    let input = [stub("Amina"), stub("Baraka"), stub("Amina"), SHORT.to_owned()].concat();
    let kept = [stub("Amina"), stub("Baraka"), SHORT.to_owned()].concat();
    for by in ["exact", "turns", "position", "contained"] {
        assert_eq!(dedupe(&["--by", by], &input), ran(0, &kept, &left_out(4, "1 duplicate")), "{by}");
    }
    assert_eq!(dedupe(&["--by", "contained", "--min-plies", "0"], &input).out, SHORT);
}

#[test]
fn invalid_records_are_kept_byte_for_byte() {
    let other = BAD.replace("A5xa2 a1", "A5xa2  a1");
    let input = [BAD, SHORT, BAD, &other].concat();
    for by in ["exact", "turns", "position", "contained"] {
        let told = dedupe(&["--by", by], &input);
        let three = TWO_BAD.replace('2', "3");
        assert_eq!(told, ran(1, &[BAD, SHORT, &other].concat(), &[three, left_out(4, "1 duplicate")].concat()), "{by}");
    }
    let chess = "[Game \"Chess\"]\n\n1. e4 *\n\n";
    let told = dedupe(&["--to", "jsonl"], chess);
    let refused = "matombo: <stdin>: record 1 cannot be written in this form: its start is not known\n";
    assert_eq!(told, ran(1, "", &[refused, ONE_BAD, "matombo: 1 record read, 0 duplicates left out\n"].concat()));
}

#[test]
fn duplicates_are_reported_for_people_and_programs() {
    let folder = folder_of(&[("a\u{1b}b.mgn", SHORT), ("c.mgn", &[NAMED, SHORT].concat())]);
    let report = |args: &[&str]| run_in(folder.path(), &[&["dedupe", "--report", "."], args].concat(), "");
    assert_eq!(report(&[]), ran(1, "c.mgn:2: duplicate of a\\u{1b}b.mgn:1\n", ""));
    let json = r#"{"file":"c.mgn","record":2,"duplicate_of":{"file":"a\u001bb.mgn","record":1}}"#;
    assert_eq!(report(&["--format", "jsonl"]), ran(1, &format!("{json}\n"), ""));
    assert_eq!(dedupe(&["--report"], SHORT), ran(0, "", ""));
    assert_eq!(dedupe(&["--report"], BAD), ran(1, "", ONE_BAD));
    assert_eq!(dedupe(&["--format", "jsonl"], SHORT).code, 2);
    assert_eq!(dedupe(&["--report", "--to", "mgn"], SHORT).code, 2);
}

#[test]
fn the_output_may_be_an_input() {
    let folder = folder_of(&[("a.mgn", &[SHORT, BAD, SHORT_LOOSE].concat()), ("b.mgn", NAMED)]);
    let told = run_in(folder.path(), &["dedupe", "a.mgn", "b.mgn", "a.mgn", "-o", "a.mgn"], "");
    assert_eq!(told, ran(1, "", &[TWO_BAD, &left_out(7, "4 duplicates")].concat()));
    assert_eq!(text_in(&folder, "a.mgn"), [SHORT, BAD, NAMED].concat());
    // What cannot be written would be lost.
    let told = run_in(folder.path(), &["dedupe", "--to", "jsonl", "a.mgn", "c.mgn", "-o", "a.mgn"], "");
    assert_eq!(told.code, 2);
    assert!(told.err.ends_with("matombo: nothing was written: not all of the input could be read\n"), "{}", told.err);
    let chess = "[Game \"Chess\"]\n\n1. e4 *\n\n";
    std::fs::write(folder.path().join("c.mgn"), chess).expect("writable");
    let told = run_in(folder.path(), &["dedupe", "--to", "jsonl", "c.mgn", "-o", "c.mgn"], "");
    assert_eq!(told.code, 1);
    assert!(told.err.ends_with("matombo: nothing was written: records would be lost from the file\n"), "{}", told.err);
    assert_eq!(text_in(&folder, "c.mgn"), chess);
}

#[cfg(unix)]
#[test]
fn a_file_that_others_write_meanwhile_is_not_replaced() {
    let folder = folder_of(&[("a.mgn", SHORT)]);
    let list = folder.path().join("list");
    assert!(Command::new("mkfifo").arg(&list).status().expect("it runs").success());
    let child = Command::new(cargo_bin("matombo"))
        .args(["dedupe", "--files-from", "list", "-o", "a.mgn"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The list is opened once it is known what the file is.
    let mut names = std::fs::OpenOptions::new().write(true).open(&list).expect("a reader");
    std::fs::write(folder.path().join("a.mgn"), [SHORT, LONG].concat()).expect("writable");
    names.write_all(b"a.mgn\n").expect("it is read");
    drop(names);
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told, "matombo: a.mgn: it was changed while it was read, nothing was written\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text_in(&folder, "a.mgn"), [SHORT, LONG].concat());
}

#[test]
fn any_number_of_threads_writes_the_same() {
    let games = fifty_games();
    let input = [games.as_str(), &games].concat();
    for args in [&["--by", "exact"][..], &["--by", "contained", "--keep", "fuller"], &["--by", "position", "--report"]]
    {
        let one = dedupe(&[args, &["--jobs", "1"]].concat(), &input);
        assert_eq!(dedupe(&[args, &["--jobs", "4"]].concat(), &input), one, "{args:?}");
        if !args.contains(&"--report") {
            assert_eq!(one, ran(0, &games, &left_out(100, "50 duplicates")), "{args:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = folder_of(&[("a.mgn", &[SHORT, SHORT].concat())]);
    for args in [&[][..], &["--by", "contained"], &["--report"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = Command::new(cargo_bin("matombo"));
        command.current_dir(folder.path()).args(["dedupe", "a.mgn"]).args(args).stdout(full);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    let told = dedupe(&["-o", "/dev/full"], SHORT);
    assert_eq!(
        told,
        ran(2, "", "matombo: /dev/full: not a regular file: write to standard output and redirect that\n")
    );
}
