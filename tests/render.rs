//! Draws whole frames and compares them with what a reader should see.

use matombo::board::Seat;
use matombo::engine::{
    DEFAULT_MAX_LAPS, Decision, Event, Game, Match, Observer, Position, Ruleset, State, random_turn,
};
use matombo::render::{BoardStyle, Caption, Frame, LapScene, Palette, Scene, draw_board};
use matombo::text::{Tab, display_width, escape};
use pretty_assertions::assert_eq;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

fn origin(pit: &str) -> Decision {
    Decision::Origin(pit.parse().unwrap())
}

fn bonus(pits: &[&str]) -> Decision {
    Decision::Bonus(pits.iter().map(|pit| pit.parse().unwrap()).collect())
}

fn strip(pits: &[(&str, u32)]) -> Decision {
    Decision::Strip(pits.iter().map(|(pit, stones)| (pit.parse().unwrap(), *stones)).collect())
}

/// Starts a game from a position line.
fn game(game: Game, options: &str, line: &str) -> Match {
    let rules = Ruleset::parse(game, options).unwrap();
    Match::from_setup(rules, &setup(line), DEFAULT_MAX_LAPS).unwrap()
}

/// Reads a position line as the canonical printer writes it.
fn setup(line: &str) -> matombo::board::Setup {
    use matombo::board::{BySeat, Cell, Round, Setup};
    let fields: Vec<&str> = line.split(' ').collect();
    let cells = |text: &str| {
        let (times, cell) = text.split_once('*').unwrap_or(("1", text));
        let cell = if cell == "-" { Cell::Closed } else { Cell::Stones(cell.parse().unwrap()) };
        vec![cell; times.parse().unwrap()]
    };
    let seat = |letter: &str| if letter == "S" { Seat::South } else { Seat::North };
    let (south, north) = fields[2].split_once(',').unwrap();
    Setup {
        rows: fields[0].split('/').map(|row| row.split(',').flat_map(cells).collect()).collect(),
        to_move: seat(fields[1]),
        taken: BySeat::new(south.parse().unwrap(), north.parse().unwrap()),
        round: fields.get(3).map(|round| {
            let (number, starter) = round.split_at(round.len() - 1);
            Round { number: number.parse().unwrap(), starter: seat(starter) }
        }),
    }
}

fn play(game: &mut Match, decisions: &[Decision], observer: &mut impl Observer) {
    let mut turn = game.turn();
    for decision in decisions {
        turn.decide(decision, observer).unwrap();
    }
    game.finish(turn, observer).unwrap();
}

fn caption(ply: u64, game: &Match, turn: &str) -> Caption {
    Caption { ply, number: ply.div_ceil(2), seat: game.position().to_move(), turn: turn.to_owned() }
}

fn plain(frame: &Frame) -> String {
    let mut text = String::new();
    frame.write(&mut text, BoardStyle::default(), Palette::plain()).unwrap();
    text
}

/// Plays a turn and draws its frame.
fn frame(game: &mut Match, ply: u64, turn: &str, decisions: &[Decision]) -> Frame {
    let caption = caption(ply, game, turn);
    let mut scene = Scene::new(game.rules(), game.position());
    play(game, decisions, &mut scene);
    scene.frame(&caption, game.position())
}

/// Plays a turn and draws a frame a lap, an empty line between two.
fn laps(game: &mut Match, ply: u64, turn: &str, decisions: &[Decision]) -> String {
    let mut drawn: Vec<String> = Vec::new();
    let mut scene = LapScene::new(game.rules(), game.position(), caption(ply, game, turn), |frame: &Frame| {
        drawn.push(plain(frame))
    });
    play(game, decisions, &mut scene);
    scene.finish(game.position(), vec!["A comment.".to_owned()]);
    drawn.join("\n")
}

#[track_caller]
fn check(actual: &str, expected: &str) {
    assert_eq!(actual, &expected[1..]);
}

