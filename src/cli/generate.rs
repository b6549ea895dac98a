use std::io::Write as _;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::args::GenerateArgs;
use super::output::Output;
use super::perft::start;
use super::{Failure, Status};
use crate::board::Seat;
use crate::engine::{Match, Position, Ruleset, State, random_turn};
use crate::notation::{Document, DocumentPly, GameResult, WIDTH, print};
use crate::record::{Checks, refill_text, turn_text};

pub(super) fn run(args: &GenerateArgs) -> Result<Status, Failure> {
    let first = start(&args.game, args.budget.max_laps)?;
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    let mut out = Output::standard();
    for number in 1..=args.games {
        let document = play(first.clone(), args, number, &mut random)?;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = print(&document, WIDTH, &mut text);
        out.write_all(text.as_bytes()).map_err(Failure::of_output)?;
    }
    out.finish()?;
    Ok(Status::Good)
}

fn play(mut game: Match, args: &GenerateArgs, round: u64, random: &mut ChaCha8Rng) -> Result<Document, Failure> {
    let rules = *game.rules();
    let mut tags = vec![("Game".to_owned(), rules.game().name().to_owned())];
    let options = rules.to_string();
    if !options.is_empty() {
        tags.push(("Rules".to_owned(), options));
    }
    let begin = game.position().clone();
    if args.game.position.is_some() && Position::start(&Ruleset::new(rules.game())).as_ref() != Ok(&begin) {
        tags.push(("Position".to_owned(), begin.to_string()));
    }
    tags.push(("Event".to_owned(), format!("Random play, seed {}", args.seed)));
    tags.push(("Round".to_owned(), round.to_string()));
    let mut plies: Vec<DocumentPly> = Vec::new();
    let mut last = None;
    while game.state() == State::Turn && plies.len() < args.max_plies as usize {
        // Where no legal turn is found within the work budget, the game is broken off.
        let Ok(Some((turn, aftermath))) = random_turn(&mut game, random, &mut ()) else { break };
        let grows = !(last == Some(Seat::South) && turn.seat == Seat::North);
        let number = plies.last().map_or(0, |ply| ply.number) + u32::from(grows);
        last = Some(turn.seat);
        plies.push(DocumentPly {
            number,
            seat: turn.seat,
            turn: turn_text(&turn, game.outcome().is_some(), Checks::None),
            glyphs: Vec::new(),
            refill: aftermath.refill.map(|refill| refill_text(&refill, Checks::None)),
            comments: Vec::new(),
            variations: Vec::new(),
        });
    }
    let result = match game.outcome() {
        None => GameResult::Unfinished,
        Some(outcome) => outcome.winner.map_or(GameResult::Drawn, GameResult::won_by),
    };
    tags.push(("Result".to_owned(), result.token().to_owned()));
    Ok(Document { tags, comments: Vec::new(), plies, result })
}
