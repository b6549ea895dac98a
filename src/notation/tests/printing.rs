//! The canonical form: section 3a of the notation.

use pretty_assertions::assert_eq;

use super::convert::document;
use super::*;
use crate::board::Seat;
use crate::notation::{Document, DocumentLine, DocumentPly, GameResult, WIDTH, print};

fn printed(document: &Document) -> String {
    let mut out = String::new();
    print(document, WIDTH, &mut out).expect("a string takes all");
    out
}

#[track_caller]
fn assert_printed(movetext: &str, expected: &str) {
    let text = record(movetext);
    let read = read_text(&text);
    assert!(read.errors.is_empty(), "{:?}", read.errors);
    let once = printed(&document(&text, &read));
    assert_eq!(once, format!("[Game \"Tsoro\"]\n\n{expected}\n\n"));
    let again = printed(&document(&once, &read_text(&once)));
    assert_eq!(again, once);
}

#[test]
fn numbers_before_south_and_before_north_where_needed() {
    assert_printed("B1 b1 b2 B2 B3 b3 *", "1. B1 b1 2... b2 3. B2 4. B3 b3 *");
    assert_printed("b1 B1 *", "1... b1 2. B1 *");
    assert_printed("B1 {c} b1 *", "1. B1 {c} 1... b1 *");
    assert_printed("B1 (B2) b1 *", "1. B1 (1. B2) 1... b1 *");
    assert_printed("B1 $1 b1 *", "1. B1 $1 b1 *");
    assert_printed("B1 @A1/a1 b1 *", "1. B1 @A1/a1 b1 *");
    assert_printed("B1 b1 (b2 B2) B2 *", "1. B1 b1 (1... b2 2. B2) 2. B2 *");
}

#[test]
fn after_a_turn_glyphs_refill_comments_variations() {
    assert_printed("B1 (B2) {c} @A1/a1 $7 $3 b1! *", "1. B1 $7 $3 @A1/a1 {c} (1. B2) 1... b1 $1 *");
}

#[test]
fn parentheses_touch() {
    assert_printed(
        "B1 ( {a} B2 {b} ( {c} B3 ( B4 ) ) ( B5 ) ) *",
        "1. B1 ({a} 1. B2 {b} ({c} 1. B3 (1. B4)) (1. B5)) *",
    );
}

#[test]
fn comments_are_escaped_and_kept() {
    assert_printed(
        "{} {a\\\\b\\}[c]\r\n [x\n \\[y} B1 ;  z } \\  \n *",
        "{} {a\\\\b\\}[c]\n \\[x\n \\[y} 1. B1 {z \\} \\\\} *",
    );
    assert_printed("B1 {a} {b} b1 1-0 {c}", "1. B1 {a} {b} 1... b1 {c} 1-0");
    assert_printed("{only} *", "{only} *");
}

#[test]
fn tags_are_escaped_one_a_line() {
    let text = "[Game \"a \\\" b\"] [Event \"\\\\ \\n\"]\n[Round \"\"] *";
    let read = read_text(text);
    assert_eq!(printed(&document(text, &read)), "[Game \"a \\\" b\"]\n[Event \"\\\\ \\\\n\"]\n[Round \"\"]\n\n*\n\n");
}

#[test]
fn words_wrap_at_79_characters() {
    let comment = |length: usize| format!("{{{}}}", "é".repeat(length - 2));
    // `1. B1 ` and a comment: exactly the width, then one more.
    assert_printed(&format!("B1 {} *", comment(73)), &format!("1. B1 {}\n*", comment(73)));
    assert_printed(&format!("B1 {} *", comment(71)), &format!("1. B1 {} *", comment(71)));
    assert_printed(&format!("B1 {} *", comment(74)), &format!("1. B1\n{} *", comment(74)));
    assert_printed(&format!("B1 {} *", comment(300)), &format!("1. B1\n{}\n*", comment(300)));
    // The parenthesis counts for the word it touches.
    assert_printed(&format!("B1 (B2 {}) *", comment(68)), &format!("1. B1 (1. B2\n{}) *", comment(68)));
    // A comment counts up to its first line break, and after its last.
    let broken = format!("{{{}\n{}\n{}}}", "a".repeat(72), "b".repeat(200), "c".repeat(78));
    assert_printed(&format!("B1 {broken} *"), &format!("1. B1 {broken}\n*"));
    let broken = format!("{{{}\n{}}}", "a".repeat(73), "c".repeat(76));
    assert_printed(&format!("B1 {broken} *"), &format!("1. B1\n{broken} *"));
}

#[test]
fn documents_nest_as_deep_as_they_like() {
    let ply = |variations| DocumentPly {
        number: 1,
        seat: Seat::South,
        turn: "A1".to_owned(),
        glyphs: Vec::new(),
        refill: None,
        comments: Vec::new(),
        variations,
    };
    let mut plies = vec![ply(Vec::new())];
    for _ in 0..2000 {
        plies = vec![ply(vec![DocumentLine { comments: Vec::new(), plies }])];
    }
    let document = Document { tags: Vec::new(), comments: Vec::new(), plies, result: GameResult::Unfinished };
    assert!(printed(&document).ends_with(&format!("{}\n*\n\n", ")".repeat(2000))));
}
