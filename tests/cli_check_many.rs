//! `matombo check`: many files, parts of them, other encodings, several threads.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, run_in};
use pretty_assertions::assert_eq;
use tempfile::TempDir;

const GOOD: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
const BAD: &str = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n\n";
const BAD_SHORT: &str = "error[E0403]: `a1` is empty\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, text).expect("writable");
    }
    folder
}

fn short(folder: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    run_in(folder, &[&["check", "--format", "short"], args].concat(), input)
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

/// The names of the files that were found to be bad.
fn bad_files(told: &Ran) -> Vec<&str> {
    told.out.lines().filter_map(|line| line.split_once(":3:7: error[E0403]").map(|(file, _)| file)).collect()
}

#[test]
fn a_folder_stands_for_the_records_in_it() {
    let folder = folder(&[
        ("games/b.mgn", BAD),
        ("games/a/z.mgn", BAD),
        ("games/a/Y.MGN", BAD),
        ("games/a.mgn", BAD),
        ("games/c.jsonl", r#"{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*"}"#),
        ("games/d.json", r#"[{"game": "bosh", "turns": [{"text": "A5xa1"}], "result": "*"}]"#),
        ("games/notes.txt", "no record"),
        ("games/mgn", "no record"),
        ("games/.hidden.mgn", "no record"),
        ("games/.git/x.mgn", "no record"),
        ("bad.mgn", BAD),
    ]);
    let told = short(folder.path(), &["bad.mgn", "games", "games/b.mgn"], "");
    let files = ["bad.mgn", "games/a/Y.MGN", "games/a/z.mgn", "games/a.mgn", "games/b.mgn", "games/b.mgn"];
    assert_eq!((bad_files(&told), told.code, told.err.as_str()), (files.to_vec(), 1, ""));
    let told = run_in(folder.path(), &["check", "games/c.jsonl", "games/d.json", "--quiet"], "");
    assert_eq!(told, ran(0, "", ""));
    // What is named is read, however it is called.
    assert_eq!(
        short(folder.path(), &["games/.git"], "").out,
        "games/.git/x.mgn:1:1: error[E0106]: the record has no tags: it must begin with one, such as `[Game \"Bosh\"]`\n"
    );
}

#[test]
fn a_folder_without_records_does_not_pass() {
    let folder = folder(&[("games/notes.txt", "no record"), ("good.mgn", GOOD)]);
    let err = "matombo: games: no file in this folder ends in .mgn, .json or .jsonl\n";
    assert_eq!(short(folder.path(), &["games", "good.mgn"], ""), ran(2, "", err));
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_and_links_to_folders_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("bad.mgn", BAD), ("games/sub/a.mgn", BAD), ("elsewhere/b.mgn", BAD)]);
    let games = folder.path().join("games");
    symlink(folder.path().join("bad.mgn"), games.join("link.mgn")).expect("linked");
    symlink(&games, games.join("sub/round")).expect("linked");
    symlink(folder.path().join("elsewhere"), games.join("other")).expect("linked");
    symlink(&games, folder.path().join("named")).expect("linked");
    assert_eq!(bad_files(&short(folder.path(), &["games"], "")), ["games/link.mgn", "games/sub/a.mgn"]);
    assert_eq!(bad_files(&short(folder.path(), &["named"], "")), ["named/link.mgn", "named/sub/a.mgn"]);
    // A link that leads nowhere is no file that was checked.
    symlink(folder.path().join("nowhere"), games.join("x.mgn")).expect("linked");
    let told = short(folder.path(), &["games"], "");
    assert_eq!((told.code, told.err.as_str()), (2, "matombo: games/x.mgn: No such file or directory (os error 2)\n"));
}

#[test]
fn files_are_read_from_a_list() {
    let folder = folder(&[("a b.mgn", BAD), ("games/c.mgn", BAD), ("line\nend.mgn", BAD), ("first.mgn", BAD)]);
    fs::write(folder.path().join("list"), "a b.mgn\r\n\ngames").expect("writable");
    let told = short(folder.path(), &["--files-from", "list"], "");
    assert_eq!((bad_files(&told), told.code), (vec!["a b.mgn", "games/c.mgn"], 1));
    let told = short(folder.path(), &["first.mgn", "--files-from", "-"], "a b.mgn\n");
    assert_eq!(bad_files(&told), ["first.mgn", "a b.mgn"]);
    let told = short(folder.path(), &["--files-from", "-", "-0"], "line\nend.mgn\0a b.mgn");
    assert_eq!(bad_files(&told), ["line\\u{a}end.mgn", "a b.mgn"]);
}

#[test]
fn a_list_that_names_nothing_or_what_cannot_be() {
    let folder = folder(&[("good.mgn", GOOD)]);
    assert_eq!(short(folder.path(), &["--files-from", "-"], ""), ran(0, "", ""));
    let err = "matombo: none: No such file or directory (os error 2)\n";
    assert_eq!(short(folder.path(), &["--files-from", "none"], ""), ran(2, "", err));
    assert_eq!(short(folder.path(), &["--files-from", "-"], "none\ngood.mgn\n"), ran(2, "", err));
    let err = "matombo: `-` cannot be read: standard input holds the names of the files\n";
    assert_eq!(short(folder.path(), &["--files-from", "-"], "-\ngood.mgn\n"), ran(2, "", err));
    assert_eq!(short(folder.path(), &["-0"], "").code, 2);
    // A list that cannot be read is told once.
    fs::create_dir(folder.path().join("folder")).expect("writable");
    let err = "matombo: folder: Is a directory (os error 21)\n";
    assert_eq!(short(folder.path(), &["--files-from", "folder", "good.mgn"], ""), ran(2, "", err));
    let err = "matombo: <stdin>: a name in this list is longer than 65536 bytes\n";
    assert_eq!(short(folder.path(), &["--files-from", "-", "good.mgn"], "x".repeat(70_000)), ran(2, "", err));
}

#[test]
fn names_in_this_folder_need_no_dot() {
    let folder = folder(&[("a.mgn", BAD), ("sub/b.mgn", BAD)]);
    for name in [".", "./"] {
        assert_eq!(bad_files(&short(folder.path(), &[name], "")), ["a.mgn", "sub/b.mgn"]);
    }
    assert_eq!(bad_files(&short(folder.path(), &["./a.mgn"], "")), ["./a.mgn"]);
}

#[test]
fn records_are_selected_by_number() {
    let folder = folder(&[("games.mgn", &[BAD, GOOD, BAD, BAD].concat()), ("one.mgn", BAD)]);
    let lines = |args: &[&str]| {
        let told = short(folder.path(), args, "");
        let lines: Vec<u32> = told
            .out
            .lines()
            .map(|line| line.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line"))
            .collect();
        (told.code, lines, told.err)
    };
    assert_eq!(lines(&["games.mgn", "--record", "1"]), (1, vec![3], String::new()));
    assert_eq!(lines(&["games.mgn", "--record", "2"]), (0, vec![], String::new()));
    assert_eq!(lines(&["games.mgn", "--record", "4,1-2"]), (1, vec![3, 16], String::new()));
    assert_eq!(lines(&["games.mgn", "--record", "3-"]), (1, vec![12, 16], String::new()));
    let err = "matombo: one.mgn: there is no record 3, the file has 1\n";
    assert_eq!(lines(&["games.mgn", "one.mgn", "--record", "1,3"]), (2, vec![3, 12, 3], err.to_owned()));
    let told = run_in(folder.path(), &["check", "games.mgn", "--record", "2"], "");
    let out = "games.mgn: record 2 (Bosh, 1 ply, *): valid\n";
    assert_eq!(told, ran(0, out, "matombo: 1 record checked, 0 invalid\n"));
    for wrong in ["0", "x", "3-1", "", "18446744073709551615"] {
        assert_eq!(lines(&["games.mgn", "--record", wrong]).0, 2, "{wrong}");
    }
    assert_eq!(lines(&["games.mgn", "--record", "1", "--fix"]).0, 2);
    assert_eq!(fs::read_to_string(folder.path().join("games.mgn")).expect("kept"), [BAD, GOOD, BAD, BAD].concat());
}

#[test]
fn repairs_reach_into_folders() {
    let unnumbered = "[Game \"Bosh\"]\n[Result \"*\"]\n\n7. A5xa1 *\n";
    let folder = folder(&[("games/a.mgn", unnumbered), ("games/b/c.mgn", unnumbered), ("games/note.txt", unnumbered)]);
    let told = run_in(folder.path(), &["check", "--fix", "games"], "");
    assert_eq!(told.code, 0, "{told:?}");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("there");
    assert_eq!(text("games/a.mgn"), unnumbered.replace('7', "1"));
    assert_eq!(text("games/b/c.mgn"), unnumbered.replace('7', "1"));
    assert_eq!(text("games/note.txt"), unnumbered);
    assert_eq!(told.err.matches("1 repair in 1 record").count(), 2, "{told:?}");
}

#[test]
fn json_beside_the_notation_is_checked_and_not_repaired() {
    let unnumbered = "[Game \"Bosh\"]\n[Result \"*\"]\n\n7. A5xa1 *\n";
    let json = "{\"game\": \"bosh\", \"turns\": [{\"text\": \"A6xa1\"}], \"result\": \"*\"}\n";
    let folder = folder(&[("games/a.mgn", unnumbered), ("games/b.json", json)]);
    let told = run_in(folder.path(), &["check", "--diff", "games"], "");
    assert!(told.code == 1 && told.err == "matombo: games/a.mgn: 1 repair in 1 record\n", "{told:?}");
    let told = run_in(folder.path(), &["check", "--fix", "--format", "short", "games"], "");
    assert!(told.code == 1 && told.out.starts_with("games/b.json:1:") && told.out.contains("E0402"), "{told:?}");
    let told = run_in(folder.path(), &["check", "--fix", "games/b.json"], "");
    let err = "matombo: games/b.json: JSON is not repaired, only the notation is\n";
    assert_eq!(told, ran(2, "", err));
    let told = run_in(folder.path(), &["check", "--fix", "-"], json);
    assert_eq!(told, ran(2, json, "matombo: <stdin>: JSON is not repaired, only the notation is\n"));
}

#[test]
fn the_output_is_the_same_for_any_number_of_jobs() {
    let records: Vec<String> = (0..3000).map(|index| [GOOD, BAD][usize::from(index % 7 == 0)].to_owned()).collect();
    let folder = folder(&[
        ("big.mgn", &records.concat()),
        ("small.mgn", GOOD),
        ("broken.mgn", "what is this"),
        ("empty.mgn", ""),
    ]);
    for format in ["human", "short", "jsonl", "github", "sarif", "junit"] {
        for more in [&[][..], &["--max-diagnostics", "100"], &["--record", "1,5-2000"]] {
            let told = |jobs: &str| {
                let args = ["check", "--format", format, "--jobs", jobs, "small.mgn", "big.mgn", "none", "broken.mgn"];
                run_in(folder.path(), &[&args[..], &["empty.mgn", "big.mgn", "."], more].concat(), "")
            };
            let alone = told("1");
            assert!(alone.code == 2 && !alone.out.is_empty());
            assert!(told("2") == alone && told("5") == alone, "{format} {more:?}");
        }
    }
    assert_eq!(short(folder.path(), &["--jobs", "0", "small.mgn"], "").code, 2);
    assert_eq!(short(folder.path(), &["--jobs", "18446744073709551615", "small.mgn", "big.mgn"], "").code, 1);
}

#[test]
fn conversion_is_the_same_for_any_number_of_jobs() {
    let records: Vec<String> = (0..3000).map(|index| [GOOD, BAD][usize::from(index % 7 == 0)].to_owned()).collect();
    let folder = folder(&[("games/big.mgn", &records.concat()), ("games/small.mgn", GOOD)]);
    for form in ["mgn", "json", "jsonl"] {
        let told = |jobs: &str| run_in(folder.path(), &["convert", "--to", form, "--jobs", jobs, "games"], "");
        let alone = told("1");
        assert!(alone.code == 1 && !alone.out.is_empty());
        assert!(told("2") == alone && told("5") == alone, "{form}");
    }
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "--record", "2,4", "games/big.mgn"], "");
    assert_eq!(told, ran(0, &[GOOD, GOOD].concat(), ""));
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "--record", "2", "games/small.mgn"], "");
    assert_eq!(told, ran(2, "", "matombo: games/small.mgn: there is no record 2, the file has 1\n"));
}

