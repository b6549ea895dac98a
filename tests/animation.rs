//! `matombo convert --to gif|apng|cast`: what moves, frame by frame.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, run, run_in};
use matombo::notation::read_text;
use matombo::record::{Judge, Keep, Playback};
use matombo::render::{Figure, Headline, Raster, Theme};
use pretty_assertions::assert_eq;
use serde_json::Value;

const GAME: &str = "[Game \"Bosh\"]\n[Event \"E\u{202e}vent\"]\n[South \"Asha\"]\n\n1. A5xa1 {a\u{1}\u{200b}comment} a4 2. A1 (2. A2) *\n";
const SECOND: &str = "\n[Game \"Kimasai\"]\n\n1. A2xa12 *\n";

/// The comment has a control character, which is an error; this one has none.
fn game() -> String {
    GAME.replace('\u{1}', "")
}

/// Runs the command with a file to write, and returns what is in it.
fn convert(to: &str, args: &[&str], input: &str) -> (Ran, Option<Vec<u8>>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made");
    let output = ["convert", "--to", to, "-o", file.to_str().expect("text")];
    let told = run(&[&output, args].concat(), input);
    (told, fs::read(&file).ok())
}

fn made(to: &str, args: &[&str], input: &str) -> Vec<u8> {
    let (told, bytes) = convert(to, args, input);
    assert_eq!(told, Ran { code: 0, out: String::new(), err: String::new() });
    bytes.expect("a file")
}

/// The pictures of a record as they are drawn one by one.
fn drawn(input: &str, theme: Theme, width: u32) -> Vec<Raster> {
    let judged = Judge::new().keep(Keep::Turns).judge(input, &read_text(input));
    let mut playback = Playback::new(&judged, 1_000_000).expect("a known game");
    let mut frames = vec![playback.start()];
    frames.extend(judged.turns.iter().map(|ply| playback.frame(ply).expect("legal")));
    let draw = |frame| {
        let svg = Figure { frame, theme, about: "", headline: Headline::Fixed }.to_svg();
        Raster::from_svg(&svg, width).expect("a picture")
    };
    frames.iter().map(draw).collect()
}

/// A canvas that pictures are laid on, one over the other.
struct Canvas {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, pixels: vec![[0; 3]; width * height] }
    }

    fn lay(&mut self, (left, top, width): (usize, usize, usize), pixels: &[u8]) {
        for (place, pixel) in pixels.chunks_exact(4).enumerate() {
            if pixel[3] == 255 {
                let (x, y) = (left + place % width, top + place / width);
                self.pixels[y * self.width + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
    }
}

/// The pictures of a GIF, with how long each stays.
fn gif_frames(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let mut canvas = Canvas::new(decoder.width().into(), decoder.height().into());
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        canvas.lay((frame.left.into(), frame.top.into(), frame.width.into()), &frame.buffer);
        frames.push((canvas.pixels.clone(), frame.delay));
    }
    frames
}

/// The same of an APNG, the delays in hundredths of a second.
fn apng_frames(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let count = reader.info().animation_control.expect("it moves").num_frames;
    let mut canvas = Canvas::new(reader.info().width as usize, reader.info().height as usize);
    let mut frames = Vec::new();
    for _ in 0..count {
        let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut buffer).expect("a frame");
        let control = *reader.info().frame_control().expect("a frame of an animation");
        let place = (control.x_offset as usize, control.y_offset as usize, info.width as usize);
        canvas.lay(place, &buffer[..info.buffer_size()]);
        assert_eq!(control.delay_den, 100);
        frames.push((canvas.pixels.clone(), control.delay_num));
    }
    assert!(reader.next_frame(&mut vec![0; 1 << 22]).is_err(), "no more frames than are announced");
    frames
}

#[test]
fn a_frame_a_ply_and_one_before_the_first() {
    let input = game();
    let pictures = drawn(&input, Theme::Light, 400);
    let gif = gif_frames(&made("gif", &[], &input));
    let apng = apng_frames(&made("apng", &[], &input));
    assert_eq!((pictures.len(), gif.len(), apng.len()), (4, 4, 4));
    for (index, picture) in pictures.iter().enumerate() {
        let pixels: Vec<[u8; 3]> = picture.pixels().chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
        assert!(apng[index].0 == pixels, "frame {index} of the APNG is the picture");
        // A GIF has few colours, but none is far away from the one it stands for.
        let away = gif[index].0.iter().zip(&pixels).map(|(a, b)| (0..3).map(|part| a[part].abs_diff(b[part])).max());
        assert!(away.flatten().max() < Some(90), "frame {index} of the GIF is the picture");
        let same = gif[index].0.iter().zip(&pixels).filter(|(a, b)| a == b).count();
        assert!(same * 10 > pixels.len() * 9, "most pixels of frame {index} are exact");
    }
    let delays = |frames: &[(Vec<[u8; 3]>, u16)]| frames.iter().map(|(_, delay)| *delay).collect::<Vec<_>>();
    assert_eq!(delays(&gif), [150, 150, 150, 450]);
    assert_eq!(delays(&apng), [150, 150, 150, 450]);
}

