/// The bytes play a game, choosing among all decisions that could answer each need. One is accepted and can end
/// exactly when it is listed; stones are conserved; and the turn's text is decided back to the same turn.
fn matombo_fuzz_listed(bytes: &[u8]) {
    use matombo::engine::{Decision, DecisionError, Game, Legal, Match, Need, Ruleset, State};
    use matombo::notation::read_turn;
    use matombo::record::{Checks, decide, turn_text};

    let mut bytes = bytes.iter().copied();
    let Some(first) = bytes.next() else { return };
    let game = Game::ALL[usize::from(first) % Game::ALL.len()];
    let mut rules = Ruleset::new(game);
    for spec in Ruleset::specs(game) {
        let value = match (spec.values, bytes.next().unwrap_or(0)) {
            (matombo::engine::OptionValues::Number { least, most, .. }, byte) => {
                (least + byte % (most - least + 1)).to_string()
            }
            (matombo::engine::OptionValues::Word(words), byte) => words[usize::from(byte) % words.len()].to_owned(),
        };
        rules.set(spec.name, &value).expect("an allowed value");
    }
    let Ok(play) = Match::start(rules) else { return };
    let mut play = play.with_max_laps(20_000);
    let total = |play: &Match| {
        let position = play.position();
        let sums = matombo::board::Seat::BOTH.map(|seat| position.row_sum(seat));
        sums[0] + sums[1] + u64::from(position.taken().south) + u64::from(position.taken().north)
    };
    let stones = total(&play);
    while play.state() == State::Turn {
        let mut turn = play.turn();
        while turn.need() != Need::Nothing {
            let Ok(legal) = turn.legal() else { return };
            let Some(byte) = bytes.next() else { return };
            let decision = match &legal {
                Legal::Origins(listed) => {
                    let pits: Vec<_> = turn.position().ring().pits(turn.mover()).collect();
                    let pit = pits[usize::from(byte) % pits.len()];
                    let decision = Decision::Origin(pit);
                    let can_end = turn.can_end_after(&decision).expect("decided before") == Some(true);
                    assert_eq!(can_end, listed.contains(&pit));
                    if can_end { decision } else { Decision::Origin(listed[usize::from(byte) % listed.len()]) }
                }
                Legal::Ways(listed) => {
                    let ways = turn.ways().expect("a need with ways");
                    let way = &ways[usize::from(byte) % ways.len()];
                    let can_end = turn.can_end_after(way).expect("decided before") == Some(true);
                    assert_eq!(can_end, listed.contains(way));
                    if can_end { way.clone() } else { listed[0].clone() }
                }
                Legal::Bonus { pits, least, most } => {
                    let count = (least + byte % (most - least + 1)).into();
                    let start = usize::from(bytes.next().unwrap_or(0)) % pits.len();
                    Decision::Bonus(pits.iter().cycle().skip(start).take(count).copied().collect())
                }
                Legal::Strip { pits, least, most } => {
                    let mut left = least + u32::from(byte) % (most - least + 1);
                    let start = usize::from(bytes.next().unwrap_or(0)) % pits.len();
                    let mut strip = Vec::new();
                    for (pit, held) in pits.iter().cycle().skip(start).take(pits.len()) {
                        let taken = left.min(*held);
                        if taken > 0 {
                            strip.push((*pit, taken));
                        }
                        left -= taken;
                    }
                    Decision::Strip(strip)
                }
                Legal::Nothing => unreachable!("something is needed"),
            };
            match turn.decide(&decision, &mut ()) {
                Ok(()) => {}
                Err(DecisionError::Undecided { .. }) => return,
                Err(error) => panic!("a listed decision was refused: {error}"),
            }
        }
        let before = play.clone();
        let Ok((turn, _)) = play.finish(turn, &mut ()) else { return };
        let text = turn_text(&turn, play.outcome().is_some(), Checks::Full);
        let (written, _) = read_turn(&text).expect("a canonical turn");
        let mut again = before.turn();
        let wrong = decide(&mut again, &written, &mut ()).expect("a legal turn");
        assert!(wrong.is_empty(), "{text}: {wrong:?}");
        let mut other = before;
        let (other_turn, _) = other.finish(again, &mut ()).expect("decided before");
        assert_eq!(other_turn, turn, "{text}");
        if let State::Refill { pits } = play.state() {
            let chosen = pits.map(|count| matombo::engine::PitSet::new(1..=count));
            play.refill(chosen, &mut ()).expect("as many as are due");
        }
        assert_eq!(total(&play), stones);
    }
}
