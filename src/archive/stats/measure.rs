use crate::archive::Counts;

/// Names a total of what seats did, as tables and JSON have it.
pub(super) struct Measure {
    pub(super) name: &'static str,
    pub(super) of: fn(&Counts) -> u64,
}

/// All totals, in the order they are written.
pub(super) const MEASURES: [Measure; 16] = [
    Measure { name: "plies", of: |counts| counts.turns },
    Measure { name: "laps", of: |counts| counts.laps },
    Measure { name: "captures", of: |counts| counts.captures },
    Measure { name: "captured", of: |counts| counts.captured },
    Measure { name: "clockwise_captures", of: |counts| counts.clockwise_captures },
    Measure { name: "head_stops", of: |counts| counts.head_stops },
    Measure { name: "go_ons", of: |counts| counts.go_ons },
    Measure { name: "bonuses", of: |counts| counts.bonuses },
    Measure { name: "bonus_pits", of: |counts| counts.bonus_pits },
    Measure { name: "waived_bonuses", of: |counts| counts.waived_bonuses },
    Measure { name: "strips", of: |counts| counts.strips },
    Measure { name: "strip_pits", of: |counts| counts.strip_pits },
    Measure { name: "stripped", of: |counts| counts.stripped },
    Measure { name: "waived_strips", of: |counts| counts.waived_strips },
    Measure { name: "passes", of: |counts| counts.passes },
    Measure { name: "retreats", of: |counts| counts.retreats },
];
