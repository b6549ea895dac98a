//! Plots of statistics, drawn with `plotters` as one SVG picture. Nothing in it was written by strangers: it has names
//! of games, settings, pits and turns, which all come from the engine.

mod board;
mod columns;
mod panel;
mod shares;
mod style;

use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _, SVGBackend};

use self::panel::{Panel, panels};
use super::Statistics;
use super::report::label;
use crate::engine::Game;
use crate::notation::GameResult;
use crate::render::markup;
use crate::text::counted;

/// A part of the picture to draw on.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawResult = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The sizes of the picture and its parts, in pixels.
const WIDTH: u32 = 960;
const MARGIN: u32 = 10;
const HEADING: u32 = 52;

/// Draws statistics as plots.
#[derive(Clone, Copy, Debug)]
pub struct Plots<'a> {
    /// What is drawn.
    pub statistics: &'a Statistics,
    /// How many openings are drawn.
    pub top: usize,
}

/// A line of the picture.
enum Line {
    Heading {
        text: String,
        size: u32,
    },
    /// One panel, or two side by side.
    Panels(Vec<Panel>),
}

impl Plots<'_> {
    /// Draws all plots as one SVG picture.
    ///
    /// # Panics
    ///
    /// Never: a text takes all that is drawn.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let lines = self.lines();
        let height = lines.iter().map(Line::height).sum::<u32>() + 2 * MARGIN;
        let mut svg = String::new();
        draw(&SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area(), lines)
            .expect("a text takes all that is drawn");
        self.with_words(&svg)
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line::Heading { text: self.title(), size: 18 }];
        for game in self.statistics.games() {
            let all = self.statistics.game(game);
            if all.valid() == 0 {
                continue;
            }
            let text = format!("{game}: {}", counted(all.valid(), "valid record"));
            lines.push(Line::Heading { text, size: 16 });
            let mut row: Vec<Panel> = Vec::new();
            for panel in panels(self.statistics, game, &all, self.top) {
                if panel.is_wide() || row.len() == 2 {
                    lines.push(Line::Panels(std::mem::take(&mut row)));
                }
                row.push(panel);
            }
            lines.push(Line::Panels(row));
        }
        lines.retain(|line| !matches!(line, Line::Panels(panels) if panels.is_empty()));
        lines
    }

    fn title(&self) -> String {
        let statistics = self.statistics;
        let records = counted(statistics.valid() + statistics.invalid(), "record");
        format!("{records}, {} valid, {} invalid", statistics.valid(), statistics.invalid())
    }

    /// Puts a name, and the results in words, into a picture.
    fn with_words(&self, svg: &str) -> String {
        let title = markup(&format!("Statistics of {}", self.title()));
        let words: Vec<String> = self.statistics.games().map(|game| self.words(game)).collect();
        let words = markup(&words.join(" "));
        let (start, rest) = svg.split_once('>').unwrap_or((svg, ""));
        format!("{start} role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<desc>{words}</desc>{rest}")
    }

    fn words(&self, game: Game) -> String {
        let all = self.statistics.game(game);
        let mut words = format!("{game}: {}", counted(all.valid(), "valid record"));
        for result in GameResult::ALL {
            // Writing to a string cannot fail.
            let _ = write!(words, ", {} {}", label(result), all.all_results()[result]);
        }
        words + "."
    }
}

impl Line {
    fn height(&self) -> u32 {
        match self {
            Self::Heading { .. } => HEADING,
            Self::Panels(panels) => panels.iter().map(Panel::height).max().unwrap_or(0),
        }
    }
}

fn draw(picture: &Area<'_>, lines: Vec<Line>) -> DrawResult {
    picture.fill(&style::PAPER)?;
    let (_, mut rest) = picture.margin(0, 0, MARGIN, MARGIN).split_vertically(MARGIN);
    for line in lines {
        let (area, below) = rest.split_vertically(line.height());
        rest = below;
        match line {
            Line::Heading { text, size } => {
                area.draw_text(&text, &style::bold(size), (10, HEADING as i32 - 18))?;
            }
            Line::Panels(panels) => {
                let columns = if panels.iter().any(Panel::is_wide) { 1 } else { 2 };
                area.split_evenly((1, columns)).iter().zip(&panels).try_for_each(|(area, panel)| panel.draw(area))?;
            }
        }
    }
    picture.present()
}
