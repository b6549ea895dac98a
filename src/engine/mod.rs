//! The rules of play: rulesets, positions, turns as decisions, and what happened as events.
//!
//! The engine knows no text, files or terminals. Rule numbers such as `RULES T7` are those of
//! `notation/rulings/`.
//!
//! A turn is never picked from a list of moves: the engine is asked what it [needs](TurnInProgress::need) to be told
//! next and [what is allowed there](TurnInProgress::legal), and is told a [`Decision`]. A recorder, a validator and a
//! random player all drive the same machine:
//!
//! ```
//! use matombo::board::Pit;
//! use matombo::engine::{Decision, Game, Match, Need, Ruleset};
//!
//! let mut game = Match::start(Ruleset::new(Game::Tsoro))?;
//! let mut turn = game.turn();
//! turn.decide(&Decision::Origin("B18".parse()?), &mut ())?;
//! assert_eq!(turn.need(), Need::Head { pit: "B20".parse()? });
//! turn.decide(&Decision::Stop, &mut ())?;
//! game.finish(turn, &mut ())?;
//! assert_eq!(game.position().stones("B20".parse()?), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bosh;
mod decision;
mod event;
mod four_rows;
mod game;
mod history;
mod igisoro;
mod kimasai;
mod lap;
mod legal;
mod nsolo;
mod outcome;
mod perft;
mod play;
mod position;
mod random;
mod ruleset;
mod tsoro;
mod turn;

pub use decision::{Decision, DecisionError, GainError, LapKind, Legal, Need, OriginError};
pub use event::{Event, Observer, RoundEnd, RoundEndReason};
pub use game::Game;
pub use legal::Undecided;
pub use outcome::{EndReason, Outcome};
pub use perft::{PerftError, perft};
pub use play::{Aftermath, Checkpoint, Match, PitSet, Refill, RefillError, StartError, State};
pub use position::{Position, SetupError};
pub use random::random_turn;
pub use ruleset::{
    BonusHeads, Duty, Fill, Heads, NsoloCapture, OptionSpec, OptionValues, Resow, Ruleset, RulesetError, Setting,
    SetupKind, Starter,
};
pub use turn::{DEFAULT_MAX_LAPS, Step, Turn, TurnInProgress};
