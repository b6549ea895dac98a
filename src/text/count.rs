/// Counts things in words: `1 lap`, `2 laps`.
///
/// ```
/// use matombo::text::counted;
/// assert_eq!((counted(1, "lap").as_str(), counted(0, "lap").as_str()), ("1 lap", "0 laps"));
/// ```
#[must_use]
pub fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
