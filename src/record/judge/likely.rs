use super::slip::{Candidate, Slip, Word};
use super::{MOST_HELPED, Verdict, Work};
use crate::diagnostic::Code;
use crate::engine::{GainError, Game, Match};
use crate::notation::{TurnBody, WrittenPly, read_turn_at};
use crate::record::{Fault, TurnFault};

/// How many turns that follow are played to find out which of several turns was meant.
const LOOK_AHEAD: usize = 4;

/// How many turns are tried to find out how one that lacks choices can be completed.
const MOST_COMPLETED: usize = 32;

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
        let body = turn.body.as_ref()?;
        let word = Word { text: turn.span.of(self.text), start: turn.span.start, body };
        let before = game.checkpoint();
        let mut trial = self.trial();
        let (mut best, mut farthest) = (Vec::new(), 0);
        for candidate in trial.candidates(word, fault, game) {
            if trial.laps_left == 0 {
                break;
            }
            let Ok((body, _)) = read_turn_at(&candidate.text, word.start) else { continue };
            let went = trial.goes_on(&body, plies, game, number);
            let _ = game.rewind(&before);
            let Some(went) = went.filter(|went| *went > 0 || !later || candidate.slip.is_of_decisions()) else {
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
        question(&best, word.is_cut_short(fault))
    }

    /// Returns the turns that may have been meant, the likeliest slip first. A turn that is only cut short is completed,
    /// if its ends can be told at all: the pits that it names may all be right.
    fn candidates(&mut self, word: Word<'_>, fault: &TurnFault, game: &mut Match) -> Vec<Candidate> {
        let (mover, rules) = (game.position().to_move(), *game.rules());
        let mut found = if rules.game() == Game::Igisoro { word.marked(mover, fault) } else { Vec::new() };
        let completed = self.completed(word, fault, game);
        let cut_short = word.is_cut_short(fault);
        if cut_short && completed.is_none() {
            return Vec::new();
        }
        let choice = |text| Candidate { slip: Slip::Choice, text };
        found.extend(completed.into_iter().flatten().map(choice));
        if !cut_short {
            found.extend(word.renamed(mover, &rules));
        }
        found
    }

    /// Writes all choices that are missing, in every way, in the order of those choices. `None` if there are too many
    /// ways, or if pits are to be chosen.
    fn completed(&mut self, word: Word<'_>, fault: &TurnFault, game: &mut Match) -> Option<Vec<String>> {
        let kind = game.rules().game();
        let (mut complete, mut tried) = (Vec::new(), 0);
        let pits_missing = |fault: &TurnFault| matches!(fault.fault, Fault::GainMissing { .. });
        if pits_missing(fault) {
            return None;
        }
        let mut open = word.decided(fault, kind);
        open.reverse();
        while let Some(text) = open.pop() {
            tried += 1;
            if tried > MOST_COMPLETED || self.laps_left == 0 {
                return None;
            }
            let Ok((body, _)) = read_turn_at(&text, word.start) else { continue };
            match self.decide(&body, game) {
                Ok(_) => complete.push(text),
                Err(fault) if pits_missing(&fault) => return None,
                Err(fault) => {
                    let next = Word { text: &text, body: &body, ..word }.decided(&fault, kind);
                    open.extend(next.into_iter().rev());
                }
            }
        }
        Some(complete)
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

/// Asks for the likeliest candidates: those of one slip all together or not at all, where a decision may be missing
/// nothing else, and all that complete a turn that is cut short.
fn question(candidates: &[Candidate], cut_short: bool) -> Option<String> {
    let decisions = candidates.iter().any(|candidate| candidate.slip.is_of_decisions());
    let mut shown: Vec<String> = Vec::new();
    for group in candidates.chunk_by(|one, other| cut_short || one.slip == other.slip) {
        if decisions && !group[0].slip.is_of_decisions() {
            break;
        }
        if shown.len() + group.len() > MOST_SHOWN {
            break;
        }
        shown.extend(group.iter().map(|candidate| format!("`{}`", candidate.text)));
    }
    (!shown.is_empty()).then(|| format!("did you mean {}?", shown.join(" or ")))
}
