use std::fmt;

/// Shows a part of a whole, or a mean, rounded half up: with whole numbers only, so that every machine writes the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rate {
    /// As a percentage with one decimal.
    Percent(u64, u64),
    /// As a number with two decimals.
    Mean(u64, u64),
}

impl Rate {
    /// Whether there is anything to divide by.
    pub(super) const fn is_known(self) -> bool {
        let (Self::Percent(_, whole) | Self::Mean(_, whole)) = self;
        whole > 0
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scaled = |part: u64, whole: u64, scale: u128| {
            let (part, whole) = (u128::from(part) * scale, u128::from(whole));
            (part + whole / 2) / whole
        };
        let text = match *self {
            Self::Percent(_, 0) | Self::Mean(_, 0) => "-".to_owned(),
            Self::Percent(part, whole) => {
                let thousandths = scaled(part, whole, 1000);
                format!("{}.{} %", thousandths / 10, thousandths % 10)
            }
            Self::Mean(part, whole) => {
                let hundredths = scaled(part, whole, 100);
                format!("{}.{:02}", hundredths / 100, hundredths % 100)
            }
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_rounded_half_up() {
        let shown = |rate: Rate| rate.to_string();
        assert_eq!(shown(Rate::Percent(1, 3)), "33.3 %");
        assert_eq!(shown(Rate::Percent(1, 2000)), "0.1 %");
        assert_eq!(shown(Rate::Percent(7, 7)), "100.0 %");
        assert_eq!(shown(Rate::Mean(1, 3)), "0.33");
        assert_eq!(shown(Rate::Mean(201, 200)), "1.01");
        assert_eq!(shown(Rate::Mean(u64::MAX, u64::MAX)), "1.00");
        assert_eq!(shown(Rate::Mean(3, 0)), "-");
        assert_eq!(format!("{:>8}", Rate::Percent(1, 4)), "  25.0 %");
    }
}
