use super::words;
use crate::board::{Pit, Seat};
use crate::engine::{Event, Game, Observer, Position, Ruleset};

/// How many choices of one turn are told one by one; of longer turns the rest is counted.
const TOLD: usize = 8;

/// Tells a whole turn in a few sentences. It watches the turn as an [`Observer`].
///
/// A turn of a million laps makes no longer story than one of ten, and takes no more memory.
#[derive(Clone, Debug)]
pub struct TurnStory {
    rules: Ruleset,
    mover: Seat,
    /// What is told so far, without the last full stop.
    text: String,
    /// Whether the next phrase begins a sentence.
    fresh: bool,
    told: usize,
    origin: Option<(Pit, u32)>,
    leg: Leg,
    skipped: Skipped,
    gains: Vec<(Pit, u32)>,
    afterwards: Vec<String>,
}

/// The laps since the last thing told.
#[derive(Clone, Copy, Debug, Default)]
struct Leg {
    laps: u64,
    /// The pit from which captured stones are sown again.
    captured_from: Option<Pit>,
    /// Whether captured stones wait to be sown.
    captured: bool,
    clockwise: bool,
    landing: Option<(Pit, bool)>,
}

/// What a long turn did beyond what is told one by one.
#[derive(Clone, Copy, Debug, Default)]
struct Skipped {
    laps: u64,
    heads: u64,
    captures: u64,
    stones: u64,
    passes: u64,
    retreats: u64,
}

impl TurnStory {
    /// Begins the story of a turn.
    #[must_use]
    pub fn new(rules: &Ruleset, mover: Seat) -> Self {
        Self {
            rules: *rules,
            mover,
            text: String::new(),
            fresh: true,
            told: 0,
            origin: None,
            leg: Leg::default(),
            skipped: Skipped::default(),
            gains: Vec::new(),
            afterwards: Vec::new(),
        }
    }

    /// Returns what the turn did, or an empty text if nothing happened yet.
    #[must_use]
    pub fn turn(&self) -> String {
        let mut story = self.clone();
        story.end_leg();
        story.end_gains();
        if !story.text.is_empty() {
            story.text.push('.');
        }
        story.text
    }

    /// Returns what followed the turn: the end of a round, a refill, the end of the game. A sentence or two each.
    #[must_use]
    pub fn afterwards(&self) -> &[String] {
        &self.afterwards
    }

    /// Tells a phrase without a subject. Long turns skip phrases, but never the last.
    fn tell(&mut self, phrase: &str) {
        let skipped = std::mem::take(&mut self.skipped).words();
        if !self.text.is_empty() {
            let fresh = self.fresh || skipped.is_some();
            self.text.push_str(if fresh && !self.text.ends_with('.') {
                ". "
            } else if fresh {
                " "
            } else {
                "; "
            });
            self.fresh = fresh;
        }
        if let Some(skipped) = skipped {
            self.text += &format!("After {skipped} ");
        }
        if self.fresh {
            self.text += &format!("{} ", self.mover);
        }
        self.text += phrase;
        self.fresh = false;
        self.told += 1;
    }

    fn skips(&self) -> bool {
        self.told >= TOLD
    }

    /// Takes the laps since the last thing told, in words that end where the last of them did not.
    fn take_leg(&mut self) -> String {
        let leg = std::mem::take(&mut self.leg);
        let way = if leg.clockwise { " clockwise" } else { "" };
        let them = if self.skipped.captures > 0 { "the captured stones" } else { "them" };
        let sows = match leg.captured_from {
            Some(from) if leg.laps == 1 => format!("sows {them}{way}, starting next to {from},"),
            Some(from) => format!("sows {them}{way}, starting next to {from}, in {}", words::laps(leg.laps)),
            None => format!("sows {}{way}", words::laps(leg.laps)),
        };
        match self.origin.take() {
            Some((pit, stones)) => format!("lifts {} from {pit}, {sows}", words::stones(stones)),
            None => sows,
        }
    }

    /// Tells a leg that ended in `pit`, and what happened there.
    fn tell_leg(&mut self, pit: &str, what: &str) {
        if self.skips() {
            self.skipped.laps += self.leg.laps;
            self.leg = Leg::default();
            return;
        }
        if self.leg.laps == 0 {
            return self.tell(what);
        }
        let leg = self.take_leg();
        self.tell(&format!("{leg} to {pit} and {what}"));
    }

