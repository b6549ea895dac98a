//! `matombo convert`: all that it writes, and its exit status.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, run, run_in};
use pretty_assertions::assert_eq;
use serde_json::Value;
use tempfile::TempDir;

const GOOD: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
const LOOSE: &str = "[result \"*\"][game \"BOSH\"] A5 ; taken\n*";
const LOOSE_CANONICAL: &str = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 {taken} *\n\n";
const BAD: &str = "[Game \"Bosh\"]\n\n1. A5xa2 {why?} a1 *";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("good.mgn", GOOD), ("loose.mgn", LOOSE), ("bad.mgn", BAD), ("empty.mgn", "")] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("readable")
}

fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .expect("readable")
        .map(|e| e.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    names
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

const GOOD_JSON: &str = concat!(
    r#"{"format":1,"game":"bosh","rules":{"stall":3,"fill":"left","starter":"alternate","stones":"exact"},"tags":{},"#,
    r#""start":"5*4/5*4 S 0,0 1S","comments":[],"turns":[{"ply":1,"number":1,"seat":"south","text":"A5xa1","#,
    r#""origin":"A5","clockwise":false,"steps":[{"kind":"capture","pit":"a1","stones":5,"clockwise":false}],"laps":2,"#,
    r#""landing":"A4","captured":5,"position":"0,3*5,0/4*5,0 N 5,0 1S","glyphs":[],"comments":[],"variations":[]}],"#,
    r#""result":"*","termination":"unterminated"}"#
);

const MINIMAL_JSONL: &str = concat!(
    r#"{"format":1,"game":"bosh","turns":[{"text":"A5xa1","comments":["taken"]}],"result":"*"}"#,
    "\n",
    r#"{"format":1,"game":"bosh","turns":[{"text":"A5xa1"}],"result":"*"}"#,
    "\n"
);

#[test]
fn each_form_of_output() {
    let folder = folder();
    let convert = |args: &[&str]| run_in(folder.path(), &[&["convert"], args].concat(), "");
    assert_eq!(convert(&["--to", "mgn", "loose.mgn", "good.mgn"]), ran(0, &[LOOSE_CANONICAL, GOOD].concat(), ""));
    assert_eq!(convert(&["--to", "jsonl", "good.mgn", "good.mgn"]), ran(0, &format!("{GOOD_JSON}\n{GOOD_JSON}\n"), ""));
    assert_eq!(convert(&["--to", "jsonl", "--minimal", "loose.mgn", "good.mgn"]), ran(0, MINIMAL_JSONL, ""));
    assert_eq!(
        convert(&["--to", "json", "good.mgn", "good.mgn"]),
        ran(0, &format!("[\n{GOOD_JSON},\n{GOOD_JSON}\n]\n"), "")
    );
    assert_eq!(convert(&["--to", "json", "empty.mgn"]), ran(0, "[]\n", ""));
    assert_eq!(convert(&["--to", "jsonl", "empty.mgn"]), ran(0, "", ""));
    assert_eq!(convert(&["--to", "mgn", "empty.mgn"]), ran(0, "", ""));
}

#[test]
fn the_form_must_be_named() {
    let told = run(&["convert"], GOOD);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.contains("--to <FORM>"), "{}", told.err);
    assert_eq!(run(&["convert", "--to", "pgn"], GOOD).code, 2);
}

#[test]
fn there_and_back_is_canonical() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for name in ["kimasai", "tsoro-8col-bonus3-right1", "bosh", "igisoro-front-lap", "nsolo-10col-file"] {
        let text = fs::read_to_string(corpus.join(format!("{name}.mgn"))).expect("readable");
        let canonical = run(&["convert", "--to", "mgn"], text.clone());
        assert_eq!((canonical.code, canonical.err.as_str()), (0, ""));
        for form in ["json", "jsonl"] {
            let json = run(&["convert", "--to", form], text.clone());
            assert_eq!(json.code, 0);
            let back = run(&["convert", "--to", "mgn"], json.out.clone());
            assert_eq!(back, canonical);
            let again = run(&["convert", "--to", form, "--from", form], json.out.clone());
            assert_eq!(again, json);
        }
    }
}

#[test]
fn invalid_records_are_told_and_left_out() {
    let folder = folder();
    let args = ["convert", "--to", "mgn", "good.mgn", "bad.mgn", "none.mgn", "loose.mgn"];
    let told = run_in(folder.path(), &args, "");
    assert_eq!((told.code, told.out.as_str()), (2, [GOOD, LOOSE_CANONICAL].concat().as_str()));
    let board = "  = the board before ply 1, South to move:
        5   4   3   2   1  North
    a   4   4   4   4   4  a
      ---------------------
    A   4   4   4   4   4! A
        1   2   3   4   5  South
  = note: the turn after it and the result are not judged
";
    assert_eq!(
        told.err,
        format!(
            "error[E0506]: the capture takes `a1`, not `a2`\n --> bad.mgn:3:7\n  |\n3 | 1. A5xa2 {{why?}} a1 *\n  |       ^^\n  |\n{board}\n\
             matombo: none.mgn: No such file or directory (os error 2)\n"
        )
    );
    assert_eq!(run_in(folder.path(), &["convert", "--to", "mgn", "bad.mgn", "good.mgn"], "").code, 1);
}

