//! The player without a terminal: every step on and back shows the recorded position, whatever the record holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use matombo::notation::{RecordReader, Source, read};
use matombo::player::{Action, BINDINGS, Cursor, Effect, Input, Key, Library, Look, Player, Record, Timeline};
use matombo::record::{JsonRecord, Judge, Keep};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The records of a text.
struct Texts {
    sources: Vec<Source>,
}

impl Texts {
    fn new(bytes: &[u8]) -> Self {
        Self { sources: RecordReader::new(bytes).map(|source| source.expect("memory")).collect() }
    }
}

impl Library for Texts {
    fn name(&self) -> &str {
        "a.mgn"
    }

    fn record(&mut self, number: u64) -> Result<Option<Record>, String> {
        let source = self.sources.get(number as usize - 1);
        let judge = Judge::new().keep(Keep::Positions).max_laps(100_000);
        Ok(source.map(|source| Record::new(judge.judge(source.text(), &read(source)), source)))
    }

    fn title(&mut self, number: u64) -> Result<Option<String>, String> {
        Ok(self.sources.get(number as usize - 1).map(|source| format!("a record of {} bytes", source.text().len())))
    }

    fn known(&self) -> (u64, bool) {
        (self.sources.len() as u64, true)
    }
}

fn open(text: &str) -> Player {
    Player::open(Box::new(Texts::new(text.as_bytes())), 1).expect("memory").expect("a record")
}

fn open_file(file: &Path) -> Option<Player> {
    let bytes = fs::read(file).expect("a record");
    Player::open(Box::new(Texts::new(&bytes)), 1).expect("memory")
}

fn press(player: &mut Player, keys: &str) {
    for key in keys.chars() {
        let key = if key == '\r' { Key::Enter } else { Key::Char(key) };
        player.update(Input::Key(key));
    }
}

fn screen(player: &mut Player, width: u16, height: u16) -> String {
    player.update(Input::Size(width, height));
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    player.draw(&mut buffer, Look::Coloured);
    let cells: Vec<&str> = buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect();
    cells.chunks(width.max(1).into()).map(|row| row.concat().trim_end().to_owned() + "\n").collect()
}

fn timeline(player: &Player) -> &Timeline {
    player.record().timeline().expect("a known game")
}

fn shown(player: &Player) -> String {
    player.position().expect("a known game").to_string()
}

fn records(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("records").map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "mgn"));
    files.sort();
    files
}

/// Goes on by a key until nothing changes, and returns all that was passed.
fn walk(player: &mut Player, key: char) -> Vec<(Cursor, String)> {
    let mut passed = vec![(player.cursor(), shown(player))];
    loop {
        press(player, &key.to_string());
        if passed.last().is_some_and(|(cursor, _)| *cursor == player.cursor()) {
            return passed;
        }
        passed.push((player.cursor(), shown(player)));
    }
}

/// Checks that steps on and back pass the same moments, and that the board at every ply is the recorded one.
fn check_line(player: &mut Player, name: &str) {
    let recorded = |player: &Player, cursor: Cursor| {
        (cursor.moment.is_none()).then(|| timeline(player).position_line(cursor.place).map(str::to_owned)).flatten()
    };
    let mut plies = Vec::new();
    for (on, back) in [('l', 'h'), ('j', 'k'), ('.', ',')] {
        press(player, "g");
        let mut forwards = walk(player, on);
        for (cursor, position) in &forwards {
            if let Some(recorded) = recorded(player, *cursor) {
                assert_eq!(*position, recorded, "{name}, {on}, {cursor:?}");
            }
        }
        let backwards = walk(player, back);
        forwards.reverse();
        assert_eq!(forwards, backwards, "{name}, {back}");
        let rests: Vec<usize> =
            forwards.iter().filter(|(cursor, _)| cursor.moment.is_none()).map(|(cursor, _)| cursor.place).collect();
        plies.push(rests);
    }
    assert_eq!(plies[0], plies[1], "{name}");
    assert_eq!(plies[0], plies[2], "{name}");
}

#[test]
fn every_step_shows_the_recorded_position() {
    for file in
        ["tsoro", "nsolo", "igisoro", "bosh", "kimasai"].iter().flat_map(|game| records(&format!("records/{game}")))
    {
        let mut player = open_file(&file).expect("a record");
        check_line(&mut player, &file.display().to_string());
    }
}

