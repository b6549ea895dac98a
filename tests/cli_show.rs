//! `matombo show`: one board, as text, SVG or PNG.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{RULESETS, Ran, odd_text, printed, random_document, ruleset, run, run_in};
use matombo::notation::read_text;
use matombo::record::{Judge, Keep, Playback};
use matombo::render::{Frame, Headline, Raster, Theme};
use pretty_assertions::assert_eq;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

const TWO: &str =
    "[Game \"Kimasai\"]\n[South \"A\"]\n\n{first} 1. A2xa12! {taken} a2 2. A3 *\n\n[Game \"Bosh\"]\n\n1. A5xa1 *\n";
const BAD: &str = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n";

/// Pictures that together show everything a picture can: name, arguments.
const PICTURES: [(&str, &[&str]); 8] = [
    ("tsoro-capture-and-bonus", &["tests/corpus/tsoro-8col-bonus3-right1.mgn", "--record", "7", "--ply", "9"]),
    ("tsoro-start", &["--game", "tsoro"]),
    ("nsolo-strip", &["tests/corpus/nsolo.mgn", "--record", "8", "--ply", "23", "--theme", "dark"]),
    ("igisoro-many-laps", &["tests/corpus/igisoro.mgn", "--ply", "24", "--theme", "auto"]),
    ("igisoro-retreat", &["tests/corpus/igisoro.mgn", "--ply", "6"]),
    ("bosh-next-round", &["tests/corpus/bosh.mgn", "--ply", "108"]),
    ("kimasai-end", &["tests/corpus/kimasai.mgn", "--record", "2"]),
    (
        "numbers",
        &[
            "--game",
            "nsolo",
            "--rules",
            "stones=free",
            "--position",
            "1,2,3,4,5,6,7,8/9,10,11,12,13,99,100,9999/8*0/8*1 N 3,4",
        ],
    ),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn show(args: &[&str], input: &str) -> Ran {
    run(&[&["show"], args].concat(), input)
}

/// Compares with a file of the repository, which `MATOMBO_BLESS=1` writes anew.
fn compare(file: &Path, made: &str) {
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        fs::write(file, made).expect("it can be written");
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    assert!(kept == made, "{} differs from what is drawn now; MATOMBO_BLESS=1 writes it anew", file.display());
}

#[test]
fn pictures_are_what_they_were() {
    for (name, args) in PICTURES {
        let told = run_in(root(), &[&["show", "--svg"], args].concat(), "");
        assert_eq!(told.code, 0, "{name}: {}", told.err);
        compare(&root().join(format!("tests/golden/pictures/{name}.svg")), &told.out);
    }
}

#[test]
fn the_picture_of_the_readme_is_made_by_its_command() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let command = readme.lines().find(|line| line.starts_with("matombo show ")).expect("a command");
    let (args, file) = command.rsplit_once(" -o ").expect("a file");
    assert!(readme.contains(&format!("]({file})")), "the picture is in the README");
    let args: Vec<&str> = args.split(' ').skip(1).collect();
    let told = run_in(root(), &args, "");
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    compare(&root().join(file), &told.out);
}

#[test]
fn text_is_the_frame_of_replay() {
    let told = show(&["--ply", "1"], TWO);
    let shown = run(&["replay", "--from", "1", "--to", "1"], TWO);
    assert_eq!(told, shown);
    let told = show(&["--record", "2", "--ply", "0"], TWO);
    assert_eq!(told, run(&["replay", "--record", "2", "--to", "0"], TWO));
}

#[test]
fn the_last_ply_unless_another_is_asked_for() {
    let told = show(&[], TWO);
    assert!(told.out.starts_with("Ply 3, South: 2. A3xa11\n"), "{}", told.out);
    assert_eq!((told.code, told.err.as_str()), (0, "matombo: <stdin> holds more records: --record N shows another\n"));
    assert_eq!(show(&["--ply", "last"], TWO), told);
    assert_eq!(show(&["--ply", "3", "--ascii"], TWO), told);
    assert!(!show(&["--record", "2", "--unicode"], TWO).out.is_ascii());
    assert!(show(&["--record", "2"], TWO).err.is_empty());
}

#[test]
fn what_is_not_there() {
    let none = |args: &[&str]| {
        let told = show(args, TWO);
        (told.code, told.out, told.err)
    };
    let missing = |err: &str| (2, String::new(), format!("matombo: <stdin>: {err}\n"));
    assert_eq!(none(&["--ply", "4"]), missing("there is no ply 4, the record has 3"));
    assert_eq!(none(&["--record", "3"]), missing("there is no record 3, the file has 2"));
    let told = show(&["--ply=-1"], TWO);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("a ply is a number from 0, or `last`"), "{}", told.err);
    assert!(show(&["--position", "5*4/5*4 S 0,0 1S"], "").err.contains("--game <GAME>"));
    let told = show(&["--game", "bosh", "--position", "5*4/5*4 S 0,0"], "");
    let err = "matombo: --position: Bosh needs the round and who began it, such as `1S`\n".to_owned();
    assert_eq!(told, Ran { code: 2, out: String::new(), err });
    for args in
        [&["--svg", "--png"][..], &["--svg", "--unicode"], &["--width", "300"], &["--game", "bosh", "--ply", "1"]]
    {
        assert_eq!(show(args, TWO).code, 2, "{args:?}");
    }
    assert_eq!(show(&["/none.mgn"], "").err, "matombo: /none.mgn: No such file or directory (os error 2)\n");
}