#[test]
fn invalid_records_are_kept_on_demand() {
    let folder = folder();
    let convert = |form| run_in(folder.path(), &["convert", "--keep-invalid", "--to", form, "bad.mgn", "good.mgn"], "");
    let told = convert("mgn");
    assert_eq!((told.code, told.out), (1, format!("{BAD}\n\n{GOOD}")));
    let told = convert("jsonl");
    let lines: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).expect("json")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["turns"][0]["text"], "A5xa2");
    assert_eq!(lines[0]["turns"][0]["comments"][0], "why?");
    assert_eq!(lines[0]["turns"][0].get("position"), None);
    let told = convert("json");
    assert_eq!(serde_json::from_str::<Value>(&told.out).expect("json").as_array().map(Vec::len), Some(2));
}

#[test]
fn kept_records_do_not_run_together() {
    let folder = folder();
    fs::write(folder.path().join("event.mgn"), "[Event \"x\"]\n").expect("writable");
    let told =
        run_in(folder.path(), &["convert", "--keep-invalid", "--to", "mgn", "event.mgn", "bad.mgn", "good.mgn"], "");
    assert_eq!((told.code, told.out.as_str()), (1, format!("[Event \"x\"]\n\n*\n\n{BAD}\n\n{GOOD}").as_str()));
    let again = run_in(folder.path(), &["convert", "--keep-invalid", "--to", "mgn"], told.out.clone());
    assert_eq!(again.out, told.out);
}

#[test]
fn a_record_of_no_known_game_has_no_json() {
    let folder = folder();
    fs::write(folder.path().join("a\u{1b}"), "[Game \"Chess\"]\n\n1. e4 *").expect("writable");
    let told = run_in(folder.path(), &["convert", "--keep-invalid", "--to", "json", "a\u{1b}"], "");
    assert_eq!((told.code, told.out.as_str()), (1, "[]\n"));
    let last = told.err.lines().last().expect("a line");
    assert_eq!(last, "matombo: a\\u{1b}: record 1 cannot be written in this form: its start is not known");
    let told = run_in(folder.path(), &["convert", "--keep-invalid", "--to", "mgn", "a\u{1b}"], "");
    assert_eq!((told.code, told.out.as_str()), (1, "[Game \"Chess\"]\n\n1. e4 *\n\n"));
}

#[test]
fn text_of_an_invalid_json_record_cannot_pass_for_records() {
    let json = r#"{"game": "bosh", "turns": [{"text": "A1 *\n\n[Game \"Bosh\"]\n\n1. A5xa1"}], "result": "*"}"#;
    let told = run(&["convert", "--keep-invalid", "--to", "mgn"], json);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    let json = r#"{"game": "bosh", "turns": [{"text": "A5xa2"}], "result": "*"}"#;
    let told = run(&["convert", "--keep-invalid", "--to", "mgn"], json);
    assert_eq!((told.code, told.out.as_str()), (1, "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa2 *\n\n"));
}

#[test]
fn the_notation_cannot_carry_ext() {
    let json = r#"{"game": "bosh", "turns": [], "result": "*", "clock": 5}"#;
    let told = run(&["convert", "--to", "mgn"], json);
    assert_eq!((told.code, told.out.as_str()), (0, "[Game \"Bosh\"]\n[Result \"*\"]\n\n*\n\n"));
    assert!(
        told.err.starts_with("warning[W1006]: the notation cannot carry what is in `ext`, or belongs there: `clock`\n"),
        "{}",
        told.err
    );
    let told = run(&["convert", "--to", "jsonl"], json);
    assert!(told.out.ends_with("\"ext\":{\"clock\":5}}\n") && told.err.is_empty(), "{told:?}");
}

#[test]
fn a_file_is_written_whole() {
    let folder = folder();
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "good.mgn", "--output", "new.mgn"], "");
    assert_eq!(told, ran(0, "", ""));
    assert_eq!(read(&folder, "new.mgn"), GOOD);
    assert_eq!(names(&folder), ["bad.mgn", "empty.mgn", "good.mgn", "loose.mgn", "new.mgn"]);
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "good.mgn", "-o", "-"], "");
    assert_eq!(told, ran(0, GOOD, ""));
}