#[test]
fn a_tsoro_match_with_heads_and_bonus_a_bosh_match_of_three_rounds_and_an_igisoro_game() {
    let text = |file: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a record");
    let tsoro = text("records/tsoro/06-a-long-game.mgn");
    assert!(tsoro.contains("B3.B20") && tsoro.contains("xa11+a20,a18"));
    let bosh = text("records/bosh/02-a-match.mgn");
    assert!(bosh.contains("@A1-5/a1"));
    let igisoro = text("records/igisoro/03-clockwise-relay.mgn");
    assert!(igisoro.contains("-a5^") && igisoro.contains("~A2xa4"));
    for (text, plies) in [(tsoro, 65), (bosh, 40), (igisoro, 13)] {
        let mut player = open(&text);
        check_line(&mut player, "main line");
        press(&mut player, "G");
        assert!(screen(&mut player, 80, 24).contains(&format!("ply {plies} of {plies}")));
    }
}

#[test]
fn variations_show_the_recorded_positions_too() {
    for folder in ["records/igisoro", "records/bosh", "records/tsoro", "notation/conformance/accept"] {
        for file in records(folder) {
            let Some(mut player) = open_file(&file) else { continue };
            let Some(turns) = player.record().timeline().map(Timeline::len) else { continue };
            for place in 0..=turns {
                let line = timeline(&player).position_line(place).map(str::to_owned);
                let position = timeline(&player).position(place).to_string();
                assert_eq!(line.as_ref().unwrap_or(&position), &position, "{}, turn {place}", file.display());
            }
            // Into every variation, through it, and out again.
            press(&mut player, "g");
            for _ in 0..=turns {
                player.update(Input::Key(Key::Enter));
                let entered = player.cursor().place;
                press(&mut player, "G");
                press(&mut player, "hhhh....,,,,");
                player.update(Input::Key(Key::Backspace));
                press(&mut player, "l");
                assert!(entered <= turns);
            }
        }
    }
}

#[test]
fn stones_in_hand_and_on_the_board_are_always_all() {
    let mut player = open("[Game \"Igisoro\"]\n\n1. B7 b3 2. B8 b8 3. B1~xa5 b6-A3^ 4. B6 a4 *\n");
    loop {
        let before = player.cursor();
        press(&mut player, ".");
        if player.cursor() == before {
            break;
        }
        let text = screen(&mut player, 100, 30);
        let numbers = |from: &str, to: &str| -> u64 {
            let (_, rest) = text.split_once(from).expect("it is told how things stand");
            rest.split_once(to).expect("an end").0.parse().expect("a number")
        };
        let board = numbers("South ", ", North") + numbers(", North ", ".");
        let hand = if text.contains("In hand") { numbers("In hand: ", ".") } else { 0 };
        assert_eq!(board + hand, 64, "{text}");
    }
}

#[test]
fn corpus_games_are_walked_by_plies_and_laps() {
    for name in ["igisoro", "tsoro-6col-left1", "nsolo-strip-must", "bosh", "kimasai"] {
        let mut player = open_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/corpus/{name}.mgn")))
            .expect("a record");
        check_line(&mut player, name);
    }
}

#[test]
fn a_line_is_played_up_to_its_fault() {
    let mut player = open("[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 b1 *\n");
    press(&mut player, "G");
    assert_eq!(player.cursor().place, 2);
    let text = screen(&mut player, 100, 30);
    assert!(text.contains("error[E0403], line 3, column 7: `a1` is empty"), "{text}");
    assert!(text.contains(".!"), "the pit is pointed out:\n{text}");
    assert!(!player.is_valid());
    press(&mut player, "l.j");
    assert_eq!(player.cursor().place, 2);
    press(&mut player, ",");
    assert_eq!(player.cursor().place, 1);
}

#[test]
fn a_record_without_a_game_only_shows_what_is_wrong() {
    for text in ["[Game \"Chess\"]\n\n1. e4 e5 *\n", "nothing at all", "[Event \"x\"]\n\n*\n"] {
        let mut player = open(text);
        for binding in BINDINGS.iter().filter(|binding| binding.action != Action::Quit) {
            player.update(Input::Key(binding.keys[0]));
            player.update(Input::Key(Key::Escape));
        }
        let text = screen(&mut player, 80, 24);
        assert!(text.contains("There is no board") && text.contains("error[E"), "{text}");
    }
}