#[test]
fn start_of_a_game() {
    let game = Match::start(Ruleset::parse(Game::Tsoro, "columns=8 bonus=3").unwrap()).unwrap();
    let titles = vec!["Village match, under the fig tree".to_owned(), "South: East side   North: West side".to_owned()];
    let frame = Frame::start(&game, titles);
    check(
        &plain(&frame),
        r"
Tsoro (columns=8 bonus=3): before the first turn
  Village match, under the fig tree
  South: East side   North: West side

      8   7   6   5   4   3   2   1  North
  b  [2] [2]  2   2   2   2   2   2  b
  a   .   .   .   .   .   .   .   .  a
    ---------------------------------
  A   .   .   .   .   .   .   .   .  A
  B   2   2   2   2   2   2  [2] [2] B
      1   2   3   4   5   6   7   8  South

  [ ] head

  On the board: South 16, North 16. Taken: South 0, North 0. South is to move.
",
    );
}

#[test]
fn start_of_a_game_that_is_already_decided() {
    let game = game(Game::Kimasai, "stones=free", "12*0/12*0/1,11*0/12*0 S 0,0");
    let text = plain(&Frame::start(&game, Vec::new()));
    assert!(text.contains("  South has won: North has no stones left.\n"), "{text}");
    assert!(text.ends_with("The game is over.\n"), "{text}");
}

#[test]
fn tsoro_capture_with_bonus() {
    let line = "2*2,0,1,2,1,2,2*1,3,1,3*0,1,0,2,1,0,1,0/1,5,4,0,2,1,2,0,1,2,1,10*0/8*0,2*1,0,2,1,2*0,3,0,1,0,4,2/\
                2*0,1,0,1,2*2,0,1,2,3,2*1,0,7,0,2,1,0,2,1 N 2,0";
    let mut game = game(Game::Tsoro, "", line);
    let mut frame = frame(&mut game, 34, "a19xA13+B15,A18 !", &[origin("a19"), bonus(&["B15", "A18"])]);
    frame.push_note("A strong answer, and South knows it.");
    check(
        &plain(&frame),
        r"
Ply 34, North: 17... a19xA13+B15,A18 !

     21  20  19  18  17  16  15  14  13  12  11  10   9   8   7   6   5   4   3   2   1  North
  b  [2] [2]  .   1   2   1   2   1   1   3   1   .   .   .   1   .   2   1   .   1   .  b
  a   1   5   .^  1+  3+  2+  .*  1+  2+  .*  2+  1+  1=  .   .   .   .   .   .   .   .  a
    -------------------------------------------------------------------------------------
  A   .   .   .   .   .   .   .   .   1   1   .   2  x1   .   .   3   .  %1   .   4   2  A
  B   .   .   1   .   1   2   2   .   1   2   3   1  x1   .  %7   .   2   1   .  [2] [1] B
      1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17  18  19  20  21  South

  ^ lifted first   * lifted on the way   + sown   = last stone   x captured (how many)
  % bonus (how many)   [ ] head

  North lifts 4 stones from a19, sows 3 laps and ends in the empty pit a9; captures 2 stones
  from A13 and B13, and takes B15 (7) and A18 (1) as bonus.

  On the board: South 32, North 40. Taken: South 2, North 10. South is to move.

  A strong answer, and South knows it.
",
    );
}

#[test]
fn tsoro_heads() {
    let mut game = Match::start(Ruleset::new(Game::Tsoro)).unwrap();
    let frame = frame(&mut game, 1, "B18/B20", &[origin("B18"), Decision::GoOn]);
    assert_eq!(
        frame.story(),
        [
            "South lifts 2 stones from B18, sows 1 lap to the head B20 and goes on; sows 1 lap and ends in the empty pit \
          A20."
        ]
    );
    let mut game = Match::start(Ruleset::new(Game::Tsoro)).unwrap();
    let frame = self::frame(&mut game, 1, "B18.B20", &[origin("B18"), Decision::Stop]);
    assert_eq!(frame.story(), ["South lifts 2 stones from B18, sows 1 lap to the head B20 and stops there."]);
}

