use std::io::Write as _;

use super::args::{GameArgs, PerftArgs};
use super::output::Output;
use super::{Failure, Status};
use crate::engine::{Ruleset, perft};
use crate::notation::read_position_line;
use crate::record::Start;

pub(super) fn run(args: &PerftArgs) -> Result<Status, Failure> {
    let mut game = start(&args.game, args.budget.max_laps)?.game;
    let mut out = Output::standard();
    for depth in 1..=args.depth {
        let count = perft(&mut game, depth).map_err(|error| Failure::Usage(format!("depth {depth}: {error}")))?;
        writeln!(out, "{depth} {count}").and_then(|()| out.flush()).map_err(Failure::of_output)?;
    }
    out.finish()?;
    Ok(Status::Good)
}

/// Starts the game that the arguments describe.
pub(super) fn start(args: &GameArgs, max_laps: u64) -> Result<Start, Failure> {
    let usage = |what: &str, error: &dyn std::fmt::Display| Failure::Usage(format!("{what}: {error}"));
    let rules = Ruleset::parse(args.game, &args.rules).map_err(|error| usage("--rules", &error))?;
    let setup = args.position.as_deref().map(read_position_line).transpose();
    let setup = setup.map_err(|error| usage("--position", &error))?;
    let blamed = if setup.is_some() { "--position" } else { "--rules" };
    let named_setup = args.rules.split(' ').any(|option| option.starts_with("setup="));
    Start::new(rules, named_setup, setup.as_ref(), max_laps).map_err(|fault| usage(blamed, &fault))
}
