//! Counts of turn sequences, `RULES V13`.

mod support;

use matombo::engine::{Game, Match, PerftError, Ruleset, perft};

fn counts(game: Game, rules: &str, depths: u32) -> Vec<u128> {
    let rules = Ruleset::parse(game, rules).expect("valid rules");
    let mut game = Match::start(rules).expect("a start");
    (1..=depths).map(|depth| perft(&mut game, depth).expect("countable")).collect()
}

#[test]
fn v13_bosh() {
    assert_eq!(counts(Game::Bosh, "", 7), [5, 19, 79, 266, 864, 2881, 9305]);
}

#[test]
fn v13_kimasai() {
    assert_eq!(counts(Game::Kimasai, "", 8), [1, 2, 3, 7, 15, 40, 105, 309]);
}

#[test]
fn v13_igisoro() {
    assert_eq!(counts(Game::Igisoro, "", 3), [8, 64, 443]);
}

#[test]
fn v13_tsoro() {
    assert_eq!(counts(Game::Tsoro, "columns=8 bonus=1", 4), [12, 144, 1104, 9404]);
}

#[test]
fn perft_leaves_the_match_as_it_was() {
    let rules = Ruleset::parse(Game::Bosh, "fill=choice").expect("valid rules");
    let mut game = Match::start(rules).expect("a start");
    let before = game.position().clone();
    perft(&mut game, 5).expect("countable");
    assert_eq!(*game.position(), before);
}

#[test]
fn perft_leaves_the_match_as_it_was_also_where_it_gives_up() {
    let rules = Ruleset::parse(Game::Bosh, "fill=choice").expect("valid rules");
    let mut game = Match::from_setup(rules, &support::setup("5*0/4,4*0 N 17,19 1S"), 0).expect("a start");
    let before = (game.position().clone(), game.state());
    assert!(matches!(perft(&mut game, 2), Err(PerftError::Undecided(_))));
    assert_eq!((game.position().clone(), game.state()), before);
}
