use std::fmt::Write as _;

use super::playback::result_line;
use super::{Checks, Judged, JudgedLine, JudgedPly, Playback, refill_text};
use crate::board::Seat;
use crate::render::{Frame, PageStep, markup, page_board, page_data};

/// From this many columns on, a board takes the whole width of a page.
const WIDE: u8 = 16;

/// Holds a record as a part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRecord {
    /// What the record is, as plain text, not escaped.
    pub title: String,
    /// The name that a link to it uses: `#r1`.
    pub id: String,
    /// The part of the page.
    pub html: String,
}

impl PageRecord {
    /// Makes the part of a page that steps through a record, with its board, tags, moves, comments and variations.
    /// `number` counts the records of the page from 1. `None` if it is not known what is played.
    ///
    /// The record must be judged with [`Keep::Turns`](super::Keep::Turns) or more.
    #[must_use]
    pub fn new(judged: &Judged, number: u64, max_laps: u64) -> Option<Self> {
        let playback = Playback::new(judged, max_laps)?;
        let title = judged.title();
        let id = format!("r{number}");
        // The turns of the first record have the shorter links: most pages hold one record.
        let scope = if number == 1 { String::new() } else { format!("{id}.") };
        let mut list = MoveList { judged, playback, steps: Vec::new(), html: String::new() };
        let start = list.playback.start();
        let board = page_board(list.playback.game().position(), list.playback.game().rules());
        let step = PageStep::new(&start, None);
        let stage = stage(&start, &step, &board);
        list.steps.push(step);
        list.begin(&scope);
        list.line(&judged.turns, 0, &scope);
        list.end();
        let wide = if list.playback.game().position().ring().columns() >= WIDE { " wide" } else { "" };
        let html = format!(
            "<section class=\"record{wide}\" id=\"{id}\" aria-labelledby=\"{id}-title\">\n\
             <h1 id=\"{id}-title\">{}</h1>\n<div class=\"game\">\n<div>\n{stage}</div>\n{}</div>\n\
             <script type=\"application/json\">{}</script>\n</section>\n",
            markup(&title),
            list.html,
            page_data(&list.steps)
        );
        Some(Self { title, id, html })
    }
}

/// Lists what the tags say.
fn tags(judged: &Judged) -> String {
    let mut html = "<dl class=\"tags\">\n".to_owned();
    let mut entry = |name: &str, value: &str| {
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", markup(name), markup(value));
    };
    if let Some(header) = &judged.header {
        let options = header.rules.to_string();
        let options = if options.is_empty() { String::new() } else { format!(" ({options})") };
        entry("Game", &format!("{}{options}", header.rules.game()));
        for (name, value) in &header.tags {
            entry(name, value);
        }
    }
    entry("Result", result_line(judged).trim_start_matches("Result: "));
    html + "</dl>\n"
}

/// The board with its seats, and the words of a turn.
fn stage(start: &Frame, step: &PageStep, board: &str) -> String {
    let seat = |seat: Seat| {
        format!("<p class=\"seat {}\"><b>{seat}</b> <span>{}</span></p>\n", seat.name(), markup(step.holdings(seat)))
    };
    format!(
        "<div class=\"stage\">\n{}<div class=\"board-box\">{board}</div>\n{}</div>\n\
         <div class=\"after\" hidden>\n<p class=\"hint\">The next round:</p>\n</div>\n\
         <p class=\"say\" aria-live=\"polite\"><b>{}</b> <span class=\"story\"></span> <span class=\"notes\"></span></p>\n",
        seat(Seat::North),
        seat(Seat::South),
        markup(start.heading())
    )
}

/// A list of moves that is written while its turns are played.
struct MoveList<'a> {
    judged: &'a Judged,
    playback: Playback<'a>,
    steps: Vec<PageStep>,
    html: String,
}

