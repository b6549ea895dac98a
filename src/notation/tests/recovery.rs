//! One error a slip, and reading goes on behind it.

use super::*;

#[test]
fn an_unreadable_word_is_one_error_and_a_turn_unknown() {
    let text = record("1. A1 a1x 2. A3 (A4 zz) *");
    let read = read_text(&text);
    assert_eq!(kinds(&read).len(), 2);
    assert_eq!(tree(&text, &read), "1. A1 ?a1x 2. A3 (A4 ?zz) *");
}

#[test]
fn nested_comments_are_one_error() {
    let message = "comments do not nest, the comment ended at the first `}`; write a brace inside as `\\}`";
    assert_fault("A1 { a { b } c } a1 *", message, "c }");
    assert_fault("A1 { a { b } c { d } e } a1 *", message, "c { d } e }");
    assert_fault("A1 {a{b{c}d}e} a1 *", message, "d}e}");
    assert_fault("A1 {{}} a1 *", message, "}");
    let related = read_moves("A1 { a { b } c } *").errors[0].related;
    let text = record("A1 { a { b } c } *");
    assert_eq!(related.map(|(span, words)| (span.of(&text), words)), Some(("{", "`{` inside the comment")));
    // A comment that is none of this, before one that is.
    let read = read_moves("A1 { { } a1 {x} A2 { y { z } z } *");
    assert_eq!(kinds(&read), [&SyntaxErrorKind::NestedComment]);
    assert_eq!(read.main.plies.len(), 3);
    assert_fault("A1 } *", "`}` closes no comment", "}");
    // No comment reaches over a head.
    let read = read_text("{ { }\n[Game \"Bosh\"]\n* } ");
    assert_eq!(read.tags.len(), 1);
}

#[test]
fn an_unclosed_comment_ends_at_the_next_head_or_the_end() {
    assert_fault("A1 {never closed 1-0\n", "the comment is never closed, `}` is missing", "{");
    let text = "[Game \"Bosh\"]\n{open\n [Event \"x\"]\n\nA1 *";
    let read = read_text(text);
    assert_eq!(kinds(&read), [&SyntaxErrorKind::UnclosedComment]);
    assert_eq!((read.tags.len(), read.main.plies.len()), (2, 1));
    assert_fault("A1 {\n", "the comment is never closed, `}` is missing", "{");
}

#[test]
fn parentheses_without_partners() {
    assert_fault("A1 ) a1 *", "`)` closes no variation", ")");
    assert_fault("A1 (A2 a1 1-0 {x}\n", "the variation is never closed, `)` is missing", "(");
    assert_eq!(
        read_moves("A1 (A2 a1 1-0 {x}\n").result.map(|result| result.value),
        Some(crate::notation::GameResult::SouthWon)
    );
    let message = "the variation is never closed, `)` is missing, and 1 more in this record";
    assert_fault("A1 (A2 (A3", message, "(");
    assert_fault("A1 () a1 *", "the variation has no turn", "()");
    assert_fault("A1 ({c}) a1 *", "the variation has no turn", "({c})");
    assert_fault("A1 (", "the variation is never closed, `)` is missing", "(");
}

#[test]
fn a_result_inside_a_variation() {
    let message = "result `1-0` inside a variation, only the record has a result";
    assert_fault("A1 (A2 1-0) *", message, "1-0");
    let read = read_moves("A1 (A2 1-0 a2 ");
    assert_eq!(read.result, None);
    assert_eq!(read.errors.len(), 2);
}

#[test]
fn nothing_but_comments_after_the_result() {
    let rest = "after the result, only comments and the next record's tags may follow";
    assert_fault("A1 * a1 b2 {x} ((( x", &format!("`a1` {rest}"), "a1");
    assert_fault("A1 * ) x", &format!("`)` {rest}"), ")");
    assert_fault("A1 1-0 1-0", &format!("`1-0` {rest}"), "1-0");
    assert_fault("A1 *\n[Game Bosh]", &format!("`[` {rest}"), "[");
}

#[test]
fn what_has_no_turn_before_it() {
    assert_fault("$1 A1 *", "glyph `$1` has no turn before it", "$1");
    assert_fault("A1 ($1 A2) *", "glyph `$1` has no turn before it", "$1");
    assert_fault("@A1/a1 A1 *", "refill `@A1/a1` has no turn before it", "@A1/a1");
    assert_fault("(A2) A1 *", "the variation has no turn before it that it could replace", "(");
    assert_fault("((((A2)))) A1 *", "the variation has no turn before it that it could replace", "(");
    assert_fault("A1 ((A2)) *", "the variation has no turn before it that it could replace", "(");
    let parted = |what: &str| format!("a move number stands between the turn and its {what}, the {what} comes first");
    assert_fault("A1 1... $1 a1 *", &parted("glyph"), "$1");
    assert_fault("A1 1... (A2) a1 *", &parted("variation"), "(");
    assert_fault("A1 1... @A1/a1 a1 *", &parted("refill"), "@A1/a1");
}

