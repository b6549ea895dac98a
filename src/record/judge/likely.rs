use super::slip::{Candidate, Slip, candidates};
use super::{MOST_HELPED, Verdict, Work};
use crate::diagnostic::Code;
use crate::engine::{GainError, Match};
use crate::notation::{TurnBody, WrittenPly, read_turn_at};
use crate::record::{Fault, TurnFault};

/// How many turns that follow are played to find out which of several turns was meant.
const LOOK_AHEAD: usize = 4;

/// How many turns are shown that may have been meant.
const MOST_SHOWN: usize = 2;

impl Work<'_> {
    /// Says what was probably meant by the first of some turns, which is not legal.
    ///
    /// Only a turn that is legal and complete is proposed, and of several those after which the written turns go on
    /// best. A slip in the name of a pit must have the turn after it on its side, if there is one.
    pub(super) fn did_you_mean(
        &mut self,
        fault: &TurnFault,
        plies: &[WrittenPly],
        game: &mut Match,
        number: u32,
    ) -> Option<String> {
        if !may_be_slip(&fault.fault) {
            return None;
        }
        let (turn, later) = (&plies[0].turn, plies.get(1).is_some_and(|ply| ply.turn.body.is_some()));
        let rules = (game.rules().game(), game.rules().ring());
        let body = turn.body.as_ref()?;
        let start = turn.span.start;
        let before = game.checkpoint();
        let mut trial = self.trial();
        let (mut best, mut farthest) = (Vec::new(), 0);
        for candidate in candidates(turn.span.of(self.text), start, body, fault, rules) {
            if trial.laps_left == 0 {
                break;
            }
            let Ok((body, _)) = read_turn_at(&candidate.text, start) else { continue };
            let went = trial.goes_on(&body, plies, game, number);
            let _ = game.rewind(&before);
            let Some(went) = went.filter(|went| *went > 0 || !later || candidate.slip == Slip::Choice) else {
                continue;
            };
            if went > farthest {
                best.clear();
                farthest = went;
            }
            if went == farthest {
                best.push(candidate);
            }
        }
        self.likely_laps = trial.laps_left;
        question(&best)
    }

    /// Says what was probably meant by the first of some turns, which cannot be read: its columns without leading zeros.
    pub(super) fn explain_unread(&mut self, plies: &[WrittenPly], game: &mut Match, number: u32) {
        if self.trial || self.helped >= MOST_HELPED {
            return;
        }
        self.helped += 1;
        let span = plies[0].turn.span;
        let meant = without_leading_zeros(span.of(self.text));
        let Ok((body, _)) = read_turn_at(&meant, span.start) else { return };
        let before = game.checkpoint();
        let mut trial = self.trial();
        let legal = trial.goes_on(&body, plies, game, number).is_some();
        let _ = game.rewind(&before);
        self.likely_laps = trial.laps_left;
        let mut faults = self.diagnostics.iter_mut();
        if let Some(fault) = faults.find(|fault| legal && fault.span.to(span) == span) {
            fault.help.push(format!("did you mean `{meant}`?"));
        }
    }

    /// Plays another turn for the first of some turns, and those after it as they are written. Returns how many of
    /// those agree with it, or `None` if not even the first is.
    fn goes_on(&mut self, body: &TurnBody, plies: &[WrittenPly], game: &mut Match, number: u32) -> Option<usize> {
        if !self.is_right(Some(body), plies, game, number) {
            return None;
        }
        let mut right = 0;
        for index in (1..plies.len()).take(LOOK_AHEAD) {
            let plies = &plies[index..];
            let legal = self.is_right(plies[0].turn.body.as_ref(), plies, game, number.saturating_add(1));
            // A turn that only lacks a choice speaks for the board on which it is played.
            if !legal && !self.left_out.as_ref().is_some_and(|fault| lacks_choice(fault.code)) {
                break;
            }
            right += 1;
            if !legal {
                break;
            }
        }
        Some(right)
    }

    fn is_right(&mut self, body: Option<&TurnBody>, plies: &[WrittenPly], game: &mut Match, number: u32) -> bool {
        self.failed = false;
        self.left_out = None;
        matches!(self.play(body, plies, game, number), Verdict::Played { .. }) && !self.failed
    }
}

fn without_leading_zeros(turn: &str) -> String {
    let mut text = String::with_capacity(turn.len());
    for character in turn.chars() {
        if character != '0' || !text.ends_with(['A', 'B', 'a', 'b']) {
            text.push(character);
        }
    }
    text
}

/// Returns whether one slip explains a fault: what was not decided may be right, and of a pit named twice nobody knows
/// which one was to be named.
const fn may_be_slip(fault: &Fault) -> bool {
    !matches!(fault, Fault::Undecided { .. } | Fault::ForeignStep { .. } | Fault::Gain(GainError::Twice { .. }))
}

const fn lacks_choice(code: Code) -> bool {
    matches!(code, Code::HeadUndecided | Code::CaptureUndecided | Code::GainMissing)
}

/// Asks for the likeliest candidates: those of one slip all together or not at all, and where a choice may be missing
/// nothing else.
fn question(candidates: &[Candidate]) -> Option<String> {
    let choice = candidates.iter().any(|candidate| candidate.slip == Slip::Choice);
    let mut shown: Vec<String> = Vec::new();
    for group in candidates.chunk_by(|one, other| one.slip == other.slip) {
        if choice && group[0].slip != Slip::Choice {
            break;
        }
        if shown.len() + group.len() > MOST_SHOWN {
            break;
        }
        shown.extend(group.iter().map(|candidate| format!("`{}`", candidate.text)));
    }
    (!shown.is_empty()).then(|| format!("did you mean {}?", shown.join(" or ")))
}