/// A turn with more choices than are told one by one (`RULES V14`).
#[test]
fn tsoro_many_heads() {
    let mut game = game(Game::Tsoro, "columns=6 stones=free", "6*1/6*1/0,1,0,1,0,1/2,1,2,0,1,0 S 0,0");
    let mut decisions = vec![origin("B3")];
    decisions.extend(vec![Decision::GoOn; 10]);
    decisions.push(Decision::Stop);
    let frame = frame(&mut game, 1, "B3", &decisions);
    check(
        &frame.story()[0],
        r"
South lifts 2 stones from B3, sows 1 lap to the head B5 and goes on; sows 6 laps to the head B6 and goes on; sows 5 laps to the head B5 and goes on; sows 6 laps to the head B6 and goes on; sows 11 laps to the head B5 and goes on; sows 6 laps to the head B6 and goes on; sows 5 laps to the head B5 and goes on; sows 6 laps to the head B6 and goes on. After 2 more heads gone through, in 11 laps, South sows 5 laps to the head B5 and stops there.",
    );
}

#[test]
fn waived_bonus_and_strip() {
    let line = "2,2,2,2,2,2,2,0/2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2/0,2,2,2,2,2,2,2 S 0,0";
    let mut tsoro = game(Game::Tsoro, "columns=8 stones=free", line);
    let frame = frame(&mut tsoro, 1, "A3xa8+0", &[origin("A3"), bonus(&[])]);
    assert_eq!(
        frame.story(),
        ["South lifts 2 stones from A3, sows 1 lap and ends in the empty pit A1; captures 4 stones from a8 and b8, \
              and waives the bonus."]
    );
    let mut nsolo = Match::start(Ruleset::new(Game::Nsolo)).unwrap();
    let frame = self::frame(&mut nsolo, 1, "B7xa1+0", &[origin("B7"), strip(&[])]);
    assert_eq!(
        frame.story(),
        ["South lifts 2 stones from B7, sows 1 lap and ends in the empty pit A8; captures 2 stones from a1, and \
              waives the strip."]
    );
}

/// A sowing with a period of 76,737,600 laps (`RULES V12`) makes no longer story than another.
#[test]
fn igisoro_sowing_of_very_many_laps() {
    let line = "4*0,2,3*0/3*0,1,2*0,2*1/4,2,6,0,3,0,1,2/7,8,1,2,4,3,0,16 S 0,0";
    let game = game(Game::Igisoro, "stones=free", line).with_max_laps(100_000);
    let mut scene = Scene::new(game.rules(), game.position());
    game.turn().decide(&origin("B4"), &mut scene).unwrap_err();
    let story = scene.story().turn();
    assert!(story.starts_with("South lifts 2 stones from B4, sows 100000 laps to "), "{story}");
    assert!(story.len() < 80, "{story}");
}

#[test]
fn nsolo_strip_on_36_columns() {
    let line = "1,5,2*2,0,2,1,0,1,3,4,2*1,5,1,6,0,3,1,2*2,0,1,0,4,5,3,1,0,2,1,0,2,5,0,1/\
                1,2,1,0,3,2,0,3,2,0,2*3,0,3,2,0,3,0,1,2*0,1,0,3,2,3,2*1,0,4,1,4,0,1,4,0/\
                3*0,1,6,0,2,6,1,3,1,0,3,1,2,1,0,3*1,5,2,3*0,1,0,1,4,2*0,2*3,1,4,2/\
                1,0,3,1,2,0,2*6,1,4,2*1,0,1,2,5,0,2,2*4,1,0,1,2,1,3,1,2,1,2,4,2*1,4,0,1 S 20,17";
    let mut game = game(Game::Nsolo, "columns=36", line);
    let decisions = [origin("A36"), strip(&[("b21", 1), ("a29", 1), ("a2", 1)])];
    let frame = frame(&mut game, 29, "A36xa13+b21:1,a29:1,a2:1", &decisions);
    check(
        &plain(&frame),
        r"
Ply 29, South: 15. A36xa13+b21:1,a29:1,a2:1

     36  35  34  33  32  31  30  29  28  27  26  25  24  23  22  21  20  19  18  17  16  15  14  13  12  11  10   9   8   7   6   5   4   3   2   1  North
  b   1   5   2   2   .   2   1   .   1   3   4   1   1   5   1   5-  .   3   1   2   2   .   1   .   4   5   3   1   .   2   1   .   2   5   .   1  b
  a   1   2   1   .   3   2   .   2-  2   .   3   3   .   3   2   .   3   .   1   .   .   1   .  x3   2   3   1   1   .   4   1   4   .   1   3-  .  a
    -------------------------------------------------------------------------------------------------------------------------------------------------
  A   .   .   .   1   6   .   2   6   1   3   1   .   3   1   2   1   .   1   1   1   5   2   .   1=  1+  .*  1+  .*  5+  1+  1+  .*  4+  .*  5+  .^ A
  B   1   .   3   1   2   .   6   6   1   4   1   1   .   1   2   5   .   2   4   4   1   .   1   2   1   3   1   2   1   2   4   1   1   4   .   1  B
      1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17  18  19  20  21  22  23  24  25  26  27  28  29  30  31  32  33  34  35  36  South

  ^ lifted first   * lifted on the way   + sown   = last stone   x captured (how many)   - stripped

  South lifts 2 stones from A36, sows 5 laps and ends in the empty pit A24; captures 3 stones from
  a13, and strips 1 stone from b21, 1 from a29 and 1 from a2.

  On the board: South 125, North 116. Taken: South 26, North 17. North is to move.
",
    );
}

