//! The pipelines of the manual page: each runs in a shell on an archive, and prints what it should.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
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