#[test]
fn a_second_refill() {
    assert_fault("A1 @A1/a1 {x} @A2/a2 *", "the turn has a refill already, a turn has at most one", "@A2/a2");
}

#[test]
fn brackets_among_the_turns() {
    let message =
        "tag `Event` stands among the turns, tags come before them or on a line of their own in the next record";
    assert_fault("A1 [Event \"a ] b\"] a1 *", message, "[Event \"a ] b\"]");
    let message = "`[` among the turns, remarks stand in `{...}`";
    assert_fault("A1 [good move] a1 *", message, "[good move]");
    assert_fault("A1 [ a1 *", message, "[");
}

#[test]
fn tags_that_break_off() {
    let cases = [
        ("[Game Tsoro]", "expected a value in quotes, `\"...\"`, in the tag, found `T`", "T"),
        ("[Game]", "expected a value in quotes, `\"...\"`, in the tag, found `]`", "]"),
        ("[Game", "expected a value in quotes, `\"...\"`, in the tag, found the end of the line", "e"),
        ("[", "expected a name in the tag, found the end of the line", "["),
        ("[Game \"Tsoro]", "expected `\"` after the value in the tag, found the end of the line", "\"Tsoro]"),
        ("[Game \"Tsoro\\\"]", "expected `\"` after the value in the tag, found the end of the line", "\"Tsoro\\\"]"),
        ("[Game \"Tsoro\"", "expected `]` in the tag, found the end of the line", "\""),
        ("[Game \"a \"b\" c\"]", "expected `]` in the tag, found `b`", "b"),
        ("[Game \"a\" [Round \"1\"]", "expected `]` in the tag, found `[`", "["),
        ("[Game “Tsoro”]", "character U+201C is not allowed here, `\"` was probably meant", "“"),
        ("[Game ‘a]b’]", "character U+2018 is not allowed here, `\"` was probably meant", "‘"),
        ("[G\u{430}me \"Tsoro\"]", "character U+0430 is not allowed here, `a` was probably meant", "\u{430}"),
    ];
    for (tag, message, place) in cases {
        let text = format!("{tag}\n[Event \"x\"]\n\n1. A1 *\n");
        assert_eq!(faults_of(&text), [(message.to_owned(), place.to_owned())], "{tag}");
        let read = read_text(&text);
        assert_eq!(read.tags.last().map(|tag| tag.name.value.as_str()), Some("Event"), "{tag}");
        assert_eq!(split(text.as_bytes()), [text], "{tag}");
    }
}

#[test]
fn duplicate_tags_name_the_first() {
    let text = "[Game \"Bosh\"]\n[Event \"x\"]\n[GAME \"Nsolo\"]\n\n*";
    let read = read_text(text);
    assert_eq!(faults_of(text), [("tag `GAME` is given twice".to_owned(), "GAME".to_owned())]);
    assert_eq!(read.errors[0].related.map(|(span, _)| span.start), Some(1));
    assert_eq!(read.tags.len(), 3);
}

#[test]
fn look_alikes_name_the_code_point() {
    let cases = [
        ("\u{412}5", "U+0412 is not allowed here, `B` was probably meant", "\u{412}"),
        ("B5\u{445}a4", "U+0445 is not allowed here, `x` was probably meant", "\u{445}"),
        ("B5\u{a0}b4", "U+00A0 is not allowed here, a space was probably meant", "\u{a0}"),
        ("B\u{ff15}", "U+FF15 is not allowed here, `5` was probably meant", "\u{ff15}"),
        ("B\u{665}", "U+0665 is not allowed here, `5` was probably meant", "\u{665}"),
        ("B5\u{200b}", "U+200B is not allowed here, nothing was probably meant", "\u{200b}"),
        ("B5’", "U+2019 is not allowed here, `'` was probably meant", "’"),
        ("1…B5", "U+2026 is not allowed here, `...` was probably meant", "…"),
        ("B5 $\u{b2}", "U+00B2 is not allowed here, `2` was probably meant", "\u{b2}"),
        ("B5 @A1–5/a1", "U+2013 is not allowed here, `-` was probably meant", "–"),
    ];
    for (word, message, place) in cases {
        assert_fault(&format!("1. {word} *"), &format!("character {message}"), place);
    }
    // A dash that is read is not to blame for something else.
    assert_fault("B5–a07 *", "expected a column, a number from 1 without leading zeros, found `0`", "0");
    assert_fine("B5 {“½ … \u{412}”} *");
}

#[test]
fn errors_come_in_the_order_of_the_text() {
    let read = read_moves("A1 (A2 x\u{1} {c} yy ) zz (1. ");
    assert!(read.errors.is_sorted_by_key(|error| error.span.start));
    assert!(read.errors.len() > 3);
}

#[test]
fn messages_are_escaped() {
    let read = read_moves("q\u{202e}\u{1f600}\u{2066}w *");
    for error in &read.errors {
        assert!(!error.to_string().contains(['\u{202e}', '\u{2066}']));
    }
    let error = crate::notation::read_turn("B5\u{1b}[31m").expect_err("no turn");
    assert_eq!(error.to_string(), "control character U+001B is not allowed");
}
