use plotters::style::RGBColor;

use super::board::BoardPanel;
use super::columns::ColumnsPanel;
use super::shares::{Share, SharesPanel};
use super::{Area, DrawResult, style};
use crate::archive::stats::report::{label, named};
use crate::archive::stats::{Bar, Histogram, Opening, PitCounts, Results, Statistics, Summary};
use crate::engine::{Game, Ruleset};
use crate::notation::GameResult;
use crate::text::truncate_to_width;

/// The height of a chart, and of the title of any plot, in pixels.
const CHART: u32 = 270;
const TITLE: u32 = 44;
/// The most columns that have room for their names.
const COLUMNS: u64 = 8;
/// The characters of a column's name that there is room for.
const COLUMN: usize = 7;
/// The most openings that have room for their names.
const OPENINGS: usize = 8;
/// The characters of a line below a title that there is room for.
const NOTE: usize = 66;
/// The characters of a turn that there is room for.
const TURN: usize = 16;

/// A plot.
pub(super) enum Panel {
    Columns(ColumnsPanel),
    Shares(SharesPanel),
    Board(BoardPanel),
}

impl Panel {
    /// Whether it takes the whole width.
    pub(super) const fn is_wide(&self) -> bool {
        matches!(self, Self::Board(_))
    }

    /// Returns how high it is, in pixels.
    pub(super) fn height(&self) -> u32 {
        match self {
            Self::Columns(_) | Self::Shares(_) => CHART,
            Self::Board(panel) => TITLE + panel.height(),
        }
    }

    pub(super) fn draw(&self, area: &Area<'_>) -> DrawResult {
        match self {
            Self::Columns(panel) => panel.draw(area),
            Self::Shares(panel) => panel.draw(area),
            Self::Board(panel) => panel.draw(area),
        }
    }
}

/// Draws the title of a plot, with a quiet line below it, and returns what is left of the area.
pub(super) fn titled<'a>(
    area: &Area<'a>,
    title: &str,
    note: &str,
) -> Result<Area<'a>, plotters::prelude::DrawingAreaErrorKind<std::io::Error>> {
    area.draw_text(title, &style::bold(13), (10, 14))?;
    area.draw_text(note, &style::quiet(11), (10, 31))?;
    Ok(area.split_vertically(TITLE).1)
}

/// Returns the plots of a game; those that would show nothing are left out.
pub(super) fn panels(statistics: &Statistics, game: Game, all: &Summary, top: usize) -> Vec<Panel> {
    let mut panels = vec![results(game, all)];
    let distributions = [
        ("Turns a record", &all.lengths, "records"),
        ("Rounds a match", &all.rounds, "matches"),
        ("Captures a turn", &all.captures, "turns"),
        ("Stones a capturing turn", &all.captured, "turns"),
        ("Laps a turn", &all.laps, "turns"),
    ];
    let told = distributions.into_iter().filter(|(_, histogram, _)| histogram.least() < histogram.most());
    panels.extend(told.map(|(title, histogram, what)| columns(title, histogram, what)));
    let most = statistics.rulesets(game).max_by_key(|(rules, summary)| (summary.valid(), std::cmp::Reverse(*rules)));
    let Some((rules, summary)) = most else { return panels };
    let opening = statistics.openings(game, rules, top.min(OPENINGS));
    if !opening.next.is_empty() {
        panels.push(openings(rules, &opening));
    }
    for (title, pits) in [("Pits taken as bonus", &summary.bonus_pits), ("Pits stripped", &summary.strip_pits)] {
        panels.extend(board(title, game, rules, pits));
    }
    panels
}

const fn colour(result: GameResult) -> RGBColor {
    match result {
        GameResult::SouthWon => style::SOUTH,
        GameResult::NorthWon => style::NORTH,
        GameResult::Drawn => style::DRAWN,
        GameResult::Unfinished => style::UNFINISHED,
    }
}

/// The results in the order in which they lie side by side.
const SIDE_BY_SIDE: [GameResult; 4] =
    [GameResult::SouthWon, GameResult::Drawn, GameResult::NorthWon, GameResult::Unfinished];

fn results(game: Game, all: &Summary) -> Panel {
    let results = all.all_results();
    let shown = GameResult::ALL.into_iter().filter(|result| *result != GameResult::Drawn || game.has_draws());
    let rows = shown.map(|result| (label(result).to_owned(), vec![share(result, results)])).collect();
    Panel::Shares(SharesPanel { title: "Results".to_owned(), note: "records".to_owned(), rows, key: Vec::new() })
}

fn share(result: GameResult, results: Results) -> Share {
    Share { count: results[result], colour: colour(result) }
}

fn columns(title: &str, histogram: &Histogram, what: &str) -> Panel {
    let bars = histogram.bars(COLUMNS);
    let names: Vec<String> = bars.iter().map(column_name).collect();
    let too_long = names.iter().any(|name| name.len() > COLUMN);
    let names = if too_long { bars.iter().map(|bar| bar.least.to_string()).collect() } else { names };
    let from = if too_long { ", by the least number of each column" } else { "" };
    let note = format!("{what}{from}; median {}", histogram.quantile(1, 2).unwrap_or(0));
    let bars = names.into_iter().zip(bars.iter().map(|bar| bar.count)).collect();
    Panel::Columns(ColumnsPanel { title: title.to_owned(), note, bars })
}

fn column_name(bar: &Bar) -> String {
    match bar.most {
        Some(most) if most == bar.least => most.to_string(),
        Some(most) => format!("{}-{most}", bar.least),
        None => format!("{}+", bar.least),
    }
}

fn openings(rules: &str, opening: &Opening) -> Panel {
    let rows = opening.next.iter().map(|next| {
        let shares = SIDE_BY_SIDE.into_iter().map(|result| share(result, next.results)).collect();
        (truncate_to_width(&next.turn, TURN).into_owned(), shares)
    });
    let seen = |result: &GameResult| opening.next.iter().any(|next| next.results[*result] > 0);
    let key = SIDE_BY_SIDE.into_iter().filter(seen).map(|result| (label(result), colour(result)));
    Panel::Shares(SharesPanel {
        title: "First turns and results".to_owned(),
        note: truncate_to_width(named(rules), NOTE).into_owned(),
        rows: rows.collect(),
        key: key.collect(),
    })
}

fn board(title: &str, game: Game, rules: &str, pits: &PitCounts) -> Option<Panel> {
    if pits.times() == 0 {
        return None;
    }
    let ring = Ruleset::parse(game, rules).ok()?.ring();
    let note = format!("times, {}", named(rules));
    let note = truncate_to_width(&note, 2 * NOTE).into_owned();
    Some(Panel::Board(BoardPanel { title: title.to_owned(), note, ring, pits: pits.clone() }))
}
