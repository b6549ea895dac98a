use std::time::Duration;

use super::library::Library;
use super::listing::{Listed, Listing};
use super::prompt::{Prompt, Typed};
use super::reel::{Picture, Reel};
use super::speed::Speed;
use super::timeline::{Place, Timeline};
use super::view::{self, Hit};
use super::walk::{self, Cursor, Steps};
use super::{Action, Key, Record};
use crate::board::{Pit, Seat};
use crate::engine::Position;
use crate::render::{Marks, StoneStyle};

/// How many events of a turn are told.
const TOLD: usize = 100;
/// How many steps are made up for if the clock was late.
const MOST_STEPS: usize = 64;

/// Tells something that happened at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed.
    Key(Key),
    /// The mouse was clicked in a column and a row, from 0.
    Click(u16, u16),
    /// The wheel was turned towards the user.
    WheelDown,
    /// The wheel was turned away from the user.
    WheelUp,
    /// The screen has so many columns and rows now.
    Size(u16, u16),
    /// So much time has passed.
    Passed(Duration),
}

/// Tells what the terminal has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Show the screen.
    Show,
    /// Copy a text to the clipboard, and show the screen.
    Copy(String),
    /// Clear the screen, and show it anew.
    Redraw,
    /// Give the terminal back for a while.
    Suspend,
    /// End.
    Quit,
}

/// What stands before the board.
#[derive(Debug)]
pub(super) enum Mode {
    Board,
    /// The help, scrolled down by so many lines.
    Help(usize),
    GoTo(Prompt),
    Find(Prompt),
    Records(Listing),
    /// The position line.
    Line,
}

/// Holds all that a full-screen player shows. It knows no terminal: it is told what happens, and draws on a buffer.
pub struct Player {
    library: Box<dyn Library>,
    pub(super) number: u64,
    pub(super) record: Record,
    /// Whether no record that was shown is invalid.
    valid: bool,
    pub(super) at: Cursor,
    reel: Option<Reel>,
    pub(super) picture: Option<Picture>,
    pub(super) log: Vec<String>,
    /// The time passed since the last step, while it plays.
    playing: Option<Duration>,
    pub(super) speed: Speed,
    pub(super) near: Seat,
    pub(super) stones: StoneStyle,
    pub(super) unicode: bool,
    /// A place on a wide board that the user looks at, from the left.
    pub(super) look: Option<usize>,
    /// How far the text is scrolled.
    pub(super) text_top: usize,
    pub(super) mode: Mode,
    pub(super) message: Option<String>,
    query: String,
    pub(super) size: (u16, u16),
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("number", &self.number).field("at", &self.at).finish_non_exhaustive()
    }
}

