use std::fmt;

use super::{Game, igisoro, tsoro};
use crate::board::{Pit, Ring};

/// Holds a game with all its options, each valid.
///
/// `Display` writes the options that differ from their defaults, in the order the notation fixes.
///
/// ```
/// use matombo::engine::{Game, Ruleset};
/// let rules = Ruleset::parse(Game::Tsoro, "bonus=3 columns=8")?;
/// assert_eq!((rules.columns(), rules.bonus()), (8, 3));
/// assert_eq!(rules.to_string(), "columns=8 bonus=3");
/// let error = Ruleset::parse(Game::Tsoro, "bonus=6").unwrap_err();
/// assert_eq!(error.to_string(), "option `bonus` cannot be `6`: it is a number from 0 to 5");
/// # Ok::<(), matombo::engine::RulesetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    game: Game,
    /// A value an option of the game, in the order of [`Ruleset::specs`]: the number, or the index of the word.
    values: [u8; MAX_OPTIONS],
}

const MAX_OPTIONS: usize = 6;

/// Describes an option: its name, what it may be, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, as `Rules` writes it.
    pub name: &'static str,
    /// What the option may be.
    pub values: OptionValues,
    /// What the option decides, in a few words.
    pub summary: &'static str,
    /// The rule and the source.
    pub source: &'static str,
}

/// Tells what an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// A whole number.
    Number {
        /// The least.
        least: u8,
        /// The greatest.
        most: u8,
        /// The default.
        default: u8,
    },
    /// One of these words, the default first.
    Word(&'static [&'static str]),
}

/// Holds the value of an option: a number or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A number.
    Number(u8),
    /// A word.
    Word(&'static str),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl OptionValues {
    /// Returns the value used when nothing is said.
    #[must_use]
    pub fn default(self) -> Setting {
        self.setting(self.default_code())
    }

    const fn default_code(self) -> u8 {
        match self {
            Self::Number { default, .. } => default,
            Self::Word(_) => 0,
        }
    }

    fn setting(self, code: u8) -> Setting {
        match self {
            Self::Number { .. } => Setting::Number(code),
            // `repetition=2` is a number to JSON although the option also knows the word `off`.
            Self::Word(words) => {
                let word = words[usize::from(code)];
                word.parse().map_or(Setting::Word(word), Setting::Number)
            }
        }
    }

    fn code(self, value: &str) -> Option<u8> {
        match self {
            Self::Number { least, most, .. } => {
                let plain = value.bytes().all(|b| b.is_ascii_digit()) && (value == "0" || !value.starts_with('0'));
                value.parse().ok().filter(|number| plain && (least..=most).contains(number))
            }
            Self::Word(words) => words.iter().position(|word| *word == value).map(|index| index as u8),
        }
    }
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { least, most, .. } => write!(f, "a number from {least} to {most}"),
            Self::Word(words) => {
                for (index, word) in words.iter().enumerate() {
                    let joint = match index {
                        0 => "",
                        _ if index + 1 == words.len() => " or ",
                        _ => ", ",
                    };
                    write!(f, "{joint}`{word}`")?;
                }
                Ok(())
            }
        }
    }
}

/// Says why a text names no ruleset of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// No game has an option of this name.
    #[error("unknown option `{}`: the options of {game} are {}", crate::text::quoted(.name), names(*.game))]
    Unknown {
        /// The name as written.
        name: String,
        /// The record's game.
        game: Game,
    },
    /// The option belongs to another game.
    #[error("option `{name}` belongs to {other}, not to {game}: the options of {game} are {}", names(*.game))]
    OtherGame {
        /// The option.
        name: &'static str,
        /// The first game that has it.
        other: Game,
        /// The record's game.
        game: Game,
    },
    /// The value is not among those allowed.
    #[error("option `{name}` cannot be `{}`: it is {allowed}", crate::text::quoted(.value))]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value as written.
        value: String,
        /// What it may be.
        allowed: OptionValues,
    },
    /// The option is given twice.
    #[error("option `{name}` is given twice")]
    Repeated {
        /// The option.
        name: &'static str,
    },
    /// The text is no list of `option=value` pairs.
    #[error("`{}` is no option: options are written `name=value`, with a space between them", crate::text::quoted(.text))]
    Malformed {
        /// The part that could not be read.
        text: String,
    },
}

