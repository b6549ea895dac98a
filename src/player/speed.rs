use std::fmt;
use std::time::Duration;

/// How long a stone is shown at the usual speed.
const STONE: Duration = Duration::from_millis(160);
/// How many times as long the end of a turn is shown.
const REST: u32 = 5;

/// Tells how fast a record is played, from a quarter of the usual speed to sixteen times it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speed {
    /// The power of two by which it is multiplied.
    power: i8,
}

impl Speed {
    const SLOWEST: i8 = -2;
    const FASTEST: i8 = 4;

    /// Returns twice the speed, if that is not too fast.
    #[must_use]
    pub fn faster(self) -> Self {
        Self { power: (self.power + 1).min(Self::FASTEST) }
    }

    /// Returns half the speed, if that is not too slow.
    #[must_use]
    pub fn slower(self) -> Self {
        Self { power: (self.power - 1).max(Self::SLOWEST) }
    }

    /// Returns how long a moment is shown.
    #[must_use]
    pub fn pause(self, turn_over: bool) -> Duration {
        let usual = if turn_over { STONE * REST } else { STONE };
        let factor = 1 << self.power.unsigned_abs();
        if self.power < 0 { usual * factor } else { usual / factor }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.power {
            Self::SLOWEST => "0.25x",
            -1 => "0.5x",
            power => return write!(f, "{}x", 1 << power),
        };
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_speeds() {
        let mut speed = Speed { power: Speed::SLOWEST };
        let mut names = vec![speed.slower().to_string()];
        for _ in 0..7 {
            speed = speed.faster();
            names.push(speed.to_string());
        }
        assert_eq!(names, ["0.25x", "0.5x", "1x", "2x", "4x", "8x", "16x", "16x"]);
    }

    #[test]
    fn a_faster_speed_has_shorter_pauses() {
        let speed = Speed::default();
        assert_eq!(speed.faster().pause(false) * 2, speed.pause(false));
        assert_eq!(speed.slower().pause(true), speed.pause(true) * 2);
    }
}
