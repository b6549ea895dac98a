use crate::board::{Pit, Ring, Row, Seat};
use crate::engine::{Game, Ruleset};
use crate::notation::{Span, Spanned, TurnBody, WrittenStep};
use crate::record::{Fault, Fix, TurnFault};

/// A turn that names more pits than this is changed only as a whole.
const PITS_ALONE: usize = 8;

/// The columns of the pits from which a lap may go clockwise (`RULES I7`).
const REVERSE_PITS: [(Row, u8); 4] = [(Row::Back, 1), (Row::Back, 8), (Row::Front, 2), (Row::Front, 7)];

/// Names a slip that is often made in writing a turn down, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slip {
    /// A `~` or `^` was left out, or written where there is none.
    Mark,
    /// A choice was left out, or `+0` was written where there is none.
    Choice,
    /// The letter has the case of the other seat.
    Case,
    /// The letter is that of the seat's other row.
    Row,
    /// The column is one too small or too large.
    Neighbour,
    /// The digits of the column are swapped.
    Digits,
    /// The column was counted from the wrong side.
    Side,
    /// The mover's pit that faces the captured one is named for it.
    Facing,
    /// Two steps are in the wrong order.
    Order,
}

impl Slip {
    /// The slips in the name of a pit.
    const OF_NAMES: [Self; 6] = [Self::Case, Self::Row, Self::Neighbour, Self::Digits, Self::Side, Self::Facing];

    /// Returns whether the turn lacks a decision, or has one too many, while every pit is the one that was meant.
    pub(super) const fn is_of_decisions(self) -> bool {
        matches!(self, Self::Mark | Self::Choice)
    }

    /// Returns the pits that may have been meant where another one is written.
    fn meant(self, pit: Pit, ring: Ring) -> impl Iterator<Item = Pit> {
        let (one, other) = match self {
            Self::Mark | Self::Choice | Self::Order => (None, None),
            Self::Case => (Some(Pit { seat: pit.seat.other(), ..pit }), None),
            Self::Row => (Some(other_row(pit)), None),
            Self::Neighbour => {
                let at = |column| Pit { column, ..pit };
                (pit.column.checked_sub(1).map(at), pit.column.checked_add(1).map(at))
            }
            Self::Digits if pit.column < 10 => (None, None),
            Self::Digits => (Some(Pit { column: pit.column % 10 * 10 + pit.column / 10, ..pit }), None),
            Self::Side => (other_side(pit, ring), None),
            Self::Facing => (ring.contains(pit).then(|| ring.facing(pit, pit.row)), None),
        };
        one.into_iter().chain(other).filter(move |meant| *meant != pit && ring.contains(*meant))
    }
}

/// Returns the pit beside this one, in the seat's other row.
pub(super) const fn other_row(pit: Pit) -> Pit {
    let row = match pit.row {
        Row::Front => Row::Back,
        Row::Back => Row::Front,
    };
    Pit { row, ..pit }
}

/// Returns the pit of the same row whose column is counted from the other side.
pub(super) fn other_side(pit: Pit, ring: Ring) -> Option<Pit> {
    (ring.columns() + 1).checked_sub(pit.column).map(|column| Pit { column, ..pit })
}

/// A turn as it may have been meant.
pub(super) struct Candidate {
    /// What would have gone wrong in writing it.
    pub(super) slip: Slip,
    /// What should have been written.
    pub(super) text: String,
}

/// A turn as it is written.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// Where that stands.
    pub(super) start: u32,
    /// What it says.
    pub(super) body: &'a TurnBody,
}

/// Edits of a turn: the places that change, and what stands there afterwards.
type Edits = Vec<(Span, String)>;