#[test]
fn text_of_strangers_is_escaped_everywhere() {
    let hostile = "\u{1b}[2J\u{202e}\u{200b}\u{7}";
    let text = format!(
        "[Game \"Bosh\"]\n[South \"{hostile}\"]\n[North \"{hostile}\"]\n[Event \"{hostile}\"]\n[X \"{hostile}\"]\n\n\
         {{{hostile}}} 1. A5xa1 {{{hostile} e\u{301}\u{301}\u{301}}} (1. A4 {{{hostile}}}) 1... {hostile} *\n"
    );
    let mut player = open(&text);
    for keys in ["", "l", "\r", "G", "r", "q/\u{1b}\u{202e}x", "\r", "?", "q:\u{202e}\r", "y"] {
        press(&mut player, keys);
        for (width, height) in [(60, 20), (80, 24), (140, 45)] {
            let shown = screen(&mut player, width, height);
            let hidden = |char: char| char != '\n' && (char.is_control() || "\u{202e}\u{200b}".contains(char));
            assert!(!shown.contains(hidden), "{keys:?}: {shown:?}");
        }
    }
}

#[test]
fn any_size_of_screen_is_drawn_on() {
    let files = ["tsoro/06-a-long-game", "bosh/02-a-match", "igisoro/01-first-look"];
    for file in files {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("records/{file}.mgn"));
        let mut player = open_file(&file).expect("a record");
        press(&mut player, "llll...");
        for keys in ["", "?", "qr", "qy", "qd", "f", ":", "\rG"] {
            press(&mut player, keys);
            for width in (0..70).chain([200, 1000]) {
                for height in (0..24).chain([80]) {
                    screen(&mut player, width, height);
                    player.update(Input::Click(width / 2, height / 2));
                    player.update(Input::Click(width, height));
                }
            }
        }
    }
}

#[test]
fn comments_of_any_length_and_many_variations_are_drawn() {
    let long = "word ".repeat(100_000) + &"x".repeat(100_000);
    let variations = "(1. A5xa1 (1. A4 (1. A3)))".repeat(3000);
    let text = format!("[Game \"Bosh\"]\n\n1. A5xa1 {{{long}}} {variations} *\n");
    let mut player = open(&text);
    press(&mut player, "lJJJJ");
    let shown = screen(&mut player, 80, 24);
    assert!(shown.contains("word word"), "{shown}");
    press(&mut player, "V\r\t\tv\rl");
    player.update(Input::Key(Key::BackTab));
    screen(&mut player, 80, 24);
    assert_eq!(timeline(&player).len(), 9001);
}

#[test]
fn a_turn_of_very_many_laps_is_walked_on_and_back() {
    let position = "1,7*0/8*0/1,4,3,2,3,0,3,0/0,3,5,5,0,3,0,5 S 0,0";
    let text = format!("[Game \"Nsolo\"]\n[Rules \"stones=free\"]\n[Position \"{position}\"]\n\n1. B3 *\n");
    let mut player = open(&text);
    let mut forwards = walk(&mut player, 'j');
    assert_eq!(forwards.len() - 1, 2594);
    let backwards = walk(&mut player, 'k');
    forwards.reverse();
    assert_eq!(forwards, backwards);
    // Stone by stone over a place where the events kept end.
    press(&mut player, &"j".repeat(240));
    let mut forwards = Vec::new();
    for _ in 0..200 {
        forwards.push((player.cursor(), shown(&player)));
        press(&mut player, ".");
    }
    for moment in forwards.iter().rev() {
        press(&mut player, ",");
        assert_eq!(*moment, (player.cursor(), shown(&player)));
    }
}

#[test]
fn it_plays_by_itself() {
    let mut player = open("[Game \"Bosh\"]\n\n1. A5xa1 a2 *\n");
    assert_eq!(player.wait(), None);
    press(&mut player, " ");
    let mut passed = Duration::ZERO;
    let mut moments = vec![player.cursor()];
    while let Some(wait) = player.wait() {
        player.update(Input::Passed(wait));
        passed += wait;
        moments.push(player.cursor());
    }
    moments.dedup();
    press(&mut player, "g");
    let walked: Vec<Cursor> = walk(&mut player, '.').into_iter().map(|(cursor, _)| cursor).collect();
    assert_eq!(moments, walked);
    press(&mut player, "g++ ");
    let mut faster = Duration::ZERO;
    while let Some(wait) = player.wait() {
        player.update(Input::Passed(wait));
        faster += wait;
    }
    assert_eq!(faster * 4, passed);
}

#[test]
fn a_late_clock_does_not_stop_the_player() {
    let mut player = open("[Game \"Bosh\"]\n\n1. A5xa1 a2 *\n");
    press(&mut player, " ");
    player.update(Input::Passed(Duration::from_secs(86_400)));
    player.update(Input::Passed(Duration::from_secs(86_400)));
    assert_eq!(player.cursor(), Cursor { place: 2, moment: None });
    assert_eq!(player.wait(), None);
}