fn names(game: Game) -> String {
    let names: Vec<_> = Ruleset::specs(game).iter().map(|spec| format!("`{}`", spec.name)).collect();
    names.join(", ")
}

impl Ruleset {
    /// Makes the ruleset in which every option has its default.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let mut values = [0; MAX_OPTIONS];
        for (value, spec) in values.iter_mut().zip(Self::specs(game)) {
            *value = spec.values.default_code();
        }
        Self { game, values }
    }

    /// Reads options such as `columns=8 bonus=3`; those not named have their defaults.
    ///
    /// # Errors
    ///
    /// A [`RulesetError`] for the first option that is unknown, repeated, of another game or ill-valued.
    pub fn parse(game: Game, options: &str) -> Result<Self, RulesetError> {
        let mut rules = Self::new(game);
        let mut seen = Vec::new();
        for part in options.split(' ').filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| RulesetError::Malformed { text: part.to_owned() })?;
            let spec = rules.set(name, value)?;
            if seen.contains(&spec.name) {
                return Err(RulesetError::Repeated { name: spec.name });
            }
            seen.push(spec.name);
        }
        Ok(rules)
    }

    /// Sets one option and returns its description.
    ///
    /// # Errors
    ///
    /// A [`RulesetError`] if the option is unknown, of another game or ill-valued.
    pub fn set(&mut self, name: &str, value: &str) -> Result<&'static OptionSpec, RulesetError> {
        let specs = Self::specs(self.game);
        let Some(index) = specs.iter().position(|spec| spec.name == name) else {
            let elsewhere = Game::ALL.into_iter().find_map(|other| {
                Self::specs(other).iter().find(|spec| spec.name == name).map(|spec| (other, spec.name))
            });
            return Err(match elsewhere {
                Some((other, name)) => RulesetError::OtherGame { name, other, game: self.game },
                None => RulesetError::Unknown { name: name.to_owned(), game: self.game },
            });
        };
        let spec = &specs[index];
        self.values[index] = spec.values.code(value).ok_or_else(|| RulesetError::BadValue {
            name: spec.name,
            value: value.to_owned(),
            allowed: spec.values,
        })?;
        Ok(spec)
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Returns the options a game has, in the order they are written.
    #[must_use]
    pub const fn specs(game: Game) -> &'static [OptionSpec] {
        match game {
            Game::Tsoro => TSORO,
            Game::Nsolo => NSOLO,
            Game::Igisoro => IGISORO,
            Game::Bosh => BOSH,
            Game::Kimasai => KIMASAI,
        }
    }

    /// Returns every option with its value, in the order they are written.
    pub fn settings(&self) -> impl Iterator<Item = (&'static OptionSpec, Setting)> {
        Self::specs(self.game).iter().zip(self.values).map(|(spec, code)| (spec, spec.values.setting(code)))
    }

    /// Returns the options that a record must name: those that are not what they are when nothing is said.
    pub fn changed_settings(&self) -> impl Iterator<Item = (&'static OptionSpec, Setting)> {
        // The `Position` says that a set-up is custom.
        let says = |(spec, setting): &(&OptionSpec, Setting)| {
            *setting != spec.values.default() && *setting != Setting::Word("custom")
        };
        self.settings().filter(says)
    }

    /// Returns the settings that differ from their defaults and have no effect, with the setting that silences them.
    pub fn idle_settings(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let strip = self.game == Game::Nsolo && self.nsolo_capture() == NsoloCapture::Strip;
        let file = self.game == Game::Nsolo && self.nsolo_capture() == NsoloCapture::File;
        let idle = move |name: &str| match name {
            "bonus-duty" if strip => Some("capture=strip"),
            "strip-duty" if file => Some("capture=file"),
            _ => None,
        };
        self.settings()
            .filter(|(spec, setting)| *setting != spec.values.default())
            .filter_map(move |(spec, _)| idle(spec.name).map(|by| (spec.name, by)))
    }

    fn code(&self, name: &str) -> u8 {
        let index = Self::specs(self.game).iter().position(|spec| spec.name == name);
        index.map_or(0, |index| self.values[index])
    }

    /// Returns the number of columns of the board.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        match self.game {
            // The first option of both.
            Game::Tsoro | Game::Nsolo => self.values[0],
            Game::Igisoro => 8,
            Game::Bosh => 5,
            Game::Kimasai => 12,
        }
    }

    /// Returns the geometry of the board.
    #[must_use]
    pub const fn ring(&self) -> Ring {
        match self.game {
            Game::Bosh => Ring::two_rows(self.columns()),
            _ => Ring::four_rows(self.columns()),
        }
    }

    /// Returns which pits are heads (Tsoro; `RULES T2`).
    #[must_use]
    pub const fn heads(&self) -> Heads {
        match (self.game, self.values[1]) {
            (Game::Tsoro, 0) => Heads::Right2,
            (Game::Tsoro, 1) => Heads::Right1,
            (Game::Tsoro, 2) => Heads::Left1,
            _ => Heads::None,
        }
    }

    /// Returns whether a pit is a head (Tsoro; `RULES T2`).
    #[must_use]
    pub const fn is_head(&self, pit: Pit) -> bool {
        tsoro::is_head(self, pit)
    }

    /// Returns whether laps from a pit can go clockwise at all (Igisoro; `RULES I7`).
    #[must_use]
    pub const fn is_reverse_pit(&self, pit: Pit) -> bool {
        self.reverse() && igisoro::ear(pit).is_some()
    }

    /// Returns how many bonus pits a capture earns: `bonus` in Tsoro, 1 in Nsolo with `capture=file`, else none.
    #[must_use]
    pub const fn bonus(&self) -> u8 {
        match self.game {
            Game::Tsoro => self.values[2],
            Game::Nsolo if matches!(self.nsolo_capture(), NsoloCapture::File) => 1,
            _ => 0,
        }
    }

    /// Returns whether the bonus may be waived (`RULES T8, N5`).
    #[must_use]
    pub const fn bonus_duty(&self) -> Duty {
        match (self.game, self.values[3]) {
            (Game::Tsoro | Game::Nsolo, 1) => Duty::Must,
            _ => Duty::May,
        }
    }

    /// Returns whether stones in enemy heads can be taken as bonus (Tsoro; `RULES T8`).
    #[must_use]
    pub const fn bonus_heads(&self) -> BonusHeads {
        match (self.game, self.values[4]) {
            (Game::Tsoro, 1) => BonusHeads::Safe,
            _ => BonusHeads::Open,
        }
    }

    /// Returns whether a strip may be waived or cut short (Nsolo; `RULES N4`).
    #[must_use]
    pub const fn strip_duty(&self) -> Duty {
        match (self.game, self.values[1]) {
            (Game::Nsolo, 1) => Duty::Must,
            _ => Duty::May,
        }
    }

    /// Returns what a capture takes in Nsolo (`RULES N5`).
    #[must_use]
    pub const fn nsolo_capture(&self) -> NsoloCapture {
        match (self.game, self.values[2]) {
            (Game::Nsolo, 1) => NsoloCapture::File,
            _ => NsoloCapture::Strip,
        }
    }

    /// Returns which occurrence of a position draws the game (Nsolo, Kimasai), or `None` if none does.
    #[must_use]
    pub const fn repetition(&self) -> Option<u32> {
        let code = match self.game {
            Game::Nsolo => self.values[4],
            Game::Kimasai => self.values[0],
            _ => 2,
        };
        match code {
            0 => Some(2),
            1 => Some(3),
            _ => None,
        }
    }

    /// Returns the set-up of an Igisoro game (`RULES I1`).
    #[must_use]
    pub const fn setup(&self) -> SetupKind {
        match (self.game, self.values[0]) {
            (Game::Igisoro, 1) => SetupKind::Front,
            (Game::Igisoro, 2) => SetupKind::Custom,
            _ => SetupKind::Back,
        }
    }

    /// Returns whether single seeds may begin a turn (Igisoro; `RULES I2`).
    #[must_use]
    pub const fn singles(&self) -> bool {
        matches!((self.game, self.values[1]), (Game::Igisoro, 1))
    }

    /// Returns where captured seeds are sown from (Igisoro; `RULES I5`).
    #[must_use]
    pub const fn resow(&self) -> Resow {
        match (self.game, self.values[2]) {
            (Game::Igisoro, 1) => Resow::Lap,
            _ => Resow::Turn,
        }
    }

    /// Returns whether clockwise sowing is played (Igisoro; `RULES I7`).
    #[must_use]
    pub const fn reverse(&self) -> bool {
        matches!((self.game, self.values[3]), (Game::Igisoro, 0))
    }

    /// Returns which occurrence of a position stalls a round (Bosh; `RULES B6`), or `None` if none does.
    #[must_use]
    pub const fn stall(&self) -> Option<u32> {
        match (self.game, self.values[0]) {
            (Game::Bosh, 0) => Some(3),
            (Game::Bosh, 1) => Some(2),
            _ => None,
        }
    }

    /// Returns which pits a refill fills (Bosh; `RULES B7`).
    #[must_use]
    pub const fn fill(&self) -> Fill {
        match (self.game, self.values[1]) {
            (Game::Bosh, 1) => Fill::Right,
            (Game::Bosh, 2) => Fill::Choice,
            _ => Fill::Left,
        }
    }

    /// Returns who begins the next round (Bosh; `RULES B8`).
    #[must_use]
    pub const fn starter(&self) -> Starter {
        match (self.game, self.values[2]) {
            (Game::Bosh, 1) => Starter::Loser,
            (Game::Bosh, 2) => Starter::Winner,
            _ => Starter::Alternate,
        }
    }

    /// Returns whether a position may hold any number of stones (`RULES R12`).
    #[must_use]
    pub fn free_stones(&self) -> bool {
        self.code("stones") == 1
    }

    /// Returns the number of stones of a game that is not free.
    #[must_use]
    pub const fn total_stones(&self) -> u32 {
        let columns = self.columns() as u32;
        match self.game {
            Game::Tsoro => match self.heads() {
                Heads::Right1 | Heads::Left1 => 4 * columns + 2,
                Heads::Right2 | Heads::None => 4 * columns,
            },
            Game::Nsolo => 8 * columns - 4,
            Game::Igisoro => 64,
            Game::Bosh => 40,
            Game::Kimasai => 46,
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (spec, setting)) in self.changed_settings().enumerate() {
            write!(f, "{}{}={setting}", if index == 0 { "" } else { " " }, spec.name)?;
        }
        Ok(())
    }
}

