use crate::board::{Pit, Ring, Row};
use crate::engine::Game;
use crate::notation::{Span, Spanned, TurnBody, WrittenStep};
use crate::record::{Fault, Fix, TurnFault};

/// A turn that names more pits than this is changed only as a whole.
const PITS_ALONE: usize = 8;

/// Names a slip that is often made in writing a turn down, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slip {
    /// A choice was left out, or `+0` was written where there is none. The stones of the turn are as they were meant.
    Choice,
    /// The letter has the case of the other seat.
    Case,
    /// The letter is that of the seat's other row.
    Row,
    /// The column is one too small or too large.
    Neighbour,
    /// The column was counted from the wrong side.
    Side,
    /// The mover's pit that faces the captured one is named for it.
    Facing,
}

impl Slip {
    /// The slips in the name of a pit.
    const OF_NAMES: [Self; 5] = [Self::Case, Self::Row, Self::Neighbour, Self::Side, Self::Facing];

    /// Returns the pits that may have been meant where another one is written.
    fn meant(self, pit: Pit, ring: Ring) -> impl Iterator<Item = Pit> {
        let (one, other) = match self {
            Self::Choice => (None, None),
            Self::Case => (Some(Pit { seat: pit.seat.other(), ..pit }), None),
            Self::Row => (Some(other_row(pit)), None),
            Self::Neighbour => {
                let at = |column| Pit { column, ..pit };
                (pit.column.checked_sub(1).map(at), pit.column.checked_add(1).map(at))
            }
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

/// Undoes one slip in a turn that is not legal, in every way in which that can be done, the likeliest slip first.
///
/// `text` is that of the turn, which stands at `start`.
pub(super) fn candidates(
    text: &str,
    start: u32,
    body: &TurnBody,
    fault: &TurnFault,
    rules: (Game, Ring),
) -> Vec<Candidate> {
    let (game, ring) = rules;
    let mut found: Vec<Candidate> = Vec::new();
    let mut add = |slip: Slip, edits: Vec<(Span, String)>| {
        let within = |span: Span| Span::new(span.start - start, span.end - start);
        let edits = edits.into_iter().map(|(span, new)| (within(span), new)).collect();
        let text = Fix { edits }.apply(text);
        if found.iter().all(|candidate| candidate.text != text) {
            found.push(Candidate { slip, text });
        }
    };
    for edit in choices(body, fault, game) {
        add(Slip::Choice, vec![edit]);
    }
    let pits: Vec<Spanned<Pit>> = body.clone().pits_mut().into_iter().map(|pit| *pit).collect();
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
    found
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
fn choices(body: &TurnBody, fault: &TurnFault, game: Game) -> Vec<(Span, String)> {
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
        Fault::CaptureUndecided { pit, .. } => behind(&[format!("x{pit}"), format!("-{pit}")]),
        Fault::ForcedCaptureMissing { pit } => behind(&[format!("x{pit}")]),
        Fault::WrongCapture { pit, .. } | Fault::WrongPass { pit, .. } if game == Game::Igisoro => {
            before(&[format!("x{pit}"), format!("-{pit}")])
        }
        Fault::GainMissing { waivable: true, .. } => behind(&["+0".to_owned()]),
        Fault::NothingToGain { .. } if at.len() == 2 => vec![(at, String::new())],
        _ => Vec::new(),
    }
}
