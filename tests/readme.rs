//! Everything the README shows is true: its commands print what it says they print.
#![cfg(unix)]

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pretty_assertions::assert_eq;

/// Stands for the rest of an output.
const REST: &str = "...";

#[test]
fn commands_print_what_the_readme_shows() {
    let file = root().join("README.md");
    let readme = fs::read_to_string(&file).expect("the README");
    let jq = Command::new("jq").arg("--version").stdout(Stdio::null()).status().is_ok();
    let mut real = String::new();
    let mut blocks = 0;
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        real.push_str(&format!("{line}\n"));
        if line == "```console" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let needs_jq = block.iter().any(|line| line.starts_with("$ ") && line.contains("jq "));
            let shown = if needs_jq && !jq { format!("{}\n", block.join("\n")) } else { run_block(&block) };
            real.push_str(&format!("{shown}```\n"));
            blocks += 1;
        }
    }
    assert!(blocks >= 8, "{blocks} blocks with commands");
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::write(&file, &real).expect("the README can be written");
    }
    assert_eq!(readme, real, "MATOMBO_BLESS=1 writes the outputs anew");
}

#[test]
fn the_command_of_the_main_job_succeeds() {
    // It runs where the teaching records are: a package of the sources alone has none.
    if !root().join("records").is_dir() {
        return;
    }
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let command = readme.lines().find_map(|line| line.strip_prefix("cargo run --release --locked -- "));
    let command = format!("matombo {}", command.expect("the set-up tells how to run the main job"));
    let output = shell(&command).output().expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}\n{}{errors}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_example_of_the_library_is_the_one_of_its_documentation() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("the library");
    let documentation = library.lines().filter_map(|line| line.strip_prefix("//!"));
    let documentation: String = documentation.map(|line| format!("{}\n", line.trim())).collect();
    let (_, rest) = readme.split_once("```rust\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let example: String = example.lines().map(|line| format!("{}\n", line.trim())).collect();
    assert!(documentation.contains(&example), "src/lib.rs should show this too:\n{example}");
}

#[test]
fn the_picture_of_the_player_is_a_screen_of_its_tests() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let screen = fs::read_to_string(root().join("tests/player/retreat-80x24.txt")).expect("a screen");
    assert!(readme.contains(&format!("```text\n{screen}```\n")), "the README should show this:\n{screen}");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A shell that finds the built command first, without the settings of whoever runs the test.
fn shell(script: &str) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_matombo")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path)));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).current_dir(root()).stdin(Stdio::null()).env("LC_ALL", "C");
    shell.env("PATH", path.expect("a path")).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    shell
}

/// Runs the commands of a block in one shell, and returns the block as it should be.
fn run_block(block: &[&str]) -> String {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command, Vec::new())),
            None => commands.last_mut().expect("a block begins with a command").1.push(line),
        }
    }
    const MARK: &str = "=== the next command ===";
    let mut script = String::from("exec 2>&1\n");
    for (command, _) in &commands {
        let known = ["matombo ", "printf ", "echo ", "find "].iter().any(|start| command.starts_with(start));
        assert!(known, "only `matombo` is run, not `{command}`");
        script.push_str(&format!("{command}\nstatus=$?; echo '{MARK}'; (exit $status)\n"));
    }
    let output = shell(&script).output().expect("a shell");
    let printed = String::from_utf8(output.stdout).expect("output is UTF-8");
    let mut outputs: VecDeque<&str> = printed.split(&format!("{MARK}\n")).collect();
    let mut real = String::new();
    for (command, shown) in commands {
        let output = outputs.pop_front().expect("an output for every command");
        real.push_str(&format!("$ {command}\n"));
        let kept = if shown.last() == Some(&REST) { shown.len() - 1 } else { usize::MAX };
        let mut lines = output.lines();
        for line in lines.by_ref().take(kept) {
            real.push_str(&format!("{line}\n"));
        }
        if kept != usize::MAX {
            assert!(lines.next().is_some(), "nothing is left for `{REST}` behind `{command}`");
            real.push_str(&format!("{REST}\n"));
        }
    }
    real
}
