//! `matombo convert --to html`: the page in a real browser, and what it is made of.
//!
//! With `MATOMBO_SCREENSHOTS=FOLDER`, pictures of the page are kept there to be looked at.

mod browser;
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use browser::Browser;
use common::{RULESETS, Ran, judge, printed, random_document, ruleset, run};
use matombo::record::PageRecord;
use pretty_assertions::assert_eq;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A game with comments, variations within variations, glyphs, and text that tries to be more than text.
const GAME: &str = r#"[Game "Tsoro"]
[Rules "columns=8"]
[Event "</script><script>window.hacked = 1</script>"]
[South "<img src=x onerror='window.hacked = 2'>"]
[North "O'Hara \"the & <b>\""]
[X-evil "javascript:alert(1)"]

{Opening comment with <b>markup</b> & "quotes"} 1. B5.B7! {HOSTILE
second line </p></section><svg onload=window.hacked=3>} (1. B6.B8 {other head} b5.b7 (1... b6.b8 {deep}) 2. B4)
1... b5.b7 $4 2. B4 *
"#;

const TWO_MORE: &str = "\n[Game \"Bosh\"]\n[Event \"Second\"]\n\n1. A5xa1 a4 *\n\n[Game \"Kimasai\"]\n[Event \"Third\"]\n\n1. A2xa12 a2xA12 *\n";

fn convert(input: &str) -> Ran {
    run(&["convert", "--to", "html"], input)
}

/// The page of some records, in a file.
fn page(folder: &Path, name: &str, input: &str) -> String {
    let told = convert(input);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let file = folder.join(name);
    fs::write(&file, told.out).expect("a file");
    format!("file://{}", file.display())
}

fn hostile() -> String {
    GAME.replace("HOSTILE", "\u{202e}reversed\u{200b} --> ]]> $x `y`")
}

/// Which turn is marked in the list of moves, and what is told of it.
fn here(browser: &Browser) -> (String, String) {
    let link = "document.querySelector('.record:not([hidden]) .ply[aria-current]').id";
    let told = "document.querySelector('.record:not([hidden]) .say b').textContent";
    (browser.text(link), browser.text(told))
}

fn at(browser: &Browser) -> String {
    here(browser).0
}

fn keep_screenshot(browser: &Browser, name: &str) {
    let shot = STANDARD.decode(browser.screenshot()).expect("base 64");
    assert!(shot.starts_with(b"\x89PNG"));
    if let Some(folder) = std::env::var_os("MATOMBO_SCREENSHOTS") {
        fs::write(PathBuf::from(folder).join(name), shot).expect("a file");
    }
}

const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

