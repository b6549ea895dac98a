//! Score sheets in Markdown: what they say once they are rendered, whatever stands in a record.

mod common;

use std::fs;
use std::path::Path;

use common::{RULESETS, Ran, judge, printed, random_document, ruleset, run, run_in};
use matombo::board::Seat;
use matombo::engine::Game;
use matombo::record::{Checks, Judged, JudgedPly, score_sheet};
use matombo::text::escape_lines;
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeStream};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// What a renderer makes of a sheet.
#[derive(Debug, Default)]
struct Rendered {
    headings: Vec<String>,
    /// The cells of every row of every table.
    tables: Vec<Vec<Vec<String>>>,
    /// The text of list items, without that of items inside them.
    items: Vec<String>,
    paragraphs: Vec<String>,
    rules: usize,
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
        | Options::ENABLE_SUPERSCRIPT
        | Options::ENABLE_SUBSCRIPT
        | Options::ENABLE_WIKILINKS
}

/// Renders a sheet. Nothing may be in it but the markup that sheets are made of.
fn rendered(markdown: &str) -> Rendered {
    let mut sheet = Rendered::default();
    let mut items = Vec::new();
    let mut text = String::new();
    for event in TextMergeStream::new(Parser::new_ext(markdown, options())) {
        match event {
            Event::Text(part) => text.push_str(&part),
            Event::Rule => sheet.rules += 1,
            Event::Start(Tag::Table(_)) => sheet.tables.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                sheet.tables.last_mut().expect("a table").push(Vec::new());
            }
            Event::End(TagEnd::TableCell) => {
                let row = sheet.tables.last_mut().and_then(|table| table.last_mut()).expect("a row");
                row.push(std::mem::take(&mut text));
            }
            Event::End(TagEnd::Heading(_)) => sheet.headings.push(std::mem::take(&mut text)),
            Event::End(TagEnd::Paragraph) => sheet.paragraphs.push(std::mem::take(&mut text)),
            Event::Start(Tag::List(None)) if !items.is_empty() => {
                sheet.items.push(std::mem::take(&mut text));
            }
            Event::Start(Tag::Item) => items.push(()),
            Event::End(TagEnd::Item) => {
                items.pop();
                if !text.is_empty() {
                    sheet.items.push(std::mem::take(&mut text));
                }
            }
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::TableCell | Tag::Strong | Tag::List(None))
            | Event::End(TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::Strong | TagEnd::List(false)) =>
                {}
            other => panic!("{other:?} in a sheet:\n{markdown}"),
        }
    }
    sheet
}

/// All turns of a record and its variations.
fn all_plies(judged: &Judged) -> Vec<&JudgedPly> {
    let mut open = vec![&judged.turns];
    let mut plies = Vec::new();
    while let Some(turns) = open.pop() {
        plies.extend(turns);
        open.extend(turns.iter().flat_map(|ply| ply.variations.iter().map(|line| &line.turns)));
    }
    plies
}