/// Tells which back pits are heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heads {
    /// `B(n-1)` and `Bn`.
    Right2,
    /// `Bn`, which starts with three stones.
    Right1,
    /// `B1`, which starts with three stones.
    Left1,
    /// No pit.
    None,
}

/// Tells whether something earned may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Any part of it may be taken, or nothing.
    May,
    /// As much as possible must be taken.
    Must,
}

/// Tells whether stones in heads can be taken as bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusHeads {
    /// They can.
    Open,
    /// They can't.
    Safe,
}

/// Tells what a capture takes in Nsolo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NsoloCapture {
    /// The front pit, and as many stones again from anywhere.
    Strip,
    /// The file, and one further pit.
    File,
}

/// Names the set-up of Igisoro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupKind {
    /// Four seeds in every back pit.
    Back,
    /// Four seeds in every front pit.
    Front,
    /// What the record's position says.
    Custom,
}

/// Tells after which pit captured seeds are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resow {
    /// The pit in which the turn began.
    Turn,
    /// The pit from which the capturing lap was sown.
    Lap,
}

/// Tells which pits a refill fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Those on the owner's left.
    Left,
    /// Those on the owner's right.
    Right,
    /// Those the players name.
    Choice,
}

/// Tells who begins the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// Who did not begin this one.
    Alternate,
    /// Who has the smaller supply.
    Loser,
    /// Who has the larger supply.
    Winner,
}

