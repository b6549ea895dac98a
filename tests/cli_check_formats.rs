//! `matombo check`: the formats that other tools read.

mod common;

use std::fs;

use common::{Ran, run_in};
use jsonschema::Validator;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

#[test]
fn workflow_commands_of_github() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "50%,a:b.mgn";
    fs::write(folder.path().join(name), "[Game \"Kimasai\"]\n\n{\u{1f600}} 1. A2 a1 2. B1 *\n").expect("writable");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    let out = "::error file=50%25%2Ca%3Ab.mgn,line=3,col=11,endColumn=13,title=E0403::`a1` is empty\n\
               ::warning file=warned.mgn,line=3,col=9,endColumn=10,title=W0128::the record has no result, it is read \
               as `*`\n";
    let told = run_in(folder.path(), &["check", "--format", "github", name, "warned.mgn"], "");
    assert_eq!(told, Ran { code: 1, out: out.to_owned(), err: String::new() });
}

#[test]
fn a_sarif_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = "[Game \"Kimasai\"]\n\n{\u{1f600}} 1. A2 a1 2. B1 *\n";
    fs::write(folder.path().join("a b.mgn"), [bad, "\n", bad].concat()).expect("writable");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    let told = run_in(folder.path(), &["check", "--format", "sarif", "warned.mgn", "a b.mgn"], "");
    assert_eq!((told.code, told.err.as_str()), (1, ""));
    let result = |code: &str, index: u32, level: &str, message: &str, uri: &str, region: Value| {
        json!({
            "ruleId": code, "ruleIndex": index, "level": level, "message": {"text": message},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}]
        })
    };
    let region = |line: u32, start: u32, end: u32| json!({"startLine": line, "startColumn": start, "endColumn": end});
    let no_result = "the record has no result, it is read as `*`";
    let rule = |code: &str, name: &str, text: &str, level: &str| {
        json!({
            "id": code, "name": name, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}
        })
    };
    let expected = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "columnKind": "unicodeCodePoints",
            "results": [
                result("W0128", 0, "warning", no_result, "warned.mgn", region(3, 9, 9)),
                result("E0403", 1, "error", "`a1` is empty", "a%20b.mgn", region(3, 11, 13)),
                result("E0403", 1, "error", "`a1` is empty", "a%20b.mgn", region(7, 11, 13)),
            ],
            "invocations": [{"executionSuccessful": true}],
            "tool": {"driver": {"name": "matombo", "version": env!("CARGO_PKG_VERSION"), "rules": [
                rule("W0128", "missing-result", "The record has no result.", "warning"),
                rule("E0403", "empty-pit", "The turn begins in an empty pit.", "error"),
            ]}},
        }]
    });
    assert_eq!(serde_json::from_str::<Value>(&told.out).expect("json"), expected);
}

#[test]
fn a_sarif_log_is_whole_without_results_and_with_a_missing_file() {
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "sarif", "no-such-file.mgn"], "");
    let log: Value = serde_json::from_str(&told.out).expect("json");
    let run = &log["runs"][0];
    assert_eq!((told.code, &run["results"]), (2, &json!([])));
    assert_eq!(run["invocations"][0]["executionSuccessful"], json!(false));
}

/// The published schema of SARIF 2.1.0.
fn sarif_schema() -> Validator {
    let mut schema: Value = serde_json::from_str(include_str!("schemas/sarif-2.1.0.json")).expect("json");
    // Its pattern has a stray bracket, which stricter readers of patterns refuse. No log of ours has that property.
    for owner in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{owner}/properties/language")).expect("a property");
        language.as_object_mut().expect("an object").remove("pattern").expect("a pattern");
    }
    jsonschema::validator_for(&schema).expect("a schema")
}

#[test]
fn sarif_logs_fit_the_published_schema() {
    let schema = sarif_schema();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (args, results) in [
        (&["records/invalid"][..], 80),
        (&["records/tsoro"], 0),
        (&["notation/conformance/reject"], 80),
        (&["no-such-file.mgn"], 0),
        (&["records/invalid", "--strict", "--deny", "W0128", "--max-diagnostics", "20"], 20),
    ] {
        let told = run_in(root, &[&["check", "--format", "sarif"], args].concat(), "");
        let mut log: Value = serde_json::from_str(&told.out).expect("json");
        let faults: Vec<String> =
            schema.iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert_eq!(faults, Vec::<String>::new(), "{args:?}");
        assert!(log["runs"][0]["results"].as_array().expect("results").len() >= results, "{args:?}");
        // The schema tells a log from what is none.
        log["runs"][0]["tool"]["driver"]["name"] = json!(1);
        assert!(!schema.is_valid(&log));
    }
}