#[test]
fn the_page_steps_through_a_record() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    browser.open(&page(folder.path(), "one.html", &hostile()));
    assert_eq!(here(&browser), ("0".into(), "Tsoro (columns=8): before the first turn".into()));
    assert_eq!(browser.eval("document.querySelector('[data-pit=B5] use').getAttribute('href')"), "#s2");

    // Steps: keys, buttons, links.
    browser.press(RIGHT);
    assert_eq!(here(&browser), ("1".into(), "Ply 1, South: 1. B5.B7!".into()));
    assert_eq!(browser.eval("document.querySelector('[data-pit=B5] use')"), json!(null));
    assert_eq!(browser.eval("document.querySelector('[data-pit=B7]').getAttribute('class')"), "pit landing");
    assert_eq!(browser.eval("document.querySelectorAll('.arrows path').length"), 2);
    assert_eq!(browser.text("location.hash"), "#1");
    browser.click("[name=next]");
    assert_eq!(here(&browser), ("2".into(), "Ply 2, North: 1... b5.b7??".into()));
    browser.press(END);
    assert_eq!(at(&browser), "3");
    assert_eq!(browser.eval("document.querySelector('[name=next]').disabled"), true);
    browser.press(RIGHT);
    assert_eq!(at(&browser), "3");
    browser.press(LEFT);
    assert_eq!(at(&browser), "2");
    browser.press(HOME);
    assert_eq!(at(&browser), "0");
    browser.click("[name=last]");
    browser.click("[name=back]");
    assert_eq!(at(&browser), "2");

    // Variations, one inside the other.
    browser.click("#\\31 ");
    browser.press("v");
    assert_eq!(here(&browser), ("1v1.1".into(), "Ply 1, South: 1. B6.B8".into()));
    browser.press(RIGHT);
    assert_eq!(at(&browser), "1v1.2");
    browser.click("[name=variation]");
    assert_eq!(here(&browser), ("1v1.2v1.2".into(), "Ply 2, North: 1... b6.b8".into()));
    assert_eq!(browser.text("document.querySelector('.say .notes').textContent"), "deep");
    browser.press("v");
    browser.press(END);
    assert_eq!(at(&browser), "1v1.3");
    browser.press(LEFT);
    browser.press(LEFT);
    browser.press(LEFT);
    assert_eq!(at(&browser), "0");

    // The board in words, flipped, and links to a ply.
    let words = "document.querySelector('.stage svg').getAttribute('aria-label')";
    assert!(
        browser.text(words).starts_with("North's back row, b8 to b1: 2 2 2 2 2 2 2 2. North's front row, a8 to a1: 0")
    );
    browser.press("f");
    assert_eq!(browser.eval("getComputedStyle(document.querySelector('.stage svg')).rotate"), "180deg");
    let above = "document.querySelector('.seat.south').getBoundingClientRect().top < document.querySelector('.seat.north').getBoundingClientRect().top";
    assert_eq!(browser.eval(above), true);
    keep_screenshot(&browser, "flipped.png");
    browser.click("[name=flip]");
    assert_eq!(browser.eval(above), false);
    browser.eval("void (location.hash = '#2')");
    browser.wait("document.querySelector('.ply[aria-current]').id === '2'");
    browser.eval("void (location.hash = '#1v1.2v1.2')");
    browser.wait("document.querySelector('.ply[aria-current]').id === '1v1.2v1.2'");
    browser.eval("void (location.hash = '#r1.1')");
    browser.wait("document.querySelector('.ply[aria-current]').id === '1'");
    browser.eval("void (location.hash = '#%E0%A4%A')");
    assert_eq!(at(&browser), "1");

    // It plays to the end by itself and stops.
    browser.press(HOME);
    browser.press("+");
    // On a button, the space bar presses it.
    browser.eval("document.activeElement.blur()");
    browser.press(" ");
    assert_eq!(browser.eval("document.querySelector('[name=play]').textContent"), "Pause");
    browser.wait("document.querySelector('.ply[aria-current]').id === '3'");
    browser.wait("document.querySelector('[name=play]').textContent === 'Play'");

    // A swipe steps too.
    browser.press(HOME);
    browser.command("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    let swipe = |from: i32, to: i32| {
        let point = |x: i32| json!([{"x": x, "y": 330}]);
        browser.command("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": point(from)}));
        browser.command("Input.dispatchTouchEvent", json!({"type": "touchMove", "touchPoints": point(to)}));
        browser.command("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
    };
    browser.eval("scrollTo(0, 0)");
    swipe(300, 150);
    browser.wait("document.querySelector('.ply[aria-current]').id === '1'");
    swipe(150, 300);
    browser.wait("document.querySelector('.ply[aria-current]').id === '0'");

    assert_eq!(browser.eval("window.hacked"), json!(null));
    assert_eq!(browser.eval("document.querySelectorAll('img, main b + b, .record script:not([type])').length"), 0);
    assert!(browser.text("document.querySelector('.comment').textContent").contains("<b>markup</b> & \"quotes\""));
    assert!(
        browser.text("document.querySelector('.line .comment').textContent").contains("\\u{202e}reversed\\u{200b}")
    );
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn several_records_have_an_index() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let address = page(folder.path(), "three.html", &(hostile() + TWO_MORE));
    browser.open(&address);
    assert_eq!(browser.eval("document.querySelectorAll('#index a').length"), 3);
    assert_eq!(browser.eval("document.querySelectorAll('.record:not([hidden])').length"), 1);
    browser.click("#index [href='#r2']");
    browser.wait("document.querySelector('.record:not([hidden])').id === 'r2'");
    assert_eq!(here(&browser), ("r2.0".into(), "Bosh: before the first turn".into()));
    browser.press(RIGHT);
    assert_eq!(here(&browser), ("r2.1".into(), "Ply 1, South: 1. A5xa1".into()));
    assert_eq!(
        browser.text("document.querySelector('#r2 .seat.south span').textContent"),
        "began round 1; 20 on the board, 5 in reserve"
    );
    // The address leads back to the same turn.
    browser.open("about:blank");
    browser.open(&format!("{address}#r3.2"));
    assert_eq!(here(&browser), ("r3.2".into(), "Ply 2, North: 1... a2xA12".into()));
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_round_that_ends_shows_two_boards() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bosh.mgn")).expect("a corpus");
    let address = page(folder.path(), "bosh.html", &text);
    browser.open(&format!("{address}#108"));
    let shown = "document.querySelector('#r1 .after').hidden";
    assert_eq!(browser.eval(shown), false);
    let words = "document.querySelector('#r1 .after svg').getAttribute('aria-label')";
    assert_eq!(browser.text(words), "North's row, a5 to a1: closed closed 4 4 4. South's row, A1 to A5: 4 4 4 4 4.");
    keep_screenshot(&browser, "two-boards.png");
    browser.press(RIGHT);
    assert_eq!(browser.eval(shown), true);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_page_fits_screens_paper_and_both_themes() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let long = fs::read_to_string(root.join("records/tsoro/06-a-long-game.mgn")).expect("a record");
    // Variations as deep as they may be.
    let deep = (0..23).fold("a3".to_owned(), |line, _| format!("a2 ({line})"));
    let deep = format!("[Game \"Bosh\"]\n\n1. A5xa1 a4 (1... {deep}) *\n");
    for (name, input, place) in [("game", hostile(), "#1"), ("long", long, "#20"), ("deep", deep, "#2v1.2v1.2v1.2")] {
        let address = page(folder.path(), &format!("{name}.html"), &input);
        for (screen, width, height) in [("desktop", 1280, 900), ("phone", 390, 844)] {
            for theme in ["light", "dark"] {
                browser.command(
                    "Emulation.setDeviceMetricsOverride",
                    json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": screen == "phone"}),
                );
                let features = json!([{"name": "prefers-color-scheme", "value": theme}]);
                browser.command("Emulation.setEmulatedMedia", json!({"features": features}));
                browser.open("about:blank");
                browser.open(&format!("{address}{place}"));
                let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
                assert_eq!(browser.eval(overflow), 0, "{name} on a {screen}");
                let ground = "getComputedStyle(document.body).backgroundColor";
                let expected = if theme == "light" { "rgb(255, 255, 255)" } else { "rgb(22, 19, 15)" };
                assert_eq!(browser.text(ground), expected);
                keep_screenshot(&browser, &format!("{name}-{screen}-{theme}.png"));
            }
        }
        browser.command("Emulation.setEmulatedMedia", json!({"media": "print"}));
        assert_eq!(browser.eval("getComputedStyle(document.getElementById('player')).display"), "none");
        keep_screenshot(&browser, &format!("{name}-print.png"));
        assert_eq!(browser.console(), Vec::<String>::new());
    }
}