impl Player {
    /// Opens a record of a library. `None` if it has fewer records.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn open(mut library: Box<dyn Library>, number: u64) -> Result<Option<Self>, String> {
        let Some(record) = library.record(number)? else { return Ok(None) };
        // Whether more follow is seen from the next one.
        library.title(number + 1)?;
        let mut player = Self {
            library,
            number,
            valid: record.is_valid(),
            record,
            at: Cursor::after(0),
            reel: None,
            picture: None,
            log: Vec::new(),
            playing: None,
            speed: Speed::default(),
            near: Seat::South,
            stones: StoneStyle::Numbers,
            unicode: false,
            look: None,
            text_top: 0,
            mode: Mode::Board,
            message: None,
            query: String::new(),
            size: (80, 24),
        };
        player.go(Cursor::after(0));
        Ok(Some(player))
    }

    /// Draws with signs outside ASCII.
    #[must_use]
    pub const fn unicode(mut self, unicode: bool) -> Self {
        self.unicode = unicode;
        self
    }

    /// Returns whether no record that was shown is invalid.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.valid
    }

    /// Returns where in the record it is.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        self.at
    }

    /// Returns the record.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the position that is shown; `None` if it is not known what is played.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.picture.as_ref().map(|picture| &picture.position)
    }

    /// Returns the columns and rows of the screen.
    #[must_use]
    pub const fn size(&self) -> (u16, u16) {
        self.size
    }

    pub(super) fn file(&self) -> &str {
        self.library.name()
    }

    pub(super) fn known_records(&self) -> (u64, bool) {
        self.library.known()
    }

    pub(super) const fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Returns how long nothing happens by itself; `None` if nothing ever does.
    #[must_use]
    pub fn wait(&self) -> Option<Duration> {
        match (&self.mode, self.playing) {
            (Mode::Records(listing), _) if listing.is_searching() => Some(Duration::ZERO),
            (_, Some(passed)) => Some(self.pause().saturating_sub(passed)),
            _ => None,
        }
    }

    fn pause(&self) -> Duration {
        self.speed.pause(self.at.moment.is_none())
    }

    /// Takes what happened, and tells what the terminal has to do.
    pub fn update(&mut self, input: Input) -> Effect {
        match input {
            Input::Size(columns, rows) => {
                self.size = (columns, rows);
                let height = view::listing_height(self.size);
                if let Mode::Records(listing) = &mut self.mode {
                    listing.resize(height, &mut *self.library);
                }
            }
            Input::Passed(time) => self.pass(time),
            Input::Key(key) => {
                self.message = None;
                return self.key(key);
            }
            Input::Click(column, row) => self.click(column, row),
            Input::WheelDown => return self.wheel(Key::Down, Action::PlyOn),
            Input::WheelUp => return self.wheel(Key::Up, Action::PlyBack),
        }
        Effect::Show
    }

    fn wheel(&mut self, key: Key, action: Action) -> Effect {
        match self.mode {
            Mode::Board => self.act(action),
            _ => self.key(key),
        }
    }

    fn pass(&mut self, time: Duration) {
        if let Mode::Records(listing) = &mut self.mode {
            return listing.search_on(&mut *self.library);
        }
        let Some(mut passed) = self.playing.map(|passed| passed + time) else { return };
        for _ in 0..MOST_STEPS {
            let pause = self.pause();
            if passed < pause {
                self.playing = Some(passed);
                return;
            }
            passed -= pause;
            if !self.small_step(|steps, at| steps.stone_on(at)) {
                self.playing = None;
                return;
            }
        }
        self.playing = Some(Duration::ZERO);
    }

    fn click(&mut self, column: u16, row: u16) {
        match view::hit(self, column, row) {
            Some(Hit::Turn(place)) => self.jump(place),
            Some(Hit::Ply(ply)) => self.go_to_ply(ply),
            Some(Hit::Record(row)) => {
                let Mode::Records(listing) = &mut self.mode else { return };
                let listed = listing.select_row(row, &mut *self.library);
                self.listed(listed);
            }
            None => {}
        }
    }

    fn key(&mut self, key: Key) -> Effect {
        if key == Key::Control('z') {
            return Effect::Suspend;
        }
        match &mut self.mode {
            Mode::Board => return Action::of(key).map_or(Effect::Show, |action| self.act(action)),
            Mode::Help(top) => match key {
                Key::Down | Key::Char('j') => *top = (*top + 1).min(view::help_scroll(self.size)),
                Key::Up | Key::Char('k') => *top = top.saturating_sub(1),
                Key::PageDown => *top = (*top + 10).min(view::help_scroll(self.size)),
                Key::PageUp => *top = top.saturating_sub(10),
                _ => self.mode = Mode::Board,
            },
            Mode::Line => self.mode = Mode::Board,
            Mode::GoTo(prompt) => match prompt.key(key) {
                Typed::On => {}
                Typed::Dropped => self.mode = Mode::Board,
                Typed::Done => {
                    let text = prompt.text().trim().to_owned();
                    self.mode = Mode::Board;
                    match text.parse() {
                        Ok(ply) => self.go_to_ply(ply),
                        Err(_) => self.tell(format!("\"{text}\" is no number of a ply")),
                    }
                }
            },
            Mode::Find(prompt) => match prompt.key(key) {
                Typed::On => {}
                Typed::Dropped => self.mode = Mode::Board,
                Typed::Done => {
                    self.query = prompt.text().to_owned();
                    self.mode = Mode::Board;
                    self.find(false);
                }
            },
            Mode::Records(listing) => {
                let listed = listing.key(key, &mut *self.library);
                self.listed(listed);
            }
        }
        Effect::Show
    }

    fn listed(&mut self, listed: Listed) {
        match listed {
            Listed::On => {}
            Listed::Closed => self.mode = Mode::Board,
            Listed::Chosen(number) => {
                self.mode = Mode::Board;
                self.show_record(number);
            }
        }
    }

    fn act(&mut self, action: Action) -> Effect {
        if !matches!(action, Action::Play | Action::Faster | Action::Slower | Action::Flip | Action::Dots) {
            self.playing = None;
        }
        match action {
            Action::PlyOn => self.step(walk::ply_on),
            Action::PlyBack => self.step(walk::ply_back),
            Action::LapOn => self.walk(|steps, at| steps.lap_on(at)),
            Action::LapBack => self.walk(|steps, at| steps.lap_back(at)),
            Action::StoneOn => self.walk(|steps, at| steps.stone_on(at)),
            Action::StoneBack => self.walk(|steps, at| steps.stone_back(at)),
            Action::TenOn => self.go_by(10),
            Action::TenBack => self.go_by(-10),
            Action::Start => self.go(Cursor::after(0)),
            Action::End => self.with_timeline(|timeline, at| Some(timeline.last(at.place))),
            Action::GoTo => self.mode = Mode::GoTo(Prompt::default()),
            Action::Play => self.playing = if self.playing.is_some() { None } else { Some(Duration::ZERO) },
            Action::Faster => self.speed = self.speed.faster(),
            Action::Slower => self.speed = self.speed.slower(),
            Action::CaptureOn => self.seek("no capture follows", true, |timeline, at| timeline.node(at).captured),
            Action::CaptureBack => {
                self.seek("no capture comes before", false, |timeline, at| timeline.node(at).captured);
            }
            Action::CommentOn => {
                self.seek("no comment follows", true, |timeline, at| !timeline.node(at).comments.is_empty());
            }
            Action::CommentBack => {
                self.seek("no comment comes before", false, |timeline, at| !timeline.node(at).comments.is_empty());
            }
            Action::VariationOn => {
                self.seek("no variation follows", true, |timeline, at| !timeline.node(at).variations.is_empty());
            }
            Action::VariationBack => {
                self.seek("no variation comes before", false, |timeline, at| !timeline.node(at).variations.is_empty());
            }
            Action::Enter => self.enter(),
            Action::Leave => self.leave(),
            Action::OtherOn => self.other(1),
            Action::OtherBack => self.other(-1),
            Action::Find => self.mode = Mode::Find(Prompt::default()),
            Action::FoundOn => self.find(false),
            Action::FoundBack => self.find(true),
            Action::RecordOn => self.show_record(self.number.saturating_add(1)),
            Action::RecordBack => self.show_record(self.number - 1),
            Action::Records => {
                let height = view::listing_height(self.size);
                self.mode = Mode::Records(Listing::new(self.number, height, &mut *self.library));
            }
            Action::Flip => self.near = self.near.other(),
            Action::Dots => {
                self.stones = match self.stones {
                    StoneStyle::Numbers => StoneStyle::Dots,
                    StoneStyle::Dots => StoneStyle::Numbers,
                };
            }
            Action::LookLeft => self.look_by(-4),
            Action::LookRight => self.look_by(4),
            Action::TextDown => self.text_top = (self.text_top + 1).min(view::text_scroll(self)),
            Action::TextUp => self.text_top = self.text_top.saturating_sub(1),
            Action::PositionLine => return self.position_line(),
            Action::Help => self.mode = Mode::Help(0),
            Action::Redraw => return Effect::Redraw,
            Action::Suspend => return Effect::Suspend,
            Action::Quit => return Effect::Quit,
        }
        Effect::Show
    }

    fn tell(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    fn step(&mut self, step: fn(&Timeline, Cursor) -> Option<Cursor>) {
        if let Some(next) = self.record.timeline.as_ref().and_then(|timeline| step(timeline, self.at)) {
            self.go(next);
        }
    }

    fn walk(&mut self, step: impl Fn(&mut Steps<'_>, Cursor) -> Option<Cursor>) {
        self.small_step(step);
    }

    /// Makes a step within turns; returns whether there was one.
    fn small_step(&mut self, step: impl Fn(&mut Steps<'_>, Cursor) -> Option<Cursor>) -> bool {
        let (Some(timeline), Some(reel)) = (&self.record.timeline, &mut self.reel) else { return false };
        let next = step(&mut Steps { timeline, reel }, self.at);
        if let Some(next) = next {
            self.go(next);
        }
        next.is_some()
    }

    /// Goes to the end of a turn that is chosen from where it is.
    fn with_timeline(&mut self, choose: impl Fn(&Timeline, Cursor) -> Option<Place>) {
        if let Some(place) = self.record.timeline.as_ref().and_then(|timeline| choose(timeline, self.at)) {
            self.jump(place);
        }
    }

    fn jump(&mut self, place: Place) {
        self.playing = None;
        let Some(timeline) = &self.record.timeline else { return };
        if place <= timeline.len() {
            let place = walk::reachable(timeline, place);
            self.go(Cursor::after(place));
        }
    }

    fn go_by(&mut self, plies: i64) {
        self.with_timeline(|timeline, at| {
            let ply = i64::from(timeline.node(at.place).ply) + plies;
            Some(timeline.at_ply(at.place, u32::try_from(ply.max(0)).unwrap_or(u32::MAX)))
        });
    }

    fn go_to_ply(&mut self, ply: u32) {
        self.with_timeline(|timeline, at| Some(timeline.at_ply(at.place, ply)));
        let reached = self.record.timeline.as_ref().map(|timeline| timeline.node(self.at.place).ply);
        if let Some(reached) = reached.filter(|reached| *reached < ply) {
            self.tell(format!("there is no ply {ply}, this is ply {reached}"));
        }
    }

    fn seek(&mut self, none: &str, on: bool, wanted: impl Fn(&Timeline, Place) -> bool) {
        let Some(timeline) = &self.record.timeline else { return };
        let step = |place| {
            let next = if on { timeline.after(place) } else { timeline.before(place) };
            next.filter(|next| timeline.is_decided(*next))
        };
        match walk::seek(self.at.place, step, |place| wanted(timeline, place)) {
            Some(place) => self.jump(place),
            None => self.tell(none),
        }
    }

    fn enter(&mut self) {
        let Some(timeline) = &self.record.timeline else { return };
        let variations = timeline.node(self.at.place).variations.clone();
        if variations.is_empty() {
            return self.tell("this turn has no variation");
        }
        let first = timeline.first_of(variations.start);
        self.jump(first);
    }

    fn leave(&mut self) {
        let Some(timeline) = &self.record.timeline else { return };
        match timeline.line(self.at.place).replaces {
            Some(replaced) => self.jump(replaced),
            None => self.tell("this is the main line"),
        }
    }

    fn other(&mut self, step: isize) {
        let Some(timeline) = &self.record.timeline else { return };
        let (ways, this) = walk::ways(timeline, self.at.place);
        if ways.len() < 2 {
            return self.tell("there is no other way to play this turn");
        }
        let next = (this as isize + step).rem_euclid(ways.len() as isize) as usize;
        self.jump(ways[next]);
    }

    fn find(&mut self, back: bool) {
        let Some(timeline) = &self.record.timeline else { return };
        if self.query.is_empty() {
            return self.tell("nothing to find: / asks for a text");
        }
        match walk::find(timeline, self.at.place, &self.query, back) {
            Some(place) => self.jump(place),
            None => self.tell(format!("\"{}\" is nowhere in this record", self.query)),
        }
    }

    fn look_by(&mut self, columns: isize) {
        let Some(timeline) = &self.record.timeline else { return };
        let all = usize::from(timeline.rules().ring().columns());
        let now = self.look.unwrap_or_else(|| self.focus());
        self.look = Some(now.saturating_add_signed(columns).min(all - 1));
    }

    /// Returns the place from the left of the column to be seen.
    pub(super) fn focus(&self) -> usize {
        let Some(picture) = &self.picture else { return 0 };
        let place = |pit: Pit| {
            let columns = usize::from(picture.position.ring().columns());
            let column = usize::from(pit.column);
            if pit.seat == self.near { column - 1 } else { columns - column }
        };
        self.look.or_else(|| picture.focus.map(place)).unwrap_or(0)
    }

    fn position_line(&mut self) -> Effect {
        match self.line_shown() {
            Some((_, line)) => {
                self.mode = Mode::Line;
                Effect::Copy(line)
            }
            None => Effect::Show,
        }
    }

    /// Returns the position line nearest to the moment, and where it holds. Within a turn there is none, for stones are
    /// in hand.
    pub(super) fn line_shown(&self) -> Option<(String, String)> {
        let timeline = self.record.timeline.as_ref()?;
        let ply = timeline.node(self.at.place).ply;
        let (place, words) = match (self.at.moment, timeline.before(self.at.place)) {
            (Some(_), Some(before)) => (before, format!("The position before ply {ply}")),
            _ if self.at.place == 0 => (0, "The position before the first turn".to_owned()),
            _ => (self.at.place, format!("The position after ply {ply}")),
        };
        Some((words, timeline.position(place).to_string()))
    }

    fn show_record(&mut self, number: u64) {
        let record = match number {
            0 => Ok(None),
            number => self.library.record(number),
        };
        match record {
            Ok(Some(record)) => {
                self.valid &= record.is_valid();
                if let Err(error) = self.library.title(number + 1) {
                    self.tell(error);
                }
                (self.record, self.number, self.reel) = (record, number, None);
                self.go(Cursor::after(0));
            }
            Ok(None) if number == 0 => self.tell("this is the first record"),
            Ok(None) => self.tell("this is the last record"),
            Err(error) => self.tell(error),
        }
    }

    /// Goes somewhere and works out what is seen there.
    fn go(&mut self, at: Cursor) {
        (self.at, self.look, self.text_top) = (at, None, 0);
        let Some(timeline) = &self.record.timeline else {
            (self.picture, self.reel) = (None, None);
            return;
        };
        let around = at.moment.map_or(u64::MAX, |moment| moment.event);
        let reel = match self.reel.take().filter(|reel| reel.place() == at.place) {
            Some(reel) => self.reel.insert(reel),
            None => self.reel.insert(Reel::new(timeline, at.place, around)),
        };
        self.log = reel.log(timeline, at.moment, TOLD);
        self.picture = at
            .moment
            .and_then(|moment| reel.picture(timeline, moment))
            .or_else(|| Some(rest(timeline, at.place, reel, &self.record)));
    }
}

/// Returns what the board looks like when a turn is over.
fn rest(timeline: &Timeline, place: Place, reel: &mut Reel, record: &Record) -> Picture {
    let position = timeline.position(place);
    let node = timeline.node(place);
    let end = reel.end(timeline);
    let focus = end.and_then(|end| reel.picture(timeline, end)).and_then(|picture| picture.focus);
    let marks = if timeline.is_decided(place) && node.round_end.is_none() {
        reel.marks().clone()
    } else {
        // The board of another round, or one on which a turn went wrong.
        let pits: Vec<Pit> = node.faults.iter().flat_map(|fault| record.faults[*fault].pits.clone()).collect();
        Marks::highlighting(position.ring(), &pits)
    };
    Picture { position, marks, hand: 0, focus }
}
