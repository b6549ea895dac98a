use std::collections::HashMap;
use std::io::{self, Write};

use super::{Raster, Theme};

/// Writes pictures one after the other into one that moves. It keeps the last of them and no more.
///
/// Of every picture but the first only what changes is written. The animation begins anew for ever.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    last: Option<Raster>,
}

enum Encoder<W: Write> {
    Gif { encoder: gif::Encoder<W>, palette: Palette },
    Apng(Box<png::Writer<W>>),
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl<W: Write> Animation<W> {
    /// Begins a GIF. All pictures must be as large as the first, and drawn in the theme.
    ///
    /// # Errors
    ///
    /// Those of the writer, and if a picture is larger than a GIF can be.
    pub fn gif(out: W, first: &Raster, theme: Theme) -> io::Result<Self> {
        let size = |pixels: u32| u16::try_from(pixels).map_err(|_| io::Error::other("too large for a GIF"));
        let palette = Palette::new(theme);
        let colours: Vec<u8> = palette.colours.concat();
        let mut encoder =
            gif::Encoder::new(out, size(first.width())?, size(first.height())?, &colours).map_err(of_gif)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(of_gif)?;
        Ok(Self { encoder: Encoder::Gif { encoder, palette }, last: None })
    }

    /// Begins an APNG of that many pictures. All must be as large as the first.
    ///
    /// # Errors
    ///
    /// Those of the writer, and if there is no picture.
    pub fn apng(out: W, first: &Raster, pictures: u32) -> io::Result<Self> {
        let mut encoder = png::Encoder::new(out, first.width(), first.height());
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_compression(png::Compression::High);
        encoder.set_animated(pictures, 0)?;
        encoder.set_blend_op(png::BlendOp::Over).map_err(of_png)?;
        Ok(Self { encoder: Encoder::Apng(Box::new(encoder.write_header().map_err(of_png)?)), last: None })
    }

    /// Adds a picture that stays for so many hundredths of a second.
    ///
    /// # Errors
    ///
    /// Those of the writer; for an APNG also if there are more pictures than were announced.
    pub fn add(&mut self, picture: Raster, delay: u16) -> io::Result<()> {
        let last = self.last.as_ref();
        let part = last.map_or_else(|| Part::whole(&picture), |last| Part::changed(last, &picture));
        let pixels = part.pixels(last, &picture);
        match &mut self.encoder {
            Encoder::Gif { encoder, palette } => {
                let frame = palette.frame(part, pixels, delay);
                encoder.write_frame(&frame).map_err(of_gif)?;
            }
            Encoder::Apng(writer) => {
                writer.set_frame_delay(delay, 100)?;
                writer.reset_frame_position()?;
                writer.set_frame_dimension(part.width, part.height)?;
                writer.set_frame_position(part.left, part.top)?;
                let opaque = |[red, green, blue]: [u8; 3]| [red, green, blue, u8::MAX];
                let bytes: Vec<[u8; 4]> = pixels.map(|pixel| pixel.map_or([0; 4], opaque)).collect();
                writer.write_image_data(&bytes.concat()).map_err(of_png)?;
            }
        }
        self.last = Some(picture);
        Ok(())
    }

    /// Writes what is left.
    ///
    /// # Errors
    ///
    /// Those of the writer; for an APNG also if there are fewer pictures than were announced.
    pub fn finish(self) -> io::Result<()> {
        match self.encoder {
            Encoder::Gif { encoder, .. } => encoder.into_inner().map(|_: W| ()).map_err(of_gif),
            Encoder::Apng(writer) => writer.finish().map_err(of_png),
        }
    }
}

fn of_gif(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// Keeps what the writer said, such as that its pipe was closed.
fn of_png(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}

impl Part {
    const fn whole(picture: &Raster) -> Self {
        Self { left: 0, top: 0, width: picture.width(), height: picture.height() }
    }

    /// The smallest part outside of which two pictures are the same; one pixel if they are the same everywhere.
    fn changed(before: &Raster, after: &Raster) -> Self {
        let line = 3 * after.width() as usize;
        let rows = || before.pixels().chunks_exact(line).zip(after.pixels().chunks_exact(line)).enumerate();
        let differs = |(_, (before, after)): &(usize, (&[u8], &[u8]))| before != after;
        let mut changed = rows().filter(differs).map(|(row, _)| row);
        let Some(top) = changed.next() else { return Self { left: 0, top: 0, width: 1, height: 1 } };
        let bottom = changed.next_back().unwrap_or(top);
        let (mut left, mut right) = (line, 0);
        for (_, (before, after)) in rows().filter(differs) {
            let same = |(before, after): (&u8, &u8)| before == after;
            left = left.min(before.iter().zip(after).take_while(|pair| same(*pair)).count());
            right =
                right.max(line - before.iter().rev().zip(after.iter().rev()).take_while(|pair| same(*pair)).count());
        }
        let (left, right) = (left / 3, right.div_ceil(3));
        let size = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        Self { left: size(left), top: size(top), width: size(right - left), height: size(bottom + 1 - top) }
    }

    /// Its pixels, row by row; `None` where they are those of the picture before.
    fn pixels<'a>(self, before: Option<&'a Raster>, after: &'a Raster) -> impl Iterator<Item = Option<[u8; 3]>> + 'a {
        let places = (self.top..self.top + self.height).flat_map(move |row| {
            let first = row as usize * after.width() as usize + self.left as usize;
            first..first + self.width as usize
        });
        let pixel = |raster: &Raster, place: usize| {
            raster.pixels().get(3 * place..3 * place + 3).map_or([0; 3], |bytes| [bytes[0], bytes[1], bytes[2]])
        };
        places.map(move |place| {
            let now = pixel(after, place);
            Some(now).filter(|now| before.is_none_or(|before| pixel(before, place) != *now))
        })
    }
}

/// The colours of a GIF, and which of them stands for a colour of a picture.
struct Palette {
    /// The colours; the last is not used, its place stands for what is transparent.
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn new(theme: Theme) -> Self {
        let mut colours = theme.palette();
        colours.push([0; 3]);
        Self { colours, known: HashMap::new() }
    }

    fn frame(&mut self, part: Part, pixels: impl Iterator<Item = Option<[u8; 3]>>, delay: u16) -> gif::Frame<'static> {
        // One more than the colours: what shows the picture before.
        let through = u8::try_from(self.colours.len() - 1).unwrap_or(u8::MAX);
        let buffer: Vec<u8> = pixels.map(|pixel| pixel.map_or(through, |pixel| self.index(pixel))).collect();
        // The whole picture fits, so its parts do.
        let size = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
        gif::Frame {
            delay,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(through),
            left: size(part.left),
            top: size(part.top),
            width: size(part.width),
            height: size(part.height),
            buffer: buffer.into(),
            ..gif::Frame::default()
        }
    }

    /// The colour that is nearest.
    fn index(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let away = |other: &[u8; 3]| -> u32 {
                colour.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
            };
            let nearest = (0..colours.len() - 1).min_by_key(|index| away(&colours[*index])).unwrap_or(0);
            u8::try_from(nearest).unwrap_or(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(x: u32, y: u32) -> Raster {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\" width=\"20\" height=\"10\">\
             <rect x=\"{x}\" y=\"{y}\" width=\"2\" height=\"3\" fill=\"#4a3a28\"/></svg>"
        );
        Raster::from_svg(&svg, 20).unwrap()
    }

    #[test]
    fn only_what_changes_is_written() {
        let part = Part::changed(&drawing(3, 4), &drawing(8, 5));
        assert_eq!(part, Part { left: 3, top: 4, width: 7, height: 4 });
        assert_eq!(Part::changed(&drawing(3, 4), &drawing(3, 4)), Part { left: 0, top: 0, width: 1, height: 1 });
        let (before, after) = (drawing(3, 4), drawing(8, 5));
        let pixels: Vec<_> = part.pixels(Some(&before), &after).collect();
        assert_eq!((pixels.len(), pixels.iter().flatten().count()), (28, 12));
        assert!(part.pixels(None, &after).all(|pixel| pixel.is_some()));
    }

    #[test]
    fn the_colours_of_a_theme_are_kept_exactly() {
        for theme in [Theme::Light, Theme::Dark] {
            let mut palette = Palette::new(theme);
            assert!(palette.colours.len() <= 256);
            for colour in theme.palette() {
                let index = usize::from(palette.index(colour));
                assert_eq!(palette.colours[index], colour);
            }
        }
    }
}