impl MoveList<'_> {
    fn begin(&mut self, scope: &str) {
        self.html.push_str("<div class=\"moves\">\n<h2>Moves</h2>\n");
        let _ =
            writeln!(self.html, "<p><a class=\"ply\" id=\"{scope}0\" href=\"#{scope}0\" data-node=\"0\">Start</a></p>");
        self.comments(&self.judged.comments);
    }

    fn end(&mut self) {
        let result = markup(&result_line(self.judged));
        let _ = write!(self.html, "<p class=\"result\">{result}</p>\n{}</div>\n", tags(self.judged));
    }

    /// Writes a line of play that goes on from a step. The names of its turns begin with `scope`.
    ///
    /// Recursion follows the nesting of variations, which the reader limits.
    fn line(&mut self, turns: &[JudgedPly], mut step: usize, scope: &str) {
        self.html.push_str("<ol class=\"line\">\n");
        let mut number_due = true;
        for ply in turns {
            let place = (!ply.variations.is_empty()).then(|| self.playback.checkpoint());
            let before = step;
            self.html.push_str("<li>");
            if ply.seat == Seat::South || number_due {
                let dots = if ply.seat == Seat::South { "." } else { "..." };
                let _ = write!(self.html, "<span class=\"number\">{}{dots}</span> ", ply.number);
            }
            match self.playback.bare_frame(ply) {
                Some(frame) => {
                    step = self.step(&frame, ply, before);
                    let (name, text) = (format!("{scope}{}", ply.ply), markup(&ply.annotated()));
                    let _ = write!(
                        self.html,
                        "<a class=\"ply\" id=\"{name}\" href=\"#{name}\" data-node=\"{step}\">{text}</a>"
                    );
                }
                None => {
                    let _ = write!(self.html, "<span class=\"unplayed\">{}</span>", markup(&ply.annotated()));
                }
            }
            let refill =
                ply.refill.map(|refill| refill_text(&refill, Checks::None)).or_else(|| ply.written_refill.clone());
            if let Some(refill) = refill {
                let _ = write!(self.html, " <span class=\"number\">{}</span>", markup(&refill));
            }
            self.comments(&ply.comments);
            if let Some(place) = place {
                let left = self.playback.rewind(&place);
                self.variations(&ply.variations, before, &format!("{scope}{}", ply.ply));
                let _ = self.playback.rewind(&place);
                self.playback.resume(left);
            }
            self.html.push_str("</li>\n");
            number_due = ply.seat == Seat::North || !ply.comments.is_empty() || !ply.variations.is_empty();
        }
        self.html.push_str("</ol>\n");
    }

    /// Keeps what a page shows of a turn, and returns which step it is.
    fn step(&mut self, frame: &Frame, ply: &JudgedPly, before: usize) -> usize {
        let mut step = PageStep::new(frame, Some(before));
        if self.judged.is_last(ply) {
            step.tell(&result_line(self.judged));
        }
        self.steps.push(step);
        self.steps.len() - 1
    }

    fn variations(&mut self, lines: &[JudgedLine], step: usize, scope: &str) {
        self.html.push_str("\n<ul class=\"variations\">\n");
        for (index, line) in lines.iter().enumerate() {
            let _ = write!(self.html, "<li aria-label=\"Variation {}\">", index + 1);
            self.comments(&line.comments);
            let place = self.playback.checkpoint();
            self.line(&line.turns, step, &format!("{scope}v{}.", index + 1));
            let _ = self.playback.rewind(&place);
            self.html.push_str("</li>\n");
        }
        self.html.push_str("</ul>\n");
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let lines: Vec<String> = comment.split('\n').map(|line| markup(line.trim())).collect();
            let _ = write!(self.html, "<p class=\"comment\">{}</p>", lines.join("<br>"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::DEFAULT_MAX_LAPS;
    use crate::notation::read_text;
    use crate::record::{Judge, Keep};

    fn page(text: &str, number: u64) -> PageRecord {
        let judged = Judge::new().keep(Keep::Turns).judge(text, &read_text(text));
        PageRecord::new(&judged, number, DEFAULT_MAX_LAPS).expect("a known game")
    }

    #[test]
    fn every_turn_has_a_link_and_a_step() {
        let text = "[Game \"Bosh\"]\n\n1. A5 (1. A1 a3 (1... a2 2. A3)) 1... a4 (1... a3) *\n";
        for (number, scope) in [(1, ""), (3, "r3.")] {
            let page = page(text, number);
            let links: Vec<&str> =
                page.html.split(" id=\"").skip(3).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
            let names = ["0", "1", "1v1.1", "1v1.2", "1v1.2v1.2", "1v1.2v1.3", "2", "2v1.2"];
            assert_eq!(links, names.map(|name| format!("{scope}{name}")));
            let data = page.html.split_once("application/json\">").unwrap().1.split_once("</script>").unwrap().0;
            let steps: Vec<serde_json::Value> = serde_json::from_str(data).unwrap();
            let before: Vec<Option<u64>> =
                steps.iter().map(|step| step.get("prev").and_then(serde_json::Value::as_u64)).collect();
            assert_eq!(before, [None, Some(0), Some(0), Some(2), Some(2), Some(4), Some(1), Some(1)]);
        }
    }

    #[test]
    fn turns_that_were_not_judged_are_text() {
        let page = page("[Game \"Bosh\"]\n\n1. A5 a9 2. A1 *\n", 1);
        assert!(
            page.html.contains("<span class=\"unplayed\">a9</span>")
                && page.html.contains("<span class=\"unplayed\">A1</span>")
        );
        assert_eq!(page.html.matches("class=\"ply\"").count(), 2);
    }
}
