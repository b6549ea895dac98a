/// What is valid is written canonically, and both its forms read back to the same bytes.
fn matombo_fuzz_round_trip(bytes: &[u8]) {
    use matombo::notation::{RecordReader, Source, WIDTH, print, read};
    use matombo::record::{Checks, JsonRecord, Judge, Judged, Keep, json_text};

    let canonical = |judged: &Judged, checks: Checks| {
        let mut text = String::new();
        print(&judged.document(checks).expect("a known game"), WIDTH, &mut text).expect("a String");
        text
    };
    let judge = Judge::new().max_laps(20_000).keep(Keep::Positions);
    for source in RecordReader::new(bytes) {
        let source = source.expect("memory");
        let judged = judge.judge(source.text(), &read(&source));
        if !judged.is_valid() {
            continue;
        }
        let text = canonical(&judged, Checks::None);
        let json = json_text(&judged).expect("a known game");
        for form in [&text, &canonical(&judged, Checks::Full)] {
            let again = judge.judge(form, &read(&Source::from_text(form)));
            assert!(again.is_valid(), "{form}\n{:?}", again.diagnostics);
            assert_eq!(canonical(&again, Checks::None), text, "canonical once is canonical for ever");
            assert_eq!(json_text(&again).as_ref(), Some(&json));
        }
        let from_json = JsonRecord::read(&Source::from_text(&json)).judge(&judge);
        assert!(from_json.is_valid(), "{json}\n{:?}", from_json.diagnostics);
        assert_eq!(canonical(&from_json, Checks::None), text);
        assert_eq!(json_text(&from_json).as_ref(), Some(&json));
    }
}