#[test]
fn faults_of_json_are_shown_at_their_turns() {
    let json = r#"{"game": "bosh", "turns": [{"text": "A5xa1"}, {"text": "a2", "variations": [{"turns": [{"text": "b9"}]}]}, {"text": "A9"}], "result": "*"}"#;
    struct Json(Source);
    impl Library for Json {
        fn name(&self) -> &str {
            "a.json"
        }
        fn record(&mut self, number: u64) -> Result<Option<Record>, String> {
            let judged = JsonRecord::read(&self.0).judge(&Judge::new());
            Ok((number == 1).then(|| Record::new(judged, &self.0)))
        }
        fn title(&mut self, number: u64) -> Result<Option<String>, String> {
            Ok((number == 1).then(String::new))
        }
        fn known(&self) -> (u64, bool) {
            (1, true)
        }
    }
    let mut player = Player::open(Box::new(Json(Source::from_text(json))), 1).expect("memory").expect("a record");
    press(&mut player, "G");
    let text = screen(&mut player, 100, 30);
    assert!(text.contains("Ply 3, South") && text.contains("error[E"), "{text}");
    press(&mut player, "h\r");
    let text = screen(&mut player, 100, 30);
    assert!(text.contains("Ply 2, North: 1... b9") && text.contains("error[E"), "{text}");
}

#[test]
fn the_library_may_fail() {
    struct Broken(u64);
    impl Library for Broken {
        fn name(&self) -> &str {
            "a.mgn"
        }
        fn record(&mut self, number: u64) -> Result<Option<Record>, String> {
            if number > self.0 {
                return Err("the disk is gone".to_owned());
            }
            Texts::new(b"[Game \"Bosh\"]\n\n*\n").record(1)
        }
        fn title(&mut self, number: u64) -> Result<Option<String>, String> {
            if number > self.0 + 1 { Err("the disk is gone".to_owned()) } else { Ok(Some("a title".to_owned())) }
        }
        fn known(&self) -> (u64, bool) {
            (self.0 + 1, false)
        }
    }
    let mut player = Player::open(Box::new(Broken(1)), 1).expect("the first record").expect("a record");
    press(&mut player, "]");
    assert!(screen(&mut player, 80, 24).contains("the disk is gone"));
    press(&mut player, "r");
    assert!(screen(&mut player, 80, 24).contains("the disk is gone"));
    assert!(Player::open(Box::new(Broken(0)), 1).is_err());
}

/// Anything that can happen at a terminal, some of it more often.
fn inputs() -> impl Strategy<Value = Input> {
    let keys: Vec<Key> = BINDINGS
        .iter()
        .flat_map(|binding| binding.keys.iter().copied())
        .chain([Key::Escape, Key::Char('1'), Key::Char('7'), Key::Char('a'), Key::Control('u')])
        .collect();
    prop_oneof![
        20 => proptest::sample::select(keys).prop_map(Input::Key),
        1 => any::<char>().prop_map(|char| Input::Key(Key::Char(char))),
        2 => (0..90_u16, 0..30_u16).prop_map(|(column, row)| Input::Click(column, row)),
        1 => Just(Input::WheelDown),
        1 => Just(Input::WheelUp),
        1 => (0..150_u16, 0..50_u16).prop_map(|(columns, rows)| Input::Size(columns, rows)),
        3 => (0..1000_u64).prop_map(|time| Input::Passed(Duration::from_millis(time))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_happens_the_position_is_the_recorded_one(inputs in prop::collection::vec(inputs(), 1..120)) {
        let mut text = String::new();
        for file in records("records/igisoro").iter().chain(&records("records/bosh")) {
            text += &fs::read_to_string(file).expect("a record");
        }
        text += "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 (2. A1 {c}) b1 *\n\n[Game \"Chess\"]\n\n1. e4 *\n";
        let mut player = open(&text);
        for input in inputs {
            let effect = player.update(input);
            let (columns, rows) = player.size();
            let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
            player.draw(&mut buffer, Look::Plain);
            let cursor = player.cursor();
            if let (None, Some(timeline)) = (cursor.moment, player.record().timeline()) {
                let recorded = timeline.position_line(cursor.place).map(str::to_owned);
                prop_assert_eq!(recorded.unwrap_or_else(|| shown(&player)), shown(&player));
            }
            if let Effect::Copy(line) = effect {
                prop_assert!(line.is_ascii());
            }
        }
    }
}
