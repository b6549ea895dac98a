//! What the engine plays, the notation writes and the validator accepts, and nothing else.

mod common;

use std::collections::BTreeSet;

use common::{RULESETS, canonical, judge, printed, ruleset, told};
use matombo::board::{Pit, Row, Seat};
use matombo::engine::{Decision, Game, Legal, Match, Need, Ruleset, State, TurnInProgress, random_turn};
use matombo::notation::{Document, DocumentPly, GameResult, read_turn};
use matombo::record::{Checks, decide, refill_text, turn_text};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

fn seat_pits(game: &Match) -> impl Iterator<Item = Pit> {
    let ring = game.position().ring();
    Seat::BOTH.into_iter().flat_map(move |seat| ring.pits(seat).collect::<Vec<_>>())
}

/// Plays at random and compares what the validator finds in the printed record with what happened.
fn check_play(rules: Ruleset, seed: u64, plies: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Match::start(rules).expect("a start").with_max_laps(100_000);
    let mut played = Vec::new();
    let mut positions = Vec::new();
    let (mut number, mut last) = (0, None);
    while played.len() < plies && game.state() == State::Turn {
        // Igisoro has sowings of millions of laps: games that meet one are broken off before it.
        let before = game.clone();
        let Ok(played_turn) = random_turn(&mut game, &mut random, &mut ()) else {
            game = before;
            break;
        };
        let (turn, aftermath) = played_turn.expect("not over");
        number += u32::from(!(last == Some(Seat::South) && turn.seat == Seat::North));
        last = Some(turn.seat);
        played.push(DocumentPly {
            number,
            seat: turn.seat,
            turn: turn_text(&turn, game.outcome().is_some(), Checks::None),
            glyphs: Vec::new(),
            refill: aftermath.refill.map(|refill| refill_text(&refill, Checks::None)),
            comments: Vec::new(),
            variations: Vec::new(),
        });
        positions.push((turn, game.position().to_string()));
    }
    let result = match game.outcome() {
        None => GameResult::Unfinished,
        Some(outcome) => outcome.winner.map_or(GameResult::Drawn, GameResult::won_by),
    };
    let mut tags = vec![("Game".to_owned(), rules.game().name().to_owned())];
    if !rules.to_string().is_empty() {
        tags.push(("Rules".to_owned(), rules.to_string()));
    }
    tags.push(("Result".to_owned(), result.token().to_owned()));
    let text = printed(&Document { tags, comments: Vec::new(), plies: played, result });
    let judged = judge(&text);
    assert_eq!(told(&text, &judged.diagnostics), "", "{text}");
    assert_eq!(canonical(&judged), text);
    assert_eq!(judged.outcome, game.outcome());
    assert_eq!(judged.turns.len(), positions.len());
    for (ply, (turn, position)) in judged.turns.iter().zip(&positions) {
        assert_eq!(ply.turn.as_ref(), Some(turn));
        assert_eq!(ply.position.as_ref(), Some(position), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_is_valid(rules in prop::sample::select(RULESETS.to_vec()), seed: u64, plies in 0..250_usize) {
        check_play(ruleset(rules), seed, plies);
    }

    #[test]
    fn turns_are_accepted_exactly_when_legal(
        rules in prop::sample::select(SMALL.to_vec()), seed: u64, plies in 0..60_usize
    ) {
        check_acceptance(ruleset(rules), seed, plies);
    }
}

/// Rules under which all turns of a position can be listed.
const SMALL: &[(Game, &str)] = &[
    (Game::Tsoro, "columns=6 bonus=1"),
    (Game::Tsoro, "columns=6 bonus=2 heads=right1"),
    (Game::Tsoro, "columns=7 bonus=1 heads=left1 bonus-duty=must bonus-heads=safe"),
    (Game::Tsoro, "columns=6 bonus=0 heads=none"),
    (Game::Nsolo, ""),
    (Game::Nsolo, "strip-duty=must"),
    (Game::Nsolo, "capture=file"),
    (Game::Nsolo, "capture=file bonus-duty=must"),
    (Game::Igisoro, ""),
    (Game::Igisoro, "setup=front singles=yes"),
    (Game::Igisoro, "setup=front resow=lap"),
    (Game::Igisoro, "reverse=none"),
    (Game::Bosh, ""),
    (Game::Kimasai, ""),
];

const MOST: usize = 1000;

/// Lists all ways to end a turn. `None` if there are too many.
fn all_turns(game: &Match, turn: &TurnInProgress, found: &mut BTreeSet<String>) -> Option<()> {
    // Some sowings of Igisoro ask for thousands of decisions.
    if found.len() > MOST || turn.steps().len() > 24 {
        return None;
    }
    let decisions: Vec<Decision> = match turn.legal().ok()? {
        Legal::Nothing => {
            let (turn, _) = game.clone().finish(turn.clone(), &mut ()).ok()?;
            assert!(found.insert(turn_text(&turn, false, Checks::None)), "two turns are written alike");
            return Some(());
        }
        Legal::Origins(pits) => pits.into_iter().map(Decision::Origin).collect(),
        Legal::Ways(ways) => {
            assert!(!ways.is_empty(), "a turn that was begun can end");
            ways
        }
        Legal::Bonus { pits, least, most } => {
            let sets = (0..1_u32 << pits.len().min(20))
                .filter(|set| (u32::from(least)..=most.into()).contains(&set.count_ones()));
            sets.map(|set| Decision::Bonus((0..pits.len()).filter(|i| set >> i & 1 == 1).map(|i| pits[i]).collect()))
                .collect()
        }
        Legal::Strip { pits, least, most } => {
            let mut strips = Vec::new();
            all_strips(&pits, least, most, &mut Vec::new(), &mut strips)?;
            strips.into_iter().map(Decision::Strip).collect()
        }
    };
    for decision in decisions {
        let mut next = turn.clone();
        next.decide(&decision, &mut ()).expect("legal");
        all_turns(game, &next, found)?;
    }
    Some(())
}

fn all_strips(
    pits: &[(Pit, u32)],
    least: u32,
    most: u32,
    chosen: &mut Vec<(Pit, u32)>,
    found: &mut Vec<Vec<(Pit, u32)>>,
) -> Option<()> {
    if found.len() > MOST {
        return None;
    }
    let Some((&(pit, held), rest)) = pits.split_first() else {
        if least == 0 {
            found.push(chosen.clone());
        }
        return Some(());
    };
    for taken in 0..=held.min(most) {
        if taken > 0 {
            chosen.push((pit, taken));
        }
        all_strips(rest, least.saturating_sub(taken), most - taken, chosen, found)?;
        if taken > 0 {
            chosen.pop();
        }
    }
    Some(())
}

/// Reads and carries out a turn; returns its canonical text if it is legal and all its checks are right.
fn accept(game: &Match, text: &str) -> Option<String> {
    let (body, _) = read_turn(text).ok()?;
    let mut turn = game.turn();
    let wrong = decide(&mut turn, &body, &mut ()).ok()?;
    assert_eq!(turn.need(), Need::Nothing);
    let (turn, _) = game.clone().finish(turn, &mut ()).ok()?;
    wrong.is_empty().then(|| turn_text(&turn, false, Checks::None))
}

/// Texts near a legal one, and short ones.
fn candidates(game: &Match, legal: &BTreeSet<String>) -> BTreeSet<String> {
    let mut texts = legal.clone();
    let mut endings = vec![String::new(), "~".to_owned(), "+0".to_owned()];
    for pit in seat_pits(game) {
        for sign in ["x", "+", "/", ".", "-", "~", "="] {
            endings.push(format!("{sign}{pit}"));
        }
        endings.push(format!("-{pit}^"));
        endings.push(format!("x{pit}~"));
        endings.push(format!("+{pit}:1"));
        endings.push(format!("x{pit}:2"));
    }
    for pit in seat_pits(game) {
        texts.extend(endings.iter().map(|ending| format!("{pit}{ending}")));
    }
    for text in legal.iter().take(30) {
        texts.extend(endings.iter().map(|ending| format!("{text}{ending}")));
        // Cut short, one step after the other.
        let cuts = text.char_indices().filter(|(_, c)| !c.is_ascii_alphanumeric() || *c == 'x');
        texts.extend(cuts.map(|(at, _)| text[..at].to_owned()));
        texts.insert(text.replace('/', "."));
        texts.insert(text.replace('.', "/"));
        texts.insert(text.replace('-', "x"));
        texts.insert(text.replace('x', "-"));
        texts.insert(text.replace('^', ""));
        texts.insert(text.replace('~', ""));
        texts.insert(text.replace("~A", "/A").replace("~B", "/B").replace("~a", "/a").replace("~b", "/b"));
    }
    texts
}

fn check_acceptance(rules: Ruleset, seed: u64, plies: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Match::start(rules).expect("a start").with_max_laps(20_000);
    for _ in 0..plies {
        let earlier = game.clone();
        let played = random_turn(&mut game, &mut random, &mut ());
        if !matches!(played, Ok(Some(_))) || game.state() != State::Turn {
            game = earlier;
            break;
        }
    }
    let mut legal = BTreeSet::new();
    if all_turns(&game, &game.turn(), &mut legal).is_none() {
        return;
    }
    for text in candidates(&game, &legal) {
        match accept(&game, &text) {
            Some(canonical) => {
                assert!(
                    legal.contains(&canonical),
                    "{} {rules}: `{text}` is accepted as `{canonical}`",
                    game.position()
                );
                assert!(
                    !legal.contains(&text) || canonical == text,
                    "{}: {text} is read as {canonical}",
                    game.position()
                );
            }
            None => assert!(!legal.contains(&text), "{} {rules}: `{text}` is refused", game.position()),
        }
    }
}

#[test]
fn every_head_decision_is_asked_for() {
    let game = Match::start(Ruleset::parse(Game::Tsoro, "columns=6").expect("rules")).expect("a start");
    assert_eq!(Pit::new(Seat::South, Row::Back, 6).to_string(), "B6");
    assert_eq!(accept(&game, "B4"), None);
}