const STONES: OptionSpec = OptionSpec {
    name: "stones",
    values: OptionValues::Word(&["exact", "free"]),
    summary: "whether a given position must hold the game's number of stones",
    source: "R12: free for composed problems and teaching",
};

const TSORO: &[OptionSpec] = &[
    OptionSpec {
        name: "columns",
        values: OptionValues::Number { least: 6, most: 21, default: 21 },
        summary: "pits in a row",
        source: "T1: Mancala World (6, 8, 12, 15, 18, 21); Matthews 1964 (between six and 21)",
    },
    OptionSpec {
        name: "heads",
        values: OptionValues::Word(&["right2", "right1", "left1", "none"]),
        summary: "which back pits are heads, where a sowing may stop",
        source: "T2: Mancala World (two rightmost; one rightmost, three stones); Matthews 1964 (diagram with the leftmost)",
    },
    OptionSpec {
        name: "bonus",
        values: OptionValues::Number { least: 0, most: 5, default: 2 },
        summary: "further enemy pits a capture earns",
        source: "T8: Mancala World (2, also 1 and 3); Matthews 1964 (up to 5)",
    },
    OptionSpec {
        name: "bonus-duty",
        values: OptionValues::Word(&["may", "must"]),
        summary: "whether bonus pits may be left",
        source: "T8: Mancala World (earns the right)",
    },
    OptionSpec {
        name: "bonus-heads",
        values: OptionValues::Word(&["open", "safe"]),
        summary: "whether enemy heads can be taken as bonus",
        source: "T8: Matthews 1964 (safe)",
    },
    STONES,
];

