//! One test a rule of the grammar, by its name.

use super::*;
use crate::board::Seat;
use crate::notation::{GameResult, TurnBody, WrittenStep, read_refill, read_turn};

const COLUMN: &str = "expected a column, a number from 1 without leading zeros, found";

fn turn(text: &str) -> TurnBody {
    read_turn(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

/// The message and the text it points at.
fn turn_fault(text: &str) -> (String, String) {
    let error = read_turn(text).expect_err(text);
    (error.to_string(), error.span.of(text).to_owned())
}

#[track_caller]
fn assert_turn_fault(text: &str, message: &str, place: &str) {
    pretty_assertions::assert_eq!(turn_fault(text), (message.to_owned(), place.to_owned()), "{text}");
}

#[test]
fn file_of_blanks_and_remarks() {
    for blanks in ["", " ", "\n", "\r\n \t\n", "\u{feff}", "\u{feff}\n\u{feff}", "% remark", "% [Game \"x\"]\n"] {
        assert_eq!(split(blanks.as_bytes()), [""; 0], "{blanks:?}");
    }
    let file = "\n{a remark} ; another\n% a line\n[Game \"Bosh\"]\n*\n";
    let records = read_file(file.as_bytes());
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].1.errors, []);
    assert_eq!(tree(file, &records[0].1), "{a remark} {another} *");
}

#[test]
fn record_tags_items_result_remarks() {
    let text = "[Game \"Tsoro\"] {c} [Event \"x\"] 1. B5 1-0 {after}\n";
    let record = read_text(text);
    assert_eq!(record.errors, []);
    assert_eq!(tree(text, &record), "{c} 1. B5 {after} 1-0");
    assert_eq!(record.end.start as usize, text.trim_end().len());
    assert_eq!(record.main.span.of(text), "1. B5 1-0");
}

#[test]
fn tag_blanks_inside_brackets() {
    let text = "[ \tGame\t \"Tsoro\" ] *";
    let record = read_text(text);
    assert_eq!(record.errors, []);
    let tag = &record.tags[0];
    assert_eq!((tag.name.value.as_str(), tag.value.value.as_str()), ("Game", "Tsoro"));
    assert_eq!((tag.name.span.of(text), tag.value.span.of(text)), ("Game", "Tsoro"));
    assert_eq!(tag.span.of(text), "[ \tGame\t \"Tsoro\" ]");
}

#[test]
fn name_letters_digits_underscore_hyphen() {
    let text = "[a-Z_9 \"x\"] *";
    assert_eq!(read_text(text).tags[0].name.value, "a-Z_9");
    for (text, place) in [("[9a \"x\"]\n*", "9"), ("[_a \"x\"]\n*", "_"), ("[ \"x\"]\n*", "\""), ("[é \"x\"]\n*", "é")]
    {
        let message = format!("expected a name in the tag, found `{place}`");
        assert_eq!(faults_of(text), [(message, place.to_owned())], "{text}");
    }
}