#[test]
fn an_input_can_be_replaced() {
    let folder = folder();
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "loose.mgn", "-o", "loose.mgn"], "");
    assert_eq!(told, ran(0, "", ""));
    assert_eq!(read(&folder, "loose.mgn"), LOOSE_CANONICAL);
}

#[test]
fn an_input_is_not_replaced_by_less() {
    let folder = folder();
    fs::write(folder.path().join("both.mgn"), format!("{GOOD}{BAD}\n")).expect("writable");
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "both.mgn", "-o", "./both.mgn"], "");
    assert_eq!(told.code, 1);
    let last = told.err.lines().last().expect("a line");
    assert_eq!(
        last,
        "matombo: nothing was written: invalid records would be lost from the file; `--keep-invalid` keeps them"
    );
    assert_eq!(read(&folder, "both.mgn"), format!("{GOOD}{BAD}\n"));
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "--keep-invalid", "both.mgn", "-o", "both.mgn"], "");
    assert_eq!(told.code, 1);
    assert_eq!(read(&folder, "both.mgn"), format!("{GOOD}{BAD}\n\n"));
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "none.mgn", "good.mgn", "-o", "good.mgn"], "");
    let err = "matombo: none.mgn: No such file or directory (os error 2)\n\
               matombo: nothing was written: not all of the input could be read\n";
    assert_eq!(told, ran(2, "", err));
    assert_eq!(read(&folder, "good.mgn"), GOOD);
    assert_eq!(names(&folder), ["bad.mgn", "both.mgn", "empty.mgn", "good.mgn", "loose.mgn"]);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder();
    let path = folder.path();
    symlink("loose.mgn", path.join("link")).expect("a link");
    symlink("later.mgn", path.join("dangling")).expect("a link");
    fs::set_permissions(path.join("loose.mgn"), fs::Permissions::from_mode(0o640)).expect("permitted");
    for name in ["link", "dangling"] {
        assert_eq!(run_in(path, &["convert", "--to", "mgn", "good.mgn", "-o", name], ""), ran(0, "", ""));
        assert!(path.join(name).symlink_metadata().expect("there").is_symlink(), "{name}");
    }
    assert_eq!((read(&folder, "loose.mgn"), read(&folder, "later.mgn")), (GOOD.to_owned(), GOOD.to_owned()));
    assert_eq!(path.join("loose.mgn").metadata().expect("there").permissions().mode() & 0o777, 0o640);
    // A new file has the permissions of any new file.
    fs::write(path.join("plain"), "").expect("writable");
    let mode = |name: &str| path.join(name).metadata().expect("there").permissions().mode();
    assert_eq!(mode("later.mgn"), mode("plain"));
}

#[cfg(unix)]
#[test]
fn places_that_cannot_be_written() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("writable");
    for (place, message) in [
        ("none/new.mgn", "No such file or directory (os error 2)"),
        ("sub", "not a regular file: write to standard output and redirect that"),
        ("/dev/full", "not a regular file: write to standard output and redirect that"),
        ("good.mgn/new", "Not a directory (os error 20)"),
    ] {
        let told = run_in(folder.path(), &["convert", "--to", "mgn", "good.mgn", "-o", place], "");
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{place}");
        assert!(told.err == format!("matombo: {place}: {message}\n"), "{}", told.err);
        assert_eq!(told.err.lines().count(), 1);
    }
    assert_eq!(names(&folder), ["bad.mgn", "empty.mgn", "good.mgn", "loose.mgn", "sub"]);
}

#[test]
fn a_broken_array_is_no_valid_input() {
    let record = r#"{"game":"bosh","turns":[],"result":"*"}"#;
    for (text, records) in [
        (format!("[{record}"), 1),
        (format!("[{record} {record}]"), 2),
        (format!("[{record},]"), 1),
        (format!("[{record}]]"), 1),
        (format!("[,{record}]"), 1),
    ] {
        let told = run(&["convert", "--from", "json", "--to", "mgn"], text.as_str());
        assert_eq!(told.code, 1, "{text}");
        assert_eq!(told.out, "[Game \"Bosh\"]\n[Result \"*\"]\n\n*\n\n".repeat(records), "{text}");
        assert!(told.err.contains("E1001"), "{text}: {}", told.err);
    }
}

