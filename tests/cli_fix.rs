//! `matombo check --fix` and `--diff`: the files, all that is written, and the exit status.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, run_in};
use pretty_assertions::assert_eq;
use tempfile::TempDir;

const GOOD: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
/// A record with two repairs.
const LOOSE: &str = "[Game \"Bosh\"]\n[Date \"2026.11.30\"]\n[Result \"*\"]\n\n1. A5xa1 a4\n2. A1 *\n";
const LOOSE_REPAIRED: &str = "[Game \"Bosh\"]\n[Date \"2026-11-30\"]\n[Result \"*\"]\n\n1. A5xa1 a4\n2. A1xA1 *\n";
/// A record with one repair and a fault that has none.
const BAD: &str = "[Game \"Bosh\"]\n[Date \"2026.11.30\"]\n\n1. A5xa1 A1 *\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("text")
}

fn check(folder: &Path, args: &[&str], input: &str) -> Ran {
    run_in(folder, &[&["check"], args].concat(), input)
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

#[test]
fn a_file_is_repaired_in_its_place_and_checked() {
    let folder = folder(&[("loose.mgn", LOOSE)]);
    let repaired = check(folder.path(), &["--fix", "loose.mgn"], "");
    let out = "loose.mgn: record 1 (Bosh, 3 plies, *): valid\n";
    let told = "matombo: loose.mgn: 2 repairs in 1 record\nmatombo: 1 record checked, 0 invalid\n";
    assert_eq!(repaired, ran(0, out, told));
    assert_eq!(text(&folder, "loose.mgn"), LOOSE_REPAIRED);
    let again = check(folder.path(), &["--fix", "loose.mgn"], "");
    let told = "matombo: loose.mgn: nothing to repair\nmatombo: 1 record checked, 0 invalid\n";
    assert_eq!(again, ran(0, out, told));
    assert_eq!(text(&folder, "loose.mgn"), LOOSE_REPAIRED);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn several_files_and_what_is_still_wrong() {
    let folder = folder(&[("good.mgn", GOOD), ("bad.mgn", BAD)]);
    let repaired = check(folder.path(), &["--fix", "--format", "short", "good.mgn", "bad.mgn", "none.mgn"], "");
    assert_eq!(repaired.code, 2);
    assert_eq!(repaired.out, "bad.mgn:4:10: error[E0401]: `A1` is South's pit, but North is to move\n");
    let told = "matombo: good.mgn: nothing to repair\nmatombo: bad.mgn: 1 repair in 1 record\nmatombo: none.mgn: \
                No such file or directory (os error 2)\n";
    assert_eq!(repaired.err, told);
    assert_eq!(text(&folder, "bad.mgn"), BAD.replace("2026.11.30", "2026-11-30"));
    assert_eq!(check(folder.path(), &["--fix", "--format", "short", "bad.mgn"], "").code, 1);
}

#[test]
fn only_what_is_repaired_changes() {
    let kept = "%  odd \r\n[Game   \"Bosh\"] [South \"x\"]\r\n\r\n1.A5xa1   (A2xA3 ) a9 *\r\n\r\n\r\n";
    let before = format!("\u{feff}{kept}{}{kept}", LOOSE.replace('\n', "\r\n"));
    let after = format!("\u{feff}{kept}{}{kept}", LOOSE_REPAIRED.replace('\n', "\r\n"));
    let folder = folder(&[("mixed.mgn", &before)]);
    let repaired = check(folder.path(), &["--fix", "mixed.mgn"], "");
    assert_eq!(repaired.code, 1);
    assert_eq!(text(&folder, "mixed.mgn"), after);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = folder(&[]);
    let repaired = check(folder.path(), &["--fix", "-"], LOOSE);
    assert_eq!(repaired, ran(0, LOOSE_REPAIRED, "matombo: <stdin>: 2 repairs in 1 record\n"));
    let repaired = check(folder.path(), &["--fix"], BAD);
    assert_eq!((repaired.code, repaired.out), (1, BAD.replace("2026.11.30", "2026-11-30")));
    let told = "matombo: <stdin>: 1 repair in 1 record\nerror[E0401]: `A1` is South's pit, but North is to move\n";
    assert!(repaired.err.starts_with(told), "{}", repaired.err);
    let told = "matombo: `--fix` writes standard input to standard output: name no file besides\n";
    assert_eq!(check(folder.path(), &["--fix", "-", "x.mgn"], ""), ran(2, "", told));
}

#[test]
fn a_difference_is_shown_and_nothing_written() {
    let folder = folder(&[("loose.mgn", LOOSE), ("good.mgn", GOOD)]);
    let diff = "\
--- loose.mgn
+++ loose.mgn
@@ -1,6 +1,6 @@
 [Game \"Bosh\"]
-[Date \"2026.11.30\"]
+[Date \"2026-11-30\"]
 [Result \"*\"]
 
 1. A5xa1 a4
-2. A1 *
+2. A1xA1 *
";
    let told = "matombo: loose.mgn: 2 repairs in 1 record\nmatombo: good.mgn: nothing to repair\n";
    assert_eq!(check(folder.path(), &["--diff", "loose.mgn", "good.mgn"], ""), ran(1, diff, told));
    assert_eq!(text(&folder, "loose.mgn"), LOOSE);
    let told = "matombo: good.mgn: nothing to repair\n";
    assert_eq!(check(folder.path(), &["--diff", "good.mgn"], ""), ran(0, "", told));
}

#[test]
fn a_difference_far_apart_and_at_an_end_without_a_line_end() {
    let input = format!("{LOOSE}\n{GOOD}{GOOD}[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1");
    let folder = folder(&[]);
    let diff = "\
--- <stdin>
+++ <stdin>
@@ -1,9 +1,9 @@
 [Game \"Bosh\"]
-[Date \"2026.11.30\"]
+[Date \"2026-11-30\"]
 [Result \"*\"]
 
 1. A5xa1 a4
-2. A1 *
+2. A1xA1 *
 
 [Game \"Bosh\"]
 [Result \"*\"]
@@ -18,4 +18,4 @@
 [Game \"Bosh\"]
 [Result \"*\"]
 
-1. A5xa1
\\ No newline at end of file
+1. A5xa1 *
\\ No newline at end of file
";
    let told = "matombo: <stdin>: 3 repairs in 2 records\n";
    assert_eq!(check(folder.path(), &["--diff", "-"], &input), ran(1, diff, told));
}

#[test]
fn lines_that_come_are_counted() {
    let folder = folder(&[]);
    let input = "[Game \"Bosh\"]\n[Result \"*\"]\n";
    let diff = "\
--- <stdin>
+++ <stdin>
@@ -1,2 +1,4 @@
 [Game \"Bosh\"]
-[Result \"*\"]
+[Result \"*\"]
+
+*
";
    assert_eq!(check(folder.path(), &["--diff"], input), ran(1, diff, "matombo: <stdin>: 1 repair in 1 record\n"));
}

#[test]
fn json_is_not_repaired() {
    let json = "{\"game\": \"bosh\", \"turns\": [], \"result\": \"*\"}\n";
    let folder = folder(&[("one.json", json), ("good.mgn", GOOD)]);
    let told = "matombo: one.json: JSON is not repaired, only the notation is\n";
    assert_eq!(check(folder.path(), &["--fix", "one.json"], ""), ran(2, "", told));
    assert_eq!(check(folder.path(), &["--diff", "one.json"], ""), ran(2, "", told));
    assert_eq!(text(&folder, "one.json"), json);
    let told = "matombo: <stdin>: JSON is not repaired, only the notation is\n";
    assert_eq!(check(folder.path(), &["--fix"], json), ran(2, json, told));
    assert_eq!(check(folder.path(), &["--fix", "one.json", "good.mgn"], "").code, 2);
}

#[cfg(unix)]
#[test]
fn a_read_only_file_stays_and_links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder(&[("locked.mgn", LOOSE), ("loose.mgn", LOOSE)]);
    let set = |name: &str, mode: u32| {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).expect("permitted");
    };
    set("locked.mgn", 0o444);
    let told =
        "matombo: locked.mgn: the file is read-only and was not repaired\nmatombo: 1 record checked, 0 invalid\n";
    let out = "locked.mgn: record 1 (Bosh, 3 plies, *): valid\n";
    assert_eq!(check(folder.path(), &["--fix", "locked.mgn"], ""), ran(2, out, told));
    assert_eq!(text(&folder, "locked.mgn"), LOOSE);
    set("loose.mgn", 0o640);
    symlink("loose.mgn", folder.path().join("link.mgn")).expect("a link");
    assert_eq!(check(folder.path(), &["--fix", "link.mgn"], "").code, 0);
    assert_eq!(text(&folder, "loose.mgn"), LOOSE_REPAIRED);
    let data = folder.path().join("link.mgn").symlink_metadata().expect("there");
    assert!(data.file_type().is_symlink());
    let mode = folder.path().join("loose.mgn").metadata().expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn fix_and_diff_exclude_each_other() {
    let folder = folder(&[]);
    let both = check(folder.path(), &["--fix", "--diff"], "");
    assert_eq!((both.code, both.out.as_str()), (2, ""));
}

#[test]
fn what_was_probably_meant_is_asked_for_and_not_repaired() {
    let slip = "[Game \"Bosh\"]\n\n1. A6xa1 *\n";
    let folder = folder(&[("slip.mgn", slip)]);
    let repaired = check(folder.path(), &["--fix", "slip.mgn"], "");
    assert!(repaired.out.contains("= help: did you mean `A5xa1`?"), "{}", repaired.out);
    let told = "matombo: slip.mgn: nothing to repair\nmatombo: 1 record checked, 1 invalid, 1 error\n";
    assert_eq!((repaired.code, repaired.err.as_str()), (1, told));
    assert_eq!(text(&folder, "slip.mgn"), slip);
}