#[test]
fn value_escapes_and_brackets() {
    let cases = [
        (r#"a \"b\" c"#, r#"a "b" c"#),
        (r"\\", r"\"),
        (r"\n \x", r"\n \x"),
        (r"[x] (y) {z} ; % * 1-0", "[x] (y) {z} ; % * 1-0"),
        ("a\tb", "a\tb"),
        ("加 é", "加 é"),
        ("", ""),
    ];
    for (written, value) in cases {
        let text = format!("[Event \"{written}\"]\n\n*");
        let record = read_text(&text);
        assert_eq!(record.errors, [], "{written}");
        assert_eq!(record.tags[0].value.value, value);
        assert_eq!(record.tags[0].value.span.of(&text), written);
    }
}

#[test]
fn number_dots_and_digits() {
    let record = assert_fine("1. B5 12... b6 99999999.B1 3...b2 *");
    let numbers: Vec<_> =
        record.main.plies.iter().map(|ply| ply.number.map(|number| (number.value.number, number.value.seat))).collect();
    let expected = [(1, Seat::South), (12, Seat::North), (99_999_999, Seat::South), (3, Seat::North)];
    assert_eq!(numbers, expected.map(Some));
    assert_fault("12 B5 *", "number `12` has no dot, a move number is written `12.` or `12...`", "12");
    assert_fault("12B5 *", "number `12` has no dot, a move number is written `12.` or `12...`", "12");
    assert_fault("1..B5 *", "`1..` is no move number, expected one dot or three", "1..");
    assert_fault("01. B5 *", "`01.` is no move number, expected a number from 1 without leading zeros", "01.");
    assert_fault("123456789. B5 *", "`123456789.` is no move number, expected at most eight digits", "123456789.");
    assert_fault("1....B5 *", "expected a turn, a move number, a comment or a result, found `.B5`", ".B5");
}

#[test]
fn result_tokens_and_dashes() {
    let cases = [
        ("1-0", GameResult::SouthWon),
        ("0-1", GameResult::NorthWon),
        ("1/2-1/2", GameResult::Drawn),
        ("*", GameResult::Unfinished),
        ("1–0", GameResult::SouthWon),
        ("0−1", GameResult::NorthWon),
        ("1/2–1/2", GameResult::Drawn),
    ];
    for (text, result) in cases {
        for ending in ["", "\n", "{c}", ";c"] {
            let record = assert_fine(&format!("1. B5 {text}{ending}"));
            assert_eq!(record.result.map(|result| result.value), Some(result));
        }
    }
    for text in ["1-1", "0-0", "1/2", "1-", "*-", "1-0-1"] {
        let message = format!("`{text}` is no result, results are `1-0`, `0-1`, `1/2-1/2` and `*`");
        assert_fault(&format!("1. B5 {text}"), &message, text);
    }
    assert_fault("1. B5 ½-½", "character U+00BD is not allowed here, `1/2` was probably meant", "½");
}

#[test]
fn result_is_no_prefix_of_a_move_number() {
    assert_tree("1. B5 b6 10.B7 *", "1. B5 b6 10. B7 *");
    // A number may touch a result as it may touch a turn.
    assert_eq!(faults("1. B5 b6 2.1-0"), [("move number 2 has no turn after it".to_owned(), "2.".to_owned())]);
}

#[test]
fn glyph_numbers_and_suffixes() {
    assert_tree("B5 $0 $17 $255 *", "B5 $0 $17 $255 *");
    assert_tree("B5! b5? B5!! b5?? B5!? b5?! *", "B5 $1 b5 $2 B5 $3 b5 $4 B5 $5 b5 $6 *");
    let glyphs = "glyphs are `$0` to `$255`, or `!`, `?`, `!!`, `??`, `!?`, `?!` directly after a turn";
    for glyph in ["$256", "$1000", "$", "$01", "$x", "$1x", "!", "?!", "!!!"] {
        assert_fault(&format!("B5 {glyph} *"), &format!("`{glyph}` is no glyph, {glyphs}"), glyph);
    }
    assert_fault("B5!!! *", "expected the end of the turn, found `!`", "!");
    let record = assert_fine("B5xa4!? *");
    let text = super::record("B5xa4!? *");
    assert_eq!(record.main.plies[0].turn.span.of(&text), "B5xa4");
    assert_eq!(record.main.plies[0].glyphs[0].span.of(&text), "!?");
}

#[test]
fn comment_escapes() {
    assert_tree(r"B5 {a \} \\ \[ \x b} *", r"B5 {a } \ [ \x b} *");
    assert_tree("B5 {a ; b} b3 ; rest } of { line \\} \n *", "B5 {a ; b} b3 {rest } of { line \\}} *");
    assert_tree("B5 {} *", "B5 {} *");
    assert_tree("B5{a}{b}b6{c}*", "B5 {a} {b} b6 {c} *");
    assert_tree("B5 {a\r\nb\rc\n\u{feff}d\u{feff}} *", "B5 {a\nb\nc\nd\u{feff}} *");
    assert_tree("B5 {% no line\n% [x]\n \\[Game \"x\"]} *", "B5 {% no line\n% [x]\n [Game \"x\"]} *");
    assert_tree("B5 { {x } *", "B5 { {x } *");
    assert_tree("B5 ; \t a \t\n *", "B5 {a} *");
    assert_tree("B5 *;", "B5 {} *");
}

#[test]
fn turn_parts_in_order() {
    let text = "B9/B20.B3xa4:4~-a5^~A6+b3:2,b9=A7#";
    let body = turn(text);
    assert_eq!(body.origin.value.to_string(), "B9");
    let steps: Vec<_> = body.steps.iter().map(|step| step.span.of(text)).collect();
    assert_eq!(steps, ["/B20", ".B3", "xa4:4~", "-a5^", "~A6", "+b3:2,b9"]);
    assert_eq!(body.landing.map(|pit| pit.span.of(text)), Some("A7"));
    assert_eq!(body.ends_game.map(|span| span.of(text)), Some("#"));
    assert_turn_fault("B5#=A1", "expected the end of the turn, found `=`", "=");
    assert_turn_fault("B5=A1xa2", "expected `#` or the end of the turn, found `x`", "x");
    assert_turn_fault("B5:3", "expected a step, `=`, `#` or the end of the turn, found `:`", ":");
    assert_turn_fault("B5 ", "expected a step, `=`, `#` or the end of the turn, found ` `", " ");
    assert_turn_fault("B9=", "expected a pit, found the end of the turn", "=");
    assert_turn_fault("", "expected a turn, a move number, a comment or a result, found the end of the turn", "");
    assert_turn_fault("Nf3", "expected a turn, a move number, a comment or a result, found `Nf3`", "Nf3");
}

#[test]
fn cw_before_anything_but_a_letter() {
    let body = turn("B1~xa5");
    assert!(body.clockwise.is_some());
    let body = turn("A6~A2xa4~xa1");
    assert!(body.clockwise.is_none());
    assert!(matches!(body.steps[0].value, WrittenStep::Reverse(_)));
    assert!(matches!(body.steps[1].value, WrittenStep::Capture { clockwise: Some(_), .. }));
    assert!(matches!(body.steps[2].value, WrittenStep::Capture { clockwise: None, .. }));
    let body = turn("A2xa5~A3");
    assert!(matches!(body.steps[1].value, WrittenStep::Reverse(_)));
    assert_turn_fault("B1~~", "expected a pit, found the end of the turn", "~");
}

#[test]
fn step_alternative_spellings() {
    let read = |text: &str| turn(text).steps.into_iter().map(|step| step.value).collect::<Vec<_>>();
    assert!(matches!(read("B1>B2|B3")[..], [WrittenStep::GoOn(_), WrittenStep::Stop(_)]));
    assert!(matches!(read("B1Xa2×a3")[..], [WrittenStep::Capture { .. }, WrittenStep::Capture { .. }]));
    assert!(matches!(read("B1–a2−a3^")[..], [WrittenStep::Pass { .. }, WrittenStep::Pass { retreat: Some(_), .. }]));
    assert!(matches!(read("B1+0")[..], [WrittenStep::Waive]));
}

#[test]
fn step_needs_its_pit() {
    for step in ["/", ".", "x", "-", "~B2/"] {
        let text = format!("B1{step}");
        assert_turn_fault(&text, "expected a pit, found the end of the turn", &step[step.len() - 1..]);
        assert_turn_fault(&format!("B1{step}c4"), "expected a pit, found `c`", "c");
    }
    assert_turn_fault("B9xa4+", "expected a pit or `0`, found the end of the turn", "+");
    assert_turn_fault("B9xa4+x", "expected a pit or `0`, found `x`", "x");
    assert_turn_fault("B9xa4+b3,", "expected a pit, found the end of the turn", ",");
    assert_turn_fault("B9xa4+b3,0", "expected a pit, found `0`", "0");
    assert_turn_fault("B9xa4+00", "expected a step, `=`, `#` or the end of the turn, found `0`", "0");
}

#[test]
fn gain_and_check_counts() {
    let body = turn("b6xA6:12+B2:1,A6:9999");
    let WrittenStep::Gain(gains) = &body.steps[1].value else { panic!("no gain") };
    assert_eq!(gains[1].value.count.map(|count| count.value), Some(9999));
    assert_turn_fault("b6+b2:", "expected a number from 1 without leading zeros, found the end of the turn", ":");
    assert_turn_fault("b6+b2:0", "expected a number from 1 without leading zeros, found `0`", "0");
    assert_turn_fault("b6xA2:12345", "expected a number of at most four digits, found `5`", "5");
}

#[test]
fn pit_columns() {
    assert_eq!(turn("a99").origin.value.column, 99);
    assert_turn_fault("B07", &format!("{COLUMN} `0`"), "0");
    assert_turn_fault("B", &format!("{COLUMN} the end of the turn"), "B");
    assert_turn_fault("Bx", &format!("{COLUMN} `x`"), "x");
    assert_turn_fault("B123", "expected a column of at most two digits, found `3`", "3");
    assert_turn_fault("B5/b", &format!("{COLUMN} the end of the turn"), "b");
}

#[test]
fn refill_sets_and_reserves() {
    let refill = read_refill("@A1-3,5:8/a2:0").expect("readable");
    assert_eq!(refill.columns.south.value, [1, 2, 3, 5]);
    assert_eq!(refill.columns.north.value, [2]);
    assert_eq!(refill.keep.south.map(|keep| keep.value), Some(8));
    assert_eq!(refill.keep.north.map(|keep| keep.value), Some(0));
    let columns = "a column from 1 to 5, higher than the one before";
    let cases = [
        ("@", "`@A`", "`@`", "@"),
        ("@A", columns, "its end", "A"),
        ("@A6/a1", columns, "`6`", "6"),
        ("@A2-2/a1", columns, "`2`", "2"),
        ("@A1,1/a1", columns, "`1`", "1"),
        ("@A3,1/a1", columns, "`1`", "1"),
        ("@A1-5", "`-`, `,`, `:` or `/a`", "its end", "5"),
        ("@A1/b1", "`-`, `,`, `:` or `/a`", "`/`", "/"),
        ("@A1:/a1", "a number up to 99 without leading zeros", "`/`", "/"),
        ("@A1:01/a1", "a number up to 99 without leading zeros", "`0`", "0"),
        ("@A1:123/a1", "a number up to 99 without leading zeros", "`1`", "1"),
        ("@A1/a1x", "`-`, `,`, `:` or the end of the refill", "`x`", "x"),
    ];
    for (text, expected, found, place) in cases {
        let error = read_refill(text).expect_err(text);
        assert_eq!(error.to_string(), format!("expected {expected} in the refill, found {found}"), "{text}");
        assert_eq!(error.span.of(text), place, "{text}");
    }
}

#[test]
fn end_needs_no_white_space_before_delimiters() {
    assert_tree("B5{c}(B6)b7;d\n*", "B5 {c} (B6) b7 {d} *");
    assert_tree("B5 $1(B6 $2)1-0", "B5 $1 (B6 $2) 1-0");
}

#[test]
fn blank_percent_lines_only_at_line_starts() {
    assert_tree("B5\n% a line (\r\n%\n*", "B5 *");
    assert_tree("B5\n\u{feff}% a line\n*", "B5 *");
    let found = faults("B5\n %\n*");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, "%");
}

#[test]
fn char_excludes_control_characters_everywhere() {
    for (text, place) in [
        ("[Game \"Ts\u{1}oro\"]\n\n1. B5 *", "\u{1}"),
        ("[Game \"Tsoro\"]\n\n1. B5 {\u{85}} *", "\u{85}"),
        ("[Game \"Tsoro\"]\n%\u{7f}\n1. B5 *", "\u{7f}"),
        ("[Game \"Tsoro\"]\n\n1. B5\u{b}b5 *", "\u{b}"),
        ("[Game\u{0} \"Tsoro\"]\n\n1. B5 *", "\u{0}"),
    ] {
        let code = u32::from(place.chars().next().unwrap_or_default());
        let message = format!("control character U+{code:04X} is not allowed");
        assert_eq!(faults_of(text), [(message, place.to_owned())], "{text:?}");
    }
    let message = "control character U+001B is not allowed, and 2 more in this record";
    assert_eq!(faults("B5 {\u{1b}[31m} b\u{1b}5 B\u{0} *"), [(message.to_owned(), "\u{1b}".to_owned())]);
}