/// The colour of the window at the middle of what a selector finds.
fn colour(browser: &Browser, selector: &str) -> [u8; 3] {
    // The picture is of the whole page, whatever part of it the window shows.
    let middle = |from: &str, size: &str, scrolled: &str| {
        let expression = format!(
            "Math.round({scrolled} + (box => box.{from} + box.{size} / 2)(document.querySelector('{selector}').getBoundingClientRect()))"
        );
        browser.text(&expression).parse::<usize>().expect("on the screen")
    };
    let (x, y) = (middle("left", "width", "scrollX"), middle("top", "height", "scrollY"));
    let shot = STANDARD.decode(browser.screenshot()).expect("base 64");
    let mut reader = png::Decoder::new(std::io::Cursor::new(shot)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("an image");
    let at = y * info.line_size + x * info.color_type.samples();
    [pixels[at], pixels[at + 1], pixels[at + 2]]
}

#[test]
fn stones_and_crosses_have_the_colours_of_the_theme() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let address = page(folder.path(), "kimasai.html", "[Game \"Kimasai\"]\n\n1. A2xa12 *\n");
    for (theme, stone, lost) in [("light", [0x4a, 0x3a, 0x28], "#c0261c"), ("dark", [0xe6, 0xd5, 0xb8], "#ff7a6e")] {
        let features = json!([{"name": "prefers-color-scheme", "value": theme}]);
        browser.command("Emulation.setEmulatedMedia", json!({"features": features}));
        browser.open("about:blank");
        browser.open(&format!("{address}#1"));
        browser.wait("document.querySelector('.stage').getBoundingClientRect().top >= 0");
        assert_eq!(colour(&browser, "[data-pit=B1]"), stone, "{theme}");
        // The cross ends near the edge of its pit, where nothing hides it.
        let cross = browser.eval("document.querySelector('[data-pit=a12] use').getAttribute('href')");
        assert_eq!(cross, "#cross");
        assert!(browser.text("document.querySelector('style').textContent").contains(lost));
    }
}

