//! Faults that users reported in record tools of other games.

use super::splitting::Drip;
use super::*;
use crate::notation::SyntaxErrorKind;

const GAME: &str = "[Game \"Tsoro\"]\n\n1. B3.B8 b6/b8 {é加} 2. B8 b7xA6+B7,A8,A5 *\n\n";

#[test]
fn byte_order_marks_are_skipped_and_have_no_column() {
    let file = format!("\u{feff}{GAME}\u{feff}{GAME}");
    let records = read_file(file.as_bytes());
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|(_, record)| record.errors.is_empty()));
    let source = Source::from_text("\u{feff}[Game x]");
    let record = read(&source);
    assert_eq!(source.locate(record.errors[0].span.start).column, 7);
    assert_eq!(source.locate(record.errors[0].span.start).byte, 9);
}

#[test]
fn a_byte_that_is_no_utf8_costs_one_record_one_error() {
    let mut file = GAME.as_bytes().to_vec();
    file.extend(b"[Game \"Tsoro\"]\n[South \"J\xF6n\"]\n\n1. B5 b\xFF6 {\xC3} *\n\n");
    file.extend(GAME.as_bytes());
    let records = read_file(&file);
    assert_eq!(records.len(), 3);
    let (source, record) = &records[1];
    assert_eq!(kinds(record), [&SyntaxErrorKind::NotUtf8 { byte: 0xF6, more: 2 }]);
    let place = source.locate(record.errors[0].span.start);
    assert_eq!((file[place.byte as usize], place.line, place.column), (0xF6, 6, 10));
    assert_eq!(source.bytes().len(), source.text().len());
    assert!(source.bytes().contains(&0xF6));
    assert_eq!(record.tags[1].value.value, "J\u{1a}n");
    assert_eq!(record.main.plies.len(), 2);
    assert!(records[0].1.errors.is_empty() && records[2].1.errors.is_empty());
    // A real control character beside it is another matter.
    let read = read(&Source::from_bytes(b"[Game \"\xF6\x1A\"] *".to_vec(), Default::default()));
    assert_eq!(kinds(&read).len(), 2);
}

#[test]
fn utf16_is_one_error() {
    let little: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = |mark: &[u8], text: &[u8]| [mark, text].concat();
    for (file, encoding) in [
        (little.clone(), "UTF-16LE"),
        (big.clone(), "UTF-16BE"),
        (marked(b"\xFF\xFE", &little), "UTF-16"),
        (marked(b"\xFE\xFF", &big), "UTF-16"),
    ] {
        let records = read_file(&file);
        assert_eq!(records.len(), 1);
        assert_eq!(kinds(&records[0].1), [&SyntaxErrorKind::Utf16 { encoding }]);
    }
}

#[test]
fn anything_may_straddle_the_buffer() {
    let unit = "\u{feff}[Game \"加é\\\"\\\\\"]\r\n[South \"]\"]\r\n\r\n1. B3.B8 {加\r\n\\}\\[} b6 $12 (b7 ; é\r\n) 1/2–1/2\r\n\r\n";
    let expected = format!("{}\u{feff}", &unit[3..]);
    for border in [4096, 8192, 65_536] {
        for before in 0..unit.len() {
            let filler = format!("[Game \"Bosh\"]\n\n{{{}}} *\n\n", "x".repeat(border - before - 21));
            let file = format!("{filler}{unit}{unit}");
            for step in [border, 4096] {
                let texts: Vec<String> = RecordReader::new(Drip::new(file.as_bytes(), step))
                    .map(|source| source.expect("read").text().to_owned())
                    .collect();
                assert_eq!(texts.len(), 3, "{before} bytes before {border}");
                assert_eq!(texts[1], expected, "{before} bytes before {border}");
                assert_eq!(texts[2], &unit[3..], "{before} bytes before {border}");
            }
        }
    }
    assert_eq!(read_text(unit).errors, []);
}

#[test]
fn non_ascii_text_may_come_late() {
    let file = format!("{}{GAME}", "[Game \"Bosh\"]\n\n*\n\n".repeat(5000));
    assert!(read_file(file.as_bytes()).iter().all(|(_, record)| record.errors.is_empty()));
}

