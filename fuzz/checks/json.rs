/// Any bytes are cut into JSON records and judged; what is valid is written as JSON that reads back the same.
fn matombo_fuzz_json(bytes: &[u8]) {
    use matombo::notation::{JsonReader, Source};
    use matombo::record::{JsonRecord, Judge, Keep, json_text};
    use matombo::render::Palette;

    let judge = Judge::new().max_laps(20_000).keep(Keep::Positions);
    for source in JsonReader::new(bytes) {
        let source = source.expect("memory");
        let judged = JsonRecord::read(&source).judge(&judge);
        for diagnostic in &judged.diagnostics {
            let mut text = String::new();
            diagnostic.write_human(&mut text, "file", &source, Palette::plain()).expect("a String");
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "reports are safe to show: {text:?}");
        }
        if judged.is_valid() {
            let json = json_text(&judged).expect("a valid record has a known game");
            let again = JsonRecord::read(&Source::from_text(&json)).judge(&judge);
            assert!(again.is_valid(), "{json}\n{:?}", again.diagnostics);
            assert_eq!(json_text(&again), Some(json));
        }
    }
}
