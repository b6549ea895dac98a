//! What is told of likely slips: "did you mean" is right, and the option that was forgotten is named.

mod common;

use common::{RULESETS, judge, ruleset, told};
use matombo::diagnostic::Diagnostic;
use matombo::engine::{Game, Match, Ruleset, State, random_turn};
use matombo::notation::{GameResult, read_text};
use matombo::record::{Checks, Judge, Judged, refill_text, turn_text};
use pretty_assertions::assert_eq;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// A game: its turns, each with its refill, and its result.
#[derive(Clone)]
struct Played {
    turns: Vec<(String, String)>,
    result: GameResult,
}

fn random_game(rules: Ruleset, plies: usize, random: &mut ChaCha8Rng) -> Played {
    let mut game = Match::start(rules).expect("a start").with_max_laps(10_000);
    let mut turns = Vec::new();
    while turns.len() < plies && game.state() == State::Turn {
        let Ok(Some((turn, aftermath))) = random_turn(&mut game, random, &mut ()) else { break };
        let refill = aftermath.refill.map_or(String::new(), |refill| refill_text(&refill, Checks::None));
        turns.push((turn_text(&turn, false, Checks::None), refill));
    }
    let result = game.outcome().map(|outcome| outcome.winner.map_or(GameResult::Drawn, GameResult::won_by));
    Played { turns, result: result.unwrap_or(GameResult::Unfinished) }
}

fn record(game: Game, options: &str, played: &Played) -> String {
    let mut text = format!("[Game \"{game}\"]\n[Rules \"{options}\"]\n\n");
    for (turn, refill) in &played.turns {
        text.push_str(&format!("{turn} {refill}\n"));
    }
    format!("{text}{}\n", played.result)
}

/// The pits of a turn, as byte ranges.
fn pits(turn: &str) -> Vec<std::ops::Range<usize>> {
    let letters = turn.char_indices().filter(|(_, c)| matches!(c, 'A' | 'B' | 'a' | 'b'));
    let end = |at: usize| turn[at + 1..].find(|c: char| !c.is_ascii_digit()).map_or(turn.len(), |end| at + 1 + end);
    letters.map(|(at, _)| at..end(at)).collect()
}

/// Makes one slip in writing a turn, if it can be made there.
fn slipped(turn: &str, columns: u8, random: &mut ChaCha8Rng) -> Option<String> {
    let pits = pits(turn);
    let pit = pits[random.random_range(0..pits.len())].clone();
    let (letter, column) = (turn.as_bytes()[pit.start], turn[pit.start + 1..pit.end].parse::<u8>().expect("a column"));
    let replaced = |letter: u8, column: u8| {
        Some(format!("{}{}{column}{}", &turn[..pit.start], char::from(letter), &turn[pit.end..]))
    };
    match random.random_range(0..7) {
        0 => replaced(letter ^ 0x20, column),
        1 => replaced(letter ^ 3, column),
        2 => replaced(letter, column + 1),
        3 if column > 1 => replaced(letter, column - 1),
        4 => {
            let mut text = turn.to_owned();
            for pit in pits.iter().rev() {
                let column: u8 = turn[pit.start + 1..pit.end].parse().expect("a column");
                text.replace_range(pit.start + 1..pit.end, &(columns + 1 - column).to_string());
            }
            Some(text)
        }
        5 => turn.strip_suffix("+0").map(str::to_owned),
        6 if pits.len() > 1 && matches!(turn.as_bytes()[pit.start.max(1) - 1], b'/' | b'.' | b'x' | b'-') => {
            Some(format!("{}{}", &turn[..pit.start - 1], &turn[pit.end..]))
        }
        _ => None,
    }
}

/// What a diagnostic asks whether it was meant.
fn meant(diagnostic: &Diagnostic) -> Vec<String> {
    let asked = diagnostic.help.iter().find_map(|help| help.strip_prefix("did you mean "));
    let parts = asked.into_iter().flat_map(|asked| asked.split('`').skip(1).step_by(2));
    parts.map(str::to_owned).collect()
}

fn first_error(judged: &Judged) -> Option<&Diagnostic> {
    judged.diagnostics.iter().find(|diagnostic| diagnostic.is_error())
}