#[test]
fn igisoro_clockwise_capture_pass_and_retreat() {
    let line = "2*0,1,2*2,12,0,2/4,0,2,4,2*0,1,0/1,5,2,6,3,0,4,1/1,0,4,0,3,2,0,2 N 0,0";
    let mut game = game(Game::Igisoro, "stones=free", line);
    let decisions = [origin("b3"), Decision::Clockwise, Decision::Pass, Decision::Retreat];
    let frame = frame(&mut game, 30, "b3~a2xA5-A1^", &decisions);
    check(
        &plain(&frame),
        r#"
Ply 30, North: 15... b3~a2xA5-A1^

      8   7   6   5   4   3   2   1  North
  b  (2+  2+  3+  4+  4+  .^  .  (2) b
  a   .* (2+  4+  6+  3+  3+ (1=  .  a
    ---------------------------------
  A   .< (5)  2   6  x3   .  (4)  1  A
  B  (2>  .   4   .  x3   2   .  (2) B
      1   2   3   4   5   6   7   8  South

  ^ lifted first   * lifted on the way   + sown   = last stone
  x captured (how many)   < drawn back from   > drawn back to
  ( ) clockwise pit

  North lifts 12 stones from b3, sows 1 lap to a2 and turns there; sows 1 lap
  clockwise to a4 and captures 6 stones from A5 and B5; sows them, starting next
  to b3, to a8 and passes the capture of A1 and B1 ("ndahise"). South retreats
  ("ndakubye"): 1 stone goes from A1 to B1. North sows 1 lap and ends in the
  empty pit a2.

  On the board: South 28, North 36. South is to move.
"#,
    );
}

#[test]
fn bosh_refill_with_closed_pits() {
    let mut game = game(Game::Bosh, "", "0,1,2*0,2/5*0 N 27,10 1S");
    let frame = frame(&mut game, 28, "a4", &[origin("a4")]);
    check(
        &plain(&frame),
        r"
Ply 28, North: 14... a4

      5   4   3   2   1  North
  a   1=  .^  .   .   2  a
    ---------------------
  A   .   .   .   .   .  A
      1   2   3   4   5  South

  ^ lifted first   = last stone

  North lifts 1 stone from a4, sows 1 lap and ends in a5, before an empty pit.
  South has no stones to move, so round 1 ends and North takes the 3 stones on
  the board.
  For round 2 South fills A1 to A5 and keeps 7 stones in reserve; North fills a1
  to a3 and keeps 1 stone in reserve. a4 and a5 stay closed. North begins.

      5   4   3   2   1  North
  a   #   #   4   4   4  a
    ---------------------
  A   4   4   4   4   4  A
      1   2   3   4   5  South

  # closed

  Round 2, begun by North. On the board: South 20, North 12. In reserve: South
  7, North 1. North is to move.
",
    );
}

#[test]
fn bosh_refill_still_to_be_chosen() {
    let mut game = game(Game::Bosh, "fill=choice", "0,1,2*0,2/5*0 N 27,10 1S");
    let frame = frame(&mut game, 28, "a4", &[origin("a4")]);
    assert!(plain(&frame).contains("The pits of the round are still to be chosen."));
}

#[test]
fn bosh_match_end() {
    let mut game = game(Game::Bosh, "", "2*2,9,2,0/8,2,0,2*- N 3,12 4N");
    let frame = frame(&mut game, 63, "a4xA2#", &[origin("a4")]);
    check(
        &plain(&frame),
        r"
Ply 63, North: 32... a4xA2#

      5   4   3   2   1  North
  a   5=  6^  4*  1*  4* a
    ---------------------
  A   .* x5   .*  #   #  A
      1   2   3   4   5  South

  ^ lifted first   * lifted on the way   = last stone   x captured (how many)
  # closed

  North lifts 2 stones from a4, sows 10 laps and ends in a5, before an empty
  pit; captures 5 stones from A2.
  South has no stones to move, so round 4 ends and North takes the 20 stones on
  the board.
  North has won the match: South cannot fill a single pit.

  Round 4, begun by North. On the board: South 0, North 0. In reserve: South 3,
  North 37. The match is over.
",
    );
}

#[test]
fn kimasai_capture() {
    let mut game = Match::start(Ruleset::new(Game::Kimasai)).unwrap();
    let frame = frame(&mut game, 1, "A2xa12", &[origin("A2")]);
    check(
        &plain(&frame),
        r"
Ply 1, South: 1. A2xa12

     12  11  10   9   8   7   6   5   4   3   2   1  North
  b  x1   1   1   1   1   1   1   1   1   1   1   1  b
  a  x1   1   1   1   1   1   1   1   1   1   1   .  a
    -------------------------------------------------
  A   1=  .^  1   1   1   1   1   1   1   1   1   1  A
  B   1   1   1   1   1   1   1   1   1   1   1   1  B
      1   2   3   4   5   6   7   8   9  10  11  12  South

  ^ lifted first   = last stone   x captured (how many)

  South steps from A2 to A1 and captures 2 stones from a12 and b12.

  On the board: South 23, North 21. Taken: South 2, North 0. North is to move.
",
    );
}

#[test]
fn laps_of_a_relay_through_a_head() {
    let mut game = Match::start(Ruleset::parse(Game::Tsoro, "columns=8").unwrap()).unwrap();
    let text = laps(&mut game, 1, "B6/B8", &[origin("B6"), Decision::GoOn]);
    check(
        &text,
        r"
Ply 1, South: 1. B6/B8 (lap 1)

      8   7   6   5   4   3   2   1  North
  b  [2] [2]  2   2   2   2   2   2  b
  a   .   .   .   .   .   .   .   .  a
    ---------------------------------
  A   .   .   .   .   .   .   .   .  A
  B   2   2   2   2   2   .^ [3+ [3= B
      1   2   3   4   5   6   7   8  South

  ^ lifted first   + sown   = last stone   [ ] head

  South lifts 2 stones from B6, sows them and ends in the occupied pit B8. South
  goes on through the head B8.

Ply 1, South (lap 2)

      8   7   6   5   4   3   2   1  North
  b  [2] [2]  2   2   2   2   2   2  b
  a   .   .   .   .   .   .   .   .  a
    ---------------------------------
  A   .   .   .   .   .   1=  1+  1+ A
  B   2   2   2   2   2   .  [3] [.* B
      1   2   3   4   5   6   7   8  South

  * lifted on the way   + sown   = last stone   [ ] head

  South lifts 3 stones from B8, sows them and ends in the empty pit A6.

  On the board: South 16, North 16. Taken: South 0, North 0. North is to move.

  A comment.
",
    );
}

#[test]
fn laps_of_a_turn_with_a_capture() {
    let line = "2,2,2,2,2,2,2,0/2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2/0,2,2,2,2,2,2,2 S 0,0";
    let mut game = game(Game::Tsoro, "columns=8 stones=free", line);
    let text = laps(&mut game, 7, "A3xa8+b2,a3", &[origin("A3"), bonus(&["b2", "a3"])]);
    check(
        &text,
        r"
Ply 7, South: 4. A3xa8+b2,a3 (lap 1)

      8   7   6   5   4   3   2   1  North
  b  [2] [2]  2   2   2   2   2   .  b
  a   2   2   2   2   2   2   1   .  a
    ---------------------------------
  A   1=  2+  .^  2   2   2   2   2  A
  B   .   2   2   2   2   2  [2] [2] B
      1   2   3   4   5   6   7   8  South

  ^ lifted first   + sown   = last stone   [ ] head

  South lifts 2 stones from A3, sows them and ends in the empty pit A1.

Ply 7, South (capture)

      8   7   6   5   4   3   2   1  North
  b  x2] [2]  2   2   2   2  %2   .  b
  a  x2   2   2   2   2  %2   1   .  a
    ---------------------------------
  A   1   2   .   2   2   2   2   2  A
  B   .   2   2   2   2   2  [2] [2] B
      1   2   3   4   5   6   7   8  South

  x captured (how many)   % bonus (how many)   [ ] head

  South captures 4 stones from a8 and b8, and takes b2 (2) and a3 (2) as bonus.

  On the board: South 27, North 19. Taken: South 8, North 0. North is to move.

  A comment.
",
    );
}

#[test]
fn laps_of_a_turn_with_a_retreat() {
    let line = "2*0,1,2*2,12,0,2/4,0,2,4,2*0,1,0/1,5,2,6,3,0,4,1/1,0,4,0,3,2,0,2 N 0,0";
    let mut game = game(Game::Igisoro, "stones=free", line);
    let decisions = [origin("b3"), Decision::Clockwise, Decision::Pass, Decision::Retreat];
    let text = laps(&mut game, 30, "b3~a2xA5-A1^", &decisions);
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("Ply")).collect();
    assert_eq!(
        headings,
        [
            "Ply 30, North: 15... b3~a2xA5-A1^ (lap 1)",
            "Ply 30, North (lap 2)",
            "Ply 30, North (capture)",
            "Ply 30, North (lap 3)",
            "Ply 30, North (retreat)",
            "Ply 30, North (lap 4)",
        ]
    );
    for sentence in [
        "North lifts 12 stones from b3, sows them and ends in the occupied pit a2.",
        "North lifts 2 stones from a2, sows them clockwise and ends in the occupied pit",
        "North captures 6 stones from A5 and B5.",
        "North sows the 6 captured stones, starting next to b3, and ends in the",
        "occupied pit a8.",
    ] {
        assert!(text.contains(sentence), "{sentence} is missing in\n{text}");
    }
}

#[test]
fn laps_of_a_turn_that_ends_a_round() {
    let mut game = game(Game::Bosh, "", "0,1,2*0,2/5*0 N 27,10 1S");
    let text = laps(&mut game, 28, "a4", &[origin("a4")]);
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("Ply")).collect();
    assert_eq!(headings, ["Ply 28, North: 14... a4 (lap 1)", "Ply 28, North (next round)"]);
}

/// Sends every event to two observers.
struct Both<A, B>(A, B);

impl<A: Observer, B: Observer> Observer for Both<A, B> {
    fn event(&mut self, event: Event, position: &Position) {
        self.0.event(event, position);
        self.1.event(event, position);
    }
}

fn assert_fits(text: &str, limit: usize) {
    for line in text.lines() {
        assert!(display_width(line) <= limit, "{} cells: {line}", display_width(line));
        assert_eq!(line.trim_end(), line, "a line ends in blanks");
    }
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn random_games_stay_within_the_width() {
    for (game, options, limit) in [
        (Game::Tsoro, "", 100),
        (Game::Tsoro, "columns=6 heads=left1 bonus=5", 100),
        (Game::Nsolo, "", 100),
        (Game::Nsolo, "columns=36", 160),
        (Game::Nsolo, "columns=12 capture=file", 100),
        (Game::Igisoro, "", 100),
        (Game::Igisoro, "setup=front singles=yes resow=lap", 100),
        (Game::Bosh, "", 100),
        (Game::Bosh, "fill=choice", 100),
        (Game::Kimasai, "", 100),
    ] {
        let rules = Ruleset::parse(game, options).unwrap();
        for seed in 0..3 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut game = Match::start(rules).unwrap().with_max_laps(2_000);
            for ply in 1..80 {
                if game.state() != State::Turn {
                    break;
                }
                let caption = caption(ply, &game, &"B1/B20".repeat(40));
                let mut frames = 0;
                let lap_scene = LapScene::new(&rules, game.position(), caption.clone(), |frame: &Frame| {
                    frames += 1;
                    if frames < 20 {
                        assert_fits(&plain(frame), limit);
                    }
                });
                let mut both = Both(Scene::new(&rules, game.position()), lap_scene);
                // A sowing that is not decided within the budget ends this game.
                let Ok(Some(_)) = random_turn(&mut game, &mut random, &mut both) else { break };
                assert_fits(&plain(&both.0.frame(&caption, game.position())), limit);
                both.1.finish(game.position(), Vec::new());
            }
        }
    }
}

#[test]
fn wide_numbers_keep_the_columns_aligned() {
    let position = |game: Game, options: &str, line: &str| {
        let rules = Ruleset::parse(game, options).unwrap();
        (Position::from_setup(&rules, &setup(line)).unwrap(), rules)
    };
    for (options, line) in [
        ("columns=6 stones=free", "1,22,333,4444,0,0/6*0/6*1/4*0,9999,7 S 0,0"),
        ("stones=free", "9999,20*10/21*0/21*100/19*0,1234,7 S 0,0"),
    ] {
        let (position, rules) = position(Game::Tsoro, options, line);
        let highlight = ["b6", "b1", "A1"].map(|pit| pit.parse().unwrap());
        let drawing = draw_board(&position, &rules, &highlight, BoardStyle::default(), Palette::plain());
        let rows: Vec<&str> = drawing.lines().filter(|line| line.ends_with(['a', 'b', 'A', 'B'])).collect();
        assert_eq!(rows.len(), 4);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{drawing}");
    }
    let line = "36*100/36*99/36*1/36*0 S 0,0";
    let (position, rules) = position(Game::Nsolo, "columns=36 stones=free", line);
    assert_fits(&draw_board(&position, &rules, &[], BoardStyle::default(), Palette::plain()), 160);
}

#[test]
fn hostile_comments_are_shown_as_escapes() {
    let mut game = Match::start(Ruleset::new(Game::Kimasai)).unwrap();
    let mut frame = frame(&mut game, 1, "A2xa12", &[origin("A2")]);
    let comment = "good\u{1b}[2J\u{202e}evil\u{200b}\u{9b}31m";
    frame.push_note(escape(comment, Tab::Keep));
    let text = plain(&frame);
    assert!(text.ends_with("\n  good\\u{1b}[2J\\u{202e}evil\\u{200b}\\u{9b}31m\n"), "{text}");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
}

#[test]
fn colours_only_add_to_the_plain_text() {
    colored::control::set_override(true);
    let mut game = Match::start(Ruleset::new(Game::Kimasai)).unwrap();
    let frame = frame(&mut game, 1, "A2xa12", &[origin("A2")]);
    let mut text = String::new();
    frame.write(&mut text, BoardStyle::default(), Palette::coloured()).unwrap();
    let mut bare = String::new();
    for (index, part) in text.split("\u{1b}[").enumerate() {
        let part = if index == 0 {
            part
        } else {
            let (codes, rest) = part.split_once('m').unwrap();
            let calm = ["0", "1", "2", "31", "32", "34", "35", "36"];
            assert!(codes.split(';').all(|code| calm.contains(&code)), "{codes}");
            rest
        };
        bare += part;
    }
    assert!(text.contains("\u{1b}[1;31mx1\u{1b}[0m"), "{text}");
    assert_eq!(bare, plain(&frame));
}

#[test]
fn unicode_signs_are_a_choice() {
    let mut game = game(Game::Bosh, "", "2*2,9,2,0/8,2,0,2*- N 3,12 4N");
    let frame = frame(&mut game, 63, "a4xA2#", &[origin("a4")]);
    let mut text = String::new();
    frame.write(&mut text, BoardStyle { unicode: true, indent: 0, ..BoardStyle::default() }, Palette::plain()).unwrap();
    assert!(text.contains("\na   5=  6^  4*  1*  4* a\n  ─────────────────────\nA   ·* x5   ·*  ▒   ▒  A\n"), "{text}");
    assert!(text.contains("\n▒ closed\n"), "{text}");
}
