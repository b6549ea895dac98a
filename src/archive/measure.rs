use super::Counts;
use crate::board::BySeat;

/// Names one of the numbers that are counted, as tables, queries and statistics have it.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The name in tables and statistics, such as `head_stops`.
    pub name: &'static str,
    /// The names of what each seat did, such as `south_head_stops`.
    pub names_by_seat: BySeat<&'static str>,
    /// The word in queries, such as `head-stops`.
    pub word: &'static str,
    /// The word in queries for one of it, where there is such a word.
    pub one: Option<&'static str>,
    /// What is counted, as a phrase.
    pub meaning: &'static str,
    get: fn(&Counts) -> u64,
}

macro_rules! measures {
    ($($field:ident, $word:literal, $one:expr, $meaning:literal;)*) => {
        [$(Measure {
            name: stringify!($field),
            names_by_seat: BySeat::new(
                concat!("south_", stringify!($field)),
                concat!("north_", stringify!($field)),
            ),
            word: $word,
            one: $one,
            meaning: $meaning,
            get: |counts| counts.$field,
        }),*]
    };
}

impl Measure {
    /// All of them, in the order they are written. The first are the turns themselves.
    pub const ALL: &'static [Self] = &measures! {
        turns, "turns", Some("turn"), "turns that could be judged";
        laps, "laps", Some("lap"), "laps sown";
        captures, "captures", Some("capture"), "captures, bonus and strip not counted";
        captured, "captured", None, "stones captured, bonus and strip included, those of a round's end not";
        clockwise_captures, "clockwise-captures", Some("clockwise-capture"), "captures made by a clockwise lap (Igisoro)";
        bonuses, "bonuses", Some("bonus"), "times that a bonus was taken (Tsoro, Nsolo)";
        bonus_pits, "bonus-pits", Some("bonus-pit"), "pits taken as bonus (Tsoro, Nsolo)";
        waived_bonuses, "waived-bonuses", Some("waived-bonus"), "times that a bonus was waived";
        strips, "strips", Some("strip"), "times that stones were stripped (Nsolo)";
        strip_pits, "strip-pits", Some("strip-pit"), "pits that they were stripped from";
        stripped, "stripped", None, "stones stripped (Nsolo)";
        waived_strips, "waived-strips", Some("waived-strip"), "times that a strip was waived";
        head_stops, "head-stops", Some("head-stop"), "occupied heads that a turn stopped in (Tsoro)";
        go_ons, "go-ons", Some("go-on"), "occupied heads that a turn went on through (Tsoro)";
        passes, "passes", Some("pass"), "captures passed (Igisoro)";
        retreats, "retreats", Some("retreat"), "retreats of the enemy that answered them";
    };

    /// Those that say something of a single turn.
    pub const OF_TURNS: &'static [Self] = Self::ALL.split_at(1).1;

    /// Returns the number.
    #[must_use]
    pub fn of(&self, counts: &Counts) -> u64 {
        (self.get)(counts)
    }

    /// Returns whether the enemy of the seat whose turn it is does it.
    #[must_use]
    pub fn is_of_enemy(&self) -> bool {
        self.name == "retreats"
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Measure {}
