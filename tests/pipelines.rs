//! The pipelines of the manual page: each runs in a shell on an archive, and prints what it should.
#![cfg(unix)]

mod engines;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use engines::Engines;
use pretty_assertions::assert_eq;

/// What other programs the pipelines use.
const TOOLS: [&str; 4] = ["jq", "parallel", "sqlite3", "duckdb"];

/// One pipeline: what it is for, and its lines.
struct Pipeline {
    title: String,
    script: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pipelines() -> Vec<Pipeline> {
    let text = fs::read_to_string(root().join("man/pipelines.txt")).expect("the pipelines");
    text.trim_end()
        .split("\n\n")
        .map(|block| {
            let (title, lines) = block.split_once('\n').expect("a title and its pipeline");
            let script: String = lines
                .lines()
                .map(|line| format!("{}\n", line.strip_prefix("    ").expect("an indented line")))
                .collect();
            Pipeline { title: title.to_owned(), script }
        })
        .collect()
}

/// Makes an archive of the teaching records, one of them invalid.
fn archive(folder: &Path) {
    for game in ["tsoro", "nsolo", "igisoro", "bosh", "kimasai"] {
        let to = folder.join("archive").join(game);
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(root().join("records").join(game)).expect("teaching records") {
            let from = entry.expect("an entry").path();
            fs::copy(&from, to.join(from.file_name().expect("a name"))).expect("a copy");
        }
    }
    let wrong = root().join("records/invalid/E0403-empty-pit.mgn");
    fs::copy(wrong, folder.join("archive/wrong.mgn")).expect("a copy");
    let since = fs::File::create(folder.join("since")).expect("a file");
    since.set_modified(std::time::UNIX_EPOCH).expect("a time");
}

/// Runs a script where the archive is, with the programs of the engines before others.
fn run(script: &str, folder: &Path, engines: Option<&Path>) -> String {
    let own = cargo_bin("matombo");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = vec![own.parent().expect("a folder").to_owned()];
    folders.extend(engines.map(Path::to_owned));
    folders.extend(std::env::split_paths(&path));
    let output = Command::new("bash")
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("command not found"), "{script}\n{errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns whether a program is there.
fn is_there(tool: &str, engines: Option<&Path>) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(engines.map(Path::to_owned));
    folders.any(|folder| folder.join(tool).is_file())
}

#[test]
fn each_prints_what_it_should() {
    let engines = Engines::start();
    let programs = engines.as_ref().map(|engines| engines.programs.as_path());
    let needed = std::env::var_os("MATOMBO_NEEDS_ENGINES").is_some();
    let golden = root().join("tests/pipelines.txt");
    let kept = fs::read_to_string(&golden).unwrap_or_default();
    let mut kept_parts = kept.split("## ").skip(1);
    let mut real = String::new();
    for Pipeline { title, script } in pipelines() {
        let kept = kept_parts.next().unwrap_or_default();
        let missing = TOOLS.into_iter().find(|tool| script.contains(tool) && !is_there(tool, programs));
        if let Some(missing) = missing {
            assert!(!needed, "{missing} is needed here");
            real.push_str(&format!("## {kept}"));
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        archive(folder.path());
        real.push_str(&format!("## {title}\n{}\n", run(&script, folder.path(), programs)));
    }
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::write(&golden, &real).expect("the golden can be written");
    }
    assert_eq!(kept, real, "MATOMBO_BLESS=1 writes it anew");
}

#[test]
fn there_are_a_dozen_and_each_engine_has_one() {
    let pipelines = pipelines();
    assert!(pipelines.len() >= 12, "only {}", pipelines.len());
    for tool in ["jq", "xargs", "parallel", "sort", "awk", "sqlite3", "duckdb"] {
        assert!(pipelines.iter().any(|pipeline| pipeline.script.contains(tool)), "none has {tool}");
    }
}
