/// Any bytes are judged and every report is written, without control characters but line ends.
fn matombo_fuzz_check(bytes: &[u8]) {
    use matombo::notation::{RecordReader, read};
    use matombo::record::Judge;
    use matombo::render::Palette;

    let judge = Judge::new().max_laps(20_000);
    for source in RecordReader::new(bytes) {
        let source = source.expect("memory");
        let judged = judge.judge(source.text(), &read(&source));
        for diagnostic in &judged.diagnostics {
            let mut text = String::new();
            diagnostic.write_human(&mut text, "file", &source, Palette::plain()).expect("a String");
            diagnostic.write_short(&mut text, "file", &source).expect("a String");
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "reports are safe to show: {text:?}");
        }
    }
}