#[test]
fn what_is_asked_for_is_legal() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (mut asked, mut hits, mut wrong) = (0, 0, 0);
    for round in 0..40 {
        for (game, options) in RULESETS.iter().copied() {
            let rules = ruleset((game, options));
            let plies = 2 + round % 20;
            let mut played = random_game(rules, plies, &mut random);
            let at = random.random_range(0..played.turns.len());
            let right = played.turns[at].0.clone();
            let Some(slip) = slipped(&right, rules.columns(), &mut random) else { continue };
            played.turns[at].0 = slip;
            let text = record(game, options, &played);
            let judged = judge(&text);
            let Some(fault) = first_error(&judged) else { continue };
            let Some(ply) = fault.ply else { continue };
            wrong += 1;
            let meant = meant(fault);
            asked += usize::from(!meant.is_empty());
            hits += usize::from(meant.contains(&right));
            assert!(meant.len() <= 2, "{meant:?}");
            for turn in meant {
                let mut mended = played.clone();
                mended.turns[ply as usize - 1].0 = turn.clone();
                let mended = record(game, options, &mended);
                let judged = judge(&mended);
                let next = first_error(&judged).and_then(|next| next.ply).unwrap_or(u32::MAX);
                assert!(
                    next > ply,
                    "`{turn}`\n{}{}",
                    told(&text, std::slice::from_ref(fault)),
                    told(&mended, &judged.diagnostics)
                );
            }
        }
    }
    assert!(asked > 200 && hits * 10 > asked * 7, "{wrong} wrong, {asked} asked, {hits} hits");
}

/// What is asked at the first fault of a turn that is written in place of another one; `None` if it is legal.
fn asked(game: Game, options: &str, played: &Played, at: usize, slip: String) -> Option<Vec<String>> {
    let mut played = played.clone();
    played.turns[at].0 = slip;
    let judged = judge(&record(game, options, &played));
    let fault = first_error(&judged)?;
    (fault.ply == Some(at as u32 + 1)).then(|| meant(fault))
}

#[test]
fn a_turn_that_is_cut_short_names_no_other_pit() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut wrong, mut completed, mut hits) = (0, 0, 0);
    for (game, options) in [(Game::Igisoro, ""), (Game::Igisoro, "setup=front resow=lap"), (Game::Tsoro, "columns=8")] {
        for _ in 0..12 {
            let played = random_game(ruleset((game, options)), 30, &mut random);
            for (at, (turn, _)) in played.turns.iter().enumerate() {
                let ends = turn.char_indices().filter(|(_, c)| "x-/.".contains(*c)).map(|(end, _)| end);
                for end in ends {
                    let cut = &turn[..end];
                    let Some(meant) = asked(game, options, &played, at, cut.to_owned()) else { continue };
                    wrong += 1;
                    completed += usize::from(!meant.is_empty());
                    hits += usize::from(meant.contains(turn));
                    let origin = pits(cut)[0].clone();
                    for meant in meant {
                        assert_eq!(
                            &meant[pits(&meant)[0].clone()],
                            &cut[origin.clone()],
                            "`{cut}` for `{turn}`: `{meant}`"
                        );
                    }
                }
            }
        }
    }
    assert!(wrong > 300 && hits * 10 > completed * 8 && completed * 3 > wrong, "{wrong} {completed} {hits}");
}

#[test]
fn a_mark_left_out_is_found() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut wrong, mut asked_for, mut hits) = (0, 0, 0);
    for options in ["", "setup=front", "resow=lap"] {
        for _ in 0..40 {
            let played = random_game(ruleset((Game::Igisoro, options)), 40, &mut random);
            for (at, (turn, _)) in played.turns.iter().enumerate() {
                for (mark, sign) in turn.char_indices().filter(|(_, c)| matches!(c, '~' | '^')) {
                    // Before a pit it is a step.
                    if turn[mark + 1..].starts_with(['A', 'B', 'a', 'b']) {
                        continue;
                    }
                    let slip = format!("{}{}", &turn[..mark], &turn[mark + sign.len_utf8()..]);
                    let Some(meant) = asked(Game::Igisoro, options, &played, at, slip) else { continue };
                    wrong += 1;
                    asked_for += usize::from(!meant.is_empty());
                    hits += usize::from(meant.contains(turn));
                }
            }
        }
    }
    assert!(wrong > 100 && hits * 10 > wrong * 8, "{wrong} {asked_for} {hits}");
}

