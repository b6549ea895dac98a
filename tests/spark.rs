//! The job in `examples/spark` on a cluster of two workers: its totals are those of `matombo stats`.
#![cfg(unix)]

mod common;
mod engines;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use common::run_in;
use engines::Engines;
use pretty_assertions::assert_eq;
use serde_json::{Map, Value};

/// Two workers with one core and 1 GiB each, on this machine.
const CLUSTER: &str = "local-cluster[2,1,1024]";
const GAMES: [&str; 5] = ["tsoro", "nsolo", "igisoro", "bosh", "kimasai"];

/// Writes an archive in shards: some mix the games, and some lines are no valid records.
fn write_shards(folder: &Path) {
    fs::create_dir(folder.join("shards")).expect("a folder");
    let mut shards = vec![String::new(); 4];
    for (index, game) in GAMES.iter().enumerate() {
        let generate = ["generate", "--game", game, "--games", "12", "--max-plies", "40", "--seed", "5"];
        let archive = run_in(folder, &generate, "").out;
        let lines = run_in(folder, &["convert", "--to", "jsonl", "--minimal"], archive).out;
        for (number, line) in lines.lines().enumerate() {
            shards[(index + number) % 4].push_str(&format!("{line}\n"));
        }
    }
    let illegal = r#"{"game":"bosh","tags":{"South":"Zoë, \"the\" fox"},"turns":[{"text":"A5xa2"}],"result":"*"}"#;
    let named = illegal.replace("A5xa2", "A5xa1");
    for (shard, line) in [(0, illegal), (1, "nonsense"), (2, r#"{"game":"#), (3, &named), (3, illegal)] {
        shards[shard].push_str(&format!("{line}\n"));
    }
    for (number, shard) in shards.iter().enumerate() {
        fs::write(folder.join(format!("shards/{number}.jsonl")), shard).expect("a shard");
    }
}

fn java_is_there() -> bool {
    Command::new("java").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

#[test]
fn the_job_adds_up_what_stats_tells() {
    let Some(engines) = Engines::start() else { return };
    if !java_is_there() {
        assert!(std::env::var_os("MATOMBO_NEEDS_ENGINES").is_none(), "Java is needed here");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    write_shards(folder.path());
    let job = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/spark/tabulate.py");
    let output = Command::new(engines.programs.join("python"))
        .arg(job)
        .args(["shards/*.jsonl", "table.parquet", "--matombo"])
        .arg(cargo_bin("matombo"))
        .current_dir(folder.path())
        .env("PYSPARK_SUBMIT_ARGS", format!("--master {CLUSTER} --conf spark.ui.enabled=false pyspark-shell"))
        .env("PYSPARK_PYTHON", engines.programs.join("python"))
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .stdin(Stdio::null())
        .output()
        .expect("Python starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let added: Map<String, Value> = serde_json::from_slice(&output.stdout).expect("JSON");

    let told = run_in(folder.path(), &["stats", "--format", "json", "--from", "jsonl", "shards"], "");
    assert_eq!(told.code, 1, "{}", told.err);
    let stats: Value = serde_json::from_str(&told.out).expect("JSON");
    let games = stats["games"].as_array().expect("games");
    assert_eq!(games.len(), GAMES.len());
    for game in games {
        let added = added[game["game"].as_str().expect("a name")].as_object().expect("totals");
        assert!(added.len() > 15, "{added:?}");
        for (name, total) in added {
            if name == "results" {
                let none = Value::from(0);
                for (result, count) in game["results"].as_object().expect("results") {
                    assert_eq!(total.get(result).unwrap_or(&none), count, "{} {result}", game["game"]);
                }
            } else {
                assert_eq!(total, &game[name], "{} {name}", game["game"]);
            }
        }
    }
    let parts = fs::read_dir(folder.path().join("table.parquet")).expect("the table");
    let names = parts.map(|part| part.expect("a part").file_name().into_string().expect("text"));
    assert!(names.filter(|name| name.ends_with(".parquet")).count() > 1, "one part only");
}
