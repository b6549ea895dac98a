/// Any text is a query or told to be none; a query is printed so that it reads the same, and answers of any record.
fn matombo_fuzz_query(bytes: &[u8]) {
    use matombo::archive::Query;
    use matombo::notation::read_text;
    use matombo::record::{Judge, Keep};
    use matombo::render::Palette;

    const RECORD: &str = "[Game \"Tsoro\"]\n[Date \"1964\"]\n\n1. B18.B20 b18/b20 {on} *\n";

    let text = String::from_utf8_lossy(bytes);
    match Query::parse(&text) {
        Err(error) => {
            assert!(text.get(error.range.clone()).is_some(), "{error:?}");
            let mut told = String::new();
            error.write_human(&mut told, "query", &text, Palette::plain()).expect("a String");
            assert!(!told.chars().any(|c| c.is_control() && c != '\n'), "reports are safe to show: {told:?}");
        }
        Ok(query) => {
            assert_eq!(Query::parse(&query.to_string()), Ok(query.clone()), "{query}");
            let judged = Judge::new().keep(Keep::Positions).judge(RECORD, &read_text(RECORD));
            assert!(query.matches(&judged, Keep::Positions).is_some(), "{query}");
        }
    }
}