impl Word<'_> {
    /// Returns the text after some edits.
    pub(super) fn with(self, edits: Edits) -> String {
        let within = |span: Span| Span::new(span.start - self.start, span.end - self.start);
        Fix { edits: edits.into_iter().map(|(span, new)| (within(span), new)).collect() }.apply(self.text)
    }

    /// Undoes one slip in the names of the pits or the order of the steps, in every way in which that can be done, the
    /// likeliest slip first.
    pub(super) fn renamed(self, mover: Seat, rules: &Ruleset) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |slip: Slip, edits: Edits| {
            let text = self.with(edits);
            if text != self.text && found.iter().all(|candidate| candidate.text != text) {
                found.push(Candidate { slip, text });
            }
        };
        let (body, ring) = (self.body, rules.ring());
        let pits: Vec<Spanned<Pit>> = body.clone().pits_mut().into_iter().map(|pit| *pit).collect();
        add(Slip::Case, wrong_cases(body, mover, rules.game()));
        for slip in Slip::OF_NAMES {
            let renamed = |pit: &Spanned<Pit>| Some((pit.span, slip.meant(pit.value, ring).next()?.to_string()));
            // One seldom slips to the same neighbour, or to the other row, all along a turn.
            if matches!(slip, Slip::Case | Slip::Side)
                && let Some(edits) = pits.iter().map(renamed).collect()
            {
                add(slip, edits);
            }
            let possible = |pit: &&Spanned<Pit>| slip != Slip::Facing || is_own_capture(body, **pit);
            for pit in pits.iter().filter(|_| pits.len() <= PITS_ALONE).filter(possible) {
                for meant in slip.meant(pit.value, ring) {
                    add(slip, vec![(pit.span, meant.to_string())]);
                }
            }
        }
        for steps in body.steps.windows(2).take(PITS_ALONE) {
            let text =
                |span: Span| self.text[(span.start - self.start) as usize..(span.end - self.start) as usize].to_owned();
            let (one, other) = (steps[0].span, steps[1].span);
            add(Slip::Order, vec![(one, text(other)), (other, text(one))]);
        }
        found
    }

    /// Writes a `~` or `^` that may be missing up to the fault, or takes away one that may be too many; those of a turn
    /// that is cut short are all right.
    pub(super) fn marked(self, mover: Seat, fault: &TurnFault) -> Vec<Candidate> {
        let body = self.body;
        let toggled = |mark: Option<Span>, end: u32, sign: &str| match mark {
            Some(span) => (span, String::new()),
            None => (Span::at(end), sign.to_owned()),
        };
        let is_possible = |edit: &(Span, String)| !edit.1.is_empty() || !self.is_cut_short(fault);
        let mut edits = vec![toggled(body.clockwise, body.origin.span.end, "~")];
        for step in body.steps.iter().filter(|step| step.span.start <= fault.span.start).take(PITS_ALONE) {
            match step.value {
                WrittenStep::Capture { clockwise, .. } => {
                    edits.push(toggled(clockwise, step.span.end, "~"));
                    let pits = REVERSE_PITS.map(|(row, column)| Pit { seat: mover, row, column });
                    edits.extend(pits.map(|pit| (Span::at(step.span.start), format!("~{pit}"))));
                }
                WrittenStep::Pass { retreat, .. } => edits.push(toggled(retreat, step.span.end, "^")),
                WrittenStep::Reverse(_) => edits.push((step.span, String::new())),
                _ => {}
            }
        }
        let candidate = |edit| Candidate { slip: Slip::Mark, text: self.with(vec![edit]) };
        edits.into_iter().filter(is_possible).map(candidate).collect()
    }

    /// Writes a choice that is missing in each way, or takes away `+0` where there is none.
    pub(super) fn decided(self, fault: &TurnFault, game: Game) -> Vec<String> {
        choices(self.body, fault, game).into_iter().map(|edit| self.with(vec![edit])).collect()
    }

    /// Returns whether nothing is wrong with a turn but that it does not go on to its end.
    pub(super) fn is_cut_short(self, fault: &TurnFault) -> bool {
        let undecided = matches!(
            fault.fault,
            Fault::HeadUndecided { .. }
                | Fault::CaptureUndecided { .. }
                | Fault::ForcedCaptureMissing { .. }
                | Fault::GainMissing { .. }
        );
        undecided && self.body.steps.iter().all(|step| step.span.start < fault.span.end)
    }
}

/// Returns the edits that give every pit the case of the seat on whose side it must lie; none if all have it.
fn wrong_cases(body: &TurnBody, mover: Seat, game: Game) -> Edits {
    let mut pits = vec![(body.origin, mover)];
    for step in &body.steps {
        match &step.value {
            WrittenStep::GoOn(pit) | WrittenStep::Stop(pit) | WrittenStep::Reverse(pit) => pits.push((*pit, mover)),
            // In Bosh it may be anyone's.
            WrittenStep::Capture { .. } if game == Game::Bosh => {}
            WrittenStep::Capture { pit, .. } | WrittenStep::Pass { pit, .. } => pits.push((*pit, mover.other())),
            WrittenStep::Gain(items) => pits.extend(items.iter().map(|item| (item.value.pit, mover.other()))),
            WrittenStep::Waive => {}
        }
    }
    pits.extend(body.landing.filter(|_| game != Game::Bosh).map(|pit| (pit, mover)));
    let wrong = pits.into_iter().filter(|(pit, seat)| pit.value.seat != *seat);
    wrong.map(|(pit, seat)| (pit.span, Pit { seat, ..pit.value }.to_string())).collect()
}

/// Returns whether a pit that a turn names is one of the mover's own, named as captured or passed.
fn is_own_capture(body: &TurnBody, pit: Spanned<Pit>) -> bool {
    pit.value.seat == body.origin.value.seat
        && body.steps.iter().any(|step| match &step.value {
            WrittenStep::Capture { pit: named, .. } | WrittenStep::Pass { pit: named, .. } => *named == pit,
            _ => false,
        })
}

/// Returns the edits that write a choice that is missing, or take away `+0` where there is none.
fn choices(body: &TurnBody, fault: &TurnFault, game: Game) -> Edits {
    let at = fault.span;
    let behind = |texts: &[String]| texts.iter().map(|text| (Span::at(at.end), text.clone())).collect();
    // The steps before the wrong one are right: what it names may be the answer to a later question.
    let before = |texts: &[String]| match body.steps.iter().find(|step| step.span.to(at) == step.span) {
        Some(step) => texts.iter().map(|text| (Span::at(step.span.start), text.clone())).collect(),
        None => Vec::new(),
    };
    match fault.fault {
        Fault::HeadUndecided { pit } => behind(&[format!("/{pit}"), format!(".{pit}")]),
        Fault::WrongHead { pit, .. } => before(&[format!("/{pit}")]),
        Fault::CaptureUndecided { pit, .. } => behind(&captured_or_passed(pit)),
        Fault::ForcedCaptureMissing { pit } => behind(&[format!("x{pit}")]),
        Fault::WrongCapture { pit, .. } | Fault::WrongPass { pit, .. } if game == Game::Igisoro => {
            before(&captured_or_passed(pit))
        }
        Fault::NothingToGain { .. } if at.len() == 2 => vec![(at, String::new())],
        _ => Vec::new(),
    }
}

fn captured_or_passed(pit: Pit) -> [String; 3] {
    [format!("x{pit}"), format!("-{pit}"), format!("-{pit}^")]
}