fn utf16(text: &str, to: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to).collect()
}

#[test]
fn other_encodings_are_refused_with_advice() {
    let folder = folder(&[]);
    let latin: &[u8] = b"[Game \"Bosh\"]\n[Site \"Caf\xE9\"]\n[Result \"*\"]\n\n1. A5xa1 *\n";
    let told = run_in(folder.path(), &["check"], latin);
    let out = "\
error[E0101]: byte 0xE9 is not UTF-8 text
 --> <stdin>:2:11
  |
2 | [Site \"Caf\\xE9\"]
  |           ^^^^
  = help: if it is Latin-1, convert the file, `iconv -f LATIN1 -t UTF-8`, or name its encoding,
          `--encoding latin1`

<stdin>: record 1 (Bosh, 1 ply, *): invalid, 1 error

";
    assert_eq!(told, ran(1, out, "matombo: 1 record checked, 1 invalid, 1 error\n"));
    for (bytes, encoding) in [
        (utf16(&format!("\u{feff}{GOOD}"), u16::to_le_bytes), "UTF-16"),
        (utf16(GOOD, u16::to_le_bytes), "UTF-16LE"),
        (utf16(GOOD, u16::to_be_bytes), "UTF-16BE"),
    ] {
        let told = run_in(folder.path(), &["check"], bytes);
        let out = format!(
            "error[E0102]: the text is UTF-16, only UTF-8 is read\n --> <stdin>:1:1\n  = help: convert the file, \
             `iconv -f {encoding} -t UTF-8`, or name its encoding,\n          `--encoding {}`\n\n\
             <stdin>: record 1: invalid, 1 error\n\n",
            encoding.to_lowercase()
        );
        // Where the line is broken depends on the name.
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
        assert_eq!((told.code, words(&told.out)), (1, words(&out)));
    }
}

#[test]
fn utf_32_is_no_utf_16() {
    let utf32: Vec<u8> = format!("\u{feff}{GOOD}").chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let told = run_in(folder(&[]).path(), &["check"], utf32);
    let out = "\
error[E0102]: the text is UTF-32, only UTF-8 is read
 --> <stdin>:1:1
  = help: convert the file: `iconv -f UTF-32 -t UTF-8`

<stdin>: record 1: invalid, 1 error

";
    assert_eq!(told, ran(1, out, "matombo: 1 record checked, 1 invalid, 1 error\n"));
}

#[test]
fn an_encoding_can_be_named() {
    let text = "[Game \"Bosh\"]\n[Site \"Café\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    let folder = folder(&[("utf-8.mgn", text)]);
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("writable");
    write("latin.mgn", &text.chars().map(|c| c as u8).collect::<Vec<u8>>());
    write("marked.mgn", &utf16(&format!("\u{feff}{text}"), u16::to_be_bytes));
    write("little.mgn", &utf16(text, u16::to_le_bytes));
    write(
        "json",
        &utf16(
            r#"{"game": "bosh", "tags": {"Site": "Café"}, "turns": [{"text": "A5xa1"}], "result": "*"}"#,
            u16::to_le_bytes,
        ),
    );
    for (name, encoding) in [
        ("latin.mgn", "latin1"),
        ("latin.mgn", "ISO-8859-1"),
        ("marked.mgn", "utf-16"),
        ("little.mgn", "utf-16le"),
        ("utf-8.mgn", "utf-8"),
        ("json", "utf-16"),
    ] {
        let told = run_in(folder.path(), &["convert", "--to", "mgn", "--encoding", encoding, name], "");
        assert_eq!(told, ran(0, text, ""), "{name} {encoding}");
    }
    write("odd.mgn", &[utf16(text, u16::to_le_bytes), vec![b'x']].concat());
    let err = "matombo: odd.mgn: byte 108 and what follows is no text in UTF-16LE\n";
    assert_eq!(short(folder.path(), &["--encoding", "utf-16le", "odd.mgn"], ""), ran(2, "", err));
    let told = short(folder.path(), &["--encoding", "klingon", "utf-8.mgn"], "");
    assert!(told.code == 2 && told.err.contains("encodings are named as on the web"), "{told:?}");
    assert_eq!(short(folder.path(), &["--encoding", "latin1", "--fix", "latin.mgn"], "").code, 2);
}

#[test]
fn records_larger_than_asked_for_are_errors_of_their_own() {
    let large = BAD.replace("B1 *", &format!("{{{}}} B1 *", "x".repeat(2000)));
    let folder = folder(&[("games.mgn", &[GOOD, &large, BAD].concat())]);
    let told = short(folder.path(), &["--max-record", "1KiB", "games.mgn"], "");
    let out = format!("games.mgn:6:1: error[E0104]: the record is larger than 1024 bytes\ngames.mgn:12:7: {BAD_SHORT}");
    assert_eq!(told, ran(1, &out, ""));
    assert_eq!(short(folder.path(), &["--max-record", "3000", "games.mgn"], "").out.lines().count(), 2);
    for wrong in ["much", "99999999999999999999", "17EiB"] {
        let told = short(folder.path(), &["--max-record", wrong, "games.mgn"], "");
        assert!(told.code == 2 && told.err.contains("a size is bytes, or something like 500KiB"), "{told:?}");
    }
}