#[test]
fn a_record_with_a_fault_is_shown_up_to_it() {
    for args in [&[][..], &["--ply", "1"], &["--svg"]] {
        let told = show(args, BAD);
        assert_eq!(told.code, 1);
        assert!(told.out.contains("Ply 1, South: 1. A2xa12"), "{}", told.out);
        assert!(told.err.contains("<stdin>:3:7"), "{}", told.err);
    }
    let told = show(&["--ply", "2"], BAD);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert!(
        told.err.ends_with("matombo: <stdin>: nothing to show: only 1 plies of the record can be played\n"),
        "{}",
        told.err
    );
    assert_eq!(show(&["--ply", "4"], BAD).code, 2);
    let told = show(&["--svg"], "[Game \"Chess\"]\n\n1. e4 *");
    assert_eq!((told.code, told.out.as_str()), (1, ""));
}

#[test]
fn a_position_needs_no_file() {
    let told = show(&["--game", "kimasai"], "");
    let start = run(&["replay"], "[Game \"Kimasai\"]\n\n*\n");
    let board = |out: &str| {
        out.lines()
            .filter(|line| line.starts_with("  ") && !line.contains("Result"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(board(&told.out), board(&start.out));
    let told = show(&["--game", "fuva", "--rules", "columns=6 stones=free", "--position", "6*0/6*0/6*0/6*1 S 0,0"], "");
    assert!(
        told.out.starts_with("Tsoro (columns=6 stones=free)\n") && told.out.contains("South has won"),
        "{}",
        told.out
    );
}

/// All that a picture says, element by element.
fn parsed(svg: &str) -> Vec<(String, String)> {
    let document = roxmltree::Document::parse(svg).expect("well-formed");
    let text = |node: roxmltree::Node<'_, '_>| node.text().unwrap_or_default().to_owned();
    document
        .descendants()
        .filter(roxmltree::Node::is_element)
        .map(|node| (node.tag_name().name().to_owned(), text(node)))
        .collect()
}

#[test]
fn a_picture_is_told_in_words() {
    let input = "[Game \"Bosh\"]\n[Event \"Village match\"]\n[South \"Asha\"]\n[North \"?\"]\n\n1. A5xa1 *\n";
    let told = show(&["--svg"], input);
    let said = parsed(&told.out);
    assert_eq!(said[1].0, "title");
    assert_eq!(said[1].1, "Village match, Asha against North. Ply 1, South: 1. A5xa1");
    let words = "North's row, a5 to a1: 0 5 5 5 0. South's row, A1 to A5: 5 5 5 5 0. South lifts 4 stones from A5, sows 2 laps \
                 and ends in A4, before an empty pit; captures 5 stones from a1. Round 1, begun by South. On the board: South 20, \
                 North 15. In reserve: South 5, North 0. North is to move.";
    assert_eq!(said[2], ("desc".to_owned(), words.to_owned()));
    assert!(told.out.contains("role=\"img\" aria-label=\"Village match, Asha against North. Ply 1, South: 1. A5xa1\""));
}

#[test]
fn a_picture_tells_how_the_record_ended() {
    let resigned = "[Game \"Bosh\"]\n[Termination \"resignation\"]\n\n1. A5xa1 1-0\n";
    let texts = |args: &[&str]| {
        let said = parsed(&show(&[&["--svg"], args].concat(), resigned).out);
        said.into_iter().map(|(_, text)| text).collect::<Vec<_>>()
    };
    assert!(texts(&[]).contains(&"Result: 1-0 (resignation)".to_owned()));
    assert!(texts(&[])[2].ends_with(" North is to move. Result: 1-0 (resignation)"));
    assert!(!texts(&["--ply", "0"]).contains(&"Result: 1-0 (resignation)".to_owned()));
}

#[test]
fn text_of_strangers_is_no_markup() {
    let input = "[Game \"Bosh\"]\n[Event \"</title><script>alert(1)</script>&amp;\\\"'\"]\n[South \"\u{202e}x\u{200b}\"]\n\n1. A5xa1 *\n";
    let told = show(&["--svg"], input);
    let said = parsed(&told.out);
    let title = "</title><script>alert(1)</script>&amp;\"', \\u{202e}x\\u{200b} against North. Ply 1, South: 1. A5xa1";
    assert_eq!(said[1].1, title);
    assert!(said.iter().all(|(name, _)| name != "script"));
}

#[test]
fn pictures_of_any_record_are_well_formed() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for (number, rules) in RULESETS.iter().enumerate() {
        let text = printed(&random_document(ruleset(*rules), &mut random, 20));
        let judged = Judge::new().keep(Keep::Turns).judge(&text, &read_text(&text));
        let mut playback = Playback::new(&judged, 1_000_000).expect("a known game");
        let mut frames: Vec<Frame> = vec![playback.start()];
        frames.extend(judged.turns.iter().filter_map(|ply| playback.frame(ply)));
        for frame in &frames {
            for headline in [Headline::Whole, Headline::Fixed] {
                let theme = [Theme::Light, Theme::Dark, Theme::Auto][number % 3];
                let about = odd_text(&mut random, true);
                let svg = matombo::render::Figure { frame, theme, about: &about, headline }.to_svg();
                assert_eq!(parsed(&svg)[0].0, "svg");
            }
        }
    }
}

fn decode(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("an image");
    (info, pixels)
}

fn picture_file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("board.png")
}

#[test]
fn a_png_has_the_width_asked_for_and_its_theme() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = picture_file(&folder);
    let draw = |args: &[&str]| {
        let told = run(&[&["show", "--game", "bosh", "--png", "-o", file.to_str().expect("text")], args].concat(), "");
        assert_eq!(told, Ran { code: 0, out: String::new(), err: String::new() });
        decode(&fs::read(&file).expect("a file"))
    };
    let (info, light) = draw(&[]);
    assert_eq!((info.width, info.color_type), (800, png::ColorType::Rgb));
    assert_eq!(light[..3], [255, 255, 255]);
    let (info, _) = draw(&["--width", "300"]);
    assert_eq!(info.width, 300);
    let (_, dark) = draw(&["--theme", "dark"]);
    assert_eq!(dark[..3], [0x16, 0x13, 0x0f]);
    assert_eq!(draw(&["--theme", "auto"]).1, light);
    assert_eq!(show(&["--game", "bosh", "--png", "--width", "9000"], "").code, 2);
    assert_eq!(show(&["--game", "bosh", "--png", "--width", "63"], "").code, 2);
}

