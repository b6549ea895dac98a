use std::io::Write as _;

use super::args::RulesArgs;
use super::output::write_all;
use super::{Failure, Status};
use crate::engine::{Game, OptionValues, Position, Ruleset};

pub(super) fn run(args: &RulesArgs) -> Result<Status, Failure> {
    write_all(|out| {
        let games = args.game.map_or_else(|| Game::ALL.to_vec(), |game| vec![game]);
        for (index, game) in games.into_iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write_game(out, game)?;
        }
        Ok(())
    })?;
    Ok(Status::Good)
}

fn write_game(out: &mut Vec<u8>, game: Game) -> std::io::Result<()> {
    let aliases = game.aliases().join(", ");
    if aliases.is_empty() {
        writeln!(out, "{game}")?;
    } else {
        writeln!(out, "{game} ({aliases})")?;
    }
    if let Ok(start) = Position::start(&Ruleset::new(game)) {
        writeln!(out, "  starts from {start}")?;
    }
    for spec in Ruleset::specs(game) {
        let values = match spec.values {
            OptionValues::Number { least, most, .. } => format!("{least}..{most}"),
            OptionValues::Word(words) => words.join("|"),
        };
        writeln!(out, "  {}={values}  (default {})", spec.name, spec.values.default())?;
        writeln!(out, "      {}", spec.summary)?;
        writeln!(out, "      source: {}", spec.source)?;
    }
    Ok(())
}