#[test]
fn a_frame_a_lap() {
    let input = game();
    let shown = run(&["replay", "--laps"], input.as_str()).out;
    let frames = shown.lines().filter(|line| line.starts_with("Ply ") || line.starts_with("Bosh:")).count();
    assert!(frames > 4);
    assert_eq!(gif_frames(&made("gif", &["--frames", "lap"], &input)).len(), frames);
    assert_eq!(apng_frames(&made("apng", &["--frames", "lap"], &input)).len(), frames);
}

#[test]
fn delay_theme_and_width() {
    let args = ["--delay", "40", "--theme", "dark", "--width", "200"];
    let gif = gif_frames(&made("gif", &args, &game()));
    assert_eq!(gif.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(), [4, 4, 4, 12]);
    let first = &drawn(&game(), Theme::Dark, 200)[0];
    assert_eq!(gif[0].0.len(), (first.width() * first.height()) as usize);
    assert_eq!(gif[0].0[0], [0x16, 0x13, 0x0f]);
    for args in [&["--delay", "19"][..], &["--width", "63"], &["--width", "5000"], &["--frames", "stone"]] {
        assert_eq!(convert("gif", args, &game()).0.code, 2, "{args:?}");
    }
}

#[test]
fn every_game_ends_in_its_last_frame() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    for name in ["igisoro/02-capture-or-pass", "nsolo/02-strip", "kimasai/02-one-or-two", "bosh/01-first-look"] {
        let input = fs::read_to_string(root.join(format!("{name}.mgn"))).expect("a record");
        let apng = apng_frames(&made("apng", &["--width", "300"], &input));
        let pictures = drawn(&input, Theme::Light, 300);
        assert_eq!(apng.len(), pictures.len(), "{name}");
        let last = pictures.last().expect("a picture");
        let pixels: Vec<[u8; 3]> = last.pixels().chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
        assert!(apng.last().expect("a frame").0 == pixels, "{name}");
    }
}

/// The header and the events of a recording.
fn recording(args: &[&str], input: &str) -> (Value, Vec<(f64, String)>) {
    let told = run(&[&["convert", "--to", "cast"], args].concat(), input);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let mut lines = told.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let header = lines.next().expect("a header");
    let event = |event: Value| {
        assert_eq!((event[1].as_str(), event.as_array().map(Vec::len)), (Some("o"), Some(3)));
        (event[0].as_f64().expect("a time"), event[2].as_str().expect("text").to_owned())
    };
    (header, lines.map(event).collect())
}

#[test]
fn a_recording_shows_the_frames_of_replay() {
    let (header, events) = recording(&["--color", "never"], &game());
    assert_eq!(header["version"], 2);
    assert_eq!(header["title"], "E\\u{202e}vent, Asha against North");
    assert_eq!(events.iter().map(|(time, _)| *time).collect::<Vec<_>>(), [0.0, 1.5, 3.0, 4.5, 9.0]);
    assert_eq!(events.last().map(|(_, data)| data.as_str()), Some(""));
    let mut screens = Vec::new();
    for (_, data) in &events[..4] {
        let screen = data.strip_prefix("\u{1b}[2J\u{1b}[H").expect("an empty screen");
        assert!(!screen.contains('\u{1b}') && !screen.ends_with('\n'));
        assert_eq!(screen.matches('\n').count(), screen.matches("\r\n").count());
        let screen = screen.replace("\r\n", "\n");
        assert!(screen.lines().count() as u64 <= header["height"].as_u64().expect("a number"));
        let widest = screen.lines().map(matombo::text::display_width).max().expect("a line");
        assert!(widest as u64 <= header["width"].as_u64().expect("a number"));
        screens.push(format!("{screen}\n"));
    }
    assert_eq!(screens.join("\n"), run(&["replay", "--unicode"], game().as_str()).out);
    assert!(screens[1].contains("{a\\u{200b}comment}"));
    let (_, coloured) = recording(&[], &game());
    assert!(coloured[1].1.contains("\u{1b}[1m"));
    let (_, laps) = recording(&["--frames", "lap", "--delay", "100"], &game());
    assert!(laps.len() > events.len() && laps[1].0 == 0.1);
}

