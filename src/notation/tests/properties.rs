//! What holds for any input.

use proptest::prelude::*;

use super::convert::document;
use super::splitting::Drip;
use super::*;
use crate::notation::{WIDTH, print, read_date, read_position_line, read_refill, read_rules_value, read_turn};

/// Pieces of records and of what breaks them.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Game \"Tsoro\"]",
        "[Event \"x\\\"\"]",
        "[",
        "]",
        "\"",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        " ",
        "\t",
        "\u{feff}",
        "%",
        "1.",
        "1...",
        "12",
        ".",
        "A1",
        "b21",
        "B9/B20xa4:4+b3,b9",
        "x",
        "~",
        "=",
        "#",
        "!?",
        "$3",
        "$",
        "@A1-5/a1-3",
        "@",
        "{",
        "}",
        "{c}",
        "\\",
        "\\}",
        ";",
        "(",
        ")",
        "( A2 )",
        "1-0",
        "1/2–1/2",
        "*",
        "½",
        "“",
        "加",
        "\u{1}",
        "\u{85}",
        "Game",
        "-",
        "/",
        "0",
        "\u{a0}",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn comment_text() -> impl Strategy<Value = String> {
    let piece =
        prop::sample::select(vec!["a", " ", "\n", "\\", "}", "{", "[", "[Game \"x\"]", "\t", "加", ";", "%", "\""]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// A line of play, printed with white space of its own taste.
fn line(depth: u32) -> BoxedStrategy<String> {
    let turn = prop::sample::select(vec!["A1", "b2", "B9/B20xa4:4+b3,b9", "a1~xA2#", "B18", "b7-A2^"]);
    let extra = if depth == 0 {
        prop_oneof![comment(), Just("$7 ".to_owned()), Just("; line\n".to_owned())].boxed()
    } else {
        prop_oneof![
            3 => comment(),
            1 => Just("$7 ".to_owned()),
            2 => line(depth - 1).prop_map(|line| format!("({line})")),
        ]
        .boxed()
    };
    let ply =
        (turn, prop::collection::vec(extra, 0..3)).prop_map(|(turn, extras)| format!("{turn} {}", extras.concat()));
    (prop::option::of(comment()), prop::collection::vec(ply, 1..5))
        .prop_map(|(comment, plies)| comment.unwrap_or_default() + &plies.join("\n"))
        .boxed()
}

fn comment() -> BoxedStrategy<String> {
    comment_text()
        .prop_map(|text| format!("{{{}}}", text.replace('\\', "\\\\").replace('}', "\\}").replace('[', "\\[")))
        .boxed()
}

fn canonical(text: &str) -> String {
    let mut out = String::new();
    print(&document(text, &read_text(text)), WIDTH, &mut out).expect("a string takes all");
    out
}

/// The tree without move numbers, which the canonical form may add.
fn unnumbered(text: &str) -> String {
    let mut record = read_text(text);
    assert_eq!(record.errors, [], "{text}");
    let mut open = vec![&mut record.main];
    while let Some(line) = open.pop() {
        for ply in &mut line.plies {
            ply.number = None;
            open.extend(&mut ply.variations);
        }
    }
    tree(text, &record)
}

fn check_reading(bytes: &[u8]) {
    for source in RecordReader::with_limit(bytes, 200).chain(RecordReader::new(bytes)) {
        let source = source.expect("no input error");
        let record = read(&source);
        assert!(record.errors.is_sorted_by_key(|error| error.span.start));
        for error in &record.errors {
            let shown = error.to_string();
            assert!(!shown.chars().any(char::is_control) && !shown.is_empty());
            // Places fit the text.
            let _ = error.span.of(source.text());
            let place = source.locate(error.span.start);
            assert!(place.line >= 1 && place.column >= 1);
            let line = source.line_span(error.span.start);
            let _ = line.of(source.text());
            let at_end =
                error.span.start as usize >= source.text().trim_end_matches(['\u{feff}', ' ', '\t', '\n', '\r']).len();
            assert!(!error.span.is_empty() || error.span.start == record.end.start || at_end, "{error:?}");
        }
    }
}

fn split_dripping(bytes: &[u8], step: usize) -> Vec<(Vec<u8>, crate::notation::SourcePlace)> {
    RecordReader::new(Drip::new(bytes, step))
        .map(|source| source.map(|source| (source.bytes().to_vec(), source.place())).expect("no input error"))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_reading(&bytes);
    }

    #[test]
    fn any_pieces_are_read(text in pieces()) {
        check_reading(text.as_bytes());
        check_reading(format!("[Game \"Bosh\"]\n\nA1 {text}").as_bytes());
    }

    #[test]
    fn small_readers_take_any_text(text in "\\PC*", piece in pieces()) {
        for text in [text, piece] {
            for error in [read_turn(&text).err(), read_refill(&text).err()].into_iter().flatten() {
                let _ = error.span.of(&text);
            }
            let _ = read_date(&text);
            if let Err(error) = read_position_line(&text) {
                let _ = &text[error.range];
            }
            if let Err(error) = read_rules_value(&text) {
                let _ = &text[error.range];
            }
        }
    }

    #[test]
    fn no_byte_is_lost_and_chunks_do_not_matter(text in pieces()) {
        let whole = split_dripping(text.as_bytes(), usize::MAX);
        for step in [1, 2, 5, 13] {
            prop_assert_eq!(&split_dripping(text.as_bytes(), step), &whole);
        }
        let mut offset = 0;
        let located = Source::from_text(&text);
        for (bytes, place) in &whole {
            prop_assert_eq!(offset, place.byte);
            let location = located.locate(offset as u32);
            prop_assert_eq!((location.line, location.column), (place.line, place.column));
            offset += bytes.len() as u64;
        }
        if !whole.is_empty() {
            prop_assert_eq!(offset as usize, text.len());
        }
    }

    #[test]
    fn a_record_that_was_cut_out_is_one_record(text in pieces()) {
        for (bytes, _) in split_dripping(text.as_bytes(), usize::MAX) {
            prop_assert_eq!(split_dripping(&bytes, usize::MAX).len(), 1);
            // The reader sees no further boundary either: it reads to the end, or says why not.
            let source = Source::from_bytes(bytes, Default::default());
            let record = read(&source);
            let rest = &source.text()[record.end.start as usize..];
            let skipped = record.errors.iter().any(|error| {
                matches!(error.kind, SyntaxErrorKind::TextAfterResult { .. } | SyntaxErrorKind::UnclosedComment)
            });
            let blank = |line: &str| line.trim_start_matches('\u{feff}').starts_with('%')
                || line.trim_matches(['\u{feff}', ' ', '\t']).is_empty();
            prop_assert!(skipped || rest.split(['\n', '\r']).all(blank), "{:?}", rest);
        }
    }

    #[test]
    fn printing_keeps_the_record_and_is_idempotent(line in line(3), before in prop::option::of(comment())) {
        let text = format!("[Game \"Tsoro\"]\n\n{}{line} 1-0", before.unwrap_or_default());
        let once = canonical(&text);
        prop_assert_eq!(unnumbered(&once), unnumbered(&text));
        prop_assert_eq!(&canonical(&once), &once);
        prop_assert_eq!(split(format!("{once}{once}").as_bytes()), vec![once.clone(), once]);
    }
}