#[test]
fn without_scripts_the_moves_can_be_read() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let address = page(folder.path(), "plain.html", &(hostile() + TWO_MORE));
    browser.command("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    browser.open(&address);
    keep_screenshot(&browser, "without-scripts.png");
    let tree = browser.command("Accessibility.getFullAXTree", json!({})).to_string();
    for text in ["1. ", "B5.B7!", "deep", "Third", "North's row, a5 to a1: 4 4 4 4 4.", "this page shows the moves"] {
        assert!(tree.contains(text), "{text} is in the tree of what can be read");
    }
}

#[test]
fn the_page_holds_all_it_needs() {
    let told = convert(&(hostile() + TWO_MORE));
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    // No address but the name of SVG, and nothing to load.
    let without_names = told.out.replace("http://www.w3.org/2000/svg", "");
    for address in ["http:", "https:", "//fonts", "url(", "import ", "<link", "src=\"", "fetch("] {
        assert!(!without_names.contains(address), "{address}");
    }
    assert!(told.out.contains("default-src 'none'; script-src 'sha256-"));
    // Everything that a stranger wrote is text.
    assert_eq!(told.out.matches("<script").count(), 4, "three records and the script of the page");
    assert!(!told.out.contains("<img") && !told.out.contains("onerror='") && !told.out.contains('\u{202e}'));
    assert!(told.out.chars().all(|c| c == '\n' || !c.is_control()));
    // The same records give the same bytes.
    assert_eq!(convert(&(hostile() + TWO_MORE)), told);
}

#[test]
fn the_steps_are_the_positions_of_the_record() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for rules in RULESETS {
        let text = printed(&random_document(ruleset(*rules), &mut random, 25));
        let judged = judge(&text);
        let page = PageRecord::new(&judged, 1, 1_000_000).expect("a known game").html;
        let (_, data) = page.split_once("application/json\">").expect("data");
        let (data, _) = data.split_once("</script>").expect("its end");
        let steps: Vec<Value> = serde_json::from_str(data).expect("JSON");
        let position = |step: &Value| {
            let board = step["after"]["board"].as_str().or_else(|| step["board"].as_str());
            board.expect("a board").to_owned()
        };
        assert_eq!(position(&steps[0]), judged.header.as_ref().expect("a header").start.to_string());
        // The main line is the first that goes on from a step.
        let next = |step: usize| steps.iter().position(|after| after["prev"].as_u64() == Some(step as u64));
        let line = std::iter::successors(Some(0), |step| next(*step)).skip(1);
        let shown: Vec<String> = line.map(|step| position(&steps[step])).collect();
        let played = judged.turns.iter().zip(&shown).filter(|(ply, _)| {
            // A round that ended shows the board before its stones were taken off, where none was filled.
            ply.refill.is_some() || !text.contains("Bosh")
        });
        for (ply, board) in played {
            assert_eq!(ply.position.as_ref(), Some(board), "{rules:?} {}", ply.ply);
        }
        assert_eq!(shown.len(), judged.turns.len());
        assert_eq!(page.matches("class=\"ply\"").count(), steps.len(), "every step has its link");
    }
}

#[test]
fn invalid_records_are_left_out_or_kept_to_their_fault() {
    let text = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n\n[Game \"Bosh\"]\n[Event \"Good\"]\n\n1. A5xa1 *\n";
    let told = run(&["convert", "--to", "html"], text);
    assert_eq!(told.code, 1);
    assert!(told.err.contains("<stdin>:3:7") && !told.out.contains("Kimasai") && told.out.contains("id=\"r1\""));
    let told = run(&["convert", "--to", "html", "--keep-invalid"], text);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("<span class=\"unplayed\">a1</span>") && told.out.contains("id=\"r2\""));
    let told = run(&["convert", "--to", "html", "--keep-invalid"], "[Game \"Chess\"]\n\n1. e4 *\n");
    assert_eq!(told.code, 1);
    assert!(told.err.ends_with("matombo: <stdin>: record 1 cannot be written in this form: its start is not known\n"));
    assert!(told.out.contains("<p>There are no records.</p>"));
}
