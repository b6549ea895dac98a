use std::io::Write as _;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::args::GenerateArgs;
use super::failure::complain;
use super::output::Output;
use super::perft::start;
use super::{Failure, Status};
use crate::board::Seat;
use crate::engine::{State, random_turn};
use crate::notation::{Document, DocumentPly, GameResult, WIDTH, print};
use crate::record::{Checks, Start, refill_text, turn_text};

pub(super) fn run(args: &GenerateArgs) -> Result<Status, Failure> {
    let first = start(&args.game, args.budget.max_laps)?;
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    let mut out = Output::standard();
    for number in 1..=args.games {
        let document = play(&first, args, number, &mut random);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = print(&document, WIDTH, &mut text);
        out.write_all(text.as_bytes()).map_err(Failure::of_output)?;
    }
    out.finish()?;
    Ok(Status::Good)
}

fn play(start: &Start, args: &GenerateArgs, round: u64, random: &mut ChaCha8Rng) -> Document {
    let rules = start.rules;
    let mut game = start.game.clone();
    let mut tags = vec![("Game".to_owned(), rules.game().name().to_owned())];
    let options = rules.to_string();
    if !options.is_empty() {
        tags.push(("Rules".to_owned(), options));
    }
    if start.custom {
        tags.push(("Position".to_owned(), start.position.to_string()));
    }
    tags.push(("Event".to_owned(), format!("Random play, seed {}", args.seed)));
    tags.push(("Round".to_owned(), round.to_string()));
    let mut plies: Vec<DocumentPly> = Vec::new();
    let mut last = None;
    while game.state() == State::Turn && plies.len() < args.max_plies as usize {
        let (turn, aftermath) = match random_turn(&mut game, random, &mut ()) {
            Ok(Some(played)) => played,
            Ok(None) => break,
            Err(undecided) => {
                complain(&format!("game {round} is broken off: after ply {} a sowing was {undecided}", plies.len()));
                break;
            }
        };
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
    Document { tags, comments: Vec::new(), plies, result }
}
