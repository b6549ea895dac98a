//! `matombo fmt`: all that it writes, and its exit status.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Ran, run_in};
use matombo::notation::RecordReader;
use pretty_assertions::assert_eq;
use tempfile::TempDir;

const MESSY: &str =
    "[result \"*\"][game \"fuva\"]\n% a remark of a program\n1.B18>B20 {fine} (1. B19|B21) ; so\n1... b18/b20 *\n";
const NEAT: &str = "[Game \"Tsoro\"]\n[Result \"*\"]\n\n1. B18/B20 {fine} {so} (1. B19.B21) 1... b18/b20 *\n\n";
const BROKEN: &str = "[game \"fuva\"]\n\n1.   B18>B20 b19 *\n\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, text).expect("writable");
    }
    folder
}

fn fmt(folder: &Path, args: &[&str], input: &str) -> Ran {
    run_in(folder, &[&["fmt"], args].concat(), input)
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("there")
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = folder(&[]);
    assert_eq!(fmt(folder.path(), &[], MESSY), ran(0, NEAT, ""));
    assert_eq!(fmt(folder.path(), &["-"], NEAT), ran(0, NEAT, ""));
    assert_eq!(fmt(folder.path(), &[], ""), ran(0, "", ""));
}

#[test]
fn files_are_written_in_place_only_if_they_change() {
    let folder = folder(&[("a/messy.mgn", MESSY), ("a/neat.mgn", NEAT), ("a/x.json", "{}"), ("a/note.txt", MESSY)]);
    let modified =
        |name: &str| fs::metadata(folder.path().join(name)).and_then(|data| data.modified()).expect("a time");
    let before = modified("a/neat.mgn");
    assert_eq!(fmt(folder.path(), &["a"], ""), ran(0, "", ""));
    assert_eq!(text(&folder, "a/messy.mgn"), NEAT);
    assert_eq!((text(&folder, "a/neat.mgn").as_str(), modified("a/neat.mgn")), (NEAT, before));
    assert_eq!((text(&folder, "a/x.json").as_str(), text(&folder, "a/note.txt").as_str()), ("{}", MESSY));
    let names: Vec<_> = fs::read_dir(folder.path().join("a")).expect("a folder").collect();
    assert_eq!(names.len(), 4);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder(&[("real.mgn", MESSY)]);
    let real = folder.path().join("real.mgn");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("mine");
    symlink("real.mgn", folder.path().join("link.mgn")).expect("linked");
    assert_eq!(fmt(folder.path(), &["link.mgn"], ""), ran(0, "", ""));
    assert_eq!(fs::read_link(folder.path().join("link.mgn")).expect("a link"), PathBuf::from("real.mgn"));
    assert_eq!(text(&folder, "real.mgn"), NEAT);
    assert_eq!(fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_record_with_errors_is_left_as_it_is() {
    let folder = folder(&[("games.mgn", &[MESSY, "\n", BROKEN, MESSY].concat())]);
    let told = fmt(folder.path(), &["games.mgn"], "");
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    let head =
        "error[E0502]: a lap ends in the head `b21`: write `/b21` to go on or `.b21` to stop\n --> games.mgn:8:14\n";
    assert!(told.err.starts_with(head), "{}", told.err);
    assert_eq!(text(&folder, "games.mgn"), [NEAT, BROKEN, NEAT].concat());
    let again = fmt(folder.path(), &["games.mgn"], "");
    assert_eq!((again.code, text(&folder, "games.mgn")), (1, [NEAT, BROKEN, NEAT].concat()));
}

#[test]
fn check_names_the_files_that_would_change() {
    let folder = folder(&[("messy.mgn", MESSY), ("neat.mgn", NEAT), ("broken.mgn", BROKEN)]);
    assert_eq!(fmt(folder.path(), &["--check", "neat.mgn"], ""), ran(0, "", ""));
    assert_eq!(fmt(folder.path(), &["--check", "neat.mgn", "messy.mgn"], ""), ran(1, "messy.mgn\n", ""));
    assert_eq!(fmt(folder.path(), &["--check"], MESSY), ran(1, "<stdin>\n", ""));
    assert_eq!(fmt(folder.path(), &["--check", "--checks", "full", "neat.mgn"], ""), ran(1, "neat.mgn\n", ""));
    let told = fmt(folder.path(), &["--check", "broken.mgn"], "");
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert!(told.err.starts_with("error[E0502]"), "{}", told.err);
    assert_eq!(text(&folder, "messy.mgn"), MESSY);
}

#[test]
fn diff_shows_what_would_change() {
    let folder = folder(&[("games.mgn", &[NEAT, MESSY, NEAT].concat())]);
    let out = "\
--- games.mgn
+++ games.mgn
@@ -3,10 +3,10 @@
 
 1. B18/B20 {fine} {so} (1. B19.B21) 1... b18/b20 *
 
-[result \"*\"][game \"fuva\"]
-% a remark of a program
-1.B18>B20 {fine} (1. B19|B21) ; so
-1... b18/b20 *
+[Game \"Tsoro\"]
+[Result \"*\"]
+
+1. B18/B20 {fine} {so} (1. B19.B21) 1... b18/b20 *
+
 [Game \"Tsoro\"]
 [Result \"*\"]
 
";
    let told = fmt(folder.path(), &["--diff", "games.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (1, ""));
    // The lengths of the hunk follow from its lines.
    let body = |text: &str| text.lines().filter(|line| !line.starts_with("@@")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(body(&told.out), body(out));
    assert_eq!(text(&folder, "games.mgn"), [NEAT, MESSY, NEAT].concat());
    assert_eq!(fmt(folder.path(), &["--diff"], NEAT), ran(0, "", ""));
}

#[test]
fn a_diff_can_be_applied() {
    let folder = folder(&[("games.mgn", &[MESSY, "\n\n", BROKEN, MESSY, NEAT, MESSY.trim_end()].concat())]);
    let diff = fmt(folder.path(), &["--diff", "games.mgn"], "").out;
    let patched = std::process::Command::new("patch")
        .args(["-s", "-o", "patched.mgn", "games.mgn"])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::piped())
        .spawn();
    // Not every machine has it.
    let Ok(mut patch) = patched else { return };
    std::io::Write::write_all(&mut patch.stdin.take().expect("piped"), diff.as_bytes()).expect("read");
    assert!(patch.wait().expect("it ran").success());
    assert_eq!(fmt(folder.path(), &["games.mgn"], "").code, 1);
    assert_eq!(text(&folder, "patched.mgn"), text(&folder, "games.mgn"));
}

#[test]
fn checks_can_be_written_and_taken_out_again() {
    let folder = folder(&[]);
    // The first turns of records/bosh/02-a-match.mgn.
    let record = |turns: &str| format!("[Game \"Bosh\"]\n[Result \"*\"]\n\n1. {turns} *\n\n");
    let canonical = record("A2xA3 a3xa3 2. A4 a5xa2");
    for (checks, turns) in [
        ("none", "A2xA3 a3xa3 2. A4 a5xa2"),
        ("captures", "A2xA3:5 a3xa3:2 2. A4 a5xa2:1"),
        ("full", "A2xA3:5=A1 a3xa3:2=a1 2. A4=a1 a5xa2:1=A5"),
    ] {
        let written = fmt(folder.path(), &["--checks", checks], &canonical);
        assert_eq!(written, ran(0, &record(turns), ""), "{checks}");
        assert_eq!(fmt(folder.path(), &["--checks", "none"], &written.out), ran(0, &canonical, ""));
        assert_eq!(run_in(folder.path(), &["check", "--format", "short"], written.out.as_str()), ran(0, "", ""));
    }
}

#[test]
fn lines_are_broken_at_the_width() {
    let folder = folder(&[]);
    let told = fmt(folder.path(), &["--width", "20"], NEAT);
    let out = "[Game \"Tsoro\"]\n[Result \"*\"]\n\n1. B18/B20 {fine}\n{so} (1. B19.B21)\n1... b18/b20 *\n\n";
    assert_eq!(told, ran(0, out, ""));
    assert_eq!(fmt(folder.path(), &["--width", "19"], NEAT).code, 2);
}

#[test]
fn json_and_what_cannot_be_read_whole_is_left_alone() {
    let json = "{\"game\": \"bosh\", \"turns\": [], \"result\": \"*\"}";
    let large = MESSY.replace("fine", &"x".repeat(5000));
    let folder = folder(&[("a.json", json), ("large.mgn", &large), ("messy.mgn", MESSY)]);
    let err = "matombo: a.json: JSON has no canonical notation, `matombo convert --to mgn` puts it into the notation\n\
               matombo: none.mgn: No such file or directory (os error 2)\n";
    assert_eq!(fmt(folder.path(), &["a.json", "none.mgn", "messy.mgn"], ""), ran(2, "", err));
    assert_eq!((text(&folder, "a.json").as_str(), text(&folder, "messy.mgn").as_str()), (json, NEAT));
    let told = fmt(folder.path(), &["--max-record", "1KiB", "large.mgn"], "");
    assert!(told.code == 2 && told.err.contains("E0104") && told.err.contains("left alone"), "{told:?}");
    assert_eq!(text(&folder, "large.mgn"), large);
}

#[test]
fn formatting_twice_is_formatting_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![root.join("records"), root.join("notation/conformance"), root.join("tests/corpus")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == "mgn") {
                files.push(entry);
            }
        }
    }
    assert!(files.len() > 200, "{}", files.len());
    let folder = folder(&[]);
    let copies: Vec<PathBuf> =
        files.iter().enumerate().map(|(index, _)| folder.path().join(format!("{index:04}.mgn"))).collect();
    for (file, copy) in files.iter().zip(&copies) {
        fs::copy(file, copy).expect("copied");
    }
    let read = || copies.iter().map(|copy| fs::read(copy).expect("there")).collect::<Vec<_>>();
    let counts = |all: &[Vec<u8>]| all.iter().map(|bytes| RecordReader::new(&bytes[..]).count()).collect::<Vec<_>>();
    let before = read();
    assert_eq!(fmt(folder.path(), &["."], "").code, 1);
    let once = read();
    assert_eq!(counts(&before), counts(&once));
    fmt(folder.path(), &["."], "");
    assert!(read() == once);
}
