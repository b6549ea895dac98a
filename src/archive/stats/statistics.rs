use std::collections::BTreeMap;

use super::openings::{Opening, Openings};
use super::{Results, Summary};
use crate::engine::Game;
use crate::record::{Checks, Judged};

/// Counts what many records amount to: of the main lines of the valid ones.
///
/// Memory does not grow with the records. Statistics of parts of an archive, merged in order, are those of the whole.
///
/// ```
/// use matombo::archive::stats::Statistics;
/// use matombo::engine::Game;
/// use matombo::notation::{GameResult, read_text};
/// use matombo::record::{Judge, Keep};
///
/// let judge = Judge::new().keep(Keep::Turns);
/// let mut statistics = Statistics::new(2);
/// for text in ["[Game \"Bosh\"]\n\n1. A5xa1 *\n", "[Game \"Bosh\"]\n\n1. A5xa2 *\n"] {
///     statistics.add(&judge.judge(text, &read_text(text)));
/// }
/// let bosh = statistics.game(Game::Bosh);
/// assert_eq!((bosh.valid(), bosh.invalid, bosh.both().captured), (1, 1, 5));
/// assert_eq!(bosh.all_results()[GameResult::Unfinished], 1);
/// assert_eq!(statistics.openings(Game::Bosh, "", 10).next[0].turn, "A5xa1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    depth: u8,
    /// Records that do not say what is played.
    unknown: u64,
    /// By the game and its rules in the canonical form.
    rulesets: BTreeMap<(Game, String), Summary>,
    openings: Openings,
}

impl Statistics {
    /// How many openings are kept. Of further ones, which first come after so many others, nothing is known but that
    /// there are some.
    pub const MOST_OPENINGS: usize = 50_000;

    /// Begins to count, with openings of up to `depth` turns.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth, unknown: 0, rulesets: BTreeMap::new(), openings: Openings::new(Self::MOST_OPENINGS) }
    }

    /// Counts a record, which must be judged with [`Keep::Turns`](crate::record::Keep::Turns) or more.
    pub fn add(&mut self, judged: &Judged) {
        let Some(header) = &judged.header else {
            self.unknown += 1;
            return;
        };
        let key = (header.rules.game(), header.rules.to_string());
        // A game that begins elsewhere says nothing of how games begin.
        if judged.is_valid() && !header.custom_start {
            let turns = judged.turns.iter().take(self.depth.into()).map(|ply| ply.text(Checks::None));
            self.openings.add(&root(key.0, &key.1), turns, Results::of(judged.result));
        }
        self.rulesets.entry(key).or_default().add(header, judged);
    }

    /// Adds the statistics of later records.
    pub fn merge(&mut self, later: Self) {
        self.unknown += later.unknown;
        for (key, summary) in later.rulesets {
            *self.rulesets.entry(key).or_default() += &summary;
        }
        self.openings.merge(later.openings);
    }

    /// Returns how many records do not say what is played.
    #[must_use]
    pub const fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Returns how many records are invalid, those of unknown games included.
    #[must_use]
    pub fn invalid(&self) -> u64 {
        self.unknown + self.rulesets.values().map(|summary| summary.invalid).sum::<u64>()
    }

    /// Returns how many records are valid.
    #[must_use]
    pub fn valid(&self) -> u64 {
        self.rulesets.values().map(Summary::valid).sum()
    }

    /// Returns the games of which there are records.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        Game::ALL.into_iter().filter(|game| self.rulesets(*game).next().is_some())
    }

    /// Returns what all records of a game amount to.
    #[must_use]
    pub fn game(&self, game: Game) -> Summary {
        let mut all = Summary::default();
        self.rulesets(game).for_each(|(_, summary)| all += summary);
        all
    }

    /// Returns the rulesets of a game, as a `Rules` tag has them, with what their records amount to.
    pub fn rulesets(&self, game: Game) -> impl Iterator<Item = (&str, &Summary)> {
        let rulesets = self.rulesets.iter().filter(move |((other, _), _)| *other == game);
        rulesets.map(|((_, rules), summary)| (rules.as_str(), summary))
    }

    /// Returns how the valid records of a ruleset begin, with no more than `top` turns after every opening. Records
    /// that start from a position of their own are not among them.
    #[must_use]
    pub fn openings(&self, game: Game, rules: &str, top: usize) -> Opening {
        self.openings.tree(&root(game, rules), top)
    }

    /// Returns whether there were more openings than are kept, or turns too long to be kept.
    #[must_use]
    pub const fn openings_are_cut(&self) -> bool {
        self.openings.is_cut()
    }
}

fn root(game: Game, rules: &str) -> String {
    format!("{} {rules}", game.key())
}
