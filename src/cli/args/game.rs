use clap::Args;

use super::BudgetArgs;
use crate::engine::Game;

/// Write records of random play.
///
/// Every decision is uniform among the legal ones; bonus pits and strips are waived now and then. The same seed gives
/// the same bytes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo generate --game tsoro --games 3 --seed 1\n  \
                        matombo generate --game nsolo --rules 'columns=10 capture=file' --games 1000 --seed 7 > nsolo.mgn")]
pub(in crate::cli) struct GenerateArgs {
    #[command(flatten)]
    pub(in crate::cli) game: GameArgs,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) games: u64,
    /// The seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(in crate::cli) seed: u64,
    /// Break a game off after so many plies.
    #[arg(long, value_name = "P", default_value_t = 1000)]
    pub(in crate::cli) max_plies: u32,
    #[command(flatten)]
    pub(in crate::cli) budget: BudgetArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GameArgs {
    /// The game: tsoro, nsolo, igisoro, bosh or kimasai, or one of their other names.
    #[arg(long, value_name = "GAME", value_parser = parse_game)]
    pub(in crate::cli) game: Game,
    /// Its options, as in a `Rules` tag; see `matombo rules`.
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    pub(in crate::cli) rules: String,
    /// The position to start from, as in a `Position` tag.
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(in crate::cli) position: Option<String>,
}

/// Count the sequences of turns of a given length.
///
/// Two turns differ if any decision differs. A line that ends earlier is not counted. One line is written for every
/// depth up to the one asked for.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo perft --game bosh --depth 7\n  \
                        matombo perft --game tsoro --rules 'columns=8 bonus=1' --depth 4")]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    pub(in crate::cli) game: GameArgs,
    /// How many turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) depth: u32,
    #[command(flatten)]
    pub(in crate::cli) budget: BudgetArgs,
}

/// Show the games, their options, defaults and sources.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo rules\n  matombo rules igisoro")]
pub(in crate::cli) struct RulesArgs {
    /// Show only this game.
    #[arg(value_parser = parse_game)]
    pub(in crate::cli) game: Option<Game>,
}

pub(super) fn parse_game(name: &str) -> Result<Game, String> {
    Game::from_name(name).ok_or_else(|| {
        "the games are tsoro (fuva, imbwe), nsolo (nchombwa), igisoro, bosh and kimasai (bao la kimasai)".to_owned()
    })
}