const NSOLO: &[OptionSpec] = &[
    OptionSpec {
        name: "columns",
        values: OptionValues::Number { least: 8, most: 36, default: 8 },
        summary: "pits in a row",
        source: "N1: Mancala World (8 to 36)",
    },
    OptionSpec {
        name: "strip-duty",
        values: OptionValues::Word(&["may", "must"]),
        summary: "whether a strip may be cut short or left (with capture=strip)",
        source: "N4: Mancala World (earns the right)",
    },
    OptionSpec {
        name: "capture",
        values: OptionValues::Word(&["strip", "file"]),
        summary: "the front pit and a strip, or the whole file and one further pit",
        source: "N5: Mancala World (strip); Sanderson 1913 (file)",
    },
    OptionSpec {
        name: "bonus-duty",
        values: OptionValues::Word(&["may", "must"]),
        summary: "whether the further pit may be left (with capture=file)",
        source: "N5: Sanderson 1913",
    },
    OptionSpec {
        name: "repetition",
        values: OptionValues::Word(&["2", "3", "off"]),
        summary: "which occurrence of a position draws the game",
        source: "N6: Mancala World",
    },
    STONES,
];

const IGISORO: &[OptionSpec] = &[
    OptionSpec {
        name: "setup",
        values: OptionValues::Word(&["back", "front", "custom"]),
        summary: "where the four seeds a pit start; custom comes with a Position",
        source: "I1: Wikipedia's text (back), its and others' diagrams (front), free choice of either player (custom)",
    },
    OptionSpec {
        name: "singles",
        values: OptionValues::Word(&["no", "yes"]),
        summary: "whether a pit with one seed may begin a turn",
        source: "I2: Mancala World, Merriam 1953, Murray 1951 (no); Wikipedia read literally (yes)",
    },
    OptionSpec {
        name: "resow",
        values: OptionValues::Word(&["turn", "lap"]),
        summary: "captured seeds are sown after the pit where the turn, or the capturing lap, began",
        source: "I5: Wikipedia (turn); Merriam 1953, Murray 1951 (lap)",
    },
    OptionSpec {
        name: "reverse",
        values: OptionValues::Word(&["ears", "none"]),
        summary: "the pits from which a capture may be sown clockwise: B1 B8 A2 A7, or none",
        source: "I7: Mancala World, Merriam 1953",
    },
    STONES,
];

const BOSH: &[OptionSpec] = &[
    OptionSpec {
        name: "stall",
        values: OptionValues::Word(&["3", "2", "off"]),
        summary: "which occurrence of a position ends a round",
        source: "B6: ruling of this project",
    },
    OptionSpec {
        name: "fill",
        values: OptionValues::Word(&["left", "right", "choice"]),
        summary: "which pits are filled for the next round",
        source: "B7: ruling of this project; Mancala World is silent",
    },
    OptionSpec {
        name: "starter",
        values: OptionValues::Word(&["alternate", "loser", "winner"]),
        summary: "who begins the next round",
        source: "B8: ruling of this project; Mancala World is silent",
    },
    STONES,
];

const KIMASAI: &[OptionSpec] = &[
    OptionSpec {
        name: "repetition",
        values: OptionValues::Word(&["2", "3", "off"]),
        summary: "which occurrence of a position draws the game",
        source: "K4: Mancala World, after Klamroth 1911",
    },
    STONES,
];