#[test]
fn junit_has_a_suite_a_file_and_a_test_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = "[Game \"Kimasai\"]\n\n{<&\"'>} 1. A2 a1 2. B1 *\n\n";
    let good = "[Game \"Bosh\"]\n\n1. A5xa1 *\n\n";
    fs::write(folder.path().join("a&\"b\".mgn"), [good, bad].concat()).expect("writable");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    fs::write(folder.path().join("empty.mgn"), "").expect("writable");
    let args = ["check", "--format", "junit", "a&\"b\".mgn", "none", "empty.mgn", "warned.mgn"];
    let told = run_in(folder.path(), &args, "");
    let failure = "\
error[E0403]: `a1` is empty
 --&gt; a&amp;&quot;b&quot;.mgn:7:15
  |
7 | {&lt;&amp;&quot;&#39;&gt;} 1. A2 a1 2. B1 *
  |               ^^
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
";
    let warning = "\
warning[W0128]: the record has no result, it is read as `*`
 --&gt; warned.mgn:3:9
  |
3 | 1. A5xa1
  |         ^
";
    let out = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="matombo">
  <testsuite name="a&amp;&quot;b&quot;.mgn" tests="2" failures="1" errors="0">
    <testcase classname="a&amp;&quot;b&quot;.mgn" name="record 1 (Bosh)"/>
    <testcase classname="a&amp;&quot;b&quot;.mgn" name="record 2 (Kimasai)">
      <failure type="E0403" message="`a1` is empty">{failure}
</failure>
    </testcase>
  </testsuite>
  <testsuite name="none" tests="1" failures="0" errors="1">
    <testcase classname="none" name="the file can be read">
      <error type="unread" message="none: No such file or directory (os error 2)"/>
    </testcase>
  </testsuite>
  <testsuite name="empty.mgn" tests="0" failures="0" errors="0">
  </testsuite>
  <testsuite name="warned.mgn" tests="1" failures="0" errors="0">
    <testcase classname="warned.mgn" name="record 1 (Bosh)">
      <system-out>{warning}
</system-out>
    </testcase>
  </testsuite>
</testsuites>
"#
    );
    let err = "matombo: none: No such file or directory (os error 2)\nmatombo: empty.mgn: no records\n";
    assert_eq!(told, Ran { code: 2, out, err: err.to_owned() });
    assert!(roxmltree::Document::parse(&told.out).is_ok());
}

#[test]
fn junit_fails_what_the_user_wants_to_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    for (args, failures) in [
        (&["--strict"][..], 1),
        (&["--deny", "W0128"], 1),
        (&["--allow", "W0128"], 0),
        (&["--strict", "--max-diagnostics", "0"], 1),
        (&[], 0),
    ] {
        let told = run_in(folder.path(), &[&["check", "--format", "junit", "warned.mgn"], args].concat(), "");
        let xml = roxmltree::Document::parse(&told.out).expect("well-formed");
        let found = xml.descendants().filter(|node| node.has_tag_name("failure")).count();
        let suite = xml.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
        let counted = suite.attribute("failures").and_then(|count| count.parse().ok());
        assert_eq!((found, counted, told.code), (failures, Some(failures), i32::from(failures > 0)), "{args:?}");
    }
}

#[test]
fn every_junit_log_is_well_formed() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let told = run_in(root, &["check", "--format", "junit", "records", "notation/conformance"], "");
    let xml = roxmltree::Document::parse(&told.out).expect("well-formed");
    let cases = xml.descendants().filter(|node| node.has_tag_name("testcase")).count();
    assert!(cases > 200 && told.code == 1, "{cases} {}", told.err);
}

#[test]
fn jsonl_tells_what_was_meant_and_short_does_not() {
    let text = "[Game \"Bosh\"]\n\n1. A6xa1 *\n";
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "jsonl", "-"], text);
    let record: Value = serde_json::from_str(&told.out).expect("json");
    let help = json!(["did you mean `A5xa1`?", "a turn can begin in `A1`, `A2`, `A3`, `A4` or `A5`"]);
    assert_eq!((told.code, &record["diagnostics"][0]["help"]), (1, &help));
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "short", "-"], text);
    let out = "<stdin>:3:4: error[E0402]: `A6` is not on this board: columns go from 1 to 5\n";
    assert_eq!(told, Ran { code: 1, out: out.to_owned(), err: String::new() });
}

#[test]
fn jsonl_has_the_further_places_too() {
    let text = "[Game \"Bosh\"]\n[Result \"1-0\"]\n\n1. A5xa1 0-1\n";
    let told = run_in(&std::env::temp_dir(), &["check", "--format", "jsonl", "-"], text);
    let record: Value = serde_json::from_str(&told.out).expect("json");
    let fault = record["diagnostics"].as_array().expect("some").iter().find(|fault| fault["code"] == "E0903");
    let label = &fault.expect("the tag differs")["labels"][0];
    assert!(label["text"].is_string() && label["line"].is_u64() && label["length"].is_u64(), "{label}");
    let human = run_in(&std::env::temp_dir(), &["check", "-"], text).out;
    assert!(human.contains(label["text"].as_str().expect("words")), "{human}");
}