#[test]
fn pixels_are_those_of_the_svg() {
    let svg = show(&["--game", "kimasai", "--svg"], "").out;
    let raster = Raster::from_svg(&svg, 616).expect("a picture");
    let mut bytes = Vec::new();
    raster.write_png(&mut bytes).expect("memory takes all");
    let (info, pixels) = decode(&bytes);
    assert_eq!((info.width, info.height), (raster.width(), raster.height()));
    assert_eq!(pixels, raster.pixels());
    // The middle of a stone is dark, that of an empty pit is light.
    let at = |x: u32, y: u32| raster.pixels()[3 * (y * raster.width() + x) as usize];
    let centre = |pit: &str| {
        let (_, rest) = svg.split_once(&format!("data-pit=\"{pit}\" transform=\"translate(")).expect("a pit");
        let (x, y) = rest.split_once(')').expect("its end").0.split_once(',').expect("two numbers");
        (x.parse::<u32>().expect("a number"), y.parse::<u32>().expect("a number"))
    };
    let (stone, empty) = (centre("B1"), centre("A1"));
    assert!(at(stone.0, stone.1) < 100 && at(empty.0, empty.1) > 200);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_png() {
    let script = std::process::Command::new("script")
        .args(["-qec", &format!("{} show --game bosh --png", env!("CARGO_BIN_EXE_matombo")), "/dev/null"])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("`script` is on every Linux");
    let said = String::from_utf8_lossy(&script.stdout).replace('\r', "");
    assert_eq!(
        said,
        "matombo: a PNG picture is not written to a terminal: name a file with --output, or redirect the output\n"
    );
    assert_eq!(script.status.code(), Some(2));
}

#[test]
fn pictures_and_pages_never_take_the_place_of_their_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    fs::write(folder.path().join("a.mgn"), text).expect("writable");
    let told = "matombo: nothing was written: the records would be lost from the file\n";
    for args in [
        &["show", "--svg", "a.mgn", "-o", "a.mgn"][..],
        &["show", "a.mgn", "-o", "./a.mgn"],
        &["convert", "--to", "html", "a.mgn", "-o", "a.mgn"],
        &["convert", "--to", "gif", "a.mgn", "-o", "a.mgn"],
    ] {
        let ran = run_in(folder.path(), args, "");
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (2, "", told), "{args:?}");
        assert_eq!(fs::read_to_string(folder.path().join("a.mgn")).expect("there"), text, "{args:?}");
    }
    assert_eq!(run_in(folder.path(), &["show", "--svg", "--width", "300", "a.mgn"], "").code, 2);
}
