use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The fonts that pictures are written in: no machine then draws them differently.
const FONT_FILES: [&[u8]; 2] =
    [include_bytes!("font/DejaVuSans-Latin.ttf"), include_bytes!("font/DejaVuSans-Bold-Latin.ttf")];
/// Their name.
const FAMILY: &str = "DejaVu Sans";

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for file in FONT_FILES {
        fonts.load_font_data(file.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Holds a picture as pixels, each a red, a green and a blue byte, from the top left corner row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// Says why an SVG picture cannot be made into pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RasterError {
    /// It is no SVG picture.
    #[error("no picture: {0}")]
    Svg(String),
    /// It has more pixels than can be drawn.
    #[error("a picture of {width} by {height} pixels is too large")]
    Size {
        /// Pixels of a row.
        width: u32,
        /// Rows of pixels.
        height: u32,
    },
}

impl Raster {
    /// The most pixels of a picture.
    pub const MOST_PIXELS: u64 = 1 << 26;

    /// Draws an SVG picture, `width` pixels wide. A picture that is not opaque gets a white ground.
    ///
    /// # Errors
    ///
    /// If it is no SVG picture, or too large.
    pub fn from_svg(svg: &str, width: u32) -> Result<Self, RasterError> {
        let options = Options { fontdb: Arc::clone(&FONTS), font_family: FAMILY.to_owned(), ..Options::default() };
        let tree = Tree::from_str(svg, &options).map_err(|error| RasterError::Svg(error.to_string()))?;
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).round() as u32;
        let too_large = RasterError::Size { width, height };
        if u64::from(width) * u64::from(height) > Self::MOST_PIXELS {
            return Err(too_large);
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
        pixmap.fill(resvg::tiny_skia::Color::WHITE);
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let pixels = pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(Self { width, height, pixels })
    }

    /// Returns how many pixels a row has.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns how many rows there are.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns the bytes of the pixels.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_png(&self, out: impl std::io::Write) -> Result<(), std::io::Error> {
        let mut encoder = png::Encoder::new(out, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(character: char) -> Raster {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\">\
             <text x=\"2\" y=\"15\" font-family=\"{FAMILY}\" font-size=\"14\">{character}</text></svg>"
        );
        Raster::from_svg(&svg, 20).unwrap()
    }

    #[test]
    fn every_character_that_pictures_use_is_in_the_font() {
        let blank = text('\u{a0}');
        let missing = text('\u{4e00}');
        for character in ('!'..='~').filter(|c| !"<&".contains(*c)).chain(['−']) {
            let drawn = text(character);
            assert!(drawn != blank && (drawn != missing || missing == blank), "{character}");
        }
    }

    #[test]
    fn a_picture_has_its_bounds() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 20\" width=\"10\" height=\"20\"/>";
        let small = Raster::from_svg(svg, 5).unwrap();
        assert_eq!((small.width(), small.height(), small.pixels().len()), (5, 10, 150));
        assert!(small.pixels().iter().all(|byte| *byte == 255));
        assert_eq!(Raster::from_svg(svg, 6000), Err(RasterError::Size { width: 6000, height: 12_000 }));
        assert!(matches!(Raster::from_svg("<svg", 5), Err(RasterError::Svg(_))));
    }
}