    /// Tells the leg with which the sowing ended.
    fn end_leg(&mut self) {
        let Some((landing, occupied)) = self.leg.landing else { return };
        let game = self.rules.game();
        if let (Game::Kimasai, Some((origin, _))) = (game, self.origin) {
            self.leg = Leg::default();
            return self.tell(&format!("steps from {origin} to {landing}"));
        }
        let leg = self.take_leg();
        if game == Game::Bosh {
            self.tell(&format!("{leg} and ends in {landing}, before an empty pit"));
        } else if occupied {
            // The turn is not over.
            self.tell(&format!("{leg} to {landing}"));
        } else {
            self.tell(&format!("{leg} and ends in the empty pit {landing}"));
        }
    }

    fn end_gains(&mut self) {
        let gains = std::mem::take(&mut self.gains);
        if gains.is_empty() {
            return;
        }
        let strip = self.rules.game() == Game::Nsolo && self.rules.bonus() == 0;
        let words = if strip { words::strips(&gains) } else { words::takes_bonus(&gains) };
        self.text += &format!(", and {words}");
    }

    fn landing_name(&self) -> String {
        self.leg.landing.map_or_else(String::new, |(pit, _)| pit.to_string())
    }

    fn capture(&mut self, pit: Pit, with: Option<Pit>, stones: u32) {
        let captures = words::captures(pit, with, stones);
        match self.rules.game() {
            Game::Igisoro => {
                if self.skips() {
                    self.skipped.captures += 1;
                    self.skipped.stones += u64::from(stones);
                }
                self.tell_leg(&self.landing_name(), &captures);
                self.leg.captured = true;
            }
            Game::Kimasai => {
                self.end_leg();
                self.text += &format!(" and {captures}");
            }
            Game::Tsoro | Game::Nsolo | Game::Bosh => {
                self.end_leg();
                self.tell(&captures);
            }
        }
    }

    fn retreat(&mut self, pit: Pit, to: Pit, stones: u32) {
        if self.skips() {
            self.skipped.retreats += 1;
            return;
        }
        self.text += &format!(". {}", words::retreats(self.mover.other(), pit, to, stones));
        self.fresh = true;
    }
}

impl Observer for TurnStory {
    fn event(&mut self, event: Event, position: &Position) {
        match event {
            Event::Lift { pit, stones } => {
                if self.text.is_empty() && self.leg.laps == 0 {
                    self.origin = Some((pit, stones));
                }
            }
            Event::Lap { from, clockwise, landing, occupied, .. } => {
                if self.leg.captured {
                    self.leg.captured_from = Some(from);
                    self.leg.captured = false;
                }
                self.leg.laps += 1;
                self.leg.clockwise = clockwise;
                self.leg.landing = Some((landing, occupied));
            }
            Event::GoOn { pit } => {
                self.skipped.heads += u64::from(self.skips());
                self.tell_leg(&format!("the head {pit}"), "goes on");
            }
            Event::Stop { pit } => {
                let leg = self.take_leg();
                self.tell(&format!("{leg} to the head {pit} and stops there"));
            }
            Event::Reverse { .. } if self.leg.laps > 0 => {
                self.tell_leg(&self.landing_name(), "turns there");
            }
            Event::Capture { pit, with, stones } => self.capture(pit, with, stones),
            Event::Bonus { pit, stones } | Event::Strip { pit, stones } => self.gains.push((pit, stones)),
            Event::Waive => self.text += &format!(", and {}", words::waives(&self.rules)),
            Event::Pass { pit } => {
                self.skipped.passes += u64::from(self.skips());
                self.tell_leg(&self.landing_name(), &words::passes(pit));
            }
            Event::Retreat { pit, to, stones } => self.retreat(pit, to, stones),
            Event::Reverse { .. } => {}
            Event::RoundEnd(_) | Event::Refill(_) | Event::GameEnd(_) => {
                self.afterwards.push(words::event(&event, self.mover, &self.rules, position));
            }
        }
    }
}

impl Skipped {
    /// Returns what was skipped, for the start of a sentence, or `None` if nothing was.
    fn words(self) -> Option<String> {
        let counts = [
            (self.heads, "more head gone through", "more heads gone through"),
            (self.captures, "more capture", "more captures"),
            (self.passes, "more pass", "more passes"),
            (self.retreats, "more retreat", "more retreats"),
        ];
        let told = counts.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| {
            let stones =
                if one == "more capture" { format!(" of {}", words::stones(self.stones)) } else { String::new() };
            words::counted(count, one, many) + &stones
        });
        let told = words::list(told);
        match (told.is_empty(), self.laps) {
            (true, 0) => None,
            (true, laps) => Some(format!("{},", words::counted(laps, "more lap", "more laps"))),
            (false, laps) => Some(format!("{told}, in {},", words::laps(laps))),
        }
    }
}
