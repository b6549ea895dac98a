//! `matombo rules`: the games and their options.

mod common;

use common::run;
use matombo::engine::{Game, Ruleset};
use pretty_assertions::assert_eq;

#[test]
fn one_game() {
    let told = run(&["rules", "bosh"], "");
    let out = "\
Bosh
  starts from 5*4/5*4 S 0,0 1S
  stall=3|2|off  (default 3)
      which occurrence of a position ends a round
      source: B6: ruling of this project
  fill=left|right|choice  (default left)
      which pits are filled for the next round
      source: B7: ruling of this project; Mancala World is silent
  starter=alternate|loser|winner  (default alternate)
      who begins the next round
      source: B8: ruling of this project; Mancala World is silent
";
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(told.out.starts_with(out), "{}", told.out);
}

#[test]
fn all_games_with_all_options() {
    let told = run(&["rules"], "");
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let parts: Vec<&str> = told.out.split("\n\n").collect();
    assert_eq!(parts.len(), 5);
    for (game, part) in Game::ALL.into_iter().zip(parts) {
        assert!(part.starts_with(game.name()));
        for spec in Ruleset::specs(game) {
            assert!(part.contains(&format!("\n  {}=", spec.name)), "{game} {}", spec.name);
        }
        assert_eq!(run(&["rules", &game.key().to_uppercase()], "").out.trim_end(), part.trim_end());
    }
}

#[test]
fn other_names() {
    for (name, game) in [("fuva", "tsoro"), ("Imbwe", "tsoro"), ("nchombwa", "nsolo"), ("Bao la Kimasai", "kimasai")] {
        assert_eq!(run(&["rules", name], ""), run(&["rules", game], ""));
    }
    assert_eq!(run(&["rules", "oware"], "").code, 2);
}
