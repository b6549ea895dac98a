use std::fmt;

/// Names a day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    /// The year, from 0, which came before 1.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Day {
    /// Returns the days from the first of January 1970 to this day, negative before it.
    ///
    /// ```
    /// use matombo::notation::Day;
    /// assert_eq!(Day { year: 1970, month: 1, day: 2 }.since_1970(), 1);
    /// assert_eq!(Day { year: 1964, month: 2, day: 29 }.since_1970(), -2133);
    /// ```
    #[must_use]
    pub fn since_1970(self) -> i32 {
        // In years that begin in March the leap day is the last, and the months before it follow one rule.
        let early = self.month <= 2;
        let year = i32::from(self.year) - i32::from(early);
        let month = i32::from(self.month) + if early { 9 } else { -3 };
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        365 * year + leap_days + (153 * month + 2) / 5 + i32::from(self.day) - 1 - 719_468
    }
}

/// The day in the form of ISO 8601: `1964-02-29`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = -719_529;
        for year in 0..=9999_u16 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for (month, days) in (1..).zip([31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                for day in 1..=days {
                    let number = Day { year, month, day }.since_1970();
                    assert_eq!(number, last + 1, "{year}-{month}-{day}");
                    last = number;
                }
            }
        }
        assert_eq!(last, 2_932_896);
    }
}
