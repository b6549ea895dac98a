use std::fmt::{self, Write};

use super::chart::{Chart, Look, Row};
use super::habit::HABITS;
use super::rate::Rate;
use super::{Histogram, Opening, PitCounts, Results, Statistics, Summary};
use crate::board::{BySeat, Seat};
use crate::engine::Game;
use crate::notation::GameResult;
use crate::record::Termination;
use crate::render::{Palette, Tone};
use crate::text::{counted, truncate_to_width};

/// The bars of a distribution.
const BARS: u64 = 12;
/// The cells of a turn, with what it is indented by, at least and at most.
const TURN: (usize, usize) = (8, 30);
/// The cells that the numbers of a chart take, and those of openings.
const NUMBERS: usize = 30;
const RESULTS: usize = 50;
/// The cells of a number of the table that sets the seats side by side.
const FIGURE: usize = 10;

/// Tells statistics as text for people, with bars.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What is told.
    pub statistics: &'a Statistics,
    /// How many turns after an opening, pits and rulesets are listed.
    pub top: usize,
    /// The cells of a line.
    pub width: usize,
    /// Whether bars are made of block characters, and not of ASCII.
    pub unicode: bool,
    /// The colours.
    pub palette: Palette,
}

impl Report<'_> {
    /// Writes the report.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write(&self, out: &mut impl Write) -> fmt::Result {
        let Self { statistics, .. } = self;
        write!(out, "{}", counted(statistics.valid() + statistics.invalid(), "record"))?;
        writeln!(out, ", {} valid, {} invalid", statistics.valid(), statistics.invalid())?;
        if statistics.unknown() > 0 {
            writeln!(out, "{} of no known game", counted(statistics.unknown(), "record"))?;
        }
        statistics.games().try_for_each(|game| self.game(out, game))
    }

    fn game(&self, out: &mut impl Write, game: Game) -> fmt::Result {
        let all = self.statistics.game(game);
        let rulesets: Vec<_> = self.statistics.rulesets(game).collect();
        let name = self.palette.paint(Tone::Strong, game.name());
        write!(out, "\n{name}: {}", counted(all.valid(), "valid record"))?;
        writeln!(out, "{}", if all.invalid > 0 { format!(", {} invalid", all.invalid) } else { String::new() })?;
        if let [(rules, _)] = rulesets[..]
            && !rules.is_empty()
        {
            writeln!(out, "  Rules: {rules}")?;
        }
        if all.valid() == 0 {
            return Ok(());
        }
        self.results(out, game, &all)?;
        self.distribution(out, "Turns a record", &all.lengths)?;
        if game == Game::Bosh {
            self.distribution(out, "Rounds a match", &all.rounds)?;
        }
        self.habits(out, game, &all)?;
        self.distribution(out, "Captures a turn", &all.captures)?;
        self.distribution(out, "Stones a capturing turn", &all.captured)?;
        self.distribution(out, "Laps a turn", &all.laps)?;
        self.rulesets(out, game, rulesets)
    }

    fn heading(&self, out: &mut impl Write, heading: &str) -> fmt::Result {
        writeln!(out, "\n  {}", self.palette.paint(Tone::Strong, heading))
    }

    fn chart(&self, out: &mut impl Write, chart: &Chart) -> fmt::Result {
        chart.write(out, Look { width: self.width, unicode: self.unicode, palette: self.palette })
    }

    fn results(&self, out: &mut impl Write, game: Game, all: &Summary) -> fmt::Result {
        self.heading(out, "Results")?;
        let results = all.all_results();
        let said = |result: &GameResult| *result != GameResult::Drawn || game.has_draws() || results[*result] > 0;
        let shown: Vec<GameResult> = GameResult::ALL.into_iter().filter(said).collect();
        let rows = shown.iter().map(|result| Row::new(label(*result), results[*result]));
        self.chart(out, &Chart::new(all.valid(), rows))?;
        if all.results.north.records() > 0 {
            self.first_seat(out, &all.results)?;
        }
        self.heading(out, "Ends")?;
        let ends = Termination::ALL.into_iter().map(|end| Row::new(end.name(), all.terminations[end as usize]));
        let unknown = Row::new("unknown", all.valid() - all.terminations.iter().sum::<u64>());
        self.chart(out, &Chart::new(all.valid(), ends.chain([unknown]).filter(|row| row.count > 0)))
    }

    /// Tells what became of the seat that began, where it was not always the same.
    fn first_seat(&self, out: &mut impl Write, results: &BySeat<Results>) -> fmt::Result {
        for seat in Seat::BOTH {
            let won = results[seat][GameResult::won_by(seat)];
            let records = counted(results[seat].records(), "record");
            writeln!(out, "    {seat} began {records} and won {won}")?;
        }
        Ok(())
    }

    fn distribution(&self, out: &mut impl Write, heading: &str, histogram: &Histogram) -> fmt::Result {
        let (Some(least), Some(most)) = (histogram.least(), histogram.most()) else { return Ok(()) };
        let mean = Rate::Mean(histogram.sum(), histogram.count());
        let quartile = |part| histogram.quantile(part, 4).unwrap_or(least);
        self.heading(out, &format!("{heading}: {least} to {most}, mean {mean}"))?;
        writeln!(out, "    quartiles {}, {}, {}", quartile(1), quartile(2), quartile(3))?;
        let rows = histogram.bars(BARS).into_iter().map(|bar| {
            let label = match bar.most {
                Some(last) if last == bar.least => last.to_string(),
                Some(last) => format!("{}-{last}", bar.least),
                None => format!("{} and more", bar.least),
            };
            Row::new(label, bar.count)
        });
        self.chart(out, &Chart::new(histogram.count(), rows))
    }

    fn habits(&self, out: &mut impl Write, game: Game, all: &Summary) -> fmt::Result {
        let both = all.both();
        let lines = || HABITS.iter().filter(|habit| habit.applies(game, &both));
        let label = lines().map(|habit| habit.label.len()).max().unwrap_or(0);
        self.heading(out, "By seat")?;
        writeln!(out, "    {:label$}  {:>FIGURE$}  {:>FIGURE$}  {:>FIGURE$}", "", "South", "North", "both")?;
        for habit in lines() {
            let [south, north, both] = [&all.by_seat.south, &all.by_seat.north, &both].map(habit.of);
            writeln!(out, "    {:label$}  {south:>FIGURE$}  {north:>FIGURE$}  {both:>FIGURE$}", habit.label)?;
        }
        Ok(())
    }

    fn rulesets(&self, out: &mut impl Write, game: Game, mut rulesets: Vec<(&str, &Summary)>) -> fmt::Result {
        let several = rulesets.len() > 1;
        // The sort is stable: those with as many records stay in the order of their names.
        rulesets.sort_by_key(|(_, summary)| std::cmp::Reverse(summary.valid()));
        let more = rulesets.len().saturating_sub(self.top);
        if several {
            self.heading(out, "Rulesets")?;
            let room = self.width.saturating_sub(NUMBERS);
            let rows = rulesets
                .iter()
                .take(self.top)
                .map(|(rules, summary)| Row::new(truncate_to_width(named(rules), room), summary.valid()));
            let whole = rulesets.iter().map(|(_, summary)| summary.valid()).sum();
            self.chart(out, &Chart::new(whole, rows))?;
            self.more(out, more as u64, "ruleset")?;
        }
        for (rules, summary) in rulesets.into_iter().take(self.top) {
            let by = if several { format!(", {}", named(rules)) } else { String::new() };
            self.pits(out, &format!("Pits most taken as bonus{by}"), &summary.bonus_pits)?;
            self.pits(out, &format!("Pits most stripped{by}"), &summary.strip_pits)?;
            self.openings(out, &format!("Openings{by}"), game, rules)?;
        }
        Ok(())
    }

    fn pits(&self, out: &mut impl Write, heading: &str, pits: &PitCounts) -> fmt::Result {
        let ranked = pits.ranked();
        if ranked.is_empty() {
            return Ok(());
        }
        self.heading(out, heading)?;
        let rows = ranked.iter().take(self.top).map(|(pit, taken)| Row::new(pit.to_string(), taken.times));
        self.chart(out, &Chart::new(pits.times(), rows))?;
        self.more(out, ranked.len().saturating_sub(self.top) as u64, "pit")
    }

    fn openings(&self, out: &mut impl Write, heading: &str, game: Game, rules: &str) -> fmt::Result {
        let root = self.statistics.openings(game, rules, self.top);
        if root.next.is_empty() {
            return Ok(());
        }
        self.heading(out, heading)?;
        let shown: Vec<GameResult> =
            GameResult::ALL.into_iter().filter(|result| *result != GameResult::Drawn || game.has_draws()).collect();
        let mut chart = Chart::new(root.results.records(), []);
        chart.columns = shown.iter().map(|result| result.token()).collect();
        let room = self.width.saturating_sub(RESULTS).clamp(TURN.0, TURN.1);
        opening_rows(&root, 0, room, &shown, &mut chart.rows);
        self.chart(out, &chart)?;
        self.more(out, root.more, "first turn")
    }

    fn more(&self, out: &mut impl Write, more: u64, what: &str) -> fmt::Result {
        if more == 0 { Ok(()) } else { writeln!(out, "    {}", counted(more, &format!("more {what}"))) }
    }
}

/// Lists the turns after an opening; it goes no deeper than openings are counted.
fn opening_rows(opening: &Opening, depth: usize, room: usize, shown: &[GameResult], rows: &mut Vec<Row>) {
    for next in &opening.next {
        let turn = format!("{}{}", "  ".repeat(depth), next.turn);
        let cells = shown.iter().map(|result| next.results[*result]).collect();
        let label = truncate_to_width(&turn, room).into_owned();
        rows.push(Row { label, count: next.results.records(), cells });
        opening_rows(next, depth + 1, room, shown, rows);
    }
}

/// Returns what a result is called.
pub(super) const fn label(result: GameResult) -> &'static str {
    match result {
        GameResult::SouthWon => "South won",
        GameResult::NorthWon => "North won",
        GameResult::Drawn => "drawn",
        GameResult::Unfinished => "unfinished",
    }
}

/// Returns what a ruleset is called.
pub(super) const fn named(rules: &str) -> &str {
    if rules.is_empty() { "default rules" } else { rules }
}
