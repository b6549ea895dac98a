//! `matombo check`: how grave diagnostics are, and how many are shown.

mod common;

use std::fs;

use common::{Ran, run_in};
use pretty_assertions::assert_eq;
use serde_json::Value;

const BAD: &str = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n";
const WARNED: &str = "[Game \"Bosh\"]\n\n1. A5xa1\n";

fn check(args: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("bad.mgn", BAD), ("warned.mgn", WARNED)] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    run_in(folder.path(), &[&["check"], args].concat(), "")
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

const WARNED_SHORT: &str = "warned.mgn:3:9: warning[W0128]: the record has no result, it is read as `*`\n";
const BAD_SHORT: &str = "bad.mgn:3:7: error[E0403]: `a1` is empty\n";

#[test]
fn strict_makes_warnings_fail() {
    assert_eq!(check(&["--format", "short", "--strict", "warned.mgn"]), ran(1, WARNED_SHORT, ""));
    assert_eq!(check(&["--format", "short", "warned.mgn"]), ran(0, WARNED_SHORT, ""));
    let told = check(&["--strict", "warned.mgn"]);
    assert!(told.out.ends_with("warned.mgn: record 1 (Bosh, 1 ply, *): valid, 1 warning\n\n"), "{}", told.out);
    assert_eq!((told.code, told.err.as_str()), (1, "matombo: 1 record checked, 0 invalid, 1 warning\n"));
}

#[test]
fn allowed_warnings_are_gone() {
    for name in ["W0128", "w0128", "missing-result", "Missing-Result"] {
        let out = "warned.mgn: record 1 (Bosh, 1 ply, *): valid\n";
        let told = check(&["--strict", "--allow", name, "warned.mgn"]);
        assert_eq!(told, ran(0, out, "matombo: 1 record checked, 0 invalid\n"));
    }
    assert_eq!(check(&["--format=short", "--allow=W0206", "--allow=W0905", "warned.mgn"]), ran(0, WARNED_SHORT, ""));
}

#[test]
fn denied_warnings_are_errors() {
    let out = "warned.mgn:3:9: error[W0128]: the record has no result, it is read as `*`\n";
    assert_eq!(check(&["--format", "short", "--deny", "missing-result", "warned.mgn"]), ran(1, out, ""));
    let told = check(&["--deny", "E0403", "--deny", "W0128", "warned.mgn"]);
    assert!(told.out.starts_with("error[W0128]: the record has no result"), "{}", told.out);
    assert!(told.out.ends_with("warned.mgn: record 1 (Bosh, 1 ply, *): invalid, 1 error\n\n"), "{}", told.out);
    assert_eq!((told.code, told.err.as_str()), (1, "matombo: 1 record checked, 1 invalid, 1 error\n"));
    let told = check(&["--format", "jsonl", "--deny", "W0128", "warned.mgn"]);
    let verdict: Value = serde_json::from_str(&told.out).expect("json");
    assert_eq!((&verdict["valid"], &verdict["diagnostics"][0]["severity"]), (&false.into(), &"error".into()));
}

#[test]
fn codes_that_make_no_sense() {
    let allowed = "matombo: --allow E0403: `empty-pit` is an error, only warnings can be allowed\n";
    assert_eq!(check(&["--allow", "empty-pit", "bad.mgn"]), ran(2, "", allowed));
    let both = "matombo: W0128 is both allowed and denied: `missing-result`\n";
    assert_eq!(check(&["--allow", "W0128", "--deny", "missing-result", "bad.mgn"]), ran(2, "", both));
    let unknown = "matombo: unknown code `missing-resul`: did you mean `missing-result`? `matombo explain --list` \
                   shows all codes\n";
    assert_eq!(check(&["--deny", "missing-resul", "bad.mgn"]), ran(2, "", unknown));
}

#[test]
fn quiet_leaves_the_exit_status_and_what_cannot_be_read() {
    for format in ["human", "short", "jsonl"] {
        assert_eq!(check(&["--quiet", "--format", format, "bad.mgn"]), ran(1, "", ""));
        assert_eq!(check(&["-q", "--format", format, "warned.mgn"]), ran(0, "", ""));
        assert_eq!(check(&["-q", "--strict", "--format", format, "warned.mgn"]), ran(1, "", ""));
    }
    let missing = "matombo: none.mgn: No such file or directory (os error 2)\n";
    assert_eq!(check(&["-q", "none.mgn", "warned.mgn"]), ran(2, "", missing));
    assert_eq!(check(&["-q"]), ran(0, "", ""));
}

#[test]
fn no_more_diagnostics_than_asked_for() {
    let files = ["bad.mgn", "warned.mgn", "bad.mgn"];
    let short = |most: &str| check(&[&["--format", "short", "--max-diagnostics", most][..], &files].concat());
    assert_eq!(short("0"), ran(1, "", "matombo: 3 more diagnostics not shown\n"));
    assert_eq!(short("1"), ran(1, BAD_SHORT, "matombo: 2 more diagnostics not shown\n"));
    assert_eq!(short("2"), ran(1, &[BAD_SHORT, WARNED_SHORT].concat(), "matombo: 1 more diagnostic not shown\n"));
    assert_eq!(short("3"), ran(1, &[BAD_SHORT, WARNED_SHORT, BAD_SHORT].concat(), ""));
    let told = check(&["--max-diagnostics", "0", "bad.mgn", "warned.mgn"]);
    let out = "bad.mgn: record 1 (Kimasai, 3 plies, *): invalid, 1 error\n\n\
               warned.mgn: record 1 (Bosh, 1 ply, *): valid, 1 warning\n\n";
    let err = "matombo: 2 more diagnostics not shown\n\
               matombo: 2 records checked, 1 invalid, 1 error, 1 warning\n";
    assert_eq!(told, ran(1, out, err));
    let told = check(&["--format=jsonl", "--max-diagnostics=0", "bad.mgn"]);
    let verdict: Value = serde_json::from_str(&told.out).expect("json");
    assert_eq!((&verdict["valid"], &verdict["diagnostics"]), (&false.into(), &Value::Array(Vec::new())));
}