/// The options of which a record's first error says that each would make it legal.
fn other_options(judged: &Judged) -> Vec<(String, String)> {
    let help = first_error(judged).map_or(&[][..], |fault| &fault.help);
    let options = help.iter().filter_map(|help| help.strip_prefix("with `")?.split_once('`')?.0.split_once('='));
    options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The options of rules with one of them changed.
fn with_option(rules: &Ruleset, name: &str, value: &str) -> String {
    let mut rules = *rules;
    rules.set(name, value).expect("a value of the option");
    rules.to_string()
}

#[test]
fn without_help_the_same_faults_are_found() {
    let text = "[Game \"Igisoro\"]\n\n1. A2 a7 2. A6 a4 *\n";
    let helped = judge(text);
    let plain = Judge::new().without_help().judge(text, &read_text(text));
    let faults = |judged: &Judged| judged.diagnostics.iter().map(|fault| (fault.code, fault.span)).collect::<Vec<_>>();
    assert_eq!(faults(&plain), faults(&helped));
    assert!(plain.diagnostics.iter().all(|fault| fault.help.is_empty() && fault.board.is_none()));
    assert!(helped.diagnostics.iter().all(|fault| !fault.help.is_empty() && fault.board.is_some()));
}

#[test]
fn a_forgotten_option_is_named() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut wrong, mut named, mut hits) = (0, 0, 0);
    for round in 0..30 {
        for (game, options) in RULESETS.iter().copied() {
            let rules = ruleset((game, options));
            let played = random_game(rules, 10 + round, &mut random);
            for (spec, setting) in rules.settings().filter(|(spec, setting)| *setting != spec.values.default()) {
                let forgotten = with_option(&rules, spec.name, &spec.values.default().to_string());
                let text = record(game, &forgotten, &played);
                let judged = judge(&text);
                if judged.is_valid() {
                    continue;
                }
                wrong += 1;
                let found = other_options(&judged);
                named += usize::from(!found.is_empty());
                let right = (spec.name.to_owned(), setting.to_string());
                hits += usize::from(found.contains(&right));
                let told_rules = Ruleset::parse(game, &forgotten).expect("options");
                for (name, value) in found {
                    let mended = record(game, &with_option(&told_rules, &name, &value), &played);
                    let judged = judge(&mended);
                    assert!(judged.is_valid(), "{name}={value}\n{}", told(&mended, &judged.diagnostics));
                }
            }
        }
    }
    assert!(wrong > 200 && named * 100 > wrong * 95 && hits * 10 > wrong * 8, "{wrong} {named} {hits}");
}

#[test]
fn pits_named_wrongly_all_through_are_noticed() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let misnamed = |turn: &str, columns: u8, way: usize| {
        let mut text = turn.to_owned();
        for pit in pits(turn).into_iter().rev() {
            let column: u8 = turn[pit.start + 1..pit.end].parse().expect("a column");
            let letter = turn.as_bytes()[pit.start];
            let (letter, column) = match way {
                0 if letter.is_ascii_lowercase() => (letter, columns + 1 - column),
                1 if letter.is_ascii_uppercase() => (letter, columns + 1 - column),
                2 => (letter, columns + 1 - column),
                3 => (letter ^ 0x20, column),
                4 => (letter ^ 3, column),
                _ => (letter, column),
            };
            text.replace_range(pit, &format!("{}{column}", char::from(letter)));
        }
        text
    };
    let helps = [
        "with North's columns counted from North's own left every turn of this record is legal",
        "with South's columns counted from South's own left every turn of this record is legal",
        "with all columns counted from their owner's left every turn of this record is legal",
        "with upper case for South and lower case for North every turn of this record is legal",
        "with `A` for the front row and `B` for the back row every turn of this record is legal",
    ];
    for (game, options) in [(Game::Tsoro, "columns=8"), (Game::Nsolo, ""), (Game::Igisoro, ""), (Game::Kimasai, "")] {
        let rules = ruleset((game, options));
        let played = random_game(rules, 30, &mut random);
        for (way, help) in helps.into_iter().enumerate() {
            let mut played = played.clone();
            for (turn, _) in &mut played.turns {
                *turn = misnamed(turn, rules.columns(), way);
            }
            let judged = judge(&record(game, options, &played));
            let fault = first_error(&judged).expect("the names are wrong");
            assert_eq!(fault.help.last().map(String::as_str), Some(help), "{game}");
        }
    }
}