#[test]
fn a_key_given_twice_or_missing_loses_no_turns() {
    for (text, message) in [
        (r#"{"game":"bosh","turns":[{"text":"A5"}],"turns":[],"result":"*"}"#, "key `turns` is given twice"),
        (r#"{"game":"bosh","turns":[{"text":"A5xa1","text":"A4"}],"result":"*"}"#, "key `text` is given twice"),
        (r#"{"game":"bosh","turn":[{"text":"A5xa1"}],"result":"*"}"#, "the record has no `turns`"),
    ] {
        let told = run(&["convert", "--to", "mgn"], text);
        assert_eq!((told.code, told.out.as_str()), (1, ""), "{text}");
        assert!(told.err.contains(&format!("error[E1002]: {message}\n")), "{text}: {}", told.err);
    }
}

#[test]
fn a_device_is_no_output_file() {
    let told = run(&["convert", "--to", "mgn", "-o", "/dev/stdout"], "[Game \"Bosh\"] *");
    let message = "matombo: /dev/stdout: not a regular file: write to standard output and redirect that\n";
    assert_eq!((told.code, told.out.as_str(), told.err.as_str()), (2, "", message));
}

const WITH_EXT: &str = "{\"format\":1,\"game\":\"bosh\",\"turns\":[],\"result\":\"*\",\"ext\":{\"rating\":1500}}\n";

#[test]
fn a_file_does_not_lose_what_its_new_form_cannot_carry() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ext.jsonl");
    let lost = "matombo: nothing was written: what is in `ext` would be lost from the file\n";
    for command in [&["convert", "--to", "mgn"][..], &["sort", "--by", "Date"], &["dedupe"], &["merge"]] {
        fs::write(&file, WITH_EXT).expect("writable");
        let told = run_in(folder.path(), &[command, &["ext.jsonl", "-o", "ext.jsonl"]].concat(), "");
        assert_eq!(told.code, 2, "{command:?} {}", told.err);
        assert!(told.err.ends_with(lost), "{command:?} {}", told.err);
        assert_eq!(fs::read_to_string(&file).expect("readable"), WITH_EXT);
        let told = run_in(folder.path(), &[command, &["ext.jsonl", "-o", "other.mgn"]].concat(), "");
        assert_eq!(told.code, 0, "{command:?} {}", told.err);
    }
}

#[test]
fn the_list_of_files_is_not_replaced() {
    let folder = folder();
    let err = "matombo: the output would take the place of the list of files\n";
    for command in
        [&["convert", "--to", "csv"][..], &["select", "-e", "plies > 0"], &["sort", "--by", "Date"], &["stats"]]
    {
        fs::write(folder.path().join("list"), "good.mgn\n").expect("writable");
        let args = [command, &["--files-from", "list", "-o", "list"]].concat();
        assert_eq!(run_in(folder.path(), &args, ""), ran(2, "", err), "{command:?}");
        assert_eq!(read(&folder, "list"), "good.mgn\n");
    }
}

#[test]
fn what_disagrees_in_json_is_told_where_it_does() {
    let cases = [
        (r#""stones":5"#, r#""stones":6"#, "/turns/0/steps/0/stones", "`steps` is `6`, but the turn gives `5`"),
        (
            "0,3*5,0/4*5,0 N 5,0",
            "0,3*5,0/4*5,0 N 4,0",
            "/turns/0/position",
            "`position` is `\"0,3*5,0/4*5,0 N 4,0 1S\"`, but the turn gives `\"0,3*5,0/4*5,0 N 5,0 1S\"`",
        ),
    ];
    for (right, wrong, pointer, message) in cases {
        let told = run(&["check", "--format", "jsonl"], GOOD_JSON.replace(right, wrong));
        let told: Value = serde_json::from_str(&told.out).expect("JSON");
        let diagnostics = told["diagnostics"].as_array().expect("diagnostics");
        let said: Vec<_> = diagnostics.iter().map(|told| (&told["pointer"], &told["message"])).collect();
        assert_eq!(said, [(&Value::from(pointer), &Value::from(message))]);
    }
    // Of long texts that begin alike, what is told begins shortly before they differ.
    let long = run(&["generate", "--game", "tsoro", "--max-plies", "9", "--seed", "4"], "").out;
    let json = run(&["convert", "--to", "jsonl"], long).out;
    let at = json.rfind(r#" 0,0","glyphs""#).expect("a position");
    let wrong = format!("{}1{}", &json[..at + 3], &json[at + 4..]);
    let told = run(&["check", "--format", "short"], wrong);
    assert!(told.out.contains(",1\"`, but the turn gives `..."), "{}", told.out);
}

#[test]
fn a_wrong_game_and_a_repeated_key_are_told_once_with_their_pointers() {
    for (json, pointer) in [
        (r#"{"game":7,"turns":[],"result":"*"}"#, "/game"),
        (r#"{"game":"bosh","turns":[{"text":"A5xa1","text":"A5xa1"}],"result":"*"}"#, "/turns/0/text"),
    ] {
        let told = run(&["check", "--format", "jsonl"], json);
        let told: Value = serde_json::from_str(&told.out).expect("JSON");
        let pointers: Vec<_> =
            told["diagnostics"].as_array().expect("diagnostics").iter().map(|told| &told["pointer"]).collect();
        assert_eq!(pointers, [pointer], "{json}");
    }
}
