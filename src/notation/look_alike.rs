//! Characters that look like those of the notation and are not.

const ASCII: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// The zeros of the scripts whose digits stand in a row from 0 to 9.
const ZEROS: [u32; 27] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20,
    0x1040, 0x17E0, 0x1810, 0x2080, 0xFF10, 0x104A0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6,
];

/// Returns the ASCII text that was probably meant: `" "` for a space of another kind, `"\n"` for a line end, the
/// empty text for an invisible character that means nothing.
pub(crate) fn look_alike(found: char) -> Option<&'static str> {
    let code = u32::from(found);
    if code < 0x80 {
        return None;
    }
    if let Some(zero) = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code)) {
        return ascii(code - zero + u32::from('0'));
    }
    if (0xFF01..=0xFF5E).contains(&code) {
        return ascii(code - 0xFEE0);
    }
    Some(match found {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' => "\"",
        '‘' | '’' | '‚' | '‛' | '′' | 'ʼ' | '´' => "'",
        '½' => "1/2",
        '…' => "...",
        '․' | '。' => ".",
        '、' => ",",
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' => "-",
        '⁄' | '∕' => "/",
        '∶' | '：' => ":",
        '∗' | '⁎' => "*",
        '˜' | '∼' | '〜' => "~",
        '‹' => "<",
        '›' => ">",
        '×' | '✕' | '✖' | '╳' | 'х' | 'χ' => "x",
        'Х' | 'Χ' => "X",
        'А' | 'Α' => "A",
        'В' | 'Β' => "B",
        'а' | 'α' => "a",
        'Ь' | 'ь' => "b",
        'О' | 'Ο' | 'о' | 'ο' | '⁰' => "0",
        '¹' => "1",
        '²' => "2",
        '³' => "3",
        '⁴' => "4",
        '⁵' => "5",
        '⁶' => "6",
        '⁷' => "7",
        '⁸' => "8",
        '⁹' => "9",
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '\u{2028}' | '\u{2029}' => "\n",
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => "",
        _ => return None,
    })
}

/// Returns whether the character is read in turns although it is not ASCII.
pub(super) const fn is_read(found: char) -> bool {
    matches!(found, '×' | '–' | '−')
}

fn ascii(code: u32) -> Option<&'static str> {
    let index = (code - u32::from('!')) as usize;
    ASCII.get(index..=index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_name_what_was_meant() {
        let cases = [
            ('“', "\""),
            ('½', "1/2"),
            ('…', "..."),
            ('\u{ff22}', "B"),
            ('\u{ff08}', "("),
            ('\u{ff5e}', "~"),
            ('\u{0661}', "1"),
            ('\u{0412}', "B"),
            ('\u{0430}', "a"),
            ('\u{a0}', " "),
            ('\u{200b}', ""),
            ('\u{1d7ff}', "9"),
            ('\u{ff01}', "!"),
        ];
        for (found, meant) in cases {
            assert_eq!(look_alike(found), Some(meant), "U+{:04X}", u32::from(found));
        }
        assert_eq!(look_alike('A'), None);
        assert_eq!(look_alike('é'), None);
    }
}
