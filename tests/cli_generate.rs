//! `matombo generate`: records of random play.

mod common;

use std::collections::HashSet;

use common::{RULESETS, run};
use matombo::engine::{Game, Ruleset};
use pretty_assertions::assert_eq;

fn generate(args: &[&str]) -> String {
    let told = run(&[&["generate"], args].concat(), "");
    assert_eq!((told.code, told.err.as_str()), (0, ""), "{args:?}");
    told.out
}

#[test]
fn a_seed_gives_its_bytes() {
    let args = ["--game", "kimasai", "--seed", "7", "--max-plies", "4"];
    let text = "[Game \"Kimasai\"]\n[Event \"Random play, seed 7\"]\n[Round \"1\"]\n[Result \"*\"]\n\n";
    let out = generate(&args);
    assert!(out.starts_with(text), "{out}");
    assert_eq!(generate(&args), out);
    let different: HashSet<String> = (0..6)
        .map(|seed| {
            generate(&["--game", "tsoro", "--seed", &seed.to_string()])
                .split_once("\n\n")
                .expect("movetext")
                .1
                .to_owned()
        })
        .collect();
    assert_eq!(different.len(), 6);
    assert_eq!(generate(&["--game", "bosh"]), generate(&["--game", "BOSH", "--seed", "0", "--games", "1"]));
}

#[test]
fn games_of_a_batch_differ() {
    let out = generate(&["--game", "nsolo", "--games", "5"]);
    let games: HashSet<&str> =
        out.split("[Game ").skip(1).map(|game| game.split_once("\n\n").expect("movetext").1).collect();
    assert_eq!(games.len(), 5);
    assert_eq!(generate(&["--game", "nsolo", "--games", "0"]), "");
}

#[test]
fn every_game_and_option_is_valid_and_canonical() {
    for (game, rules) in RULESETS {
        // Long sowings of Igisoro are told on standard error: short games meet hardly any.
        let plies = if *game == Game::Igisoro { "12" } else { "1000" };
        let out =
            generate(&["--game", game.key(), "--rules", rules, "--games", "3", "--seed", "5", "--max-plies", plies]);
        let told = run(&["check", "--format", "short"], out.clone());
        assert_eq!((told.code, told.out.as_str()), (0, ""), "{game} {rules}");
        let told = run(&["convert", "--to", "mgn"], out.clone());
        assert_eq!((told.code, told.out), (0, out), "{game} {rules}");
    }
}

#[test]
fn every_value_of_every_option() {
    for game in Game::ALL {
        for spec in Ruleset::specs(game) {
            let values: Vec<String> = match spec.values {
                matombo::engine::OptionValues::Number { least, most, .. } => vec![least.to_string(), most.to_string()],
                matombo::engine::OptionValues::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            };
            for value in values.iter().filter(|value| *value != "custom") {
                let rules = format!("{}={value}", spec.name);
                let out = generate(&["--game", game.key(), "--rules", &rules, "--max-plies", "6"]);
                let told = run(&["convert", "--to", "mgn"], out.clone());
                assert_eq!((told.code, told.out), (0, out), "{game} {rules}");
            }
        }
    }
}

#[test]
fn plies_are_limited() {
    for plies in ["0", "1", "2"] {
        let out = generate(&["--game", "bosh", "--max-plies", plies]);
        let told = run(&["check"], out);
        assert!(told.out.contains(&format!("(Bosh, {plies} pl")), "{}", told.out);
    }
}