#[test]
fn one_record_is_animated() {
    let both = game() + SECOND;
    let (told, file) = convert("gif", &[], &both);
    let err = "matombo: one record can be animated, and there are more: --record N picks one\n".to_owned();
    assert_eq!((told, file), (Ran { code: 2, out: String::new(), err }, None));
    assert_eq!(gif_frames(&made("gif", &["--record", "2"], &both)).len(), 2);
    let (told, file) = convert("apng", &["--record", "3"], &both);
    let err = "matombo: <stdin>: there is no record 3, the file has 2\n\
               matombo: nothing was written: not all of the input could be read\n"
        .to_owned();
    assert_eq!((told, file), (Ran { code: 2, out: String::new(), err }, None));
    let (told, file) = convert("cast", &[], "");
    let err = "matombo: there is no record to animate\n".to_owned();
    assert_eq!((told, file), (Ran { code: 2, out: String::new(), err }, None));
    // A file is not replaced by one of its records.
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.mgn"), &both).expect("writable");
    let told = run_in(folder.path(), &["convert", "--to", "mgn", "--record", "2", "a.mgn", "-o", "a.mgn"], "");
    let err = "matombo: nothing was written: the other records would be lost from the file\n".to_owned();
    assert_eq!(told, Ran { code: 2, out: String::new(), err });
    assert_eq!(fs::read_to_string(folder.path().join("a.mgn")).expect("there"), both);
    // The option picks a record for every form.
    let told = run(&["convert", "--to", "mgn", "--record", "2"], both.as_str());
    assert!(told.code == 0 && told.out.starts_with("[Game \"Kimasai\"]\n"), "{}", told.out);
}

#[test]
fn an_invalid_record_is_left_out_or_kept_to_its_fault() {
    let bad = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n";
    let (told, file) = convert("gif", &[], bad);
    assert_eq!((told.code, file), (1, None));
    assert!(told.err.ends_with("matombo: nothing was written: there is no valid record\n"), "{}", told.err);
    let (told, file) = convert("gif", &["--keep-invalid"], bad);
    assert_eq!((told.code, gif_frames(&file.expect("a file")).len()), (1, 2));
    let (told, file) = convert("cast", &["--keep-invalid"], "[Game \"Chess\"]\n\n1. e4 *\n");
    assert_eq!((told.code, file), (1, None));
}

#[test]
fn options_of_other_forms_are_refused() {
    for (to, args, err) in [
        ("html", ["--frames", "lap"], "--frames is only for --to gif, apng and cast"),
        ("json", ["--delay", "100"], "--delay is only for --to gif, apng and cast"),
        ("cast", ["--theme", "dark"], "--theme is only for --to gif and apng"),
        ("mgn", ["--width", "100"], "--width is only for --to gif and apng"),
        ("html", ["--minimal", "--jobs=1"], "--minimal is only for --to json and jsonl"),
    ] {
        let (told, _) = convert(to, &args, &game());
        assert_eq!(told, Ran { code: 2, out: String::new(), err: format!("matombo: {err}\n") });
    }
}

#[test]
fn there_are_bounds() {
    // Two lonely seeds go round their rings for ever: a capture needs two pits that hold some.
    let ring = |[front, back]: [char; 2]| {
        let back = (1..=8).map(move |column| format!("{back}{column}"));
        back.chain((1..=8).rev().map(move |column| format!("{front}{column}"))).collect::<Vec<_>>()
    };
    let (south, north) = (ring(['A', 'B']), ring(['a', 'b']));
    let mut input = "[Game \"Igisoro\"]\n[Rules \"singles=yes stones=free\"]\n".to_owned();
    input += "[Position \"7*0,1/8*0/8*0/1,7*0 S 0,0\"]\n\n";
    for turn in 0..10_001 {
        input += &format!("{} {}\n", south[turn % 16], north[turn % 16]);
    }
    input += "*\n";
    let (told, file) = convert("cast", &[], &input);
    let err = "matombo: the record has more than 20000 frames, which is more than can be shown\n".to_owned();
    assert_eq!((told, file), (Ran { code: 2, out: String::new(), err }, None));
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_moving_picture() {
    let script = std::process::Command::new("script")
        .args(["-qec", &format!("{} convert --to gif", env!("CARGO_BIN_EXE_matombo")), "/dev/null"])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("`script` is on every Linux");
    let said = String::from_utf8_lossy(&script.stdout).replace('\r', "");
    let err =
        "matombo: a moving picture is not written to a terminal: name a file with --output, or redirect the output\n";
    assert_eq!((said.as_str(), script.status.code()), (err, Some(2)));
}
