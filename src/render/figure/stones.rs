/// The most stones that are drawn one by one; more are written as a number.
pub(super) const MOST_DRAWN: u32 = 12;

/// The radius of a stone, in tenths of a pixel so that the text stays short.
const STONE: &str = "3.5";

/// Where the stones of a pit lie, from its middle: for one stone, two, and so on.
const PLACES: [&[(i8, i8)]; MOST_DRAWN as usize] = [
    &[(0, 0)],
    &[(-5, 0), (5, 0)],
    &[(0, -5), (-5, 4), (5, 4)],
    &[(-5, -5), (5, -5), (-5, 5), (5, 5)],
    &[(-7, -7), (7, -7), (0, 0), (-7, 7), (7, 7)],
    &[(-5, -9), (5, -9), (-5, 0), (5, 0), (-5, 9), (5, 9)],
    &[(-5, -9), (5, -9), (-10, 0), (0, 0), (10, 0), (-5, 9), (5, 9)],
    &[(-9, -9), (0, -9), (9, -9), (-5, 0), (5, 0), (-9, 9), (0, 9), (9, 9)],
    &[(-9, -9), (0, -9), (9, -9), (-9, 0), (0, 0), (9, 0), (-9, 9), (0, 9), (9, 9)],
    &[(-8, -9), (0, -9), (8, -9), (-12, 0), (-4, 0), (4, 0), (12, 0), (-8, 9), (0, 9), (8, 9)],
    &[(-4, -12), (4, -12), (-12, -4), (-4, -4), (4, -4), (12, -4), (-8, 4), (0, 4), (8, 4), (-4, 12), (4, 12)],
    &[
        (-4, -12),
        (4, -12),
        (-12, -4),
        (-4, -4),
        (4, -4),
        (12, -4),
        (-12, 4),
        (-4, 4),
        (4, 4),
        (12, 4),
        (-4, 12),
        (4, 12),
    ],
];

/// Returns the definition of the stones of a pit, to be used under the name `s` with their number.
pub(super) fn definition(stones: u32) -> String {
    let places = PLACES.get(stones as usize - 1).copied().unwrap_or_default();
    let stone = |(x, y): &(i8, i8)| format!("<circle class=\"stone\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"/>");
    format!("<g id=\"s{stones}\">{}</g>", places.iter().map(stone).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_neither_touch_nor_leave_their_pit() {
        for (index, places) in PLACES.iter().enumerate() {
            assert_eq!(places.len(), index + 1);
            for (at, (x, y)) in places.iter().enumerate() {
                let (x, y) = (i32::from(*x), i32::from(*y));
                assert!(x * x + y * y <= 14 * 14, "{places:?}");
                for (other_x, other_y) in &places[..at] {
                    let (dx, dy) = (x - i32::from(*other_x), y - i32::from(*other_y));
                    assert!(dx * dx + dy * dy >= 64, "{places:?}");
                }
            }
        }
    }
}
