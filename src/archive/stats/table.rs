use std::io::Write;

use super::{Opening, PitCounts, Results, Statistics, Summary};
use crate::archive::{Counts, Measure};
use crate::board::Seat;
use crate::engine::Game;
use crate::notation::GameResult;
use crate::record::Termination;

/// Stands in a row for all games, or all rulesets of a game.
const ALL: &str = "*";

impl Statistics {
    /// Returns all of it as CSV, a number a row, with no more than `top` turns after every opening.
    /// `docs/statistics.md` describes it.
    #[must_use]
    pub fn to_csv(&self, top: usize) -> Vec<u8> {
        let mut table = Table { csv: csv::Writer::from_writer(Vec::new()), game: ALL, rules: ALL.to_owned() };
        self.write_csv(&mut table, top).expect("bytes take all that is written");
        table.csv.into_inner().expect("bytes take all that is written")
    }

    fn write_csv<W: Write>(&self, table: &mut Table<W>, top: usize) -> Result<(), csv::Error> {
        table.csv.write_record(["game", "rules", "statistic", "key", "seat", "value"])?;
        table.row("records", "", None, self.valid() + self.invalid())?;
        table.row("valid", "", None, self.valid())?;
        table.row("invalid", "", None, self.invalid())?;
        table.row("unknown_game", "", None, self.unknown())?;
        table.row("openings_complete", "", None, u64::from(!self.openings_are_cut()))?;
        self.games().try_for_each(|game| self.write_game(table, game, top))
    }

    fn write_game<W: Write>(&self, table: &mut Table<W>, game: Game, top: usize) -> Result<(), csv::Error> {
        (table.game, table.rules) = (game.key(), ALL.to_owned());
        table.summary(&self.game(game))?;
        for (rules, summary) in self.rulesets(game) {
            rules.clone_into(&mut table.rules);
            table.summary(summary)?;
            table.pits("bonus_pits_taken", &summary.bonus_pits)?;
            table.pits("pits_stripped", &summary.strip_pits)?;
            table.opening(&self.openings(game, rules, top), &[])?;
        }
        Ok(())
    }
}

/// A table that is written, and what the rows are about.
struct Table<W: Write> {
    csv: csv::Writer<W>,
    game: &'static str,
    rules: String,
}

impl<W: Write> Table<W> {
    fn row(&mut self, statistic: &str, key: &str, seat: Option<Seat>, value: u64) -> Result<(), csv::Error> {
        let seat = seat.map_or("", Seat::name);
        self.csv.write_record([self.game, &self.rules, statistic, key, seat, &value.to_string()])
    }

    fn summary(&mut self, summary: &Summary) -> Result<(), csv::Error> {
        self.row("records", "", None, summary.records())?;
        self.row("valid", "", None, summary.valid())?;
        self.row("invalid", "", None, summary.invalid)?;
        self.results("results", "", None, summary.all_results())?;
        for seat in Seat::BOTH {
            self.results("results_by_first_seat", "", Some(seat), summary.results[seat])?;
        }
        for termination in Termination::ALL {
            self.row("terminations", termination.name(), None, summary.terminations[termination as usize])?;
        }
        self.totals(None, &summary.both())?;
        if summary.rounds.count() > 0 {
            self.row("rounds", "", None, summary.rounds.sum())?;
        }
        for seat in Seat::BOTH {
            self.totals(Some(seat), &summary.by_seat[seat])?;
        }
        for (name, histogram) in summary.histograms() {
            for bar in histogram.buckets() {
                let most = bar.most.filter(|most| *most != bar.least);
                let key = most.map_or_else(|| bar.least.to_string(), |most| format!("{}-{most}", bar.least));
                self.row(name, &key, None, bar.count)?;
            }
        }
        Ok(())
    }

    fn totals(&mut self, seat: Option<Seat>, counts: &Counts) -> Result<(), csv::Error> {
        Measure::ALL.iter().try_for_each(|measure| self.row(measure.name, "", seat, measure.of(counts)))
    }

    /// Writes a row a result, behind whatever else they are told by.
    fn results(&mut self, name: &str, key: &str, seat: Option<Seat>, results: Results) -> Result<(), csv::Error> {
        GameResult::ALL.into_iter().try_for_each(|result| {
            let key = if key.is_empty() { result.token().to_owned() } else { format!("{key} {result}") };
            self.row(name, &key, seat, results[result])
        })
    }

    fn pits(&mut self, name: &str, pits: &PitCounts) -> Result<(), csv::Error> {
        pits.pits().try_for_each(|(pit, taken)| self.row(name, &pit.to_string(), None, taken.times))
    }

    /// Writes the turns after an opening; it goes no deeper than openings are counted.
    fn opening(&mut self, opening: &Opening, before: &[&str]) -> Result<(), csv::Error> {
        for next in &opening.next {
            let turns = [before, &[next.turn.as_str()]].concat();
            self.results("openings", &turns.join(" "), None, next.results)?;
            self.opening(next, &turns)?;
        }
        Ok(())
    }
}