/// Looks for everything that a record says in its sheet.
fn says_it_all(judged: &Judged) {
    let markdown = score_sheet(judged).expect("a known game");
    let sheet = rendered(&markdown);
    let header = judged.header.as_ref().expect("a known game");
    let tags = &sheet.tables[0];
    assert_eq!(tags[0], ["Game", header.rules.game().name()]);
    let shown = &tags[tags.len() - header.tags.len()..];
    for (row, (name, value)) in shown.iter().zip(&header.tags) {
        assert_eq!((row[0].as_str(), row[1].trim()), (name.as_str(), escape_lines(value).trim()), "{markdown}");
    }
    let of = |seat: Seat| judged.turns.iter().filter(move |ply| ply.seat == seat);
    let (mut turns, mut answers) = (of(Seat::South), of(Seat::North));
    for row in sheet.tables[1..].iter().flat_map(|table| &table[1..]) {
        for (cell, plies) in [(&row[1], &mut turns), (&row[2], &mut answers)] {
            if !cell.is_empty() && cell != "..." {
                let ply = plies.next().expect("no turn more than the record has");
                assert!(cell.starts_with(&ply.text(Checks::None)), "{cell}\n{markdown}");
                assert_eq!(row[0], ply.number.to_string());
            }
        }
    }
    assert!(turns.next().is_none() && answers.next().is_none(), "{markdown}");
    let notes = sheet.items.join("\n");
    let lines = all_plies(judged).into_iter().flat_map(|ply| &ply.variations);
    let of_lines = lines.flat_map(|line| &line.comments);
    let comments = judged.comments.iter().chain(of_lines);
    for comment in comments.chain(all_plies(judged).into_iter().flat_map(|ply| &ply.comments)) {
        let comment = escape_lines(comment);
        assert!(notes.contains(&format!("{{{comment}}}")), "`{comment}` is not in\n{notes}\n{markdown}");
    }
    let result = sheet.paragraphs.iter().any(|line| line.starts_with(&format!("Result: {}", judged.result)));
    assert!(result, "{markdown}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_sheet_says_all_of_a_record(seed in any::<u64>(), rules in 0..RULESETS.len()) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        says_it_all(&judge(&printed(&random_document(ruleset(RULESETS[rules]), &mut random, 12))));
    }

    #[test]
    fn texts_of_strangers_make_no_markup(
        text in "([|`*_\\[\\]<>~&$#@:^=!(){}. x\\\\-]|https?://a|www\\.|1\\.|&amp;|<b>|---)*",
    ) {
        let quoted = text.replace('\\', "\\\\");
        let comment = quoted.replace('}', "\\}");
        let event = format!("[Game \"Bosh\"]\n[Event \"{quoted}\"]\n[South \"{quoted}\"]\n\n{{x{comment}}} 1. A5xa1 {{{comment}}} *");
        says_it_all(&judge(&event));
    }
}

#[test]
fn sheets_of_the_teaching_records_are_what_they_were() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for game in Game::ALL {
        let folder = format!("records/{}", game.key());
        let told = run_in(root, &["convert", "--to", "markdown", &folder], "");
        assert_eq!((told.code, told.err.as_str()), (0, ""));
        let file = root.join(format!("tests/golden/sheets/{}.md", game.key()));
        if std::env::var_os("MATOMBO_BLESS").is_some() {
            fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
            fs::write(&file, &told.out).expect("writable");
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(kept, told.out, "{}; MATOMBO_BLESS=1 writes it anew", file.display());
        let sheet = rendered(&told.out);
        let records = fs::read_dir(root.join(&folder)).expect("the records").count();
        assert_eq!(
            (sheet.rules, sheet.headings.iter().filter(|heading| heading.starts_with(game.name())).count()),
            (records - 1, records)
        );
    }
}

#[test]
fn a_round_of_bosh_has_a_table() {
    let told = run(&["generate", "--game", "bosh", "--seed", "3"], "");
    let record = judge(&told.out);
    let sheet = rendered(&score_sheet(&record).expect("a known game"));
    let refills = record.turns.iter().filter(|ply| ply.refill.is_some()).count();
    assert!(refills > 0);
    assert_eq!(sheet.tables.len(), refills + 2);
    assert_eq!(sheet.headings[1..=2], ["Round 1", "Round 2"]);
    assert_eq!(sheet.paragraphs.iter().filter(|line| line.starts_with("Refill: @A")).count(), refills);
}

#[test]
fn records_of_no_known_game_have_no_sheet() {
    let told = run(&["convert", "--to", "markdown", "--keep-invalid"], "[Game \"Chess\"]\n\n1. e4 *\n");
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    let last = "matombo: <stdin>: record 1 cannot be written in this form: its start is not known";
    assert_eq!(told.err.lines().last(), Some(last));
    assert_eq!(run(&["convert", "--to", "markdown"], ""), Ran { code: 0, out: String::new(), err: String::new() });
}

#[test]
fn turns_that_cannot_be_played_are_marked() {
    let text = "[Game \"Bosh\"]\n\n1. A5xa2 a1 *\n";
    let told = run(&["convert", "--to", "markdown", "--keep-invalid"], text);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("| 1 | A5xa2 (not played) | a1 (not played) |\n"), "{}", told.out);
}