#[test]
fn from_a_position() {
    let check = |game: &str, rules: &str, position: &str, tags: &[&str]| {
        let args = ["--game", game, "--rules", rules, "--position", position, "--max-plies", "5", "--games", "2"];
        let out = generate(&args);
        let told = run(&["convert", "--to", "mgn"], out.clone());
        assert_eq!((told.code, told.err.as_str(), told.out.as_str()), (0, "", out.as_str()));
        let found: Vec<&str> = out
            .lines()
            .take_while(|line| !line.starts_with("[Event"))
            .filter(|line| !line.starts_with("[Game"))
            .collect();
        assert_eq!(found, tags, "{game} {rules}");
    };
    check("bosh", "", "5*4/5*4 S 0,0 1S", &[]);
    check("bosh", "", "5*4/5*4 N 0,0 1N", &["[Position \"5*4/5*4 N 0,0 1N\"]"]);
    check("bosh", "", "4,4,3*4/5*4 N 0,0 1S", &["[Position \"5*4/5*4 N 0,0 1S\"]"]);
    // The start of these rules, and the start of the default rules under others.
    check("tsoro", "columns=6", "6*2/6*0/6*0/6*2 S 0,0", &["[Rules \"columns=6\"]"]);
    check(
        "tsoro",
        "heads=right1 stones=free",
        "21*2/21*0/21*0/21*2 S 0,0",
        &["[Rules \"heads=right1 stones=free\"]", "[Position \"21*2/21*0/21*0/21*2 S 0,0\"]"],
    );
    check("igisoro", "", "8*4/8*0/8*0/8*4 S 0,0", &[]);
    check("igisoro", "setup=custom", "8*4/8*0/8*0/8*4 S 0,0", &[]);
    check("igisoro", "setup=front", "8*0/8*4/8*4/8*0 S 0,0", &["[Rules \"setup=front\"]"]);
    check(
        "igisoro",
        "resow=lap",
        "8*0/8*4/8*4/8*0 S 0,0",
        &["[Rules \"resow=lap\"]", "[Position \"8*0/8*4/8*4/8*0 S 0,0\"]"],
    );
    // A start that is decided already, and one that waits for pits to be chosen.
    check(
        "tsoro",
        "columns=6 stones=free",
        "6*0/6*0/6*0/2,5*0 S 0,0",
        &["[Rules \"columns=6 stones=free\"]", "[Position \"6*0/6*0/6*0/2,5*0 S 0,0\"]"],
    );
    check(
        "bosh",
        "fill=choice",
        "5*0/5*0 S 20,20 1S",
        &["[Rules \"fill=choice\"]", "[Position \"5*0/5*0 S 20,20 1S\"]"],
    );
}

#[test]
fn what_makes_no_game() {
    for (args, message) in [
        (
            &["--game", "tsoro", "--rules", "columns=5"][..],
            "--rules: option `columns` cannot be `5`: it is a number from 6 to 21",
        ),
        (&["--game", "igisoro", "--rules", "setup=custom"], "--rules: `setup=custom` needs a `Position`"),
        (
            &["--game", "bosh", "--position", "5*4/5*4 S 0,0"],
            "--position: Bosh needs the round and who began it, such as `1S`",
        ),
        (&["--game", "bosh", "--position", "5*4 5"], "--position: expected"),
        (
            &["--game", "igisoro", "--rules", "setup=back", "--position", "8*0/8*4/8*4/8*0 S 0,0"],
            "--position: the rules name a set-up, but the position is another one: leave out `setup`, or the position",
        ),
    ] {
        let told = run(&[&["generate"], args].concat(), "");
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{args:?}");
        assert!(told.err.starts_with(&format!("matombo: {message}")), "{}", told.err);
        assert_eq!(told.err.lines().count(), 1);
    }
    let told = run(&["generate", "--game", "chess"], "");
    assert_eq!(told.code, 2);
    assert!(
        told.err.contains("the games are tsoro (fuva, imbwe), nsolo (nchombwa), igisoro, bosh and kimasai"),
        "{}",
        told.err
    );
    assert_eq!(run(&["generate"], "").code, 2);
}

#[test]
fn a_game_with_an_undecided_sowing_is_broken_off() {
    let told = run(&["generate", "--game", "tsoro", "--max-laps", "1", "--games", "2", "--seed", "3"], "");
    assert_eq!(told.code, 0);
    assert_eq!(told.out.matches("[Game").count(), 2);
    assert!(
        told.err
            .lines()
            .all(|line| line.starts_with("matombo: game ") && line.ends_with("a sowing was not decided after 1 lap")),
        "{}",
        told.err
    );
    assert_eq!(run(&["check", "--max-laps", "1"], told.out).code, 0);
}
