/// Any bytes are cut into records and read, whatever the size of the pieces they come in.
fn matombo_fuzz_parse(bytes: &[u8]) {
    use matombo::notation::{RecordReader, read};

    struct Pieces<'a>(&'a [u8], usize);

    impl std::io::Read for Pieces<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(out.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    let whole: Vec<_> = RecordReader::new(bytes).map(|source| source.expect("memory")).collect();
    let pieces: Vec<_> = RecordReader::new(Pieces(bytes, 3)).map(|source| source.expect("memory")).collect();
    assert_eq!(whole.len(), pieces.len());
    let mut last = 0;
    for (one, other) in whole.iter().zip(&pieces) {
        assert_eq!((one.bytes(), one.place()), (other.bytes(), other.place()));
        assert!(one.place().byte >= last, "records follow one another");
        last = one.place().byte + one.bytes().len() as u64;
        let record = read(one);
        assert_eq!(record, read(other));
        for error in &record.errors {
            assert!(error.span.end as usize <= one.text().len());
            assert!(one.text().is_char_boundary(error.span.start as usize));
            assert!(one.text().is_char_boundary(error.span.end as usize));
            assert!(!error.to_string().chars().any(char::is_control), "messages are safe to show");
        }
    }
    assert!(last <= bytes.len() as u64);
}