#[test]
fn deep_and_long_input_ends_soon() {
    let many = 100_000;
    let texts = [
        "(".repeat(many),
        ")".repeat(many),
        "{".repeat(many),
        "}".repeat(many),
        "{{}".repeat(many),
        "{ { }\n".repeat(many) + &"}".repeat(many),
        "[".repeat(many),
        "A1 [".repeat(many),
        "A1 [x ".repeat(many),
        "A1 (".repeat(many),
        "A1 (A1 ".repeat(many),
        "1.".repeat(many),
        "1..".repeat(many),
        "1.1-0".repeat(many),
        "A1 ".repeat(many) + "*",
        "A1/B1".repeat(many),
        "A1+b1,".repeat(many),
        "\\".repeat(many),
        " ".repeat(many),
        "\n[".repeat(many),
        "{\n [ a".repeat(many),
        "$".repeat(many),
        "@A1".repeat(many),
        "½ ".repeat(many),
        "\u{feff}".repeat(many),
        format!("A1 {{{}", "\n[x".repeat(many)),
        format!("A1 * {}", "[x ".repeat(many)),
        "[Game \"x\"]".repeat(many),
        "[Game \"x\" ".repeat(many),
        "\n\n[Game \"x\"]".repeat(10_000),
    ];
    for text in texts {
        for start in ["", "[Game \"Bosh\"]\n\n", "[Game \"Bosh\"]\n\nA1 "] {
            let text = format!("{start}{text}");
            let started = std::time::Instant::now();
            let read = read_text(&text);
            let records = read_file(text.as_bytes());
            assert!(!records.is_empty() || text.trim_matches(['\u{feff}', ' ']).is_empty());
            let source = Source::from_text(&text);
            for error in read.errors.iter().rev().step_by(100) {
                let _ = source.locate(error.span.start);
            }
            // Quadratic time would take minutes.
            assert!(started.elapsed().as_secs() < 10, "{}", &text.chars().take(40).collect::<String>());
        }
    }
}

#[test]
fn a_hundred_thousand_parentheses() {
    let deep = format!("A1{}{} *", " (A1".repeat(100_000), ")".repeat(100_000));
    let read = read_moves(&deep);
    assert_eq!(kinds(&read), [&SyntaxErrorKind::VariationTooDeep { limit: 24 }]);
    assert_eq!(read_moves(&format!("A1 {}", "(".repeat(100_000))).errors.len(), 3);
}

#[test]
fn a_line_of_ten_megabytes() {
    let line = format!("[Game \"Bosh\"] {{{}}} 1. A1 *", "x".repeat(10 << 20));
    let records = read_file(line.as_bytes());
    assert_eq!(records[0].1.errors, []);
    assert_eq!(records[0].0.locate(records[0].1.end.start).column as usize, line.len() + 1);
}

#[test]
fn files_without_a_last_line_end_and_with_trailing_blanks() {
    let trimmed = GAME.trim_end();
    let blanks = GAME.replace('\n', " \t\n");
    for text in [trimmed, &blanks] {
        assert_eq!(read_text(text).errors, [], "{text:?}");
        assert_eq!(split(text.as_bytes()).len(), 1);
    }
}

#[test]
fn a_record_of_tags_only_is_a_record() {
    let records = read_file(b"[Game \"Bosh\"]\n\n[Game \"Bosh\"]\n");
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|(_, record)| kinds(record) == [&SyntaxErrorKind::MissingResult]));
}

#[test]
fn the_corpus_reads_without_errors() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus")).expect("the corpus");
    for entry in folder {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "mgn") {
            continue;
        }
        let file = std::fs::read(&path).expect("readable");
        let json = std::fs::read_to_string(path.with_extension("jsonl")).expect("readable");
        let records = read_file(&file);
        assert_eq!(records.len(), json.lines().count(), "{}", path.display());
        for (source, record) in &records {
            assert_eq!(record.errors, [], "{}", path.display());
            let mut printed = String::new();
            let document = super::convert::document(source.text(), record);
            crate::notation::print(&document, crate::notation::WIDTH, &mut printed).expect("a string takes all");
            assert_eq!(printed, source.text(), "{}", path.display());
        }
    }
}
