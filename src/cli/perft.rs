use std::io::Write as _;

use super::args::{GameArgs, PerftArgs};
use super::output::Output;
use super::{Failure, Status};
use crate::engine::{Match, Ruleset, SetupKind, perft};
use crate::notation::read_position_line;

pub(super) fn run(args: &PerftArgs) -> Result<Status, Failure> {
    let mut game = start(&args.game, args.budget.max_laps)?;
    let mut out = Output::standard();
    for depth in 1..=args.depth {
        let count = perft(&mut game, depth).map_err(|error| Failure::Usage(format!("depth {depth}: {error}")))?;
        writeln!(out, "{depth} {count}").and_then(|()| out.flush()).map_err(Failure::of_output)?;
    }
    out.finish()?;
    Ok(Status::Good)
}

/// Starts the game that the arguments describe.
pub(super) fn start(args: &GameArgs, max_laps: u64) -> Result<Match, Failure> {
    let usage = |what: &str, error: &dyn std::fmt::Display| Failure::Usage(format!("{what}: {error}"));
    let mut rules = Ruleset::parse(args.game, &args.rules).map_err(|error| usage("--rules", &error))?;
    match &args.position {
        None => {
            let game = Match::start(rules).map_err(|error| usage("--rules", &error))?;
            Ok(game.with_max_laps(max_laps))
        }
        Some(line) => {
            let setup = read_position_line(line).map_err(|error| usage("--position", &error))?;
            if args.game == crate::engine::Game::Igisoro && rules.setup() != SetupKind::Custom {
                // A given position is a custom set-up, written or not.
                rules.set("setup", "custom").map_err(|error| usage("--rules", &error))?;
            }
            Match::from_setup(rules, &setup, max_laps).map_err(|error| usage("--position", &error))
        }
    }
}
