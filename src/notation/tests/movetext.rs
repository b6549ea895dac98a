//! What belongs to what: section 3 of the notation.

use super::*;

#[test]
fn comments_glyphs_refills_and_variations_belong_to_the_turn_before() {
    assert_tree("1. A1 {a} $1 (A2 a2) @A1-5/a1-3 {b} (A3) $2 b1 *", "1. A1 $1 $2 @A1-5/a1-3 {a} {b} (A2 a2) (A3) b1 *");
}

#[test]
fn comments_before_the_first_turn_belong_to_the_record() {
    let text = "{a} [Game \"Bosh\"] {b}\n; c\n[Event \"x\"]\n{d} 1. {e} A1 {f} *";
    let record = read_text(text);
    assert_eq!(record.errors, []);
    assert_eq!(tree(text, &record), "{a} {b} {c} {d} {e} 1. A1 {f} *");
    assert_eq!(record.main.comments, []);
}

#[test]
fn comments_after_a_number_belong_to_the_turn_before_it() {
    assert_tree("1. A1 1... {a} a1 *", "1. A1 {a} 1... a1 *");
}

#[test]
fn comments_after_the_result_belong_to_the_last_turn() {
    assert_tree("1. A1 a2 (a3 {v}) 1-0 {a} ; b\n\n{c}\n", "1. A1 a2 {a} {b} {c} (a3 {v}) 1-0");
    assert_tree("* {a}", "{a} *");
}

#[test]
fn comments_in_variations_keep_their_anchor() {
    assert_tree("A3 ({why} A4 {after}) b2 *", "A3 ({why} A4 {after}) b2 *");
    assert_tree("A3 (A4) {main} b2 *", "A3 {main} (A4) b2 *");
}

#[test]
fn variations_nest_in_the_turn_they_replace() {
    assert_tree("A1 (A2 (A3)) b1 *", "A1 (A2 (A3)) b1 *");
    assert_tree("A1 (A2 a2 (a3 A4) A5) (A6) b1 *", "A1 (A2 a2 (a3 A4) A5) (A6) b1 *");
    let record = assert_fine("A1 ( A2 ) *");
    let text = super::record("A1 ( A2 ) *");
    assert_eq!(record.main.plies[0].variations[0].span.of(&text), "( A2 )");
}

#[test]
fn variations_nest_24_deep() {
    let nest = |depth: usize| format!("A1{}{} *", " (A1".repeat(depth), ")".repeat(depth));
    assert_fine(&nest(24));
    let message = "variations nest at most 24 deep, this one is skipped";
    assert_fault(&nest(25), message, "(");
    assert_fault(&nest(100_000), message, "(");
    // What is skipped may hold anything.
    let hidden = format!("A1{} (x ; )\n%)\n{{)}} (y) z [ 1-0){} *", " (A1".repeat(24), ")".repeat(24));
    assert_fault(&hidden, message, "(");
}

#[test]
fn numbers_are_optional_and_the_last_one_counts() {
    assert_tree("A1 a1 A2 *", "A1 a1 A2 *");
    let message = "move number 1 has no turn after it";
    assert_fault("1. 2. A1 *", message, "1.");
    assert!(read_moves("1. 2. A1 *").errors[0].kind.is_warning());
    assert_fault("A1 1. *", message, "1.");
    assert_fault("A1 (A2 1.) *", message, "1.");
}

#[test]
fn missing_result_is_a_warning_at_the_end() {
    let text = record("A1 {c}\n\n");
    let read = read_text(&text);
    assert_eq!(kinds(&read), [&SyntaxErrorKind::MissingResult]);
    assert!(read.errors[0].kind.is_warning());
    assert_eq!(read.errors[0].span.start as usize, text.trim_end().len());
    assert!(read.errors[0].span.is_empty());
    assert_eq!(kinds(&read_text("[Game \"Bosh\"]")), [&SyntaxErrorKind::MissingResult]);
}

#[test]
fn tags_missing_is_one_error() {
    let message = "the record has no tags: it must begin with one, such as `[Game \"Bosh\"]`".to_owned();
    assert_eq!(faults_of("{c} 1. A1 *"), [(message.clone(), "1.".to_owned())]);
    assert_eq!(faults_of("A1"), [(message.clone(), "A1".to_owned()), (MISSING.to_owned(), String::new())]);
    // Text that is no record at all: one error, not one a word.
    assert_eq!(faults_of("# Mancala\n\nA lot of words (here) {x"), [(message.clone(), "#".to_owned())]);
    assert_eq!(faults_of("{only a remark}"), [(message.clone(), String::new())]);
    assert_eq!(faults_of(""), [(message, String::new())]);
}

const MISSING: &str = "the record has no result, it is read as `*`";

#[test]
fn the_first_record_of_a_text_is_read() {
    for text in [
        "[Game \"Bosh\"]\nA1 *\n[Game \"Nsolo\"]\nx",
        "[Game \"Bosh\"]\nA1 *[Game \"Nsolo\"]\nx",
        "[Game \"Bosh\"]\nA1 * {c} [Game \"Nsolo\"]\nx",
        "[Game \"Bosh\"]\n*\n\n[Game \"Nsolo\"]\nx",
    ] {
        assert_eq!(read_text(text).errors, [], "{text}");
        assert_eq!(read_text(text).tags.len(), 1, "{text}");
    }
    let read = read_text("[Game \"Bosh\"]\n\n[Game \"Nsolo\"]\nx");
    assert_eq!(kinds(&read), [&SyntaxErrorKind::MissingResult]);
    let read = read_text("[Game \"Bosh\"]\n{x\n\n[Game \"Nsolo\"]\nx");
    assert_eq!(kinds(&read), [&SyntaxErrorKind::UnclosedComment]);
    let read = read_text("[Game \"Bosh\"]\nA1 {x\n[Game \"Nsolo\"]\nx");
    assert_eq!(kinds(&read), [&SyntaxErrorKind::UnclosedComment]);
}

#[test]
fn reserved_comment_commands_stay_text() {
    assert_tree("A1 {[%clk 0:05:12] x} *", "A1 {[%clk 0:05:12] x} *");
}
